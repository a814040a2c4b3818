"""What is worth telling in Cento: the total that is left, and who can win from there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tiotal.bots.facts import Card, Odds, Reason
from tiotal.bots.worlds import Worlds
from tiotal.games.cento import rules
from tiotal.games.cento.game import CARDS
from tiotal.rules.state import NOBODY


def about(worlds: Worlds, best: int) -> list[Reason]:
    legal = worlds.legal(worlds.one)
    discards = all(rules.DISCARDS <= action < rules.SWAPS for action in legal)
    return [_fact("cento.facts.discard")] if discards and worlds.one.must_play == rules.NO_CARD else []


def reasons(worlds: Worlds, action: int) -> list[Reason]:
    after = worlds.after(worlds.one, action)
    if after.to_move == NOBODY:
        return [_end(worlds, action, after)]
    if rules.SWAPS <= action < rules.GIFTS:
        return [_swap(worlds, action)]
    if action >= rules.GIFTS:
        return [_gift(worlds, after)]
    facts = [_fact("cento.facts.leaves", total=after.total)]
    if after.flipped != worlds.one.flipped:
        facts.append(_fact("cento.facts.goal", goal=rules.goal(after)))
    facts += _next(worlds, action, after)
    if after.match != rules.SINGLE:
        facts.append(_fact("cento.facts.points", n=rules.POINTS[rules.card_of(action)]))
    return facts


# --- The move ends the round ------------------------------------------------------------------------------------
def _end(worlds: Worlds, action: int, after: Any) -> Reason:
    if after.winner == NOBODY:
        return _fact("facts.no_winner")
    return _fact("facts.wins_match" if wins_at_once(worlds, action) else "facts.wins_round")


def wins_at_once(worlds: Worlds, action: int) -> bool:
    """Where the others' points count, a round won may not be a match won."""
    after = worlds.after(worlds.one, action)
    single = after.match == rules.SINGLE
    return bool(single and after.over and after.winner != NOBODY and worlds.form.wins(after, worlds.seat))


# --- Who can win after it ---------------------------------------------------------------------------------------
def _next(worlds: Worlds, action: int, after: Any) -> list[Reason]:
    """A card wins or not whatever the world is like; so what wins is found out once, and who holds it is counted."""
    player = after.to_move
    winning = {move for card in range(rules.KINDS) for move in _wins_with(worlds, after, card)}
    kept = list(worlds.one.hands[worlds.seat])
    kept.remove(rules.card_of(action))
    if player == worlds.seat:
        sure = {rules.card_of(move) for move in winning} & set(kept)
        if sure:
            return [_fact("cento.facts.again_wins", cards=_names(sure))]
    cards = {rules.card_of(move) for move in winning} & _hidden(worlds)
    if not cards:
        return _nobody_wins(worlds, player)
    able = [not winning.isdisjoint(worlds.legal(state)) for state in _before_next(worlds, action, after)]
    key = "cento.facts.next"
    if rules.on_one_side(after, player, worlds.seat):
        key = "cento.facts.again_may" if player == worlds.seat else "cento.facts.partner"
    return [_fact(key, cards=_names(cards), odds=Odds(sum(able) / len(able)))]


def _before_next(worlds: Worlds, action: int, after: Any) -> Iterator[Any]:
    """What the next player is faced with in each world."""
    if after.to_move == worlds.seat:
        for world in worlds.many:
            yield worlds.after(world, action)  # with another card drawn
    else:
        yield from _with_other_hands(worlds, after)


def _with_other_hands(worlds: Worlds, state: Any) -> Iterator[Any]:
    """The same state with the hand that the player to move has in each world; the same object each time."""
    state = state.copy()
    for hands in worlds.hands:
        state.hands[state.to_move] = hands[state.to_move]
        yield state


def _nobody_wins(worlds: Worlds, player: int) -> list[Reason]:
    if player == worlds.seat:
        return [_fact("cento.facts.again")]
    if rules.on_one_side(worlds.one, player, worlds.seat):
        return [_fact("cento.facts.partner_cannot")]
    return [_fact("cento.facts.next_cannot")]


def _wins_with(worlds: Worlds, state: Any, card: int) -> list[int]:
    """How the player to move could end the round with a card, if it were in the hand."""
    player = state.to_move
    holding = state.copy()
    holding.hands[player] = [card] * rules.HAND
    plays = [move for move in worlds.legal(holding) if move < rules.DISCARDS]
    return [move for move in plays if worlds.after(holding, move).winner == player]


def _hidden(worlds: Worlds) -> set[int]:
    """The cards that somebody else may hold or that may be drawn: the same in every world."""
    state = worlds.one
    held = {card for seat in range(state.players) if seat != worlds.seat for card in state.hands[seat]}
    return held | set(state.stock[: state.stock_size])


# --- Pairs ------------------------------------------------------------------------------------------------------
def _swap(worlds: Worlds, action: int) -> Reason:
    """How likely the partner can give a card that wins."""
    wins: dict[int, bool] = {}
    able = 0
    for asked in _with_other_hands(worlds, worlds.after(worlds.one, action)):
        gifts = worlds.legal(asked)
        for gift in gifts:
            if gift not in wins:
                wins[gift] = _wins_next(worlds, worlds.after(asked, gift))
        able += any(wins[gift] for gift in gifts)
    cards = {rules.card_of(gift) for gift, won in wins.items() if won}
    if not cards:
        return _fact("cento.facts.swap_cannot")
    return _fact("cento.facts.swap", cards=_names(cards), odds=Odds(able / len(worlds.hands)))


def _gift(worlds: Worlds, after: Any) -> Reason:
    if _wins_next(worlds, after):
        return _fact("cento.facts.gift_wins")
    played = any(move < rules.DISCARDS for move in worlds.legal(after))
    return _fact("cento.facts.gift_played" if played else "cento.facts.gift_discarded")


def _wins_next(worlds: Worlds, state: Any) -> bool:
    """Whether the player to move can end the round."""
    return any(worlds.after(state, move).winner == state.to_move for move in worlds.legal(state))


def _names(cards: set[int]) -> list[Card]:
    return [Card(CARDS[card]) for card in sorted(cards)]


# By these one could know the total that a move leads to; whoever says it is told the other fact, if there is one.
GIVE_TOTAL_AWAY = {
    "cento.facts.leaves": None,
    "cento.facts.next": "cento.facts.next_can",
    "cento.facts.partner": "cento.facts.partner_can",
    "cento.facts.again_wins": "cento.facts.again_can",
    "cento.facts.again_may": "cento.facts.again_draws",
}


def _fact(key: str, **values: Any) -> Reason:
    return Reason(key, values, "cento", key in GIVE_TOTAL_AWAY, GIVE_TOTAL_AWAY.get(key))
