"""Hints on the screen: for a position of a record as a table with reasons, in a game as a few sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from tiotal.bots.advice import Advice, Advised, advise
from tiotal.bots.bot import Budget
from tiotal.bots.search import warm_up_in_background
from tiotal.engine.errors import TiotalError
from tiotal.engine.game import Position, View
from tiotal.engine.record import Record
from tiotal.words import number, percent, say
from tiotal.words.telling import to_do


class RecordHint:
    """What the player to move at a place in a record could have been told, and what was played."""

    def __init__(self, record: Record, move: int | None, budget: Budget, seed: int, count: int) -> None:
        self.record = record
        self.number, position = find_position(record, move)
        moves = record.moves
        played = moves[self.number - 1] if self.number <= len(moves) else None
        self.advice = advise(position.view(position.to_move), budget, seed, count, also=played)

    @property
    def name(self) -> str:
        return self.record.players[self.advice.seat]

    def compared(self, language: str) -> str | None:
        """What was played, beside the best move."""
        best, played = self.advice.best, self.advice.also
        if played is None:
            return None
        move = self._in_words(language, played)
        if played.move == best.move:
            return say(language, "hint.played_best", move=move)
        if played.is_as_good_as(best):
            return say(language, "hint.played_as_good", move=move, best=self._in_words(language, best))
        if not played.is_worse_than(best):
            return say(language, "hint.played_unclear", move=move, best=self._in_words(language, best))
        chances = {"chance": percent(language, played.chance), "best_chance": percent(language, best.chance)}
        return say(language, "hint.played_worse", move=move, **chances)

    def _in_words(self, language: str, advised: Advised) -> str:
        game = self.record.game
        return to_do(language, game.name, game.read(advised.move), self.record.players, self.advice.seat)

    def as_dict(self, language: str) -> dict[str, Any]:
        played = self.advice.also
        names = self.record.players
        reasoned = None if played is None else played.as_dict(language, names=names, you=self.advice.seat)
        told = None if reasoned is None else {**reasoned, "compared": self.compared(language)}
        return {"number": self.number, "player": self.name, **self.advice.as_dict(language, names), "played": told}

    def show(self, language: str, console: Console) -> None:
        title = say(
            language, "hint.title", game=self.record.game.called, number=number(language, self.number), name=self.name
        )
        console.print(f"[bold]{escape(title)}[/]")
        for fact in self.advice.about:
            console.print(fact.sentence(language), markup=False)
        console.print(table_of(self.advice, self.record.players, language))
        for advised in self.advice.moves:
            reasons = advised.sentences(language, names=self.record.players, you=self.advice.seat)
            console.print(f"[bold]{escape(advised.move)}[/]  {escape(' '.join(reasons))}")
        compared = self.compared(language)
        if compared:
            console.print(compared, markup=False)


def find_position(record: Record, move: int | None) -> tuple[int, Position]:
    """The position before a move, which is counted from 1; without a number, the one in which the record ends."""
    *_, final = record.positions()
    made = len(record.moves)
    most = made if final.is_over else made + 1
    if move is None:
        if final.is_over:
            raise TiotalError("hint.which_move", most=most)
        return most, final
    if not 1 <= move <= most:
        raise TiotalError("hint.no_such_move", number=move, most=most)
    for place, position in enumerate(record.positions(), 1):
        if place == move:
            return move, position
    raise AssertionError("a record has a position before each of its moves")


def table_of(advice: Advice, names: Sequence[str], language: str) -> Table:
    table = Table()
    table.add_column(say(language, "hint.move"))
    table.add_column("")
    table.add_column(say(language, "hint.chance"), justify="right")
    table.add_column(say(language, "hint.interval"), justify="right")
    for advised in advice.moves:
        words = to_do(language, advice.game.name, advice.game.read(advised.move), names, advice.seat)
        cells = (advised.move, words, percent(language, advised.chance, 1), interval(language, advised))
        table.add_row(*map(escape, cells))
    return table


def show_hint(view: View, names: Sequence[str], language: str, console: Console, says: bool = False) -> None:
    """In a game: the best move, and why; but no total to somebody who says it."""
    with console.status(say(language, "hint.thinking")):
        warm_up_in_background(view.game.name)
        advice = advise(view, count=2)
    words = to_do(language, view.game.name, view.game.read(advice.best.move), names, advice.seat)
    chance = percent(language, advice.best.chance)
    console.print(f"[bold green]{escape(say(language, 'hint.best', move=words, percent=chance))}[/]")
    sentences = [fact.sentence(language) for fact in advice.about]
    sentences += advice.best.sentences(language, says, names, advice.seat)
    console.print(" ".join(sentences), markup=False)


def interval(language: str, advised: Advised) -> str:
    if advised.exact:
        return "–"
    return " – ".join(number(language, 100 * end, 1) for end in (advised.low, advised.high))
