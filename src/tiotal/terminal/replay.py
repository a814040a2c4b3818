"""Stepping through a record: everything is shown, as it is for somebody who looks back at a finished game.

A record of a round that is still being played keeps back what people have to remember.
"""

from __future__ import annotations

from rich.console import Console
from rich.markup import escape

from tiotal.engine.game import Position
from tiotal.engine.record import Record
from tiotal.terminal.drawing import draw
from tiotal.terminal.news import tell, tell_end
from tiotal.words import say


class Replay:
    def __init__(self, record: Record, language: str, console: Console) -> None:
        self.record = record
        self.language = language
        self.console = console
        self.names = list(record.players)
        self.positions = [position.copy() for position in record.positions()]
        self.hidden = self._hidden()

    @property
    def last(self) -> int:
        return len(self.positions) - 1

    def _hidden(self) -> range:
        """Of a round that is being played, moments that have to be remembered; a record has no seat, so they are
        those of a spectator."""
        entries = self.positions[-1].to_remember(None)
        numbers = [number for number, one in enumerate(self.positions) if entries.start <= one.log_size <= entries.stop]
        return range(numbers[0], numbers[-1] + 1) if entries else range(0)

    def run(self) -> None:
        """Ask where to go until there is nothing more to read; without a keyboard, show every step."""
        game, players = self.record.game.called, ", ".join(self.names)
        start = say(self.language, "replay.start", game=game, players=players, n=self.last)
        self.console.print(start, markup=False)
        if not self.console.is_terminal:
            for number in range(self.last + 1):
                if number not in self.hidden or number == self.hidden.start:
                    self.show(number)
            return
        number = 0
        self.show(number)
        self.console.print(f"[dim]{say(self.language, 'replay.keys')}[/]")
        while True:
            try:
                typed = self.console.input("> ", markup=False).strip().lower()
            except (EOFError, KeyboardInterrupt):
                return
            if typed == "q":
                return
            wanted = self.where(typed, number)
            if wanted is None:
                self.console.print(say(self.language, "replay.not_a_number", most=self.last))
            elif wanted > self.last:
                self.console.print(say(self.language, "replay.end"))
            else:
                number = wanted
                self.show(number)

    def where(self, typed: str, number: int) -> int | None:
        if typed == "":
            return number + 1
        if typed == "b":
            return max(0, number - 1)
        if typed.isdecimal() and len(typed) < 10 and int(typed) <= self.last:
            return int(typed)
        return None

    def show(self, number: int) -> None:
        position = self.positions[number]
        self.console.print()
        if number in self.hidden:
            self.console.print(f"[dim]{say(self.language, 'replay.to_remember')}[/]")
            return
        if number > 0:
            self.tell_move(number)
        seat = position.to_move
        for line in draw(position.view(seat), self.names, self.language):
            self.console.print(line)
        if position.is_over:
            for line in tell_end(position.view(None), self.names, self.language):
                self.console.print(f"[bold]{escape(line)}[/]")

    def tell_move(self, number: int) -> None:
        """As the player who made the move saw it, and what came of it."""
        before: Position = self.positions[number - 1]
        after: Position = self.positions[number]
        since = len(before.view(None).log)
        view = after.view(before.to_move, since=since)
        news = tell(view, self.names, self.language)
        self.console.print(say(self.language, "replay.step", number=number, most=self.last, news=news[0]), markup=False)
        for line in news[1:]:
            self.console.print(line, markup=False)
