"""10 as a child might play it who has just learned the rules."""

from __future__ import annotations

import random

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
        return "show" if "show" in view.legal_moves else add(view, dice)
    return f"start:{view.seat}"


def lay(view: View, dice: random.Random) -> str:
    """Any card but the joker and the lowest; a very good one face down, the others face up."""
    cards = sorted({move.partition(":")[0] for move in view.legal_moves}, key=lambda card: (points(card), card))
    plain = [card for card in cards if card != "J"] or cards
    card = dice.choice(plain[len(plain) // 2 :])
    return f"{card}:down" if points(card) >= ACE else f"{card}:up"


def bid(view: View, dice: random.Random) -> str:
    """Swap for an open card that is much better, now and then; bid and protect nothing."""
    lying = view.table["table"]
    own = points(lying[view.seat]["card"])
    for seat, place in enumerate(lying):
        better = place["up"] and points(place["card"]) >= own + MUCH_BETTER
        if better and f"swap:{seat}" in view.legal_moves and dice.random() < TEMPTED:
            return f"swap:{seat}"
    return "keep" if "keep" in view.legal_moves else "pass"


def add(view: View, dice: random.Random) -> str:
    """The number that brings the total nearest to 10; a joker now and then, if there is none that does well."""
    numbers = [move for move in view.legal_moves if move.startswith("add:") and move != "add:J"]
    best = max(numbers, key=lambda move: (points(move[4:]), move), default="stand")
    own = points(view.table["table"][view.seat]["card"])
    total = own + (0 if best == "stand" else points(best[4:]))
    if total < HIGH and "add:J" in view.legal_moves and dice.random() < JOKER:
        return "add:J"
    return best


def points(card: str) -> int:
    return 10 if card == "J" else int(card.removeprefix("P"))
