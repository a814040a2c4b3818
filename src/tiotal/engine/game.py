"""Game, Position and View: a game for everyone above its rules.

A `Game` is a choice of players and options. A `Position` is one match of it in progress, and knows everything. A
`View` is all that one seat may know of a position; it is the only thing that players, front ends and bots are given.
"""

from __future__ import annotations

import copy
import functools
import hashlib
import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import resources
from typing import Any, ClassVar, Self

from tiotal.engine import forms
from tiotal.engine.errors import BadOption, IllegalMove, TiotalError, quote
from tiotal.engine.moves import Move
from tiotal.engine.options import CardGroup, Option, checked
from tiotal.engine.seeds import Seed, new_seed, read_seed, seed_state
from tiotal.engine.sheets import Sheet
from tiotal.engine.showing import Shown
from tiotal.rules.chance import seed_chance
from tiotal.rules.state import NOBODY
from tiotal.words.catalogue import learn

MAX_LISTED = 12  # moves named in an error message
KEPT = 5_000  # facts, and things that went somewhere: the same few happen again and again


class Game(Shown, ABC):
    """What is played: how many players, which options. Each game subclasses it in a module of its own."""

    name: ClassVar[str]  # as in records and on the command line
    version: ClassVar[int] = 1  # of its rules: another one whenever anything in a match would go otherwise than before
    title: ClassVar[str]  # as on the box
    rules: ClassVar[Any]  # the module with its rules
    most_players: ClassVar[int]
    declared_options: ClassVar[tuple[Option, ...]]
    points: ClassVar[Mapping[str, int]]  # what each card counts for in the score of whoever is left with it
    groups: ClassVar[tuple[CardGroup, ...]] = ()  # the kinds of cards, as people think of them together
    sheets: ClassVar[tuple[Sheet, ...]]  # the ways to add them up
    partners_give_no_signs: ClassVar[bool] = False  # while they play, by whatever a table lets people say
    usual_players: ClassVar[int] = 3  # at a table that is opened without a question
    counted_by_hand: ClassVar[bool] = False  # printed cards may count other points than these
    has_totals: ClassVar[bool] = False  # whether a player says a new total with a card
    has_memory_aid: ClassVar[bool] = False  # whether people have to remember what a table could show them
    can_take_back: ClassVar[bool] = True  # whether there are moves after which nobody knows more than before
    moves: ClassVar[tuple[Move | None, ...]]  # what every action is; None for unused numbers
    written: ClassVar[tuple[str | None, ...]]  # the same in written form
    variants: ClassVar[tuple[tuple[int, dict[str, Any]], ...]] = ((2, {}),)  # players and options that are worth trying
    _actions: ClassVar[dict[str, int]]
    house_rules: str | None = None  # what people call these options; it changes nothing in a match

    def __init_subclass__(cls) -> None:
        cls.written = tuple(None if move is None else move.written for move in cls.moves)
        cls._actions = {text: action for action, text in enumerate(cls.written) if text is not None}
        words = resources.files(cls.__module__.rpartition(".")[0]).joinpath("words")
        if words.is_dir():  # an earlier version of the rules is told in the words of the newest
            learn(cls.name, words)

    def __init__(self, players: int = 4, **options: Any) -> None:
        if not isinstance(players, int) or isinstance(players, bool) or not 2 <= players <= self.most_players:
            raise BadOption("options.players", game=self.title, most=self.most_players, players=quote(players))
        self.players = players
        self._options = checked(self.declared_options, options)
        self.settle_options(self._options)

    @property
    def options(self) -> dict[str, Any]:
        """Every option with its value; a copy, for a game never changes."""
        return {name: value[:] if isinstance(value, list) else value for name, value in self._options.items()}

    @property
    def unusual_options(self) -> dict[str, Any]:
        """Those with another value than they have if nothing is chosen."""
        usual = type(self)(self.players).options
        return {name: value for name, value in self.options.items() if usual.get(name) != value and value is not None}

    def settle_options(self, options: dict[str, Any]) -> None:
        """Fill in defaults that depend on other options, and refuse combinations that cannot be played."""

    def prospects(self) -> list[tuple[str, dict[str, Any]]]:
        """What comes of options that people have put together themselves: the keys of messages, and their values."""
        return []

    def by_house_rules(self, name: str | None) -> Self:
        """The same game, under the name that people have for its options."""
        named = copy.copy(self)
        named.house_rules = name
        return named

    @property
    def called(self) -> str:
        """By the people who play it."""
        return self.house_rules or self.title

    def deal(self, seed: Seed | None = None) -> Position:
        """A new match. Without a seed, one that nobody can guess."""
        return Position.start(self, new_seed() if seed is None else read_seed(seed))

    def imagine(self, view: View, seed: int = 0) -> Position:
        """A full position that the viewer cannot tell from the real one, each possible one equally likely."""
        if view.game != self:
            raise TiotalError("views.other_game")
        return view.imagine(seed)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash(json.dumps(self._identity()))

    def __repr__(self) -> str:
        options = "".join(f", {key}={value!r}" for key, value in self.options.items())
        return f"{type(self).__name__}(players={self.players}{options})"

    def _identity(self) -> tuple[Any, ...]:
        return self.name, self.version, self.players, self.options

    @property
    def key(self) -> str:
        """Names the home of these very rules, where bots find what they need (`tiotal.engine.games`)."""
        return f"{self.name}@{self.version}" if ".earlier." in type(self).__module__ else self.name

    # --- Moves --------------------------------------------------------------------------------------------------
    @property
    def actions(self) -> int:
        """How many integer actions there are; the same for all options and player counts."""
        return len(self.moves)

    def move(self, action: int) -> Move:
        """What an action is."""
        found = self.moves[action] if 0 <= action < len(self.moves) else None
        if found is None:
            raise IllegalMove("moves.no_action", action=action, most=len(self.moves) - 1)
        return found

    @classmethod
    def actions_written(cls) -> Mapping[str, int]:
        """Every action by its written form."""
        return cls._actions

    def read(self, text: str) -> Move:
        """The move with this written form."""
        return self.move(self.parse(text))

    def write(self, action: int) -> str:
        """The written form of an action."""
        return self.move(action).written

    def parse(self, text: str) -> int:
        """The action with this written form."""
        action = self._actions.get(text)
        if action is None:
            raise self.misread(text)
        return action

    def misread(self, text: str) -> IllegalMove:
        """Why a text is no move; a game may know a better reason than that it is none."""
        key = "moves.unknown" if text.strip() else "moves.empty"
        return IllegalMove(key, move=text[:40], example=self.example_move)

    example_move: ClassVar[str]

    # --- What each game adds ------------------------------------------------------------------------------------
    @abstractmethod
    def set_up(self, state: Any) -> None:
        """Write the options into a state."""

    @abstractmethod
    def describe(self, state: Any) -> dict[str, Any]:
        """The state as in a trace; a card that a view hides is None."""

    @abstractmethod
    def decks(self, state: Any) -> list[list[Any]]:
        """The piles as they were shuffled for the deal just made, top card first."""

    def reshuffled(self, before: int, state: Any) -> list[Any] | None:
        """The new stock, top card first, if the stock has been made anew; `before` is `ran_out` before the move."""
        return None

    @abstractmethod
    def round_result(self, state: Any) -> dict[str, Any]:
        """What everybody sees when a round is over."""

    def shown(self, state: Any, seat: int | None, memory_aid: bool) -> dict[str, Any]:
        """`describe` for people: as it lies on the table, without what they would have to remember."""
        return self.describe(state)

    def opened(self, state: Any) -> dict[str, Any]:
        """The same for those who look back at a match that is over, with all cards open."""
        return self.describe(state)

    def to_remember(self, played: Sequence[LogEntry], to_move: int, seat: int | None) -> int:
        """How many entries at the beginning of the round that is being played people may remember, but not look up."""
        return 0

    def public_move(self, action: int) -> Move:
        """How a move looks to those who may not see all of it."""
        return self.move(action)

    def witness(self, state: Any, action: int) -> Callable[[], Came]:
        """Asked before a move is played; what it gives is asked after it, and tells what came of the move."""
        return Came

    def will_come(self, state: Any, action: int) -> Sequence[Fact]:
        """What a legal move is sure to lead to, told to whoever may make it. Never a total: that is said by people."""
        return []

    def round_came(self, result: Mapping[str, Any]) -> list[Fact]:
        """The end of a round, from its `round_result`."""
        if result["winner"] is None:
            return [fact("round_open", round=result["round"])]
        won = {"seat": result["winner"], "round": result["round"]}
        if self.partners:
            return [fact("won_round_pair", **won, other=self.partners[result["winner"]])]
        return [fact("won_round", **won)]

    def share_secrets(self, secrets: dict[int, Secret], log: list[LogEntry], state: Any) -> None:
        """After a move: let those who know by now what was hidden in earlier moves."""

    @abstractmethod
    def uncovered(self, state: Any) -> tuple[int, ...]:
        """A value that changes when a move shows somebody a card that its player did not choose to show."""

    @property
    def partners(self) -> list[int] | None:
        """The partner of each seat, where people play in pairs."""
        return None

    @property
    def last_round(self) -> int | None:
        """How many rounds a match has, at most, where that is known before."""
        return None

    def total(self, state: Any) -> int | None:
        """The total that everybody can see; None where there is none."""
        return None

    def goal(self, state: Any) -> int | None:
        """The total that everybody wants to reach now; None where there is none."""
        return None

    def total_after(self, state: Any, action: int) -> int | None:
        """The total that a player says aloud with a legal move; None where there is nothing to say."""
        return None

    def why_not(self, state: Any, action: int) -> TiotalError | None:
        """Why a move of the right form is not legal now; None: the list of legal moves says enough."""
        return None

    def meant(self, state: Any, card: str | None, place: str | None, whose: int | None) -> str | None:
        """The move that somebody means who wants to use a card, or take something, without saying how; written."""
        if card is None and place is None and whose is None:
            return None
        fitting = (move for move in self.moves if move is not None and card in (None, move.card))
        fitting = (move for move in fitting if place in (None, move.place) and whose in (None, move.seat))
        return next((move.written for move in fitting), None)


# --- The log ----------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Fact:
    """Something that comes of a move. The message `came.<what>` tells it, or `will.<what>` before the move.

    Among its values people are seats (`seat`, `other`), and cards are as they are written (`card`, `second`, `theirs`).
    """

    what: str
    named: tuple[tuple[str, int | str], ...] = ()
    told: dict[str, Any] = field(init=False, repr=False, compare=False)  # to be written down, not to be changed

    def __post_init__(self) -> None:
        object.__setattr__(self, "told", self.as_dict())

    @property
    def values(self) -> dict[str, int | str]:
        return dict(self.named)

    def as_dict(self) -> dict[str, Any]:
        return {"what": self.what, "values": self.values}


@functools.lru_cache(KEPT, typed=True)
def fact(what: str, **values: int | str) -> Fact:
    return Fact(what, tuple(values.items()))


@dataclass(frozen=True, slots=True)
class Went:
    """Something that went from one place to another with a move, in sight of everybody; which card it was is not said.

    Places are named as each game likes, with a number where there are several: "pot", "hand:0", "stack:31".
    """

    what: str  # "card", "cards", "chips", or what else a game has
    source: str
    target: str
    n: int = 1
    told: dict[str, Any] = field(init=False, repr=False, compare=False)  # to be written down, not to be changed

    def __post_init__(self) -> None:
        object.__setattr__(self, "told", self.as_dict())

    def as_dict(self) -> dict[str, Any]:
        return {"what": self.what, "from": self.source, "to": self.target, "n": self.n}


@functools.lru_cache(KEPT, typed=True)
def went(what: str, source: str, target: str, n: int = 1) -> Went:
    return Went(what, source, target, n)


@dataclass(frozen=True, slots=True)
class Came:
    """What came of a move: as everybody may know it, and all of it for those who know more."""

    public: tuple[Fact, ...] = ()
    whole: tuple[Fact, ...] | None = None  # None: nothing is hidden
    known_to: frozenset[int] = frozenset()
    went: tuple[Went, ...] = ()


@dataclass(frozen=True, slots=True)
class Played:
    """A move and what came of it, as far as they may be seen."""

    player: int
    move: Move
    came: tuple[Fact, ...] = ()
    went: tuple[Went, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        return {
            "player": self.player,
            "move": self.move.as_dict(),
            "came": [each.as_dict() for each in self.came],
            "went": [each.as_dict() for each in self.went],
        }

    def told(self) -> dict[str, Any]:
        """The same for whoever is told of it: to be written down, not to be changed."""
        return {
            "player": self.player,
            "move": self.move.parts,
            "came": [each.told for each in self.came],
            "went": [each.told for each in self.went],
        }


@dataclass(frozen=True, slots=True)
class RoundOver:
    """What everybody saw at the end of a round, kept as text so that nobody can change what others have seen."""

    text: str
    came: tuple[Fact, ...] = ()

    @property
    def result(self) -> dict[str, Any]:
        result: dict[str, Any] = json.loads(self.text)
        return result

    def as_dict(self) -> dict[str, Any]:
        return {"round_over": self.result, "came": [each.as_dict() for each in self.came]}

    def told(self) -> dict[str, Any]:
        return self.as_dict()


LogEntry = Played | RoundOver


@dataclass(frozen=True)
class Secret:
    """A move in the log of which only some seats know all."""

    move: Played
    known_to: frozenset[int]


# --- Position ---------------------------------------------------------------------------------------------------
class Position(Shown):
    """A match in progress, seen by nobody: show people and bots a `view` of it."""

    def __init__(self, game: Game, form: forms.Form, state: Any, seed: Seed | None) -> None:
        self.game = game
        self.seed = seed
        self._form = form
        self._state = state
        self._moves: list[str] = []
        self._log: list[LogEntry] = []
        self._log_start = 0  # the number of the first entry; an imagined position may know only the later ones
        self._round_began = 0  # the number of the first entry of this round
        self._secrets: dict[int, Secret] = {}
        self._legal: list[int] | None = None
        self._written: list[str] = []  # the same, if they are known

    @classmethod
    def start(cls, game: Game, seed: Seed) -> Position:
        state = game.rules.State()
        game.set_up(state)
        form = seed_state(game.rules, state, seed)
        form.begin(state)
        form.deal_round(state)
        return cls(game, form, state, seed)

    # --- Looking ------------------------------------------------------------------------------------------------
    @property
    def legal_actions(self) -> list[int]:
        """The legal moves as integers, in the order of `legal_moves`."""
        return list(self._known_legal())

    @property
    def legal_moves(self) -> list[str]:
        """The legal moves in written form, sorted."""
        self._known_legal()
        return list(self._written)

    def _known_legal(self) -> list[int]:
        if self._legal is None:
            count = 0 if self._state.over else self._form.legal(self._state)
            written: Any = self.game.written
            self._legal = sorted(self._state.moves[:count], key=written.__getitem__)
            self._written = [written[action] for action in self._legal]
        return self._legal

    def why_not(self, card: str | None, place: str | None = None, whose: int | None = None) -> IllegalMove | None:
        """Why a card cannot be used now, there or at all, or somebody else's be asked for; None if it can."""
        meant = None if self.is_over else self.game.meant(self._state, card, place, whose)
        if meant is None:
            return IllegalMove("moves.over" if self.is_over else "moves.impossible")
        try:
            self.check(self.game.parse(meant))
        except IllegalMove as refusal:
            return refusal
        return None

    @property
    def to_move(self) -> int | None:
        """The seat that is asked for a move; None when the match is over."""
        return None if self._state.over else int(self._state.to_move)

    @property
    def round(self) -> int:
        return int(self._state.round)

    @property
    def is_over(self) -> bool:
        return bool(self._state.over)

    @property
    def scores(self) -> list[int] | None:
        """One a seat; None until the game is over, where hands count and are secret."""
        scores: list[int] | None = self.game.describe(self._state)["scores"]
        return scores

    @property
    def winners(self) -> list[int]:
        """The seats that have won; empty until the match is over."""
        if not self._state.over:
            return []
        return [seat for seat in range(self.game.players) if self._form.wins(self._state, seat)]

    @property
    def log_size(self) -> int:
        """How many entries the log has."""
        return self._log_start + len(self._log)

    @property
    def moves(self) -> list[str]:
        """Every move so far, in written form."""
        return list(self._moves)

    def view(self, seat: int | None = None, since: int = 0) -> View:
        """All that a seat may know, None for a spectator; with the log from entry number `since` on."""
        if seat is not None and (isinstance(seat, bool) or seat not in range(self.game.players)):
            raise TiotalError("views.no_seat", seat=quote(seat), most=self.game.players - 1)
        seen = self.game.rules.State.blank(self.game.players)
        self._form.view(seen, self._state, NOBODY if seat is None else seat)
        since = max(since, self._log_start)
        skipped = since - self._log_start
        log = self._log[skipped:]
        secrets: dict[int, Secret] = {}
        for place in reversed(self._secrets):  # the newest first, so that a long log costs no more than a short one
            if place < skipped:
                break
            if seat in self._secrets[place].known_to:
                secrets[place - skipped] = self._secrets[place]
        legal = self.legal_moves if seat is not None and seat == self.to_move else []
        return View(self.game, seat, seen, log, secrets, legal, since)

    def whole_log(self, since: int = 0) -> list[LogEntry]:
        """The log from entry number `since` on with nothing hidden, for those who look back at a finished match."""
        entries = list(enumerate(self._log))[max(0, since - self._log_start) :]
        return [self._secrets[place].move if place in self._secrets else entry for place, entry in entries]

    def to_remember(self, seat: int | None) -> range:
        """Entries of the log that people with this seat have to remember: they may not look them up now."""
        if not self.game.has_memory_aid or self.to_move is None:
            return range(0)
        began = max(self._round_began, self._log_start)
        played = self._log[began - self._log_start :]
        return range(began, began + self.game.to_remember(played, self.to_move, seat))

    @property
    def total(self) -> int | None:
        """That everybody can see, in games that have one."""
        return self.game.total(self._state)

    @property
    def goal(self) -> int | None:
        """The total that wins now, in games that have one."""
        return self.game.goal(self._state)

    def total_after(self, move: str) -> int | None:
        """What the total will be after a legal move of the player to move; None if there is nothing to say."""
        return self.game.total_after(self._state, self.game.parse(move))

    def uncovered(self) -> tuple[int, ...]:
        """A value that changes when a move shows somebody a card that its player did not choose to show."""
        return self.game.uncovered(self._state)

    def fingerprint(self) -> str:
        """The same for equal positions, in whichever form they were reached."""
        return fingerprint(self.game, self._state)

    def describe(self) -> dict[str, Any]:
        """The whole state, as in a trace."""
        return self.game.describe(self._state)

    def opened(self) -> dict[str, Any]:
        """The table with all cards open, for people who look back at a match that is over."""
        return self.game.opened(self._state)

    def whole_state(self) -> Any:
        """The rules' own state with everything in it; a copy, for laboratories. A player is given a view instead."""
        return self._state.copy()

    def with_state(self, state: Any) -> Position:
        """The same match with another state, for laboratories."""
        twin = self.copy()
        twin._state = state
        twin._legal = None
        return twin

    # --- Playing ------------------------------------------------------------------------------------------------
    def play(self, move: str | int) -> None:
        """Play a written move or an action; an illegal one changes nothing and is told why."""
        if self.is_over:
            raise IllegalMove("moves.over")
        action = move if isinstance(move, int) and not isinstance(move, bool) else self.game.parse(str(move))
        self.check(action)
        state = self._state
        seat = state.to_move
        witness = self.game.witness(state, action)
        self._legal = None
        self._form.apply(state, action)
        self._note_move(seat, action, witness())
        self.game.share_secrets(self._secrets, self._log, state)
        self._note_round(state)

    def check(self, action: int) -> None:
        """Raise IllegalMove with the reason if an action cannot be played now."""
        if action not in self._known_legal():
            raise self._refusal(action)

    def _note_move(self, seat: int, action: int, came: Came) -> None:
        move = self.game.move(action)
        public = self.game.public_move(action)
        self._moves.append(move.written)
        known_to = frozenset([seat]) if public != move else came.known_to
        if known_to:
            whole = came.public if came.whole is None else came.whole
            self._secrets[len(self._log)] = Secret(Played(seat, move, whole, came.went), known_to)
        self._log.append(Played(seat, public, came.public, came.went))

    def _note_round(self, state: Any) -> None:
        result = self.game.round_result(state)
        if result:
            self._log.append(RoundOver(json.dumps(result), tuple(self.game.round_came(result))))
            self._round_began = self.log_size
        if state.to_move == NOBODY and not state.over:
            self._form.deal_round(state)

    def _refusal(self, action: int) -> IllegalMove:
        text = self.game.write(action)
        legal = self.legal_moves
        listed = legal if len(legal) <= MAX_LISTED else [*legal[:MAX_LISTED], "…"]
        reason = self.game.why_not(self._state, action)
        if reason is None:
            return IllegalMove("moves.not_now", move=text, legal=listed)
        return IllegalMove("moves.because", reason=reason, legal=listed)

    def copy(self) -> Position:
        twin = Position.__new__(Position)
        twin.__dict__.update(self.__dict__)
        twin._state = self._state.copy()
        twin._moves = self._moves[:]
        twin._log = self._log[:]
        twin._secrets = dict(self._secrets)
        return twin

    def __repr__(self) -> str:
        turn = "over" if self.is_over else f"seat {self.to_move} to move"
        return f"<{self.game.name}: round {self.round}, {len(self._moves)} moves, {turn}>"


def fingerprint(game: Game, state: Any) -> str:
    content = json.dumps([game.name, game.players, game.options, state.values()], separators=(",", ":"))
    return hashlib.blake2b(content.encode(), digest_size=16).hexdigest()


# --- View -------------------------------------------------------------------------------------------------------
class View(Shown):
    """All that one seat (None: a spectator) may know. It holds nothing else: it is built from what it may show."""

    def __init__(
        self,
        game: Game,
        seat: int | None,
        seen: Any,
        log: list[LogEntry],
        secrets: dict[int, Secret],
        legal_moves: list[str],
        since: int = 0,
    ) -> None:
        self.game = game
        self.seat = seat
        self.log = tuple(log)
        if secrets:
            self.log = tuple(secrets[place].move if place in secrets else entry for place, entry in enumerate(log))
        self.legal_moves = legal_moves
        self.since = since
        self._seen = seen
        self._public_log = log
        self._secrets = secrets  # those that this seat shares

    @property
    def to_move(self) -> int | None:
        return None if self._seen.over else int(self._seen.to_move)

    @property
    def is_over(self) -> bool:
        return bool(self._seen.over)

    @property
    def scores(self) -> list[int] | None:
        scores: list[int] | None = self.table["scores"]
        return scores

    @property
    def winners(self) -> list[int]:
        if not self._seen.over:
            return []
        wins = forms.interpreted(self.game.rules).wins
        return [seat for seat in range(self.game.players) if wins(self._seen, seat)]

    @property
    def table(self) -> dict[str, Any]:
        """The state as in a trace, in which every card that the seat cannot know is None."""
        return self.game.describe(self._seen)

    @property
    def moves(self) -> list[Move]:
        """The legal moves as values, in the order of `legal_moves`."""
        return [self.game.read(text) for text in self.legal_moves]

    def choices(self) -> list[tuple[Move, int | None, Sequence[Fact]]]:
        """Each legal move with the total after it and what else it is sure to lead to, as the two below have it."""
        game, seen, found = self.game, self._seen, []
        for text in self.legal_moves:
            action = game.parse(text)
            found.append((game.move(action), game.total_after(seen, action), game.will_come(seen, action)))
        return found

    def total_after(self, move: str) -> int | None:
        """What the total will be after a legal move, for whoever says it aloud; None if there is nothing to say."""
        return self.game.total_after(self._seen, self.game.parse(move))

    def will_come(self, move: str) -> Sequence[Fact]:
        """What a legal move is sure to lead to, as far as the seat can know it; never a total."""
        return self.game.will_come(self._seen, self.game.parse(move))

    def shown(self, memory_aid: bool = False) -> dict[str, Any]:
        """The table as people are shown it: what lies there, not what one would have to remember."""
        return self.game.shown(self._seen, self.seat, memory_aid)

    @property
    def state(self) -> Any:
        """The rules' own state with what is hidden left open, for programs that imagine the rest; a copy."""
        return self._seen.copy()

    def imagine(self, seed: int = 0) -> Position:
        """See `Game.imagine`. Moves that the viewer did not see stay unseen in the new position's log."""
        state = self._seen.copy()
        seed_chance(state, read_seed(seed, sealed=False))
        form = forms.interpreted(self.game.rules)
        form.imagine(state, NOBODY if self.seat is None else self.seat)
        position = Position(self.game, form, state, None)
        position._log = list(self._public_log)
        position._log_start = self.since
        ended = [place for place, entry in enumerate(self._public_log, 1) if isinstance(entry, RoundOver)]
        position._round_began = self.since + (ended[-1] if ended else 0)
        position._secrets = dict(self._secrets)
        return position

    def as_dict(self) -> dict[str, Any]:
        return {
            "game": self.game.name,
            "options": self.game.options,
            "players": self.game.players,
            "seat": self.seat,
            "table": self.table,
            "knowledge": self._seen.values(),
            "since": self.since,
            "log": [entry.as_dict() for entry in self.log],
            "legal": self.legal_moves,
        }

    def to_json(self) -> str:
        """The same bytes whenever the seat knows the same."""
        return json.dumps(self.as_dict(), sort_keys=True, separators=(",", ":"))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self.to_json() == other.to_json()

    def __hash__(self) -> int:
        return hash(self.to_json())

    def __repr__(self) -> str:
        who = "a spectator" if self.seat is None else f"seat {self.seat}"
        return f"<{self.game.name} as {who} sees it: {len(self.log)} entries in the log>"
