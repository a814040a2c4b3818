"""The games that come along, one folder each, and nothing of them anywhere else.

`tiotal.engine.games` loads them; whatever speaks of games in general reaches them through it.
"""

from __future__ import annotations

import pkgutil
from typing import TYPE_CHECKING

NAMES = tuple(found.name for found in pkgutil.iter_modules(__path__) if found.ispkg)  # in the order of the alphabet

if TYPE_CHECKING:
    from tiotal.games.cento.game import Cento
    from tiotal.games.nimmt.game import Nimmt
    from tiotal.games.ten.game import Ten

    __all__ = ["NAMES", "Cento", "Nimmt", "Ten"]
