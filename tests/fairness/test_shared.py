"""Cases that the page's tests read too: decks, histories of one hand, and walks of deals."""

import json
import random
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from docs import decks

from sidepot import cards
from sidepot.games import registry
from sidepot.history import History
from sidepot.history.verify.stories import is_one_hand
from sidepot.room.client.deal_states import TABLE
from sidepot.room.client.decks import deck_of
from sidepot.room.protocol.messages import View
from tests.fairness import deal_walks
from tests.history.hands import random_game

Json = dict[str, Any]


def cases(name: str) -> list[Json]:
    read: list[Json] = json.loads(Path(__file__).with_name(name).read_text("utf-8"))
    return read


@pytest.mark.parametrize("case", cases("decks.json"), ids=lambda c: f"{c['game']}-{c['seats']}")
def test_decks(case: Json) -> None:
    hand = SimpleNamespace(game=case["game"], seats=[None] * case["seats"], kept={})
    found = deck_of(cast(View, SimpleNamespace(hand=hand, room=SimpleNamespace(game=None))))
    of = None if case["of"] is None else case["of"] * case["copies"]
    assert (found and "".join(found)) == of


@pytest.mark.parametrize("case", cases("stories.json"), ids=lambda case: case["name"])
def test_stories(case: Json) -> None:
    one, other = (History.from_fields(case[which]) for which in ("one", "other"))
    assert is_one_hand(one, other) == is_one_hand(other, one) == case["is_one"]


def test_walks_of_deals_keep_their_names() -> None:
    """If not, write them anew (`deal_walks`), and the page has to follow."""
    walks = cases(deal_walks.FILE.name)
    assert walks == deal_walks.made()
    taken = {name for walk in walks for _, told in walk["steps"] for name in told[::3]}
    assert taken - {None} == TABLE["messages"].keys()


@pytest.mark.parametrize("name", sorted(registry()))
def test_the_page_has_the_deck_of_each_game_for_each_number_of_players(name: str) -> None:
    """No option changes it, so the page's table needs none."""
    game = registry()[name]
    table = json.loads(decks.FILE.read_text("utf-8"))
    if game.keeps_cards:
        assert name not in table["games"]
        return
    deck, players, banks = table["games"][name]
    copies = {n: -(-n // players) if players else 1 for n in range(game.least, game.most + 1)}
    for chosen in (game, *(random_game(random.Random(seed), name) for seed in range(9))):
        assert chosen.banked == banks
        for n, many in copies.items():
            dealt = "".join(map(cards.text, chosen.cards_for(n)))
            assert dealt == table["decks"][deck] * many
