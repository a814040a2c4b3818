"""A bot that cannot stop a table: what it does wrong is reported, and another bot makes the move."""

from __future__ import annotations

import contextlib
import copy
import os
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any, Literal

from tiotal.bots.bot import Bot, Budget
from tiotal.bots.greedy import GreedyBot
from tiotal.bots.random import RandomBot
from tiotal.engine.errors import TiotalError, quote
from tiotal.engine.game import View

BUDGETS = 10  # a bot is late after so many of its budgets
GRACE = 2.0  # and these seconds
NICENESS = 10  # of threads that let others go first
UNLIMITED = 60.0  # the limit in seconds of a bot whose budget says nothing about time

Kind = Literal["raised", "illegal", "type", "late", "endless"]
SENTENCES: dict[Kind, str] = {
    "raised": "faults.raised",
    "illegal": "faults.illegal",
    "type": "faults.type",
    "late": "faults.late",
    "endless": "faults.endless",
}


@dataclass(frozen=True)
class Fault:
    """What a bot did wrong."""

    bot: str
    kind: Kind
    detail: str

    def sentence(self, language: str) -> str:
        return TiotalError(SENTENCES[self.kind], bot=self.bot, detail=self.detail).sentence(language)


def time_limit(budget: Budget | None) -> float:
    """How many seconds to wait for a bot that was given this budget: far more than it should take."""
    if budget is None or budget.milliseconds is None:
        return UNLIMITED
    return BUDGETS * budget.milliseconds / 1000 + GRACE


class Guarded:
    """A bot together with the one that moves for it when it fails.

    A bot that was given up waiting for may think on in its thread, but it is not asked again.
    """

    def __init__(
        self,
        bot: Bot,
        fallback: Bot | None = None,
        limit_seconds: float = UNLIMITED,
        name: str | None = None,
        patient: bool = False,
    ) -> None:
        """A patient one lets all others go first where there are too few cores."""
        self.bot = bot
        self.name = name or bot.name
        self.faults: list[Fault] = []
        self.seconds = 0.0  # how long the bot thought about its last move
        self.gave_up = False
        self._fallback = fallback or GreedyBot(0)
        self._limit = limit_seconds
        self._patient = patient

    def choose(self, view: View) -> str:
        return self.ask(lambda: self.bot.choose(view), view)

    def ask(self, think: Callable[[], object], view: View) -> str:
        """The move that `think` comes up with, or that of the fallback."""
        untouched = copy.copy(view)  # the bot has the other one, whatever it does to it
        untouched.legal_moves = list(view.legal_moves)
        self.seconds = 0.0
        if not self.gave_up:
            move = self._try(think, untouched.legal_moves)
            if move is not None:
                return move
        try:
            return self._fallback.choose(untouched)
        except Exception:  # the table goes on, whatever happens
            return RandomBot(0).choose(untouched)

    def _try(self, think: Callable[[], object], legal: list[str]) -> str | None:
        """The bot's move, or None and a fault."""
        answer = _in_thread(think, self._limit, self._patient)
        if answer is None:
            self.gave_up = True
            self.seconds = self._limit
            self._report("late", f"{self._limit:g}")
            return None
        self.seconds = answer.seconds
        if isinstance(answer.error, KeyboardInterrupt):
            raise answer.error
        if answer.error is not None:
            self._report("raised", _told(answer.error))
        elif not isinstance(answer.value, str):
            self._report("type", type(answer.value).__name__)
        elif answer.value not in legal:
            self._report("illegal", quote(answer.value))
        else:
            return answer.value
        return None

    def _report(self, kind: Kind, detail: str) -> None:
        self.faults.append(Fault(self.name, kind, detail))


def _told(error: BaseException) -> str:
    """An error in a few words, even one that cannot be told."""
    try:
        return f"{type(error).__name__}: {error}"[:200].strip().removesuffix(":")
    except Exception:
        return type(error).__name__


# --- Threads ----------------------------------------------------------------------------------------------------
@dataclass
class _Answer:
    value: Any
    error: BaseException | None
    seconds: float


_Job = tuple[Callable[[], object], "SimpleQueue[_Answer]"]
_Idle = list["SimpleQueue[_Job]"]  # threads that wait for work; appending and popping are atomic
_idle: _Idle = []
_patient: _Idle = []  # those that let others go first
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_idle.clear)  # threads stay behind with the parent
    os.register_at_fork(after_in_child=_patient.clear)


def be_patient() -> None:
    """Let other threads, and whoever else is there, go first; Linux knows such a thing for a single thread."""
    with contextlib.suppress(AttributeError, OSError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)


def _in_thread(think: Callable[[], object], limit: float, patient: bool) -> _Answer | None:
    """What `think` gives in a thread of its own; None if it takes longer than the limit."""
    idle = _patient if patient else _idle
    try:
        jobs = idle.pop()
    except IndexError:
        jobs = SimpleQueue()
        threading.Thread(target=_work, args=(jobs, idle), name="tiotal-bot", daemon=True).start()
    answers: SimpleQueue[_Answer] = SimpleQueue()
    jobs.put((think, answers))
    try:
        return answers.get(timeout=limit)
    except Empty:
        return None


def _work(jobs: SimpleQueue[_Job], idle: _Idle) -> None:
    """Do one job after the other, and be idle between them."""
    if idle is _patient:
        be_patient()
    while True:
        think, answers = jobs.get()
        value, error = None, None
        start = time.perf_counter()
        try:
            value = think()
        except BaseException as raised:
            error = raised
        answer = _Answer(value, error, time.perf_counter() - start)
        del think, value, error
        idle.append(jobs)
        answers.put(answer)
        del answer, answers
