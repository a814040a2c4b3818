"""Pictures of every screen in `docs/screenshots`, at three sizes, in light and dark.

make screenshots                                                # all of them
.venv/bin/python -m tests.browser.screenshots home table-cento  # those whose names begin so
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.browser.people import SIZES, People, Theme, launched
from tests.browser.screens import SCREENS
from tests.server import running

FOLDER = Path(__file__).parents[2] / "docs/screenshots"
THEMES: tuple[Theme, ...] = ("light", "dark")


def main(beginnings: tuple[str, ...]) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    wanted = [name for name in SCREENS if not beginnings or name.startswith(beginnings)]
    with tempfile.TemporaryDirectory() as folder, running(Path(folder)) as server, launched() as browser:
        for number, name in enumerate(wanted, 1):
            print(f"{number} of {len(wanted)}: {name}", flush=True)
            photograph(People(browser, server.url), name)


def photograph(people: People, name: str) -> None:
    for size in SIZES:
        person = people.invite(size=size)
        person.expects("")
        with people:
            page = SCREENS[name](people, person)
            for theme in THEMES:
                page.emulate_media(color_scheme=theme)
                page.screenshot(path=FOLDER / f"{name}-{size}-{theme}.png", animations="disabled")
        people.everybody.clear()


if __name__ == "__main__":
    main(tuple(sys.argv[1:]))
