"""The page of kinds, zones and words has all that a game's file may name."""

import re
from pathlib import Path

from docs import vocabulary

from sidepot import words
from sidepot.engine import own
from sidepot.rules import actions, board, journal

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "vocabulary.md").read_text("utf-8")


def in_first_cells(page: str) -> set[str]:
    """The names in the first cells of the tables."""
    return set(re.findall(r"^\| `(.+?)` \|", page, re.MULTILINE))


def test_the_page_has_every_kind_form_and_function_of_chips() -> None:
    known = {*actions.KINDS, *journal.KINDS, *vocabulary.movers()}
    forms = {name for name in own.__all__ if isinstance(getattr(own, name), own.Takes)}
    assert known | forms <= in_first_cells(PAGE)
    assert set(vocabulary.movers()) == set(vocabulary.MOVES)


def test_the_page_has_every_zone_of_the_browser_and_its_words() -> None:
    held = (ROOT / "frontend/src/table/model/piles.ts").read_text("utf-8")
    piles = re.findall(r"'(\w+)'", re.findall(r"HELD = \[(.*)\]", held)[0])
    named = [k.rpartition(".")[2] for k in words.catalogue("en").entries if ".at.zone." in k]
    assert {*piles, *named, board.SECOND} == set(vocabulary.ZONES)


def test_each_sentence_uses_only_what_the_page_says_it_is_given() -> None:
    keys = [(prefix, key) for prefix in vocabulary.PREFIXES for key in vocabulary.keys(prefix)]
    assert {key for _, key in keys} <= in_first_cells(PAGE)
    for prefix, key in keys:
        used = set(vocabulary.fields(key))
        assert used <= set(vocabulary.given(prefix, key)), key
