"""The law of secrecy: exchanging cards that a seat has no way to know leaves all that it is shown byte-identical.

Which places are hidden is worked out here from the rules pages and from what the table remembers (`tests.kit.games`),
never from the rules' own `view`. That these tests can fail is proved by views that leak on purpose.
"""

from __future__ import annotations

import dataclasses
import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.kit.games import (
    CentoMemory,
    Match,
    NimmtMemory,
    Step,
    TenMemory,
    cento_games,
    full_deck,
    games,
    law,
    match_after,
    matches,
    nimmt_games,
    sensible,
    ten_games,
    viewers,
)
from tiotal.engine import forms
from tiotal.engine.game import Fact, Game, Played, Position, Secret
from tiotal.games.cento import rules as cento
from tiotal.games.cento.game import CARDS as CENTO_CARDS
from tiotal.games.cento.game import Cento
from tiotal.games.nimmt import rules as nimmt
from tiotal.games.nimmt.game import Nimmt
from tiotal.games.ten import rules as ten
from tiotal.games.ten.game import CARDS as TEN_CARDS
from tiotal.games.ten.game import Ten
from tiotal.rules.state import NOBODY

Viewer = int | None
Shown = Callable[[Position, Viewer, int], str]  # from an entry of the log on
Place = tuple[str, int, int]  # where a hidden card lies: a field of the state and where in it

ONE, ALL = "one", "all"  # exchange two hidden cards, or all of them


# --- Where the cards lie that a viewer cannot know --------------------------------------------------------------
def hidden_places(match: Match, viewer: Viewer) -> list[list[Place]]:
    """In groups: the cards of a group may change places with each other."""
    if isinstance(match.memory, CentoMemory):
        return [hidden_in_cento(match, match.memory, viewer)]
    if isinstance(match.memory, NimmtMemory):
        return [hidden_in_nimmt(match, match.memory, viewer)]
    assert isinstance(match.memory, TenMemory)
    return [hidden_in_ten(match, match.memory, viewer), round_cards_not_turned_up(match)]


def hidden_in_cento(match: Match, memory: CentoMemory, viewer: Viewer) -> list[Place]:
    """The stock and all other hands; but partners know what they have given each other."""
    table, state = match.table, match.position._state
    places: list[Place] = [("stock", i, 0) for i in range(table["stock"])]
    if hands_lie_open(match):
        return places
    for seat in range(match.game.players):
        if seat != viewer:
            known = Counter(memory.received[seat]) if in_one_pair(match.game, viewer, seat) else Counter[str]()
            for slot, card in enumerate(state.hands[seat]):
                if card == cento.NO_CARD:
                    continue
                if known[CENTO_CARDS[card]]:
                    known[CENTO_CARDS[card]] -= 1
                else:
                    places.append(("hands", seat, slot))
    return places


def hands_lie_open(match: Match) -> bool:
    """The hands are counted at the end: always in 11 nimmt! and in 10, in Cento unless it was a single round."""
    return match.position.is_over and not (match.game.name == "cento" and match.game.options["match"] == "single")


def in_one_pair(game: Game, seat: Viewer, other: int) -> bool:
    if seat is None or not game.options["pairs"]:
        return seat == other
    return seat == other or (seat + game.players // 2) % game.players == other


def hidden_in_nimmt(match: Match, memory: NimmtMemory, viewer: Viewer) -> list[Place]:
    """The draw pile, and what other hands hold that has never lain on the table in this round."""
    table = match.table
    places: list[Place] = [("draw", i, 0) for i in range(table["draw"])]
    if not hands_lie_open(match):
        for seat, hand in enumerate(table["hands"]):
            if seat != viewer:
                places += [("where", seat, card) for card in hand if card not in memory.seen]
    return places


def hidden_in_ten(match: Match, memory: TenMemory, viewer: Viewer) -> list[Place]:
    """The stock, other hands, and first cards that lie face down and that the viewer has never owned."""
    table = match.table
    places: list[Place] = [("stock", i, 0) for i in range(table["stock"])]
    for seat, hand in enumerate(table["hands"]):
        if seat != viewer and not hands_lie_open(match):
            places += [("hands", seat, slot) for slot in range(len(hand))]
    for seat, place in enumerate(table["table"]):
        if place is not None and not place["up"] and viewer not in memory.owners[seat]:
            places.append(("first", seat, 0))
    return places


def round_cards_not_turned_up(match: Match) -> list[Place]:
    """The top one is the last; at the end of the game all are shown (T10)."""
    if match.position.is_over:
        return []
    return [("round_cards", i, 0) for i in range(10 - match.position.round)]


# --- A twin: another state that the viewer cannot tell from the real one ----------------------------------------
def twin_of(match: Match, viewer: Viewer, dice: random.Random, how: str) -> Match:
    """The same match with two hidden cards exchanged, or with everything hidden changed that can be."""
    twin = match.copy()
    state = twin.position._state
    for places in hidden_places(match, viewer):
        cards = [read(state, place) for place in places]
        if how == ALL:
            dice.shuffle(cards)
        elif len(set(cards)) > 1:
            i = j = 0
            while cards[i] == cards[j]:
                i, j = dice.sample(range(len(cards)), 2)
            cards[i], cards[j] = cards[j], cards[i]
        for place, card in zip(places, cards, strict=True):
            write(state, place, card)
    mend = {"cento": mend_cento, "nimmt": mend_nothing, "ten": mend_ten}[match.game.name]
    mend(match, state, viewer, dice, how)
    rewrite_secrets(twin, viewer, dice)
    if how == ALL:
        state.rng[:] = [dice.getrandbits(32), dice.getrandbits(32)]
        fill_unused_room(state, dice)
    twin.look_again()
    return twin


def read(state: Any, place: Place) -> int:
    field, i, j = place
    if field == "where":
        return j
    value: Any = getattr(state, field)[i]
    return int(value[j] if field == "hands" else value)


def write(state: Any, place: Place, card: int) -> None:
    field, i, j = place
    if field == "hands":
        state.hands[i][j] = card
    elif field == "where":
        state.where[card] = i
    else:
        getattr(state, field)[i] = card
        if field == "draw":
            state.where[card] = nimmt.IN_DRAW_PILE


def mend_cento(match: Match, state: cento.State, viewer: Viewer, dice: random.Random, how: str) -> None:
    """The cards of a swap are cards of the hands; hands have no order; other pairs know other things."""
    if state.swap_from != NOBODY and viewer != state.swap_from:
        state.offered = one_of(state.hands[state.swap_from], state.offered, dice, how)
    if state.must_play != cento.NO_CARD and not in_one_pair(match.game, viewer, state.to_move):
        state.must_play = one_of(state.hands[state.to_move], state.must_play, dice, how)
    for seat in range(state.players):
        if not in_one_pair(match.game, viewer, seat):
            held = [card for card in state.hands[seat] if card != cento.NO_CARD]
            known = state.known[seat][: state.known_size[seat]]
            if state.pairs and (how == ALL or Counter(known) - Counter(held)):
                known = dice.sample(held, dice.randrange(len(held) + 1))
                state.known_size[seat] = len(known)
                state.known[seat][: len(known)] = known
        if seat != viewer:
            dice.shuffle(state.old_hands[seat])  # what they held when the stock was made anew
            if not hands_lie_open(match):
                dice.shuffle(state.hands[seat])
    if how == ALL:
        exchange_old_hands(state, viewer, dice)


def exchange_old_hands(state: cento.State, viewer: Viewer, dice: random.Random) -> None:
    """When the stock was made anew, everybody knew which cards were in all hands together, but not in which."""
    others = [seat for seat in range(state.players) if seat != viewer]
    cards = [card for seat in others for card in state.old_hands[seat]]
    dice.shuffle(cards)
    for seat in others:
        state.old_hands[seat][:] = [cards.pop() for _ in state.old_hands[seat]]


def one_of(hand: list[int], card: int, dice: random.Random, how: str) -> int:
    return card if how == ONE and card in hand else dice.choice(hand)


def mend_nothing(match: Match, state: Any, viewer: Viewer, dice: random.Random, how: str) -> None:
    """11 nimmt! keeps nothing twice, and its hands have no order."""


def mend_ten(match: Match, state: ten.State, viewer: Viewer, dice: random.Random, how: str) -> None:
    """Hands are kept sorted."""
    for seat in range(state.players):
        size = state.hand_size[seat]
        state.hands[seat][:size] = sorted(state.hands[seat][:size])


def rewrite_secrets(twin: Match, viewer: Viewer, dice: random.Random) -> None:
    """Moves made in secret would have been others as well."""
    for entry, secret in list(twin.position._secrets.items()):
        if viewer not in twin.memory.confidants[entry]:
            text = rewritten(twin, entry, secret.move, dice)
            came = tuple(recast(fact, dice) for fact in secret.move.came)
            played = Played(secret.move.player, twin.game.read(text), came, secret.move.went)
            twin.position._secrets[entry] = Secret(played, secret.known_to)
            twin.position._moves[twin.memory.move_numbers[entry]] = text


def rewritten(twin: Match, entry: int, move: Played, dice: random.Random) -> str:
    verb, _, rest = move.move.written.partition(":")
    if isinstance(twin.memory, TenMemory):
        if not rest.startswith("down"):  # cards were exchanged with it
            return move.move.written
        place = twin.memory.layer.index(move.player)
        return f"{TEN_CARDS[twin.position._state.first[place]]}:{rest}"
    assert isinstance(twin.memory, CentoMemory)
    asked = twin.memory.asked
    card = twin.position._state.offered if asked and asked.entry == entry else dice.randrange(cento.KINDS)
    return f"{verb}:{CENTO_CARDS[card]}"


def recast(fact: Fact, dice: random.Random) -> Fact:
    """The same with other cards that were exchanged."""
    cards = {name: dice.choice(TEN_CARDS) for name in ("card", "theirs") if fact.what == "swapped"}
    return Fact(fact.what, tuple((fact.values | cards).items()))


def fill_unused_room(state: Any, dice: random.Random) -> None:
    """Room beyond the cards there are, and working space, may hold leftovers of anything."""
    sizes = {"stock": "stock_size", "spent": "spent_size", "draw": "draw_size"}

    def anything(room: int) -> list[int]:
        return dice.choices(range(20), k=room)

    for name, field in state.fields.items():
        value = getattr(state, name)
        if field.scratch:
            value[:] = anything(len(value))
        elif name in sizes:
            used = getattr(state, sizes[name])
            value[used:] = anything(len(value) - used)
    if isinstance(state, ten.State):
        for seat in range(ten.MAX_PLAYERS):
            used = state.hand_size[seat] if seat < state.players else 0
            state.hands[seat][used:] = anything(len(state.hands[seat]) - used)


# --- The law ----------------------------------------------------------------------------------------------------
def as_shown(position: Position, viewer: Viewer, since: int = 0) -> str:
    return position.view(viewer, since).to_json()


def check_exchange(match: Match, viewer: Viewer, dice: random.Random, how: str, shown: Shown = as_shown) -> None:
    """The law itself, at one moment."""
    twin = twin_of(match, viewer, dice, how)
    assert shown(twin.position, viewer, 0) == shown(match.position, viewer, 0), f"hidden from {viewer}, yet shown"


def check_course(match: Match, viewer: Viewer, dice: random.Random, moves: int, shown: Shown = as_shown) -> None:
    """The law as the match goes on: the same is shown until an exchanged card comes to light."""
    here, there = match.copy(), twin_of(match, viewer, dice, ONE)
    start = here.position.log_size
    for _ in range(moves):
        if here.position.is_over:
            return
        since = here.position.log_size
        move = sensible(here.position, dice)
        secret = is_secret(move, here, viewer)
        legal = there.position.legal_moves
        others = [other for other in legal if other == move or (secret and looks_like(other, move))]
        if not others:
            return
        step = here.play(move)
        there.play(dice.choice(others))
        if cards_came_to_light(here, step) or facts(here, viewer) != facts(there, viewer):
            return
        assert shown(here.position, viewer, since) == shown(there.position, viewer, since), (
            f"{viewer} was shown what {move} hid"
        )
    assert shown(here.position, viewer, start) == shown(there.position, viewer, start), "shown later"


def is_secret(move: str, match: Match, viewer: Viewer) -> bool:
    """Whether the viewer does not see which card the move is made with."""
    verb, _, rest = move.partition(":")
    secret = verb in ("swap", "give") if match.game.name == "cento" else rest.startswith("down")
    return secret and viewer != match.position.to_move


def looks_like(move: str, other: str) -> bool:
    """Whether two secret moves look alike from outside."""
    if move.startswith(("swap:", "give:")):
        return move[:5] == other[:5]
    return ":down" in move and move.partition(":")[2] == other.partition(":")[2]


def cards_came_to_light(match: Match, step: Step) -> bool:
    """At the end of a round, when cards are laid open and dealt anew."""
    return hands_lie_open(match) or step.after["round"] != step.before["round"] or step.after.get("phase") == 5


def facts(match: Match, viewer: Viewer) -> dict[str, Any]:
    """What lies in the viewer's sight: the state of a trace without the cards in hidden places."""
    table, memory = match.position.describe(), match.memory
    for seat, hand in enumerate(table["hands"]):
        if seat != viewer and not hands_lie_open(match):
            known: list[Any] = []
            if isinstance(memory, CentoMemory) and in_one_pair(match.game, viewer, seat):
                known = sorted(memory.received[seat].elements())
            elif isinstance(memory, NimmtMemory):
                known = [card for card in hand if card in memory.seen]
            hand[:] = [*known, len(hand)]
    if isinstance(memory, TenMemory):
        for seat, place in enumerate(table["table"]):
            if place is not None and not place["up"] and viewer not in memory.owners[seat]:
                place["card"] = None
    elif isinstance(memory, CentoMemory) and table["swap"] and not in_one_pair(match.game, viewer, table["to_move"]):
        table["swap"] = list(table["swap"])
    return table


@given(matches(), st.integers(0, 2**32))
@law(200)
def test_exchanging_any_hidden_cards_leaves_every_view_the_same(match: Match, seed: int) -> None:
    """rules/README, Knowledge: swapping two cards that a seat has no way to know changes nothing it is shown."""
    for viewer in viewers(match.game):
        for how in (ONE, ALL):
            check_exchange(match, viewer, random.Random(seed), how)


@given(matches(), st.integers(0, 2**32))
@law(100)
def test_nothing_hidden_shows_in_what_follows(match: Match, seed: int) -> None:
    for viewer in viewers(match.game):
        check_course(match, viewer, random.Random(seed), 25)


@given(matches(cento_games(pairs=True)), st.integers(0, 2**32))
@law(60)
def test_a_swap_between_partners_stays_between_them(match: Match, seed: int) -> None:
    """Pairs: both choose in secret what to give, and the cards change hands face down."""
    dice = random.Random(seed)
    for _ in range(200):  # as far as the next swap, if there is one
        legal = match.position.legal_moves
        swaps = [move for move in legal if move.startswith(("swap:", "give:"))]
        if match.position.is_over:
            break
        match.play(dice.choice(swaps or legal))
        if swaps:
            for viewer in viewers(match.game):
                check_exchange(match, viewer, dice, ALL)
                check_course(match, viewer, dice, 6)
            if dice.random() < 0.3:
                break


@given(matches(ten_games()), st.integers(0, 2**32))
@law(80)
def test_a_card_face_down_is_known_to_those_who_have_owned_it(match: Match, seed: int) -> None:
    """Rule 3 of 10: its new owner may look at it, and who has once owned a card knows it; nobody else does."""
    assert isinstance(match.memory, TenMemory)
    for viewer in viewers(match.game):
        table = match.position.view(viewer).table["table"]
        for seat, place in enumerate(table):
            if place is not None and not place["up"]:
                owned = viewer in match.memory.owners[seat]
                assert place["card"] == (match.memory.cards[seat] if owned else None)


def test_the_order_of_a_hand_laid_open_is_not_shown() -> None:
    """Cards without an order are told in deck-table order; a slot would tell which card was drawn last."""
    match = match_after(Cento(2, match="series", limit=1), 0, 500)
    assert match.position.is_over
    twin = match.position.copy()
    for hand in twin._state.hands:
        hand.reverse()
    assert as_shown(twin, None) == as_shown(match.position, None)


def check_thoroughly(match: Match, seed: int) -> None:
    for viewer in viewers(match.game):
        for how in (ONE, ALL):
            check_exchange(match, viewer, random.Random(seed), how)
        check_course(match, viewer, random.Random(seed), 40)


@pytest.mark.thorough
@given(matches(cento_games()), st.integers(0, 2**32))
@law(350)
def test_hundreds_of_games_of_cento_keep_the_law(match: Match, seed: int) -> None:
    check_thoroughly(match, seed)


@pytest.mark.thorough
@given(matches(nimmt_games()), st.integers(0, 2**32))
@law(180)
def test_hundreds_of_games_of_11_nimmt_keep_the_law(match: Match, seed: int) -> None:
    check_thoroughly(match, seed)


@pytest.mark.thorough
@given(matches(ten_games()), st.integers(0, 2**32))
@law(220)
def test_hundreds_of_games_of_10_keep_the_law(match: Match, seed: int) -> None:
    check_thoroughly(match, seed)


# --- What a view holds ------------------------------------------------------------------------------------------
@given(matches())
@law(150)
def test_legal_moves_are_shown_to_the_seat_to_move_only(match: Match) -> None:
    position = match.position
    for viewer in viewers(match.game):
        view = position.view(viewer)
        mine = viewer is not None and viewer == position.to_move
        assert view.legal_moves == (position.legal_moves if mine else [])


@given(matches())
@law(150)
def test_nothing_of_the_real_state_can_be_reached_from_a_view(match: Match) -> None:
    position = match.position
    state = position._state
    forbidden = {id(thing) for thing in (position, state, position._log, position._moves, position._secrets)}
    forbidden |= {id(thing) for thing in everything_in(state) if isinstance(thing, list)}
    secret_values = {position.seed, *state.rng}
    secret_values = {value for value in secret_values if not isinstance(value, int) or value > 2**31}
    for viewer in viewers(match.game):
        hidden_moves = {
            id(thing)
            for entry, secret in position._secrets.items()
            if viewer not in match.memory.confidants[entry]
            for thing in (secret, secret.move)
        }
        for thing in everything_in(position.view(viewer)):
            assert id(thing) not in forbidden | hidden_moves
            assert not (isinstance(thing, int | str | bytes) and thing in secret_values)


def everything_in(thing: Any, seen: set[int] | None = None) -> Iterator[Any]:
    """An object, its attributes and items, theirs, and so on."""
    seen = set() if seen is None else seen
    if id(thing) in seen:
        return
    seen.add(id(thing))
    yield thing
    parts: list[Any] = list(vars(thing).values()) if hasattr(thing, "__dict__") else []
    if dataclasses.is_dataclass(thing):
        parts += [getattr(thing, field.name) for field in dataclasses.fields(thing)]
    if isinstance(thing, dict):
        parts += [*thing.keys(), *thing.values()]
    elif isinstance(thing, list | tuple | set | frozenset):
        parts += thing
    for part in parts:
        yield from everything_in(part, seen)


@given(matches(), st.integers(0, 40))
@law(80)
def test_a_view_of_the_newest_entries_is_the_end_of_the_whole_log(match: Match, since: int) -> None:
    position = match.position
    for viewer in viewers(match.game):
        whole = position.view(viewer)
        assert position.view(viewer, since).log == whole.log[since:]


@given(matches(nimmt_games()))
@law(60)
def test_people_are_shown_the_tops_of_the_stacks_only(match: Match) -> None:
    """N9: nobody may look through a stack, nor ask how many cards it holds; a memory aid shows how many."""
    real = match.position.describe()
    for viewer in viewers(match.game):
        view = match.position.view(viewer)
        table = view.shown()
        assert table["stacks"] == [stack[-1:] for stack in real["stacks"]]
        aided = view.shown(memory_aid=True)["stacks"]
        assert aided == [[None] * (len(stack) - 1) + stack[-1:] for stack in real["stacks"]]
        for seat, hand in enumerate(table["hands"]):
            if seat == viewer or match.position.is_over:
                assert hand == real["hands"][seat]
            else:  # also if every card of it was seen when it was taken
                assert hand == [None] * len(real["hands"][seat])


# --- Proof that a leak is found ---------------------------------------------------------------------------------
Leak = Callable[[Any, Any, int], None]


def with_leak(game: Game, leak: Leak) -> Shown:
    """A view function that copies a little more than it may; `rng` is a field that no view ever fills."""
    rules = game.rules

    def leaky_view(seen: Any, state: Any, seat: int) -> None:
        rules.view(seen, state, seat)
        leak(seen, state, seat)

    def shown(position: Position, viewer: Viewer, since: int) -> str:
        careless = position.copy()
        careless._form = forms.interpreted_with(rules, ((rules.view, leaky_view),))
        return as_shown(careless, viewer, since)

    return shown


def next_seat(state: Any, seat: int) -> int:
    return int((seat + 1) % state.players)


def leak_stock_card(seen: Any, state: Any, seat: int) -> None:
    seen.rng[0] = state.stock[0]


def leak_top_of_stock(seen: Any, state: Any, seat: int) -> None:
    seen.rng[0] = state.stock[state.stock_size - 1]


def leak_additions_next_door(seen: Any, state: Any, seat: int) -> None:
    seen.rng[0] = sum(card < cento.ADDITIONS for card in state.hands[next_seat(state, seat)])


def leak_order_of_a_hand(seen: Any, state: Any, seat: int) -> None:
    hand = state.hands[next_seat(state, seat)]
    seen.rng[0] = hand.index(max(hand))


def leak_offered(seen: Any, state: Any, seat: int) -> None:
    seen.offered = state.offered


def leak_must_play(seen: Any, state: Any, seat: int) -> None:
    seen.must_play = state.must_play


def leak_known_to_a_pair(seen: Any, state: Any, seat: int) -> None:
    seen.known_size[next_seat(state, seat)] = state.known_size[next_seat(state, seat)]


def leak_generator(seen: Any, state: Any, seat: int) -> None:
    seen.rng[1] = state.rng[1]


def leak_drawn_cards(seen: Any, state: Any, seat: int) -> None:
    """Room above the stock still holds the cards that were drawn from there."""
    seen.rng[0] = state.stock[state.stock_size]


def leak_draw_pile(seen: Any, state: Any, seat: int) -> None:
    seen.rng[0] = state.draw[state.draw_size - 1] if state.draw_size else 0


def leak_high_cards_next_door(seen: Any, state: Any, seat: int) -> None:
    seen.rng[0] = sum(state.where[card] == next_seat(state, seat) for card in range(51, 101))


def leak_one_card_of_a_hand(seen: Any, state: Any, seat: int) -> None:
    seen.where[7] = state.where[7]


def leak_first_card(seen: Any, state: Any, seat: int) -> None:
    seen.first[next_seat(state, seat)] = state.first[next_seat(state, seat)]


def leak_next_round_card(seen: Any, state: Any, seat: int) -> None:
    seen.rng[0] = state.round_cards[max(0, ten.ROUNDS - 1 - state.round)]


def leak_penalty_cards_next_door(seen: Any, state: Any, seat: int) -> None:
    other = next_seat(state, seat)
    seen.rng[0] = sum(10 < card < ten.JOKER for card in state.hands[other][: state.hand_size[other]])


def leak_card_laid(seen: Any, state: Any, seat: int) -> None:
    """The last place of a hand that has become smaller still holds its highest card."""
    seen.hands[next_seat(state, seat)][3] = state.hands[next_seat(state, seat)][3]


PAIRS = Cento(4, preset="to-20-a", pairs=True)
LEAKS: list[tuple[Game, Leak]] = [
    (Cento(3), leak_stock_card),
    (Cento(2), leak_top_of_stock),
    (Cento(3), leak_additions_next_door),
    (Cento(3), leak_order_of_a_hand),
    (Cento(3), leak_generator),
    (Cento(3), leak_drawn_cards),
    (PAIRS, leak_offered),
    (PAIRS, leak_must_play),
    (PAIRS, leak_known_to_a_pair),
    (Nimmt(3), leak_draw_pile),
    (Nimmt(3), leak_high_cards_next_door),
    (Nimmt(2), leak_one_card_of_a_hand),
    (Nimmt(2), leak_generator),
    (Ten(3), leak_stock_card),
    (Ten(3), leak_first_card),
    (Ten(3), leak_next_round_card),
    (Ten(2), leak_penalty_cards_next_door),
    (Ten(2), leak_card_laid),
    (Ten(3), leak_generator),
]


def is_caught(game: Game, check: Callable[[Match, Viewer, random.Random], None]) -> bool:
    for seed in range(150):
        match = match_after(game, seed, seed)
        try:
            for viewer in viewers(game):
                check(match, viewer, random.Random(seed))
        except AssertionError:
            return True
    return False


@pytest.mark.parametrize(("game", "leak"), LEAKS, ids=lambda value: getattr(value, "__name__", repr(value)))
def test_a_view_that_leaks_is_caught(game: Game, leak: Leak) -> None:
    shown = with_leak(game, leak)
    assert is_caught(game, lambda match, viewer, dice: check_exchange(match, viewer, dice, ALL, shown))


@pytest.mark.parametrize("game", [Cento(2), PAIRS, Nimmt(2), Ten(2)], ids=repr)
def test_an_honest_view_is_not_caught(game: Game) -> None:
    """The counterpart: the same check, with a wrapped view that leaks nothing, finds nothing."""
    shown = with_leak(game, lambda seen, state, seat: None)
    assert not is_caught(game, lambda match, viewer, dice: check_exchange(match, viewer, dice, ALL, shown))


@pytest.mark.parametrize("game", [Cento(2), PAIRS, Nimmt(2), Ten(2)], ids=repr)
def test_legal_moves_shown_to_everyone_are_caught(game: Game) -> None:
    def shown(position: Position, viewer: Viewer, since: int) -> str:
        return as_shown(position, viewer, since) + " ".join(position.legal_moves)

    assert is_caught(game, lambda match, viewer, dice: check_exchange(match, viewer, dice, ALL, shown))


@pytest.mark.parametrize("game", [PAIRS, Ten(2)], ids=repr)
def test_a_log_that_tells_secret_moves_is_caught(game: Game) -> None:
    def shown(position: Position, viewer: Viewer, since: int) -> str:
        return as_shown(position, viewer, since) + " ".join(position.moves)

    assert is_caught(game, lambda match, viewer, dice: check_exchange(match, viewer, dice, ALL, shown))


def note_the_stock(state: Any) -> None:
    """A rule that writes something hidden into a field that everyone may see."""
    pile = state.draw if isinstance(state, nimmt.State) else state.stock
    state.winner = pile[0]


@pytest.mark.parametrize(
    ("game", "original"),
    [(Cento(3), cento.finish_turn), (Nimmt(3), nimmt.finish_turn), (Ten(3), ten.next_in_turn)],
    ids=lambda value: getattr(value, "__name__", repr(value)),
)
def test_a_rule_that_notes_something_hidden_is_caught_as_the_match_goes_on(game: Game, original: Any) -> None:
    """Exchanging cards at one moment cannot find this: what was noted before does not change."""

    def careless(state: Any, *rest: int) -> None:
        original(state, *rest)
        note_the_stock(state)

    form = forms.interpreted_with(game.rules, ((original, careless),))

    def check(match: Match, viewer: Viewer, dice: random.Random) -> None:
        match.position._form = form
        check_course(match, viewer, dice, 25)

    assert is_caught(game, check)


def test_a_joker_that_is_counted_when_it_is_laid_face_down_is_caught() -> None:
    """A secret move may not show in what is kept for everyone: here `jokers_shown`, before the reckoning."""
    game = Ten(3)

    def careless(state: ten.State, move: int) -> None:
        seat = state.to_move
        ten.lay_first(state, move)
        state.jokers_shown[seat] += int(state.first[seat] == ten.JOKER)

    form = forms.interpreted_with(ten, ((ten.lay_first, careless),))

    def check(match: Match, viewer: Viewer, dice: random.Random) -> None:
        match.position._form = form
        check_course(match, viewer, dice, 25)

    assert is_caught(game, check)


@given(games(), st.integers(0, 2**32))
@law(40)
def test_what_is_hidden_is_most_of_the_deck_at_the_beginning(game: Game, seed: int) -> None:
    """Guards the tests themselves: a spectator of a fresh deal knows next to nothing."""
    match = match_after(game, seed, 0)
    hidden = hidden_places(match, None)[0]
    decks = {"cento": full_deck(game).total(), "nimmt": 99}
    jokers = 7 if game.options.get("spare_jokers") == "in" else game.players
    assert len(hidden) == decks.get(game.name, 63 + jokers)
