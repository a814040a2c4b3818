"""The page says hints and ways from the same words by itself: `web/tests/ways.test.ts` compares it with these cases.

They are written anew with `python -m tests.sums.test_page`.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tiotal.sums import WAYS, Sum, hint, told, way_of, written
from tiotal.words import LANGUAGES

CASES = Path(__file__).parents[2] / "web" / "tests" / "ways.json"
SUMS = (
    Sum(34, "add", 5),
    Sum(46, "add", 9),
    Sum(38, "add", 7),
    Sum(97, "add", 25),
    Sum(78, "add", 40),
    Sum(38, "add", 25),
    Sum(985, "add", 25),
    Sum(39, "subtract", 5),
    Sum(46, "subtract", 9),
    Sum(42, "subtract", 7),
    Sum(118, "subtract", 40),
    Sum(63, "subtract", 15),
    Sum(8, "double", 2),
    Sum(39, "double", 2),
    Sum(38, "double", 2),
    Sum(14, "halve", 2),
    Sum(78, "halve", 2),
    Sum(76, "halve", 2),
    Sum(532, "halve", 2),
)


def cases() -> list[dict[str, Any]]:
    return [
        {
            "sum": asdict(some),
            "way": way_of(some).as_dict(),
            "hint": way_of(some).hint(),
            "said": {
                language: {
                    "hint": hint(some, language),
                    "sum": written(some, language, solved=False),
                    "way": told(some, language),
                }
                for language in LANGUAGES
            },
        }
        for some in SUMS
    ]


def test_the_cases_of_the_page_are_those_of_today_and_there_is_one_for_each_way() -> None:
    assert json.loads(CASES.read_text(encoding="utf-8")) == cases()
    assert {way_of(some).name for some in SUMS} == set(WAYS)


if __name__ == "__main__":
    CASES.write_text(json.dumps(cases(), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
