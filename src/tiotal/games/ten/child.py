"""10 as a child might play it who has just learned the rules."""

from __future__ import annotations

import random
from typing import Any

from tiotal.engine.game import View

TEMPTED = 0.3  # how often it swaps for a card that is much better
JOKER = 0.6  # how often it gives up its joker for a total that would be poor without
MUCH_BETTER = 4
HIGH = 8  # a total that is good enough
ACE = 9  # the leaflet's advice: a card from here on is laid face down

# What a child's move costs differs from game to game; these shares make the steps up to medium alike (docs/bots.md).
SHARES = {"beginner": 1.0, "easy": 0.62, "medium": 0.32}


def choose(view: View, dice: random.Random) -> str:
    phase = view.table["phase"]
    if phase == 2:
        return lay(view, dice)
    if phase == 3:
        return bid(view, dice)
    if phase == 4:
        return move_of(view, "show") or add(view, dice)
    return move_of(view, "start", seat=view.seat) or view.legal_moves[0]


def move_of(view: View, kind: str, **parts: Any) -> str | None:
    """A legal move of this kind with these parts, written."""
    wanted = parts.items()
    fitting = (move for move in view.moves if move.kind == kind)
    return next((move.written for move in fitting if all(getattr(move, part) == is_ for part, is_ in wanted)), None)


def lay(view: View, dice: random.Random) -> str:
    """Any card but the joker and the lowest; a very good one face down, the others face up."""
    cards = sorted({move.card or "" for move in view.moves}, key=lambda card: (points(card), card))
    plain = [card for card in cards if card != "J"] or cards
    card = dice.choice(plain[len(plain) // 2 :])
    way = "down" if points(card) >= ACE else "up"
    return move_of(view, "lay", card=card, choice=way, chips=0) or view.legal_moves[0]


def bid(view: View, dice: random.Random) -> str:
    """Swap for an open card that is much better, now and then; bid and protect nothing."""
    lying = view.table["table"]
    own = points(lying[view.seat]["card"])
    for seat, place in enumerate(lying):
        better = place["up"] and points(place["card"]) >= own + MUCH_BETTER
        swap = move_of(view, "swap", seat=seat) if better else None
        if swap and dice.random() < TEMPTED:
            return swap
    return move_of(view, "keep") or move_of(view, "pass") or view.legal_moves[0]


def add(view: View, dice: random.Random) -> str:
    """The number that brings the total nearest to 10; a joker now and then, if there is none that does well."""
    numbers = [move.card or "" for move in view.moves if move.kind == "add" and move.card != "J"]
    best = max(numbers, key=lambda card: (points(card), card), default=None)
    own = points(view.table["table"][view.seat]["card"])
    total = own + (0 if best is None else points(best))
    joker = move_of(view, "add", card="J")
    if total < HIGH and joker and dice.random() < JOKER:
        return joker
    return (best and move_of(view, "add", card=best)) or move_of(view, "stand") or view.legal_moves[0]


def points(card: str) -> int:
    return 10 if card == "J" else int(card.removeprefix("P"))
