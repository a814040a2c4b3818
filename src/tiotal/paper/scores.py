"""Score sheets for real cards: a page for each way to keep score that a game declares (`Game.sheets`)."""

from __future__ import annotations

from collections.abc import Iterator

from tiotal.engine.game import Game
from tiotal.engine.sheets import Sheet
from tiotal.paper.pen import FAINT, INK, PALE, SOFT, Paper, Pen, lines_of
from tiotal.words import say
from tiotal.words.telling import card_label, option_name

MARGIN = 13
LABELS = 31  # how wide the column is that says what a row is for
ROW = 8.6
COUNTS = {"own": "paper.counts_own", "others": "paper.counts_others", "win": "paper.counts_win"}
BEST = {"lowest": "paper.best_lowest", "highest": "paper.best_highest"}
SMALL, TEXT = 3.1, 4


def print_scores(game: Game, paper: Paper, language: str) -> bytes:
    pen = Pen(paper, say(language, "paper.scores_of", game=game.title), language)
    for sheet in game.sheets:
        with pen.page():
            top, foot = _head(pen, game, sheet), paper.height - MARGIN
            if sheet.counts != "win":
                foot -= _height_of_worth(pen, game)
                _worth(pen, game, foot + 5)
            rows = _rows(game, sheet, language, most=int((foot - top) / ROW) - 1)
            while top + ROW * (len(rows) + 1) <= foot:
                top = _block(pen, game, rows, top) + 6
    return pen.finish()


def _head(pen: Pen, game: Game, sheet: Sheet) -> float:
    language, width = pen.language, pen.paper.width - 2 * MARGIN
    title = say(language, "paper.scores_of", game=game.title)
    if len(game.sheets) > 1:
        title += f" · {option_name(language, game.name, f'match_{sheet.name}')}"
    pen.words(MARGIN, MARGIN + 7, title, 8, INK, heavy=True, most=width)
    rules = [say(language, "paper.counts_chips" if sheet.chips else COUNTS[sheet.counts])]
    if sheet.limit is not None:
        rules.append(say(language, "paper.until", limit=sheet.limit))
    if sheet.rounds == "players":
        rules.append(say(language, "paper.as_many_rounds"))
    rules.append(say(language, BEST[sheet.best]))
    return pen.paragraph(MARGIN, MARGIN + 15, width, " ".join(rules), TEXT, SOFT) + 1


def _rows(game: Game, sheet: Sheet, language: str, most: int) -> list[str]:
    """What stands before each row, under the names. If nobody knows how many rounds there will be: all that fit."""
    if sheet.chips:
        return [say(language, row) for row in ("paper.taken", "paper.in_hand", "paper.chips", "paper.score")]
    rounds = game.most_players if sheet.rounds == "players" else most - 1
    return [*(say(language, "paper.round", n=n) for n in range(1, rounds + 1)), say(language, "paper.total")]


def _block(pen: Pen, game: Game, labels: list[str], top: float) -> float:
    rows = [say(pen.language, "paper.name"), *labels]
    right, bottom = pen.paper.width - MARGIN, top + ROW * len(rows)
    column = (right - MARGIN - LABELS) / game.most_players
    pen.box(MARGIN, top, right - MARGIN, ROW, fill=PALE)
    pen.box(MARGIN, bottom - ROW, right - MARGIN, ROW, fill=PALE)
    for n, label in enumerate(rows):
        y = top + n * ROW
        is_strong = n in (0, len(rows) - 1)
        pen.words(MARGIN + 2, y + 0.66 * ROW, label, TEXT, INK, heavy=is_strong, most=LABELS - 4)
        pen.line(MARGIN, y, right, y, SOFT if is_strong else FAINT, 0.3 if is_strong else 0.2)
    for n in range(game.most_players):
        x = MARGIN + LABELS + n * column
        pen.line(x, top, x, bottom, FAINT, 0.2)
    pen.line(MARGIN, top + ROW, right, top + ROW, SOFT)
    pen.box(MARGIN, top, right - MARGIN, bottom - top, stroke=SOFT, line=0.4)
    return bottom


# --- What the cards count ---------------------------------------------------------------------------------------
def worth(game: Game, language: str) -> Iterator[tuple[int, str]]:
    """Points, and the cards that count so many; those of which there are most are all the others."""
    by_points: dict[int, list[str]] = {}
    for card, points in game.points.items():
        by_points.setdefault(points, []).append(card_label(language, game.name, card))
    most = max(by_points, key=lambda points: len(by_points[points]))
    for points in sorted(by_points):
        cards = by_points[points]
        is_rest = points == most and len(cards) > 20
        yield points, say(language, "paper.all_others") if is_rest else ", ".join(cards)


def _columns(pen: Pen, game: Game) -> list[tuple[int, list[str]]]:
    width = (pen.paper.width - 2 * MARGIN - 8) / 2 - 10
    return [(points, lines_of(cards, width, SMALL)) for points, cards in worth(game, pen.language)]


def _height_of_worth(pen: Pen, game: Game) -> float:
    lines = sum(len(lines) for _, lines in _columns(pen, game))
    return 10 + 1.5 * SMALL * (lines / 2 + 1.5)


def _worth(pen: Pen, game: Game, top: float) -> None:
    pen.words(MARGIN, top + 3, say(pen.language, "paper.worth"), TEXT, INK, heavy=True)
    entries = _columns(pen, game)
    half = sum(len(lines) for _, lines in entries) / 2
    first, done = top + 9, 0
    x, y = float(MARGIN), first
    for points, lines in entries:
        if done >= half and x == MARGIN:
            x, y = MARGIN + (pen.paper.width - 2 * MARGIN + 8) / 2, first
        pen.words(x + 6, y, str(points), SMALL, INK, "end", heavy=True)
        for line in lines:
            pen.words(x + 10, y, line, SMALL, INK)
            y += 1.5 * SMALL
        done += len(lines)
