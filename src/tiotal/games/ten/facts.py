"""What is worth telling in 10: how often the round is won or lost with a move, totals within reach, chips."""

from __future__ import annotations

from typing import Any

from tiotal.bots.facts import Odds, Reason
from tiotal.bots.worlds import Worlds, read
from tiotal.games.ten import rules
from tiotal.rules.state import NOBODY, UNKNOWN


def about(worlds: Worlds, best: int) -> list[Reason]:
    """What is at stake for whoever comes last, if the best move is played."""
    if worlds.one.phase == 5:
        return []
    points = [_taken(worlds.one, end) for end in worlds.ends_of(best)]
    return [_fact("ten.facts.stakes", n=round(sum(points) / len(points)))]


def reasons(worlds: Worlds, action: int) -> list[Reason]:
    after = worlds.after(worlds.one, action)
    facts = _outcome(worlds, action)
    if rules.SWAPS <= action < rules.PROTECTIONS:
        return facts + _wanted(worlds, action) + _price(worlds, action, after)
    if action >= rules.STARTERS:
        return facts
    facts.append(_total(worlds, action, after))
    staked = worlds.one.chips[worlds.seat] - after.chips[worlds.seat]
    return [*facts, _fact("ten.facts.chips", n=staked)] if staked > 0 else facts


def wins_at_once(worlds: Worlds, action: int) -> bool:
    """Never for sure: cards in hand count, and are hidden."""
    return False


# --- How the round may end --------------------------------------------------------------------------------------
def _outcome(worlds: Worlds, action: int) -> list[Reason]:
    seat, now = worlds.seat, worlds.one
    won = last = chips = count = 0
    for end in worlds.ends_of(action):
        won += int(read(end, "winner")) == seat
        last += int(read(end, "loser")) == seat
        chips += int(read(end, "chips")[seat]) - now.chips[seat] - now.protection[seat]
        count += 1
    key = "ten.facts.next_outcome" if action >= rules.STARTERS else "ten.facts.outcome"
    facts = [_fact(key, win=Odds(won / count), last=Odds(last / count))]
    gained = round(chips / count)
    if gained:
        facts.append(_fact("ten.facts.gains" if gained > 0 else "ten.facts.loses", n=abs(gained)))
    return facts


def _taken(before: Any, end: Any) -> int:
    """The penalty points that the loser of a round took."""
    loser = int(read(end, "loser"))
    cards = read(end, "taken")[loser]
    points = sum(rules.PENALTY[card] * int(cards[card] - before.taken[loser][card]) for card in range(rules.KINDS))
    rounds = int(read(end, "rounds_taken")[loser]) & ~before.rounds_taken[loser]
    return points + sum(number for number in range(1, rules.ROUNDS + 1) if rounds >> number & 1)


# --- Totals within reach ----------------------------------------------------------------------------------------
def _total(worlds: Worlds, action: int, after: Any) -> Reason:
    """The best total that can still come of it, or the total if that is settled."""
    if worlds.one.phase == 4 and action != rules.SHOW:
        return _fact("ten.facts.total", total=rules.total_of(after, worlds.seat))
    return _fact("ten.facts.reach", total=_best_total(after, worlds.seat))


def _best_total(state: Any, seat: int) -> int:
    """With the first card alone, or with one of the hand that goes with it."""
    best = rules.total_of(state, seat)
    for card in state.hands[seat][: state.hand_size[seat]]:
        if rules.goes_with(state.first[seat], card):
            tried = state.copy()
            tried.second[seat] = card
            best = max(best, rules.total_of(tried, seat))
    return best


# --- Other people's cards ---------------------------------------------------------------------------------------
def _wanted(worlds: Worlds, action: int) -> list[Reason]:
    """What could be reached with the card that is bid for, if the viewer knows it."""
    seen = worlds.seen
    move = worlds.game.move(action)
    owner = seen.owner if move.seat is None else move.seat
    if seen.first[owner] == UNKNOWN:
        return [_fact("ten.facts.hidden")]
    swapped = worlds.one.copy()
    rules.swap_cards(swapped, worlds.seat, owner)
    mine, theirs = _best_total(worlds.one, worlds.seat), _best_total(swapped, worlds.seat)
    return [_fact("ten.facts.swap", mine=mine, theirs=theirs)]


def _price(worlds: Worlds, action: int, after: Any) -> list[Reason]:
    if action < rules.OPENING_BIDS:
        return [_fact("ten.facts.chips", n=worlds.one.chips[worlds.seat] - after.chips[worlds.seat])]
    bid = worlds.game.move(action).chips
    paid = after.owner == NOBODY  # nobody is left to bid more
    return [_fact("ten.facts.pays" if paid else "ten.facts.bid", n=bid)]


def _fact(key: str, **values: Any) -> Reason:
    return Reason(key, values, "ten")
