"""Rule pages: a game's rules for its players, with a table of options made from the code."""

import ast
import functools
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from sidepot.engine.game import Game
from sidepot.engine.game_files import source_of
from sidepot.words import Message, say

_HOUSE = "sidepot.games."
"""The beginning of the module names of games that come with Sidepot."""
TESTED = "tested.json"
"""A file next to the games: the test suites that each game passes. Written by `make docs`."""


def rule_page(game: Game) -> str:
    """A game's rule page in Markdown: the `.md` next to its file, or else the file's docstring."""
    source = source_of(game)
    page = source.with_suffix(".md")
    text = page.read_text("utf-8") if page.exists() else ast.get_docstring(_parsed(source))
    return f"{(text or game.title).strip()}\n\n{_option_table(game)}\n"


def family(game: Game) -> str:
    """The common name of the games on one rule page: its heading, or else the game's title."""
    first = rule_page(game).partition("\n")[0]
    return first.removeprefix("# ") if first.startswith("# ") else game.title


def version(game: Game) -> str:
    """The title within the family: "Shootout" for "High Noon: Shootout"."""
    return re.sub(rf"{re.escape(family(game))}[:,] +", "", game.title)


def idea(game: Game) -> str:
    """The first paragraph of the rule page, on one line, without markup."""
    paragraphs = (part for part in rule_page(game).split("\n\n") if not part.startswith("#"))
    return " ".join(next(paragraphs).split()).replace("*", "").replace("`", "")


def picture(game: Game) -> str | None:
    """The drawing for a lobby, an SVG next to the game's file, or None.

    It is 360 by 190 pixels, and may use the colours of the page (`var(--card)`).
    """
    drawing = source_of(game).with_suffix(".svg")
    return drawing.read_text("utf-8") if drawing.exists() else None


def _parsed(source: Path) -> ast.Module:
    return ast.parse(source.read_text("utf-8"))


def _option_table(game: Game) -> str:
    """The options of a game as a Markdown table."""
    lines = [
        say("page.options", game=game.name, least=game.least, most=game.most),
        "",
        say("page.head"),
        "| --- | --- | --- | --- |",
    ]
    for name, option in game.declared.items():
        row = (f"`{name}`", option.kind.legal, str(option.kind.default), option.help)
        lines.append(f"| {' | '.join(row)} |")
    return "\n".join(lines)


def about(game: Game) -> tuple[Message, ...]:
    """Sentences about a game: what it is, for how many players, its options, what is tested."""
    values = {"title": game.title, "author": game.author}
    held = _held(game, _tested(source_of(game).with_name(TESTED)))
    tested = Message("page.about_tested", {"held": held})
    untested = Message("page.about_untested", {"file": str(source_of(game))})
    return (
        Message("page.about", {**values, "least": game.least, "most": game.most}),
        Message("page.about_options", {"options": list(game.declared), "n": len(game.declared)}),
        tested if held else untested,
    )


def is_of_the_house(game: Game) -> bool:
    """Whether a game comes with Sidepot, with its own rules or those of another such game."""
    verbs = (getattr(verb, "py_func", verb) for verb in game.verbs)
    return all(verb.__module__.startswith(_HOUSE) for verb in verbs)


def _held(game: Game, tested: Mapping[str, Sequence[str]]) -> list[Message]:
    """Sentences about the tests that a game of the house passes; none for any other game."""
    suites = tested.get(game.name, ()) if is_of_the_house(game) else ()
    return [Message(f"held.{suite}") for suite in suites]


@functools.cache
def _tested(file: Path) -> dict[str, list[str]]:
    """The contents of a `TESTED` file; empty if there is none."""
    return dict(json.loads(file.read_text("utf-8"))) if file.exists() else {}


def games_table(games: Iterable[Game], tested: Mapping[str, Sequence[str]]) -> str:
    """The list of games as a Markdown table; `tested`: the suites that each game passes."""
    lines = [say("page.games_head"), "| --- | --- | --- | --- | --- | --- |"]
    for game in games:
        players = f"{game.least}-{game.most}"
        row = (
            f"`{game.name}`",
            game.title,
            players,
            ", ".join(game.declared),
            game.author,
            ", ".join(held.text for held in _held(game, tested)),
        )
        lines.append(f"| {' | '.join(row)} |")
    return "\n".join(lines)
