"""The games as OpenSpiel sees them: its own tests pass, its algorithms run, and nothing else is played or told."""

from __future__ import annotations

import math
import pickle
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy as policies
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import cfr, exploitability, ismcts, mcts, outcome_sampling_mccfr
from open_spiel.python.observation import make_observation
from open_spiel.python.tests import games_sim_test

from tests.bots.test_small_games import Solver, cento_in_the_dark, ten_endgame, worlds_of_cento
from tests.kit.games import random_positions
from tests.kit.positions import cento_position, nimmt_position, ten_position
from tests.ladder.game import Ladder
from tiotal.bots.catalogue import make_bot
from tiotal.engine.errors import BadOption, IllegalMove, TiotalError
from tiotal.engine.game import Game, Position
from tiotal.engine.record import read_record, record_of
from tiotal.envs import match as envs_match
from tiotal.envs.observing import layout_of
from tiotal.envs.openspiel import RandomGames, TiotalBot, late_game, late_game_over, resampler, state_of
from tiotal.envs.openspiel.games import BASE, DIGITS, MatchGame, parameters_of
from tiotal.envs.openspiel.match import Match
from tiotal.envs.openspiel.states import game_type, returns_of
from tiotal.envs.openspiel.worlds import common_worlds, seen_by, settled, worlds_of_view
from tiotal.games.cento.game import Cento
from tiotal.games.nimmt.game import Nimmt
from tiotal.games.ten.game import Ten

SMALL = {"preset": "own", "cards": "+1 +2 +3 +4", "target": 10}
PAIRS = {"players": 4, "preset": "to-20-a", "match": "series", "limit": 30, "pairs": True}
VARIANTS: list[tuple[str, dict[str, Any], Game]] = [
    ("tiotal_cento", {}, Cento(2)),
    ("tiotal_cento", SMALL, Cento(2, preset="own", cards=["+1", "+2", "+3", "+4"], target=10)),
    ("tiotal_cento", PAIRS, Cento(4, preset="to-20-a", match="series", limit=30, pairs=True)),
    ("tiotal_cento", {"players": 3, "match": "first-to", "limit": 40}, Cento(3, match="first-to", limit=40)),
    ("tiotal_nimmt", {"players": 3, "rounds": 1, "starter": 2}, Nimmt(3, rounds=1, starter=2)),
    ("tiotal_nimmt", {"rounds": -1, "bull_window": "sliding"}, Nimmt(2, bull_window="sliding")),
    ("tiotal_ten", {}, Ten(2)),
    ("tiotal_ten", {"players": 5, "spare_jokers": "out", "starter": 4}, Ten(5, spare_jokers="out", starter=4)),
]
names = pytest.mark.parametrize(("name", "parameters", "game"), VARIANTS)


def dealt(name: str, parameters: dict[str, Any], dice: random.Random) -> Any:
    state = pyspiel.load_game(name, parameters).new_initial_state()
    while state.is_chance_node():
        state.apply_action(dice.randrange(BASE))
    return state


def sensible(state: Any, dice: random.Random) -> int:
    """Any action; but in 11 nimmt! seldom a take while a card fits, or matches would be very long."""
    return play_action(state.position, dice)


def play_action(position: Position, dice: random.Random) -> int:
    legal = position.legal_moves
    plays = [move for move in legal if not move.startswith("take:")]
    return position.game.parse(dice.choice(plays if plays and dice.random() < 0.93 else legal))


def played(name: str, parameters: dict[str, Any], seed: int, moves: int) -> Any:
    dice = random.Random(seed)
    state = dealt(name, parameters, dice)
    for _ in range(moves):
        if not state.is_terminal():
            state.apply_action(sensible(state, dice))
    return state


# --- Loading ----------------------------------------------------------------------------------------------------
@names
def test_a_game_has_the_options_that_its_parameters_say(name: str, parameters: dict[str, Any], game: Game) -> None:
    loaded = pyspiel.load_game(name, parameters)
    assert loaded.game == game
    assert loaded.num_players() == game.players
    assert loaded.num_distinct_actions() == game.actions
    for again in (pyspiel.load_game(str(loaded)), pickle.loads(pickle.dumps(loaded))):
        assert again == loaded
        assert again.game == game


def test_a_game_can_be_loaded_as_text_and_cards_can_have_commas() -> None:
    assert pyspiel.load_game("tiotal_cento(players=4,pairs=true)").game == Cento(4, pairs=True)
    with_commas = pyspiel.load_game("tiotal_cento", SMALL | {"cards": "+1,+2,+3,+4"})
    assert with_commas == pyspiel.load_game("tiotal_cento", SMALL)
    assert pyspiel.load_game(str(with_commas)) == with_commas


@pytest.mark.parametrize(
    ("name", "parameters", "sentence"),
    [
        ("tiotal_cento", {"players": 9}, "Cento is for 2 to 8 players, not 9."),
        ("tiotal_cento", {"preset": "long"}, "The option preset can be classic, "),
        ("tiotal_cento", {"preset": "own", "cards": "+1 +99"}, "There is no card '+99'"),
        ("tiotal_cento", {"cards": "+1 +2"}, "own"),
        ("tiotal_cento", {"players": 3, "pairs": True}, "pairs"),
        ("tiotal_nimmt", {"rounds": 21}, "The option rounds must be a whole number from 1 to 20, not 21."),
        ("tiotal_ten", {"starter": 2}, "the one that starts must be from 0 to 1, not 2."),
    ],
)
def test_a_bad_parameter_is_refused_with_a_sentence(name: str, parameters: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadOption) as refusal:
        pyspiel.load_game(name, parameters)
    assert sentence in str(refusal.value)


@pytest.mark.parametrize("parameters", [{"plyers": 2}, {"players": "two"}])
def test_parameters_that_are_none_are_refused_by_openspiel(parameters: dict[str, Any]) -> None:
    with pytest.raises(pyspiel.SpielError, match="parameter"):
        pyspiel.load_game("tiotal_ten", parameters)


def test_the_games_are_registered_as_what_they_are() -> None:
    kinds = {kind.short_name: kind for kind in pyspiel.registered_games() if kind.short_name.startswith("tiotal_")}
    assert set(kinds) == {"tiotal_cento", "tiotal_nimmt", "tiotal_ten", "tiotal_late"}
    for kind in kinds.values():
        assert pickle.loads(pickle.dumps(kind)) == kind
        assert kind.chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
        assert kind.utility == pyspiel.GameType.Utility.ZERO_SUM
    assert [kinds[name].max_num_players for name in sorted(kinds)] == [8, 8, 7, 7]
    assert not kinds["tiotal_late"].default_loadable


def test_a_program_that_used_the_games_ends_well() -> None:
    """OpenSpiel lets go of registered games after Python has ended."""
    program = "import pyspiel, tiotal.envs.openspiel; pyspiel.load_game('tiotal_ten').new_initial_state()"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")


# --- OpenSpiel's own tests --------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("name", "parameters", "games"),
    [
        ("tiotal_cento", {}, 3),
        ("tiotal_cento", SMALL, 20),
        ("tiotal_cento", PAIRS, 1),
        ("tiotal_ten", {"players": 3}, 1),
        ("tiotal_ten", {}, 2),
    ],
)
@pytest.mark.parametrize("serialize", [False, True])
def test_random_games_as_openspiel_tests_them(
    name: str, parameters: dict[str, Any], games: int, serialize: bool
) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name, parameters), num_sims=games, serialize=serialize, verbose=False)


@pytest.mark.parametrize("serialize", [False, True])
def test_the_last_turns_of_11_nimmt_as_openspiel_tests_them(serialize: bool) -> None:
    """At random a whole round takes thousands of moves."""
    position = nimmt_position("1 12 25 33", "41 55 67 80", stacks=["50", "30 31 32"], turns=950, bulls=[1, 0], rounds=1)
    game = pyspiel.load_game("tiotal_nimmt", {"rounds": 1})
    state = game.new_initial_state()._with(Match(position))
    pyspiel.random_sim_test(game, 2, serialize=serialize, verbose=False, specific_initial_state=state)


@pytest.mark.parametrize("name", ["tiotal_cento", "tiotal_nimmt", "tiotal_ten"])
def test_games_as_the_python_tests_of_openspiel_play_them(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games_sim_test, "MAX_ACTIONS_PER_GAME", 300)
    np.random.seed(1)  # which they use
    games_sim_test.GamesSimTest().sim_game(pyspiel.load_game(name, {"players": 2}))


@names
def test_resampling_as_openspiel_tests_it(name: str, parameters: dict[str, Any], game: Game) -> None:
    """Its ResampleInfostateTest, which it has for games in C++ only; and not everything is as it was."""
    dice = random.Random(name + str(parameters))
    state = dealt(name, parameters, dice)
    tries = others = 0
    for _ in range(40):
        if state.is_terminal():
            break
        for player in range(game.players):
            other = state.resample_from_infostate(player, dice.random)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.information_state_tensor(player) == state.information_state_tensor(player)
            assert other.current_player() == state.current_player()
            if player == state.current_player():
                assert other.legal_actions() == state.legal_actions()
            tries += 1
            others += str(other.position.describe()) != str(state.position.describe())
        state.apply_action(sensible(state, dice))
    assert others > tries / 2


def test_a_game_of_another_package_is_a_game_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """It has no layout, and so no tensors."""
    monkeypatch.setattr("tiotal.engine.games._homes_elsewhere", lambda: {"ladder": "tests.ladder"})
    kind = game_type("tiotal_ladder", "Ladder", Ladder.most_players, parameters_of(Ladder), tensors=False)
    made = type("LadderGame", (MatchGame,), {"kind": Ladder, "named": kind})
    game = made({"players": 3})
    pyspiel.random_sim_test(game, num_sims=5, serialize=False, verbose=False)
    assert make_observation(game).tensor is None


# --- Chance and moves -------------------------------------------------------------------------------------------
def test_chance_is_the_seed_and_every_seed_is_as_likely() -> None:
    state = pyspiel.load_game("tiotal_ten").new_initial_state()
    for _ in range(DIGITS):
        assert state.is_chance_node()
        outcomes = state.chance_outcomes()
        assert len(outcomes) == BASE
        assert math.fsum(chance for _, chance in outcomes) == pytest.approx(1)
        state.apply_action(BASE - 1)
    assert state.position.seed == 2**63 - 1
    assert not state.is_chance_node()
    with pytest.raises(IllegalMove):
        pyspiel.load_game("tiotal_ten").new_initial_state().apply_action(BASE)


@names
def test_actions_are_the_moves_of_the_product(name: str, parameters: dict[str, Any], game: Game) -> None:
    state = played(name, parameters, 1, 0)
    position = game.deal(state.position.seed)
    while not position.is_over and len(position.moves) < 60:
        player = state.current_player()
        assert player == position.to_move
        assert state.legal_actions() == sorted(position.legal_actions)
        assert sorted(state.action_to_string(action) for action in state.legal_actions()) == position.legal_moves
        assert state.legal_actions((player + 1) % game.players) == []
        move = position.legal_moves[len(position.moves) % len(position.legal_moves)]
        state.apply_action(state.string_to_action(move))
        position.play(move)
        assert state.position.fingerprint() == position.fingerprint()


def test_an_action_that_is_not_legal_is_refused_and_changes_nothing() -> None:
    state = played("tiotal_cento", {}, 1, 6)
    before = str(state), state.history(), state.information_state_string(0)
    illegal = next(action for action in range(30) if action not in state.legal_actions())
    with pytest.raises(IllegalMove, match="You can play"):
        state.apply_action(illegal)
    assert (str(state), state.history(), state.information_state_string(0)) == before


@names
def test_a_match_is_worth_the_share_of_its_win(name: str, parameters: dict[str, Any], game: Game) -> None:
    state = played(name, parameters, 3, 20_000)
    loaded = state.get_game()
    assert state.is_terminal()
    returns = state.returns()
    winners = state.position.winners
    assert sum(returns) == pytest.approx(0)
    assert loaded.min_utility() <= min(returns)
    assert loaded.max_utility() == 1.0
    alone = len(winners) == (2 if game.partners else 1)
    assert {returns[seat] for seat in winners} == {1.0} if alone else max(returns) < 1
    assert all(returns[seat] < 0 for seat in range(game.players) if seat not in winners)


def test_who_shares_the_win_shares_what_it_is_worth() -> None:
    """G1 and G2: at the last turn two are left with one ox head each, two with three."""
    position = nimmt_position("51 6", "1", "2", "5", stacks=["50"], turns=999, rounds=1)
    assert returns_of(position) == [0, 0, 0, 0]
    position.play("51>50")
    assert position.winners == [0, 1]
    assert returns_of(position) == pytest.approx([1 / 3, 1 / 3, -1 / 3, -1 / 3])


# --- What players know ------------------------------------------------------------------------------------------
@names
def test_cards_that_nobody_has_seen_do_not_change_what_anybody_is_told(
    name: str, parameters: dict[str, Any], game: Game
) -> None:
    """Two matches from the deal on, with the same moves, that are different only where nobody has looked."""
    deal = game.deal(5)
    whole = deal.whole_state()
    hidden = whole.draw if game.name == "nimmt" else whole.stock
    other = next(place for place in range(1, 8) if hidden[place] != hidden[0])
    hidden[0], hidden[other] = hidden[other], hidden[0]
    matches = [Match(deal.copy()), Match(deal.with_state(whole))]
    dice = random.Random(1)
    for _ in range(4):
        action = play_action(matches[0].position, dice)
        for match in matches:
            match.play(action)
    for seat in (*range(game.players), None):
        assert matches[0].information(seat) == matches[1].information(seat)
        assert matches[0].observation(seat) == matches[1].observation(seat)


def test_what_a_player_is_told_does_not_depend_on_when_it_is_asked_for() -> None:
    for name, parameters, game in VARIANTS:
        asked, not_asked = (played(name, parameters, 4, 0) for _ in range(2))
        dice = random.Random(4)
        for _ in range(50):
            if asked.is_terminal():
                break
            action = sensible(asked, dice)
            for state in (asked, not_asked):
                state.apply_action(action)
            asked.information_state_string(len(asked.history()) % game.players)
        for player in range(game.players):
            assert asked.information_state_string(player) == not_asked.information_state_string(player)


def test_players_recall_which_card_they_drew_first() -> None:
    """Perfect recall: the same hands and the same moves, but +9 and -9 came in another order."""
    told = []
    for stock in ("+9 +5 -9", "-9 +5 +9"):
        match = Match(cento_position("+1 +2 +3 +4 +6", "+1 +2 +3 +4 +7", total=20, stock=stock))
        for move in ("+1", "+2", "+2"):
            match.play(match.position.game.parse(move))
        told.append([(match.observation(seat), match.information(seat)) for seat in (0, 1, None)])
    first, second = told
    assert first[0][0] == second[0][0]
    assert first[0][1] != second[0][1]
    assert first[1:] == second[1:]  # the others know nothing of it


def test_a_card_laid_face_down_is_known_to_its_owner_alone() -> None:
    match = Match(ten_position("1 2 3", "4 5 6", table=["", ""], to_move=0))
    match.play(match.position.game.parse("2:down"))
    assert "0 2:down" in match.information(0)
    assert "0 ?:down" in match.information(1)
    assert '"card":"2"' in match.secret(0)
    assert match.secret(1).count('"2"') == 0


def kind_of(public: bool, private: Any, recall: bool = False) -> Any:
    return pyspiel.IIGObservationType(public_info=public, perfect_recall=recall, private_info=private)


@names
def test_observations_are_those_of_openspiel(name: str, parameters: dict[str, Any], game: Game) -> None:
    state = played(name, parameters, 6, 12)
    loaded = state.get_game()
    public = make_observation(loaded, kind_of(True, pyspiel.PrivateInfoType.NONE))
    private = make_observation(loaded, kind_of(False, pyspiel.PrivateInfoType.SINGLE_PLAYER))
    assert len({public.string_from(state, player) for player in range(game.players)}) == 1
    assert len({private.string_from(state, player) for player in range(game.players)}) == game.players
    for told in (public, private):
        told.set_from(state, 0)  # rows are what a player knows all in all
        assert (told.tensor, told.dict) == (None, {})


@names
def test_tensors_are_the_rows_of_every_other_environment(name: str, parameters: dict[str, Any], game: Game) -> None:
    """The same seed and moves by PettingZoo's match, in compiled code."""
    state = played(name, parameters, 6, 30)
    loaded = state.get_game()
    layout = layout_of(game)
    assert loaded.information_state_tensor_shape() == loaded.observation_tensor_shape() == [layout.size]
    elsewhere = envs_match.Match(game)
    elsewhere.deal(state.position.seed)
    for move in state.position.moves:
        elsewhere.play(game.parse(move))
    parts = make_observation(loaded)
    for player in range(game.players):
        row = elsewhere.observation(player)
        assert state.information_state_tensor(player) == state.observation_tensor(player) == row.tolist()
        parts.set_from(state, player)
        assert (parts.tensor == row).all()
        assert all((parts.dict[part.name] == row[layout.part(part.name)]).all() for part in layout.parts)


@pytest.mark.parametrize(
    "kind",
    [
        kind_of(True, pyspiel.PrivateInfoType.ALL_PLAYERS),
        kind_of(False, pyspiel.PrivateInfoType.NONE),
        kind_of(False, pyspiel.PrivateInfoType.SINGLE_PLAYER, recall=True),
    ],
)
def test_other_observations_are_refused_with_a_sentence(kind: Any) -> None:
    with pytest.raises(TiotalError, match="A player can observe what is public"):
        pyspiel.load_game("tiotal_ten").make_py_observer(kind)


def test_before_the_deal_there_is_nothing_to_see() -> None:
    state = pyspiel.load_game("tiotal_ten").new_initial_state()
    assert state.information_state_string(0) == ""
    assert not any(state.information_state_tensor(1))
    with pytest.raises(TiotalError, match="have not been dealt"):
        state.record()


# --- Copies and records -----------------------------------------------------------------------------------------
@names
def test_a_state_that_was_kept_or_copied_goes_on_as_the_first(
    name: str, parameters: dict[str, Any], game: Game
) -> None:
    state = played(name, parameters, 7, 25)
    _, kept = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), state))
    imagined = state.resample_from_infostate(0, lambda: 0.5)
    copies = [kept, state.clone(), pickle.loads(pickle.dumps(state))]
    dice = random.Random(8)
    for _ in range(150):  # long enough for a shuffle in most of them
        if state.is_terminal():
            break
        action = sensible(state, dice)
        for copy in (state, *copies):
            copy.apply_action(action)
    for copy in copies:
        assert (str(copy), copy.history()) == (str(state), state.history())
        for player in range(game.players):
            assert copy.information_state_string(player) == state.information_state_string(player)
            assert copy.information_state_tensor(player) == state.information_state_tensor(player)
    assert str(pickle.loads(pickle.dumps(imagined))) == str(imagined)


@names
def test_the_record_of_a_state_is_one_of_the_product(name: str, parameters: dict[str, Any], game: Game) -> None:
    state = played(name, parameters, 9, 80)
    record = read_record(state.record().to_json())
    assert record.game == game
    assert record.final().fingerprint() == state.position.fingerprint()
    again = state_of(record)
    assert (again.history(), str(again)) == (state.history(), str(state))
    with pytest.raises(TiotalError, match="imagined position has no record"):
        state.resample_from_infostate(0, lambda: 0.1).record()


def test_a_sealed_seed_has_too_many_digits() -> None:
    with pytest.raises(TiotalError, match="sealed seed"):
        state_of(record_of(Ten(2).deal("0f" * 32)))


# --- Algorithms -------------------------------------------------------------------------------------------------
def test_information_set_search_of_openspiel_beats_random_players() -> None:
    game = pyspiel.load_game("tiotal_cento", {"preset": "to-20-a"})
    won = 0.0
    for seed in range(16):
        dice = np.random.RandomState(seed)
        bot = ismcts.ISMCTSBot(game, RandomGames(seed=seed), uct_c=1.4, max_simulations=40, random_state=dice)
        bot.set_resampler(resampler(seed))
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(int(dice.choice(BASE)))
            elif state.current_player() == seed % 2:
                state.apply_action(int(bot.step(state)))
            else:
                state.apply_action(int(dice.choice(state.legal_actions())))
        won += state.player_return(seed % 2) / 16
    assert won > 0.5  # three of four


def test_information_set_search_as_it_comes() -> None:
    """With its own random games and its own sampler, in every game."""
    for name in ("tiotal_cento", "tiotal_nimmt", "tiotal_ten"):
        state = played(name, {"rounds": 1} if name == "tiotal_nimmt" else {}, 1, 8)
        evaluator = RandomGames() if name == "tiotal_nimmt" else mcts.RandomRolloutEvaluator(1)
        bot = ismcts.ISMCTSBot(state.get_game(), evaluator, uct_c=1.4, max_simulations=5)
        assert bot.step(state) in state.legal_actions()


def test_bots_of_the_product_play_bots_of_openspiel() -> None:
    game = pyspiel.load_game("tiotal_nimmt", {"rounds": 1})
    results = []
    for seed in range(6):
        bots = [TiotalBot(make_bot("greedy", seed)), pyspiel.make_uniform_random_bot(1, seed)]
        results.append(pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)[0])
    assert sum(results) >= 4


def test_the_environment_for_learners_runs() -> None:
    environment = rl_environment.Environment(pyspiel.load_game("tiotal_cento", SMALL))
    environment.seed(1)
    for _ in range(3):
        step = environment.reset()
        while not step.last():
            player = step.observations["current_player"]
            step = environment.step([step.observations["legal_actions"][player][0]])
        assert sorted(step.rewards) in ([-1.0, 1.0], [0.0, 0.0])


def test_regret_minimisation_by_sampling_runs_on_whole_games() -> None:
    np.random.seed(1)  # which it uses
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(pyspiel.load_game("tiotal_cento", SMALL))
    for _ in range(20):
        solver.iteration()
    assert len(solver._infostates) > 20


# --- Worlds -----------------------------------------------------------------------------------------------------
def chances(position: Position, seat: int) -> dict[Any, float]:
    game = position.game
    seen = seen_by(game, settled(game, position.whole_state()), seat)
    return {key: float(chance) for key, (chance, _) in worlds_of_view(game, seen, seat, 5_000).items()}


def test_the_worlds_of_an_unknown_hand_in_cento_are_those_that_can_be_counted() -> None:
    position = cento_in_the_dark(random.Random(3))
    counted = worlds_of_cento(position)
    total = math.fsum(weight for weight, _ in counted)
    expected: dict[Any, float] = {}
    for weight, world in counted:
        key = tuple(settled(position.game, world).values())
        expected[key] = expected.get(key, 0) + weight / total
    assert chances(position, 0) == pytest.approx(expected)


def few_unseen(dice: random.Random) -> Position:
    """Four cards of one player and one to draw have not been seen by the other; each has drawn at will before."""
    cards = [str(card) for card in dice.sample(range(1, 101), 9)]
    position = nimmt_position(
        " ".join(cards[:2]),
        " ".join(cards[2:4]),
        stacks=[" ".join(cards[4:6]), cards[6]],
        draw=" ".join(cards[7:]),
        turns=997,
        rounds=1,
    )
    state = position._state
    for card in state.draw[: state.draw_size - 2]:  # all others were seen and have left the game
        state.where[card], state.face_up[card] = 8, 1
    state.draw[:2], state.draw_size = state.draw[state.draw_size - 2 : state.draw_size], 2
    return position


def cento_after_discards(seed: int, times: int = 0) -> Position:
    """A match with a small deck in which some cards are ruled out of hands, at the end of a stock that has been made
    anew so many times."""
    game = Cento(2, preset="own", cards=["+1", "+2", "+3", "-1", "0"], target=30)
    for position in random_positions(game, seed, 200):
        whole = position.whole_state()
        if (whole.stock_size, whole.ran_out) == (1, times) and position.to_move == 0 and any(whole.ruled_out_size):
            return position.copy()
    return cento_after_discards(seed + 1, times)


def ten_with_jokers() -> Position:
    """The other has shown a joker, handed or drawn, and two more are hidden: how likely is it that one is in hand?"""
    position = ten_position(
        "0 1 2", "J 5 6", table=["3:up", "7:down"], phase=4, stock="J 8", rest_to=0, round_number=10
    )
    position._state.jokers_shown[:2] = [4, 1]
    return position


@pytest.mark.parametrize(
    "make",
    [
        ten_with_jokers,
        lambda: few_unseen(random.Random(1)),
        lambda: cento_after_discards(1),
        lambda: cento_after_discards(1, times=1),
        lambda: ten_endgame(4, ("up", "down"))(random.Random(0)),
    ],
)
def test_worlds_are_as_likely_as_imagine_makes_them(make: Callable[[], Position]) -> None:
    position = make()
    game = position.game
    exact = chances(position, 0)
    tries = 3_000
    found = Counter(
        tuple(settled(game, position.view(0).imagine(seed).whole_state()).values()) for seed in range(tries)
    )
    assert len(exact) > 1
    assert set(found) <= set(exact)
    for world, chance in exact.items():
        error = math.sqrt(chance * (1 - chance) / tries)
        assert abs(found[world] / tries - chance) < 5 * error + 1e-9


def test_common_worlds_are_closed_and_each_player_knows_only_their_own_part() -> None:
    position = few_unseen(random.Random(2))
    worlds = common_worlds(position)
    assert len(worlds) == math.factorial(6) // (2 * 2)  # two hands of two, and two cards in order
    assert len({weight for weight, _ in worlds}) == 1
    states = {tuple(world.values()) for _, world in worlds}
    assert tuple(settled(position.game, position.whole_state()).values()) in states
    for seat in (0, 1):
        alone = common_worlds(position, seat)
        assert {tuple(world.values()) for _, world in alone} < states
        views = {tuple(seen_by(position.game, world, seat).values()) for _, world in alone}
        assert len(views) == 1


def test_worlds_on_which_the_players_would_not_agree_are_refused() -> None:
    """In Cento an imagined player does not remember the hand of the last reshuffle; then only one seat can be asked."""
    fine, after = cento_after_discards(1), cento_after_discards(1, times=1)
    assert len(common_worlds(fine)) > len(common_worlds(fine, 0)) > 1
    with pytest.raises(TiotalError, match="List the worlds yourself"):
        common_worlds(after)
    assert len(common_worlds(after, 0)) > 1


# --- Late positions ---------------------------------------------------------------------------------------------
def test_regret_minimisation_solves_the_end_of_10_with_both_cards_face_down() -> None:
    game = late_game(ten_endgame(4, ("down", "down"))(random.Random(0)))
    assert len(game.outcomes) == 16
    solver = cfr.CFRPlusSolver(game)
    lost = []
    for _ in range(24):
        solver.evaluate_and_update_policy()
        lost.append(exploitability.exploitability(game, solver.average_policy()))
    uniform = exploitability.exploitability(game, policies.UniformRandomPolicy(game))
    assert uniform > lost[5] > lost[-1]
    assert lost[-1] < 0.1 * uniform
    assert exploitability.nash_conv(game, solver.average_policy()) == pytest.approx(2 * lost[-1])


class Perfect(policies.Policy):  # type: ignore[misc]
    """Plays what minimax finds, where nothing is hidden."""

    def __init__(self, game: Any, solver: Solver) -> None:
        super().__init__(game, [0, 1])
        self.solver = solver

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
        worths = self.solver.solve(state.position.whole_state())
        best = max(worths, key=lambda move: worths[move])
        return {action: float(state.action_to_string(action) == best) for action in state.legal_actions()}


@pytest.mark.parametrize("make", [ten_endgame(3), ten_endgame(4)])
def test_what_minimax_finds_cannot_be_exploited(make: Callable[[random.Random], Position]) -> None:
    """As in the tests of small games; and a player at random can be."""
    for seed in range(4):
        position = make(random.Random(seed))
        game = late_game(position)
        assert len(game.outcomes) == 1
        perfect = Perfect(game, Solver(position))
        assert exploitability.nash_conv(game, perfect) == pytest.approx(0)
        value = Solver(position).value(settled(position.game, position.whole_state()))
        found = exploitability.best_response(game, perfect, 0)["best_response_value"]
        assert found == pytest.approx(2 * value - 1)


def test_hidden_hands_in_11_nimmt_can_be_solved_together() -> None:
    game = late_game(few_unseen(random.Random(3)), seat=0)
    solver = cfr.CFRPlusSolver(game)
    uniform = exploitability.nash_conv(game, policies.UniformRandomPolicy(game))
    for _ in range(6):
        solver.evaluate_and_update_policy()
    assert exploitability.nash_conv(game, solver.average_policy()) < uniform


def test_a_late_game_passes_the_tests_of_openspiel_and_can_be_kept() -> None:
    game = late_game(ten_endgame(4, ("down", "down"))(random.Random(1)))
    pyspiel.random_sim_test(game, num_sims=20, serialize=True, verbose=False)
    again = pickle.loads(pickle.dumps(game))
    assert again.outcomes == game.outcomes
    assert math.fsum(chance for _, chance in game.outcomes) == pytest.approx(1)
    state = again.new_initial_state()
    state.apply_action(3)
    other = state.resample_from_infostate(0, lambda: 0.3)
    assert other.information_state_string(0) == state.information_state_string(0)
    other.apply_action(other.legal_actions()[0])
    with pytest.raises(IllegalMove):
        again.new_initial_state().apply_action(len(game.outcomes))


def is_new(state: Any, move: str) -> bool:
    """Whether a move of 11 nimmt! shows a card that was not seen before."""
    card = state.position.game.read(move).card
    return card is not None and state.position.whole_state().face_up[int(card)] == 0


def hidden_hands(state: Any) -> int:
    whole = state.position.whole_state()
    return sum(whole.where[card] < 2 and whole.face_up[card] == 0 for card in range(1, 101))


def test_a_state_of_a_whole_match_can_be_the_root() -> None:
    """Played from the deal on, until the draw pile is used up and both have shown most of their cards."""
    dice = random.Random(11)
    state = dealt("tiotal_nimmt", {"rounds": 1}, dice)
    while state.position.describe()["draw"] > 0 or hidden_hands(state) > 12:
        legal = {state.action_to_string(action): action for action in state.legal_actions()}
        shows = [move for move in legal if not move.startswith("take:") and is_new(state, move)]
        takes = [move for move in legal if move.startswith("take:")]
        state.apply_action(legal[dice.choice(shows or takes or list(legal))])
    game = late_game(state)
    assert len(game.outcomes) == 1  # who has seen all other cards knows the other hand
    root = game.new_initial_state()
    root.apply_action(0)
    assert root.legal_actions() == state.legal_actions()
    assert root.position.describe() == state.position.describe()


def test_worlds_of_ones_own_can_be_weighted_at_will() -> None:
    position = few_unseen(random.Random(4))
    (_, first), (_, second), *_ = common_worlds(position)
    game = late_game_over(position.game, [(3, first), (1, second)])
    assert game.new_initial_state().chance_outcomes() == [(0, 0.75), (1, 0.25)]


def test_positions_that_leave_too_much_open_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also before the first move of Cento, when what is imagined does not fit if the other would have to begin."""
    monkeypatch.setattr("tiotal.envs.openspiel.worlds.MOST_RUNS", 500)
    deals = [Cento(2).deal(seed) for seed in (1, 2)]
    assert [deal.to_move for deal in deals] == [1, 0]
    for deal in deals:
        with pytest.raises(TiotalError, match="at most 20 possible worlds"):
            late_game(deal, most=20)


def test_a_late_game_that_shuffles_again_is_refused_when_it_comes_to_that() -> None:
    position = nimmt_position("51", "52", stacks=["50"], turns=5, rounds=2)
    state = position._state
    for card in state.draw[: state.draw_size]:
        state.where[card], state.face_up[card] = 8, 1
    state.draw_size = 0
    root = late_game(position).new_initial_state()
    root.apply_action(0)
    with pytest.raises(TiotalError, match="no cards are shuffled again"):
        root.apply_action(root.string_to_action("51>50"))


@pytest.mark.parametrize("text", ["", "z", "zAAAA", "none"])
def test_worlds_that_cannot_be_read_are_refused(text: str) -> None:
    with pytest.raises(TiotalError, match="cannot be read"):
        pyspiel.load_game("tiotal_late", {"worlds": text})
