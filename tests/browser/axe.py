"""What a page has to be like for everybody: axe-core, targets that can be hit, text that can be made larger."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
SMALLEST_TARGET = 44  # pixels
OF_COLOURS = ("color-contrast", "link-in-text-block")  # the rules that see a difference between light and dark


@cache
def source() -> str:
    return AXE.read_text(encoding="utf-8")


def violations(page: Page, of: tuple[str, ...] | None = None) -> list[str]:
    """What axe-core finds, of all its rules or only some, as lines that say where and why."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(source())
    found: list[dict[str, Any]] = page.evaluate(
        """async (of) => {
          const which = of ? { runOnly: of } : { rules: { "target-size": { enabled: true } } };
          return (await axe.run(document, { resultTypes: ["violations"], ...which })).violations;
        }""",
        of,
    )
    return [
        f"{rule['id']} ({rule['help']}): {node['html'][:200]} {node['failureSummary']}"
        for rule in found
        for node in rule["nodes"]
    ]


def small_targets(page: Page) -> list[str]:
    """Whatever can be tapped and is smaller than a fingertip; links within a sentence may be."""
    found: list[str] = page.evaluate(
        """(smallest) => {
          const shown = (element) =>
            element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
            !element.closest("[inert], .unseen, [aria-hidden=true]");
          const sizeOf = (element) => {
            const around = element.matches("input") ? (element.closest("label") ?? element) : element;
            const boxes = [element, around].map((one) => one.getBoundingClientRect());
            return [Math.max(...boxes.map((box) => box.width)), Math.max(...boxes.map((box) => box.height))];
          };
          return [...document.querySelectorAll("button, a[href], input, select, summary, [role=button]")]
            .filter((element) => shown(element) && getComputedStyle(element).display !== "inline")
            .map((element) => [element, ...sizeOf(element)])
            .filter(([, width, height]) => Math.min(width, height) < smallest - 0.5)
            .map(([element, width, height]) =>
              `${Math.round(width)}×${Math.round(height)}: ${element.outerHTML.replace(/\\s+/g, " ").slice(0, 160)}`);
        }""",
        SMALLEST_TARGET,
    )
    return found


def too_wide(page: Page) -> int:
    """By how many pixels the page is wider than the window, so that one would have to scroll sideways to read."""
    width: int = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return width
