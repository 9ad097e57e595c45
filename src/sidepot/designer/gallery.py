"""The games of a folder as one page: rules, a picture, what `check` found, and the file's hash."""

from __future__ import annotations

import ast
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from html import escape
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt

from sidepot import __version__
from sidepot.designer.trial import Trials
from sidepot.engine.game import Game
from sidepot.engine.game_files import load_game
from sidepot.engine.modules import digest_of
from sidepot.engine.rule_pages import picture, rule_page, with_labels, without_numbers
from sidepot.errors import BadGameFile
from sidepot.words import language, say

_STYLE = Path(__file__).with_name("gallery.css")
_SEED = 1
"""The number of the hand that is drawn where a game has no picture of its own."""
_reader = MarkdownIt("commonmark", {"html": False}).enable("table")


@dataclass(frozen=True)
class Checked:
    """The findings of `check` in a file: hands and decisions, or the fault; and odd hands to read.

    `plain`: the compiled form was not tried; `by`: the version of Sidepot.
    """

    hands: int = 0
    decisions: int = 0
    fault: str | None = None
    odd: Sequence[Sequence[Any]] = ()
    plain: bool = False
    by: str = __version__

    @property
    def said(self) -> str:
        """The result in a sentence."""
        if self.fault is not None:
            return say("gallery.fault", fault=self.fault)
        values = {"hands": self.hands, "decisions": self.decisions, "version": self.by}
        if self.plain:
            return say("gallery.kept_plain", **values)
        return say("gallery.kept", **values)


@dataclass(frozen=True)
class Entry:
    """A file of a gallery; `game` is None for one that cannot be loaded."""

    file: Path
    digest: str
    checked: Checked
    game: Game | None

    @property
    def title(self) -> str:
        """The game's title, or the file's name."""
        return self.game.said_title if self.game else self.file.name

    @property
    def anchor(self) -> str:
        """Its place on the page."""
        return self.file.stem


def files_of(folder: Path) -> list[Path]:
    """The files of a folder that are meant to be games. Raises `BadGameFile` for no folder."""
    if not folder.is_dir():
        raise BadGameFile("error.game_folder", file=str(folder))
    return sorted(path for path in folder.glob("*.py") if not path.name.startswith(("_", ".")))


def entries(
    files: Sequence[Path],
    kept: dict[str, Checked],
    *,
    limit: float,
    plain: bool = False,
    tell: Callable[[Entry], None] = lambda _: None,
) -> list[Entry]:
    """The entries of some files, checked in processes of their own; `tell` gets each.

    `kept`: earlier results by hash, which are used again, and to which new ones are added. `limit`
    as for `Trials`; `plain`: the plain form is enough.
    """
    found = []
    for file in files:
        entry = _entry(file, kept, limit, plain=plain)
        tell(entry)
        found.append(entry)
    return found


def _entry(file: Path, kept: dict[str, Checked], limit: float, *, plain: bool) -> Entry:
    try:
        digest = digest_of(file.read_bytes())
    except OSError as error:
        return Entry(file, "", Checked(fault=error.strerror or str(error)), None)
    if digest not in kept or (kept[digest].plain and not plain):
        kept[digest] = _checked(file, limit, plain=plain)
    checked = kept[digest]
    return Entry(file, digest, checked, None if checked.fault else load_game(file))


def _checked(file: Path, limit: float, *, plain: bool) -> Checked:
    """Check a file in another process, so that it neither hangs nor ends this one."""
    hands = decisions = 0
    odd: list[Sequence[Any]] = []
    with Trials(str(file), limit, only_plain=plain) as trials:
        for form in trials.forms:
            verdict = trials.verdict(plain=form, tell=lambda _: None)
            if verdict.fault is not None:
                said = verdict.fault.replace(str(file), file.name)
                return Checked(fault=said, plain=plain)
            hands, decisions = hands + verdict.hands, decisions + verdict.decisions
            odd += verdict.odd
    return Checked(hands, decisions, odd=odd, plain=plain)


def read_kept(file: Path) -> dict[str, Checked]:
    """Earlier results by hash; none where there is no such file. Raises `BadGameFile`."""
    try:
        found = json.loads(file.read_text("utf-8"))
        return {digest: Checked(**fields) for digest, fields in found.items()}
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, TypeError, AttributeError, RecursionError) as error:
        raise BadGameFile("error.gallery_kept", file=str(file)) from error


def written_kept(kept: Mapping[str, Checked], found: Sequence[Entry]) -> str:
    """The results of these entries as the text of such a file."""
    of_these = {entry.digest: asdict(kept[entry.digest]) for entry in found if entry.digest in kept}
    return json.dumps(of_these, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def page(title: str, found: Sequence[Entry]) -> str:
    """The page, in one piece: nothing is fetched, and nothing in it runs."""
    body = "".join([*_contents(title, found), *map(_section, found)])
    style = _STYLE.read_text("utf-8")
    return (
        f'<!doctype html>\n<html lang="{language()}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(title)}</title><style>\n{style}</style></head>\n"
        f"<body><main>{body}</main></body></html>\n"
    )


def _contents(title: str, found: Sequence[Entry]) -> Iterator[str]:
    yield f"<h1>{escape(title)}</h1>\n<nav><ul>\n"
    for entry in found:
        mark = "" if entry.checked.fault is None else f" ({escape(say('gallery.broken'))})"
        yield f'<li><a href="#{escape(entry.anchor)}">{escape(entry.title)}</a>{mark}</li>\n'
    yield "</ul></nav>\n"


def _section(entry: Entry) -> str:
    """One file: what it is, its picture, its rules, and what the check found."""
    facts = [f"<code>{escape(entry.file.name)}</code>"]
    if entry.game:
        facts += [escape(entry.game.said_author), escape(entry.game.said_players.text)]
    facts.append(f'<span class="hash">SHA-256 <code>{escape(entry.digest)}</code></span>')
    state = "good" if entry.checked.fault is None else "bad"
    return (
        f'<article id="{escape(entry.anchor)}"><h2>{escape(entry.title)}</h2>\n'
        f'<p class="facts">{" · ".join(facts)}</p>\n'
        f'<p class="{state}">{escape(entry.checked.said)}</p>\n'
        f"{_picture(entry)}{_rules(entry)}{_odd(entry)}</article>\n"
    )


def _picture(entry: Entry) -> str:
    """The picture beside the file, or a hand of the game, drawn."""
    if entry.game is None:
        return ""
    if drawn := picture(entry.game):
        return f'<figure class="picture">{drawn}</figure>\n'
    hand = entry.game.deal(seed=_SEED)
    return f"{hand._repr_html_()}\n"


def _rules(entry: Entry) -> str:
    """The rule page without its title; of a file that cannot be loaded what it says of itself."""
    if entry.game is None:
        return str(_reader.render(_docstring(entry.file)))
    text = with_labels(without_numbers(rule_page(entry.game)), entry.game)
    first, _, rest = text.partition("\n")
    return str(_reader.render(rest if first.startswith("# ") else text))


def _docstring(file: Path) -> str:
    try:
        return ast.get_docstring(ast.parse(file.read_bytes())) or ""
    except (OSError, SyntaxError, ValueError, RecursionError):
        return ""


def _odd(entry: Entry) -> str:
    """Hands that the check chose to be read, folded away."""
    told = [
        f"<h4>{escape(str(title))}</h4><p>{'<br>'.join(escape(str(one)) for one in said)}</p>"
        for title, said, *_ in entry.checked.odd
    ]
    if not told:
        return ""
    summary = escape(say("gallery.odd"))
    return f"<details><summary>{summary}</summary>{''.join(told)}</details>\n"
