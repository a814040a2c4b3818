"""Click in every language: help is written as message keys, and turned into words when it is shown."""

from __future__ import annotations

from typing import Any

import click

from tiotal.engine.errors import TiotalError
from tiotal.words import DEFAULT, say

LONGEST_QUOTE = 40


def words(ctx: click.Context | None, key: str) -> str:
    """A message of the command line, in the language that the root context was given."""
    return say((ctx.obj if ctx else None) or DEFAULT, f"cli.{key}")


def sentence(error: click.ClickException, language: str) -> str:
    """What was wrong with a command line, in one sentence."""
    match error:
        case click.NoSuchOption():
            return say(language, "cli.no_such_option", option=error.option_name[:LONGEST_QUOTE])
        case click.MissingParameter() if error.param and error.param.name == "game":
            choices = (error.param.metavar or "").split("|")
            return say(language, "cli.which_game", names=[name for name in choices if not name.startswith("metavar_")])
        case click.MissingParameter():
            return say(language, "cli.missing", what=_name(error.param, error.ctx))
        case click.BadOptionUsage() if "requires an argument" in error.message:
            return say(language, "cli.needs_value", option=error.option_name)
        case click.BadOptionUsage():
            return say(language, "cli.no_value", option=error.option_name)
    return error.format_message()


def _name(param: click.Parameter | None, ctx: click.Context | None) -> str:
    if param is None:
        return ""
    return param.make_metavar(ctx) if isinstance(param, click.Argument) and ctx else param.opts[0]


class Formatter(click.HelpFormatter):
    language = DEFAULT

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        super().write_usage(prog, args, say(self.language, "cli.usage"))

    def write_heading(self, heading: str) -> None:
        known = {"Options": "heading_options", "Commands": "heading_commands"}
        super().write_heading(say(self.language, f"cli.{known[heading]}") if heading in known else heading)


class Context(click.Context):
    def make_formatter(self) -> click.HelpFormatter:
        formatter = Formatter(width=self.terminal_width, max_width=100)
        formatter.language = self.obj or DEFAULT
        return formatter


class Translated(click.Command):
    """A command whose help is a key."""

    context_class = Context

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings | {"options_metavar": "metavar_options", "add_help_option": False})

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(words(ctx, self.help or ""))

    def get_short_help_str(self, limit: int = 45) -> str:
        return words(click.get_current_context(silent=True), self.help or "")

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        keys = super().collect_usage_pieces(ctx)
        return [words(ctx, key) if key.startswith("metavar_") else key for key in keys]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.allow_extra_args = True
        rest = super().parse_args(ctx, args)
        if ctx.args and not ctx.resilient_parsing and not isinstance(self, click.Group):
            raise TiotalError("cli.too_much", extra=" ".join(ctx.args)[:LONGEST_QUOTE])
        return rest


class Commands(Translated, click.Group):
    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        if args and not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            raise TiotalError("cli.no_such_command", command=args[0][:LONGEST_QUOTE], known=self.list_commands(ctx))
        return super().resolve_command(ctx, args)


class Option(click.Option):
    """An option whose help is a key; its metavar is one, too, or has one among what can be chosen."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        record = super().get_help_record(ctx)
        if record is None:
            return None
        default = (
            "" if self.default in (None, False) or not isinstance(self.default, int | str) else f" [{self.default}]"
        )
        return record[0], words(ctx, self.help or "") + default

    def make_metavar(self, ctx: click.Context) -> str:
        return _translated(super().make_metavar(ctx), ctx)


class Argument(click.Argument):
    """An argument whose metavar is a key, or has one among what can be chosen."""

    def make_metavar(self, ctx: click.Context) -> str:
        return _translated(super().make_metavar(ctx), ctx)


def _translated(metavar: str, ctx: click.Context) -> str:
    return "|".join(words(ctx, choice) if choice.startswith("metavar_") else choice for choice in metavar.split("|"))


class WholeNumber(click.ParamType[int]):
    name = "n"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, int):
            return value
        text = str(value).strip()
        if text.lstrip("-").isdecimal() and text.isascii() and len(text) < LONGEST_QUOTE:
            return int(text)
        raise TiotalError("cli.not_a_number", what=_name(param, ctx), value=text[:LONGEST_QUOTE])


class OneOf(click.ParamType[str]):
    def __init__(self, *choices: str) -> None:
        self.choices = choices
        self.name = "|".join(choices)

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        return self.name

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value in self.choices:
            return str(value)
        wrong = str(value)[:LONGEST_QUOTE]
        raise TiotalError("cli.one_of", what=_name(param, ctx), choices=self.choices, value=wrong)
