"""How things show themselves in a notebook."""

from __future__ import annotations

from importlib import import_module

DRAWS = "tiotal.notebook"  # stands above the engine, and is loaded only when there is something to show


class Shown:
    """Whatever a notebook draws instead of printing it."""

    def _repr_html_(self) -> str:
        html: str = import_module(DRAWS).html_of(self)
        return html
