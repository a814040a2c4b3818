"""Puzzles on the screen: one after the other, with points and reasons after each answer; and lists of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from tiotal.puzzles.puzzle import FULL_POINTS, SOME_POINTS, Puzzle
from tiotal.terminal.drawing import draw
from tiotal.terminal.play import WalkedAway, in_natural_order
from tiotal.words import number, percent, say

BAR = 20  # characters for a chance of 1
SAID = {FULL_POINTS: "puzzles.full", SOME_POINTS: "puzzles.some", 0: "puzzles.no_points"}


def solve(puzzles: Sequence[Puzzle], language: str, console: Console) -> None:
    """One after the other; whoever leaves is told no more."""
    points = 0
    try:
        for puzzle in puzzles:
            show(puzzle, language, console)
            move = ask(puzzle, language, console)
            points += puzzle.points(move)
            tell(puzzle, move, language, console)
    except WalkedAway:
        console.print(say(language, "play.left"))
        return
    if len(puzzles) > 1:
        most = FULL_POINTS * len(puzzles)
        console.print(f"\n[bold]{say(language, 'puzzles.total', n=points, most=most)}[/]")


def show(puzzle: Puzzle, language: str, console: Console) -> None:
    console.print(f"\n[bold]{escape(puzzle.title(language))}[/]  [dim]{escape(puzzle.variant(language))}[/]")
    before = puzzle.before(language)
    if before:
        console.print(f"[dim]{say(language, 'puzzles.before')}[/]")
    for sentence in before:
        console.print(f"[dim]• {escape(sentence)}[/]")
    names = [say(language, "play.you") if seat == puzzle.seat else name for seat, name in enumerate(puzzle.names)]
    for line in draw(puzzle.view, names, language):
        console.print(line)
    console.print(say(language, "puzzles.question"))
    moves = in_natural_order(puzzle.view)
    width = len(str(len(moves)))
    for place, move in enumerate(moves, 1):
        console.print(f"  {place:>{width}}  [bold]{escape(move)}[/]  [dim]{escape(puzzle.in_words(move, language))}[/]")


def ask(puzzle: Puzzle, language: str, console: Console) -> str:
    moves = in_natural_order(puzzle.view)
    console.print(f"[dim]{say(language, 'puzzles.ask')}[/]")
    while True:
        try:
            typed = console.input(say(language, "play.prompt"), markup=False).strip()
        except (EOFError, KeyboardInterrupt):
            raise WalkedAway from None
        if typed.lower() == "q":
            raise WalkedAway
        wanted = typed.replace("−", "-").replace("–", "-").lower()
        for place, move in enumerate(moves, 1):
            if wanted in (move.lower(), str(place)):
                return move
        if typed:
            console.print(f"[yellow]{escape(say(language, 'puzzles.not_legal', move=typed[:40], legal=moves))}[/]")


def tell(puzzle: Puzzle, move: str, language: str, console: Console) -> None:
    points = puzzle.points(move)
    said = say(language, SAID[points])
    console.print(f"[bold]{said}[/] {say(language, 'puzzles.points', n=points, most=FULL_POINTS)}")
    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column(say(language, "puzzles.move"))
    table.add_column(say(language, "puzzles.chance"), justify="right")
    table.add_column("")
    table.add_column(say(language, "puzzles.points_head"), justify="right")
    for choice in puzzle.choices:
        chance = choice.deeper.chance
        name = escape(puzzle.in_words(choice.move, language))
        bar = "█" * round(BAR * chance)
        mark = f"[bold]{name}[/]" if choice.move == move else name
        table.add_row(mark, percent(language, chance), bar, str(puzzle.points(choice.move)))
    console.print(table)
    for key, told in (("puzzles.you_chose", move), ("puzzles.best", puzzle.best.move)):
        if key == "puzzles.best" and told == move:
            continue
        reasons = " ".join(puzzle.reasons(told, language))
        console.print(f"[bold]{say(language, key, move=puzzle.in_words(told, language))}[/] {escape(reasons)}")


# --- Lists ------------------------------------------------------------------------------------------------------
def show_list(puzzles: Sequence[Puzzle], language: str, console: Console) -> None:
    table = Table(box=None, padding=(0, 2, 0, 0))
    for puzzle in puzzles:
        best, second = puzzle.choices[:2]
        table.add_row(
            puzzle.name,
            say(language, f"difficulties.{puzzle.difficulty}"),
            puzzle.variant(language),
            best.move,
            percent(language, best.deeper.chance, 1),
            second.move,
            percent(language, second.deeper.chance, 1),
            number(language, puzzle.deeper.iterations),
        )
    console.print(table)


def figures_of(puzzle: Puzzle) -> dict[str, Any]:
    """All figures, for programs."""
    return {
        "name": puzzle.name,
        "difficulty": puzzle.difficulty,
        "missed": puzzle.missed,
        "players": puzzle.game.players,
        "options": puzzle.game.options,
        "first": vars(puzzle.first),
        "deeper": vars(puzzle.deeper),
        "choices": [
            {
                "move": choice.move,
                "points": puzzle.points(choice.move),
                "worse": round(puzzle.worse(choice.move), 4),
                "first": vars(choice.first),
                "deeper": vars(choice.deeper),
            }
            for choice in puzzle.choices
        ],
    }
