"""A referee for traces of 10 (Special Retro Edition), independent of the engine and slow on purpose.

`check` replays a whole trace from its `deck` lines and its moves, works out what every line has to be and
raises `Disagreement` at the first one that is anything else. A trace that stops too early is refused at the
line that is missing. The order follows the rules page; T1 to T10 and G2 are its rulings.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tests.checker.lines import Trace

ROUND_CARDS = [f"R{number}" for number in range(1, 11)]
NORMAL_CARDS = [str(number) for number in range(11)]
PENALTY_CARDS = [f"P{number}" for number in range(1, 9)]
JOKER = "J"
DECK_TABLE = [*ROUND_CARDS, *NORMAL_CARDS, *PENALTY_CARDS, JOKER]
RANK = {card: rank for rank, card in enumerate(DECK_TABLE)}  # the order of every list of cards

EACH_NORMAL_CARD = 5
JOKERS = 7
CHIPS = 7
HAND = 4
LAST_ROUND = 10
MOST_PROTECTION = 2


def check(lines: Sequence[dict[str, Any]]) -> None:
    """Raise Disagreement at the first line that is not what the rules make it."""
    trace = Trace(lines)
    players, starter, spare_jokers = opening(trace)
    round_cards = shuffled(trace, ROUND_CARDS)
    playing_cards = shuffled(trace, cards_to_shuffle(players, spare_jokers))
    referee = Referee(players, starter, round_cards, playing_cards)
    trace.expect(referee.state())
    while referee.to_move is not None:
        referee.play(trace.turn(referee.to_move, referee.legal()))
        trace.expect(referee.state())
    trace.expect({"kind": "end", "scores": referee.final_scores(), "winners": referee.winners()})
    trace.expect_nothing_more()


# --- Cards ---------------------------------------------------------------


def value(card: str) -> int:
    """What a normal or penalty card is worth on the table."""
    return int(card.removeprefix("P"))


def penalty_points(card: str) -> int:
    if card == JOKER:
        return 10
    if card.startswith("R"):
        return int(card.removeprefix("R"))
    if card.startswith("P"):
        return value(card) + 2  # T1
    return 1


def in_table_order(cards: list[str]) -> list[str]:
    return sorted(cards, key=lambda card: RANK[card])


def cards_to_shuffle(players: int, spare_jokers: str) -> list[str]:
    """All playing cards but the jokers handed out; T2: the spare jokers are in or out."""
    spare = JOKERS - players if spare_jokers == "in" else 0
    return NORMAL_CARDS * EACH_NORMAL_CARD + PENALTY_CARDS + [JOKER] * spare


# --- The table -----------------------------------------------------------


@dataclass
class Place:
    """What lies in front of one player."""

    card: str
    up: bool
    protection: int
    second: str | None = None

    def cards(self) -> list[str]:
        return [self.card] if self.second is None else [self.card, self.second]

    def counted(self) -> list[int]:
        """T7: the value of each card, a joker filling up to ten; two jokers are 10 and 0."""
        cards = self.cards()
        if JOKER not in cards:
            return [value(card) for card in cards]
        others = list(cards)
        others.remove(JOKER)
        rest = [0 if card == JOKER else value(card) for card in others]
        return [10 - sum(rest), *rest]

    def total(self) -> int:
        return sum(self.counted())

    def highest(self) -> int:
        return max(self.counted())


@dataclass
class Auction:
    owner: int
    bidder: int
    bid: int


class Referee:
    def __init__(self, players: int, starter: int, round_cards: list[str], playing_cards: list[str]) -> None:
        self.players = players
        self.round_pile = list(round_cards)
        self.stock = list(playing_cards)
        self.hands = [[JOKER] for _ in range(players)]
        for _ in range(HAND - 1):
            for hand in self.hands:
                hand.append(self.stock.pop(0))
        self.chips = [CHIPS] * players  # free chips only
        self.pot = 0
        self.taken: list[list[str]] = [[] for _ in range(players)]
        self.over = False
        self.round = 0
        self.begin_round(starter)  # T3

    # Phase 1: round card

    def begin_round(self, starter: int) -> None:
        self.round += 1
        self.round_card: str | None = self.round_pile.pop(0)
        self.starter = starter
        self.turn_order = [(starter + step) % self.players for step in range(self.players)]
        self.table: list[Place | None] = [None] * self.players
        self.auction: Auction | None = None
        self.passes = 0  # in a row, since the last bid
        self.asked_to_protect: int | None = None
        self.may_yet_protect: list[int] = []
        self.begin_phase(2)

    def begin_phase(self, phase: int) -> None:
        self.phase = phase
        self.turns_begun = 0
        self.next_turn()

    def next_turn(self) -> None:
        """The next player of the phase; after the last one the next phase."""
        if self.turns_begun < self.players:
            self.to_move: int | None = self.turn_order[self.turns_begun]
            self.turns_begun += 1
        elif self.phase == 2:
            self.begin_phase(3)
        elif self.phase == 3:
            self.protecting_chips_into_pot()
            self.begin_phase(4)
        else:
            self.reckon()

    def place(self, seat: int) -> Place:
        place = self.table[seat]
        assert place is not None
        return place

    # What the player may do

    def legal(self) -> list[str]:
        assert self.to_move is not None
        seat = self.to_move
        if self.phase == 2:
            moves = self.first_cards(seat)
        elif self.phase == 3 and self.asked_to_protect is not None:
            moves = self.protections(seat)
        elif self.phase == 3 and self.auction is not None:
            moves = self.raises(seat, self.auction.bid)
        elif self.phase == 3:
            moves = self.openings(seat)
        elif self.phase == 4:
            moves = self.second_cards(seat) if self.place(seat).up else ["show", "hide"]
        else:
            moves = [f"start:{other}" for other in range(self.players)]
        return sorted(moves)

    def first_cards(self, seat: int) -> list[str]:
        moves = []
        for card in set(self.hands[seat]):
            for lies in ("up", "down"):
                moves.append(f"{card}:{lies}")
                for protection in range(1, MOST_PROTECTION + 1):
                    if protection <= self.chips[seat]:
                        moves.append(f"{card}:{lies}+{protection}")
        return moves

    def openings(self, seat: int) -> list[str]:
        moves = ["pass"]
        for owner in range(self.players):
            if owner == seat:
                continue
            protection = self.place(owner).protection
            if protection == 0:
                if self.chips[seat] >= 1:  # T5
                    moves.append(f"swap:{owner}")
            else:
                for bid in range(protection, self.chips[seat] + 1):  # T5
                    moves.append(f"bid:{owner}:{bid}")
        return moves

    def raises(self, seat: int, bid: int) -> list[str]:
        return ["pass"] + [f"raise:{more}" for more in range(bid + 1, self.chips[seat] + 1)]  # T5

    def protections(self, seat: int) -> list[str]:
        """T6: upwards only, to two at most, from free chips."""
        now = self.place(seat).protection
        return ["keep"] + [
            f"protect:{more}" for more in range(now + 1, MOST_PROTECTION + 1) if more - now <= self.chips[seat]
        ]

    def second_cards(self, seat: int) -> list[str]:
        first = self.place(seat).card
        moves = ["stand"]
        for second in set(self.hands[seat]):
            if JOKER in (first, second) or value(first) + value(second) <= 10:
                moves.append(f"add:{second}")
        return moves

    # What a move does

    def play(self, move: str) -> None:
        assert self.to_move is not None
        seat = self.to_move
        if self.phase == 2:
            self.put_first_card(seat, move)
        elif self.phase == 3 and self.asked_to_protect is not None:
            self.answer_protection(seat, move)
        elif self.phase == 3 and self.auction is not None:
            self.answer_bid(seat, move, self.auction)
        elif self.phase == 3:
            self.answer_opening(seat, move)
        elif self.phase == 4:
            self.finish_cards(seat, move)
        else:
            self.begin_round(int(move.removeprefix("start:")))
        protecting = sum(place.protection for place in self.table if place is not None)
        assert sum(self.chips) + protecting + self.pot == CHIPS * self.players  # T9

    # Phase 2: first card

    def put_first_card(self, seat: int, move: str) -> None:
        card, lies = move.split(":")
        lies, _, chips = lies.partition("+")
        protection = int(chips or "0")
        self.hands[seat].remove(card)
        self.chips[seat] -= protection
        self.table[seat] = Place(card, lies == "up", protection)
        self.next_turn()

    # Phase 3: bid and swap

    def answer_opening(self, seat: int, move: str) -> None:
        if move == "pass":
            self.next_turn()
        elif move.startswith("swap:"):  # T4: done at once
            self.chips[seat] -= 1
            self.pot += 1
            self.swap_cards(seat, int(move.removeprefix("swap:")))
        else:
            _, owner, bid = move.split(":")
            self.auction = Auction(int(owner), seat, int(bid))
            self.passes = 0
            self.ask_next_bidder(self.auction, seat)

    def answer_bid(self, seat: int, move: str, auction: Auction) -> None:
        if move == "pass":
            self.passes += 1
        else:
            auction.bidder = seat
            auction.bid = int(move.removeprefix("raise:"))
            self.passes = 0
        self.ask_next_bidder(auction, seat)

    def ask_next_bidder(self, auction: Auction, seat: int) -> None:
        """Clockwise, leaving out the owner; all but owner and bidder having passed, the card is sold."""
        if self.passes == self.players - 2:  # two players: at once
            self.auction = None
            self.chips[auction.bidder] -= auction.bid
            self.chips[auction.owner] += auction.bid
            self.swap_cards(auction.bidder, auction.owner)
            return
        seat = (seat + 1) % self.players
        if seat == auction.owner:
            seat = (seat + 1) % self.players
        self.to_move = seat

    def swap_cards(self, buyer: int, owner: int) -> None:
        """Cards change places as they lie, up or down; protection stays with its player."""
        bought, given = self.place(owner), self.place(buyer)
        bought.card, given.card = given.card, bought.card
        bought.up, given.up = given.up, bought.up
        self.may_yet_protect = [buyer, owner]  # T6
        self.ask_next_to_protect()

    def ask_next_to_protect(self) -> None:
        self.asked_to_protect = None
        while self.may_yet_protect:
            seat = self.may_yet_protect.pop(0)
            if self.place(seat).protection < MOST_PROTECTION and self.chips[seat] > 0:
                self.asked_to_protect = seat
                self.to_move = seat
                return
        self.next_turn()

    def answer_protection(self, seat: int, move: str) -> None:
        if move != "keep":
            place = self.place(seat)
            protection = int(move.removeprefix("protect:"))
            self.chips[seat] -= protection - place.protection
            place.protection = protection
        self.ask_next_to_protect()

    # Phase 4: second card

    def protecting_chips_into_pot(self) -> None:
        for seat in range(self.players):
            self.pot += self.place(seat).protection
            self.place(seat).protection = 0

    def finish_cards(self, seat: int, move: str) -> None:
        if move == "show":
            self.place(seat).up = True
            return  # the same player is asked for a second card
        if move.startswith("add:"):
            second = move.removeprefix("add:")
            self.hands[seat].remove(second)
            self.place(seat).second = second
        self.next_turn()

    # Phase 5: reckoning

    def reckon(self) -> None:
        self.phase = 5
        winner = self.round_winner()
        loser = self.round_loser(winner)
        assert self.round_card is not None
        self.chips[winner] += self.pot
        self.pot = 0
        for seat in range(self.players):
            self.taken[loser] += self.place(seat).cards()
        self.taken[loser].append(self.round_card)
        self.table = [None] * self.players
        self.round_card = None
        self.to_move = winner
        all_full = self.fill_hands()
        if self.round == LAST_ROUND or not all_full:  # T10
            self.taken[loser] += self.round_pile
            self.round_pile = []
            self.to_move = None
            self.over = True

    def round_winner(self) -> int:
        """Highest total, then highest card, then earliest in turn order."""
        best = self.turn_order[0]
        for seat in self.turn_order[1:]:
            mine, theirs = self.place(seat), self.place(best)
            if (mine.total(), mine.highest()) > (theirs.total(), theirs.highest()):
                best = seat
        return best

    def round_loser(self, winner: int) -> int:
        """Lowest total, then last in turn order; T8: never the winner."""
        others = [seat for seat in self.turn_order if seat != winner]
        worst = others[0]
        for seat in others[1:]:
            if self.place(seat).total() <= self.place(worst).total():
                worst = seat
        return worst

    def fill_hands(self) -> bool:
        """In turn order, one player after the other; False if a hand stays short."""
        for seat in self.turn_order:
            while len(self.hands[seat]) < HAND and self.stock:
                self.hands[seat].append(self.stock.pop(0))
        return all(len(hand) == HAND for hand in self.hands)

    # The end

    def final_scores(self) -> list[int]:
        return [
            sum(penalty_points(card) for card in self.taken[seat] + self.hands[seat]) - 2 * self.chips[seat]
            for seat in range(self.players)
        ]

    def winners(self) -> list[int]:
        """G2: everybody level on the lowest score."""
        scores = self.final_scores()
        return [seat for seat in range(self.players) if scores[seat] == min(scores)]

    # What the trace shows

    def state(self) -> dict[str, Any]:
        return {
            "kind": "state",
            "round": self.round,
            "phase": self.phase,
            "round_card": self.round_card,
            "starter": self.starter,
            "to_move": self.to_move,
            "hands": [in_table_order(hand) for hand in self.hands],
            "table": [shown_place(place) for place in self.table],
            "chips": list(self.chips),
            "pot": self.pot,
            "auction": shown_auction(self.auction),
            "asked_to_protect": self.asked_to_protect,
            "taken": [in_table_order(cards) for cards in self.taken],
            "stock": len(self.stock),
            "scores": self.final_scores() if self.over else None,
            "over": self.over,
        }


def shown_place(place: Place | None) -> dict[str, Any] | None:
    if place is None:
        return None
    return {"card": place.card, "up": place.up, "protection": place.protection, "second": place.second}


def shown_auction(auction: Auction | None) -> dict[str, Any] | None:
    if auction is None:
        return None
    return {"owner": auction.owner, "bidder": auction.bidder, "bid": auction.bid}


# --- The lines of a trace ------------------------------------------------


def opening(trace: Trace) -> tuple[int, int, str]:
    """The game line: players, first starter, spare jokers; a missing or null option has its default."""
    line = trace.read("game", {"kind", "game", "options", "players"})
    if line["game"] != "ten":
        raise trace.wrong(f"game is {line['game']!r}, must be 'ten'")
    players = line["players"]
    if type(players) is not int or not 2 <= players <= 7:
        raise trace.wrong(f"players is {players!r}, must be 2 to 7")
    if not isinstance(line["options"], dict):
        raise trace.wrong(f"options is {line['options']!r}, must be an object")
    options: dict[str, Any] = {"starter": 0, "spare_jokers": "in"}
    for name, chosen in line["options"].items():
        if name not in options:
            raise trace.wrong(f"unknown option {name!r}")
        if chosen is not None:
            options[name] = chosen
    starter, spare_jokers = options["starter"], options["spare_jokers"]
    if type(starter) is not int or not 0 <= starter < players:
        raise trace.wrong(f"starter is {starter!r}, must be a seat")
    if spare_jokers not in ("in", "out"):
        raise trace.wrong(f"spare_jokers is {spare_jokers!r}, must be 'in' or 'out'")
    return players, starter, spare_jokers


def shuffled(trace: Trace, cards: list[str]) -> list[str]:
    """A deck line that holds just these cards, in any order."""
    found = trace.read("deck", {"kind", "cards"})["cards"]
    if not isinstance(found, list) or not all(type(card) is str for card in found):
        raise trace.wrong("a deck must be a list of cards")
    if Counter(found) != Counter(cards):
        missing, extra = Counter(cards) - Counter(found), Counter(found) - Counter(cards)
        raise trace.wrong(f"the deck lacks {dict(missing)} and has too many {dict(extra)}")
    return list(found)
