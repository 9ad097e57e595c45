"""Rule pages: a game's rules for its players, with a table of options made from the code."""

import ast
import functools
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from sidepot.engine import examples as example_lines
from sidepot.engine import first_hand, rule_pictures
from sidepot.engine.examples import Example
from sidepot.engine.first_hand import Hint
from sidepot.engine.game import Game
from sidepot.engine.game_files import source_of
from sidepot.engine.options import Bet
from sidepot.engine.rule_pictures import Position
from sidepot.errors import BadGameFile
from sidepot.words import Message, language, say

_TITLE = re.compile(r"<title>[^<]*</title>")
"""The text alternative of a picture; other languages have their own."""
_EXAMPLE = 5
"""The ante with which pages show what units are."""
_HOUSE = "sidepot.games."
"""The beginning of the module names of games that come with Sidepot."""
DRAWN = "drawn.json"
"""A file next to the games: the drawings of their rule pages; in German `drawn.de.json`. Written by
`make docs`."""
_NUMBER = re.compile(
    r"(?<=\S)[ \n] *\([A-Z]\d+(?:(?:,|\s[a-z]+)\s+[A-Z]\d+)*\)"
    r"|(?<=\()[A-Z]\d+;\s+"
    r"|\*\*[A-Z]\d+\*\*\s"
)
"""Numbers of rules, wherever lines break: ` (R4, H1 to H4)`, `(K3; ...)`, `**R4** `."""
_TYPED = re.compile(r"`([a-z][a-z0-9_]*(?:=[^\s`]+)?(?: [a-z][a-z0-9_]*=[^\s`]+)*)`")
"""Options as they are typed: `limit=no-limit`, several of them, or the name of one."""
TESTED = "tested.json"
"""A file next to the games: the test suites that each game passes. Written by `make docs`."""


def _caption(position: Position) -> str:
    return f"*{position.caption}*"


def rule_page(game: Game, picture: Callable[[Position], str] = _caption) -> str:
    """A game's rule page in Markdown: the `.md` next to its file, or else the file's docstring.

    In another language than English it is `NAME.de.md`, if there is one.
    `picture`: what stands for a declared position, its caption if nothing else.
    """
    text = _shown(_source_text(game), picture)
    version = say("page.rules_version", game=game.name, n=game.rules_version)
    return f"{(text.strip() or game.said_title)}\n\n{_option_table(game)}\n\n{version}\n"


def rules_alone(game: Game) -> str:
    """The rules of a rule page, without title, first paragraph (`idea`), pictures and options.

    What follows the hints for a first hand, such as credits, is left out too.
    """
    source = first_hand.before(_source_text(game))
    text = _shown(source, lambda _: "").strip()
    title, _, rest = text.partition("\n\n") if text.startswith("#") else ("", "", text)
    return rest.partition("\n\n")[2] or rest or title


def has_order(game: Game) -> bool:
    """Whether the rule page shows the order of hands. Raises `BadGameFile`."""
    return any(position.is_order for position in positions(game))


def _shown(source: str, picture: Callable[[Position], str]) -> str:
    """The text of a rule page for its readers, without hints and examples."""
    return rule_pictures.replaced(example_lines.without(first_hand.without(source)), picture)


def positions(game: Game) -> tuple[Position, ...]:
    """The positions that the rule page declares, to be drawn. Raises `BadGameFile`."""
    return tuple(rule_pictures.declared(_source_text(game)))


def drawings(game: Game) -> dict[Position, str]:
    """The drawings of a game of the house, as SVG; `make docs` makes them, as they are played."""
    file = source_of(game).with_name(DRAWN)
    drawn = _json(file) | _json(file.with_suffix(f".{language()}.json"))
    return {place: drawn[place.key] for place in positions(game) if place.key in drawn}


def without_numbers(page: str) -> str:
    """A rule page without the numbers of its rules, for people who only want to play."""
    return _NUMBER.sub("", page)


def with_marked_numbers(page: str, begin: str, end: str) -> str:
    """A rule page with something before and after each of the numbers of its rules."""
    return _NUMBER.sub(lambda found: f"{begin}{found[0]}{end}", page)


def with_labels(page: str, game: Game) -> str:
    """A rule page that names options as forms do, and not as they are typed.

    `` `short_mid=fold` `` becomes *short mid: fold*, and a name alone becomes its label.
    """
    return _TYPED.sub(lambda found: _labelled(found, game), page)


def _labelled(found: re.Match[str], game: Game) -> str:
    """The labels of the options in a piece of code; the code where it names anything else."""
    parts = [part.partition("=")[::2] for part in found[1].split(" ")]
    if not all(name in game.declared for name, _ in parts):
        return found[0]
    names = [(game.label(name) or name.replace("_", " "), name, value) for name, value in parts]
    said = [
        f"{label}: {game.value_label(name, value)}" if value else label
        for label, name, value in names
    ]
    return f"*{', '.join(said)}*"


def _declared(game: Game) -> first_hand.Declared:
    """The names of actions and events that a game declares."""
    return {"choice": game.acts.names, "event": game.tells.names}


def hints(game: Game) -> tuple[Hint, ...]:
    """The rule page's hints for a first hand. Raises `BadGameFile`."""
    return first_hand.read(_source_text(game), _declared(game))


def examples(game: Game) -> tuple[Example, ...]:
    """The examples in the game's file, or on the English page beside it. Raises `BadGameFile`."""
    source = source_of(game)
    page = source.with_suffix(".md")
    texts = [ast.get_docstring(_parsed(source)) or ""]
    texts += [page.read_text("utf-8")] if page.exists() else []
    return tuple(example for text in texts for example in example_lines.read(f"{text}\n"))


def check_hints(game: Game) -> None:
    """Raise `BadGameFile` for a fault in a page's hints for a first hand, in any language."""
    source = source_of(game)
    beside = [source.with_suffix(".md"), *sorted(source.parent.glob(f"{source.stem}.*.md"))]
    pages = [page for page in beside if page.exists()]
    for page in pages:
        try:
            first_hand.check(page.read_text("utf-8"), _declared(game))
        except BadGameFile as error:
            raise BadGameFile(
                "error.first_hand_page", page=page.name, reason=error.message
            ) from None
    if not pages:
        text = f"{ast.get_docstring(_parsed(source)) or ''}\n"
        first_hand.check(text, _declared(game))


def _source_text(game: Game) -> str:
    """The text of a rule page, with the section for first hands."""
    source = source_of(game)
    pages = (source.with_suffix(f".{language()}.md"), source.with_suffix(".md"))
    page = next((page for page in pages if page.exists()), None)
    text = page.read_text("utf-8") if page else ast.get_docstring(_parsed(source))
    return f"{text or ''}\n"


def family(game: Game) -> str:
    """The common name of the games on one rule page: its heading, or else the game's title."""
    first = rule_page(game).partition("\n")[0]
    return first.removeprefix("# ") if first.startswith("# ") else game.said_title


def version(game: Game) -> str:
    """The title within the family: "Shootout" for "High Noon: Shootout"."""
    return re.sub(rf"{re.escape(family(game))}[:,] +", "", game.said_title)


def idea(game: Game) -> str:
    """The first paragraph of the rule page, on one line, without markup."""
    paragraphs = (part for part in rule_page(game).split("\n\n") if not part.startswith("#"))
    return " ".join(next(paragraphs).split()).replace("*", "").replace("`", "")


def picture(game: Game) -> str | None:
    """The drawing for a lobby, an SVG next to the game's file, or None.

    It is 360 by 190 pixels, and may use the colours of the page (`var(--card)`).
    """
    drawing = source_of(game).with_suffix(".svg")
    if not drawing.exists():
        return None
    text, title = drawing.read_text("utf-8"), game.picture_title
    return _TITLE.sub(lambda _: f"<title>{escape(title)}</title>", text, 1) if title else text


def _parsed(source: Path) -> ast.Module:
    return ast.parse(source.read_text("utf-8"))


def _option_table(game: Game) -> str:
    """The options of a game as a Markdown table."""
    lines = [
        say("page.options", game=game.name, players=game.said_players),
        "",
        say("page.head"),
        "| --- | --- | --- | --- |",
    ]
    for name, option in game.declared.items():
        row = (f"`{name}`", option.kind.legal, str(option.kind.default), game.help(name))
        lines.append(f"| {' | '.join(row)} |")
    units = _units(game)
    return "\n".join([*lines, "", units] if units else lines)


def _units(game: Game) -> str:
    """The sentence that defaults of bets are units of the ante (C1), with an example; or none."""
    bets = [
        f"`{name}` {_EXAMPLE * option.kind.default}"
        for name, option in game.declared.items()
        if isinstance(option.kind, Bet)
    ]
    has_ante = "ante" in game.declared
    return say("page.units", ante=_EXAMPLE, bets=bets) if bets and has_ante else ""


def about(game: Game) -> tuple[Message, ...]:
    """Sentences about a game: what it is, for how many players, its options, what is tested."""
    values = {"title": game.said_title, "author": game.said_author}
    held = _held(game, _json(source_of(game).with_name(TESTED)))
    tested = Message("page.about_tested", {"held": held})
    untested = Message("page.about_untested", {"file": str(source_of(game))})
    return (
        Message("page.about", {**values, "players": game.said_players}),
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
def _json(file: Path) -> dict[str, Any]:
    """The contents of a file that `make docs` has written; empty if there is none."""
    return dict(json.loads(file.read_text("utf-8"))) if file.exists() else {}


def games_table(games: Iterable[Game], tested: Mapping[str, Sequence[str]]) -> str:
    """The list of games as a Markdown table; `tested`: the suites that each game passes."""
    lines = [say("page.games_head"), "| --- | --- | --- | --- | --- | --- |"]
    for game in games:
        players = f"{game.least}-{game.most}" if game.least < game.most else str(game.most)
        row = (
            f"`{game.name}`",
            game.said_title,
            players,
            ", ".join(game.declared),
            game.said_author,
            ", ".join(held.text for held in _held(game, tested)),
        )
        lines.append(f"| {' | '.join(row)} |")
    return "\n".join(lines)
