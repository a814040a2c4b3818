"""10 (Special Retro Edition): come as near to 10 as you can, bluff, bid for other people's cards.

In the order of the rules page. A card is its place in the deck table (`0` … `10` are 0 … 10, `P1` … `P8` are
11 … 18, the joker is 19); a round card is its number. A move is an integer from a fixed space of 553:

    0 … 119     lay card move // 6: 0, 1, 2 face up and 3, 4, 5 face down, with so many chips (move % 3)
    120         pass
    121 … 127   pay a chip and swap with a seat
    128 … 470   open at 1 + (move - 128) % 49 chips for the card of seat (move - 128) // 49
    471 … 519   bid 1 + move - 471 in the auction that is running
    520, 521    raise the protection to 1, to 2
    522         keep the protection
    523, 524    show, hide
    525 … 544   add a second card
    545         stand
    546 … 552   name the seat that starts the next round

Rulings are cited by number (T1, G2, …).
"""

from __future__ import annotations

from tiotal.rules.chance import next_word, random_below, shuffle
from tiotal.rules.state import NOBODY, UNKNOWN, Declared, copy_row, fill, number, row, rule, scratch, seats

# --- Cards and chips --------------------------------------------------------------------------------------------
JOKER = 19
KINDS = 20
NO_CARD = KINDS
VALUE = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1, 2, 3, 4, 5, 6, 7, 8)
PENALTY = (1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 3, 4, 5, 6, 7, 8, 9, 10, 10)  # T1
COPIES = (5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 1, 1, 1, 1, 1, 1, 1, 1, 7)
DECK = 70
ROUNDS = 10
HAND = 4
CHIPS = 7  # each player's at the start
MAX_CHIPS = 49
MAX_PROTECTION = 2
AIM = 10
MAX_PLAYERS = 7

# --- Moves ------------------------------------------------------------------------------------------------------
FACE_DOWN = 3
PASS, SWAPS, OPENING_BIDS, RAISES = 120, 121, 128, 471
PROTECTIONS, KEEP, SHOW, HIDE, SECONDS, STAND, STARTERS, ACTIONS = 520, 522, 523, 524, 525, 545, 546, 553
MAX_MOVES = 320


class State(Declared):
    """Everything about a game in progress. Each field says who may see it."""

    # The options: everyone.
    players: int = number()
    first_starter: int = number()
    spares_out: int = number()  # T2: 1 if the jokers not handed out leave the game

    rng: list[int] = row(2, bits=64)  # nobody

    # The game: everyone.
    round: int = number()
    phase: int = number()
    starter: int = number()
    turn: int = number()  # how many have had their turn in this phase
    to_move: int = number()  # NOBODY when the game is over
    over: int = number()
    ran_out: int = number()  # 1 if the stock did not suffice to fill a hand
    scores: list[int] = row(MAX_PLAYERS, bits=16)  # when the game is over
    chips: list[int] = row(MAX_PLAYERS)  # free ones
    pot: int = number()
    taken: list[list[int]] = seats(MAX_PLAYERS, KINDS)  # how many of each card
    rounds_taken: list[int] = row(MAX_PLAYERS, bits=16)  # round cards as bits 1 … 10

    round_cards: list[int] = row(ROUNDS)  # everyone those turned up (the first `round`), nobody the others
    stock_size: int = number()  # everyone
    stock: list[int] = row(DECK)  # nobody; the top is the last of the first stock_size
    hand_size: list[int] = row(MAX_PLAYERS)  # everyone
    hands: list[list[int]] = seats(MAX_PLAYERS, HAND)  # owner only, sorted; everyone when the game is over

    # The table; after a reckoning it tells how the round ended.
    laid: list[int] = row(MAX_PLAYERS)  # everyone: 1 if a first card lies before the seat
    first: list[int] = row(MAX_PLAYERS)  # everyone if it is up, else those who have owned it
    up: list[int] = row(MAX_PLAYERS)  # everyone
    protection: list[int] = row(MAX_PLAYERS)  # everyone
    second: list[int] = row(MAX_PLAYERS)  # everyone
    laid_by: list[int] = row(MAX_PLAYERS)  # everyone: whose hand the first card came from
    owned_by: list[int] = row(MAX_PLAYERS, bits=16)  # everyone: seats that have owned the first card, as bits

    # Bidding: everyone.
    owner: int = number()  # of the card in auction, or NOBODY
    bidder: int = number()
    bid: int = number()
    asked_to_protect: int = number()
    asked_next: int = number()  # the former owner, while the buyer is asked

    # The round reckoned last: everyone.
    totals: list[int] = row(MAX_PLAYERS)
    winner: int = number()
    loser: int = number()
    winnings: int = number()

    jokers_shown: list[int] = row(MAX_PLAYERS)  # everyone: jokers that have come out of a hand in past rounds

    moves: list[int] = scratch(MAX_MOVES)
    unseen: list[int] = scratch(KINDS)
    shown: list[int] = scratch(MAX_PLAYERS)
    hiding: list[int] = scratch(MAX_PLAYERS)
    ways: list[int] = scratch((MAX_PLAYERS + 1) * (MAX_PLAYERS + 1), bits=64)


# --- Setting up -------------------------------------------------------------------------------------------------
@rule
def begin(state: State) -> None:
    """A game at its start; the options and the generator are already set."""
    state.round = 0
    state.over = 0
    state.ran_out = 0
    state.phase = 1
    state.pot = 0
    state.winner = NOBODY
    state.loser = NOBODY
    state.winnings = 0
    for seat in range(MAX_PLAYERS):
        state.chips[seat] = CHIPS if seat < state.players else 0
        state.scores[seat] = 0
        state.rounds_taken[seat] = 0
        state.jokers_shown[seat] = 0
        state.laid[seat] = 0
        state.first[seat] = NO_CARD
        state.second[seat] = NO_CARD
        state.totals[seat] = 0
        for card in range(KINDS):
            state.taken[seat][card] = 0


@rule
def new_round(state: State) -> None:
    """Only the first round begins with a deal; the later ones begin with the winner's `start:`."""
    start_round(state, state.first_starter)  # T3


@rule
def deal(state: State) -> bool:
    for i in range(ROUNDS):
        state.round_cards[i] = ROUNDS - i
    shuffle(state, state.round_cards, ROUNDS)
    size = 0
    for card in range(KINDS):
        for _ in range(COPIES[card] if card < JOKER else spare_jokers(state)):
            state.stock[size] = card
            size += 1
    shuffle(state, state.stock, size)
    state.stock_size = size
    for seat in range(state.players):
        state.hand_size[seat] = 0
        put_in_hand(state, seat, JOKER)
    for _ in range(HAND - 1):
        for seat in range(state.players):
            draw(state, seat)
    return True


@rule
def deal_round(state: State) -> None:
    new_round(state)
    deal(state)


@rule
def spare_jokers(state: State) -> int:
    return 0 if state.spares_out else COPIES[JOKER] - state.players


@rule
def draw(state: State, seat: int) -> None:
    state.stock_size -= 1
    put_in_hand(state, seat, state.stock[state.stock_size])


@rule
def put_in_hand(state: State, seat: int, card: int) -> None:
    hand = state.hands[seat]
    slot = state.hand_size[seat]
    while slot > 0 and hand[slot - 1] > card:
        hand[slot] = hand[slot - 1]
        slot -= 1
    hand[slot] = card
    state.hand_size[seat] += 1


@rule
def take_from_hand(state: State, seat: int, card: int) -> None:
    hand = state.hands[seat]
    size = state.hand_size[seat] - 1
    slot = 0
    while hand[slot] != card:
        slot += 1
    while slot < size:
        hand[slot] = hand[slot + 1]
        slot += 1
    state.hand_size[seat] = size


# --- Turn order and phases --------------------------------------------------------------------------------------
@rule
def seat_in_turn(state: State, turn: int) -> int:
    return (state.starter + turn) % state.players


@rule
def start_round(state: State, seat: int) -> None:
    """Phase 1: the next round card counts."""
    state.round += 1
    state.starter = seat
    for other in range(state.players):
        state.laid[other] = 0
        state.up[other] = 0
        state.protection[other] = 0
        state.first[other] = NO_CARD
        state.second[other] = NO_CARD
    state.owner = NOBODY
    state.bidder = NOBODY
    state.bid = 0
    state.asked_to_protect = NOBODY
    state.asked_next = NOBODY
    begin_phase(state, 2)


@rule
def begin_phase(state: State, phase: int) -> None:
    state.phase = phase
    state.turn = 0
    state.to_move = state.starter


@rule
def next_in_turn(state: State) -> None:
    state.turn += 1
    if state.turn < state.players:
        state.to_move = seat_in_turn(state, state.turn)
    elif state.phase == 2:
        begin_phase(state, 3)
    elif state.phase == 3:
        collect_protection(state)
        begin_phase(state, 4)
    else:
        reckon(state)


# --- Moves ------------------------------------------------------------------------------------------------------
@rule
def legal(state: State) -> int:
    """Write the legal moves into `state.moves` and say how many there are."""
    if state.phase == 2:
        return first_cards(state)
    if state.phase == 3:
        if state.asked_to_protect != NOBODY:
            return protections(state)
        if state.owner != NOBODY:
            return raises(state)
        return openings(state)
    if state.phase == 4:
        return second_cards(state)
    for seat in range(state.players):
        state.moves[seat] = STARTERS + seat
    return state.players


@rule
def apply(state: State, move: int) -> None:
    if state.phase == 2:
        lay_first(state, move)
    elif state.phase == 3:
        if state.asked_to_protect != NOBODY:
            answer_protection(state, move)
        elif state.owner != NOBODY:
            answer_bid(state, move)
        else:
            open_bidding(state, move)
    elif state.phase == 4:
        show_or_add(state, move)
    else:
        start_round(state, move - STARTERS)


# --- Phase 2: the first card ------------------------------------------------------------------------------------
@rule
def first_cards(state: State) -> int:
    n = 0
    hand = state.hands[state.to_move]
    most = min(MAX_PROTECTION, state.chips[state.to_move])
    for slot in range(state.hand_size[state.to_move]):
        if slot == 0 or hand[slot] != hand[slot - 1]:
            for chips in range(most + 1):
                state.moves[n] = hand[slot] * 6 + chips
                state.moves[n + 1] = hand[slot] * 6 + FACE_DOWN + chips
                n += 2
    return n


@rule
def lay_first(state: State, move: int) -> None:
    seat = state.to_move
    take_from_hand(state, seat, move // 6)
    state.laid[seat] = 1
    state.first[seat] = move // 6
    state.up[seat] = 1 if move % 6 < FACE_DOWN else 0
    state.laid_by[seat] = seat
    state.owned_by[seat] = 1 << seat
    protect(state, seat, move % 3)
    next_in_turn(state)


@rule
def protect(state: State, seat: int, chips: int) -> None:
    state.chips[seat] -= chips - state.protection[seat]
    state.protection[seat] = chips


# --- Phase 3: bid and swap --------------------------------------------------------------------------------------
@rule
def openings(state: State) -> int:
    """Only free chips can be bid (T5)."""
    state.moves[0] = PASS
    n = 1
    free = state.chips[state.to_move]
    for seat in range(state.players):
        if seat != state.to_move:
            if state.protection[seat] == 0:
                if free > 0:
                    state.moves[n] = SWAPS + seat
                    n += 1
            else:
                for bid in range(state.protection[seat], free + 1):
                    state.moves[n] = OPENING_BIDS + seat * MAX_CHIPS + bid - 1
                    n += 1
    return n


@rule
def open_bidding(state: State, move: int) -> None:
    seat = state.to_move
    if move == PASS:
        next_in_turn(state)
    elif move < OPENING_BIDS:
        state.chips[seat] -= 1
        state.pot += 1
        swap_cards(state, seat, move - SWAPS)  # T4: nobody can overbid; T11: it was the one opening
    else:
        state.owner = (move - OPENING_BIDS) // MAX_CHIPS
        place_bid(state, 1 + (move - OPENING_BIDS) % MAX_CHIPS)


@rule
def raises(state: State) -> int:
    state.moves[0] = PASS
    n = 1
    for bid in range(state.bid + 1, state.chips[state.to_move] + 1):
        state.moves[n] = RAISES + bid - 1
        n += 1
    return n


@rule
def answer_bid(state: State, move: int) -> None:
    if move == PASS:
        ask_next_bidder(state)
    else:
        place_bid(state, 1 + move - RAISES)


@rule
def place_bid(state: State, bid: int) -> None:
    state.bid = bid
    state.bidder = state.to_move
    ask_next_bidder(state)


@rule
def ask_next_bidder(state: State) -> None:
    """Clockwise, never the card's owner; back at the highest bidder the auction is over."""
    seat = (state.to_move + 1) % state.players
    if seat == state.owner:
        seat = (seat + 1) % state.players
    if seat == state.bidder:
        end_auction(state)
    else:
        state.to_move = seat


@rule
def end_auction(state: State) -> None:
    buyer = state.bidder
    owner = state.owner
    state.chips[buyer] -= state.bid
    state.chips[owner] += state.bid
    state.owner = NOBODY
    state.bidder = NOBODY
    state.bid = 0
    swap_cards(state, buyer, owner)


@rule
def swap_cards(state: State, buyer: int, owner: int) -> None:
    """Only the cards change places; the chips stay with the players. Who has owned a card knows it."""
    card = state.first[buyer]
    up = state.up[buyer]
    laid_by = state.laid_by[buyer]
    owned_by = state.owned_by[buyer]
    state.first[buyer] = state.first[owner]
    state.up[buyer] = state.up[owner]
    state.laid_by[buyer] = state.laid_by[owner]
    state.owned_by[buyer] = state.owned_by[owner] | (1 << buyer)
    state.first[owner] = card
    state.up[owner] = up
    state.laid_by[owner] = laid_by
    state.owned_by[owner] = owned_by | (1 << owner)
    if can_protect(state, buyer):
        state.asked_next = owner
        ask_to_protect(state, buyer)
    else:
        ask_or_go_on(state, owner)


@rule
def can_protect(state: State, seat: int) -> bool:
    return state.protection[seat] < MAX_PROTECTION and state.chips[seat] > 0


@rule
def ask_to_protect(state: State, seat: int) -> None:
    state.asked_to_protect = seat
    state.to_move = seat


@rule
def ask_or_go_on(state: State, seat: int) -> None:
    """T6: the buyer, then the former owner, if they can raise the protection; then the next player opens."""
    if seat != NOBODY and can_protect(state, seat):
        ask_to_protect(state, seat)
    else:
        state.asked_to_protect = NOBODY
        next_in_turn(state)


@rule
def protections(state: State) -> int:
    seat = state.to_move
    state.moves[0] = KEEP
    n = 1
    for chips in range(state.protection[seat] + 1, MAX_PROTECTION + 1):
        if chips - state.protection[seat] <= state.chips[seat]:
            state.moves[n] = PROTECTIONS + chips - 1
            n += 1
    return n


@rule
def answer_protection(state: State, move: int) -> None:
    if move != KEEP:
        protect(state, state.to_move, 1 + move - PROTECTIONS)
    later = state.asked_next
    state.asked_next = NOBODY
    ask_or_go_on(state, later)


# --- Phase 4: the second card -----------------------------------------------------------------------------------
@rule
def collect_protection(state: State) -> None:
    for seat in range(state.players):
        state.pot += state.protection[seat]
        state.protection[seat] = 0


@rule
def second_cards(state: State) -> int:
    seat = state.to_move
    if not state.up[seat]:
        state.moves[0] = SHOW
        state.moves[1] = HIDE
        return 2
    state.moves[0] = STAND
    n = 1
    hand = state.hands[seat]
    for slot in range(state.hand_size[seat]):
        if (slot == 0 or hand[slot] != hand[slot - 1]) and goes_with(state.first[seat], hand[slot]):
            state.moves[n] = SECONDS + hand[slot]
            n += 1
    return n


@rule
def goes_with(card: int, second: int) -> bool:
    return card == JOKER or second == JOKER or VALUE[card] + VALUE[second] <= AIM


@rule
def show_or_add(state: State, move: int) -> None:
    seat = state.to_move
    if move == SHOW:
        state.up[seat] = 1
        return
    if SECONDS <= move < STAND:
        take_from_hand(state, seat, move - SECONDS)
        state.second[seat] = move - SECONDS
    next_in_turn(state)


# --- Phase 5: the reckoning -------------------------------------------------------------------------------------
@rule
def total_of(state: State, seat: int) -> int:
    """A joker makes its owner's total exactly 10 (T7)."""
    card = state.first[seat]
    second = state.second[seat]
    if card == JOKER or second == JOKER:
        return AIM
    return VALUE[card] if second == NO_CARD else VALUE[card] + VALUE[second]


@rule
def highest_single(state: State, seat: int) -> int:
    card = state.first[seat]
    second = state.second[seat]
    if second == NO_CARD or (card == JOKER and second == JOKER):
        return total_of(state, seat)
    if card == JOKER:
        return max(AIM - VALUE[second], VALUE[second])
    if second == JOKER:
        return max(AIM - VALUE[card], VALUE[card])
    return max(VALUE[card], VALUE[second])


@rule
def find_winner(state: State) -> int:
    """Highest total; level: the highest single card (T12); still level: earliest in turn order."""
    best = state.starter
    for turn in range(1, state.players):
        seat = seat_in_turn(state, turn)
        if beats(state, seat, best):
            best = seat
    return best


@rule
def beats(state: State, seat: int, best: int) -> bool:
    if state.totals[seat] == state.totals[best]:
        return highest_single(state, seat) > highest_single(state, best)
    return state.totals[seat] > state.totals[best]


@rule
def find_loser(state: State) -> int:
    """Lowest total; level: last in turn order; never the winner (T8)."""
    worst = NOBODY
    for turn in range(state.players):
        seat = seat_in_turn(state, turn)
        if seat != state.winner and (worst == NOBODY or state.totals[seat] <= state.totals[worst]):
            worst = seat
    return worst


@rule
def reckon(state: State) -> None:
    state.phase = 5
    for seat in range(state.players):
        state.totals[seat] = total_of(state, seat)
        note_jokers(state, seat)
    state.winner = find_winner(state)
    state.loser = find_loser(state)
    state.winnings = state.pot
    state.chips[state.winner] += state.pot
    state.pot = 0
    for seat in range(state.players):
        state.laid[seat] = 0
        state.up[seat] = 1
        state.taken[state.loser][state.first[seat]] += 1
        if state.second[seat] != NO_CARD:
            state.taken[state.loser][state.second[seat]] += 1
    take_round_card(state, state.round - 1)
    all_filled = fill_hands(state)
    if state.round == ROUNDS or not all_filled:
        end_game(state)
    else:
        state.to_move = state.winner


@rule
def take_round_card(state: State, index: int) -> None:
    state.rounds_taken[state.loser] |= 1 << state.round_cards[ROUNDS - 1 - index]


@rule
def fill_hands(state: State) -> bool:
    """In turn order, one player after the other, in every round (T13); False if the stock did not suffice."""
    for turn in range(state.players):
        seat = seat_in_turn(state, turn)
        while state.hand_size[seat] < HAND:
            if state.stock_size == 0:
                state.ran_out = 1
                return False
            draw(state, seat)
    return True


# --- The end ----------------------------------------------------------------------------------------------------
@rule
def end_game(state: State) -> None:
    """T10: round cards never turned up go to the last loser; cards in hand count against their owner."""
    for index in range(state.round, ROUNDS):
        take_round_card(state, index)
    state.over = 1
    state.to_move = NOBODY
    for seat in range(state.players):
        state.scores[seat] = penalty_points(state, seat) - worth_of_chips(state, seat)


@rule
def penalty_points(state: State, seat: int) -> int:
    return points_taken(state, seat) + points_in_hand(state, seat)


@rule
def points_taken(state: State, seat: int) -> int:
    points = 0
    for card in range(KINDS):
        points += PENALTY[card] * state.taken[seat][card]
    for number_on_card in range(1, ROUNDS + 1):
        if (state.rounds_taken[seat] >> number_on_card) & 1:
            points += number_on_card
    return points


@rule
def points_in_hand(state: State, seat: int) -> int:
    points = 0
    for slot in range(state.hand_size[seat]):
        points += PENALTY[state.hands[seat][slot]]
    return points


@rule
def worth_of_chips(state: State, seat: int) -> int:
    return 2 * state.chips[seat]


@rule
def wins(state: State, seat: int) -> bool:
    """The lowest score; level players share (G2)."""
    for other in range(state.players):
        if state.scores[other] < state.scores[seat]:
            return False
    return True


# --- Knowledge: what a seat may see -----------------------------------------------------------------------------
@rule
def view(seen: State, state: State, seat: int) -> None:
    """Copy into `seen`, which is all zero, what `seat` (NOBODY: a spectator) may know, and nothing else."""
    seen.players = state.players
    seen.first_starter = state.first_starter
    seen.spares_out = state.spares_out
    seen.round = state.round
    seen.phase = state.phase
    seen.starter = state.starter
    seen.turn = state.turn
    seen.to_move = state.to_move
    seen.over = state.over
    seen.ran_out = state.ran_out
    seen.pot = state.pot
    seen.stock_size = state.stock_size
    seen.owner = state.owner
    seen.bidder = state.bidder
    seen.bid = state.bid
    seen.asked_to_protect = state.asked_to_protect
    seen.asked_next = state.asked_next
    seen.winner = state.winner
    seen.loser = state.loser
    seen.winnings = state.winnings
    for index in range(ROUNDS):
        place = ROUNDS - 1 - index
        seen.round_cards[place] = state.round_cards[place] if index < state.round or state.over else UNKNOWN
    fill(seen.stock, state.stock_size, UNKNOWN)
    copy_row(seen.scores, state.scores, state.players)
    copy_row(seen.chips, state.chips, state.players)
    copy_row(seen.rounds_taken, state.rounds_taken, state.players)
    copy_row(seen.hand_size, state.hand_size, state.players)
    copy_row(seen.totals, state.totals, state.players)
    copy_row(seen.jokers_shown, state.jokers_shown, state.players)
    for other in range(state.players):
        copy_row(seen.taken[other], state.taken[other], KINDS)
        for slot in range(state.hand_size[other]):
            seen.hands[other][slot] = state.hands[other][slot] if other == seat or state.over else UNKNOWN
        seen.laid[other] = state.laid[other]
        seen.up[other] = state.up[other]
        seen.protection[other] = state.protection[other]
        seen.second[other] = state.second[other]
        seen.first[other] = state.first[other] if knows_first(state, seat, other) else UNKNOWN
        if state.laid[other]:
            seen.laid_by[other] = state.laid_by[other]
            seen.owned_by[other] = state.owned_by[other]


@rule
def knows_first(state: State, seat: int, other: int) -> bool:
    """A card that lies up, none at all, or one that the seat has owned."""
    if state.up[other] or not state.laid[other]:
        return True
    return seat != NOBODY and (state.owned_by[other] >> seat) & 1 == 1


@rule
def note_jokers(state: State, seat: int) -> None:
    """Everyone was handed a joker; who has shown one may have none left."""
    if state.first[seat] == JOKER:
        state.jokers_shown[state.laid_by[seat]] += 1
    if state.second[seat] == JOKER:
        state.jokers_shown[seat] += 1


# --- Knowledge: what the rest may be ----------------------------------------------------------------------------
@rule
def imagine(state: State, seat: int) -> None:
    """Turn a copy of the view of `seat` into a full state, each possible one equally likely."""
    imagine_round_cards(state)
    count_unseen(state, seat)
    if not state.over:  # then the hands lie open, and with them the jokers
        place_given_jokers(state, seat)
    fill_the_rest(state)


@rule
def imagine_round_cards(state: State) -> None:
    known = 0
    for i in range(ROUNDS):
        if state.round_cards[i] != UNKNOWN:
            known |= 1 << state.round_cards[i]
    size = 0
    for number_on_card in range(1, ROUNDS + 1):
        if not (known >> number_on_card) & 1:
            state.round_cards[size] = number_on_card
            size += 1
    shuffle(state, state.round_cards, size)


@rule
def count_unseen(state: State, seat: int) -> None:
    """How many of each card the viewer has no place for; whose jokers came out; how many cards each hides."""
    for card in range(KINDS):
        state.unseen[card] = COPIES[card]
    state.unseen[JOKER] = state.players + spare_jokers(state)
    for other in range(state.players):
        state.shown[other] = state.jokers_shown[other]
        state.hiding[other] = 0
        for card in range(KINDS):
            state.unseen[card] -= state.taken[other][card]
    for other in range(state.players):
        for slot in range(state.hand_size[other]):
            card = state.hands[other][slot]
            if card == UNKNOWN:
                state.hiding[other] += 1
            else:
                state.unseen[card] -= 1
        if state.laid[other]:
            if state.first[other] == UNKNOWN:
                state.hiding[state.laid_by[other]] += 1
            else:
                state.unseen[state.first[other]] -= 1
                if state.first[other] == JOKER:
                    state.shown[state.laid_by[other]] += 1
            if state.second[other] != NO_CARD:
                state.unseen[state.second[other]] -= 1
                if state.second[other] == JOKER:
                    state.shown[other] += 1


# Each player was handed one joker before the deal, so it is known to be in that hand, or to have come from it. A
# player who has shown jokers may have shown that one or another. All jokers look alike; every way in which the cards
# can lie is meant to be equally likely, so the ways are counted: for `a` of `n` players whose own joker is out,
#     product of the jokers shown by those × product of the cards hidden by the others
#     × (hidden places without a handed joker)!  ÷  (spare jokers still hidden)!
# and the last line, up to a constant factor, is `arrangements` below.
@rule
def place_given_jokers(state: State, seat: int) -> None:
    n = 0
    shown = 0
    hidden = state.stock_size
    for other in range(state.players):
        hidden += state.hiding[other]
        if other != seat:
            n += 1
            shown += state.shown[other]
    spare = state.unseen[JOKER] - n  # spare jokers still hidden, if no handed one is out
    out = 0
    if shown > 0 and hidden > 0:
        count_ways(state, seat, n)
        out = pick_how_many_are_out(state, n, hidden, spare)
    rank = 0
    for other in range(state.players):
        if other != seat and state.hiding[other] + state.shown[other] > 0:
            if out > 0 and is_out(state, other, rank, out):
                out -= 1
            elif hidden > 0:
                hide_joker(state, other)
        if other != seat:
            rank += 1


@rule
def count_ways(state: State, seat: int, n: int) -> None:
    """ways[rank * 8 + a]: for the players from that rank on, `a` of whom have their own joker out."""
    width = MAX_PLAYERS + 1
    for a in range(width):
        state.ways[n * width + a] = 1 if a == 0 else 0
    rank = n
    for step in range(state.players):
        other = state.players - 1 - step
        if other != seat:
            rank -= 1
            for a in range(width):
                ways = state.hiding[other] * state.ways[(rank + 1) * width + a]
                if a > 0:
                    ways += state.shown[other] * state.ways[(rank + 1) * width + a - 1]
                state.ways[rank * width + a] = ways


@rule
def arrangements(n: int, a: int, hidden: int, spare: int) -> int:
    product = 1
    for i in range(1, n + 1):
        product *= (hidden - n + i) if i <= a else (spare + i)
    return product


@rule
def pick_how_many_are_out(state: State, n: int, hidden: int, spare: int) -> int:
    total = 0
    for a in range(n + 1):
        total += state.ways[a] * arrangements(n, a, hidden, spare)
    pick = random_below_large(state, total)
    a = 0
    pick -= state.ways[0] * arrangements(n, 0, hidden, spare)
    while pick >= 0:
        a += 1
        pick -= state.ways[a] * arrangements(n, a, hidden, spare)
    return a


@rule
def is_out(state: State, other: int, rank: int, out: int) -> bool:
    width = MAX_PLAYERS + 1
    ways = state.ways[rank * width + out]
    ways_out = state.shown[other] * state.ways[(rank + 1) * width + out - 1]
    return random_below_large(state, ways) < ways_out


@rule
def random_below_large(state: State, n: int) -> int:
    """Below any n of up to 60 bits, even enough for choosing."""
    high = next_word(state) & 0x7FFFFFFF
    return ((high << 32) | next_word(state)) % n


@rule
def hide_joker(state: State, seat: int) -> None:
    """Put the joker that a player was handed in one of the places where it can be."""
    state.unseen[JOKER] -= 1
    pick = random_below(state, state.hiding[seat])
    for other in range(state.players):
        if state.laid[other] and state.first[other] == UNKNOWN and state.laid_by[other] == seat:
            if pick == 0:
                state.first[other] = JOKER
                return
            pick -= 1
    state.hands[seat][state.hand_size[seat] - 1] = JOKER


@rule
def fill_the_rest(state: State) -> None:
    size = 0
    for card in range(KINDS):
        for _ in range(state.unseen[card]):
            state.stock[size] = card
            size += 1
    shuffle(state, state.stock, size)
    for other in range(state.players):
        if state.laid[other] and state.first[other] == UNKNOWN:
            size -= 1
            state.first[other] = state.stock[size]
        held = state.hand_size[other]
        if held > 0 and state.hands[other][0] == UNKNOWN:
            joker = state.hands[other][held - 1] == JOKER
            state.hand_size[other] = 0
            for _ in range(held - 1):
                size -= 1
                put_in_hand(state, other, state.stock[size])
            if joker:
                put_in_hand(state, other, JOKER)
            else:
                size -= 1
                put_in_hand(state, other, state.stock[size])
