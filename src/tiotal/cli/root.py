"""The command `tiotal` itself, and what its commands share.

What is heavy is imported by the command that needs it, so that help is instant.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import tiotal
from tiotal import games
from tiotal.cli.translated import Argument, Commands, OneOf, Option, Translated, WholeNumber
from tiotal.words import LANGUAGES, say

if TYPE_CHECKING:
    from rich.console import Console

    from tiotal.engine.game import Game
    from tiotal.engine.house_rules import HouseRules

BAD_RECORD, BAD_INPUT = 1, 2  # how a command ends that has found something wrong
GAME_NAMES = "|".join(games.NAMES)
USUAL_PLAYERS = 4


# --- Options that commands share --------------------------------------------------------------------------------
Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def option(*names: str, **settings: Any) -> Decorator:
    return click.option(*names, cls=Option, **settings)


def common(function: Callable[..., Any]) -> Callable[..., Any]:
    function = click.help_option("-h", "--help", cls=Option, help="help_option")(function)
    return option("--language", type=OneOf(*LANGUAGES), expose_value=False, help="language_option")(function)


def game_options(function: Callable[..., Any]) -> Callable[..., Any]:
    function = option("--option", "chosen", multiple=True, metavar="KEY=VALUE", help="option_option")(function)
    function = option("--seed", metavar="S", help="seed_option")(function)
    function = option("--players", type=WholeNumber(), help="game_players_option")(function)
    return game_or_file(function)


game_argument = click.argument("game", cls=Argument, metavar=GAME_NAMES)
game_or_file = click.argument("game", cls=Argument, metavar=f"{GAME_NAMES}|metavar_house_rules")
database_option = option("--database", metavar="URL", envvar="TIOTAL_DATABASE", help="database_option")
json_option = option("--json", "as_json", is_flag=True, help="json_option")
policies = OneOf("uniform", "eager")
a_path = Path  # and not click.Path, which looks at the file and stumbles over names that cannot be one


@click.group(cls=Commands, help="summary", subcommand_metavar="metavar_command", invoke_without_command=True)
@click.version_option(tiotal.__version__, message="tiotal %(version)s", cls=Option, help="version_option")
@common
@click.pass_context
def commands(ctx: click.Context) -> None:
    if ctx.invoked_subcommand is None:
        print(ctx.get_help())


def command(
    name: str, within: click.Group = commands, told: str | None = None
) -> Callable[[Callable[..., Any]], click.Command]:
    """A command. Its help is told by the message of its name, or by another one."""

    def decorate(function: Callable[..., Any]) -> click.Command:
        return within.command(name, cls=Translated, help=told or name)(common(function))

    return decorate


# --- What the commands need -------------------------------------------------------------------------------------
def console(stderr: bool = False) -> Console:
    from rich.console import Console

    made = Console(stderr=stderr, highlight=False)
    made.soft_wrap = not made.is_terminal  # whoever reads our output from a pipe wants whole lines
    return made


def choose_game(name: str, players: int | None, chosen: Sequence[str], bots: int | None = None) -> Game:
    """The game of this name, or by the house rules in this file. If nobody says how many play: the usual number, or a
    place for every bot."""
    from tiotal.engine.games import game_named
    from tiotal.engine.options import read_options

    rules = house_rules_in(Path(name)) if is_house_rules(name) else None
    kind = rules.kind if rules else game_named(name)
    changed = read_options(kind.declared_options, chosen)
    if players is None:
        options = rules.options | changed if rules else changed
        usual = USUAL_PLAYERS if bots is None else table_size(kind, options, bots)
        players = rules.nearest(usual) if rules else usual
    return rules.play(players, **changed) if rules else kind(players, **changed)


def table_size(kind: type[Game], options: Mapping[str, Any], bots: int) -> int:
    """How many players, if nobody says: a place for every bot, as far as the game allows."""
    a_place = 2 if options.get("pairs") is True else 1
    return max(2, min(a_place * bots, kind.most_players))


def is_house_rules(name: str) -> bool:
    from tiotal.engine.house_rules import ENDING

    return name.lower().endswith(ENDING)


def house_rules_in(file: Path) -> HouseRules:
    from tiotal.engine.house_rules import MOST_CHARACTERS, read_house_rules
    from tiotal.terminal.files import read_text

    return read_house_rules(read_text(file, MOST_CHARACTERS + 1))


def number_seed(seed: str | None) -> int:
    """For simulations: a number; without one, 0."""
    from tiotal.engine.seeds import read_seed

    return 0 if seed is None else int(read_seed(seed, sealed=False))


def prepare(game: Game, language: str) -> None:
    """Compile what random games need before the work begins, and say so; or say that it will be slow."""
    from tiotal.engine.batch import play_random
    from tiotal.engine.forms import can_compile

    if not can_compile():
        print(say(language, "simulate.no_numba"), file=sys.stderr)
        return
    with console(stderr=True).status(say(language, "simulate.compiling")):
        play_random(game, 1, threads=1)


def prepare_bots(game: str, language: str) -> None:
    """The same for the bots that look ahead."""
    from tiotal.bots.search import warm_up
    from tiotal.engine.forms import can_compile

    if can_compile():
        with console(stderr=True).status(say(language, "simulate.compiling")):
            warm_up(game)
