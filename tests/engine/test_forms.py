"""One rules text, three forms: the same seed gives the same game in all of them, number by number."""

from __future__ import annotations

import random
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.kit.games import Match, games, law, matches, variants, viewers, without_its_chance
from tests.kit.translated import translated_form
from tiotal.engine import forms
from tiotal.engine.batch import Batch, play_in_portions, play_random
from tiotal.engine.game import Game, Position
from tiotal.engine.games import GAMES
from tiotal.engine.trace import POLICIES, Policy, random_trace
from tiotal.games.cento.game import Cento
from tiotal.games.nimmt.game import Nimmt
from tiotal.games.ten.game import Ten
from tiotal.lab.conformance import SideBySide
from tiotal.rules import chance
from tiotal.rules.state import NOBODY

pytest.importorskip("tiotal.engine.compiled")

SOME = [
    Cento(2),
    Cento(4, preset="to-20-a", match="series", limit=30, pairs=True),
    Cento(8, preset="to-20-b", match="first-to", limit=40),
    Cento(3, preset="race", target=10),
    Nimmt(3, rounds=2),
    Nimmt(7, rounds=1, starter=4, bull_window="sliding"),
    Ten(2),
    Ten(7, starter=6, spare_jokers="out"),
]


# --- State by state ---------------------------------------------------------------------------------------------
def side_by_side(game: Game, seed: int, policy: Policy) -> SideBySide:
    return SideBySide(game, seed, policy, *other_forms(game))


def other_forms(game: Game) -> list[forms.Form]:
    return [forms.compiled(game.rules), translated_form(game.name)]


def check_all_forms(game: Game, seed: int, policy: Policy, moves: int) -> None:
    match = side_by_side(game, seed, policy)
    assert match.difference() == ""
    while not match.is_over and match.decisions < moves:
        match.step()
        assert match.difference() == ""
    if match.plain.over:
        for seat in range(game.players):
            wins = bool(match.plain_form.wins(match.plain, seat))
            assert all(bool(form.wins(record, seat)) == wins for form, record in match.others)


@pytest.mark.parametrize("name", GAMES)
def test_all_forms_go_through_the_same_states_in_every_variant(name: str) -> None:
    """design.md, idea 1: bit-identical results. Numba and WebAssembly check no bounds: this test is the guard."""
    for seed, game in enumerate(variants()):
        if game.name == name:
            check_all_forms(game, seed, "eager", 120)


@pytest.mark.thorough
@pytest.mark.parametrize("name", GAMES)
def test_all_forms_agree_to_the_end_of_every_variant(name: str) -> None:
    for seed, game in enumerate(variants()):
        if game.name == name:
            check_all_forms(game, 2**40 + seed, "eager", 4000)
            check_all_forms(game, seed, "uniform", 600)


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("game", SOME, ids=repr)
def test_all_forms_give_the_same_trace(game: Game, policy: Policy) -> None:
    if policy == "uniform" and game.name == "nimmt":
        game = Nimmt(2, rounds=1)  # uniform play goes on for a thousand turns
    plain = list(random_trace(game, 11, policy, "interpreted"))
    for form in other_forms(game):
        assert list(random_trace(game, 11, policy, form)) == plain


@given(st.integers(0, 2**63 - 1), st.lists(st.integers(1, 200), min_size=1, max_size=20))
@law(60)
def test_all_forms_have_the_same_chance(seed: int, bounds: list[int]) -> None:
    """The generator in the state is written with masks, so that 64-bit integers and Python's give one stream."""
    match = side_by_side(Cento(2), seed, "uniform")
    for n in bounds:
        number = chance.random_below(match.plain, n)
        assert 0 <= number < n
        assert [form.random_below(record, n) for form, record in match.others] == [number] * len(match.others)


@given(matches())
@law(100)
def test_a_state_survives_being_packed_and_unpacked(match: Match) -> None:
    """Every number of every state fits into the bits that its field declares."""
    state = without_its_chance(match.position._state)
    for form in other_forms(match.game):
        records = form.kept.new_records(match.game.rules.State, 1)
        form.kept.pack(state, records, 0)
        assert form.kept.unpack(records[0], match.game.rules.State).values() == state.values()


@given(matches())
@law(60)
def test_all_forms_know_the_same_moves_and_views(match: Match) -> None:
    """A position that people reached, sealed seeds among them, is the same to rules that are not interpreted."""
    position, kind = match.position, match.game.rules.State
    for form in other_forms(match.game):
        kept = form.kept
        records = kept.new_records(kind, 1)
        kept.pack(without_its_chance(position._state), records, 0)
        if not position.is_over:
            count = form.legal(records[0])
            assert sorted(map(match.game.write, kept.listed(records[0], "moves")[:count])) == position.legal_moves
        for viewer in viewers(match.game):
            seen = kept.new_records(kind, 1)[0]
            form.view(seen, records[0], NOBODY if viewer is None else viewer)
            assert kept.unpack(seen, kind).values() == position.view(viewer).state.values()


# --- Batches ----------------------------------------------------------------------------------------------------
def rows(batch: Batch) -> list[Any]:
    """As plain numbers, whichever way they were counted."""
    columns: list[Any] = [batch.lengths, batch.rounds, batch.ran_out, batch.scores, batch.winners]
    return [column if isinstance(column, list) else column.tolist() for column in columns]


def row_of_trace(game: Game, seed: int, policy: Policy) -> tuple[Any, ...]:
    lines = list(random_trace(game, seed, policy))
    last_state = [line for line in lines if line["kind"] == "state"][-1]
    end = lines[-1]
    winners = [seat in end["winners"] for seat in range(game.players)]
    return sum(line["kind"] == "turn" for line in lines), last_state["round"], end["scores"], winners


@pytest.mark.parametrize("form", ["interpreted", "compiled"])
@pytest.mark.parametrize("game", SOME, ids=repr)
def test_a_batch_holds_the_games_that_traces_tell(game: Game, form: forms.FormName) -> None:
    lengths, rounds, _, scores, winners = rows(play_random(game, 5, 77, form=form))
    for i in range(5):
        assert row_of_trace(game, 77 + i, "eager") == (lengths[i], rounds[i], scores[i], winners[i])


@pytest.mark.parametrize("game", SOME, ids=repr)
def test_several_threads_give_the_same_as_one(game: Game) -> None:
    alone = rows(play_random(game, 230, 5, threads=1))
    assert rows(play_random(game, 230, 5, threads=3)) == alone
    portions = list(play_in_portions(game, 230, 5, threads=2))
    assert len(portions) > 1
    assert sum(map(len, portions)) == 230


@pytest.mark.parametrize("game", SOME, ids=repr)
def test_a_batch_without_numba_is_the_same(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    fast = rows(play_random(game, 8, 3))
    monkeypatch.setattr(forms, "can_compile", lambda: False)
    slow = play_random(game, 8, 3)
    assert isinstance(slow.lengths, list)
    assert rows(slow) == fast


def test_a_batch_stopped_early_stops() -> None:
    portions = play_in_portions(Cento(2), 100_000, threads=2)
    assert len(next(portions)) > 0
    portions.close()  # type: ignore[attr-defined]


WITHOUT_NUMPY = """
import sys
sys.modules["numpy"] = sys.modules["numba"] = None
from tiotal.engine.batch import play_random
from tiotal.engine.games import GAMES
for name, game in GAMES.items():
    position = game(2).deal(1)
    position.play(position.legal_moves[0])
    position.view(0).imagine(1)
    print(name, play_random(game(2), 3, 9).scores)
"""


def test_the_engine_needs_neither_numpy_nor_numba() -> None:
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", WITHOUT_NUMPY], capture_output=True, text=True, check=False
    )
    assert run.stderr == ""
    scores = [f"{name} {rows(play_random(game(2), 3, 9))[3]}" for name, game in GAMES.items()]
    assert run.stdout.splitlines() == scores


@given(games(), st.integers(0, 2**32))
@law(30)
def test_a_random_trace_can_be_played_by_hand(game: Game, seed: int) -> None:
    """The random players' choices come from a stream of their own: seed and moves make the same game again."""
    position: Position = game.deal(seed)
    stop = random.Random(seed).randrange(1, 80)
    for line in random_trace(game, seed, "eager"):
        if line["kind"] == "turn" and len(position.moves) < stop:
            assert line["legal"] == position.legal_moves
            assert line["player"] == position.to_move
            position.play(line["move"])
