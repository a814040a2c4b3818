"""Plays as a child might who has just learned the rules: sees what lies there, and does what comes to mind.

Nothing is planned and nobody else is thought of. Every move has a reason that can be said in a few words; which of
several such moves it is, is left to chance.
"""

from __future__ import annotations

import random

from tiotal.bots.bot import chance_of, own_seed
from tiotal.engine.game import View

SIMPLE = 0.75  # how often a child plays a number rather than a special card
TOWARDS = 5  # so much likelier is a card that leads towards the goal than one that leads away
NOTICED = 0.9  # how often a child notices that a number wins
PUZZLED_OUT = 0.5  # and that a special card does
NEAREST = 0.9  # how often it plays the card that comes right after a stack, rather than any that fits
TEMPTED = 0.3  # how often it swaps for a card that is much better
JOKER = 0.6  # how often it gives up its joker for a total that would be poor without
MUCH_BETTER = 4
HIGH = 8  # a total that is good enough
ACE = 9  # the leaflet's advice: a card from here on is laid face down


class ChildBot:
    """Knows the aim of each game, and how its cards are laid."""

    name = "child"

    def __init__(self, seed: int | None = None) -> None:
        self._seed = own_seed(seed)

    def choose(self, view: View) -> str:
        if len(view.legal_moves) == 1:
            return view.legal_moves[0]
        return CHOOSE[view.game.name](view, random.Random(chance_of(self._seed, view)))


# --- Cento ------------------------------------------------------------------------------------------------------
def choose_in_cento(view: View, dice: random.Random) -> str:
    """Win, if that is seen; otherwise a number that leads towards the goal, or whatever can be played."""
    plays = [move for move in view.legal_moves if not move.startswith(("discard:", "swap:", "give:"))]
    numbers = [move for move in plays if is_number(move)]
    goal = view.table["goal"]
    for move in plays:
        if view.total_after(move) == goal and dice.random() < (NOTICED if move in numbers else PUZZLED_OUT):
            return move
    if numbers and dice.random() < SIMPLE:
        now = abs(goal - view.table["total"])
        weights = [TOWARDS if abs(goal - (view.total_after(move) or 0)) < now else 1 for move in numbers]
        return dice.choices(numbers, weights)[0]
    return dice.choice(plays or view.legal_moves)


def is_number(move: str) -> bool:
    return move.lstrip("+-").isdigit()


# --- 11 nimmt! --------------------------------------------------------------------------------------------------
def choose_in_nimmt(view: View, dice: random.Random) -> str:
    """A card that fits, mostly the one right after its stack; a stack is taken only when nothing fits: the newest."""
    plays = [move for move in view.legal_moves if ">" in move]
    if plays and dice.random() < NEAREST:
        return min(plays, key=lambda move: (gap(move), move))
    takes = [move for move in view.legal_moves if move.startswith("take:")]
    if takes and not plays:
        return f"take:{view.table['stacks'][-1][-1]}"
    return dice.choice(plays or view.legal_moves)


def gap(move: str) -> int:
    card, top = map(int, move.split(">"))
    return (card - top) % 100


# --- 10 ---------------------------------------------------------------------------------------------------------
def choose_in_ten(view: View, dice: random.Random) -> str:
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


CHOOSE = {"cento": choose_in_cento, "nimmt": choose_in_nimmt, "ten": choose_in_ten}
