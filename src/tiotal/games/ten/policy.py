"""10 as a good family player plays it.

Know what the round is about: the pot for the winner, the table and the round card for the loser. Guess from what lies
there how likely each total is to be the best or the worst, and see how far the own hand can carry a first card. Buy a
card for less than it improves on that, protect one that others will want, and be rid of jokers before the end.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

from tiotal.bots.playing import CERTAIN, won_share
from tiotal.games.ten.rules import (
    AIM,
    FACE_DOWN,
    JOKER,
    KEEP,
    KINDS,
    MAX_CHIPS,
    MAX_PLAYERS,
    MAX_PROTECTION,
    NO_CARD,
    OPENING_BIDS,
    PASS,
    PENALTY,
    PROTECTIONS,
    RAISES,
    ROUNDS,
    SECONDS,
    SHOW,
    STAND,
    STARTERS,
    SWAPS,
    VALUE,
    State,
    goes_with,
    highest_single,
    knows_first,
    penalty_points,
    protect,
    put_in_hand,
    take_from_hand,
    total_of,
)
from tiotal.rules.exponentials import exp
from tiotal.rules.state import NOBODY, Declared, grid, number, row, rule

POINT = 100  # worths are in hundredths of a penalty point
CHIP = 2 * POINT
TOTALS = AIM + 1
RANKS = AIM + 6  # 0 … 9, and a 10 by its highest single card: 5 … 10

# --- Weights ----------------------------------------------------------------------------------------------------
HOLD = 0  # what a card of each value is worth in the hand while there are rounds to come
HOLD_JOKER = 11  # a joker with one, two, three, more rounds to come
ANOTHER_JOKER = 15  # so much less if there is another in the hand
DUMP = 16  # how much of its extra penalty points a penalty card is expected to cost, in hundredths
FRESH = 17  # what a card from the stock will cost if it is the last
ADDING = 18  # how many of a hundred players add a second card
LATE_TEN = 19  # how many more of a hundred reach 10 in the last round
HIDDEN_PENALTY = 20  # what a card costs whose face is not known
PRICE = 21  # of a chip that is bid, with two players
PRICE_OF_MANY = 22  # and with seven
TOLL = 23  # of a chip that goes into the pot
FLEETING = 24  # how much of a gain the later openers take away if they are many, in hundredths
STOLEN_UP = 25  # how likely many openers are to take an open card without protection, in ten-thousandths
STOLEN_TEN = 26  # if it is a 10 or a joker
STOLEN_DOWN = 27  # and a card that lies face down
DETERRED = 28  # how much of that is left for each chip, in hundredths
LATE_SEAT = 29  # the worth of acting one seat later
CHIPS_TO_COME = 30  # from each player who has not laid a card yet, in hundredths
SPREAD = 31  # how far two players' scores drift apart in a round, in hundredths of a point: see `outlook`
SPREAD_OF_MANY = 32  # and those of seven
REASON = 33  # how much better another choice must be to make one unlikely
WEIGHTS = 34
NAMES = [
    *(f"hold {value}" for value in range(11)),
    *(f"hold joker {rounds}" for rounds in range(1, 5)),
    *("another joker", "dump", "fresh", "adding", "late ten", "hidden penalty", "price", "price of many", "toll"),
    *("fleeting", "stolen up", "stolen ten", "stolen down", "deterred", "late seat", "chips to come"),
    *("spread", "spread of many", "reason"),
]
HAND_SET = (
    *(-200, -200, -200, -200, -200, -200, -200, -200, -200, 0, 200),
    *(800, 800, 800, 800, 200),
    *(50, 100, 80, 20, 300),
    *(200, 200, 200, 50, 5000, 10000, 5000, 50),
    *(50, 100, 1000, 500, 400),
)
UNSURE = (  # how far a weight set by hand may be off; 0: it does not decide on moves
    *(50, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50),
    *(100, 100, 100, 100, 100),
    *(15, 50, 8, 10, 50),
    *(50, 50, 50, 10, 1500, 3000, 1500, 15),
    *(20, 20, 0, 0, 0),
)
OUTLOOK = (SPREAD, SPREAD_OF_MANY)  # fitted to how matches end

# The chance of at most 0 … 10, much as in self-play: with two and with seven players the total that is reached by
# adding to a first card of less, and the total of one who has not laid yet; the value of a card face down (who thinks
# better of one with chips on it can be sold a bluff), and of one that stays so to the end.
REACHED = (
    *(700, 800, 900, 1000, 1200, 1450, 1700, 2100, 2800, 4000, 10000),
    *(250, 250, 250, 250, 260, 280, 300, 450, 900, 2400, 10000),
)
NOT_LAID = (
    *(60, 210, 390, 630, 900, 1180, 1430, 1870, 2520, 3870, 10000),
    *(20, 55, 80, 110, 160, 200, 250, 410, 920, 2700, 10000),
)
FACE_DOWN_IS = (900, 1900, 2800, 3800, 4900, 5800, 6300, 7000, 7600, 8000, 10000)
STAYED_DOWN = (150, 350, 550, 850, 1200, 1800, 2100, 2800, 3400, 4000, 10000)
SINGLES = (800, 2500, 4200, 6000, 7800, 10000)  # the highest single card of a 10
INSTEAD = 4  # what often comes for a card that is taken


UNREASONABLE = 500  # nothing is ruled out, in ten-thousandths
BLUR = 100  # a point more or less is hardly noticed
SEARCH = {"noise": 200}
DOUBT = 0.25
LEARNING_NOISE = 100
LEARNED_AT: list[tuple[int, int, dict[str, Any]]] = [(2, 10_000, {}), (4, 6_000, {}), (7, 3_500, {})]


class Notes(Declared):
    """What the player who is to move has found out for this choice."""

    weights: list[int] = row(WEIGHTS, bits=32)
    outlook: list[int] = row(MAX_PLAYERS, bits=16)  # each seat's chance to win the match
    stakes: int = number(bits=32)  # what the loser takes
    pot: int = number(bits=32)  # what the winner takes
    ending: int = number(bits=32)  # the chance that this round is the last
    to_come: int = number(bits=32)  # rounds after this one, in hundredths
    jokers: int = number()  # in the own hand
    later: int = number()  # how many will still open in phase 3
    reached: list[int] = row(TOTALS, bits=16)  # the chance that a second card makes at most a total
    at_most: list[list[int]] = grid(MAX_PLAYERS + 1, RANKS, bits=16)  # of each player; the last line is for a swap
    highest: list[int] = row(RANKS, bits=32)  # the chance to win with a rank
    lowest: list[int] = row(TOTALS, bits=32)  # the chance to lose with a total
    hope: int = number(bits=32)  # the chance to win of what was planned last
    planned: list[int] = row(KINDS, bits=32)  # what a first card promises, without what it is worth in the hand
    hopes: list[int] = row(KINDS, bits=32)  # its chance to win
    robbed: list[int] = row(KINDS, bits=32)  # and if it is taken
    unknown: int = number(bits=32)  # what a card face down promises
    gain: list[int] = row(MAX_PLAYERS, bits=32)  # of a swap with each seat
    stand: int = number(bits=32)  # what the own first card promises without a second
    keep: int = number(bits=32)  # and with the best one


# --- Looking ----------------------------------------------------------------------------------------------------
@rule
def look(state: State, notes: Notes, n: int) -> None:
    if state.phase == 5:
        return
    me = state.to_move
    look_ahead(state, notes)
    for most in range(AIM):  # who has no later round to keep a joker for will add it
        often = by_players(state, REACHED[most], REACHED[TOTALS + most])
        notes.reached[most] = often * (CERTAIN - notes.ending * notes.weights[LATE_TEN] // 100) // CERTAIN
    notes.reached[AIM] = CERTAIN
    notes.jokers = jokers_of(state, me)
    reckon_stakes(state, notes, me)
    for other in range(state.players):
        if other != me:
            foresee_player(state, notes, me, other)
    weigh(state, notes, me, NOBODY)
    if state.phase == 2:
        notes.later = state.players - 1
        for slot in range(state.hand_size[me]):
            card = state.hands[me][slot]
            notes.planned[card] = plan(state, notes, me, card, card)
            notes.hopes[card] = notes.hope
            notes.robbed[card] = plan(state, notes, me, INSTEAD, card)
    elif state.phase == 3:
        notes.later = state.players - 1 - state.turn
        notes.keep = plan(state, notes, me, state.first[me], NO_CARD)
        if state.asked_to_protect != NOBODY:
            notes.hopes[0] = notes.hope
            notes.robbed[0] = plan(state, notes, me, INSTEAD, NO_CARD)
        elif state.chips[me] > 0:
            if state.players == 2:  # with more, what the other gets for it matters little
                weigh_swap(state, notes, me, 1 - me)
            look_at_unknown(state, notes, me)
            for other in range(state.players):
                if is_for_sale(state, me, other):
                    look_at_swap(state, notes, me, other)
    else:
        notes.stand = outcome(state, notes, me)
        notes.keep = plan(state, notes, me, state.first[me], NO_CARD)


@rule
def blur(state: State) -> int:
    return BLUR


@rule
def is_for_sale(state: State, me: int, other: int) -> bool:
    """Whether the seat can bid for the other's card and pay."""
    if state.owner != NOBODY:
        return other == state.owner and state.chips[me] > state.bid
    return other != me and state.chips[me] >= state.protection[other]


@rule
def look_ahead(state: State, notes: Notes) -> None:
    """How likely this round is to be the last, and how many come after it: ten in all, or until the stock runs out."""
    playing = state.phase < 5
    current = state.round if playing else state.round + 1
    sure = state.players
    undecided = state.players
    if state.phase == 4:
        undecided -= state.turn
        for seat in range(state.players):
            sure += state.second[seat] != NO_CARD
    expected = undecided * notes.weights[ADDING]
    spare = state.stock_size - sure
    notes.ending = min(max(CERTAIN // 2 + (expected - 100 * spare - 50) * 30, 0), CERTAIN)
    if current == ROUNDS or spare < 0:
        notes.ending = CERTAIN
    elif spare >= undecided:
        notes.ending = 0
    a_round = state.players * (100 + notes.weights[ADDING])
    notes.to_come = min(100 * (ROUNDS - current), max(0, 10_000 * state.stock_size // a_round - 50))


@rule
def jokers_of(state: State, seat: int) -> int:
    jokers = 0
    for slot in range(state.hand_size[seat]):
        jokers += state.hands[seat][slot] == JOKER
    return jokers


@rule
def reckon_stakes(state: State, notes: Notes, me: int) -> None:
    """What loser and winner of the round will take, as far as it can be seen or guessed; not the own second card."""
    stakes = 0
    chips = state.pot
    unlaid = 0
    for seat in range(state.players):
        chips += state.protection[seat]
        if state.second[seat] != NO_CARD:
            stakes += POINT * PENALTY[state.second[seat]]
        elif seat != me and (state.phase < 4 or not has_acted(state, seat)):
            stakes += notes.weights[ADDING] * notes.weights[HIDDEN_PENALTY] // 100
        if state.laid[seat] and knows_first(state, me, seat):
            stakes += POINT * PENALTY[state.first[seat]]
        elif seat != me:
            stakes += notes.weights[HIDDEN_PENALTY]
            unlaid += 1 - state.laid[seat]
    rest = ROUNDS * (ROUNDS + 1) // 2  # T10: what was never turned up goes to the loser if the stock runs out
    for i in range(ROUNDS - state.round, ROUNDS):
        rest -= state.round_cards[i]
    notes.stakes = stakes + POINT * state.round_cards[ROUNDS - state.round] + rest * notes.ending * POINT // CERTAIN
    notes.pot = CHIP * chips + CHIP * notes.weights[CHIPS_TO_COME] * unlaid // 100


@rule
def has_acted(state: State, seat: int) -> bool:
    """In this phase."""
    return place_of(state, seat) < state.turn


@rule
def place_of(state: State, seat: int) -> int:
    """The place in turn order."""
    return (seat - state.starter + state.players) % state.players


@rule
def foresee_player(state: State, notes: Notes, me: int, other: int) -> None:
    """The chance that another player ends with at most each rank."""
    done = state.phase == 4 and has_acted(state, other)
    known = state.laid[other] and knows_first(state, me, other)
    if known and not done:
        foresee_with(notes, state.first[other], other)
    elif known:
        reached = rank_of(state, other)
        for rank in range(RANKS):
            notes.at_most[other][rank] = 0 if rank < reached else CERTAIN
    else:
        for rank in range(AIM):
            if done:
                chance = STAYED_DOWN[rank]
            elif state.laid[other]:
                chance = FACE_DOWN_IS[rank] * notes.reached[rank] // CERTAIN
            else:
                chance = by_players(state, NOT_LAID[rank], NOT_LAID[TOTALS + rank])
            notes.at_most[other][rank] = chance
        for rank in range(AIM, RANKS):
            less = notes.at_most[other][AIM - 1]
            notes.at_most[other][rank] = less + (CERTAIN - less) * SINGLES[rank - AIM] // CERTAIN


@rule
def foresee_with(notes: Notes, first: int, line: int) -> None:
    """The same for a known first card to which a second may be added."""
    least = points_of(first)
    for rank in range(AIM):
        notes.at_most[line][rank] = 0 if rank < least else notes.reached[rank]
    single = max(least, AIM - least)
    for rank in range(AIM, RANKS):
        notes.at_most[line][rank] = notes.at_most[line][AIM - 1] if rank < single + 5 else CERTAIN


@rule
def points_of(card: int) -> int:
    """What a card makes by itself."""
    return AIM if card == JOKER else VALUE[card]


@rule
def rank_of(state: State, seat: int) -> int:
    """The total; above 9, level totals are told apart by the highest single card."""
    total = total_of(state, seat)
    return total if total < AIM else highest_single(state, seat) + 5


@rule
def by_players(state: State, two: int, seven: int) -> int:
    return (two * (MAX_PLAYERS - state.players) + seven * (state.players - 2)) // (MAX_PLAYERS - 2)


@rule
def weigh(state: State, notes: Notes, me: int, swapped: int) -> None:
    """The chance to win and to lose with each rank; for the seat `swapped` the last line counts."""
    for rank in range(RANKS):
        notes.highest[rank] = CERTAIN
    for total in range(TOTALS):
        notes.lowest[total] = CERTAIN
    mine = place_of(state, me)
    for other in range(state.players):
        if other != me:
            line = MAX_PLAYERS if other == swapped else other
            if place_of(state, other) > mine:  # level, the first wins and the last loses
                weigh_against(notes, line, 0)
                notes.lowest[AIM] = 0
            else:
                weigh_against(notes, line, 1)


@rule
def weigh_against(notes: Notes, line: int, less: int) -> None:
    """Another player is beaten by a rank if theirs is less by this, and worse off than a total likewise."""
    if less:
        notes.highest[0] = 0
    for rank in range(less, RANKS):
        notes.highest[rank] = notes.highest[rank] * notes.at_most[line][rank - less] // CERTAIN
    for total in range(less, AIM + less):
        notes.lowest[total] = notes.lowest[total] * (CERTAIN - notes.at_most[line][total - less]) // CERTAIN


@rule
def outcome(state: State, notes: Notes, seat: int) -> int:
    """What the round brings with the cards that lie before the seat."""
    win = notes.highest[rank_of(state, seat)]
    lose = CERTAIN - win if state.players == 2 else notes.lowest[total_of(state, seat)]
    stakes = notes.stakes
    if not state.laid[seat]:
        stakes += POINT * PENALTY[state.first[seat]]
    if state.second[seat] != NO_CARD:
        stakes += POINT * PENALTY[state.second[seat]]
    return (win * notes.pot - lose * stakes) // CERTAIN


@rule
def plan(state: State, notes: Notes, seat: int, first: int, without: int) -> int:
    """What a first card promises with the best second card of the hand, from which one card is gone."""
    was_first = state.first[seat]
    was_second = state.second[seat]
    state.first[seat] = first
    best = outcome(state, notes, seat)
    notes.hope = notes.highest[rank_of(state, seat)]
    for slot in range(state.hand_size[seat]):
        card = state.hands[seat][slot]
        if card == without:
            without = NO_CARD
        elif goes_with(first, card):
            state.second[seat] = card
            value = outcome(state, notes, seat) - held(notes, card)
            if value > best:
                best = value
                notes.hope = notes.highest[rank_of(state, seat)]
    state.first[seat] = was_first
    state.second[seat] = was_second
    return best


@rule
def held(notes: Notes, card: int) -> int:
    """What a card is worth in the hand, compared with one from the stock."""
    late = notes.weights[FRESH] - POINT * PENALTY[card]
    if card == JOKER:
        early = notes.weights[HOLD_JOKER + min(max(notes.to_come // 100, 1), 4) - 1]
        if notes.jokers > 1:
            early -= notes.weights[ANOTHER_JOKER]
    else:
        early = notes.weights[HOLD + VALUE[card]] - (PENALTY[card] - 1) * notes.weights[DUMP]
    return early + (late - early) * notes.ending // CERTAIN


@rule
def look_at_swap(state: State, notes: Notes, me: int, other: int) -> None:
    """How much better the round looks with the other's card, and the own one there."""
    if knows_first(state, me, other):
        weigh_swap(state, notes, me, other)
        promise = plan(state, notes, me, state.first[other], NO_CARD)
    else:
        promise = notes.unknown
    notes.gain[other] = (promise - notes.keep) * (100 - notes.weights[FLEETING] * notes.later // state.players) // 100


@rule
def weigh_swap(state: State, notes: Notes, me: int, other: int) -> None:
    foresee_with(notes, state.first[me], MAX_PLAYERS)
    weigh(state, notes, me, other)


@rule
def look_at_unknown(state: State, notes: Notes, me: int) -> None:
    notes.unknown = 0
    for value in range(TOTALS):
        chance = FACE_DOWN_IS[value]
        if value > 0:
            chance -= FACE_DOWN_IS[value - 1]
        notes.unknown += plan(state, notes, me, value, NO_CARD) * chance // CERTAIN


# --- What a move is worth ---------------------------------------------------------------------------------------
@rule
def worth(state: State, notes: Notes, move: int) -> int:
    if move < PASS:
        return worth_of_laying(state, notes, move // 6, move % 6)
    if move < PROTECTIONS:
        return worth_of_bidding(state, notes, move)
    if move < SHOW:
        return worth_of_protecting(state, notes, move)
    if move < SECONDS:
        return notes.keep if move == SHOW else notes.stand + 1
    if move < STARTERS:
        return worth_of_second(state, notes, move)
    return notes.weights[LATE_SEAT] * ((state.to_move - (move - STARTERS) + state.players) % state.players)


@rule
def worth_of_laying(state: State, notes: Notes, card: int, way: int) -> int:
    up = 1 if way < FACE_DOWN else 0
    chips = way % FACE_DOWN
    loss = loss_by_theft(notes, card, up, chips, notes.planned[card] - notes.robbed[card])
    return notes.planned[card] - held(notes, card) - loss - toll(notes, chips, notes.hopes[card])


@rule
def toll(notes: Notes, chips: int, hope: int) -> int:
    """The price of chips that go into the pot, from which they may come back."""
    return notes.weights[TOLL] * chips * (CERTAIN - hope) // CERTAIN


@rule
def loss_by_theft(notes: Notes, card: int, up: int, chips: int, loss: int) -> int:
    """What is likely to be lost, or with a poor card gained, if others swap with it. They pay what protects it."""
    chance = notes.weights[STOLEN_DOWN]
    if up:
        chance = notes.weights[STOLEN_TEN if points_of(card) == AIM else STOLEN_UP]
    chance = chance * notes.later // (notes.later + 2)
    for _ in range(chips):
        chance = chance * notes.weights[DETERRED] // 100
    return min(chance, CERTAIN) * (loss - CHIP * chips) // CERTAIN


@rule
def worth_of_bidding(state: State, notes: Notes, move: int) -> int:
    if move == PASS:
        return 0
    if move < OPENING_BIDS:
        return notes.gain[move - SWAPS] - notes.weights[TOLL]
    price = by_players(state, notes.weights[PRICE], notes.weights[PRICE_OF_MANY])
    if move < RAISES:
        opened = move - OPENING_BIDS
        return notes.gain[opened // MAX_CHIPS] - price * (1 + opened % MAX_CHIPS)
    return notes.gain[state.owner] - price * (1 + move - RAISES)


@rule
def worth_of_protecting(state: State, notes: Notes, move: int) -> int:
    seat = state.to_move
    chips = state.protection[seat] if move == KEEP else 1 + move - PROTECTIONS
    loss = loss_by_theft(notes, state.first[seat], state.up[seat], chips, notes.keep - notes.robbed[0])
    return -loss - toll(notes, chips, notes.hopes[0])


@rule
def worth_of_second(state: State, notes: Notes, move: int) -> int:
    if move == STAND:
        return notes.stand
    seat = state.to_move
    state.second[seat] = move - SECONDS
    value = outcome(state, notes, seat) - held(notes, move - SECONDS)
    state.second[seat] = NO_CARD
    return value


# --- What others see and can tell from it -----------------------------------------------------------------------
@rule
def as_seen(state: State, move: int, seat: int, observer: int) -> int:
    """A card that is laid face down shows only how it lies."""
    if move < PASS and move % 6 >= FACE_DOWN and seat != observer:
        return move % 6
    return move


@rule
def likelihood(state: State, notes: Notes, seat: int) -> int:
    """How well it fits together, in a world as this seat imagines it, that others have laid these cards face down."""
    chance = CERTAIN
    for owner in range(state.players):
        if state.laid[owner] and not knows_first(state, seat, owner):
            chance = chance * reason_to_lay(state, notes, owner) // CERTAIN
    return chance


@rule
def reason_to_lay(state: State, notes: Notes, owner: int) -> int:
    """How readily the card that lies there would have been laid so, out of the hand that it came from."""
    layer = state.laid_by[owner]
    card = state.first[owner]
    was_first = state.first[layer]
    was_second = state.second[layer]
    phase = state.phase
    to_move = state.to_move
    chips = state.protection[layer]
    put_in_hand(state, layer, card)
    protect(state, layer, 0)
    state.laid[layer] = 0
    state.second[layer] = NO_CARD
    state.phase = 2
    state.to_move = layer
    look(state, notes, 0)
    chosen = worth_of_laying(state, notes, card, FACE_DOWN + chips)
    best = chosen
    for slot in range(state.hand_size[layer]):
        for way in range(FACE_DOWN + MAX_PROTECTION + 1):
            if way % FACE_DOWN <= state.chips[layer]:
                best = max(best, worth_of_laying(state, notes, state.hands[layer][slot], way))
    take_from_hand(state, layer, card)
    protect(state, layer, chips)
    state.laid[layer] = 1
    state.first[layer] = was_first
    state.second[layer] = was_second
    state.phase = phase
    state.to_move = to_move
    return max(int(CERTAIN * exp((chosen - best) / notes.weights[REASON])), UNREASONABLE)


# --- When a round is over ---------------------------------------------------------------------------------------
@rule
def round_over(state: State) -> bool:
    return state.phase == 5


@rule
def foresee(state: State, notes: Notes) -> None:
    """Write into `notes.outlook` each seat's chance to win the match, when a round is over."""
    for seat in range(state.players):
        notes.outlook[seat] = outlook(state, notes, seat)


@rule
def outlook(state: State, notes: Notes, seat: int) -> int:
    """The chance to win the match: sure at its end, before that by how far ahead the scores are of what is to come.

    Each player's chance is taken to fall off exponentially with the points that they are behind; the more rounds are
    to come, the less a point counts.
    """
    if state.over:
        return won_share(state, seat)
    look_ahead(state, notes)
    spread = by_players(state, notes.weights[SPREAD], notes.weights[SPREAD_OF_MANY])
    scale = spread * sqrt(1.0 + notes.to_come / 100)
    mine = points_in_sight(state, notes, seat)
    sum_of_all = 0.0
    for other in range(state.players):
        behind = (mine - points_in_sight(state, notes, other)) / scale
        sum_of_all += exp(min(behind, 500.0))  # more is too much for `exp`
    return int(CERTAIN / sum_of_all)


@rule
def points_in_sight(state: State, notes: Notes, seat: int) -> int:
    """The score so far, and for the cards in hand what they are worth instead of what they would cost now."""
    points = POINT * penalty_points(state, seat) - CHIP * state.chips[seat]
    notes.jokers = jokers_of(state, seat)
    for slot in range(state.hand_size[seat]):
        card = state.hands[seat][slot]
        points -= held(notes, card) + POINT * PENALTY[card]
    return points
