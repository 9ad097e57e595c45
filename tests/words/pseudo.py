"""A pseudo-language: English in other letters, so that untranslated English shows.

`speaking_pseudo` puts it in the place of German; `left` finds the words that it did not reach.
"""

import json
import re
import shutil
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

from docs.rule_drawings import drawn

from sidepot import games, words
from sidepot.bots import names
from sidepot.engine import rule_pages
from sidepot.engine.game import Game
from sidepot.engine.rule_pictures import Position
from tests.words.translations import ENGLISH

NAME = "de"
"""The language in whose place it stands: one that front ends know."""
_PLACE = re.compile(r"({\w*:?\w*}|%(?:\(\w+\))?[srd]|`[^`]*`|\\n)")
_LETTERS = {
    **{ord("a") + n: 0x24D0 + n for n in range(26)},
    **{ord("A") + n: 0x24B6 + n for n in range(26)},
}
"""Letters in circles."""
_PAGE = re.compile(
    r"(<!-- /?first hand -->|```position .*\n(?:(?:deck|names|options|actions|seat): .*\n)*|```"
    r"|`[^`]*`)"
)
"""What of a rule page is no language."""
_WORD = re.compile(r"[A-Za-z]{2,}")
NAMES = {"Sidepot", *names.NAMES}
"""Names, which every language leaves alone."""


def circled(sentence: str) -> str:
    """A sentence in the other letters; its placeholders stay."""
    parts = _PLACE.split(sentence)
    return "".join(part if _PLACE.fullmatch(part) else part.translate(_LETTERS) for part in parts)


def circled_page(page: str) -> str:
    """A rule page in the other letters, its hints and the captions of its positions too."""
    parts = _PAGE.split(page)
    return "".join(part if n % 2 else part.translate(_LETTERS) for n, part in enumerate(parts))


def entries() -> dict[str, str]:
    """The whole catalogue in the other letters."""
    return {key: circled(sentence) for key, sentence in ENGLISH.items()}


def left(text: str, allowed: Collection[str] = ()) -> list[str]:
    """The words of a text that are in plain letters, and no names."""
    return [word for word in _WORD.findall(text) if word not in NAMES and word not in allowed]


def _game_file(file: Path, name: str) -> dict[str, object]:
    """A game's file of words in the other letters."""
    found = [game for game in games.registry().values() if game.file == file]
    if name != NAME or not found:
        return {}
    options = {o.name: o for game in found for o in game.declared.values()}
    return {
        "title": {game.name: circled(game.title) for game in found},
        "picture": {"title": circled("What is drawn")},
        "author": {"name": circled(found[0].author)},
        "label": {name: circled(name) for name in options},
        "option": {name: circled(option.help) for name, option in options.items()},
        "value": {
            name: {value: circled(value) for value in getattr(option.kind, "values", ())}
            for name, option in options.items()
        },
        "words": {key: circled(said) for game in found for key, said in game.words.items()},
    }


_source_text = rule_pages._source_text


def _rule_page(game: Game) -> str:
    """A rule page in the other letters."""
    if words.language() != NAME:
        return _source_text(game)
    with words.speaking(words.DEFAULT):
        return circled_page(_source_text(game))


def _drawings(game: Game) -> dict[Position, str]:
    """Pictures of rule pages, drawn anew."""
    return {place: drawn(place) for place in rule_pages.positions(game)}


@contextmanager
def speaking_pseudo(folder: Path) -> Iterator[None]:
    """While this lasts, everybody in this process who asks for German gets this."""
    for file in words.FOLDER.glob("*.toml"):
        shutil.copy(file, folder)
    (folder / f"{NAME}.toml").write_text(_toml(), "utf-8")
    patches: list[Any] = [
        mock.patch.object(words, "FOLDER", folder),
        mock.patch.object(words, "game_file", _game_file),
        mock.patch.object(rule_pages, "_source_text", _rule_page),
        mock.patch.object(rule_pages, "drawings", _drawings),
    ]
    words.catalogue.cache_clear()
    for patch in patches:
        patch.start()
    try:
        with words.speaking(NAME):
            yield
    finally:
        for patch in patches:
            patch.stop()
        words.catalogue.cache_clear()


def _toml() -> str:
    """The catalogue as a file, section by section."""
    sections: dict[str, list[str]] = {}
    for key, said in entries().items():
        section, _, name = key.partition(".")
        line = f"{json.dumps(name)} = {json.dumps(said, ensure_ascii=False)}"
        sections.setdefault(section, []).append(line)
    return "\n".join("\n".join([f"[{name}]", *lines]) for name, lines in sections.items())
