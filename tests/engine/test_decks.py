"""Any deck: stripped ones, several, jokers. The cards of a game are increasing numbers."""

from dataclasses import replace
from typing import Annotated, Any

import numpy as np
import pytest

from sidepot import cards, kernel
from sidepot.cards import CODES, HIDDEN, parse, text
from sidepot.errors import BadCards, EngineError
from sidepot.games.ricochet import RICOCHET
from sidepot.kernel import Array, Part, fields
from sidepot.rules import board, discards, holecards
from sidepot.rules import deck as decks
from sidepot.rules.board import Board
from sidepot.rules.discards import Discards
from sidepot.rules.holecards import HoleCards
from tests.children import python
from tests.laws.little import LITTLE, Little

SHORT = cards.deck(ranks="6789TJQKA")
DECKS = {
    "three cards": parse("Js Qs Ks"),
    "thirty-six": SHORT,
    "two of 52": cards.deck(copies=2),
    "two of 54": cards.deck(copies=2, jokers=True),
}


def test_stripped_decks() -> None:
    assert [text(card) for card in cards.deck(ranks="JQ", suits="sc")] == ["Jc", "Js", "Qc", "Qs"]
    assert len(SHORT) == 36
    assert cards.deck(ranks="KA", suits="s", copies=2, jokers=True) == [47, 51, 52, 53, *(
        CODES + card for card in (47, 51, 52, 53)
    )]  # fmt: skip


@pytest.mark.parametrize("wrong", [{"ranks": "6x"}, {"suits": "z"}, {"ranks": ""}, {"copies": 0}])
def test_a_deck_of_no_known_cards_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadCards, match="take ranks of 23456789TJQKA, suits of cdhs"):
        cards.deck(**wrong)


@pytest.mark.parametrize("wrong", [[], [3, 2], [1, 1], [-1, 0]])
def test_cards_that_do_not_increase_are_refused(wrong: list[int]) -> None:
    with pytest.raises(EngineError, match=r"increasing order.*use cards\.deck\(\)"):
        replace(LITTLE, deck=wrong)


class Narrow(Part):
    """A part that holds the cards of two decks."""

    card: Annotated[Array, "i1", "seats"]


class Narrowed(Little):
    """Little with such a part."""

    narrow: Narrow


def test_cards_that_a_part_cannot_hold_are_refused() -> None:
    for game, copies in ((replace(LITTLE, record=Narrowed), 3), (replace(RICOCHET), 2)):
        with pytest.raises(EngineError, match=r"up to number \d+, and \w+ holds them up to \d+"):
            replace(game, deck=cards.deck(copies=copies)).layout()
    replace(LITTLE, record=Narrowed, deck=cards.deck(copies=2)).layout()


@pytest.mark.parametrize("name", DECKS)
def test_every_order_is_of_the_cards_of_the_game(name: str) -> None:
    game = replace(LITTLE, deck=DECKS[name], refills=True)
    s: Any = fields(game.batch())
    s.deck.size = s.deck.reach = len(game.deck)
    if game.is_listed:
        s.deck.listed[:] = game.deck
    rng: Any = fields(kernel.generator(1, 2))
    decks.shuffle(s.deck, rng)
    for order in (s.deck.card, s.deck.second):
        assert sorted(order.tolist()) == list(game.deck) != order.tolist()
    known = decks.nothing_known(s.deck)
    known[game.deck[-1]] = 1
    decks.hide(s.deck)
    assert decks.restore_known(s.deck, rng, known) == 1
    assert s.deck.card[0] == game.deck[-1] and sorted(s.deck.card.tolist()) == list(game.deck)


class Three(Little):
    """Little with three parts that hold cards."""

    held: HoleCards
    board: Board
    thrown: Discards


def test_parts_mark_the_cards_that_a_viewer_knows_of_any_number_of_decks() -> None:
    game = replace(LITTLE, record=Three, deck=cards.deck(copies=2))
    s: Any = fields(game.batch())
    s.deck.size = len(game.deck)
    s.deck.listed[:] = game.deck
    for part, card in ((s.held, 3), (s.board, CODES + 3), (s.thrown, CODES + 51)):
        part.card[:] = HIDDEN
        part.size = 1 if part is s.board else np.ones(4, np.int8)
        part.card[(0, 0) if part.card.ndim == 2 else 0] = card
    known = decks.nothing_known(s.deck)
    holecards.mark(s.held, known)
    board.mark(s.board, known)
    discards.mark(s.thrown, known)
    assert np.flatnonzero(known).tolist() == [3, CODES + 3, CODES + 51]


def test_only_other_numbers_than_those_from_0_on_are_listed_in_the_record() -> None:
    listed = {name: replace(LITTLE, deck=deck).is_listed for name, deck in DECKS.items()}
    assert listed == {
        "three cards": True, "thirty-six": True, "two of 52": True, "two of 54": False,
    }  # fmt: skip


def test_more_decks_for_more_players() -> None:
    game = replace(LITTLE, deck=parse("Ks As"), players_a_deck=2)
    assert list(game.cards_for(2)) == [47, 51]
    assert list(game.cards_for(3)) == [47, 51, CODES + 47, CODES + 51]


LAWS = """
import sys
from dataclasses import replace
from sidepot import games
from sidepot.designer.laws import check_game
from tests.engine.test_decks import DECKS
one_card = games.find("examples/one_card.py")
for name in ("thirty-six", "two of 52"):
    other = replace(one_card, name=name, deck=DECKS[name], most=2)
    check_game(other, names=["cards", "redeal", "next card"])
"""


def test_cards_are_dealt_and_redealt_from_any_deck() -> None:
    python("-c", LAWS, NUMBA_DISABLE_JIT="1")
