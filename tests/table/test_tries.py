"""A wrong total is a try: the card lies, the table waits for a second total, and it costs nothing."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.kit.games import law
from tests.kit.tables import ANNA, BEN, CARL, DEVICES, EVE, Sitting, against_bots, person, shown_to, two_people
from tests.kit.wire import legal, said_with, totals
from tiotal.engine.errors import Refused
from tiotal.engine.game import Game
from tiotal.games.cento.game import Cento
from tiotal.games.ten.game import Ten
from tiotal.sums import KINDS, Sum, kind_of, way_of
from tiotal.table import arithmetic, seen
from tiotal.table import requests as ask
from tiotal.table.answers import bot_move, try_over
from tiotal.table.entries import Entry, Holder, Moved, SeatedBot, Tried, UndoAnswered, UndoAsked
from tiotal.table.match import SaidTotal
from tiotal.table.seen.everybody import event_for_all
from tiotal.table.table import TRY_MILLISECONDS, Table

SECONDS = TRY_MILLISECONDS // 1000
RACE = Cento(2, preset="race", target=20)


def wrong(sitting: Sitting, by: int = 1) -> tuple[int, str, int]:
    """Whoever is to move says a wrong total with the first card: their seat, the move and the right total."""
    seat, move = sitting.to_move(), sitting.legal[0]
    right = sitting.total_after(move)
    assert right is not None
    sitting.move(move, right + by)
    assert is_trying(sitting)
    return seat, move, right


def is_trying(sitting: Sitting) -> bool:
    return sitting.table.trying is not None


def device_of(sitting: Sitting, seat: int) -> str:
    return sitting.table.seats[seat].device or ""


def again(sitting: Sitting, said: int | None, move: str | None = None) -> ask.Move:
    trying = sitting.table.trying
    assert trying is not None
    return ask.Move(trying.seat, move or trying.move, sitting.table.number, said)


def match_seen(sitting: Sitting, seat: int | None, device: str | None = None) -> Any:
    shown = json.loads(shown_to(sitting.table, device or device_of(sitting, seat or 0)))
    return next(match for match in shown["matches"] if match["seat"] == seat)


def last_news(sitting: Sitting) -> Any:
    return json.loads(sitting.news[-1])


def moves_made(sitting: Sitting) -> int:
    assert sitting.table.match is not None
    return len(sitting.table.match.moves)


def said_last(sitting: Sitting) -> SaidTotal:
    assert sitting.table.match is not None
    said = sitting.table.match.said_last
    assert said is not None
    return said


# --- The card lies ----------------------------------------------------------------------------------------------
def test_c10_a_wrong_total_makes_no_move_yet_and_a_second_one_makes_it() -> None:
    for second in (0, 1):
        sitting = two_people(Cento(2)).start()
        sitting.wait(2.5)
        seat, _, right = wrong(sitting)
        assert moves_made(sitting) == 0 and sitting.to_move() == seat
        assert last_news(sitting) == {"kind": "tried", "seat": seat}
        sitting.wait(4)
        sitting.ask(device_of(sitting, seat), again(sitting, right + second))
        assert moves_made(sitting) == 1 and not is_trying(sitting)
        assert sitting.table.match and sitting.table.match.position.total == right
        asked = {"before": 0, "what": "add", "by": right}
        assert last_news(sitting) == {
            "kind": "moved",
            "seat": seat,
            "by_bot": False,
            "said": right + 1,
            "second": right + second,
            "right": right,
            "outcome": ("second", "wrong")[second],
            "sum": asked,
            "way": {"way": "straight", "steps": [[0, "+", right, right]]},
        }
        assert said_last(sitting).milliseconds == 2_500  # until the first total, however long the second took
        (line,) = arithmetic.report(sitting.table.match.names, sitting.table.match.sums)
        assert (line["once"], line["second"], line["wrong"]) == (0, 1 - second, second)
        assert [missed["said"] for missed in line["missed"]] == [right + 1]


def test_a_card_that_lies_cannot_be_changed() -> None:
    sitting = two_people(Cento(2)).start().play_on(random.Random(2), 1)
    seat, move, right = wrong(sitting)
    other = next(one for one in sitting.legal if one != move)
    device = device_of(sitting, seat)
    for card in (other, "+99", "dance"):
        assert sitting.refused(device, again(sitting, right, card)) == "table.card_lies"
    assert sitting.refused(device, ask.Why(seat, card="+7")) == "table.card_lies"
    with pytest.raises(Refused) as refusal:
        seen.view_for_advice(sitting.table, device, seat)
    assert refusal.value.key == "table.card_lies"
    assert sitting.refused(device, again(sitting, 10**6)) == "table.say_the_total"
    shown = match_seen(sitting, seat)
    assert legal(shown) == said_with(shown) == [move] and totals(shown) == {}
    assert sitting.refused(device_of(sitting, 1 - seat), ask.Move(1 - seat, move, sitting.table.number, 5)) == (
        "table.not_your_turn"
    )


def test_whoever_would_like_to_be_shown_the_way_says_nothing() -> None:
    sitting = two_people(Cento(2)).start()
    seat, _, _ = wrong(sitting)
    sitting.ask(device_of(sitting, seat), again(sitting, None))
    assert moves_made(sitting) == 1 and said_last(sitting).outcome == "wrong" and said_last(sitting).second is None
    assert last_news(sitting)["way"]["steps"]


def test_a_try_that_is_sent_twice_is_known_again_and_one_that_is_late_is_refused() -> None:
    sitting = two_people(Cento(2)).start()
    seat, move, right = wrong(sitting)
    late = ask.Move(seat, move, sitting.table.number - 1, right)
    assert sitting.refused(device_of(sitting, seat), late) == "table.too_late"
    entry = sitting.ask(device_of(sitting, seat), again(sitting, right), "r1")
    assert sitting.table.requests[device_of(sitting, seat), "r1"] == entry.number


def test_it_costs_nothing_in_the_game() -> None:
    """With the same cards the same match is played, whatever is said in it."""
    ends = []
    for error in (0, 3):
        sitting, dice = two_people(RACE).start(), random.Random(5)
        while sitting.phase() == "playing":
            move = dice.choice(sitting.legal)
            total = sitting.total_after(move)
            sitting.move(move, None if total is None else total + error)
            if sitting.table.trying:
                sitting.ask(device_of(sitting, sitting.to_move()), again(sitting, total))
        ends.append((sitting.table.finished[0].record.moves, sitting.table.finished[0].scores))
    assert ends[0] == ends[1]


# --- What is told -----------------------------------------------------------------------------------------------
def test_the_hint_is_told_to_the_seat_alone_and_only_if_it_wants_hints() -> None:
    sitting = Sitting(Cento(3), [person(ANNA), person(ANNA, "Aron"), person(BEN)], spectators=True).start()
    seat, move, right = wrong(sitting)
    while seat == 2:
        sitting.ask(BEN, again(sitting, right))
        seat, move, right = wrong(sitting)
    told = match_seen(sitting, seat)["trying"]
    assert told["seat"] == seat and told["move"]["written"] == move and told["said"] == right + 1
    assert told["hint"]["steps"][-1][3] is None
    for viewer, device in ((1 - seat, ANNA), (None, ANNA), (2, BEN), (None, EVE)):
        assert match_seen(sitting, viewer, device)["trying"] == {"seat": seat, "move": told["move"]}
        assert match_seen(sitting, viewer, device)["legal"] == []
    sitting.ask(ANNA, ask.Hints(seat, False))
    assert match_seen(sitting, seat)["trying"] == {**told, "hint": None}


@given(st.integers(0, 2**32))
@law(30)
def test_nobody_is_told_the_total_before_it_is_found(seed: int) -> None:
    """Flip, doubling, Copy and targets beyond a hundred: what anybody is told does not hold the right total, except
    where that number is on the table for another reason."""
    dice = random.Random(seed)
    game = dice.choice((Cento(2), Cento(2, preset="marathon"), Cento(2, preset="marathon", target=1_000)))
    sitting = two_people(game, dice.randbytes(32).hex(), spectators=True).start()
    for _ in range(40):
        if sitting.phase() != "playing":
            break
        move = dice.choice(sitting.legal)
        right, seat = sitting.total_after(move), sitting.to_move()
        if right is None:
            sitting.move(move)
            continue
        before = {device: numbers_in(shown_to(sitting.table, device, sitting.table.number)) for device in DEVICES}
        sitting.move(move, right + 1_011)
        assert last_news(sitting) == {"kind": "tried", "seat": seat}
        asked = asked_for(sitting)
        known = {asked.before, asked.by, *(step.by for step in way_of(asked).steps)} if asked else {right}
        for device in DEVICES:
            now = numbers_in(shown_to(sitting.table, device, sitting.table.number))
            if right > 12 and right not in known:
                assert now[right] <= before[device][right], (device, asked)
        sitting.ask(device_of(sitting, seat), again(sitting, right))


def numbers_in(shown: str) -> Counter[int]:
    """How often each number is among those that a device is told of the match."""
    found: Counter[int] = Counter()

    def look(value: Any) -> None:
        if isinstance(value, dict):
            value = list(value.values())
        if isinstance(value, list):
            for each in value:
                look(each)
        elif type(value) is int:
            found[value] += 1

    look(json.loads(shown)["matches"])
    return found


def asked_for(sitting: Sitting) -> Sum | None:
    trying, match = sitting.table.trying, sitting.table.match
    assert trying and match
    return match.total_said(trying.seat, trying.move, trying.said).sum


@pytest.mark.parametrize("seed", range(3))
def test_what_is_told_of_a_card_that_lies_does_not_depend_on_how_wrong_the_total_was(seed: int) -> None:
    """Otherwise a guess could be corrected by what comes back."""
    shown = []
    for by in (1, 20):
        sitting = two_people(Cento(2), f"{seed:x}" * 64).start()
        sitting.play_on(random.Random(seed), 5)
        seat, _, _ = wrong(sitting, by)
        told = match_seen(sitting, seat)
        del told["trying"]["said"]
        shown.append((told, match_seen(sitting, 1 - seat), sitting.news[-1]))
    assert shown[0] == shown[1]


# --- Time -------------------------------------------------------------------------------------------------------
def test_after_thirty_seconds_the_move_is_made_and_nobody_has_said_anything() -> None:
    sitting = two_people(Cento(2)).start()
    wrong(sitting)
    sitting.wait(SECONDS - 1)
    assert is_trying(sitting)
    sitting.wait(1)
    assert not is_trying(sitting) and moves_made(sitting) == 1
    assert said_last(sitting).outcome == "wrong" and last_news(sitting)["way"]
    assert try_over(sitting.table, sitting.now + 10**6) is None


@pytest.mark.parametrize("clock", ["move", "player"])
def test_clocks_stand_still_while_a_card_lies(clock: str) -> None:
    sitting = two_people(Cento(2), clock=clock, seconds=20).start()
    sitting.wait(5)
    seat, _, right = wrong(sitting)
    assert sitting.table.deadline() is None and not sitting.table.is_thinking
    sitting.wait(25)  # longer than there would be on the clock
    assert not sitting.table.seats[seat].out_of_time
    sitting.ask(device_of(sitting, seat), again(sitting, right))
    assert sitting.table.time_left(seat) == (15_000 if clock == "player" else 20_000)
    assert sitting.table.deadline() == sitting.now + 20_000  # of the other


def test_a_pause_makes_the_thirty_seconds_longer() -> None:
    sitting = two_people(Cento(2)).start()
    seat, _, right = wrong(sitting)
    sitting.wait(20)
    sitting.ask(BEN, ask.Pause())
    assert sitting.refused(device_of(sitting, seat), again(sitting, right)) == "table.paused"
    assert match_seen(sitting, seat)["legal"] == []
    for _ in range(3):
        sitting.wait(100)
        sitting.ask(ANNA, ask.Say(0, "wow"))  # each entry counts time
    sitting.ask(BEN, ask.Resume())
    sitting.wait(9)
    assert is_trying(sitting)
    sitting.wait(1)
    assert not is_trying(sitting) and moves_made(sitting) == 1


@pytest.mark.parametrize("request_of", [ask.Leave, lambda seat: ask.Replace(seat, "easy")], ids=["leaves", "replaced"])
def test_where_nobody_is_left_to_say_anything_the_card_is_played_at_once(request_of: Any) -> None:
    sitting = two_people(Cento(2)).start()
    seat, move, _ = wrong(sitting)
    sitting.ask(device_of(sitting, seat), request_of(seat))
    assert sitting.bot() is None  # the bot does not choose another card
    assert bot_move(sitting.table, sitting.legal[-1], sitting.table.number) is None
    sitting.wait(0)
    assert moves_made(sitting) == 1 and sitting.table.match and sitting.table.match.moves[0] == move
    assert said_last(sitting).seat == seat and said_last(sitting).outcome == "wrong"


def test_a_table_that_was_left_alone_knows_how_long_the_card_has_lain() -> None:
    sitting = two_people(Cento(2)).start()
    wrong(sitting)
    replayed = Table.replay(sitting.entries())
    assert replayed.try_until() == sitting.now + TRY_MILLISECONDS
    assert try_over(replayed, sitting.now + TRY_MILLISECONDS - 1) is None
    assert isinstance(try_over(replayed, sitting.now + TRY_MILLISECONDS), Moved)


# --- Other things that happen meanwhile -------------------------------------------------------------------------
def test_taking_back_a_move_takes_the_card_back_too() -> None:
    """Whatever a game allows to be taken back; in Cento nothing is, when there is a total to say."""
    sitting = two_people(Cento(2)).start()
    first = sitting.to_move()
    sitting.move()
    wrong(sitting)
    sitting.happen(UndoAsked(first, 0), device_of(sitting, first))
    assert is_trying(sitting)
    sitting.happen(UndoAnswered(True), device_of(sitting, 1 - first))
    assert not is_trying(sitting) and sitting.to_move() == first


def test_whoever_has_the_table_count_meanwhile_still_finds_this_total() -> None:
    sitting = two_people(Cento(2)).start()
    seat, _, right = wrong(sitting)
    sitting.ask(device_of(sitting, seat), ask.Says(seat, False))
    assert totals(match_seen(sitting, seat)) == {}
    sitting.ask(device_of(sitting, seat), again(sitting, right))
    assert said_last(sitting).outcome == "second"
    sitting.move()
    assert totals(match_seen(sitting, seat))


def test_with_a_rematch_nothing_lies() -> None:
    sitting = two_people(RACE).start().play_on(random.Random(3))
    for device in (ANNA, BEN):
        sitting.ask(device, ask.Again())
    assert not is_trying(sitting) and moves_made(sitting) == 0


def test_a_table_that_is_closed_waits_for_nothing() -> None:
    sitting = two_people(Cento(2)).start()
    wrong(sitting)
    sitting.ask(ANNA, ask.End())
    assert not is_trying(sitting) and try_over(sitting.table, sitting.now + 10**6) is None


# --- The help of a seat -----------------------------------------------------------------------------------------
def hints(sitting: Sitting) -> list[bool | None]:
    return [seat["hints"] for seat in json.loads(shown_to(sitting.table, EVE))["table"]["seats"]]


def test_people_get_hints_unless_they_want_none_and_the_host_chooses_for_others() -> None:
    seats: list[Holder] = [person(ANNA), person(BEN, hints=False), SeatedBot("easy", "")]
    sitting = Sitting(Cento(5), seats)
    sitting.ask(CARL, ask.Sit("Carl", hints=False))
    assert hints(sitting) == [True, False, None, False, None]
    assert hints(two_people(Ten(2))) == [None, None]
    sitting.ask(ANNA, ask.Hints(1, True))
    assert last_news(sitting) == {"kind": "hintschanged", "seat": 1, "hints": True}
    sitting.ask(CARL, ask.Hints(3, True))
    sitting.ask(ANNA, ask.Says(3, False))
    assert hints(sitting) == [True, True, None, True, None] and sitting.table.says(3) is False
    assert sitting.refused(BEN, ask.Hints(3, False)) == sitting.refused(BEN, ask.Says(3, True)) == "table.not_your_seat"
    assert sitting.refused(EVE, ask.Hints(0, False)) == "table.not_your_seat"
    assert sitting.refused(ANNA, ask.Hints(2, False)) == sitting.refused(ANNA, ask.Says(2, False)) == "table.is_a_bot"
    assert sitting.refused(ANNA, ask.Says(4, False)) == "table.seat_is_free"
    assert sitting.refused(ANNA, ask.Hints(9, False)) == "table.no_seat"
    assert (
        sitting.refused(ANNA, ask.Says(3, False)) == sitting.refused(ANNA, ask.Hints(3, True)) == "table.help_already"
    )
    assert two_people(Ten(2)).refused(ANNA, ask.Hints(0, True)) == "table.no_totals"


def test_the_choice_of_hints_goes_along_to_the_next_match() -> None:
    sitting = two_people(RACE)
    sitting.ask(ANNA, ask.Hints(0, False))
    sitting.start().play_on(random.Random(3))
    for device in (ANNA, BEN):
        sitting.ask(device, ask.Again())
    assert hints(sitting) == [True, False]  # all have moved on by one seat


# --- The report -------------------------------------------------------------------------------------------------
def outcomes_in(log: Iterable[Entry]) -> Counter[tuple[int, str]]:
    """Counted from the entries alone, by another way than the table does: the right totals are in the views."""
    found: Counter[tuple[int, str]] = Counter()
    replayed, first = Table(), None
    for entry in log:
        event = entry.event
        if isinstance(event, Tried | Moved) and replayed.match:
            right = replayed.match.position.total_after(event.move)
            if isinstance(event, Tried):
                first = event.said
            else:
                if first is not None:
                    found[event.seat, "second" if event.said == right else "wrong"] += 1
                elif event.said is not None:
                    found[event.seat, "once" if event.said == right else "wrong"] += 1
                first = None
        replayed.add(entry)
    return found


@given(st.integers(0, 2**32))
@law(25)
def test_the_numbers_of_the_report_add_up_to_the_log_they_came_from(seed: int) -> None:
    dice = random.Random(seed)
    game: Game = dice.choice(
        (
            Cento(3, preset="to-20-b"),
            Cento(2, preset="race"),
            Cento(2),
            Cento(4, pairs=True),
            Cento(2, preset="marathon"),
        )
    )
    seats: list[Holder] = [
        person(ANNA),
        person(BEN, says=dice.random() < 0.8),
        *[SeatedBot("easy", "")] * (game.players - 2),
    ]
    sitting = Sitting(game, seats, dice.randbytes(32).hex()).start()
    while sitting.phase() == "playing" and sitting.table.number < 150:
        move, seat = dice.choice(sitting.legal), sitting.to_move()
        if sitting.table.trying:
            right = sitting.total_after(sitting.table.trying.move)
            sitting.ask(device_of(sitting, seat), again(sitting, dice.choice((right, 3, None))))
        elif sitting.bot() or not sitting.table.says(seat):
            sitting.move(move)
        else:
            total = sitting.total_after(move)
            sitting.move(move, None if total is None else total + dice.choice((0, 0, 1, 10)))
        sitting.wait(dice.choice((0, 1, 40)))
    match = sitting.table.match
    assert match is not None
    report = arithmetic.report(match.names, match.sums)
    told = Counter(
        {(line["seat"], outcome): line[outcome] for line in report for outcome in ("once", "second", "wrong")}
    )
    assert +told == outcomes_in(sitting.entries())
    for line in report:
        for name in ("announced", "once", "second", "wrong"):
            assert line[name] == sum(kind[name] for kind in line["kinds"])
        for counted in (line, *line["kinds"]):
            assert counted["announced"] == counted["once"] + counted["second"] + counted["wrong"]
        assert len(line["missed"]) == line["second"] + line["wrong"]
        assert [kind["kind"] for kind in line["kinds"]] == [
            kind for kind in (*KINDS, "stays") if any(kind == one["kind"] for one in line["kinds"])
        ]
    for one in match.sums:
        if one.sum:
            assert one.sum.after == one.right and way_of(one.sum).steps[-1].after == one.right
            assert arithmetic.kind_said(one) == kind_of(one.sum)
        else:
            assert one.before == one.right and arithmetic.kind_said(one) == "stays"


def test_bots_try_nothing() -> None:
    sitting = against_bots(RACE).start()
    for _ in range(20):
        if sitting.bot():
            sitting.move()
            assert not is_trying(sitting)
        elif sitting.phase() == "playing":
            sitting.play_on(random.Random(1), 1)


def test_a_wrong_total_of_a_released_version_is_counted_as_it_was() -> None:
    """A log without tries: the move was made whatever was said."""
    sitting = two_people(Cento(2)).start()
    seat, move = sitting.to_move(), sitting.legal[0]
    entry = sitting.happen(Moved(seat, move, 77), device_of(sitting, seat))
    assert said_last(sitting).outcome == "wrong" and said_last(sitting).second is None
    assert event_for_all(sitting.table, entry)["outcome"] == "wrong"
