"""Finds deals in which what a lesson teaches happens: the seeds and lines of `tiotal.table.lessons`.

    python bench/lessons.py cento      prints what fits, the first seeds first

A learner who does what the lesson proposes meets every step of it; whoever does something else plays on as usual.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterator

from tiotal.engine.game import Game, Position
from tiotal.engine.games import GAMES

LEARNER, BOT = 0, 1
MOST_FOUND = 5
TRICKS = {"SKIP", "TENS", "FLIP"}


def cento(position: Position) -> Iterator[str]:
    """A small card to begin with, and three tricks; the bot has plain cards to add."""
    hand, other = hands(position)
    plain = [card for card in hand if card not in TRICKS]
    if position.to_move != LEARNER or not set(hand) >= TRICKS or not all(card.startswith("+") for card in plain):
        return
    if len(plain) != 2:
        return
    begins, beside = sorted(int(card) for card in plain)
    adds = [card for card in other if card.startswith("+") and 4 <= int(card) <= 9]
    if begins > 4 or beside > 10 or len(adds) < 3:
        return
    line = adds[:3]
    learner = [f"+{begins}", "SKIP", "TENS:+60", "FLIP"]
    played = position.copy()
    for move in (learner[0], line[0], learner[1], learner[2], line[1], learner[3], line[2]):
        if move not in played.view(played.to_move).legal_moves:
            return
        played.play(move)
    yield f"hand {hand}, line {line}, total {played.view(LEARNER).table['total']}"


def nimmt(position: Position) -> Iterator[str]:
    """One card fits; then none, and the stack that is taken has three cards; then two fit on one stack."""
    first = puts(position)
    if len(first) != 1:
        return
    for line in bot_answers(position, first[0]):
        after = line[1]
        if puts(after):
            continue
        after.play(f"take:{top_of(after)}")
        for second in puts(after, BOT):
            last = after.copy()
            last.play(second)
            mine = puts(last)
            stacks = [move.split(">")[1] for move in mine]
            if any(stacks.count(stack) >= 2 for stack in stacks) and len(mine) <= 4:
                yield f"first {first[0]}, line {[line[0], second]}, then {mine}"


def bot_answers(position: Position, move: str) -> Iterator[tuple[str, Position]]:
    begun = position.copy()
    begun.play(move)
    for answer in puts(begun, BOT):
        played = begun.copy()
        played.play(answer)
        yield answer, played


def ten(position: Position) -> Iterator[str]:
    """A 9 to protect and a 1 to go with it; the bot has something lower to lay, and nothing good to add."""
    hand, other = hands(position)
    small = [card for card in other if card in ("4", "5", "6")]
    poor = [card for card in other if card not in (*small, "J")]
    fits = "9" in hand and "1" in hand and "J" in hand and sorted(hand)[1] in ("3", "4", "5")
    round_card = position.view(LEARNER).table["round_card"]
    if fits and len(small) == 1 and all(card in ("7", "8", "10") for card in poor) and round_card in ("R4", "R5", "R6"):
        yield f"hand {hand}, other {other}, round card {round_card}"


# --- Looking ----------------------------------------------------------------------------------------------------
def hands(position: Position) -> tuple[list[str], list[str]]:
    mine, other = (position.view(seat).table["hands"][seat] for seat in (LEARNER, BOT))
    return mine, other


def puts(position: Position, seat: int = LEARNER) -> list[str]:
    """Cards that can be put on a stack."""
    return [move for move in position.view(seat).legal_moves if ">" in move]


def top_of(position: Position) -> int:
    return int(position.view(LEARNER).table["stacks"][0][-1])


def search(game: Game) -> Iterator[str]:
    wanted = {"cento": cento, "nimmt": nimmt, "ten": ten}[game.name]
    for seed in itertools.count(1):
        for found in wanted(game.deal(seed)):
            yield f"{game.name} {seed}: {found}"


if __name__ == "__main__":
    for line in itertools.islice(search(GAMES[sys.argv[1]](2)), MOST_FOUND):
        print(line, flush=True)
