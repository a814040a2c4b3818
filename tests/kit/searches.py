"""Searches for one and the same choice, in any form and in any Python: this text also runs in a page, as it is."""

from __future__ import annotations

import hashlib
import random
import time
from collections.abc import Iterator

from tiotal.bots import policies
from tiotal.bots.search import OneSearch, settings_of
from tiotal.engine.forms import Form
from tiotal.engine.game import View
from tiotal.engine.games import GAMES

SEED = 5
OF_ALL = ("iterations", "playouts", "moves_played", "nodes")
OF_EACH = ("move", "child", "sibling", "visits", "chances", "value", "squares", "opinion")  # of each node


def choices(name: str) -> Iterator[View]:
    """From the views of those who have them, at several places of matches."""
    for players, moves in ((2, 5), (3, 12), (4, 24)):
        dice = random.Random(3)
        found = GAMES[name](players).deal(7)
        while len(found.moves) < moves or len(found.legal_moves) < 3:
            found.play(dice.choice(found.legal_moves))
        yield found.view(found.to_move)


def trees(name: str, iterations: int, form: Form) -> list[str]:
    """Every number of every node, in short."""
    found = []
    for view in choices(name):
        search = begun(name, view, form)
        search.form.search(search.states, search.notes, search.trees, SEED, iterations)
        numbers = [int(search.read(field)) for field in OF_ALL]
        for row in map(search.read, OF_EACH):
            numbers += [int(row[node]) for node in range(search.read("nodes"))]
        found.append(hashlib.sha256(repr(numbers).encode()).hexdigest())
    return found


def rate(name: str, iterations: int, form: Form, turns: int) -> float:
    """Iterations a second, with four players, in the best of some turns."""
    *_, view = choices(name)
    best = 0.0
    for _ in range(turns):
        search = begun(name, view, form)
        start = time.perf_counter()
        search.form.search(search.states, search.notes, search.trees, SEED, iterations)
        best = max(best, iterations / (time.perf_counter() - start))
    return best


def begun(name: str, view: View, form: Form) -> OneSearch:
    assert view.seat is not None
    return OneSearch(view.game, view.seat, view.state, SEED, settings_of(name), form=form)


def quick_here(name: str) -> Form:
    """The quickest of where this runs: compiled, or translated."""
    form = policies.quickest_form(name)
    assert form.is_quick
    return form
