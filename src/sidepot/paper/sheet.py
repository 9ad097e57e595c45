"""The rules of a game as one page of HTML, laid out for one side of paper."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from sidepot.cards import SIGNS
from sidepot.engine import rule_pages
from sidepot.engine.game import Game
from sidepot.paper import owed
from sidepot.paper.hand_order import drawn_order
from sidepot.paper.shortening import shortened
from sidepot.paper.sizes import PAPERS, Paper
from sidepot.words import Message, language, say

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

_MOST, _IDEA = 4600, 500
"""The most characters of the rules in short, and of the idea above them."""
_RED, _COLOUR = "dh", ("", ' class="red"')
_LONG = 8
"""A table of more rows than this may go on in the next column."""
_WIDE = 12
"""A value of more characters than this may go on in the next line."""


def sheet(game: Game, paper: str) -> str:
    """The page for a game with the options of a table; `paper` is one of `PAPERS`.

    A script in it sets the largest type with which all of it fits. Raises `BadGameFile`.
    """
    body = "".join(_body(game))
    return (
        f'<!doctype html>\n<html lang="{language()}">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>{escape(game.said_title)}</title>\n<style>{style(paper)}</style>\n"
        f"<body>\n{body}\n<script>{script()}</script>\n"
    )


def style(paper: str) -> str:
    """The style sheet of a page for a size of paper."""
    return f"{_file('sheet.css')}{_page(PAPERS[paper])}"


def script() -> str:
    """The script of every page."""
    return _file("fit.js")


def _page(paper: Paper) -> str:
    # a hair less than the page, which rounding would else break in two
    return (
        f"@page {{ size: {paper.name}; margin: 0 }} "
        f"main {{ width: {paper.width}mm; height: {paper.height - 0.5}mm }}"
    )


@functools.cache
def _file(name: str) -> str:
    return Path(__file__).with_name(name).read_text("utf-8")


def _body(game: Game) -> Iterator[str]:
    yield f"<button>{escape(say('paper.print'))}</button><main>"
    yield from _header(game)
    yield '<div class="columns">'
    yield f'<div class="rules">{_rules(game)}</div>'
    if rule_pages.has_order(game):
        yield _section(say("paper.order"), [drawn_order(game)])
    yield _section(say("paper.suits"), _suits(game))
    rows = list(owed.owed(game))
    yield _section(say("paper.owed"), _owed(rows), is_open=len(rows) > _LONG)
    yield _section(say("paper.agreed"), _agreed(game), is_open=True)
    yield _section(say("paper.evening"), _evening(game))
    whole = say("paper.whole", game=game.name)
    yield f"</div><footer>{escape(whole)}</footer></main>"


def _header(game: Game) -> Iterator[str]:
    """The title, and what the game is."""
    idea = rule_pages.idea(game)
    idea = idea if len(idea) <= _IDEA else f"{idea[:_IDEA]}…"
    players = str(game.said_players)
    by = ", ".join(escape(part) for part in (game.said_author, players) if part)
    yield f'<header><h1>{escape(game.said_title)}</h1><p class="by">{by}</p>'
    yield f"<p>{escape(idea)}</p></header>"


def _rules(game: Game) -> str:
    """The rules in short, as HTML."""
    page = rule_pages.without_numbers(rule_pages.rules_alone(game))
    text = shortened(rule_pages.with_labels(page, game), _MOST)
    return str(_reader().render(text))


@functools.cache
def _reader() -> MarkdownIt:
    from markdown_it import MarkdownIt  # a room opens before it is needed

    found = MarkdownIt("commonmark", {"html": False})
    return found.enable("table").disable(["image", "link"])


def _section(title: str, lines: Iterable[str], *, is_open: bool = False) -> str:
    """A part under a heading; nothing where it has no lines. `is_open`: it may be divided."""
    inside = "".join(lines)
    kind = ' class="open"' if is_open else ""
    return f"<section{kind}><h2>{escape(title)}</h2>{inside}</section>" if inside else ""


def _suits(game: Game) -> Iterator[str]:
    """The suits from low to high, where their order decides anything."""
    names = [
        f"<span><i{_COLOUR[suit in _RED]}>{SIGNS[suit]}</i> {escape(name)}</span>"
        for suit, name in ((suit, say("paper.suit", suit=suit)) for suit in owed.suits(game))
    ]
    if names:
        yield f'<p class="suits">{" &lt; ".join(names)}</p>'


def _owed(rows: Sequence[owed.Owed]) -> Iterator[str]:
    """A table of what is paid when."""
    if rows:
        yield "<table>"
        for row in rows:
            yield f"<tr><th>{escape(row.name)}</th>{_value(row.value)}"
            yield f"<td>{escape(row.when)}</td></tr>"
        yield "</table>"


def _value(value: str) -> str:
    """The cell of a value; a long one, such as a table of pays, may be divided at its strokes."""
    if len(value) <= _WIDE:
        return f'<td class="n value">{escape(value)}</td>'
    return f'<td class="n value long">{escape(value).replace("/", "/<wbr>")}</td>'


def _agreed(game: Game) -> Iterator[str]:
    """Further agreements of the table, in one line."""
    rows = [f"{escape(name)}: <b>{escape(value)}</b>" for name, value in owed.agreed(game)]
    if rows:
        yield f"<p>{'; '.join(rows)}.</p>"


def _evening(game: Game) -> Iterator[str]:
    """Seats, cards and chips for a first evening."""
    yield f"<p>{' '.join(escape(str(sentence)) for sentence in _setting(game))}</p>"
    each, most = escape(say("paper.each")), escape(say("paper.all", n=game.most))
    yield f"<table><tr><th>{escape(say('paper.chips'))}</th>"
    yield f'<th class="n">{each}</th><th class="n">{most}</th></tr>'
    for value, pieces in owed.piles(game):
        yield f'<tr><td>{value}</td><td class="n">{pieces}</td>'
        yield f'<td class="n">{pieces * game.most}</td></tr>'
    yield "</table>"


def _setting(game: Game) -> Iterator[Message]:
    yield owed.deck(game)
    yield Message("paper.seats")
    if game.banked:
        yield Message("paper.bank")
    if game.minutes:
        yield Message("paper.minutes", {"n": game.minutes})
    yield Message("paper.stack", {"n": owed.stack(game)})
