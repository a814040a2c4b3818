"""A plain, scrolling game against bots: the human has seat 0."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

from rich.console import Console
from rich.markup import escape

from tiotal.bots.catalogue import make_bot
from tiotal.bots.guard import Guarded
from tiotal.engine.errors import IllegalMove
from tiotal.engine.game import Game, Position, View
from tiotal.engine.record import record_of
from tiotal.engine.seeds import Seed
from tiotal.table.match import SaidTotal
from tiotal.terminal.drawing import draw
from tiotal.terminal.files import write_text
from tiotal.terminal.hints import show_hint
from tiotal.terminal.news import tell, tell_end
from tiotal.terminal.rulebook import show_rules
from tiotal.terminal.totals import Totals
from tiotal.words import say
from tiotal.words.telling import to_do

HUMAN = 0
DEFAULT_LEVEL = "medium"
LONGEST_TOTAL = 6  # digits


class WalkedAway(Exception):
    """The player has left the game."""


class TerminalGame:
    def __init__(
        self,
        game: Game,
        seed: Seed | None,
        language: str,
        console: Console,
        level: str = DEFAULT_LEVEL,
        says: bool = True,
        hints: bool = True,
    ) -> None:
        self.position = game.deal(seed)
        self.language = language
        self.console = console
        bots = range(1, game.players)
        self.names = [say(language, "play.you"), *(say(language, "play.bot", n=number) for number in bots)]
        fixed = seed if isinstance(seed, int) else None
        self.bots = {seat: Guarded(make_bot(level, None if fixed is None else fixed + seat)) for seat in bots}
        self.told = 0
        self.level = level
        self.totals = Totals(says and game.has_totals, hints, language, console)

    def run(self) -> Position:
        """Play to the end; raises WalkedAway if the player leaves."""
        position = self.position
        if position.game.house_rules:
            self.console.print(f"[bold]{escape(position.game.house_rules)}[/]")
        level = say(self.language, f"levels.{self.level}")
        self.console.print(f"[dim]{say(self.language, 'play.level', level=level)}[/]")
        if self.totals.says:
            self.console.print(f"[dim]{say(self.language, 'play.say_totals', example=position.game.example_move)}[/]")
        while not position.is_over:
            if position.to_move == HUMAN:
                self.show()
                self.move(position.view(HUMAN))
            else:
                assert position.to_move is not None
                position.play(self.bots[position.to_move].choose(position.view(position.to_move)))
                self.tell_news()
        self.console.print()
        for line in tell_end(position.view(HUMAN), self.names, self.language):
            self.console.print(f"[bold]{escape(line)}[/]")
        return position

    def move(self, view: View) -> None:
        """The human's turn, from the question to what came of it."""
        begun = time.monotonic()
        move, said = self.ask(view)
        total = None
        if said is not None:
            total = self.totals.judged(view, len(self.position.moves), move, said, time.monotonic() - begun)
            if total.outcome != "once":
                total = replace(total, second=self.ask_again(total))
        self.position.play(move)
        self.tell_news()
        if total is not None:
            self.totals.said.append(total)
            self.totals.answer(total)

    def save(self, file: Path | None) -> None:
        if file is not None:
            names = [say(self.language, "play.player", n=1), *self.names[1:]]  # for others, nobody is called "you"
            write_text(file, record_of(self.position, names).to_json() + "\n")

    def show(self) -> None:
        self.console.print()
        for line in draw(self.position.view(HUMAN), self.names, self.language):
            self.console.print(line)

    def tell_news(self) -> None:
        view = self.position.view(HUMAN, since=self.told)
        self.told += len(view.log)
        for line in tell(view, self.names, self.language, you=HUMAN):
            self.console.print(f"[dim]•[/] {escape(line)}")

    # --- Asking -------------------------------------------------------------------------------------------------
    def ask(self, view: View) -> tuple[str, int | None]:
        """A legal move, with the new total if the player says it, whatever is typed on the way to it."""
        self.list_moves(view)
        self.console.print(f"[dim]{say(self.language, 'play.your_turn')}[/]")
        while True:
            typed, said = self.totals.split(self.input("play.prompt"), view)
            move = self.read(typed, view)
            if move is None:
                continue
            if said is None and self.totals.is_asked_for(view, move):
                said = self.ask_total()
                if said is None and self.totals.says:  # another card, then
                    self.list_moves(view)
                    continue
            return move, said if self.totals.is_asked_for(view, move) else None

    def ask_total(self) -> int | None:
        """The total that the player says; None: another card is wanted, or the totals are to be counted."""
        while True:
            typed = self.input("play.total_question")
            command = typed.lower()
            if command == "q":
                raise WalkedAway
            if command == "c":
                self.totals.turn()
            if command in ("b", "c"):
                return None
            if is_total(typed):
                return int(typed)
            if typed:
                self.answer("play.total_help")

    def ask_again(self, missed: SaidTotal) -> int | None:
        """The total that the player says after a wrong one; None: the way to it is wanted."""
        self.totals.ask_again(missed)
        while True:
            typed = self.input("play.total_question")
            if typed.lower() == "q":
                raise WalkedAway
            if not typed:
                return None
            if is_total(typed):
                return int(typed)
            self.answer("play.total_again_help")

    def input(self, prompt: str) -> str:
        try:
            return self.console.input(say(self.language, prompt), markup=False).strip()
        except (EOFError, KeyboardInterrupt):
            raise WalkedAway from None

    def list_moves(self, view: View) -> None:
        moves = in_natural_order(view)
        width = len(str(len(moves)))
        longest = max(map(len, moves))
        for number, move in enumerate(moves, 1):
            words = to_do(self.language, view.game.name, view.game.read(move), self.names, HUMAN)
            total = None if self.totals.says else view.total_after(move)
            after = "" if total is None else f" → {total}"
            self.console.print(
                f"  {number:>{width}}  [bold]{escape(f'{move:<{longest}}')}[/]  [dim]{escape(words)}[/]{after}"
            )

    def read(self, typed: str, view: View) -> str | None:
        """The move that was typed, or None after answering anything else."""
        command = typed.lower()
        if not typed:
            return None
        if command == "q":
            raise WalkedAway
        if command == "?":
            self.console.print(say(self.language, "play.help", example=view.game.example_move), markup=False)
            if view.game.has_totals:
                self.console.print(say(self.language, "play.help_totals"), markup=False)
        elif command == "t":
            self.show()
            self.list_moves(view)
        elif command == "h":
            show_hint(view, self.names, self.language, self.console, says=self.totals.says)
        elif command == "c" and view.game.has_totals:
            self.totals.turn()
            self.list_moves(view)
        elif command == "w" and view.game.has_totals:
            self.totals.turn_hints()
        elif command == "r":
            show_rules(view.game.name, self.language, self.console)
        elif typed.isdecimal() and typed not in view.legal_moves:
            number = int(typed) if len(typed) < 10 else 0
            if 1 <= number <= len(view.legal_moves):
                return in_natural_order(view)[number - 1]
            self.answer("play.no_such_number", number=typed[:20], most=len(view.legal_moves))
        else:
            return self.read_move(typed, view)
        return None

    def read_move(self, typed: str, view: View) -> str | None:
        """A written move, with any minus sign and in any case."""
        wanted = typed.replace("−", "-").replace("–", "-").replace(" ", "").lower()
        for move in view.legal_moves:
            if move.lower() == wanted:
                return move
        try:
            self.position.copy().play(typed)
        except IllegalMove as refusal:
            told = refusal.to_say_total() if self.totals.says else refusal
            self.console.print(f"[yellow]{escape(told.sentence(self.language))}[/]")
        return None

    def answer(self, key: str, **values: object) -> None:
        self.console.print(f"[yellow]{escape(say(self.language, key, **values))}[/]")


def is_total(typed: str) -> bool:
    return typed.isdecimal() and len(typed) <= LONGEST_TOTAL


def in_natural_order(view: View) -> list[str]:
    """The legal moves as people would list them: by card, not by spelling."""
    return sorted(view.legal_moves, key=view.game.parse)


def play(
    game: Game,
    seed: Seed | None,
    language: str,
    console: Console,
    save: Path | None = None,
    level: str = DEFAULT_LEVEL,
    says: bool = True,
    hints: bool = True,
) -> None:
    """Play a game. A file to save it in is written before the first move, so that a wrong name costs no game, and again
    however the game ends."""
    terminal = TerminalGame(game, seed, language, console, level, says, hints)
    terminal.save(save)
    try:
        terminal.run()
    except WalkedAway:
        console.print(say(language, "play.left"))
    finally:
        terminal.save(save)
    terminal.totals.report()
    if save is not None:
        console.print(say(language, "play.saved", file=str(save)), markup=False)
