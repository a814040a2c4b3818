"""Laws of the table, tested with random courses: people of several devices and an outsider ask for all sorts of things.

1. The present is what the log replays to, for every device.
2. What is refused changes nothing.
3. A move that may be taken back has shown nobody a card but the one that the mover chose to show.
4. What a move costs does not depend on how many there were before.
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from tests.kit.games import Match, law, matches, sensible, viewers
from tests.kit.tables import ANNA, BEN, CARL, DEVICES, EVE, KEY, SHARES, Sitting, everything, person, shown_to
from tests.rules.test_secrecy import ALL, ONE, hidden_places, is_secret, twin_of
from tiotal.engine.game import Game
from tiotal.engine.record import verify_record
from tiotal.games.cento.game import Cento
from tiotal.games.nimmt.game import Nimmt
from tiotal.games.ten.game import Ten
from tiotal.table import requests as ask
from tiotal.table import seen
from tiotal.table.answers import PHRASES, REACTIONS, Asker, answer, hand_over
from tiotal.table.entries import EVENTS, Entry, Holder, SeatedBot, SeatedPerson
from tiotal.table.forgetting import forget
from tiotal.table.table import Table

seeds = st.integers(0, 2**32).map(random.Random)


# --- Random tables ----------------------------------------------------------------------------------------------
GAMES: tuple[Game, ...] = (
    Cento(2, preset="race", target=10),
    Cento(3, preset="race", target=12, match="series", limit=30),
    Cento(4, preset="to-20-a", pairs=True),
    Nimmt(2, rounds=1),
    Nimmt(3, rounds=2),
    Ten(2),
    Ten(3),
    Ten(4),
)


def random_sitting(dice: random.Random) -> Sitting:
    game = dice.choice(GAMES)
    counted = False if game.name == "cento" else None
    holders: list[Holder] = [person(ANNA, "Child", counted), person(BEN), person(BEN), person(CARL, says=counted)]
    holders += [SeatedBot("easy", ""), None]
    chosen: dict[str, Any] = {
        "undo": dice.random() < 0.8,
        "spectators": dice.random() < 0.5,
        "free_text": dice.random() < 0.5,
        "clock": dice.choice(("off", "move", "player")),
        "seconds": 20,
        "memory_aid": game.name == "nimmt" and dice.random() < 0.5,
    }
    seats = [person(ANNA), *(dice.choice(holders) for _ in range(game.players - 1))]
    return Sitting(game, seats, dice.randbytes(32).hex(), **chosen)


def random_request(table: Table, dice: random.Random) -> ask.Request:
    """All sorts of requests: many are possible now, many are not."""
    seat = dice.choice([*range(table.game.players), *range(table.game.players), -1, 9])
    number = table.number - dice.choice((0, 0, 0, 1, 2, 4, -1))
    legal = table.match.position.legal_moves if table.match else []
    share = dice.choice([None, *SHARES.values(), "beef"])
    level = dice.choice(("easy", "hard", "hard", "genius"))
    text = dice.choice((*REACTIONS, *PHRASES, "Hi there!", "", "a\nb", 300 * "x"))
    return dice.choice(
        (
            ask.Sit(
                dice.choice(("Dora", "Emil", "", "x\ty")),
                share,
                dice.choice((None, seat)),
                dice.choice((None, True, False)),
                dice.choice((None, True, False)),
            ),
            ask.SeatBot(seat, level),
            ask.FreeSeat(seat),
            ask.Door(dice.choice(("open", "ask", "closed"))),
            ask.AnswerKnock(dice.choice((*table.knocks, 1)), dice.random() < 0.6),
            ask.Host(dice.choice((KEY, "guess"))),
            ask.Start(),
            ask.Move(seat, dice.choice([*legal, "dance", "pass", "+7"]), number, dice.choice((None, 7))),
            ask.Leave(seat),
            ask.Replace(seat, level),
            ask.ComeBack(seat),
            ask.ComeBack(seat),
            ask.Pause(),
            ask.Resume(),
            ask.Resume(),
            ask.AskUndo(seat, number),
            ask.AnswerUndo(dice.random() < 0.7),
            ask.Again(share),
            ask.Say(seat, text, dice.choice(("reaction", "phrase", "text"))),
            ask.Says(seat, dice.random() < 0.5),
            ask.Hints(seat, dice.random() < 0.5),
            ask.Pace(dice.choice((0, 700, 99_999))),
            ask.OpenReplay(dice.choice((len(table.finished), 99))),
        )
    )


# --- The present is what the log replays to ---------------------------------------------------------------------
class Course:
    """What may happen at a table. `Sitting` checks of each entry that it is read as written and tells no secret."""

    def __init__(self, dice: random.Random) -> None:
        self.sitting = random_sitting(dice)
        self.asked = 0

    def ask(self, device: str, request: ask.Request) -> None:
        """What is refused changes nothing; what is not happens."""
        if self.sitting.refusal(device, request) is None:
            self.asked += 1
            self.sitting.ask(device, request, f"r{self.asked}")

    def anybody_asks_for_anything(self, dice: random.Random) -> None:
        for _ in range(4):
            table = self.sitting.table
            self.ask(dice.choice((*DEVICES, table.host)), random_request(table, dice))

    def those_to_move_play(self, dice: random.Random) -> None:
        for _ in range(dice.randrange(1, 12)):
            table = self.sitting.table
            seat = table.to_move
            if seat is None or table.paused or table.match is None:
                return
            self.sitting.wait(dice.random())
            if table.to_move != seat or table.match.position.is_over:  # a card has lain for long enough
                continue
            move = table.trying.move if table.trying else sensible(table.match.position, dice)
            if table.bot_to_move:
                self.sitting.move(move)
            else:
                said = self.sitting.total_after(move) if table.says(seat) else None
                device = table.seats[seat].device
                assert device is not None
                said = said if said is None else said + dice.choice((0, 0, 1))
                self.ask(
                    device, ask.Move(seat, move, table.number, None if table.trying and dice.random() < 0.2 else said)
                )

    def time_passes(self, dice: random.Random) -> None:
        self.sitting.wait(dice.choice((1, 10, 21, 31)))

    def somebody_connects_or_is_gone(self, dice: random.Random) -> None:
        self.sitting.present ^= {dice.choice(DEVICES)}

    def people_come_to_the_door(self, dice: random.Random) -> None:
        table = self.sitting.table
        self.ask(table.host, ask.FreeSeat(table.game.players - 1))
        self.ask(table.host, ask.Door(dice.choice(("ask", "ask", "closed"))))
        for device, name in ((EVE, "Eve"), (CARL, "Carla"), (EVE, "Evelyn")):
            self.ask(device, ask.Sit(name))
            for knock in list(table.knocks):
                self.ask(table.host, ask.AnswerKnock(knock, dice.random() < 0.6))
        self.ask(table.host, ask.Door("open"))

    def somebody_counts_or_is_counted_for(self, dice: random.Random) -> None:
        for seat in self.sitting.table.seats:
            if seat.device:
                for mine in self.sitting.table.seats_of(seat.device):
                    self.ask(seat.device, ask.Says(mine, dice.random() < 0.5))

    def the_match_begins(self, dice: random.Random) -> None:
        table = self.sitting.table
        for number, seat in enumerate(table.seats):
            if table.phase == "waiting" and seat.holder is None:
                self.ask(table.host, ask.SeatBot(number, "easy"))
        self.ask(table.host, ask.Start())

    def the_match_goes_on(self, dice: random.Random) -> None:
        table = self.sitting.table
        if table.paused:
            self.ask(table.host, ask.Resume())
        for number, seat in enumerate(table.seats):
            if seat.away and seat.device:
                self.ask(seat.device, ask.ComeBack(number))

    def somebody_wants_to_take_a_move_back(self, dice: random.Random) -> None:
        table = self.sitting.table
        for number, seat in enumerate(table.seats):
            if seat.person and table.undo is None:
                self.ask(seat.person.device, ask.AskUndo(number, table.number))
        for device in sorted(table.people):
            if dice.random() < 0.8:
                self.ask(device, ask.AnswerUndo(dice.random() < 0.8))

    def all_want_another_match(self, dice: random.Random) -> None:
        for device in sorted(self.sitting.table.people):
            self.ask(device, ask.Again(dice.choice((None, SHARES[device]))))

    def somebody_plays_on_at_another_device(self, dice: random.Random) -> None:
        table = self.sitting.table
        people = [number for number, seat in enumerate(table.seats) if isinstance(seat.holder, SeatedPerson)]
        event = hand_over(table, dice.choice(people), dice.choice(DEVICES)) if people else None
        if event and table.phase != "ended":
            self.sitting.happen(event)

    def the_host_may_close_the_table(self, dice: random.Random) -> None:
        if dice.random() < 0.1:
            self.ask(self.sitting.table.host, ask.End())


class RandomCourse(RuleBasedStateMachine):
    """Anything, in any order."""

    @initialize(dice=seeds)
    def open(self, dice: random.Random) -> None:
        self.course = Course(dice)

    @rule(dice=seeds)
    def anybody_asks_for_anything(self, dice: random.Random) -> None:
        self.course.anybody_asks_for_anything(dice)

    @rule(dice=seeds)
    def people_come_to_the_door(self, dice: random.Random) -> None:
        self.course.people_come_to_the_door(dice)

    @rule(dice=seeds)
    def the_match_begins_and_goes_on(self, dice: random.Random) -> None:
        self.course.the_match_begins(dice)
        self.course.the_match_goes_on(dice)
        self.course.those_to_move_play(dice)

    @rule(dice=seeds)
    def time_passes(self, dice: random.Random) -> None:
        self.course.somebody_connects_or_is_gone(dice)
        self.course.time_passes(dice)

    @rule(dice=seeds)
    def somebody_wants_to_take_a_move_back(self, dice: random.Random) -> None:
        self.course.somebody_wants_to_take_a_move_back(dice)

    @rule(dice=seeds)
    def all_want_another_match(self, dice: random.Random) -> None:
        self.course.all_want_another_match(dice)

    @rule(dice=seeds)
    def the_host_may_close_the_table(self, dice: random.Random) -> None:
        self.course.the_host_may_close_the_table(dice)

    @rule(dice=seeds)
    def somebody_plays_on_at_another_device(self, dice: random.Random) -> None:
        self.course.somebody_plays_on_at_another_device(dice)

    @rule()
    def the_log_replays_to_the_present(self) -> None:
        check_replay(self.course.sitting)

    def teardown(self) -> None:
        if hasattr(self, "course"):
            check_replay(self.course.sitting)


def check_replay(sitting: Sitting) -> None:
    again = Table()
    for entry, news in zip(sitting.entries(), sitting.news, strict=True):
        again.add(entry)
        assert json.dumps(seen.event_for_all(again, entry), ensure_ascii=False) == news
    assert everything(again) == everything(sitting.table)
    for device in DEVICES:
        for last in {0, 1, again.number // 2, again.number - 1, again.number}:
            assert shown_to(again, device, last) == shown_to(sitting.table, device, last)
    for match in again.finished:
        assert verify_record(match.record.to_json()).is_over


RandomCourse.TestCase.settings = law(60, stateful_step_count=30)
TestRandomCourses = RandomCourse.TestCase


LIKELY: tuple[tuple[Callable[[Course, random.Random], None], int], ...] = (
    (Course.those_to_move_play, 40),
    (Course.anybody_asks_for_anything, 15),
    (Course.people_come_to_the_door, 4),
    (Course.somebody_counts_or_is_counted_for, 3),
    (Course.the_match_begins, 10),
    (Course.the_match_goes_on, 15),
    (Course.all_want_another_match, 10),
    (Course.somebody_wants_to_take_a_move_back, 10),
    (Course.time_passes, 6),
    (Course.somebody_connects_or_is_gone, 4),
    (Course.the_host_may_close_the_table, 1),
    (Course.somebody_plays_on_at_another_device, 1),
)


def check_long_course(dice: random.Random, steps: int) -> Course:
    """Whole matches, one after another, with everything that comes between."""
    course = Course(dice)
    course.people_come_to_the_door(dice)
    deeds, weights = zip(*LIKELY, strict=True)
    for deed in dice.choices(deeds, weights, k=steps):
        deed(course, dice)
        if dice.random() < 0.05:
            check_replay(course.sitting)
    course.ask(course.sitting.table.host, ask.End())
    check_replay(course.sitting)
    return course


def check_forgetting(sitting: Sitting, device: str | None) -> str:
    """Whatever has happened, the same matches were played when somebody is forgotten; what the last entry is."""
    log = forget(list(sitting.entries()), device, sitting.now)
    table = Table.replay(log)
    assert [match.record.moves for match in table.finished] == [
        match.record.moves for match in sitting.table.finished[: len(table.finished)]
    ]
    gone = DEVICES if device is None else (device,)
    assert not any(name in entry.write() for entry in log for name in gone)
    assert len(table.finished) == len(sitting.table.finished) and not set(gone) & table.people
    return type(log[-1].event).__name__


@pytest.mark.thorough
def test_the_logs_of_long_courses_replay_to_the_present() -> None:
    happened: Counter[str] = Counter()
    for number in range(20):
        sitting = check_long_course(random.Random(number), 80).sitting
        happened.update(json.loads(text)["kind"] for _, text in sitting.lines)
        for device in (None, *DEVICES):
            happened[check_forgetting(sitting, device).lower()] += 1
    assert set(happened) == set(EVENTS)  # this is not a test of nothing
    assert happened["moved"] > 500


@pytest.mark.thorough
@pytest.mark.parametrize("part", range(4))
def test_the_logs_of_many_long_courses_replay_to_the_present(part: int) -> None:
    for number in range(8):
        check_long_course(random.Random(f"many {part} {number}"), 150)


def test_whoever_may_not_watch_is_shown_no_card_at_any_time() -> None:
    """Outsiders of a private table get the same whatever the cards are."""
    shown = []
    for secret in ("1e" * 32, "2e" * 32):
        sitting = Sitting(Ten(3), [person(ANNA), person(BEN), SeatedBot("easy", "")], secret).start()
        for move in ("J:down", "J:down", "J:down+1"):
            sitting.move(move)
        shown.append(shown_to(sitting.table, EVE).replace(sitting.table.commitment or "-", ""))
    assert shown[0] == shown[1]


# --- A move that may be taken back has shown nothing ------------------------------------------------------------
def hidden_from(match: Match, viewer: int | None) -> int:
    return sum(map(len, hidden_places(match, viewer)))


def check_that_nothing_was_shown(match: Match, dice: random.Random, moves: int) -> Iterator[str]:
    """The moves that left `uncovered` as it was, each checked with the eyes of all."""
    for _ in range(moves):
        if match.position.is_over:
            return
        mover, move = match.position.to_move, sensible(match.position, dice)
        assert mover is not None
        before = {viewer: hidden_from(match, viewer) for viewer in viewers(match.game)}
        twins = [twin_of(match, mover, dice, how) for how in (ONE, ALL)]
        in_secret = is_secret(move, match, None)
        uncovered, since = match.position.uncovered(), match.position.log_size
        match.play(move)
        if match.position.uncovered() != uncovered:
            continue
        yield move
        for twin in twins:
            twin.play(move)
            assert twin.position.view(mover, since) == match.position.view(mover, since), (
                f"{mover} learned something by {move}"
            )
        for viewer, hidden in before.items():
            chosen = 0 if viewer == mover or in_secret else 1
            assert hidden - chosen <= hidden_from(match, viewer) <= hidden, f"{viewer} learned something by {move}"


@given(matches(), st.integers(0, 2**32))
@law(100)
def test_a_move_that_leaves_all_covered_shows_nobody_more_than_its_card(match: Match, seed: int) -> None:
    for _ in check_that_nothing_was_shown(match, random.Random(seed), 20):
        pass


@pytest.mark.thorough
@given(matches(), st.integers(0, 2**32))
@law(200)
def test_in_hundreds_of_games_what_may_be_taken_back_has_shown_nothing(match: Match, seed: int) -> None:
    for _ in check_that_nothing_was_shown(match, random.Random(seed), 60):
        pass


@pytest.mark.parametrize(
    ("game", "kinds"),
    [
        (Cento(4, preset="to-20-a", pairs=True), {"swap"}),
        (Nimmt(3), {">", "end"}),
        (Ten(3), {":up", ":down", "pass", "add", "show", "hide", "stand", "bid", "raise", "keep", "protect"}),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_these_kinds_of_moves_can_be_taken_back(game: Game, kinds: set[str]) -> None:
    """The counterpart: it would be easy to let nothing be taken back at all."""
    found: set[str] = set()
    for seed in range(20):
        for move in check_that_nothing_was_shown(Match(game, seed), random.Random(seed), 150):
            found |= {kind for kind in kinds if kind in move}
            if found == kinds:
                return
    assert found == kinds


# --- What a move costs ------------------------------------------------------------------------------------------
def calls_in(work: Callable[[], object]) -> int:
    """How many functions are called, Python's and built-in ones: a measure of work that is the same on every run."""
    calls = 0

    def count(frame: Any, event: str, argument: Any) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
    return calls


class Costs:
    """A match that two people play, as a server would: each move is answered, happens, and is told to both."""

    def __init__(self, game: Game) -> None:
        self.table = Table()
        opened = Sitting(game, [person(ANNA), person(BEN)])
        for entry in opened.entries():
            self.table.add(entry)
        self.dice = random.Random(9)
        self.told = 0
        self.ask(ANNA, ask.Start())

    def ask(self, device: str, request: ask.Request) -> None:
        table = self.table
        before = seen.Before.at(table)
        event = answer(table, request, Asker(device))
        entry = Entry(table.number + 1, table.at + 500, event, device, f"r{table.number}")
        entry.write()
        table.add(entry)
        told: list[Any] = [seen.event_for_all(table, entry), seen.turn_for_all(table)]
        if table.changed == entry.number:
            told.append(seen.table_for_all(table))
        told += [seen.match_for(table, seat, seen.since_news(table, before, seat)) for seat in (0, 1)]
        self.told = len(json.dumps(told))

    def move(self) -> None:
        table = self.table
        if table.phase == "over":
            for device in (ANNA, BEN):
                self.ask(device, ask.Again())
        seat = table.to_move
        assert seat is not None and table.match is not None
        position = table.match.position
        move = self.dice.choice(position.legal_moves)
        said = position.view(seat, position.log_size).total_after(move)
        self.ask(table.seats[seat].device or "", ask.Move(seat, move, table.number, said))

    def of_moves(self, many: int) -> tuple[float, float]:
        """Mean calls and characters of so many moves."""
        calls = characters = 0
        for _ in range(many):
            calls += calls_in(self.move)
            characters += self.told
        return calls / many, characters / many

    def after(self, moves: int) -> Costs:
        for _ in range(moves):
            self.move()
        return self


@pytest.mark.parametrize(
    "game",
    [Cento(2, match="first-to", limit=10_000), Cento(2, preset="race", target=10)],
    ids=["one long match", "many short ones"],
)
def test_move_5000_costs_what_move_50_costs(game: Game) -> None:
    costs = Costs(game)
    early = costs.after(50).of_moves(400)
    late = costs.after(4_150).of_moves(400)
    assert costs.table.match is not None
    assert costs.table.number > 5_000
    matches_played = len(costs.table.finished)
    assert matches_played == 0 if game.options["match"] == "first-to" else matches_played > 200
    for before, now in zip(early, late, strict=True):
        assert now < 1.5 * before


def answered(table: Table, request: ask.Request) -> Entry:
    return Entry(table.number + 1, table.at, answer(table, request, Asker(ANNA)), ANNA)


@pytest.mark.parametrize("moves", [0, 100, 1_500])
def test_taking_back_late_costs_what_it_costs_early(moves: int) -> None:
    game = Cento(4, pairs=True, match="first-to", limit=10_000)
    sitting = Sitting(game, [person(ANNA, says=False) for _ in range(4)]).start()
    table, dice = sitting.table, random.Random(2)
    assert table.match is not None
    while len(table.match.moves) < moves or not any(move.startswith("swap:") for move in sitting.legal):
        table.add(answered(table, ask.Move(table.to_move or 0, dice.choice(sitting.legal), table.number)))
    seat = table.to_move
    assert seat is not None
    table.add(answered(table, ask.Move(seat, next(m for m in sitting.legal if m.startswith("swap:")), table.number)))
    played = len(table.match.moves)
    taken_back = answered(table, ask.AskUndo(seat, table.number))
    assert calls_in(lambda: table.add(taken_back)) < 10_000  # a move costs about a hundred
    assert len(table.match.moves) == played - 1
