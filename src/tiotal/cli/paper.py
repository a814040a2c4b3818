"""The commands that make something to print."""

from __future__ import annotations

from pathlib import Path

import click

from tiotal.cli.root import GAME_NAMES, a_path, choose_game, command, commands, common, option
from tiotal.cli.translated import Commands, OneOf, WholeNumber
from tiotal.words import say

PAPERS = ("a4", "letter")  # as `tiotal.paper.pen` has them, which is loaded by whoever prints

of_game = option("--game", required=True, metavar=f"{GAME_NAMES}|metavar_house_rules", help="paper_game_option")
on_paper = option("--paper", "size", type=OneOf(*PAPERS), default=PAPERS[0], help="paper_option")
into_file = option("-o", "--out", type=a_path, metavar="metavar_file", help="paper_out_option")
variant = option("--option", "chosen", multiple=True, metavar="KEY=VALUE", help="option_option")


@commands.group("paper", cls=Commands, help="paper", subcommand_metavar="metavar_command", invoke_without_command=True)
@common
@click.pass_context
def paper(ctx: click.Context) -> None:
    if ctx.invoked_subcommand is None:
        print(ctx.get_help())


@command("cards", within=paper)
@of_game
@variant
@option("--backs", is_flag=True, help="backs_option")
@on_paper
@into_file
@click.pass_obj
def cards_command(
    language: str, *, game: str, chosen: tuple[str, ...], backs: bool, size: str, out: Path | None
) -> None:
    from tiotal.paper.cards import print_cards
    from tiotal.paper.pen import PAPERS

    match = choose_game(game, None, chosen)
    _write(out or Path(f"{match.name}-cards-{size}.pdf"), print_cards(match, PAPERS[size], language, backs), language)


@command("scores", within=paper)
@of_game
@on_paper
@into_file
@click.pass_obj
def scores_command(language: str, *, game: str, size: str, out: Path | None) -> None:
    from tiotal.paper.pen import PAPERS
    from tiotal.paper.scores import print_scores

    match = choose_game(game, None, ())
    _write(out or Path(f"{match.name}-scores-{size}.pdf"), print_scores(match, PAPERS[size], language), language)


@command("lines", within=paper)
@on_paper
@into_file
@click.pass_obj
def lines_command(language: str, *, size: str, out: Path | None) -> None:
    from tiotal.paper.number_lines import print_number_lines
    from tiotal.paper.pen import PAPERS

    _write(out or Path(f"number-lines-{size}.pdf"), print_number_lines(PAPERS[size], language), language)


@command("puzzles", within=paper, told="paper_puzzles")
@option("--game", required=True, metavar=GAME_NAMES, help="paper_puzzles_game_option")
@option("--difficulty", type=WholeNumber(), default=1, help="puzzle_difficulty_option")
@option("--set", "number", type=WholeNumber(), default=1, help="paper_set_option")
@on_paper
@into_file
@click.pass_obj
def puzzles_command(language: str, *, game: str, difficulty: int, number: int, size: str, out: Path | None) -> None:
    from tiotal.engine.games import game_named
    from tiotal.paper.pen import PAPERS
    from tiotal.paper.puzzles import print_puzzles, title_of_set
    from tiotal.puzzles import set_of

    name = game_named(game).name
    puzzles, title = set_of(name, difficulty, number), title_of_set(name, difficulty, number, language)
    file = out or Path(f"{name}-puzzles-{difficulty}-{number}-{size}.pdf")
    _write(file, print_puzzles(title, puzzles, PAPERS[size], language), language)


def _write(file: Path, content: bytes, language: str) -> None:
    from tiotal.terminal.files import write_new

    write_new(file, content)
    print(say(language, "paper.written", file=str(file)))
