"""Cento for people and programs: its options, written moves and how its state is told."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

from tiotal.engine.errors import BadOption, IllegalMove, TiotalError
from tiotal.engine.game import Came, Fact, Game, LogEntry, Secret, Went, fact, went
from tiotal.engine.moves import Move
from tiotal.engine.options import CardGroup, Cards, Case, Choice, Flag, Number
from tiotal.engine.sheets import Sheet
from tiotal.games.cento import rules
from tiotal.rules.state import NOBODY, UNKNOWN

PRESETS = ("classic", "to-20-a", "to-20-b", "race", "marathon", "own")  # in the order of the rules' constants
MATCHES = ("single", "series", "first-to")
DEFAULT_TARGET = {"classic": 100, "to-20-a": 20, "to-20-b": 20, "race": 50, "marathon": 200, "own": 100}
TARGETS = {"race": (10, 99), "marathon": (101, 1000), "own": (10, 1000)}
DEFAULT_LIMIT = {"single": None, "series": 100, "first-to": 250}
LIMITS = (1, 10_000)
PLAYERS_IN_PAIRS = (4, 6, 8)
LEFT_TO_DRAW = 10  # C11: when everybody has been dealt a hand
Place = tuple[int, int]

CARDS = (
    *(f"+{value}" for value in (*range(1, 11), 25, 50)),
    *(f"-{value}" for value in (*range(1, 11), 15)),
    *("0", "DH", "FLIP", "SKIP", "TURN", "TENS", "COPY"),
)
GROUPS = tuple(
    CardGroup(name, tuple((card, rules.COPIES[CARDS.index(card)]) for card in cards))
    for name, cards in (("additions", CARDS[:12]), ("subtractions", CARDS[12:23]), ("special", CARDS[23:]))
)
PASSING = (rules.FLIP, rules.SKIP, rules.TURN)  # cards that change the goal or the order of play
CHOICES = ("double", "halve", *(f"{change:+}" for change in rules.TENS_CHANGE))


def _choose(card: str, choice: str) -> Move:
    return Move(f"{card}:{choice}", "play", card, choice, told=choice if choice in CHOICES[:2] else "tens")


def _hide(verb: str) -> Move:
    """As all others see that partners swap."""
    return Move(f"{verb}:?", verb, "?", told=f"{verb}_hidden")


MOVES = (
    *(None if card in ("DH", "TENS") else Move(card, "play", card) for card in CARDS),
    *(_choose("DH" if i < rules.FIRST_TEN else "TENS", choice) for i, choice in enumerate(CHOICES)),
    *(_choose("COPY", choice) for choice in CHOICES),
    *(Move(f"discard:{card}", "discard", card, place="discards") for card in CARDS),
    *(Move(f"{verb}:{card}", verb, card, place="partner") for verb in ("swap", "give") for card in CARDS),
)


class Cento(Game):
    """Bring the pile to exactly 100, or to exactly 0 while a Flip is in force. 2 to 8 players."""

    name = "cento"
    title = "Cento"
    rules: ClassVar[Any] = rules
    most_players = rules.MAX_PLAYERS
    declared_options = (
        Choice("preset", PRESETS),
        Cards("cards", *("preset", "own"), groups=GROUPS),
        Number(
            "target",
            min(low for low, _ in TARGETS.values()),
            max(high for _, high in TARGETS.values()),
            cases=tuple(Case("preset", preset, *span, DEFAULT_TARGET[preset]) for preset, span in TARGETS.items()),
        ),
        Choice("match", MATCHES),
        Number(
            "limit",
            *LIMITS,
            cases=tuple(Case("match", match, *LIMITS, default) for match, default in DEFAULT_LIMIT.items() if default),
        ),
        Flag("pairs", players=PLAYERS_IN_PAIRS),
    )
    points: ClassVar[dict[str, int]] = dict(zip(CARDS, rules.POINTS, strict=False))
    groups = GROUPS
    partners_give_no_signs = True  # C12
    sheets = (
        Sheet("series", "own", "lowest", limit=DEFAULT_LIMIT["series"], pairs=True),
        Sheet("first-to", "others", "highest", limit=DEFAULT_LIMIT["first-to"], pairs=True),
        Sheet("single", "win", "highest", rounds=1, pairs=True),
    )
    has_totals = True
    can_take_back = False  # whoever plays a card draws one; only a wish to swap, in pairs, could be taken back
    moves = MOVES
    example_move = "+7"
    variants = (
        *((players, {}) for players in (2, 3, 4, 6, 8)),
        *((players, {"pairs": True}) for players in (4, 6)),
        (2, {"preset": "to-20-a"}),
        (3, {"preset": "to-20-b", "match": "series", "limit": 30}),
        (2, {"preset": "race", "target": 30}),
        (4, {"match": "series", "limit": 100}),
        (3, {"match": "first-to", "limit": 60}),
        (4, {"preset": "to-20-a", "match": "series", "limit": 60, "pairs": True}),
        (5, {"preset": "marathon", "target": 120}),
        (2, {"preset": "own", "cards": ["+1", "+2", "+3", "-1", "FLIP"], "target": 30}),
    )

    def settle_options(self, options: dict[str, Any]) -> None:
        preset, target = options["preset"], options["target"]
        default = DEFAULT_TARGET[preset]
        if target is None:
            options["target"] = default
        elif preset not in TARGETS:
            if target != default:
                raise BadOption("cento.options.fixed_target", default=default, target=target)
        else:
            low, high = TARGETS[preset]
            if not low <= target <= high:
                raise BadOption("cento.options.target", low=low, high=high, target=target)
        self._settle_cards(options)
        if options["limit"] is None:
            options["limit"] = DEFAULT_LIMIT[options["match"]]
        if options["pairs"] and self.players not in PLAYERS_IN_PAIRS:
            raise BadOption("cento.options.pairs", players=self.players)

    def _settle_cards(self, options: dict[str, Any]) -> None:
        """C11: given with `own` only, and then enough of them, with which the goal can be reached."""
        if options["preset"] != "own":
            if options.pop("cards") is not None:
                raise BadOption("cento.options.own_only")
            return
        if not options["cards"]:
            raise BadOption("cento.options.own_cards")
        options["cards"] = list(options["cards"])
        ways = ways_to_play(frozenset(options["cards"]), options["target"])
        if not ways.openings:
            raise BadOption("cento.options.own_opening", target=options["target"])
        if not ways.can_reach_goal:
            raise BadOption("cento.options.own_goal", target=options["target"])
        size, needed = deck_size(options["cards"]), cards_needed(self.players)
        if size < needed:
            raise BadOption("cento.options.own_few", n=size, players=self.players, needed=needed)

    def prospects(self) -> list[tuple[str, dict[str, Any]]]:
        if self.options["preset"] != "own":
            return []
        size = deck_size(self.options["cards"])
        most = max(players for players in range(2, self.most_players + 1) if cards_needed(players) <= size)
        ways = ways_to_play(frozenset(self.options["cards"]), self.options["target"])
        goal = "cento.own.can_get_stuck" if ways.can_get_stuck else "cento.own.goal"
        return [("cento.own.cards", {"n": size}), ("cento.own.players", {"n": most}), (goal, {})]

    def misread(self, text: str) -> IllegalMove:
        """Also says what a card needs that is written without its choice, or with one it does not have."""
        card = text.partition(":")[0]
        if card in ("DH", "TENS", "COPY"):
            ways = [move.written for move in MOVES if move and move.kind == "play" and move.card == card]
            return IllegalMove("cento.why.choose", card=card, moves=ways)
        return super().misread(text)

    def set_up(self, state: rules.State) -> None:
        state.players = self.players
        state.preset = PRESETS.index(self.options["preset"])
        rules.play_with(state, self._kinds())
        state.target = self.options["target"]
        state.match = MATCHES.index(self.options["match"])
        state.limit = self.options["limit"] or 0
        state.pairs = int(self.options["pairs"])

    def _kinds(self) -> int:
        if self.options["preset"] == "own":
            return set_of(self.options["cards"])
        return rules.PRESET_KINDS[PRESETS.index(self.options["preset"])]

    @property
    def last_round(self) -> int | None:
        return 1 if self.options["match"] == "single" else None

    @property
    def partners(self) -> list[int] | None:
        if not self.options["pairs"]:
            return None
        state = rules.State()
        self.set_up(state)
        return [rules.partner(state, seat) for seat in range(self.players)]

    # --- Telling the state --------------------------------------------------------------------------------------
    def describe(self, state: rules.State) -> dict[str, Any]:
        return {
            "round": state.round,
            "total": state.total,
            "goal": rules.goal(state),
            "flipped": bool(state.flipped),
            "direction": state.direction,
            "to_move": _seat(state.to_move),
            "last": _card(state.last),
            "hands": [_hand(state, seat) for seat in range(self.players)],
            "stock": state.stock_size,
            "pile": state.pile_size,
            "top": _card(state.top),
            "beside": _card(state.beside),
            "discards": state.discards_size,
            "swap": _swap(state),
            "scores": state.scores[: self.players],
            "over": bool(state.over),
        }

    def decks(self, state: rules.State) -> list[list[Any]]:
        return [[CARDS[card] for card in reversed(state.stock[: state.deck_size])]]

    def reshuffled(self, before: int, state: rules.State) -> list[Any] | None:
        if state.ran_out == before:
            return None
        return [CARDS[card] for card in reversed(state.stock[: state.stock_size])]

    def round_result(self, state: rules.State) -> dict[str, Any]:
        if state.to_move != NOBODY:
            return {}
        result: dict[str, Any] = {
            "round": state.round,
            "winner": _seat(state.winner),
            "total": state.total,
            "scores": state.scores[: self.players],
        }
        if state.match != rules.SINGLE:  # the hands are laid open to be counted
            result["hands"] = [_hand(state, seat) for seat in range(self.players)]
            result["points"] = [rules.points_in_hand(state, seat) for seat in range(self.players)]
        return result

    def total(self, state: rules.State) -> int | None:
        return int(state.total)

    def goal(self, state: rules.State) -> int | None:
        return int(rules.goal(state))

    def total_after(self, state: rules.State, action: int) -> int | None:
        if action >= rules.DISCARDS:
            return None
        effect = rules.effect_of(state, rules.card_of(action))
        return int(state.total + rules.change_by(state, effect, action))

    # --- What comes of a move -----------------------------------------------------------------------------------
    def witness(self, state: rules.State, action: int) -> Callable[[], Came]:
        seat = state.to_move
        if action >= rules.SWAPS:
            return lambda: Came(went=_swapped(state, action, seat))
        before = seat, state.ran_out, state.stock_size
        if action >= rules.DISCARDS:
            return lambda: _came(state, before, "discards", [fact("stays", total=state.total)], [])
        copied = _copied(state, action) if action == rules.COPY else []  # with a choice, the move itself says it
        sign, passes = _sign(state, action), _passes(state, action)
        return lambda: _came(state, before, "pile", [*copied, *sign, fact("total", total=state.total)], passes)

    def will_come(self, state: rules.State, action: int) -> list[Fact]:
        return [] if action >= rules.DISCARDS else [*_copied(state, action), *_passes(state, action)]

    # --- What is hidden in moves --------------------------------------------------------------------------------
    def public_move(self, action: int) -> Move:
        move = self.move(action)
        return _hide(move.kind) if action >= rules.SWAPS else move

    def uncovered(self, state: rules.State) -> tuple[int, ...]:
        """Whoever plays or discards draws a card; partners who have swapped know each other's."""
        return state.round, state.over, state.turns, state.stock_size, state.ran_out, state.must_play

    def share_secrets(self, secrets: dict[int, Secret], log: list[LogEntry], state: rules.State) -> None:
        """When both have chosen, the partners know both cards."""
        newest = len(log) - 1
        if newest in secrets and state.must_play != rules.NO_CARD:
            pair = frozenset([state.to_move, rules.partner(state, state.to_move)])
            for number in (newest, newest - 1):
                if number in secrets:  # in an imagined position the card offered may never have been seen
                    secrets[number] = Secret(secrets[number].move, pair)

    # --- Why a move is refused ----------------------------------------------------------------------------------
    def meant(self, state: rules.State, card: str | None, place: str | None, whose: int | None) -> str | None:
        """With a card that needs a choice, or copies one that does, the first choice that it has."""
        if card not in CARDS or place is not None:
            return super().meant(state, card, place, whose)
        effect = CARDS[rules.effect_of(state, CARDS.index(card))]
        choice = {"DH": "double", "TENS": "+20"}.get(effect)
        return f"{card}:{choice}" if choice else card

    def why_not(self, state: rules.State, action: int) -> TiotalError | None:
        card = rules.card_of(action)
        name = CARDS[card]
        if card not in state.hands[state.to_move]:
            return TiotalError("moves.not_held", of=self.name, card=name)
        if state.turns == 0:
            return TiotalError("cento.why.opening", card=CARDS[rules.lowest_addition(state, state.to_move)])
        if state.swap_from != NOBODY:
            return TiotalError("cento.why.asked")
        if state.must_play != rules.NO_CARD and (card != state.must_play or action >= rules.SWAPS):
            return TiotalError("cento.why.must_play", card=CARDS[state.must_play])
        if action < rules.DISCARDS:
            return self._why_not_playable(state, action, card)
        if action < rules.SWAPS:
            return TiotalError("cento.why.can_play")
        if action < rules.GIFTS:
            return TiotalError("cento.why.no_swap" if self.options["pairs"] else "cento.why.no_pairs")
        return TiotalError("cento.why.nobody_asked")

    def _why_not_playable(self, state: rules.State, action: int, card: int) -> TiotalError | None:
        name = CARDS[card]
        effect = rules.effect_of(state, card)
        needs_choice = effect in (rules.DOUBLE_HALVE, rules.TENS)
        if needs_choice != (action >= rules.CHOICES):
            return TiotalError("cento.why.copy_choice", last=CARDS[state.last])
        if effect == rules.DOUBLE_HALVE and rules.choice_of(action) == rules.HALVE:
            return TiotalError("cento.why.odd", total=state.total)
        if needs_choice and (rules.choice_of(action) < rules.FIRST_TEN) != (effect == rules.DOUBLE_HALVE):
            return TiotalError("cento.why.copy_choice", last=CARDS[state.last])
        total = state.total + rules.change_by(state, effect, action)
        if 0 <= total <= state.target:
            return TiotalError("cento.why.race_tens")
        if effect == rules.DOUBLE_HALVE and state.total % 2:
            return TiotalError("cento.why.neither", total=state.total, target=state.target)
        untold = TiotalError("cento.why.beyond", card=name, target=state.target)
        return TiotalError("cento.why.out_of_range", card=name, total=total, target=state.target, untold=untold)


# --- What comes of a move ---------------------------------------------------------------------------------------
def _came(state: rules.State, before: tuple[int, int, int], target: str, facts: list[Fact], passes: list[Fact]) -> Came:
    """When a card has been laid there; `before`: whose it was, how often the stock had run out and how high it was."""
    seat, ran_out, stock = before
    goes_on = state.to_move != NOBODY  # G1 can end a round with any move
    facts += [each for each in passes if goes_on or each.what not in ("skipped", "again")]
    if state.ran_out != ran_out:
        facts.append(fact("reshuffled"))  # C4
    hand = f"hand:{seat}"
    laid = went("card", hand, target)
    drew = state.stock_size < stock or state.ran_out != ran_out
    return Came(tuple(facts), went=(laid, went("card", "stock", hand)) if drew else (laid,))


def _swapped(state: rules.State, action: int, seat: int) -> tuple[Went, ...]:
    """Partners' cards change hands when both are chosen."""
    if action < rules.GIFTS:
        return ()
    own, partners = f"hand:{seat}", f"hand:{rules.partner(state, seat)}"
    return went("card", own, partners), went("card", partners, own)


def _copied(state: rules.State, action: int) -> list[Fact]:
    """What a Copy acts as (C5)."""
    return [fact("copied", card=CARDS[state.last])] if rules.card_of(action) == rules.COPY else []


def _sign(state: rules.State, action: int) -> list[Fact]:
    """What a number does while a Flip is in force."""
    if not state.flipped:
        return []
    effect = rules.effect_of(state, rules.card_of(action))
    change = rules.change_by(state, effect, action)
    return [fact("adds" if change > 0 else "takes_away", n=abs(change))] if rules.VALUE[effect] else []


def _passes(state: rules.State, action: int) -> list[Fact]:
    """What a special card does to the goal and to the order of play."""
    effect = rules.effect_of(state, rules.card_of(action))
    if effect not in PASSING:
        return []
    seat = state.to_move
    if effect == rules.FLIP:
        return [fact("flip_off", goal=state.target) if state.flipped else fact("flip_on", goal=0)]
    if rules.steps_after(state, effect) == 2:
        skipped = fact("skipped", seat=rules.seat_after(state, seat, 1))
        return [fact("again", seat=seat) if state.players == 2 else skipped]
    if effect == rules.TURN:
        return [fact("anticlockwise" if state.direction == 1 else "clockwise")]
    return []


# --- Own variants (C11) -----------------------------------------------------------------------------------------
def set_of(cards: Iterable[str]) -> int:
    """As the rules write a set of cards."""
    return sum(1 << CARDS.index(card) for card in cards)


def deck_size(cards: Iterable[str]) -> int:
    return sum(rules.COPIES[CARDS.index(card)] for card in cards)


def cards_needed(players: int) -> int:
    return rules.HAND * players + LEFT_TO_DRAW


@dataclass(frozen=True)
class Ways:
    """Where a round can go, each card being there at any time; a place is a total, and whether a Flip is in force."""

    openings: frozenset[Place]
    can_reach_goal: bool
    can_get_stuck: bool  # there is a place from which the goal cannot be reached any more


@functools.lru_cache(maxsize=256)
def ways_to_play(cards: frozenset[str], target: int) -> Ways:
    """As the rules have it, but for Copy, which brings about nothing new."""
    state = rules.State()
    state.preset = rules.OWN
    state.target = target
    kinds = [CARDS.index(card) for card in cards if card != "COPY"]
    openings = frozenset(
        (rules.VALUE[card], 0) for card in kinds if card < rules.ADDITIONS and rules.VALUE[card] <= target
    )
    came_from: dict[Place, set[Place]] = {place: set() for place in openings}
    to_look_at = list(openings)
    goals = []
    while to_look_at:
        place = to_look_at.pop()
        state.total, state.flipped = place
        if state.total == rules.goal(state):
            goals.append(place)
            continue
        for following in _following(state, kinds):
            if following not in came_from:
                came_from[following] = set()
                to_look_at.append(following)
            came_from[following].add(place)
    hopeful = set(goals)
    while goals:
        earlier = came_from[goals.pop()] - hopeful
        hopeful |= earlier
        goals.extend(earlier)
    return Ways(openings, bool(hopeful), len(hopeful) < len(came_from))


def _following(state: rules.State, kinds: Iterable[int]) -> set[Place]:
    places = set()
    for card in kinds:
        flipped = 1 - state.flipped if card == rules.FLIP else state.flipped
        for move in state.moves[: rules.add_plays(state, 0, card)]:
            places.add((state.total + rules.change_by(state, card, move), flipped))
    return places


def _seat(seat: int) -> int | None:
    return None if seat == NOBODY else seat


def _card(card: int) -> str | None:
    return None if card in (rules.NO_CARD, UNKNOWN) else CARDS[card]


def _hand(state: rules.State, seat: int) -> list[str | None]:
    """In deck-table order; of a hand that is not seen, what is known to be in it."""
    held = [card for card in state.hands[seat] if card != rules.NO_CARD]
    if UNKNOWN not in held:
        return [CARDS[card] for card in sorted(held)]
    if not state.known_size[seat]:
        return [None] * len(held)
    known = sorted(state.known[seat][: state.known_size[seat]])
    return [*(CARDS[card] for card in known), *[None] * (len(held) - len(known))]


def _swap(state: rules.State) -> dict[str, Any] | None:
    if state.to_move == NOBODY:
        return None
    if state.swap_from != NOBODY:
        return {"from": state.swap_from}
    if state.must_play != rules.NO_CARD:
        return {"must_play": _card(state.must_play)}
    return None
