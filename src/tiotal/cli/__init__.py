"""The command `tiotal`."""

from tiotal.cli.commands import main

__all__ = ["main"]
