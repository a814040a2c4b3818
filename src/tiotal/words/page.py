"""The words of the page, made into TypeScript: a part of the build of the web client.

    python -m tiotal.words.page web/src/generated

Every key becomes part of a type, so that a message that is not there is found when the client is built. The page loads
one language at a time, and of it one sheet with the first page and others with the screens that need them: the words of
a new section `[page.puzzle]` are the sheet `puzzle`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from importlib import resources
from pathlib import Path

from tiotal.words.catalogue import DEFAULT, LANGUAGES, Message, language_file, messages_in, page_files
from tiotal.words.plurals import Plural

GAMES = resources.files("tiotal").joinpath("games")
SECTION = "page."
FIRST = "first"  # the sheet of what the first page says
OF_GAMES = "games"
ON_POSTERS = ("about",)  # what the first page says of a game
SHEETS = {  # of sections that have none of their own
    "common": FIRST,
    "home": FIRST,
    "waiting": "table",
    "lesson": "table",
    "end": "table",
    "replay": "table",
    "rules": OF_GAMES,  # its pictures of cards are on other screens, too
}
NOTE = "// Made from src/tiotal/words and the words of the games by `npm run generate`.\n"


def words_of(language: str) -> dict[str, Message]:
    """What the page says by itself: general keys such as `table.menu`, and a game's own such as `ladder.fell`."""
    return {key: message for sheet in sheets_of(language).values() for key, message in sheet.items()}


def sheets_of(language: str) -> dict[str, dict[str, Message]]:
    """The same as it is loaded."""
    sheets: dict[str, dict[str, Message]] = {}
    for sheet, key, message in _english_first(language):
        sheets.setdefault(sheet, {})[key] = message
    return sheets


def _english_first(language: str) -> Iterator[tuple[str, str, Message]]:
    for spoken in dict.fromkeys((DEFAULT, language)):
        for file in page_files(spoken):
            for path, message in messages_in(file, spoken):
                key = path.removeprefix(SECTION)
                section = key.partition(".")[0]
                yield SHEETS.get(section, section), key, message
        for home in sorted(GAMES.iterdir(), key=lambda home: home.name):
            for path, message in messages_in(home.joinpath("words", f"{spoken}.toml"), spoken):
                if path.startswith(SECTION):
                    key = path.removeprefix(SECTION)
                    yield FIRST if key in ON_POSTERS else OF_GAMES, f"{home.name}.{key}", message


# --- TypeScript -------------------------------------------------------------------------------------------------
def modules() -> Iterator[tuple[str, str]]:
    """The name of each file and what is in it."""
    yield "languages.ts", _languages()
    for language in LANGUAGES:
        for sheet, messages in sheets_of(language).items():
            yield f"words/{language}/{sheet}.ts", _words(messages, language)


def _languages() -> str:
    keys = " | ".join(map(json.dumps, words_of(DEFAULT)))
    sheets = " | ".join(map(json.dumps, sheets_of(DEFAULT)))
    codes = " | ".join(map(json.dumps, LANGUAGES))
    spoken = "".join(f"  {language}: {_spoken(language)},\n" for language in LANGUAGES)
    return f"""{NOTE}
export type Language = {codes};
export type Key = {keys};
/** A text with {{placeholders}}, or its plural forms; those of another language say which. */
export type Message = string | readonly string[] | {{ readonly language: string; readonly forms: readonly string[] }};
export type Words = Partial<Record<Key, Message>>;
/** Words that are loaded together. */
export type Sheet = {sheets};

export interface Spoken {{
  name: string;
  /** Dates are written as in this language, which browsers know. */
  dates: {{ as: string; style: "short" | "medium" }};
  numbers: {{ decimal: string; thousands: string }};
  /** The place of the plural form for a number. */
  form: (n: number) => number;
  load: Record<Sheet, () => Promise<{{ words: Words }}>>;
}}

export const LANGUAGES: Record<Language, Spoken> = {{
{spoken}}};
"""


def _spoken(language: str) -> str:
    about = language_file(language)
    form = Plural.read(about["plural"]).in_javascript()
    numbers = {name: about["numbers"][name] for name in ("decimal", "thousands")}
    name = about["name"][0].upper() + about["name"][1:]
    dates = {"as": about["dates_as_in"], "style": about["date_style"]}
    sheets = ", ".join(
        f"{_written(sheet)}: () => import({_written(f'./words/{language}/{sheet}')})" for sheet in sheets_of(DEFAULT)
    )
    return (
        f"{{ name: {_written(name)}, dates: {_written(dates)}, numbers: {_written(numbers)}, "
        f"form: (n) => ({form}), load: {{ {sheets} }} }}"
    )


def _words(sheet: Mapping[str, Message], language: str) -> str:
    messages = "".join(f"  {_written(key)}: {_message(message, language)},\n" for key, message in sheet.items())
    return f'{NOTE}import type {{ Words }} from "../../languages";\n\nexport const words: Words = {{\n{messages}}};\n'


def _message(message: Message, language: str) -> str:
    if len(message.forms) == 1:
        return _written(message.forms[0])
    if message.language == language:
        return _written(message.forms)
    return _written({"language": message.language, "forms": message.forms})


def _written(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def main(folder: Path) -> None:
    made = {folder / name: text for name, text in modules()}
    for old in set(folder.glob("words/**/*.ts")) - made.keys():
        old.unlink()
    for file, text in made.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        if not file.is_file() or file.read_text(encoding="utf-8") != text:  # what has not changed is not built anew
            file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
