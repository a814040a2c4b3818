"""Judges a trace of Cento from outside: an obvious, slow referee that plays along and compares.

Written from the rules page and the description of traces alone; it shares no line with any engine.
`check` walks through a trace; `Referee` knows, in the order of the rules page, what must happen.

Rulings: C1-C9 and C11 are cited where they decide something. C10 (saying the total) and C12 (no signs in pairs) leave
no mark in a trace.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from tests.checker.lines import Disagreement

# --- The trace, line by line ----------------------------------------------------------------------


def check(lines: Sequence[dict[str, Any]]) -> None:
    """Raise `Disagreement` at the first line that is not exactly what the rules make it."""
    reader = Reader(lines)
    referee = check_game(reader)
    while not referee.over:
        check_deal(reader, referee)
        reader.compare(referee.state())
        while referee.to_move is not None:
            check_turn(reader, referee)
    reader.compare(referee.end())
    reader.nothing_more()


def check_game(reader: Reader) -> Referee:
    line = reader.next("game", {"kind", "game", "options", "players"})
    if line["game"] != "cento":
        raise reader.disagreement(f"game: is {line['game']!r}, must be 'cento'")
    try:
        return Referee(Options.read(line["options"], line["players"]), line["players"])
    except Refused as refused:
        raise reader.disagreement(str(refused)) from refused


def check_deal(reader: Reader, referee: Referee) -> None:
    """One `deck` line for each deal, until one stands (C2)."""
    referee.begin_round()
    stands = False
    while not stands:
        stands = referee.deal(reader.shuffle_of(referee.deck))


def check_turn(reader: Reader, referee: Referee) -> None:
    line = reader.next("turn", {"kind", "player", "legal", "move"})
    legal = referee.legal()
    reader.compare_field("player", line["player"], referee.to_move)
    reader.compare_field("legal", line["legal"], legal)
    if not isinstance(line["move"], str) or line["move"] not in legal:
        raise reader.disagreement(f"move: {line['move']!r} is not one of {legal}")
    referee.move(line["move"])
    if referee.needs_reshuffle():
        referee.reshuffle(reader.shuffle_of(referee.cards_to_reshuffle()))
    reader.compare(referee.state())


class Reader:
    """Hands out the lines of a trace one after another and knows the number of the current one."""

    def __init__(self, lines: Sequence[dict[str, Any]]) -> None:
        self.lines = lines
        self.number = 0

    def disagreement(self, message: str) -> Disagreement:
        return Disagreement(self.number, message)

    def next(self, kind: str, keys: set[str]) -> dict[str, Any]:
        self.number += 1
        if self.number > len(self.lines):
            raise self.disagreement(f"the trace stops where a {kind!r} line must follow")
        line: Any = self.lines[self.number - 1]
        if not isinstance(line, dict):
            raise self.disagreement("is not a JSON object")
        if line.get("kind") != kind:
            raise self.disagreement(f"kind: is {line.get('kind')!r}, must be {kind!r}")
        if set(line) != keys:
            missing, unknown = sorted(keys - set(line)), sorted(set(line) - keys)
            raise self.disagreement(f"a {kind!r} line with missing keys {missing}, unknown keys {unknown}")
        return line

    def nothing_more(self) -> None:
        self.number += 1
        if self.number <= len(self.lines):
            raise self.disagreement("a line after the end")

    def compare(self, must_be: dict[str, Any]) -> None:
        """Read a line all of whose fields are known beforehand."""
        line = self.next(must_be["kind"], set(must_be))
        for name, value in must_be.items():
            self.compare_field(name, line[name], value)

    def compare_field(self, name: str, value: Any, must_be: Any) -> None:
        if not same(value, must_be):
            raise self.disagreement(f"{name}: is {value!r}, must be {must_be!r}")

    def shuffle_of(self, cards: list[str]) -> list[str]:
        """Read a `deck` line, which must hold these cards in any order."""
        line = self.next("deck", {"kind", "cards"})
        shuffled: Any = line["cards"]
        if not isinstance(shuffled, list):
            raise self.disagreement("cards: is not a list")
        for card in shuffled:
            if not isinstance(card, str) or card not in COPIES:
                raise self.disagreement(f"cards: {card!r} is not a card")
        for card in COPIES:
            if shuffled.count(card) != cards.count(card):
                count, must_be = shuffled.count(card), cards.count(card)
                raise self.disagreement(f"cards: holds {card!r} {count} times, must hold it {must_be} times")
        return list(shuffled)


def same(value: Any, must_be: Any) -> bool:
    """Equal as JSON: unlike Python's `==`, 1 is neither `true` nor 1.0."""
    if type(value) is not type(must_be):
        return False
    if isinstance(value, list):
        return len(value) == len(must_be) and all(map(same, value, must_be))
    if isinstance(value, dict):
        return value.keys() == must_be.keys() and all(same(value[key], must_be[key]) for key in value)
    return bool(value == must_be)


# --- Cards ----------------------------------------------------------------------------------------

ADDITIONS = [f"+{value}" for value in [*range(1, 11), 25, 50]]
SUBTRACTIONS = [f"-{value}" for value in [*range(1, 11), 15]]

# The deck table: every card in its order, and how many there are.
COPIES: dict[str, int] = {
    **dict.fromkeys(ADDITIONS, 6),
    "+25": 2,
    "+50": 1,
    **dict.fromkeys(SUBTRACTIONS, 2),
    "0": 1,
    **dict.fromkeys(["DH", "FLIP", "SKIP", "TURN", "TENS", "COPY"], 4),
}

POINTS: dict[str, int] = {
    **{card: abs(int(card)) for card in ADDITIONS + SUBTRACTIONS},
    "+25": 15,
    "+50": 15,
    "-15": 15,
    "0": 0,
    "DH": 15,
    "FLIP": 25,
    "SKIP": 15,
    "TURN": 15,
    "TENS": 20,
    "COPY": 20,
}


def points(hand: list[str]) -> int:
    return sum(POINTS[card] for card in hand)


def pack(kinds: list[str]) -> list[str]:
    """All cards of these kinds, in deck-table order."""
    return [card for card, copies in COPIES.items() if card in kinds for _ in range(copies)]


def in_table_order(cards: list[str]) -> list[str]:
    return sorted(cards, key=list(COPIES).index)


# --- Variants and options -------------------------------------------------------------------------


@dataclass(frozen=True)
class Preset:
    deck: list[str]
    target: int  # the default
    targets: range  # all that are allowed
    tens: list[int]  # what TENS may add or subtract


UP_TO_5 = ADDITIONS[:5] + SUBTRACTIONS[:5]
ALL_TENS = [20, 40, 60, 80]

PRESETS: dict[str, Preset] = {
    "classic": Preset(pack(list(COPIES)), 100, range(100, 101), ALL_TENS),
    "to-20-a": Preset(pack([*UP_TO_5, "SKIP", "TURN", "DH", "FLIP"]), 20, range(20, 21), ALL_TENS),
    "to-20-b": Preset(pack([*UP_TO_5, "SKIP", "TURN", "COPY"]), 20, range(20, 21), ALL_TENS),
    "race": Preset(pack([card for card in COPIES if card != "+50"]), 50, range(10, 100), [20, 40]),
    "marathon": Preset(pack(list(COPIES)), 200, range(101, 1001), ALL_TENS),
    "own": Preset([], 100, range(10, 1001), ALL_TENS),  # C11: the deck is in `cards`
}
MATCHES = ["single", "series", "first-to"]
DEFAULT_LIMITS = {"single": 100, "series": 100, "first-to": 250}  # a single match never looks at it


class Refused(Exception):
    """Options that no table can play with; the message says what is allowed."""


@dataclass(frozen=True)
class Options:
    preset: Preset
    target: int
    match: str
    limit: int
    pairs: bool

    @staticmethod
    def read(written: Any, players: Any) -> Options:
        if not isinstance(written, dict):
            raise Refused("options: must be a JSON object")
        unknown = sorted(set(written) - {"preset", "cards", "target", "match", "limit", "pairs"})
        if unknown:
            raise Refused(f"options: unknown {unknown}")
        chosen = {name: value for name, value in written.items() if value is not None}

        name = chosen.get("preset", "classic")
        if not isinstance(name, str) or name not in PRESETS:
            raise Refused(f"preset: is {name!r}, must be one of {list(PRESETS)}")
        preset = PRESETS[name]

        target = chosen.get("target", preset.target)
        if type(target) is not int or target not in preset.targets:
            allowed = f"{preset.targets[0]} to {preset.targets[-1]}"
            raise Refused(f"target: is {target!r}, must be {allowed} in {name}")

        if name == "own":
            preset = own_preset(chosen.get("cards"), target, players)
        elif "cards" in written:
            raise Refused(f"cards: belongs to own, not to {name}")

        match = chosen.get("match", "single")
        if not isinstance(match, str) or match not in MATCHES:
            raise Refused(f"match: is {match!r}, must be one of {MATCHES}")

        limit = chosen.get("limit", DEFAULT_LIMITS[match])
        if type(limit) is not int or not 1 <= limit <= 10_000:
            raise Refused(f"limit: is {limit!r}, must be 1 to 10,000")

        pairs = chosen.get("pairs", False)
        if not isinstance(pairs, bool):
            raise Refused(f"pairs: is {pairs!r}, must be true or false")

        if type(players) is not int or not 2 <= players <= 8:
            raise Refused(f"players: is {players!r}, must be 2 to 8")
        if pairs and players not in (4, 6, 8):
            raise Refused(f"players: is {players}, must be 4, 6 or 8 in pairs")
        return Options(preset, target, match, limit, pairs)


def own_preset(cards: Any, target: int, players: Any) -> Preset:
    """C11: some kinds of cards, all copies of each."""
    if not isinstance(cards, list) or not cards:
        raise Refused(f"cards: is {cards!r}, must be a list of cards in own")
    if not all(isinstance(card, str) for card in cards) or cards != [card for card in COPIES if card in cards]:
        raise Refused("cards: must be cards in deck-table order, without repetition")
    deck = pack(cards)
    if type(players) is int and len(deck) < 5 * players + 10:
        raise Refused(f"cards: {len(deck)} are too few for {players} players")
    if not goal_is_reachable(cards, target):
        raise Refused(f"cards: with these nobody can reach {target}")
    return replace(PRESETS["own"], deck=deck)


def goal_is_reachable(cards: list[str], target: int) -> bool:
    """C11: by any sequence of these kinds that begins with an addition and never leaves 0 … target."""
    seen: set[tuple[int, bool]] = set()
    now = {(int(card), False) for card in cards if card in ADDITIONS and int(card) <= target}
    while now:
        if (target, False) in now or (0, True) in now:
            return True
        seen |= now
        after = [then for total, flipped in now for card in cards for then in totals_after(card, total, flipped)]
        now = {(total, flipped) for total, flipped in after if 0 <= total <= target} - seen
    return False


def totals_after(card: str, total: int, flipped: bool) -> list[tuple[int, bool]]:
    """Every total that a card could bring about, within bounds or not, and whether a Flip is in force then."""
    if card in ADDITIONS or card in SUBTRACTIONS:
        return [(total - int(card) if flipped else total + int(card), flipped)]
    if card == "DH":
        halves = [] if total % 2 else [(total // 2, flipped)]
        return [(2 * total, flipped), *halves]
    if card == "TENS":
        return [(total + sign * ten, flipped) for sign in (1, -1) for ten in ALL_TENS]
    return [(total, not flipped if card == "FLIP" else flipped)]


# --- The referee ----------------------------------------------------------------------------------


class Referee:
    """The whole table, openly. Between `begin_round` and the deal that stands it shows nothing of use."""

    def __init__(self, options: Options, players: int) -> None:
        self.options = options
        self.players = players
        self.deck = options.preset.deck
        self.target = options.target
        self.scores = [0] * players
        self.round = 0
        self.over = False
        self.to_move: int | None = None

    # --- A round ----------------------------------------------------------------------------------

    def begin_round(self) -> None:
        """Rule 1, all but the cards."""
        self.round += 1
        self.total = 0
        self.direction = 1
        self.flipped = False
        self.last: str | None = None
        self.pile: list[str] = []  # the last one is the top
        self.beside: str | None = None
        self.discards: list[str] = []
        self.turns = 0  # completed in this round, for G1
        self.asking: int | None = None  # who asked for a swap, while the partner chooses
        self.offered: str | None = None  # the card of `swap:`, still in the asker's hand
        self.must_play: str | None = None  # the card of `give:`, in the asker's hand

    def deal(self, shuffled: list[str]) -> bool:
        """Rules 1 and 2: five cards each, one at a time from seat 0. False: shuffle and deal again (C2)."""
        dealt = 5 * self.players
        self.hands = [shuffled[seat : dealt : self.players] for seat in range(self.players)]
        self.stock = shuffled[dealt:]  # the first one is the top
        if not any(value <= self.target for seat in range(self.players) for value in self.additions(seat)):
            return False
        self.to_move = self.starter()
        return True

    def additions(self, seat: int) -> list[int]:
        """The values of a hand's addition cards, lowest first. C2: the zero card is none of them."""
        return sorted(int(card) for card in self.hands[seat] if card in ADDITIONS)

    def starter(self) -> int:
        """Rule 2. C1: running out of addition cards counts as higher; level to the end: the lowest seat."""
        best = 0
        for seat in range(1, self.players):
            if self.starts_before(self.additions(seat), self.additions(best)):
                best = seat
        return best

    def starts_before(self, mine: list[int], theirs: list[int]) -> bool:
        for my_value, their_value in zip(mine, theirs, strict=False):
            if my_value != their_value:
                return my_value < their_value
        return len(mine) > len(theirs)

    def goal(self) -> int:
        return 0 if self.flipped else self.target

    def longest_round(self) -> int:
        """G1, in turns."""
        return 10 * self.target if self.target > 100 else 1000

    # --- Legal moves ------------------------------------------------------------------------------

    def legal(self) -> list[str]:
        """All moves of the player to move, once each, sorted by code point."""
        return sorted(set(self.moves_in_any_order()))

    def moves_in_any_order(self) -> list[str]:
        seat = self.mover()
        hand = self.hands[seat]
        if self.last is None:  # rule 3; a swap never opens a round
            return [f"+{self.additions(seat)[0]}"]
        if self.asking is not None:
            return [f"give:{card}" for card in hand]
        if self.must_play is not None:  # C8
            return self.ways_to_play(self.must_play) or [f"discard:{self.must_play}"]
        plays = [way for card in hand for way in self.ways_to_play(card)]
        discards = [f"discard:{card}" for card in hand] if not plays else []  # rule 5
        swaps = [f"swap:{card}" for card in hand] if self.may_swap() else []
        return plays + discards + swaps

    def ways_to_play(self, card: str) -> list[str]:
        """The written forms in which this card can be played now: one for each choice that fits (rule 4)."""
        acts_as = self.acts_as(card)
        return [
            f"{card}:{choice}" if choice else card
            for choice in self.choices(acts_as)
            if self.fits(self.total_after(acts_as, choice))
        ]

    def acts_as(self, card: str) -> str:
        """A Copy acts as the card played last, and `last` is never a Copy (C5)."""
        if card != "COPY":
            return card
        assert self.last is not None, "the opening card is an addition"
        return self.last

    def choices(self, acts_as: str) -> list[str]:
        """What the player of this card may choose from; one empty choice if nothing."""
        if acts_as == "DH":
            return ["double", "halve"]
        if acts_as == "TENS":
            return [f"{sign}{value}" for sign in "+-" for value in self.options.preset.tens]
        return [""]

    def fits(self, total: int | None) -> bool:
        return total is not None and 0 <= total <= self.target

    def total_after(self, acts_as: str, choice: str) -> int | None:
        """The total that a card would leave, within bounds or not; None: an odd total has no half."""
        if acts_as in ADDITIONS or acts_as in SUBTRACTIONS:
            return self.total - int(acts_as) if self.flipped else self.total + int(acts_as)
        if choice == "double":
            return 2 * self.total
        if choice == "halve":
            return self.total // 2 if self.total % 2 == 0 else None
        if acts_as == "TENS":  # whatever Flip says
            return self.total + int(choice)
        return self.total

    def may_swap(self) -> bool:
        """Pairs, in the closing range. C7: the same distance of 10 from the goal for every target."""
        if not self.options.pairs:
            return False
        return self.total <= 10 if self.flipped else self.total >= self.target - 10

    # --- Carrying out a move ----------------------------------------------------------------------

    def move(self, move: str) -> None:
        """Carry out a legal move with its draw; a reshuffle that it causes is left to `reshuffle`."""
        word, _, rest = move.partition(":")
        if word == "swap":
            self.ask(rest)
        elif word == "give":
            self.give(rest)
        elif word == "discard":
            self.discard(rest)
        else:
            self.play(word, rest)

    def mover(self) -> int:
        assert self.to_move is not None, "nobody is to move"
        return self.to_move

    def play(self, card: str, choice: str) -> None:
        seat = self.mover()
        acts_as = self.acts_as(card)
        total = self.total_after(acts_as, choice)
        assert total is not None and self.fits(total), "the move is legal"
        self.total = total
        self.hands[seat].remove(card)
        self.lay_down(card, acts_as)
        if acts_as == "TURN":
            self.direction = -self.direction
        self.last = acts_as  # C5: a Copy counts as what it copied
        if self.total == self.goal():  # C3
            self.finish_round(winner=seat)  # who does not draw
        else:
            self.complete_turn(acts_as)

    def lay_down(self, card: str, acts_as: str) -> None:
        if acts_as != "FLIP":
            self.pile.append(card)
        elif self.beside is None:  # C6: a Copy that turns Flip on lies beside in its place
            self.flipped = True
            self.beside = card
        else:
            self.flipped = False
            self.pile += [self.beside, card]
            self.beside = None

    def discard(self, card: str) -> None:
        self.hands[self.mover()].remove(card)
        self.discards.append(card)  # C5: `last` is untouched
        self.complete_turn(None)

    def complete_turn(self, acts_as: str | None) -> None:
        """Rules 4 and 5: draw, and the move passes on, unless G1 ends the round."""
        self.hands[self.mover()].append(self.stock.pop(0))
        self.must_play = None
        self.turns += 1
        if self.turns == self.longest_round():
            self.finish_round(winner=None)
        else:
            self.pass_on(acts_as)

    def pass_on(self, acts_as: str | None) -> None:
        if acts_as == "TURN" and self.players == 2:
            steps = 0  # the same player again
        elif acts_as == "SKIP":
            steps = 2
        else:
            steps = 1
        self.to_move = (self.mover() + steps * self.direction) % self.players

    def needs_reshuffle(self) -> bool:
        """C4: a draw that takes the last card calls for a new stock at once."""
        return not self.stock

    def cards_to_reshuffle(self) -> list[str]:
        """C4: the top of the pile stays, and so does what lies beside."""
        return self.pile[:-1] + self.discards

    def reshuffle(self, shuffled: list[str]) -> None:
        self.stock = list(shuffled)
        self.pile = self.pile[-1:]
        self.discards = []

    # --- Pairs ------------------------------------------------------------------------------------

    def partner(self, seat: int) -> int:
        return (seat + self.players // 2) % self.players

    def side(self, seat: int) -> list[int]:
        """The seats that win and score together."""
        return [seat, self.partner(seat)] if self.options.pairs else [seat]

    def ask(self, card: str) -> None:
        self.asking = self.mover()
        self.offered = card
        self.to_move = self.partner(self.asking)

    def give(self, card: str) -> None:
        asker, partner = self.asking, self.mover()
        assert asker is not None and self.offered is not None, "a swap is under way"
        self.hands[asker].remove(self.offered)
        self.hands[partner].remove(card)
        self.hands[asker].append(card)
        self.hands[partner].append(self.offered)
        self.asking = self.offered = None
        self.must_play = card
        self.to_move = asker

    # --- Matches ----------------------------------------------------------------------------------

    def finish_round(self, winner: int | None) -> None:
        """Score the round; without a winner (G1) a series counts every hand and the others nothing."""
        winners = [] if winner is None else self.side(winner)
        for seat in range(self.players):
            self.scores[seat] += self.round_score(seat, winners)
        self.must_play = None
        self.to_move = None
        self.over = (
            self.options.match == "single" or max(self.scores) >= self.options.limit or self.round == 100  # G3
        )

    def round_score(self, seat: int, winners: list[int]) -> int:
        if self.options.match == "single":
            return 1 if seat in winners else 0
        if self.options.match == "series":  # C9: partners add up both hands
            return 0 if seat in winners else sum(points(self.hands[member]) for member in self.side(seat))
        if seat not in winners:
            return 0
        return sum(points(self.hands[other]) for other in range(self.players) if other not in winners)

    def match_winners(self) -> list[int]:
        """All seats level on the best score (G2, G3); in a single without a winner that is everybody (G1)."""
        best = min(self.scores) if self.options.match == "series" else max(self.scores)
        return [seat for seat in range(self.players) if self.scores[seat] == best]

    # --- State in a trace -------------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        return {
            "kind": "state",
            "round": self.round,
            "total": self.total,
            "goal": self.goal(),
            "flipped": self.flipped,
            "direction": self.direction,
            "to_move": self.to_move,
            "last": self.last,
            "hands": [in_table_order(hand) for hand in self.hands],
            "stock": len(self.stock),
            "pile": len(self.pile),
            "top": self.pile[-1] if self.pile else None,
            "beside": self.beside,
            "discards": len(self.discards),
            "swap": self.swap_in_progress(),
            "scores": list(self.scores),
            "over": self.over,
        }

    def swap_in_progress(self) -> dict[str, Any] | None:
        if self.asking is not None:
            return {"from": self.asking}
        if self.must_play is not None:
            return {"must_play": self.must_play}
        return None

    def end(self) -> dict[str, Any]:
        return {"kind": "end", "scores": list(self.scores), "winners": self.match_winners()}
