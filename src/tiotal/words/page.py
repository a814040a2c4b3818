"""The words of the page, made into TypeScript: a part of the build of the web client.

    python -m tiotal.words.page web/src/generated

Every key becomes part of a type, so that a message that is not there is found when the client is built. The page loads
one language at a time.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

from tiotal.words.catalogue import DEFAULT, LANGUAGES, Message, language_file, messages_in, page_files
from tiotal.words.plurals import Plural

GAMES = resources.files("tiotal").joinpath("games")
SECTION = "page."
NOTE = "// Made from src/tiotal/words and the words of the games by `npm run generate`.\n"


def words_of(language: str) -> dict[str, Message]:
    """What the page says by itself: general keys such as `table.menu`, and a game's own such as `ladder.fell`."""
    return dict(_english_first(language))


def _english_first(language: str) -> Iterator[tuple[str, Message]]:
    for spoken in dict.fromkeys((DEFAULT, language)):
        for file in page_files(spoken):
            for key, message in messages_in(file, spoken):
                yield key.removeprefix(SECTION), message
        for home in sorted(GAMES.iterdir(), key=lambda home: home.name):
            for key, message in messages_in(home.joinpath("words", f"{spoken}.toml"), spoken):
                if key.startswith(SECTION):
                    yield f"{home.name}.{key.removeprefix(SECTION)}", message


# --- TypeScript -------------------------------------------------------------------------------------------------
def modules() -> Iterator[tuple[str, str]]:
    """The name of each file and what is in it."""
    yield "languages.ts", _languages()
    for language in LANGUAGES:
        yield f"words/{language}.ts", _words(language)


def _languages() -> str:
    keys = " | ".join(map(json.dumps, words_of(DEFAULT)))
    codes = " | ".join(map(json.dumps, LANGUAGES))
    spoken = "".join(f"  {language}: {_spoken(language)},\n" for language in LANGUAGES)
    return f"""{NOTE}
export type Language = {codes};
export type Key = {keys};
/** A text with {{placeholders}}, or its plural forms; those of another language say which. */
export type Message = string | readonly string[] | {{ readonly language: string; readonly forms: readonly string[] }};
export type Words = Record<Key, Message>;

export interface Spoken {{
  name: string;
  /** Dates are written as in this language, which browsers know. */
  dates: {{ as: string; style: "short" | "medium" }};
  numbers: {{ decimal: string; thousands: string }};
  /** The place of the plural form for a number. */
  form: (n: number) => number;
  load: () => Promise<Words>;
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
    return (
        f"{{ name: {_written(name)}, dates: {_written(dates)}, numbers: {_written(numbers)}, "
        f"form: (n) => ({form}), load: async () => (await import({_written(f'./words/{language}')})).words }}"
    )


def _words(language: str) -> str:
    messages = "".join(
        f"  {_written(key)}: {_message(message, language)},\n" for key, message in words_of(language).items()
    )
    return f'{NOTE}import type {{ Words }} from "../languages";\n\nexport const words: Words = {{\n{messages}}};\n'


def _message(message: Message, language: str) -> str:
    if len(message.forms) == 1:
        return _written(message.forms[0])
    if message.language == language:
        return _written(message.forms)
    return _written({"language": message.language, "forms": message.forms})


def _written(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def main(folder: Path) -> None:
    for name, text in modules():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        if not file.is_file() or file.read_text(encoding="utf-8") != text:  # what has not changed is not built anew
            file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
