"""A second version of a game: what was begun and played by the first goes on and is replayed by the first, for ever."""

from __future__ import annotations

import importlib
import json
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests import ladder
from tests.kit.tables import ANNA, BEN, Sitting, person
from tiotal.bots.catalogue import make_bot
from tiotal.engine import games
from tiotal.engine.errors import BadRecord, TiotalError, UnknownGame
from tiotal.engine.game import Game, Position
from tiotal.engine.games import game_named, versions_of
from tiotal.engine.record import read_record, record_of, verify_record
from tiotal.lab.freezing import freeze
from tiotal.table.entries import Entry
from tiotal.table.table import Table
from tiotal.words import LANGUAGES

PACKAGE = "ladder_of_two_versions"
SEALED = "5ea1" * 16
CACHES = (games._homes_elsewhere, games._load, games.part_of)


def forget_what_was_loaded() -> None:
    for cache in CACHES:
        getattr(cache, "cache_clear", lambda: None)()
    for name in [name for name in sys.modules if name.partition(".")[0] == PACKAGE]:
        del sys.modules[name]
    importlib.invalidate_caches()


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


@pytest.fixture(scope="module")
def first_records(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """By seed, as version 1 wrote them; from then on there is a version 2, which deals otherwise."""
    folder = tmp_path_factory.mktemp("packages")
    home = folder / PACKAGE
    shutil.copytree(Path(ladder.__file__).parent, home, ignore=shutil.ignore_patterns("__pycache__"))
    for file in home.glob("*.py"):
        file.write_text(file.read_text(encoding="utf-8").replace("tests.ladder", PACKAGE), encoding="utf-8")
    patch = pytest.MonkeyPatch()
    patch.syspath_prepend(str(folder))
    patch.setattr(games, "_homes_elsewhere", lambda: {"ladder": PACKAGE})
    forget_what_was_loaded()
    written = {str(seed): played(game_named("ladder")(3), seed).to_json() for seed in (1, 2, SEALED)}
    freeze("ladder")
    change(home / "game.py", 'name = "ladder"', 'name = "ladder"\n    version = 2')
    change(home / "rules.py", "shuffle(state, state.stock, CARDS)", "shuffle(state, state.stock, CARDS - 1)")
    forget_what_was_loaded()
    yield written
    patch.undo()
    forget_what_was_loaded()


def played(game: Game, seed: int | str) -> Any:
    position = game.deal(seed)
    while not position.is_over:
        position.play(position.legal_moves[len(position.moves) % len(position.legal_moves)])
    return record_of(position)


def test_records_of_the_first_version_are_replayed_by_the_first(first_records: dict[str, str]) -> None:
    assert versions_of("ladder") == [1, 2]
    for text in first_records.values():
        assert "rules" not in json.loads(text)
        record = read_record(text)
        assert record.game.version == 1
        assert record.to_json() == text
        assert verify_record(text).is_over


def test_by_the_second_they_would_have_gone_otherwise(first_records: dict[str, str]) -> None:
    for seed, text in first_records.items():
        told = {**json.loads(text), "rules": 2}
        first, second = (game_named("ladder", version)(3).deal(seed) for version in (1, 2))
        assert first.view(0).table != second.view(0).table
        with pytest.raises(BadRecord):
            verify_record(json.dumps(told))


def test_what_is_new_is_played_by_the_newest_and_says_so(first_records: dict[str, str]) -> None:
    record = played(game_named("ladder")(2), 5)
    assert json.loads(record.to_json())["rules"] == 2
    assert read_record(record.to_json()).game.version == 2
    assert game_named("ladder")(2) != game_named("ladder", 1)(2)


@pytest.mark.parametrize("level", ["easy", "hard"])
def test_bots_play_on_by_the_rules_of_the_match(first_records: dict[str, str], level: str) -> None:
    for version in (1, 2):
        position: Position = game_named("ladder", version)(2).deal(SEALED)
        bot = make_bot(level, seed=1)
        for _ in range(6):
            position.play(bot.choose(position.view(position.to_move)))
        assert position.game.version == version


def test_a_table_goes_on_by_the_rules_it_was_opened_with(first_records: dict[str, str]) -> None:
    """Also through another match, and after a restart."""
    for version in (1, 2):
        sitting = Sitting(game_named("ladder", version)(2), [person(ANNA), person(BEN)]).start()
        opened = json.loads(sitting.lines[0][1])
        assert opened.get("rules", 1) == version
        while sitting.table.phase == "playing":
            sitting.move()
        again = Table.replay(sitting.entries())
        assert again.game.version == version
        assert again.finished[0].record == sitting.table.finished[0].record
        assert read_record(again.finished[0].record.to_json()).game.version == version


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_version_that_nobody_knows_is_refused_with_a_sentence(first_records: dict[str, str], language: str) -> None:
    told = {**json.loads(first_records["1"]), "rules": 3}
    with pytest.raises(BadRecord) as refused:
        read_record(json.dumps(told))
    assert "Ladder" in refused.value.sentence(language) and "3" in refused.value.sentence(language)
    sitting = Sitting(game_named("ladder")(2), [person(ANNA), person(BEN)])
    opened = json.loads(sitting.lines[0][1]) | {"rules": 3}
    with pytest.raises(UnknownGame) as unknown:
        Table.replay([Entry.read(1, 1, json.dumps(opened))])
    assert unknown.value.key == "games.unknown_version"


@pytest.mark.parametrize("rules", [0, -1, "1", 1.0, True, None, [1]])
def test_what_is_no_version_is_refused(first_records: dict[str, str], rules: Any) -> None:
    told = {**json.loads(first_records["1"]), "rules": rules}
    with pytest.raises(BadRecord) as refused:
        read_record(json.dumps(told))
    assert refused.value.key in ("records.rules", "records.bad_setup")


def test_a_version_is_frozen_once(first_records: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_named("ladder"), "version", 1)
    with pytest.raises(TiotalError, match="already kept"):
        freeze("ladder")
