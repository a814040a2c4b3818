"""What is worth telling in 11 nimmt!: ox heads that go or come, cards that fit afterwards, how the round may end.

N9: before a stack is taken, nothing tells how many cards and ox heads are in it or whether it brings a bull, unless the
table has a memory aid. A bot has counted them, but people remember them by themselves.
"""

from __future__ import annotations

from typing import Any

from tiotal.bots.facts import Card, Odds, Reason
from tiotal.bots.worlds import Worlds, read
from tiotal.games.nimmt import rules
from tiotal.rules.state import NOBODY


def about(worlds: Worlds, best: int) -> list[Reason]:
    legal = worlds.legal(worlds.one)
    stuck = all(rules.TAKES <= action < rules.OPENINGS for action in legal)
    return [_fact("nimmt.facts.stuck")] if stuck else []


def reasons(worlds: Worlds, action: int) -> list[Reason]:
    after = worlds.after(worlds.one, action)
    if action < rules.TAKES or rules.OPENINGS <= action < rules.BULL_CHOICES:
        facts = _play(worlds, after)
    elif action < rules.OPENINGS:
        if not worlds.memory_aid:
            return _take_unseen(worlds, action)
        facts = _take(worlds, after)
    elif action < rules.END:
        facts = [_fact("nimmt.facts.bull_from", n=worlds.one.hand_size[action - rules.BULL_CHOICES])]
    else:
        facts = _end(worlds, after)
    return facts if after.to_move == NOBODY else facts + _outcome(worlds, action)


def wins_at_once(worlds: Worlds, action: int) -> bool:
    """Never for sure: what the others hold is counted, and the winner of a round may still be behind."""
    return False


# --- Play -------------------------------------------------------------------------------------------------------
def _play(worlds: Worlds, after: Any) -> list[Reason]:
    before = worlds.one
    played = _hand(worlds, before) - _hand(worlds, after)
    facts = [_fact("nimmt.facts.sheds", n=_heads(played))]
    if after.winner == worlds.seat:
        return [*facts, _fact("nimmt.facts.out")]
    if after.to_move == worlds.seat:  # a bull: the turn goes on
        more = {_card(move) for move in worlds.legal(after) if move < rules.TAKES}
        return [*facts, _fact("nimmt.facts.follow", n=len(more)) if more else _fact("nimmt.facts.no_follow")]
    return facts + _fits(worlds, after) + _changes(worlds, after, played)


def _end(worlds: Worlds, after: Any) -> list[Reason]:
    """The turn could go on, but is ended."""
    held_back = {_card(move) for move in worlds.legal(worlds.one) if move < rules.TAKES}
    facts = [_fact("nimmt.facts.keeps", n=len(held_back)) if held_back else _fact("nimmt.facts.no_follow")]
    return facts + _fits(worlds, after)


def _fits(worlds: Worlds, after: Any) -> list[Reason]:
    """How many of the cards that are left fit on the stacks as they then lie."""
    held, fitting = len(_hand(worlds, after)), len(_fitting(worlds, after))
    if held == 0:
        return []
    if fitting == 0:
        return [_fact("nimmt.facts.none_fits")]
    if held == 1:
        return [_fact("nimmt.facts.last_fits")]
    if fitting == held:
        return [_fact("nimmt.facts.all_fit")]
    return [_fact("nimmt.facts.fits", n=fitting, hand=held)]


def _changes(worlds: Worlds, after: Any, played: set[int]) -> list[Reason]:
    """Which other cards have lost their place, and which have found one."""
    before, then = _fitting(worlds, worlds.one) - played, _fitting(worlds, after)
    facts = [_fact("nimmt.facts.blocks", cards=_names(before - then))] if before - then else []
    return facts + ([_fact("nimmt.facts.opens", cards=_names(then - before))] if then - before else [])


def _fitting(worlds: Worlds, state: Any) -> set[int]:
    """The cards that the viewer could play if the next turn were theirs."""
    mine = state.copy()
    mine.to_move = worlds.seat
    mine.used_count = 0
    return {_card(move) for move in worlds.legal(mine) if move < rules.TAKES}


# --- Take -------------------------------------------------------------------------------------------------------
def _take_unseen(worlds: Worlds, action: int) -> list[Reason]:
    """N9: what everybody sees. How the round may end is left out, for it depends on what lies under the top."""
    begun = min(2, worlds.one.draw_size)  # N4
    facts = [_fact("nimmt.facts.takes_under", card=Card(1 + action - rules.TAKES))]
    return facts + ([_fact("nimmt.facts.begins", n=begun)] if begun else [])


def _take(worlds: Worlds, after: Any) -> list[Reason]:
    before, seat = worlds.one, worlds.seat
    taken = _hand(worlds, after) - _hand(worlds, before)
    facts = [_fact("nimmt.facts.takes", n=len(taken)), _fact("nimmt.facts.heads", n=_heads(taken))]
    if after.choosing_bull:
        facts.append(_fact("nimmt.facts.bull_of_another"))
    elif after.bulls[seat] > before.bulls[seat]:
        bulls = after.bulls[seat]
        facts.append(_fact("nimmt.facts.bull") if bulls == 1 else _fact("nimmt.facts.bulls", bulls=bulls))
    return facts


# --- How the round may end --------------------------------------------------------------------------------------
def _outcome(worlds: Worlds, action: int) -> list[Reason]:
    first = points = count = 0
    for end in worlds.ends_of(action):
        first += int(read(end, "winner")) == worlds.seat
        points += int(read(end, "round_points")[worlds.seat])
        count += 1
    return [_fact("nimmt.facts.first", odds=Odds(first / count)), _fact("nimmt.facts.points", n=round(points / count))]


def _hand(worlds: Worlds, state: Any) -> set[int]:
    return {card for card in range(1, rules.CARDS + 1) if state.where[card] == worlds.seat}


def _card(move: int) -> int:
    return 1 + move // rules.REACH


def _heads(cards: set[int]) -> int:
    return sum(rules.HEADS[card] for card in cards)


def _names(cards: set[int]) -> list[Card]:
    return [Card(card) for card in sorted(cards)]


def _fact(key: str, **values: Any) -> Reason:
    return Reason(key, values, "nimmt")
