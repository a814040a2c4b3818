"""Pictures of every screen in `docs/screenshots`, at three sizes, in light and dark.

make screenshots                                                # all of them
.venv/bin/python -m tests.browser.screenshots home table-cento  # those whose names begin so
"""

from __future__ import annotations

import base64
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page

from tests.browser.people import GAMES, SIZES, People, Theme, launched
from tests.browser.screens import SCREENS
from tests.server import running

FOLDER = Path(__file__).parents[2] / "docs/screenshots"
THEMES: tuple[Theme, ...] = ("light", "dark")
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


def main(beginnings: tuple[str, ...]) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    wanted = [name for name in SCREENS if not beginnings or name.startswith(beginnings)]
    with tempfile.TemporaryDirectory() as folder, running(Path(folder)) as server, launched() as browser:
        keeper = Keeper(browser)
        for number, name in enumerate(wanted, 1):
            print(f"{number} of {len(wanted)}: {name}", flush=True)
            photograph(People(browser, server.url), name, keeper)
        keeper.three_tables(f"{FOLDER}/table-{{game}}-phone-light.webp")


def photograph(people: People, name: str, keeper: Keeper) -> None:
    for size in SIZES:
        person = people.invite(size=size)
        person.expects("")
        with people:
            page = SCREENS[name].show(people, person)
            for theme in THEMES:
                page.emulate_media(color_scheme=theme)
                keeper.keep(f"{name}-{size}-{theme}", page)
        people.everybody.clear()


class Keeper:
    """Writes small files: the browser itself packs the pictures."""

    def __init__(self, browser: Browser) -> None:
        self._page = browser.new_page(viewport={"width": 1140, "height": 780})

    def keep(self, name: str, page: Page) -> None:
        png = page.screenshot(animations="disabled")
        packed = self._page.evaluate(TO_WEBP, [as_address(png, "png"), 0.9])
        (FOLDER / f"{name}.webp").write_bytes(base64.b64decode(packed))

    def three_tables(self, pictures: str) -> None:
        """The tables of all games side by side, for the README."""
        seen = [Path(pictures.format(game=game)).read_bytes() for game in GAMES]
        images = "".join(f'<img src="{as_address(picture, "webp")}">' for picture in seen)
        style = "body{margin:0;padding:20px;display:flex;gap:10px} img{border-radius:22px;box-shadow:0 2px 12px #0004}"
        self._page.set_content(f"<style>{style}</style>{images}", wait_until="load")
        self.keep("three-tables", self._page)


def as_address(picture: bytes, kind: str) -> str:
    return f"data:image/{kind};base64,{base64.b64encode(picture).decode()}"


if __name__ == "__main__":
    main(tuple(sys.argv[1:]))
