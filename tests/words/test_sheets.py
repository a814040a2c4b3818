"""The words of the page are loaded in sheets: every screen names those that it needs.

What a screen says is found in the texts of its modules, and of all those that they load.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tiotal import GAMES
from tiotal.words.page import FIRST, OF_GAMES, sheets_of

CLIENT = Path(__file__).parents[2] / "web" / "src"
SHEET_OF = {key: sheet for sheet, words in sheets_of("en").items() for key in words}
SECTIONS = {key.partition(".")[0]: sheet for key, sheet in SHEET_OF.items() if key.partition(".")[0] not in GAMES}

AT_ONCE = re.compile(r"""^\s*(?:import|export)\b(?!\s+type\b)[^"';]*["'](\.[^"']*)["']""", re.MULTILINE)
LATER = re.compile(r"""\bimport\(\s*["'](\.[^"']*)["']""")
WITH_WORDS = re.compile(r"""withWords\(\[([^\]]*)\], import\("(\.[^"]*)"\)""")
SCREEN = re.compile(r"""load: \(\) => import\("(\.[^"]*)"\),\s*words: \[([^\]]*)\]""")
HOMES = sorted((CLIENT / "games").glob("*/index.ts"))
OF_GAME = (("tableOf(", "./table"), ("cardsOf(", "./pictures"))  # who asks for these gets those of any game
ANY_GAME = re.compile(r"`\$\{[\w.]+\}\.(\w+)")


def screens() -> Iterator[tuple[Path, frozenset[str]]]:
    """Whatever brings words along: its first module, and the sheets that are loaded with it."""
    for module in modules():
        text = text_of(module)
        for path, sheets in SCREEN.findall(text):
            yield found(module, path), frozenset(re.findall(r'"(\w+)"', sheets))
        for sheets, path in WITH_WORDS.findall(text):
            yield found(module, path), frozenset(re.findall(r'"(\w+)"', sheets))


def modules() -> list[Path]:
    return [
        file
        for file in sorted(CLIENT.rglob("*"))
        if file.suffix in (".ts", ".svelte") and "generated" not in file.parts and not file.name.endswith("worker.ts")
    ]


def text_of(module: Path) -> str:
    """Without comments, in which there are examples."""
    return re.sub(r"^\s*(//|\*|/\*\*).*$", "", module.read_text("utf-8"), flags=re.MULTILINE)


def found(module: Path, path: str) -> Path:
    start = (module.parent / path).resolve()
    for file in (start, Path(f"{start}.ts"), start / "index.ts"):
        if file.is_file():
            return file
    raise AssertionError(f"{module} loads {path}, which is nowhere")


def reached(first: Path) -> set[Path]:
    """Modules that come with one, now or later, but for those that bring their own words."""
    known: set[Path] = set()
    to_see = [first]
    while to_see:
        module = to_see.pop()
        if module in known or module.suffix not in (".ts", ".svelte") or "generated" in module.parts:
            continue
        known.add(module)
        text = text_of(module)
        brought = {path for _, path in WITH_WORDS.findall(text)} | {path for path, _ in SCREEN.findall(text)}
        paths = [
            *AT_ONCE.findall(text),
            *(path for path in LATER.findall(text) if path not in brought and module not in HOMES),
        ]
        to_see += [found(module, path) for path in paths]
        to_see += [found(game, path) for ask, path in OF_GAME if ask in text for game in HOMES]
    return known


def said_in(module: Path) -> Iterator[tuple[str, str]]:
    """What stands there as a key, whole or begun, and its sheet."""
    text = text_of(module)
    for key in re.findall(r'"([a-z]\w*\.[\w.-]+)"', text):
        if key in SHEET_OF:
            yield key, SHEET_OF[key]
    for section in re.findall(r"`([a-z]\w*)\.", text):
        if section in SECTIONS or section in GAMES:
            yield section, SECTIONS.get(section, OF_GAMES)
    for key in ANY_GAME.findall(text):
        sheets = {SHEET_OF[f"{game}.{key}"] for game in GAMES if f"{game}.{key}" in SHEET_OF}
        yield from ((key, sheet) for sheet in (sheets or {OF_GAMES}) if "sayIf" in text)


SCREENS = list(screens())


def test_every_screen_of_the_client_is_seen_here() -> None:
    lazy = set(re.findall(r'import\("(\./screens/\w+\.svelte)"\)', (CLIENT / "App.svelte").read_text("utf-8")))
    assert {found(CLIENT / "App.svelte", path) for path in lazy} <= {screen for screen, _ in SCREENS}
    assert len(lazy) >= 6


@pytest.mark.parametrize(("screen", "sheets"), SCREENS, ids=[screen.stem for screen, _ in SCREENS])
def test_a_screen_comes_with_all_its_words_and_no_others(screen: Path, sheets: frozenset[str]) -> None:
    says = {sheet: f"{key} in {module.relative_to(CLIENT)}" for key, sheet, module in said_from(screen)}
    said = {sheet: where for sheet, where in says.items() if sheet != FIRST}
    assert said.keys() == sheets, said


def test_the_first_page_says_nothing_else() -> None:
    others = {(key, module.name) for key, sheet, module in said_from(CLIENT / "main.ts") if sheet != FIRST}
    assert others == set()


def said_from(first: Path) -> Iterator[tuple[str, str, Path]]:
    for module in sorted(reached(first)):
        for key, sheet in said_in(module):
            yield key, sheet, module
