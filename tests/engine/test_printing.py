"""`print(hand)`, a hand in a notebook, and what `help` and completion know."""

from __future__ import annotations

import pydoc
import random
import rlcompleter
from xml.etree import ElementTree

import pytest

import sidepot
from sidepot.cards import HIDDEN, text
from sidepot.engine.play import RAIL
from sidepot.games import registry

GAMES = list(registry().values())


def test_a_printed_hand_is_the_table_of_the_player_to_act() -> None:
    hand = sidepot.game("holdem-no-limit").deal(names=["Ana", "Bo"], seed=1)
    hand.act("raise to 10")
    assert str(hand).splitlines() == [
        ">  Ana  Ts 5d  398  2 in front, in 2: ten high, five kicker",
        "   Bo   ?? ??  390  10 in front, in 10, dealer",
        "   total pot 12, 48 cards left",
        "   fold, call 8 or raise to 18 to 400",
    ]
    assert str(hand) == str(hand.view(hand.actor or 0))
    assert str(hand.view(RAIL)).count("??") == 4
    hand.act("fold")
    assert str(hand).splitlines()[-1] == "   Bo takes 4 unseen."


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_hand_is_printed_and_drawn_and_shows_no_hidden_card(game: sidepot.Game) -> None:
    hand, chance = (
        game.deal(seed=2, names=["<Ana>", *"bcdefghij"[: game.least - 1]]),
        random.Random(2),
    )
    while True:
        for seat in (RAIL, *range(hand.seats)):
            view = hand.view(seat)
            known = [card.card for one in view.seats for card in one.cards]
            assert str(view).count(text(HIDDEN)) == known.count(text(HIDDEN))
        drawn = ElementTree.fromstring(hand._repr_html_().replace("<br>", "<br/>"))
        said = "".join(drawn.itertext())
        assert all(name in said for name in hand.names)
        if hand.over:
            break
        assert str(hand).endswith(str(hand.legal)) and str(hand.legal) in said
        hand.act(chance.choice(hand.legal))


def test_help_and_completion_know_game_and_hand() -> None:
    page = pydoc.plain(pydoc.render_doc(sidepot))
    assert all(f"class {name}(" in page for name in ("Game", "Hand", "TableView"))
    completer = rlcompleter.Completer({"sidepot": sidepot, "hand": sidepot.game("ricochet").deal()})
    found = {name.rstrip("()") for name in completer.attr_matches("sidepot.")}
    assert {"sidepot.Game", "sidepot.Hand", "sidepot.TableView", "sidepot.game"} <= found
    assert not {"sidepot.Any", "sidepot.TYPE_CHECKING"} & found
    assert "hand.legal" in {name.rstrip("()") for name in completer.attr_matches("hand.")}
