"""Sums to practise come from real positions, of every kind, each with its way; the page knows kinds as Python does."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

from tiotal.lab import practice
from tiotal.sums import KINDS, RANGES, Sum, kind_of, range_of, way_of

CASES = Path(__file__).parents[2] / "web/tests/kinds.json"
BEFORE = range(221)
BY = (*range(1, 51), 60, 80, 99)
FAR = (*range(221, 1001, 13), 990, 998, 999, 1000)
LETTERS = {(kind, span): chr(65 + 3 * k + r) for k, kind in enumerate(KINDS) for r, span in enumerate(RANGES)}


def test_there_are_enough_sums_of_every_kind_within_every_range() -> None:
    found = Counter((kind_of(some), range_of(some)) for some in practice.pool())
    assert set(found) == set(LETTERS)
    assert min(found.values()) >= 10  # doubles to 20 are no more
    assert 1_400 <= sum(found.values()) <= 1_800
    assert max(found.values()) <= practice.OF_A_KIND


def test_the_same_sums_each_time_none_of_them_twice() -> None:
    rows = practice.rows()
    assert rows == practice.rows()
    assert len({(row["before"], row["what"], row["by"]) for row in rows}) == len(rows)


def test_a_row_has_its_way_and_a_hint_that_does_not_tell_the_result() -> None:
    for row in practice.rows():
        some = Sum(row["before"], row["what"], row["by"])
        assert row["way"] == way_of(some).name
        assert row["steps"][-1][3] == some.after
        assert row["hint"][-1][3] is None


# --- For the page -----------------------------------------------------------------------------------------------
def cases() -> str:
    """A letter for the kind and range of each sum."""
    rows: dict[str, str] = {}
    for what in ("add", "subtract"):
        for by in BY:
            rows[f"{what} {by}"] = "".join(_letter(before, what, by) for before in (*BEFORE, *FAR))
    for what in ("double", "halve"):
        rows[f"{what} 2"] = "".join(_letter(before, what, 2) for before in (*BEFORE, *FAR))
    told = {"letters": {letter: ".".join(cell) for cell, letter in LETTERS.items()}, "numbers": [*BEFORE, *FAR]}
    return json.dumps(told | {"rows": rows}, ensure_ascii=False, indent=0) + "\n"


def _letter(before: int, what: str, by: int) -> str:
    try:
        some = Sum(before, what, by)  # type: ignore[arg-type]
    except ValueError:
        return "."
    return LETTERS[kind_of(some), range_of(some)]


def test_the_page_is_tested_with_what_python_says_of_kinds() -> None:
    """Written anew with `python -m tests.lab.test_practice`."""
    assert CASES.read_text(encoding="utf-8") == cases()


if __name__ == "__main__":
    CASES.write_text(cases(), encoding="utf-8")
