"""What a good family player would do, written like the rules: `policy.py` in the home of a game, in all forms.

Each says for the player who is to move, from what that player knows and nothing else:

    look(state, notes, n)           called once before a choice among the n moves in `state.moves`
    worth(state, notes, move)       how good one of them is, in units of its own; more is better
    blur(state)                     how large a difference in worth a greedy player does not notice; a win always is
    round_over(state)               whether the round that was being played is over
    foresee(state, notes)           write into `notes.outlook` each seat's chance to win the match, in ten-thousandths
    as_seen(state, move, seat, observer)    a move by one seat as another would see it made
    likelihood(state, notes, seat)  how likely others would have done what they did in this imagined world of a seat

A module may say besides, as a plain number, dictionary or list:

    SEARCH          settings of the search that are not as in all games (`bots/search.py`)
    DOUBT           how much a deeper search changes in a chance, as a share of how far playouts lie apart
    LEARNED_AT      where it learns: players, games a step, options
    LEARNING_NOISE  how blurred the judgement of those who learn is

A game without a policy is played by `bots/plain_policy.py`, one without a child by `bots/plain_child.py`. `notes` is
working space, and holds the weights by which a policy judges; they are the only thing that differs between two
players of the same policy. Each module names them (`NAMES`) and has such as a person would set by hand (`HAND_SET`);
those in use were learned by self-play from there, and are in `weights.json` beside it.
"""

from __future__ import annotations

import contextlib
import functools
import json
import zlib
from collections.abc import Iterator, Sequence
from types import ModuleType
from typing import Any

from tiotal.bots import plain_child, plain_policy, playing, tree
from tiotal.engine import forms
from tiotal.engine.games import file_of, game_of, part_of
from tiotal.engine.records import layout_of
from tiotal.engine.webassembly import Instance


def policy_of(game: str) -> Any:
    """The module with the policy of a game."""
    return part_of(game, "policy") or plain_policy


def child_of(game: str) -> Any:
    """The module that plays a game as a child would."""
    return part_of(game, "child") or plain_child


def setting(game: str, name: str, default: Any) -> Any:
    """What a policy says of itself, or what holds for all that do not."""
    return getattr(policy_of(game), name, default)


def written_like_rules(game: str) -> list[ModuleType]:
    """What the bots add to the rules of a game, in all forms."""
    return [policy_of(game), child_of(game), playing, tree]


# --- Forms ------------------------------------------------------------------------------------------------------
def quickest_form(game: str) -> forms.Form:
    """The form in which to search a game here and now."""
    if use_compiled(game):
        return compiled_form(game)
    return _brought.get(game) or interpreted_form(game)


def interpreted_form(game: str) -> forms.Form:
    return forms.interpreted(game_of(game).rules, *written_like_rules(game))


def compiled_form(game: str) -> forms.Form:
    return forms.compiled(game_of(game).rules, *written_like_rules(game))


_brought: dict[str, forms.Form] = {}
_being_compiled: set[str] = set()


def bring(game: str, instance: Instance) -> None:
    """From now on there is a translated form of this game: whoever runs it has it in WebAssembly (`bots/entrances.py`).

    It is refused if it was made from other declarations: then its records would not lie where Python looks for them.
    """
    if instance.mark != mark_of(game):
        raise ValueError(f"the WebAssembly of {game} was made from another version of Tiotal; build it again")
    _brought[game] = forms.translated(game_of(game).rules, instance)


def mark_of(game: str) -> int:
    """A number that says how the records of a game lie in memory."""
    kinds = (game_of(game).rules.State, policy_of(game).Notes, tree.Tree)
    return zlib.crc32(repr([layout_of(kind) for kind in kinds]).encode()) & 0x7FFFFFFF


def use_compiled(game: str) -> bool:
    """Whether to run compiled code: there is a compiler, and it is not at work on this game in the background."""
    return forms.can_compile() and game not in _being_compiled


@contextlib.contextmanager
def being_compiled(game: str) -> Iterator[None]:
    """Meanwhile everybody uses another form."""
    _being_compiled.add(game)
    try:
        yield
    finally:
        _being_compiled.discard(game)


def new_notes(game: str, weights: Sequence[int] | None = None) -> Any:
    """Working space for the plain form, with the learned weights or others."""
    notes = policy_of(game).Notes()
    notes.weights = list(weights or weights_of(game))
    return notes


# --- Weights ----------------------------------------------------------------------------------------------------
@functools.cache
def weights_of(game: str) -> tuple[int, ...]:
    """The weights that were learned by self-play (`tiotal train`), in the order of the policy's names."""
    file = file_of(game, "weights.json")
    if not file.is_file():
        return tuple(policy_of(game).HAND_SET)
    learned: dict[str, int] = json.loads(file.read_text(encoding="utf-8"))["weights"]
    return tuple(learned[name] for name in policy_of(game).NAMES)
