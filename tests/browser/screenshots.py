"""The pictures that README.md and docs/ show, in `docs/screenshots`; or every screen, to be looked at.

make screenshots                                                       # those of the docs
.venv/bin/python -m tests.browser.screenshots FOLDER                   # every screen, three sizes, light and dark
.venv/bin/python -m tests.browser.screenshots FOLDER home table-cento  # those whose names begin so
"""

from __future__ import annotations

import base64
import re
import sys
import tempfile
from collections.abc import Collection
from pathlib import Path

from playwright.sync_api import Browser, Page

from tests.browser.people import GAMES, SIZES, People, Theme, launched
from tests.browser.screens import SCREENS
from tests.kit.server import running

PROJECT = Path(__file__).parents[2]
FOLDER = PROJECT / "docs/screenshots"
THEMES: tuple[Theme, ...] = ("light", "dark")
THREE_TABLES = "three-tables"
TABLES = tuple(f"table-{game}-phone-light" for game in GAMES)  # put side by side
TO_WEBP = """async ([data, quality]) => {
  const picture = await createImageBitmap(await (await fetch(data)).blob());
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  canvas.getContext("2d").drawImage(picture, 0, 0);
  const blob = await canvas.convertToBlob({ type: "image/webp", quality });
  const reader = new FileReader();
  return new Promise((done) => {
    reader.onload = () => done(reader.result.split(",")[1]);
    reader.readAsDataURL(blob);
  });
}"""


def main(folder: str = "", *beginnings: str) -> None:
    if folder:
        every = [f"{name}-{size}-{theme}" for name in SCREENS for size in SIZES for theme in THEMES]
        take(Path(folder), {name for name in every if not beginnings or name.startswith(beginnings)})
        return
    shown = shown_in_docs()
    FOLDER.mkdir(parents=True, exist_ok=True)
    for old in FOLDER.iterdir():
        old.unlink()
    with tempfile.TemporaryDirectory() as taken:
        take(Path(taken), (shown | set(TABLES)) - {THREE_TABLES})
        with launched() as browser:
            three_tables(browser, Path(taken))
        for name in shown:
            (FOLDER / f"{name}.webp").write_bytes((Path(taken) / f"{name}.webp").read_bytes())


def shown_in_docs() -> set[str]:
    pages = [PROJECT / "README.md", *(PROJECT / "docs").glob("**/*.md")]
    return {name for page in pages for name in re.findall(r"screenshots/([a-z0-9-]+)\.webp", page.read_text("utf-8"))}


def take(folder: Path, pictures: Collection[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as kept, running(Path(kept)) as server, launched() as browser:
        packer = browser.new_page()
        for number, picture in enumerate(sorted(pictures), 1):
            print(f"{number} of {len(pictures)}: {picture}", flush=True)
            name, size, theme = picture.rsplit("-", 2)
            people = People(browser, server.url)
            person = people.invite(size=size, theme=theme)  # type: ignore[arg-type]
            person.expects("")
            with people:
                keep(folder / f"{picture}.webp", SCREENS[name].show(people, person), packer)


def three_tables(browser: Browser, folder: Path) -> None:
    """The tables of all games side by side, for the README."""
    page = browser.new_page(viewport={"width": 1140, "height": 780})
    seen = [(folder / f"{table}.webp").read_bytes() for table in TABLES]
    images = "".join(f'<img src="{as_address(picture, "webp")}">' for picture in seen)
    style = "body{margin:0;padding:20px;display:flex;gap:10px} img{border-radius:22px;box-shadow:0 2px 12px #0004}"
    page.set_content(f"<style>{style}</style>{images}", wait_until="load")
    keep(folder / f"{THREE_TABLES}.webp", page, page)


def keep(file: Path, page: Page, packer: Page) -> None:
    """A small file: the browser itself packs the picture."""
    png = page.screenshot(animations="disabled")
    packed = packer.evaluate(TO_WEBP, [as_address(png, "png"), 0.9])
    file.write_bytes(base64.b64decode(packed))


def as_address(picture: bytes, kind: str) -> str:
    return f"data:image/{kind};base64,{base64.b64encode(picture).decode()}"


if __name__ == "__main__":
    main(*sys.argv[1:])
