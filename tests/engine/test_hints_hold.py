"""Hints of a first hand name no action that is not offered, in any language."""

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from sidepot import games
from sidepot.engine import first_hand
from sidepot.engine.first_hand import Hint
from sidepot.engine.game import Game
from sidepot.engine.game_files import source_of
from sidepot.engine.view import TableView

HANDS = 16
STACKS = (3, 9, 60, 30, 25)
NAMED = {
    "": {
        "fold": r"\bfold\b",
        "check": r"\bcheck\b",
        "call": r"\bcall\b",
        "bet": r"(?<!has )(?<!side )(?<!a )\bbet\b(?! more)",
        "raise_to": r"(?<!a )\braise\b",
        "buy": r"\bbuy\b(?! a sixth)",
    },
    ".de": {
        "fold": r"\b(?:[Pp]ass|passen)\b",
        "check": r"\b[Cc]heck(?:en)?\b",
        "call": r"\b[Gg]eh mit\b",
        "bet": r"\b[Ss]etz\b",
        "raise_to": r"\berhöh\b",
        "buy": r"\bkauf\b",
    },
    ".es": {
        "fold": r"\b(?:retírate|retirarse)\b",
        "check": r"\b(?:pasa|pasar)\b",
        "call": r"\biguala\b",
        "bet": r"(?<!una )(?<!otra )(?<!sin )\bapuesta\b(?! lateral)",
        "raise_to": r"\bsube\b",
        "buy": r"\bcompra\b",
    },
}
"""The words by which a language names an action, by the endings of its pages."""
PAGES = sorted(
    {
        source_of(game).stem
        for game in games.registry().values()
        if source_of(game).parent == Path(games.__file__).parent
    }
)


def hints_of(game: Game, ending: str) -> tuple[Hint, ...]:
    return first_hand.read(source_of(game).with_suffix(f"{ending}.md").read_text("utf-8"))


def not_offered(hint: Hint, view: TableView, ending: str) -> list[str]:
    """The actions that a sentence names and a menu does not have."""
    offered = {choice.kind for choice in view.menu}
    return [
        f"{hint.text}: no {kind} among {sorted(offered)}"
        for kind, word in NAMED[ending].items()
        if kind not in offered and re.search(word, hint.text)
    ]


def decisions(game: Game) -> Iterator[tuple[TableView, bool]]:
    """The views of whoever decides, in random hands; and whether they have just acted."""
    rng = random.Random(game.name)
    players = min(max(4, game.least), game.most)
    for number in range(HANDS):
        turn = number % players
        hand = game.deal(stacks=(STACKS[turn:] + STACKS[:turn])[:players], seed=number)
        last = None
        while hand.actor is not None:
            yield hand.view(), last == hand.actor
            last = hand.actor
            rows = hand.legal.ranges[rng.random() < 0.8 :] or hand.legal.ranges
            row = rng.choice(rows)
            hand.act(row.at(rng.choice((row.lowest, row.highest))))


@pytest.mark.parametrize("page", PAGES)
def test_no_hint_names_an_action_that_is_not_offered(page: str) -> None:
    found, named = set[str](), 0
    for game in games.registry().values():
        if source_of(game).stem != page:
            continue
        for view, is_again in decisions(game):
            for ending in NAMED:
                for hint in first_hand.said(hints_of(game, ending), view, is_again=is_again):
                    if hint.is_for_decision:
                        found.update(not_offered(hint, view, ending))
                        named += 1
    assert named
    assert not found


def test_a_hint_that_names_another_action_is_noticed() -> None:
    view = games.registry()["holdem-no-limit"].deal(players=3, seed=1).view()
    assert not_offered(Hint("turn", (), "", "Fold, or call."), view, "") == []
    assert not_offered(Hint("turn", (), "", "Iguala, o retírate."), view, ".es") == []
    assert not_offered(Hint("turn", (), "", "You may check."), view, "")
