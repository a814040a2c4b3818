"""What a released version of the rules does, it does for ever: games by all options come out as they did.

`behaviour.json` has, for each game and version, one digest of many games: of what could be played at every moment, and
how they ended. It does not look at the text of the rules, which may be written better at any time. If this fails
because the rules are meant to change, keep the old ones first and give the game its next version (CONTRIBUTING.md):

    python -m tiotal.lab.freezing GAME        then raise `version` in its game.py
    python -m tests.rules.test_behaviour      adds the digest of the new version; those that are there stay
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.kit.games import variants
from tiotal.engine.game import Game
from tiotal.engine.games import GAMES, game_named, versions_of
from tiotal.engine.options import Choice, Flag

KEPT = Path(__file__).parent / "behaviour.json"
MOVES = 120  # of each game, at most
SEALED = "0123456789abcdef" * 4


def played(name: str) -> Iterator[tuple[int, dict[str, Any], int | str]]:
    """Players, options and seed: every variant there is, with numbered and with sealed seeds."""
    for number, game in enumerate(one for one in variants() if one.name == name):
        options = {key: value for key, value in game.options.items() if value is not None}
        yield game.players, options, SEALED if number % 4 == 0 else 1000 + number


def behaviour(kind: type[Game]) -> str:
    digest = hashlib.sha256()
    for players, options, seed in played(kind.name):
        position = kind(players, **options).deal(seed)
        for number in range(MOVES):
            if position.is_over:
                break
            legal = position.legal_moves
            digest.update(f"{position.to_move} {legal} {position.round} {position.scores}\n".encode())
            chosen = hashlib.blake2b(f"{seed} {number}".encode(), digest_size=4).digest()
            position.play(legal[int.from_bytes(chosen) % len(legal)])
        digest.update(f"{position.is_over} {position.scores} {position.winners}\n".encode())
    return digest.hexdigest()


def kept() -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = json.loads(KEPT.read_text(encoding="utf-8"))
    return found


def test_every_version_that_was_ever_kept_is_still_there() -> None:
    assert {name: [int(version) for version in digests] for name, digests in kept().items()} == {
        name: versions_of(name) for name in GAMES
    }


@pytest.mark.parametrize("name", GAMES)
def test_every_version_does_what_it_did(name: str) -> None:
    for version, digest in kept()[name].items():
        assert behaviour(game_named(name, int(version))) == digest, f"version {version} does something else now"


@pytest.mark.parametrize("name", GAMES)
def test_every_choice_of_every_option_is_played(name: str) -> None:
    kind = game_named(name)
    for option in kind.declared_options:
        if isinstance(option, Choice | Flag):
            seen = {options.get(option.name) for _, options, _ in played(name)}
            assert seen >= set(option.choices if isinstance(option, Choice) else (False, True)), option.name
    assert {players for players, _, _ in played(name)} == set(range(2, kind.most_players + 1))


def test_another_shuffle_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Such as has once changed the cards of running tables without anybody noticing."""
    from tiotal.engine import seeds

    step = seeds.sealed_step
    monkeypatch.setattr(seeds, "sealed_step", lambda used, seal: step(used + 1, seal))
    assert behaviour(game_named("ten")) != kept()["ten"]["1"]


if __name__ == "__main__":
    known = kept() if KEPT.exists() else {}
    for each in GAMES:
        for number in versions_of(each):
            known.setdefault(each, {}).setdefault(str(number), behaviour(game_named(each, number)))
    KEPT.write_text(json.dumps(known, indent=2) + "\n", encoding="utf-8")
