"""REST of a class: what its teacher and its pupils ask for. What comes of it is told over `class_line`."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Query, Request, Response

from tiotal.classroom.requests import Back, How, Join
from tiotal.classroom.running import RunningClass
from tiotal.engine.errors import Refused
from tiotal.server.api import PROBLEMS, Device, Here, InLanguage, picture_of
from tiotal.server.class_messages import AskedByPupil, AskedByTeacher, ClassDone, ClassReport, Groups
from tiotal.server.devices import secret_in
from tiotal.server.limits import address_of

router = APIRouter(prefix="/api/class", responses=PROBLEMS)


def a_class(services: Here) -> RunningClass:
    if services.lesson is None:
        raise Refused("classroom.none")
    return services.lesson


TheClass = Annotated[RunningClass, Depends(a_class)]


def the_teacher(request: Request, lesson: TheClass) -> RunningClass:
    """The class, for whoever has the teacher's key."""
    if not lesson.is_teacher(secret_in(request)):
        raise Refused("classroom.teacher_only")
    return lesson


ForTeacher = Annotated[RunningClass, Depends(the_teacher)]


@router.post("/teacher")
async def teacher(asked: AskedByTeacher, lesson: ForTeacher) -> ClassDone:
    return ClassDone(number=await lesson.ask(asked.what))


@router.post("/pupil")
async def pupil(asked: AskedByPupil, lesson: TheClass, device: Device, request: Request, services: Here) -> ClassDone:
    """A code that is wrong counts as one of a table that is not there."""
    address, allowed = address_of(request), services.allowed
    if isinstance(asked.what, (Join, Back)) and not allowed.wrong_codes.may_take(address):
        raise Refused("server.too_fast")
    try:
        return ClassDone(number=await lesson.ask_as_pupil(asked.what, device))
    except Refused as error:
        if error.key == "classroom.wrong_code":
            allowed.wrong_codes.take(address)
        raise


@router.get("/groups")
async def groups(lesson: ForTeacher, how: How, size: Annotated[int, Query(ge=1, le=8)]) -> Groups:
    """All pupils who are here, in groups of about this size."""
    return Groups(groups=await lesson.groups(how, size))


@router.get("/report")
async def report(lesson: ForTeacher, language: InLanguage, names: bool = False) -> ClassReport:
    return ClassReport.model_validate(await lesson.report(language, names))


@router.get(
    "/report.pdf",
    response_class=Response,
    responses={200: {"content": {"application/pdf": {"schema": {"type": "string", "format": "binary"}}}}},
)
async def report_on_paper(
    lesson: ForTeacher,
    services: Here,
    language: InLanguage,
    names: bool = False,
    paper: Literal["a4", "letter"] = "a4",
) -> Response:
    try:
        from tiotal.paper.pen import PAPERS
        from tiotal.paper.report import print_report
    except ModuleNotFoundError:
        raise Refused("classroom.no_pdf") from None
    told = await lesson.report(language, names)
    pdf = await services.work(print_report, told, PAPERS[paper], language)
    return Response(pdf, media_type="application/pdf", headers={"cache-control": "no-store"})


@router.get(
    "/qr.svg",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}}},
)
async def qr(lesson: ForTeacher, services: Here, request: Request) -> Response:
    """Where pupils join, as a picture for cameras."""
    return picture_of(request, services, f"/c/{lesson.lesson.code}")


@router.delete("")
async def wipe(_: ForTeacher, services: Here, request: Request) -> ClassDone:
    """All of the class is deleted, with its file; another one begins."""
    await request.app.state.wipe(services)
    return ClassDone(number=0)
