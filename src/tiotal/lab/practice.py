"""Sums to practise, from real positions: a part of the build of the web client.

    python -m tiotal.lab.practice web/src/generated

Bots play every variant of the games in which a total is said; each legal card of whoever is to move is a sum that they
would have to say. Of each kind within each range some are kept, with a way to calculate them. They are the same for
the same rules and bots.
"""

from __future__ import annotations

import contextlib
import json
import random
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import asdict, astuple
from pathlib import Path
from typing import Any

from tiotal.bots.greedy import GreedyBot
from tiotal.engine.errors import BadOption
from tiotal.engine.game import Game, View
from tiotal.engine.games import GAMES
from tiotal.engine.options import Number
from tiotal.sums import Sum, kind_of, range_of, sum_of, way_of

FILE = "practice.json"
MATCHES = 6  # of each variant
LONGEST = 120  # moves of a match that are looked at
OF_A_KIND = 110  # sums that are kept of a kind within a range
SLIPS = 0.25  # of the moves are any legal one, so that positions are not always those of a good player


def pool() -> list[Sum]:
    """The sums that are kept, in the order of kinds and ranges."""
    met: dict[tuple[str, str], set[Sum]] = defaultdict(set)
    for some in _met():
        met[kind_of(some), range_of(some)].add(some)
    kept: list[Sum] = []
    for cell in sorted(met):
        found = sorted(met[cell], key=astuple)
        chosen = random.Random("/".join(cell)).sample(found, min(OF_A_KIND, len(found)))
        kept += sorted(chosen, key=astuple)
    return kept


def _met() -> Iterator[Sum]:
    for game in _variants():
        for seed in range(MATCHES):
            yield from _in_a_match(game, seed)


def _variants() -> Iterator[Game]:
    """What a game declares as its variants, and its target at both ends and as usual, wherever it can be chosen."""
    for game in GAMES.values():
        if not game.has_totals:
            continue
        yield from (game(players, **options) for players, options in game.variants)
        for option in game.declared_options:
            if isinstance(option, Number) and option.name == "target":
                yield from _with_targets(game, option)


def _with_targets(game: type[Game], target: Number) -> Iterator[Game]:
    for case in target.cases:
        for value in sorted({case.low, case.default or case.low, case.high}):
            with contextlib.suppress(BadOption):  # some want more than a number
                yield game(2, **{case.option: case.value, target.name: value})


def _in_a_match(game: Game, seed: int) -> Iterator[Sum]:
    position, bot, chance = game.deal(seed), GreedyBot(seed), random.Random(seed)
    for _ in range(LONGEST):
        if position.to_move is None:
            return
        view = position.view(position.to_move, since=position.log_size)
        yield from _said_at(position.total, view)
        slips = chance.random() < SLIPS
        position.play(chance.choice(view.legal_moves) if slips else bot.choose(view))


def _said_at(total: int | None, view: View) -> Iterator[Sum]:
    for move in view.moves:
        after = view.total_after(move.written)
        some = None if total is None or after is None else sum_of(total, after, move.choice)
        if some:
            yield some


# --- Files ------------------------------------------------------------------------------------------------------
def rows() -> list[dict[str, Any]]:
    """As the page reads them: a sum, its way, and the same with gaps for a hint."""
    return [{**asdict(some), **way_of(some).as_dict(), "hint": way_of(some).hint()["steps"]} for some in pool()]


def main(folder: Path) -> None:
    text = "[\n" + ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows()) + "\n]\n"
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / FILE
    if not file.is_file() or file.read_text(encoding="utf-8") != text:  # what has not changed is not built anew
        file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
