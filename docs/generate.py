"""Writes the generated parts of the docs: rules, commands, protocol, layout, reference.

`make docs` runs it; `--check` changes nothing and fails where something is out of date. The
reference and the documents of the API are built beside the committed pages and are not in the
repository.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import re
import sys
import zlib
from pathlib import Path
from typing import Any, get_args

from docs import agents, api, decks, docstrings, layout, vocabulary
from docs.rule_drawings import drawn
from docs.session import session
from docs.strength.page import parts as measured
from msgspec.inspect import StructType, type_info
from rich.console import Console
from tests import suites

from sidepot import games
from sidepot.cli import build_parser
from sidepot.designer.laws import LAWS
from sidepot.engine.game import Game
from sidepot.engine.rule_pages import DRAWN, TESTED, games_table, idea, positions, rule_page
from sidepot.engine.rule_pictures import Position
from sidepot.room.protocol.messages import FromClient, FromServer
from sidepot.room.web.api import ENDPOINTS
from sidepot.rules import actions
from sidepot.terminal.play import play
from sidepot.terminal.screen import Screen
from sidepot.terminal.seating import seat_players
from sidepot.words import languages, say, speaking

FOLDER = Path(__file__).parent
README = FOLDER.parent / "README.md"
NOTE = "<!-- made by `make docs`; change the code, not this file -->\n\n"
SEED = 11
ANSWERS = "2\n2\nq\n"
"""The hand of the picture."""
WIDTH = 92
COLOURS = (
    "<style>svg{--ink:#2B1319}"
    "@media(prefers-color-scheme:dark){svg{--ink:#FCEEDF;--back:#C98A9B}}</style>"
)
"""The colours of a picture's text and of cards face down."""


def pages() -> dict[Path, str]:
    """Every generated file of the repository with its text."""
    pictures = drawings()
    found = {drawn_file(): drawn_text(pictures)}
    for name in languages()[1:]:
        with speaking(name):
            found[drawn_file().with_suffix(f".{name}.json")] = drawn_text(drawings())
    for game in all_games():
        page = rule_page(
            game, lambda position: f"![{position.caption}](../pictures/{image(position)})"
        )
        found[FOLDER / "games" / f"{game.name}.md"] = NOTE + page
    found[FOLDER / "games" / "README.md"] = NOTE + rules_index()
    found |= {FOLDER / "pictures" / image(place): in_file(svg) for place, svg in pictures.items()}
    found[FOLDER / "cli.md"] = NOTE + command_page()
    found[FOLDER / "actions.md"] = NOTE + action_page()
    words = FOLDER / "vocabulary.md"
    found[words] = vocabulary_page(words.read_text("utf-8"))
    found[FOLDER / "observations.md"] = NOTE + agents.page(all_games())
    found[FOLDER / "pictures" / "hand.svg"] = picture()
    protocol = FOLDER / "protocol.md"
    found[protocol] = protocol_page(protocol.read_text("utf-8"))
    house = FOLDER / "house.md"
    found[house] = house_page(house.read_text("utf-8"))
    strength = FOLDER / "strength.md"
    found[strength] = strength_page(strength.read_text("utf-8"))
    found[decks.FILE] = decks.text(all_games())
    tested = suites.table()
    found[status_file()] = json.dumps(tested, indent=1) + "\n"
    found[README] = filled(README.read_text("utf-8"), "games", games_table(all_games(), tested))
    return found


def rules_index() -> str:
    """The list of rule pages, each with its players and its idea."""
    rows = [
        f"- [{game.said_title}]({game.name}.md), {game.said_players}. {idea(game)}"
        for game in all_games()
    ]
    return "\n".join([f"# {say('browser.rules.title')}", "", *rows]) + "\n"


def drawings() -> dict[Position, str]:
    """The positions that rule pages declare, played and drawn."""
    places = dict.fromkeys(place for game in all_games() for place in positions(game))
    return {place: drawn(place) for place in places}


def in_file(svg: str) -> str:
    """A drawing as a file of its own, with colours for day and night: no page gives it any."""
    return svg.replace(">", f">{COLOURS}", 1) + "\n"


def drawn_text(drawn: dict[Position, str]) -> str:
    """The file of drawings: each by the position that it is drawn from."""
    return json.dumps({k.key: v for k, v in drawn.items()}, indent=1) + "\n"


def image(position: Position) -> str:
    """The name of the file of a drawing."""
    return f"rules-{position.game}-{zlib.crc32(position.key.encode()):08x}.svg"


def drawn_file() -> Path:
    """The file of drawings that ships with the program: beside the games."""
    return status_file().with_name(DRAWN)


def status_file() -> Path:
    """The file of the games' test status: beside the games."""
    (folder,) = games.__path__
    return Path(folder) / TESTED


def all_games() -> list[Game]:
    """The registered games."""
    return list(games.registry().values())


def command_page() -> str:
    """The help of every command."""
    os.environ["COLUMNS"] = "90"
    parser = build_parser()
    (commands,) = (a.choices for a in parser._actions if isinstance(a, argparse._SubParsersAction))
    parts = [("sidepot", parser), *((f"sidepot {name}", c) for name, c in commands.items())]
    return "# The command line\n" + "".join(
        f"\n## {name}\n\n```text\n{command.format_help().strip()}\n```\n" for name, command in parts
    )


def action_page() -> str:
    """The kinds of action and how they are written."""
    lines = ["# Actions", "", "| kind | written | plays for you when you do not answer |"]
    lines.append("| --- | --- | --- |")
    for number, kind in enumerate(actions.KINDS):
        written = kind.replace("_", " ") + (" N" if number in actions.COUNTED else "")
        place = actions.SAFE.index(number) + 1 if number in actions.SAFE else ""
        lines.append(f"| {kind} | `{written}` | {place} |")
    return "\n".join(lines) + "\n"


def protocol_page(text: str) -> str:
    """The page of the protocol, its lists and its session filled in."""
    text = filled(text, "endpoints", endpoint_rows())
    for mark, kinds in (("commands", FromClient), ("messages", FromServer)):
        text = filled(text, mark, message_rows(get_args(kinds)))
    return filled(text, "session", session())


def endpoint_rows() -> str:
    """The table of HTTP endpoints."""
    rows = ["| | | |", "| --- | --- | --- |"]
    for end in ENDPOINTS:
        rows.append(f"| {end.method} | `{end.template}` | {first_line(end.handler)} |")
    return "\n".join(rows)


def message_rows(kinds: tuple[type, ...]) -> str:
    """The messages of one direction."""
    rows = ["| type | fields | |", "| --- | --- | --- |"]
    for kind in kinds:
        found = type_info(kind)
        assert isinstance(found, StructType)
        fields = ", ".join(f"`{field.encode_name}`" for field in found.fields)
        rows.append(f"| `{found.tag}` | {fields} | {first_line(kind)} |")
    return "\n".join(rows)


def first_line(thing: Any) -> str:
    """The first paragraph of a docstring, in one line."""
    return " ".join((thing.__doc__ or "").split("\n\n")[0].split())


def house_page(text: str) -> str:
    """The page of the house, its drawings and its laws filled in."""
    text = filled(text, "layout", layout.drawing())
    for package in layout.INSIDE:
        text = filled(text, f"layout of {package}", layout.inside(package))
    return filled(text, "laws", law_rows())


def strength_page(text: str) -> str:
    """The page of the bots' strength, from the stored results."""
    for mark, content in measured().items():
        text = filled(text, mark, content)
    return text


def vocabulary_page(text: str) -> str:
    """The page of kinds, zones and words, its tables filled in."""
    for mark, content in vocabulary.parts().items():
        text = filled(text, mark, content)
    return text


def law_rows() -> str:
    """The laws of the suite, each with its docstring."""
    rows = ["| law | what it says |", "| --- | --- |"]
    for name, law in LAWS.items():
        text = " ".join((law.__doc__ or "").split())
        rows.append(f"| {name} | {text} |")
    return "\n".join(rows)


def picture() -> str:
    """A hand at the plain table, as a drawing."""
    console = Console(
        record=True,
        width=WIDTH,
        file=io.StringIO(),
        force_terminal=True,
        color_system="truecolor",
        highlight=False,
        emoji=False,
    )
    game = games.find("ricochet-2")
    seating = seat_players(game, game.stacks(4), ["regular"], "")
    play(Screen(console=console, source=io.StringIO(ANSWERS)), game, seating, seed=SEED)
    drawing = console.export_svg(title="sidepot play ricochet-2", unique_id="hand")
    drawing = re.sub(r"\s*@font-face \{.*?\}", "", drawing, flags=re.DOTALL)  # no font from afar
    return drawing.replace("<svg ", '<svg xml:space="preserve" ', 1)


def filled(text: str, name: str, content: str) -> str:
    """A page with the text between the marks of that name replaced."""
    marks = f"<!-- {name} -->", f"<!-- /{name} -->"
    before, rest = text.split(marks[0])
    return before + marks[0] + "\n" + content + "\n" + marks[1] + rest.split(marks[1])[1]


def main() -> int:
    """Write what has changed, or with `--check` only say it."""
    stale = [path for path, text in pages().items() if not same(path, text)]
    if "--check" in sys.argv:
        for path in stale:
            print(f"{path.relative_to(FOLDER.parent)} is out of date; run make docs")
        return bool(stale)
    for path, text in (docstrings.pages() | api.pages() | pages()).items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return 0


def same(path: Path, text: str) -> bool:
    """Does the file have that text already?"""
    return path.exists() and path.read_text("utf-8") == text


if __name__ == "__main__":
    sys.exit(main())
