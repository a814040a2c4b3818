"""A class as its teacher and its pupils use it, with tables that are really played."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.kit.classes import KEY, PLAY, QUIET, Device, Lesson, in_a_class
from tests.kit.hosts import Screen, settle
from tiotal.classroom import requests as ask
from tiotal.classroom.animals import ANIMALS, COLOURS, name_of
from tiotal.classroom.answers import MOST_OF_A_DEVICE
from tiotal.classroom.classroom import MILLISECONDS_KEPT, MILLISECONDS_OF_QUIET, Classroom
from tiotal.classroom.entries import ClassEntry
from tiotal.engine.errors import Refused, TiotalError
from tiotal.puzzles.choosing import puzzle_named
from tiotal.service.host import StorageDown
from tiotal.table import requests as at_table
from tiotal.words import LANGUAGES


async def refusal(lesson: Lesson, what: ask.OfTeacher) -> str:
    with pytest.raises(TiotalError) as error:
        await lesson.ask(what)
    return error.value.key


async def refusal_of_pupil(lesson: Lesson, what: ask.OfPupil, device: str) -> str:
    with pytest.raises(Refused) as error:
        await lesson.pupil(what, device)
    await lesson.told()
    return error.value.key


def matches_told(screen: Screen) -> list[dict[str, Any]]:
    """With the last news of the table."""
    found: list[dict[str, Any]] = [message for message in screen.seen if message["type"] == "news"][-1]["matches"]
    return found


# --- Coming -----------------------------------------------------------------------------------------------------
def test_pupils_come_as_animals_and_nobody_is_called_as_another() -> None:
    async def test(lesson: Lesson) -> None:
        await lesson.pupil(ask.Join(lesson.lesson.code, "fox", "blue"), "a")
        same = ask.Join(lesson.lesson.code, "fox", "blue")
        assert await refusal_of_pupil(lesson, same, "b") == "classroom.taken"
        assert await refusal_of_pupil(lesson, ask.Join("0", "owl", "blue"), "b") == "classroom.wrong_code"
        assert await refusal_of_pupil(lesson, ask.Join(lesson.lesson.code, "ox", "blue"), "b") == "classroom.no_animal"
        again = ask.Join(lesson.lesson.code, "owl", "red")
        assert await refusal_of_pupil(lesson, again, "a") == "classroom.joined_already"
        await lesson.pupil(ask.Join(lesson.lesson.code, "fox", "red"), "b")
        assert [pupil["name"] for pupil in lesson.teacher.sees["pupils"]] == ["Blue fox", "Red fox"]

    in_a_class(test)


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_animals_of_all_colours_have_names_of_their_own(language: str) -> None:
    names = {name_of(animal, colour, language) for animal in ANIMALS for colour in COLOURS}
    assert len(names) == len(ANIMALS) * len(COLOURS)
    assert all(1 <= len(name) <= 40 for name in names)


def test_a_full_class_is_told_to_the_teacher_who_makes_room() -> None:
    async def test(lesson: Lesson) -> None:
        await lesson.ask(ask.MakeRoom(2))
        await lesson.join(2)
        join = ask.Join(lesson.lesson.code, "whale", "pink")
        for _ in range(2):
            assert await refusal_of_pupil(lesson, join, "late") == "classroom.full"
        assert lesson.teacher.sees["refused"]
        waiting = Device("pupil", "late")
        lesson.running.telling.join(waiting)
        assert waiting.sees["full"]
        await lesson.ask(ask.MakeRoom(3))
        assert not lesson.teacher.sees["refused"]
        await lesson.pupil(join, "late")
        assert waiting.sees["me"]["name"] == "Pink whale"
        assert await refusal(lesson, ask.MakeRoom(0)) == "classroom.bad_room"

    in_a_class(test)


def test_a_pupil_comes_back_on_another_device_with_the_same_cards() -> None:
    async def test(lesson: Lesson) -> None:
        first, second = await lesson.join(2)
        [live] = await lesson.open([first, second])
        seat = next(number for number, seat in enumerate(live.table.seats) if seat.device == "device-0")
        old, new, other = Screen("device-0"), Screen("tablet"), Screen("device-1")
        for screen in (old, new, other):
            live.join(screen)
        await lesson.pupil(ask.Back(lesson.lesson.code, first), "tablet")
        assert lesson.teacher.sees["asking_back"] == [{"ask": lesson.lesson.number, "pupil": first}]
        [question] = lesson.lesson.asking
        await lesson.ask(ask.GiveBack(question, True))
        assert live.table.seats_of("tablet") == [seat]
        assert live.table.seats_of("device-0") == []
        [told] = matches_told(new)
        assert told["seat"] == seat
        assert all(card is not None for card in told["table"]["hands"][seat])
        [shown] = matches_told(old)
        assert shown["seat"] is None
        assert all(card is None for hand in shown["table"]["hands"] for card in hand)
        with pytest.raises(Refused):
            await live.ask("device-0", at_table.Leave(seat), None)
        assert [match["seat"] for match in matches_told(other)] == [1 - seat]
        await lesson.play(live)
        assert live.table.phase == "over"

    in_a_class(test)


def test_a_teacher_says_no_and_the_device_hears_it() -> None:
    async def test(lesson: Lesson) -> None:
        [pupil] = await lesson.join(1)
        stranger = Device("pupil", "stranger")
        lesson.running.telling.join(stranger)
        await lesson.told()
        assert [one["pupil"] for one in stranger.sees["missing"]] == [pupil]
        await lesson.pupil(ask.Back(lesson.lesson.code, pupil), "stranger")
        assert stranger.sees["asks"] == pupil
        [question] = lesson.lesson.asking
        await lesson.ask(ask.GiveBack(question, False))
        assert stranger.sees["refused"]
        assert stranger.sees["asks"] is None
        assert lesson.lesson.pupils[pupil].device == "device-0"
        assert await refusal(lesson, ask.GiveBack(question, True)) == "classroom.not_asking"

    in_a_class(test)


def test_for_a_pupil_who_is_gone_a_bot_plays_on() -> None:
    async def test(lesson: Lesson) -> None:
        pupils = await lesson.join(3)
        [live] = await lesson.open(pupils)
        gone = Device("pupil", "device-0")
        lesson.running.telling.join(gone)
        await lesson.ask(ask.Remove(pupils[0]))
        assert gone.sees["removed"]
        assert gone.sees["me"] is None
        assert [seat.stand_in for seat in live.table.seats].count("medium") == 1
        assert [one["pupil"] for one in lesson.teacher.sees["pupils"]] == pupils[1:]
        # The name is kept: what is counted under it is one pupil's.
        same = ask.Join(lesson.lesson.code, "fox", "red")
        assert await refusal_of_pupil(lesson, same, "another") == "classroom.taken"

    in_a_class(test)


def test_nobody_makes_the_lesson_longer_than_others_can_bear() -> None:
    async def test(lesson: Lesson) -> None:
        [pupil] = await lesson.join(1)
        back = ask.Back(lesson.lesson.code, pupil)
        for _ in range(MOST_OF_A_DEVICE):
            await lesson.pupil(back, "pest")
            [question] = lesson.lesson.asking
            await lesson.ask(ask.GiveBack(question, False))
        assert await refusal_of_pupil(lesson, back, "pest") == "classroom.asked_enough"
        await lesson.pupil(back, "tablet")
        assert len(lesson.teacher.sees["asking_back"]) == 1

    in_a_class(test)


def test_what_was_committed_although_nobody_saw_it_happens_all_the_same() -> None:
    async def test(lesson: Lesson) -> None:
        append = lesson.store.append_to_class

        async def cut_off(entry: ClassEntry) -> None:
            await append(entry)
            raise StorageDown

        lesson.store.append_to_class = cut_off  # type: ignore[method-assign]
        with pytest.raises(StorageDown):
            await lesson.ask(ask.Speak("Hello"))
        lesson.store.append_to_class = append  # type: ignore[method-assign]
        await lesson.join(1)
        assert lesson.board.sees["spoken"] == "Hello"
        assert [entry.number for entry in await lesson.store.read_class()] == [1, 2, 3]

    in_a_class(test)


# --- Tables -----------------------------------------------------------------------------------------------------
def test_tables_are_opened_for_groups_with_bots_in_free_seats_and_are_closed_when_somebody_is_called_away() -> None:
    async def test(lesson: Lesson) -> None:
        pupils = await lesson.join(5)
        one, other = await lesson.open(pupils[:3], pupils[3:], seats=4)
        assert [table.table.phase for table in (one, other)] == ["playing", "playing"]
        bots = [seat.holder.name for seat in other.table.seats if seat.holder and seat.device is None]
        assert bots == ["Computer 1", "Computer 2"]  # and not as a child is called
        device = Device("pupil", "device-0")
        lesson.running.telling.join(device)
        assert (device.sees["table"], device.sees["table_number"]) == (one.id, 1)
        again, third = await lesson.open(pupils[2:4], play=QUIET), pupils[4]
        assert [one.table.phase, other.table.phase] == ["ended", "ended"]
        assert [table.table.game.name for table in again] == ["nimmt"]
        assert device.sees["table"] is None
        assert lesson.lesson.pupils[third].table is None

    in_a_class(test)


def test_what_cannot_be_opened_changes_nothing() -> None:
    async def test(lesson: Lesson) -> None:
        pupils = await lesson.join(3)
        [live] = await lesson.open(pupils)
        number = lesson.lesson.number
        wrong: dict[str, ask.OfTeacher] = {
            "classroom.nobody_seated": ask.OpenTables([], PLAY),
            "classroom.seated_twice": ask.OpenTables([[pupils[0]], [pupils[0]]], PLAY),
            "classroom.no_pupil": ask.OpenTables([[999]], PLAY),
            "classroom.too_many_at_table": ask.OpenTables([pupils], ask.Play("cento"), 20),
            "table.no_level": ask.OpenTables([pupils], ask.Play("cento", bots="genius")),
            "games.unknown": ask.OpenTables([pupils], ask.Play("chess")),
            "classroom.no_table": ask.EndTables(7),
            "classroom.no_tournament": ask.BeginRound(),
            "classroom.no_round": ask.EndRound(),
            "classroom.no_puzzle": ask.ClosePuzzle(),
            "puzzles.no_such": ask.AskPuzzle("cento-0"),
            "classroom.bad_size": ask.BeginTournament(PLAY, 2),
            "classroom.long_speech": ask.Speak("x" * 201),
            "classroom.no_language": ask.Choose("tlh"),
        }
        for key, what in wrong.items():
            assert await refusal(lesson, what) == key
        assert lesson.lesson.number == number
        assert live.table.phase == "playing"

    in_a_class(test)


def test_all_wait_while_the_teacher_speaks_also_those_who_begin_meanwhile() -> None:
    async def test(lesson: Lesson) -> None:
        pupils = await lesson.join(4)
        one, other = await lesson.open(pupils[:2], pupils[2:])
        await one.ask("device-0", at_table.Pause(), None)  # by themselves, and the teacher holds that table, too
        await lesson.play(other)
        assert other.table.phase == "over"
        await lesson.ask(ask.PauseAll())
        assert one.table.held
        with pytest.raises(Refused, match="Only whoever paused"):
            await one.ask("device-0", at_table.Resume(), None)
        for device in ("device-2", "device-3"):
            await other.ask(device, at_table.Again(), None)
        await lesson.told()
        assert other.table.match is not None
        assert other.table.match.number == 2
        assert other.table.held
        await lesson.ask(ask.Speak("  Look   at the front "))
        assert lesson.board.sees["spoken"] == "Look at the front"
        await lesson.ask(ask.ResumeAll())
        assert not one.table.paused
        assert not other.table.paused

    in_a_class(test)


def test_the_teacher_chooses_help_for_one_pupil() -> None:
    async def test(lesson: Lesson) -> None:
        pupils = await lesson.join(2)
        [live] = await lesson.open(pupils)
        await lesson.ask(ask.Help(pupils[0], says=False))
        await lesson.ask(ask.Help(pupils[1], hints=False))
        seats = {seat["pupil"]: seat for seat in lesson.teacher.sees["tables"][0]["seats"]}
        assert (seats[pupils[0]]["says"], seats[pupils[0]]["hints"]) == (False, True)
        assert (seats[pupils[1]]["says"], seats[pupils[1]]["hints"]) == (True, False)
        assert live.table.says(0) is not live.table.says(1)
        [again] = await lesson.open(pupils)  # it stays so at the next table
        [mine] = again.table.seats_of("device-0")
        assert (again.table.says(mine), again.table.hints(1 - mine)) == (False, False)
        [late] = await lesson.join(1)
        assert await refusal(lesson, ask.Help(late, says=True)) == "classroom.at_no_table"

    in_a_class(test)


def test_a_computer_that_is_started_again_finds_its_class_and_does_what_was_left_undone() -> None:
    async def test(lesson: Lesson) -> None:
        pupils = await lesson.join(3)
        [live] = await lesson.open(pupils)
        await lesson.play(live, 6)
        await lesson.ask(ask.AskPuzzle("nimmt-1"))
        said = lesson.running.following.said()
        await lesson.pupil(ask.Back(lesson.lesson.code, pupils[0]), "tablet")
        [question] = lesson.lesson.asking
        lesson.running.following.follow = cut_off  # type: ignore[method-assign]
        with pytest.raises(StorageDown):  # the computer dies before the table hears of it
            await lesson.ask(ask.GiveBack(question, True))
        assert live.table.seats_of("tablet") == []
        await lesson.begin()
        [again] = lesson.open_tables
        assert again.table.seats_of("tablet") != []
        assert lesson.running.following.said() == said
        assert lesson.teacher.sees["puzzle"]["game"] == "nimmt"
        assert lesson.running.is_teacher(KEY)
        assert not lesson.running.is_teacher(None)
        assert not lesson.running.is_teacher("é")

    in_a_class(test)


async def cut_off() -> None:
    raise StorageDown


# --- The puzzle for all -----------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["cento-2", "nimmt-3", "ten-4"])
def test_a_puzzle_for_all_is_answered_once_and_told_when_it_is_closed(name: str) -> None:
    async def test(lesson: Lesson) -> None:
        await lesson.join(3)
        devices = [Device("pupil", f"device-{place}", "is") for place in range(3)]
        for device in devices:
            lesson.running.telling.join(device)
        await lesson.ask(ask.AskPuzzle(name))
        puzzle = puzzle_named(name)
        worst = puzzle.choices[-1]
        assert '"choices":null' in devices[0].raw[-1]
        for seen in (*(device.raw[-1] for device in devices), lesson.board.raw[-1]):
            assert '"points":[' not in seen
            assert not any(reason in seen for reason in puzzle.reasons(worst.move, "is") if len(reason) > 20)
        await lesson.pupil(ask.Solve(1, puzzle.best.move), "device-0")
        await lesson.pupil(ask.Solve(1, worst.move), "device-1")
        assert await refusal_of_pupil(lesson, ask.Solve(1, worst.move), "device-0") == "classroom.solved_already"
        assert await refusal_of_pupil(lesson, ask.Solve(1, worst.move), "nobody") == "classroom.not_in_class"
        assert await refusal_of_pupil(lesson, ask.Solve(9, worst.move), "device-2") == "classroom.puzzle_closed"
        with pytest.raises(TiotalError, match="cannot be played here"):
            await lesson.pupil(ask.Solve(1, "nonsense"), "device-2")
        assert lesson.board.sees["puzzle"]["answered"] == 2
        await lesson.ask(ask.ClosePuzzle())
        told = lesson.board.sees["puzzle"]
        assert {choice["move"]: choice["pupils"] for choice in told["choices"]}[worst.move] == 1
        assert told["choices"][0]["points"] == 2
        assert told["podium"][0] == {"place": 1, "points": 2, "pupils": [devices[0].sees["me"]]}
        assert devices[1].sees["puzzle"]["mine"] == worst.move
        own = devices[0].sees["puzzle"]
        assert own["choices"][0]["reasons"] == puzzle.reasons(puzzle.best.move, "is")
        await lesson.ask(ask.Choose(podium=False))
        assert lesson.board.sees["puzzle"]["podium"] is None
        await lesson.ask(ask.PutPuzzleAway())
        assert devices[0].sees["puzzle"] is None
        assert lesson.board.sees["shown"] == "join"

    in_a_class(test)


def test_tables_wait_while_there_is_a_puzzle_and_a_second_try_does_not_run_out_meanwhile() -> None:
    async def test(lesson: Lesson) -> None:
        pupils = await lesson.join(2)
        [live] = await lesson.open(pupils)
        seat, match = live.table.to_move, live.table.match
        assert seat is not None
        assert match is not None
        screen = Screen(live.table.seats[seat].device or "")
        live.join(screen)
        move = next(each for each in match.position.legal_moves if match.position.total_after(each))
        await live.ask(screen.device, at_table.Move(seat, move, live.table.number, 99), None)
        await lesson.ask(ask.AskPuzzle("ten-2"))
        assert live.table.held
        await lesson.clock.move_on(120)
        assert live.table.trying is not None
        await lesson.ask(ask.ClosePuzzle())
        assert live.table.held
        await lesson.ask(ask.PutPuzzleAway())
        assert not live.table.paused
        right = match.position.total_after(move)
        await live.ask(screen.device, at_table.Move(seat, move, live.table.number, right), None)
        assert [said.outcome for said in match.sums] == ["second"]

    in_a_class(test)


# --- The tournament ---------------------------------------------------------------------------------------------
@pytest.mark.parametrize("game", ["cento", "nimmt", "ten"])
def test_a_tournament_of_two_rounds(game: str) -> None:
    async def test(lesson: Lesson) -> None:
        pupils = await lesson.join(7)
        options: dict[str, dict[str, Any]] = {"cento": {"preset": "to-20-a"}, "nimmt": {"rounds": 1}, "ten": {}}
        await lesson.ask(ask.BeginTournament(ask.Play(game, options[game]), 4))
        assert await refusal(lesson, ask.BeginTournament(PLAY, 4)) == "classroom.tournament_runs"
        assert await refusal(lesson, ask.BeginRound()) == "classroom.round_runs"
        one, other = lesson.open_tables
        await lesson.play(one)
        await lesson.told()
        assert lesson.teacher.sees["tournament"]["done"] == 1
        await lesson.ask(ask.EndRound())
        standings = {line["pupil"]["pupil"]: line for line in lesson.board.sees["tournament"]["standings"]}
        match = one.table.finished[0]
        names = {pupil: lesson.lesson.pupils[pupil].name for pupil in pupils}
        winners = {match.record.players[seat] for seat in match.winners}
        for pupil in lesson.lesson.tables[1].pupils:
            assert standings[pupil]["won"] == (names[pupil] in winners)
            if len(winners) == 1 and names[pupil] in winners:
                assert standings[pupil]["points"] == 6
        assert {standings[pupil]["points"] for pupil in lesson.lesson.tables[2].pupils} == {3}
        assert sum(line["points"] for line in standings.values()) == 21
        assert [one.table.phase, other.table.phase] == ["ended", "ended"]  # what is played on would count for nothing
        await lesson.ask(ask.BeginRound())
        assert lesson.teacher.sees["tournament"]["round"] == 2
        await lesson.ask(ask.EndRound())
        await lesson.ask(ask.EndTournament())
        assert lesson.teacher.sees["tournament"] is None
        kept = (await lesson.running.report("en", names=True))["tournament"]
        assert {line["pupil"]["pupil"]: line["won"] for line in kept} == {
            pupil: standings[pupil]["won"] for pupil in pupils
        }

    in_a_class(test)


# --- The log, and the end ---------------------------------------------------------------------------------------
def test_the_log_replays_to_the_same_class() -> None:
    async def test(lesson: Lesson) -> None:
        pupils = await lesson.join(5)
        for what in (
            ask.OpenTables([pupils[:2], pupils[2:]], PLAY, 3),
            ask.Show("table", 2),
            ask.Speak("Hello"),
            ask.PauseAll(),
            ask.ResumeAll(),
            ask.EndTables(1),
            ask.AskPuzzle("ten-1"),
            ask.ClosePuzzle(),
            ask.PutPuzzleAway(),
            ask.BeginTournament(QUIET, 3),
            ask.EndRound(),
            ask.Show("standings"),
            ask.Remove(pupils[4]),
            ask.MakeRoom(9),
            ask.Choose("sv", False),
        ):
            await lesson.ask(what)
        assert vars(Classroom.replay(await lesson.store.read_class())) == vars(lesson.lesson)

    in_a_class(test)


def test_nobody_is_thrown_out_of_a_lesson_on_the_second_day() -> None:
    async def test(lesson: Lesson) -> None:
        pupils = await lesson.join(2)
        [live] = await lesson.open(pupils)

        async def is_due() -> bool:
            looking = asyncio.ensure_future(lesson.running.is_due())
            await settle()
            await lesson.clock.move_on(60)
            return await looking

        lesson.clock.jump(MILLISECONDS_KEPT / 1000)
        await lesson.play(live, 1)
        assert not await is_due()
        lesson.clock.jump(MILLISECONDS_OF_QUIET / 1000)
        assert await is_due()

    in_a_class(test)


def test_whoever_is_not_connected_is_not_seated() -> None:
    async def test(lesson: Lesson) -> None:
        pupils = await lesson.join(5)
        for place in (0, 2, 4):
            lesson.running.telling.join(Device("pupil", f"device-{place}"))
        here = [pupils[0], pupils[2], pupils[4]]
        assert [sorted(group) for group in await lesson.running.groups("mixed", 4)] == [here]
        await lesson.ask(ask.BeginTournament(QUIET, 4))
        assert sorted(lesson.lesson.tables[1].pupils) == here

    in_a_class(test)


def test_a_class_is_due_to_be_wiped_after_a_day_also_if_the_computer_slept() -> None:
    async def test(lesson: Lesson) -> None:
        looking = asyncio.ensure_future(lesson.running.is_due())
        await settle()
        await lesson.clock.move_on(60)
        assert not await looking
        lesson.clock.jump(MILLISECONDS_KEPT / 1000)
        looking = asyncio.ensure_future(lesson.running.is_due())
        await settle()
        await lesson.clock.move_on(60)
        assert await looking

    in_a_class(test)


# --- Hostile pupils, and unlucky moments ------------------------------------------------------------------------
def test_a_table_that_nobody_was_connected_to_for_a_while_is_still_the_one_the_class_sees_to() -> None:
    """Phones lock while the teacher speaks: the table is swept, found anew, and must not have a twin."""

    async def test(lesson: Lesson) -> None:
        assert lesson.tables is not None
        [live] = await lesson.open(await lesson.join(3), play=QUIET)
        await lesson.ask(ask.PauseAll())
        await lesson.clock.move_on(120)
        found = await lesson.tables.find(live.id)
        assert found is not None
        screen = Screen("device-0")
        found.join(screen)
        await lesson.ask(ask.ResumeAll())
        assert not found.table.paused
        assert screen.news() == ["resumed"]
        await lesson.play(found)
        await lesson.told()
        [seen] = lesson.teacher.sees["tables"]
        assert seen["phase"] == "over"

    in_a_class(test)


def test_a_round_ends_although_a_pupil_has_deleted_all_about_themselves() -> None:
    async def test(lesson: Lesson) -> None:
        assert lesson.tables is not None
        await lesson.join(3)
        await lesson.ask(ask.BeginTournament(QUIET, 3))
        [live] = lesson.open_tables
        live.join(Screen("device-1"))
        await lesson.tables.forget(live.id, "device-0")  # DELETE /api/my-data
        while not live.table.finished:
            if live.table.bot_to_move:
                await lesson.clock.move_on(2)
            else:
                await lesson.play(live, 1)
        await lesson.ask(ask.EndRound())
        assert lesson.board.sees["tournament"]["playing"] is False

    in_a_class(test)


def test_whoever_was_removed_holds_no_seat_any_more() -> None:
    async def test(lesson: Lesson) -> None:
        pupils = await lesson.join(2)
        [live] = await lesson.open(pupils)
        [seat] = live.table.seats_of("device-0")
        await lesson.ask(ask.Remove(pupils[0]))
        assert live.table.seats_of("device-0") == []
        for what in (at_table.Pause(), at_table.ComeBack(seat), at_table.Say(seat, "laugh", "reaction")):
            with pytest.raises(TiotalError):
                await live.ask("device-0", what, None)

    in_a_class(test)


def test_a_pupil_who_has_filled_the_log_of_a_table_is_removed_and_the_table_still_waits_with_the_class() -> None:
    async def test(lesson: Lesson) -> None:
        pupils = await lesson.join(2)
        [live] = await lesson.open(pupils)
        [seat] = live.table.seats_of("device-0")
        hints = bool(live.table.hints(seat))

        async def change_forever(hints: bool) -> None:
            while True:
                await live.ask("device-0", at_table.Hints(seat, hints), None)
                hints = not hints

        with pytest.raises(Refused):
            await change_forever(not hints)
        await lesson.ask(ask.Remove(pupils[0]))
        await lesson.ask(ask.PauseAll())
        assert live.table.held
        assert live.table.seats[seat].stand_in is not None

    in_a_class(test)


def test_whoever_gets_a_place_back_is_that_pupil_also_if_they_were_another_meanwhile() -> None:
    async def test(lesson: Lesson) -> None:
        [first] = await lesson.join(1)
        await lesson.ask(ask.Remove(first))
        await lesson.pupil(ask.Join(lesson.lesson.code, "whale", "pink"), "device-0")
        await lesson.ask(ask.Remove(max(lesson.lesson.pupils)))
        await lesson.pupil(ask.Back(lesson.lesson.code, first), "device-0")
        await lesson.ask(ask.GiveBack(lesson.lesson.number, yes=True))
        device = Device("pupil", "device-0")
        lesson.running.telling.join(device)
        assert not device.sees["removed"]
        assert device.sees["me"]["pupil"] == first

    in_a_class(test)


def test_whoever_was_removed_and_gets_the_place_back_is_at_the_table_again() -> None:
    async def test(lesson: Lesson) -> None:
        pupils = await lesson.join(2)
        [live] = await lesson.open(pupils)
        [seat] = live.table.seats_of("device-0")
        await lesson.ask(ask.Remove(pupils[0]))
        await lesson.pupil(ask.Back(lesson.lesson.code, pupils[0]), "another")
        await lesson.ask(ask.GiveBack(lesson.lesson.number, yes=True))
        device = Device("pupil", "another")
        lesson.running.telling.join(device)
        assert device.sees["table"] == live.id
        assert live.table.seats[seat].stand_in is None

    in_a_class(test)


def test_tables_that_were_opened_although_nobody_saw_the_commit_can_be_seen_to() -> None:
    async def test(lesson: Lesson) -> None:
        pupils = await lesson.join(2)
        append = lesson.store.append_to_class

        async def cut_off(entry: ClassEntry) -> None:
            await append(entry)
            raise StorageDown

        lesson.store.append_to_class = cut_off  # type: ignore[method-assign]
        with pytest.raises(StorageDown):
            await lesson.open(pupils)
        lesson.store.append_to_class = append  # type: ignore[method-assign]
        await lesson.ask(ask.PauseAll())
        assert [live.table.held for live in lesson.open_tables] == [True]
        await lesson.ask(ask.EndTables())

    in_a_class(test)


def test_nobody_lets_a_strong_bot_win_a_round_for_them() -> None:
    async def test(lesson: Lesson) -> None:
        await lesson.join(3)
        await lesson.ask(ask.BeginTournament(QUIET, 3))
        [live] = lesson.open_tables
        [seat] = live.table.seats_of("device-0")
        with pytest.raises(Refused):
            await live.ask("device-0", at_table.Replace(seat, "master"), None)

    in_a_class(test)


def test_who_asks_again_and_again_to_come_back_takes_the_lesson_from_nobody() -> None:
    async def test(lesson: Lesson) -> None:
        pupils = await lesson.join(2)
        for number in range(25):
            for _ in range(3):
                try:
                    await lesson.running.ask_as_pupil(ask.Back(lesson.lesson.code, pupils[0]), f"x{number}")
                except Refused:
                    break
        assert lesson.lesson.number <= 30  # the same question again is no entry
        await lesson.pupil(ask.Back(lesson.lesson.code, pupils[1]), "honest")

    in_a_class(test)


def test_a_lesson_on_the_second_day_is_not_wiped_because_the_program_was_started_again() -> None:
    """Tables are played for long, and nothing is asked of the class itself."""

    async def test(lesson: Lesson) -> None:
        [live] = await lesson.open(await lesson.join(2))
        lesson.clock.jump(MILLISECONDS_KEPT / 1000)
        await lesson.play(live, 1)  # just now
        await lesson.begin()
        due = asyncio.ensure_future(lesson.running.is_due())
        await settle()
        await lesson.clock.move_on(40)
        assert await due is False

    in_a_class(test)
