"""A referee for traces of 11 nimmt!, independent of the engine and slow on purpose.

`check` replays a whole trace from its `deck` lines and its moves, works out what every line has to be and
raises `Disagreement` at the first one that is anything else. A trace that stops too early is refused at the
line that is missing. The order follows the rules page; N1 to N9, G1 and G2 are its rulings.
"""

from collections.abc import Sequence
from typing import Any

from tests.checker.lines import Trace

CARDS = list(range(1, 101))
BULLS = 10
HAND = 10
TURN_LIMIT = 1000  # G1


def check(lines: Sequence[dict[str, Any]]) -> None:
    """Raise Disagreement at the first line that is not what the rules make it."""
    trace = Trace(lines)
    referee = opening(trace)
    while not referee.over:
        referee.deal(shuffled(trace))
        trace.expect(referee.state())
        while referee.to_move is not None:
            referee.play(trace.turn(referee.to_move, referee.legal()))
            trace.expect(referee.state())
    trace.expect({"kind": "end", "scores": referee.scores, "winners": referee.winners()})
    trace.expect_nothing_more()


# --- Cards ---------------------------------------------------------------


def is_prime(number: int) -> bool:
    return number > 1 and all(number % divisor != 0 for divisor in range(2, number))


def heads(card: int) -> int:
    """N1: the ox heads of a card."""
    if card % 10 == 3:
        return 5 if is_prime(card) else 7
    return 3 if is_prime(card) else 1


def above(card: int, below: int) -> int:
    """How many steps up from `below` to `card`; after 100 comes 1."""
    return (card - below) % 100


# --- The table -----------------------------------------------------------


class Referee:
    def __init__(self, players: int, rounds: int, starter: int, bull_window: str) -> None:
        self.players = players
        self.rounds = rounds
        self.bull_window = bull_window
        self.round = 0
        self.next_starter = starter  # N2
        self.scores = [0] * players
        self.over = False
        self.to_move: int | None = None

    # A round: the deal

    def deal(self, deck: list[int]) -> None:
        pile = list(deck)
        self.round += 1
        self.starter = self.next_starter
        self.hands: list[list[int]] = [[] for _ in range(self.players)]
        for _ in range(HAND):
            for hand in self.hands:
                hand.append(pile.pop(0))
        self.stacks = [[pile.pop(0)]]
        self.pile = pile
        self.bulls = [0] * self.players
        self.supply = BULLS
        self.used: list[list[int]] = []  # [present top, top when the turn began]
        self.choosing_bull = False
        self.turns = 0
        self.to_move = self.starter

    # What the player may do

    def legal(self) -> list[str]:
        assert self.to_move is not None
        if self.choosing_bull:
            moves = [f"bull:{seat}" for seat in self.bull_candidates(self.to_move)]
        elif self.used:  # a turn with a bull, at least one card played: no more taking
            moves = [*self.plays(self.to_move), "end"]
        elif self.stacks:
            moves = self.plays(self.to_move) + [f"take:{stack[-1]}" for stack in self.stacks]
        else:  # N8
            moves = [f"open:{card}" for card in self.hands[self.to_move]]
        return sorted(moves)

    def plays(self, seat: int) -> list[str]:
        moves = []
        for stack in self.stacks:
            top = stack[-1]
            if self.may_use(top, seat):
                moves += [f"{card}>{top}" for card in self.hands[seat] if self.fits(card, top)]
        return moves

    def may_use(self, top: int, seat: int) -> bool:
        """N6: as many different stacks in a turn as bulls; without a bull, one."""
        return any(entry[0] == top for entry in self.used) or len(self.used) < max(1, self.bulls[seat])

    def fits(self, card: int, top: int) -> bool:
        if self.bull_window == "sliding":  # N7
            return 1 <= above(card, top) <= 10
        began = top
        for present_top, top_when_turn_began in self.used:
            if present_top == top:
                began = top_when_turn_began
        return 1 <= above(card, began) <= 10 and above(card, began) > above(top, began)  # N7, fixed

    def bull_candidates(self, taker: int) -> list[int]:
        """N5: the others who have as many bulls as anybody; nobody if the taker alone has most."""
        most = max(self.bulls)
        return [seat for seat in range(self.players) if seat != taker and self.bulls[seat] == most]

    # What a move does

    def play(self, move: str) -> None:
        assert self.to_move is not None
        seat = self.to_move
        if move == "end":
            self.end_turn(seat)
        elif move.startswith("bull:"):
            self.move_bull(int(move.removeprefix("bull:")), seat)
            self.choosing_bull = False
            self.turn_up_two()
            self.end_turn(seat)
        elif move.startswith("take:"):
            self.take(seat, int(move.removeprefix("take:")))
        elif move.startswith("open:"):
            self.put_new_stack(seat, int(move.removeprefix("open:")))
        else:
            card, top = move.split(">")
            self.put_on_stack(seat, int(card), int(top))

    def put_on_stack(self, seat: int, card: int, top: int) -> None:
        self.hands[seat].remove(card)
        for stack in self.stacks:
            if stack[-1] == top:
                stack.append(card)
                break
        for entry in self.used:
            if entry[0] == top:
                entry[0] = card
                break
        else:
            self.used.append([card, top])
        self.after_card(seat)

    def put_new_stack(self, seat: int, card: int) -> None:
        self.hands[seat].remove(card)
        self.stacks.append([card])
        self.used.append([card, card])  # N8: with a bull, one of the stacks of this turn
        self.after_card(seat)

    def after_card(self, seat: int) -> None:
        if not self.hands[seat]:
            self.end_round()
        elif self.bulls[seat] == 0:
            self.end_turn(seat)

    def take(self, seat: int, top: int) -> None:
        index = [stack[-1] for stack in self.stacks].index(top)
        stack = self.stacks.pop(index)
        self.hands[seat] = sorted(self.hands[seat] + stack)
        if len(stack) >= 3:
            if self.supply > 0:
                self.supply -= 1
                self.bulls[seat] += 1
            else:  # N5
                candidates = self.bull_candidates(seat)
                if len(candidates) > 1:
                    self.choosing_bull = True  # the two new cards wait for the choice
                    return
                if len(candidates) == 1:
                    self.move_bull(candidates[0], seat)
        self.turn_up_two()
        self.end_turn(seat)

    def move_bull(self, giver: int, taker: int) -> None:
        self.bulls[giver] -= 1
        self.bulls[taker] += 1

    def turn_up_two(self) -> None:
        for _ in range(2):
            if self.pile:  # N4
                self.stacks.append([self.pile.pop(0)])

    def end_turn(self, seat: int) -> None:
        self.used = []
        self.turns += 1
        if self.turns == TURN_LIMIT:  # G1: every hand counts
            self.end_round()
        else:
            self.to_move = (seat + 1) % self.players

    def end_round(self) -> None:
        self.used = []
        self.to_move = None
        points = [sum(heads(card) for card in hand) for hand in self.hands]
        self.scores = [score + more for score, more in zip(self.scores, points, strict=True)]
        clockwise = [(self.starter + step) % self.players for step in range(self.players)]
        self.next_starter = next(seat for seat in clockwise if points[seat] == max(points))  # N3
        self.over = self.round == self.rounds

    # What the trace shows

    def state(self) -> dict[str, Any]:
        return {
            "kind": "state",
            "round": self.round,
            "to_move": self.to_move,
            "starter": self.starter,
            "hands": [sorted(hand) for hand in self.hands],
            "stacks": [list(stack) for stack in self.stacks],
            "draw": len(self.pile),
            "bulls": list(self.bulls),
            "supply": self.supply,
            "used": [list(entry) for entry in self.used],
            "choosing_bull": self.choosing_bull,
            "scores": list(self.scores),
            "over": self.over,
        }

    def winners(self) -> list[int]:
        """G2: everybody level on the fewest minus points."""
        return [seat for seat in range(self.players) if self.scores[seat] == min(self.scores)]


# --- The lines of a trace ------------------------------------------------


def opening(trace: Trace) -> Referee:
    """The game line: who plays, with which options; a missing or null option has its default."""
    line = trace.read("game", {"kind", "game", "options", "players"})
    if line["game"] != "nimmt":
        raise trace.wrong(f"game is {line['game']!r}, must be 'nimmt'")
    players = line["players"]
    if not is_number(players, 2, 7):
        raise trace.wrong(f"players is {players!r}, must be 2 to 7")
    if not isinstance(line["options"], dict):
        raise trace.wrong(f"options is {line['options']!r}, must be an object")
    options: dict[str, Any] = {"rounds": players, "starter": 0, "bull_window": "fixed"}
    for name, value in line["options"].items():
        if name not in options:
            raise trace.wrong(f"unknown option {name!r}")
        if value is not None:
            options[name] = value
    if not is_number(options["rounds"], 1, 20):
        raise trace.wrong(f"rounds is {options['rounds']!r}, must be 1 to 20")
    if not is_number(options["starter"], 0, players - 1):
        raise trace.wrong(f"starter is {options['starter']!r}, must be a seat")
    if options["bull_window"] not in ("fixed", "sliding"):
        raise trace.wrong(f"bull_window is {options['bull_window']!r}, must be 'fixed' or 'sliding'")
    return Referee(players, options["rounds"], options["starter"], options["bull_window"])


def is_number(value: object, least: int, most: int) -> bool:
    return type(value) is int and least <= value <= most


def shuffled(trace: Trace) -> list[int]:
    """The deck line of a round: every card once."""
    cards = trace.read("deck", {"kind", "cards"})["cards"]
    if not isinstance(cards, list) or not all(type(card) is int for card in cards) or sorted(cards) != CARDS:
        raise trace.wrong("the deck must hold every number from 1 to 100 once")
    return list(cards)
