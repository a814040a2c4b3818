"""Everything that a house needs, loaded once, so that a picture of the memory can be kept and start at once."""

from __future__ import annotations

import tiotal.page.worker  # noqa: F401
from tiotal.bots import advice, levels, worlds  # noqa: F401
from tiotal.bots.catalogue import LEVEL_NAMES, SEARCHING, make_bot
from tiotal.bots.facts import facts_of
from tiotal.engine.games import GAMES
from tiotal.table.lessons import newest_lesson
from tiotal.words import LANGUAGES, say


def warm_up() -> None:
    for name, game_class in GAMES.items():
        position = game_class(2).deal(0)
        newest_lesson(name)
        facts_of(position.game.key)
        for level in LEVEL_NAMES:
            if level not in SEARCHING:
                make_bot(level, 0).choose(position.view(position.to_move))
    for language in LANGUAGES:
        say(language, "server.no_table")
