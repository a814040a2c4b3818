"""The rules of a game, or another text, as HTML, in sections that a page can show, link and search one by one."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from html import escape

from markdown_it import MarkdownIt
from markdown_it.token import Token

from tiotal import rulebook

LEVELS = {"h2": 2, "h3": 3}
ALIGNED = {"text-align:left": "left", "text-align:center": "centre", "text-align:right": "right"}


@dataclass(frozen=True)
class Picture:
    """Drawn by whoever shows the page; `says` is for those who do not see it."""

    name: str
    says: str


@dataclass(frozen=True)
class Section:
    """What stands under a heading, until the next one. The text before the first heading has none."""

    title: str
    level: int
    picture: Picture | None  # before the text
    html: str


@dataclass(frozen=True)
class Page:
    title: str
    sections: tuple[Section, ...]


@functools.cache
def page(game: str, language: str, notation: bool = False) -> Page:
    return page_of(rulebook.text(game, language, notation))


def page_of(text: str) -> Page:
    """A text in Markdown, with one heading of the first level."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    title, sections = "", list[Section]()
    heading, level, content = "", 2, list[Token]()

    def end_section() -> None:
        picture = _take_picture(content)
        html = markdown.renderer.render(content, markdown.options, {})
        if heading or html:
            sections.append(Section(heading, level, picture, html))

    tokens = _wrapped_tables(markdown.parse(text))
    while tokens:
        token = tokens.pop(0)
        if token.type != "heading_open" or token.tag not in ("h1", *LEVELS):
            content.append(token)
            continue
        words = _text(tokens.pop(0))
        tokens.pop(0)  # the end of the heading
        if token.tag == "h1":
            title = words
            continue
        end_section()
        heading, level, content = words, LEVELS[token.tag], []
    end_section()
    return Page(title, tuple(sections))


def _take_picture(content: list[Token]) -> Picture | None:
    """A paragraph that is a picture, out of the content."""
    for place, token in enumerate(content):
        image = token.children[0] if token.type == "inline" and token.children else None
        if image is not None and image.type == "image":
            del content[place - 1 : place + 2]  # with the paragraph round it
            return Picture(str(image.attrs["src"]).removeprefix("picture:"), image.content)
    return None


def _text(inline: Token) -> str:
    """Without emphasis and the like."""
    return "".join(child.content for child in inline.children or [])


def _wrapped_tables(tokens: list[Token]) -> list[Token]:
    """Each table in a box that scrolls, named after its columns; aligned by classes, for pages may not have styles."""
    found: list[Token] = []
    for place, token in enumerate(tokens):
        style = token.attrs.pop("style", None)
        if style is not None:
            token.attrJoin("class", ALIGNED[str(style)])
        if token.type == "table_open":
            name = escape(_columns(tokens, place))
            found.append(_html(f'<div class="table" tabindex="0" role="region" aria-label="{name}">'))
        found.append(token)
        if token.type == "table_close":
            found.append(_html("</div>\n"))
    return found


def _columns(tokens: list[Token], table: int) -> str:
    names: list[str] = []
    for place in range(table, len(tokens)):
        if tokens[place].type == "thead_close":
            break
        if tokens[place].type == "inline":
            names.append(_text(tokens[place]))
    return ", ".join(name for name in names if name)


def _html(text: str) -> Token:
    return Token("html_block", "", 0, content=text)
