"""Reading a trace line by line, and what is raised where it breaks the rules."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any


class Disagreement(Exception):
    """A line of a trace that the rules page does not allow; `line` counts from 1."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line


class Trace:
    """The lines one after the other; `number` is that of the line read last."""

    def __init__(self, lines: Sequence[dict[str, Any]]) -> None:
        self.lines = lines
        self.number = 0

    def wrong(self, message: str) -> Disagreement:
        return Disagreement(self.number, message)

    def read(self, kind: str, keys: set[str]) -> dict[str, Any]:
        """The next line, which must be of this kind and have just these keys (`kind` among them)."""
        self.number += 1
        if self.number > len(self.lines):
            raise self.wrong(f"the trace stops where a {kind} line is due")
        line = self.lines[self.number - 1]
        if not isinstance(line, dict) or line.get("kind") != kind:
            raise self.wrong(f"a {kind} line is due, not {line!r}")
        if set(line) != keys:
            raise self.wrong(f"missing {sorted(keys - set(line))}, unknown {sorted(set(line) - keys, key=str)}")
        return line

    def expect(self, expected: dict[str, Any]) -> None:
        line = self.read(expected["kind"], set(expected))
        if not same(line, expected):
            key = next(key for key in expected if not same(line[key], expected[key]))
            raise self.wrong(f"{key} is {line[key]!r}, must be {expected[key]!r}")

    def turn(self, player: int, legal: list[str]) -> str:
        line = self.read("turn", {"kind", "player", "legal", "move"})
        if not same(line["player"], player):
            raise self.wrong(f"player is {line['player']!r}, must be {player}")
        if not same(line["legal"], legal):
            raise self.wrong(f"legal is {line['legal']!r}, must be {legal!r}")
        move = line["move"]
        if not isinstance(move, str) or move not in legal:
            raise self.wrong(f"{move!r} is not legal: {legal!r}")
        return move

    def expect_nothing_more(self) -> None:
        if self.number < len(self.lines):
            self.number += 1
            raise self.wrong("a line after the end")


as_text = json.JSONEncoder(sort_keys=True).encode


def same(found: object, expected: object) -> bool:
    """Equal as JSON text: true is not 1, 1.0 is not 1, the order of keys is free."""
    return as_text(found) == as_text(expected)
