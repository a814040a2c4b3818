"""Saying the new total with a card, as the rules ask: a wrong one may be said once more, with a hint on the way.

It is answered at once, and counted at the end. Nobody else is at the table, so nobody waits: there is no limit of time.
"""

from __future__ import annotations

import re

from rich.console import Console
from rich.markup import escape

from tiotal import sums
from tiotal.engine.game import View
from tiotal.table import arithmetic
from tiotal.table.match import SaidTotal
from tiotal.words import number, say

WITH_TOTAL = re.compile(r"(?P<move>.*\S)(?:\s*=\s*|\s+)(?P<said>\d{1,6})")  # "+7 45", "+7=45"


class Totals:
    """What the player has said so far; nothing, where there are no totals or they are counted."""

    def __init__(self, says: bool, hints: bool, language: str, console: Console) -> None:
        self.says = says
        self.hints = hints
        self.language = language
        self.console = console
        self.said: list[SaidTotal] = []

    def turn(self) -> None:
        """The player says the totals from now on, or does not any more."""
        self.says = not self.says
        self.tell("play.you_say" if self.says else "play.counted")

    def turn_hints(self) -> None:
        self.hints = not self.hints
        self.tell("play.with_hints" if self.hints else "play.without_hints")

    def split(self, typed: str, view: View) -> tuple[str, int | None]:
        """A move, and the total that was typed with it."""
        found = WITH_TOTAL.fullmatch(typed)
        if not self.says or found is None or typed.replace(" ", "") in view.legal_moves:
            return typed, None
        return found["move"], int(found["said"])

    def is_asked_for(self, view: View, move: str) -> bool:
        return self.says and view.total_after(move) is not None

    def judged(self, view: View, number: int, move: str, said: int, seconds: float) -> SaidTotal:
        """Before the move is played; it is played whatever was said."""
        right = view.total_after(move)
        assert view.seat is not None and right is not None
        before, asked = view.table["total"], view.game.read(move)
        return SaidTotal(view.seat, number, before, asked, said, right, round(1000 * seconds))

    def ask_again(self, missed: SaidTotal) -> None:
        """After a wrong total, without telling the right one."""
        self.tell("play.total_again", said=number(self.language, missed.said))
        if self.hints:
            hint = sums.hint(missed.sum, self.language) if missed.sum else say(self.language, "play.total_stays")
            self.console.print(escape(hint))

    def answer(self, last: SaidTotal) -> None:
        """When the card is played."""
        total = number(self.language, last.right)
        if last.outcome == "wrong":
            self.tell("play.total_wrong", way=self._way(last))
            return
        key = "play.total_right" if last.outcome == "once" else "play.total_right_now"
        self.console.print(f"[green]{escape(say(self.language, key, total=total))}[/]")
        if last.outcome == "second":
            self.console.print(escape(self._way(last)))

    def report(self) -> None:
        for line in arithmetic.report([""] * (1 + max((one.seat for one in self.said), default=0)), self.said):
            self.tell("play.totals_right", right=line["once"], n=line["announced"])
            if line["second"]:
                self.tell("play.totals_second", n=line["second"])
            for kind in line["kinds"]:
                name = say(self.language, f"sums.kind.{kind['kind']}")
                self.tell("play.totals_of_kind", kind=name, right=kind["once"] + kind["second"], n=kind["announced"])
        for one in self.said:
            if one.outcome != "once":
                self.tell("play.total_missed", sum=self._sum(one), said=number(self.language, one.said))

    def _sum(self, one: SaidTotal) -> str:
        return sums.written(one.sum, self.language) if one.sum else number(self.language, one.right)

    def _way(self, one: SaidTotal) -> str:
        return sums.told(one.sum, self.language) if one.sum else number(self.language, one.right)

    def tell(self, key: str, **values: object) -> None:
        self.console.print(f"[yellow]{escape(say(self.language, key, **values))}[/]")
