"""What a seat sees of a match, as numbers; the same in all environments.

`observation(view)` and `action_mask(view)` are for whatever sits at a table with a view: a network that was trained in
an environment can play as a bot with them.
"""

from __future__ import annotations

from typing import Any

from tiotal.engine import forms
from tiotal.engine.errors import TiotalError
from tiotal.engine.game import Game, View
from tiotal.engine.games import part_of
from tiotal.engine.layouts import Layout


def observing_of(game: Game) -> Any:
    """The module that says what programs see of a game."""
    found = part_of(game.key, "observing")
    if found is None:
        raise TiotalError("envs.no_layout", game=game.title)
    return found


def has_layout(key: str) -> bool:
    """Games of other packages may have none."""
    return part_of(key, "observing") is not None


def layout_of(game: Game) -> Layout:
    layout: Layout = observing_of(game).LAYOUT
    return layout


def agents_of(game: Game) -> list[str]:
    """The seats by the names that environments give them."""
    return [f"player_{seat}" for seat in range(game.players)]


def observation(view: View) -> Any:
    """What the seat of a view sees, as a row of the layout of its game."""
    import numpy as np

    row = [0] * layout_of(view.game).size
    forms.interpreted(view.game.rules, observing_of(view.game)).observe(view.state, view.seat, row)
    return np.array(row, np.int16)


def action_mask(view: View) -> Any:
    """A one for each action that the seat of a view can take now."""
    import numpy as np

    mask = np.zeros(view.game.actions, np.int8)
    mask[[view.game.parse(move) for move in view.legal_moves]] = 1
    return mask


def observation_space(game: Game) -> Any:
    """The rows of a game as a space of Gymnasium."""
    import numpy as np
    from gymnasium import spaces

    layout = layout_of(game)
    return spaces.Box(np.array(layout.low, np.int16), np.array(layout.high, np.int16), dtype=np.int16)
