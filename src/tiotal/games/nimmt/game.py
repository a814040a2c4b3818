"""11 nimmt! for people and programs: its options, written moves and how its state is told."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from tiotal.engine.errors import BadOption, IllegalMove, TiotalError
from tiotal.engine.game import Came, Game, LogEntry, Played, Went, fact
from tiotal.engine.moves import Move
from tiotal.engine.options import CardGroup, Choice, Number
from tiotal.engine.sheets import Sheet
from tiotal.games.nimmt import rules
from tiotal.rules.state import NOBODY

NUMBERS = range(1, rules.CARDS + 1)


def _put(card: int, top: int) -> Move:
    return Move(f"{card}>{top}", "put", card=str(card), place=str(top))


MOVES = (
    *(_put(card, rules.lower(card, steps)) for card in NUMBERS for steps in range(1, rules.REACH + 1)),
    *(Move(f"take:{top}", "take", place=str(top)) for top in NUMBERS),
    *(Move(f"open:{card}", "open", card=str(card)) for card in NUMBERS),
    *(Move(f"bull:{seat}", "bull", seat=seat) for seat in range(rules.MAX_PLAYERS)),
    Move("end", "end"),
)


class Nimmt(Game):
    """Get rid of your hand; a card may be at most ten above the stack it goes on. 2 to 7 players."""

    name = "nimmt"
    title = "11 nimmt!"
    rules: ClassVar[Any] = rules
    most_players = rules.MAX_PLAYERS
    declared_options = (
        Number("rounds", 1, 20),
        Number("starter", 0, rules.MAX_PLAYERS - 1, default=0),
        Choice("bull_window", ("fixed", "sliding")),
    )
    points: ClassVar[dict[str, int]] = {str(card): rules.HEADS[card] for card in NUMBERS}
    groups = (CardGroup("all", tuple((str(card), 1) for card in NUMBERS)),)
    counted_by_hand = True  # N1: the leaflet does not say which numbers carry how many ox heads
    sheets = (Sheet("match", "own", "lowest", rounds="players"),)
    has_memory_aid = True  # N9: what lies in a stack under its top
    moves = MOVES
    example_move = "36>31"
    variants = (
        *((players, {}) for players in range(2, rules.MAX_PLAYERS + 1)),
        (2, {"rounds": 4}),
        (3, {"rounds": 1, "bull_window": "sliding"}),
        (4, {"rounds": 2, "bull_window": "sliding"}),
        (5, {"rounds": 1}),
    )

    def settle_options(self, options: dict[str, Any]) -> None:
        if options["rounds"] is None:
            options["rounds"] = self.players
        if options["starter"] >= self.players:
            raise BadOption("options.starter", most=self.players - 1, starter=options["starter"])

    @property
    def last_round(self) -> int:
        rounds: int = self.options["rounds"]
        return rounds

    def set_up(self, state: rules.State) -> None:
        state.players = self.players
        state.rounds = self.options["rounds"]
        state.first_starter = self.options["starter"]
        state.sliding = int(self.options["bull_window"] == "sliding")

    def misread(self, text: str) -> IllegalMove:
        """Also names the reason when a card is too far from the stack: such a move has no action at all."""
        match = re.fullmatch("([1-9][0-9]{0,2})>([1-9][0-9]{0,2})", text)
        if match:
            card, top = int(match[1]), int(match[2])
            if max(card, top) <= rules.CARDS:
                distance = rules.distance(top, card)
                key = "nimmt.why.too_far" if 0 < distance <= rules.CARDS // 2 else "nimmt.why.not_above"
                return IllegalMove(key, card=card, top=top, distance=distance, most=rules.REACH)
        return super().misread(text)

    # --- Telling the state --------------------------------------------------------------------------------------
    def describe(self, state: rules.State) -> dict[str, Any]:
        return {
            "round": state.round,
            "to_move": None if state.to_move == NOBODY else state.to_move,
            "starter": state.starter,
            "hands": _hands(state, self.players),
            "stacks": [_stack(state, top) for top in state.tops[: state.stack_count]],
            "draw": state.draw_size,
            "bulls": state.bulls[: self.players],
            "supply": state.supply,
            "used": [[state.used_top[i], state.used_base[i]] for i in range(state.used_count)],
            "choosing_bull": bool(state.choosing_bull),
            "scores": state.scores[: self.players],
            "over": bool(state.over),
        }

    def shown(self, state: rules.State, seat: int | None, memory_aid: bool) -> dict[str, Any]:
        """N9: only the tops of the stacks, and until hands are counted no card of another one, even if all of its cards
        were once seen; a memory aid adds how high the stacks are."""
        table = self.describe(state)
        if state.to_move != NOBODY:
            table["hands"] = [
                hand if owner == seat else [None] * len(hand) for owner, hand in enumerate(table["hands"])
            ]
        for stack in table["stacks"]:
            stack[:-1] = [None] * (len(stack) - 1) if memory_aid else []
        return table | {"windows": _windows(state)}

    def opened(self, state: rules.State) -> dict[str, Any]:
        return self.describe(state) | {"windows": _windows(state)}

    def to_remember(self, played: Sequence[LogEntry], to_move: int, seat: int | None) -> int:
        """N9: all that came before the seat's last completed turn in this round; for who has had none, and for a
        spectator, before as many turns as there are players. Turns go round, so those are everybody's last."""
        completed = (turn for turn in _turns(played) if turn.player != to_move or turn.end < len(played))
        last = list(itertools.islice(completed, self.players))
        own = [turn.first for turn in last if turn.player == seat]
        return min(own or [turn.first for turn in last], default=0)

    def decks(self, state: rules.State) -> list[list[Any]]:
        return [list(reversed(state.draw))]

    def round_result(self, state: rules.State) -> dict[str, Any]:
        if state.to_move != NOBODY:
            return {}
        return {
            "round": state.round,
            "winner": None if state.winner == NOBODY else state.winner,
            "hands": _hands(state, self.players),
            "points": state.round_points[: self.players],
            "scores": state.scores[: self.players],
        }

    def uncovered(self, state: rules.State) -> tuple[int, ...]:
        """New stacks come from the draw pile; who takes a stack sees it; at the end of a round hands are counted."""
        return state.round, state.over, state.draw_size, state.stack_count

    # --- What comes of a move -----------------------------------------------------------------------------------
    def witness(self, state: rules.State, action: int) -> Callable[[], Came]:
        """Who takes a stack may get a bull, and new stacks are begun; how much was taken is not told (N9)."""
        seat, bulls, left = state.to_move, state.bulls[: self.players], state.draw_size
        move, hand = MOVES[action], f"hand:{state.to_move}"

        def came() -> Came:
            facts = []
            went = []
            if move.kind in ("put", "open"):
                went.append(Went("card", hand, f"stack:{move.card}"))
            elif move.kind == "take":
                went.append(Went("cards", f"stack:{move.place}", hand))
            if action < rules.BULL_CHOICES and state.bulls[seat] > bulls[seat]:
                losers = [other for other in range(self.players) if state.bulls[other] < bulls[other]]
                facts.append(fact("bull_from", seat=seat, other=losers[0]) if losers else fact("bull", seat=seat))
            new = state.tops[: state.stack_count][state.stack_count - (left - state.draw_size) :]
            went += [Went("card", "draw", f"stack:{top}") for top in new]
            if state.bulls[seat] > bulls[seat]:
                givers = [f"bulls:{other}" for other in range(self.players) if state.bulls[other] < bulls[other]]
                went.append(Went("bull", givers[0] if givers else "supply", f"bulls:{seat}"))
            if len(new) == 2:
                facts.append(fact("new_stacks", card=str(new[0]), second=str(new[1])))
            elif new:
                facts.append(fact("new_stack", card=str(new[0])))
            return Came(tuple(facts), went=tuple(went))

        return came

    # --- Why a move is refused ----------------------------------------------------------------------------------
    def meant(self, state: rules.State, card: str | None, place: str | None, whose: int | None) -> str | None:
        """On the stack that is named or, if none is, on the one whose top comes nearest before the card."""
        tops = state.tops[: state.stack_count]
        if card is None or not card.isdecimal():
            return None if place is None else f"take:{place}"
        if place is None and tops:
            place = str(min(tops, key=lambda top: (int(card) - top) % rules.CARDS))
        return f"open:{card}" if place is None else f"{card}>{place}"

    def why_not(self, state: rules.State, action: int) -> TiotalError | None:
        tops = state.tops[: state.stack_count]
        if state.choosing_bull:
            return TiotalError("nimmt.why.choose_bull")
        if action < rules.TAKES:
            card = 1 + action // rules.REACH
            top = rules.lower(card, 1 + action % rules.REACH)
            if state.where[card] != state.to_move:
                return TiotalError("moves.not_held", of=self.name, card=card)
            if top not in tops:
                return TiotalError("nimmt.why.no_stack", top=top)
            if top in state.used_top[: state.used_count]:
                return TiotalError("nimmt.why.window", card=card, top=top)
            return TiotalError("nimmt.why.stacks_used", n=state.bulls[state.to_move])
        if action < rules.OPENINGS:
            top = 1 + action - rules.TAKES
            if top not in tops:
                return TiotalError("nimmt.why.no_stack", top=top)
            return TiotalError("nimmt.why.played_already")
        if action < rules.BULL_CHOICES:
            if tops:
                return TiotalError("nimmt.why.stacks_lie")
            return TiotalError("moves.not_held", of=self.name, card=1 + action - rules.OPENINGS)
        if action == rules.END:
            return TiotalError("nimmt.why.nothing_played")
        return TiotalError("nimmt.why.no_bull_to_choose")


def _hands(state: rules.State, players: int) -> list[list[int | None]]:
    """Ascending; of hands that are not seen, the cards that everybody saw going into them."""
    hands: list[list[int | None]] = [[] for _ in range(players)]
    for card in NUMBERS:
        if 0 <= state.where[card] < players:
            hands[state.where[card]].append(card)
    return [[*known, *[None] * (state.hand_size[seat] - len(known))] for seat, known in enumerate(hands)]


def _stack(state: rules.State, top: int) -> list[int]:
    """From the bottom up."""
    cards = []
    while top:
        cards.append(top)
        top = state.below[top]
    return cards[::-1]


def _windows(state: rules.State) -> list[list[int]]:
    """For each stack the cards that fit on it now, 1 … 10 above its top; none while no card can be put down."""
    tops = state.tops[: state.stack_count]
    if state.to_move == NOBODY or state.choosing_bull:
        return [[] for _ in tops]
    return [[rules.lower(top, rules.CARDS - steps) for steps in range(1, rules.reach(state, top) + 1)] for top in tops]


@dataclass(frozen=True, slots=True)
class _Turn:
    """Everything that a player did before somebody else was to move: all cards of a turn with bulls, and whose bull."""

    player: int
    first: int  # the place of its first entry
    end: int  # and of the entry after its last


def _turns(played: Sequence[LogEntry]) -> Iterator[_Turn]:
    """Of a round in progress, the newest first; it may be going on."""
    end = len(played)
    while end > 0:
        first = end - 1
        player = _player(played[first])
        while first > 0 and _player(played[first - 1]) == player:
            first -= 1
        yield _Turn(player, first, end)
        end = first


def _player(entry: LogEntry) -> int:
    assert isinstance(entry, Played)  # nothing else happens in the middle of a round
    return entry.player
