"""Saying the new total with a card, as the rules ask: it is answered at once, and counted at the end."""

from __future__ import annotations

import re

from rich.console import Console
from rich.markup import escape

from tiotal.engine.game import View
from tiotal.table import arithmetic
from tiotal.table.match import Sum
from tiotal.words import say

WITH_TOTAL = re.compile(r"(?P<move>.*\S)(?:\s*=\s*|\s+)(?P<said>\d{1,6})")  # "+7 45", "+7=45"


class Totals:
    """What the player has said so far; nothing, where there are no totals or they are counted."""

    def __init__(self, says: bool, language: str, console: Console) -> None:
        self.says = says
        self.language = language
        self.console = console
        self.sums: list[Sum] = []

    def turn(self) -> None:
        """The player says the totals from now on, or does not any more."""
        self.says = not self.says
        self.tell("play.you_say" if self.says else "play.counted")

    def split(self, typed: str, view: View) -> tuple[str, int | None]:
        """A move, and the total that was typed with it."""
        found = WITH_TOTAL.fullmatch(typed)
        if not self.says or found is None or typed.replace(" ", "") in view.legal_moves:
            return typed, None
        return found["move"], int(found["said"])

    def is_asked_for(self, view: View, move: str) -> bool:
        return self.says and view.total_after(move) is not None

    def judge(self, view: View, number: int, move: str, said: int, seconds: float) -> None:
        """Before the move is played; it is played whatever was said."""
        right = view.total_after(move)
        assert view.seat is not None and right is not None
        milliseconds = round(1000 * seconds)
        self.sums.append(Sum(view.seat, number, view.table["total"], view.game.read(move), said, right, milliseconds))

    def answer(self) -> None:
        """To what was said last."""
        last = self.sums[-1]
        if last.said == last.right:
            self.console.print(f"[green]{escape(say(self.language, 'play.total_right', total=last.right))}[/]")
        else:
            self.tell("play.total_wrong", sum=sum_of(last.before, last.right), said=last.said)

    def report(self) -> None:
        for line in arithmetic.report([""] * (1 + max((one.seat for one in self.sums), default=0)), self.sums):
            self.tell("play.totals_right", right=line["right"], n=line["announced"])
            for wrong in line["wrong"]:
                self.tell("play.total_missed", sum=sum_of(wrong["before"], wrong["right"]), said=wrong["said"])

    def tell(self, key: str, **values: object) -> None:
        self.console.print(f"[yellow]{escape(say(self.language, key, **values))}[/]")


def sum_of(before: int, after: int) -> str:
    """38 + 7 = 45."""
    return f"{before} {'−' if after < before else '+'} {abs(after - before)} = {after}"
