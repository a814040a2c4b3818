"""Bots that do things wrong, each in its own way; an arena knows them as `tests.kit.bad_bots:Class`."""

from __future__ import annotations

import os
import sys
import time

from tiotal.engine.game import Position, View


class First:
    """Nothing wrong with it: it plays the first move in the list."""

    name = "first"

    def __init__(self, seed: int | None) -> None:
        self.seed = seed

    def choose(self, view: View) -> str:
        return view.legal_moves[0]


class Crashes(First):
    def choose(self, view: View) -> str:
        raise RuntimeError("no idea")


class Leaves(First):
    def choose(self, view: View) -> str:
        sys.exit(3)


class Dies(First):
    def choose(self, view: View) -> str:
        os._exit(9)


class Cheats(First):
    """Makes its move legal by writing it into the list."""

    def choose(self, view: View) -> str:
        view.legal_moves[:] = ["+1000"]
        return "+1000"


class Numbers(First):
    """The right move in the wrong form."""

    def choose(self, view: View) -> str:
        return view.game.parse(view.legal_moves[0])  # type: ignore[return-value]


class Hangs(First):
    """Thinks for ever, but not in the game for warming up."""

    def choose(self, view: View) -> str:
        if self.seed:
            time.sleep(3600)
        return view.legal_moves[0]


class Interrupts(First):
    """As if somebody had pressed Ctrl-C while it was thinking."""

    def choose(self, view: View) -> str:
        raise KeyboardInterrupt


class Prints(First):
    def choose(self, view: View) -> str:
        print("thinking aloud")
        return view.legal_moves[0]


class Takes(First):
    """Takes a stack in 11 nimmt! whenever it can."""

    def choose(self, view: View) -> str:
        return next((move for move in view.legal_moves if move.startswith("take:")), view.legal_moves[0])


class TakesToo(Takes):
    """For rounds that last: at this table nobody gets rid of cards."""


class CannotBeMade(First):
    def __init__(self, seed: int | None) -> None:
        raise OSError("no such book of openings")


class Sees(First):
    """Is shown everything, tries it out, and tells nobody."""

    sees_everything = True

    def choose_seeing(self, position: Position) -> str:
        move = position.legal_moves[0]
        position.play(move)
        return move

    def choose(self, view: View) -> str:
        raise AssertionError("it was to see everything")
