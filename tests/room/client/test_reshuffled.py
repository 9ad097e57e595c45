"""The checks of clients hold where discards are dealt again, face down."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

from sidepot.engine.game import Hand
from sidepot.engine.play import RAIL
from sidepot.room.client.seen_cards import SeenCards
from tests.history.fair_hands import FairHand, fair_hand
from tests.long_draws import played, shuffles

HANDS = 12
NUMBER = 1
"""The number of the hand at its table."""


def view_of(hand: Hand, viewer: int) -> Any:
    """The parts of a view that clients look at."""
    table = hand.view(viewer)
    seen = SimpleNamespace(
        hand=NUMBER,
        decision=hand.decision,
        events=hand.events(viewer, -1),
        seats=table.seats,
        board=table.board,
        result=hand.over,
        kept=None,
        asked=[],
    )
    room = SimpleNamespace(chairs=[], hand=NUMBER, rabbit=[], shown={})
    return SimpleNamespace(hand=seen, room=room)


def covered(
    cards: SeenCards, fair: FairHand, viewer: int
) -> tuple[list[tuple[str, int]], dict[tuple[str, int], str]]:
    """The places of a hand's proof and the cards it opens, which cover what the viewer has seen."""
    table = fair.history(viewer).others["_fairness"]
    at = [(stream, place) for stream, place in table["at"]]
    opened = {(stream, place): card for stream, place, card, _ in table["opened"]}
    assert cards.is_watched(NUMBER)
    assert not cards.missing(NUMBER, opened.values())
    assert cards.is_in_order(NUMBER, at, opened)
    assert cards.lie_where_dealt(NUMBER, at, opened)
    return at, opened


def test_the_proof_of_a_hand_covers_every_viewers_cards() -> None:
    found = set()
    for seed in range(HANDS):
        players = random.Random(seed).randint(4, 6)
        fair = fair_hand("badugi", seed, players=players, actions=0)
        whole = played(fair.hand.copy(), random.Random(seed))
        seen = {viewer: SeenCards() for viewer in range(RAIL, players)}
        for number in range(len(whole.actions) + 1):
            if number:
                fair.hand.act(whole.actions[number - 1][1])
            for viewer, cards in seen.items():
                cards.note(view_of(fair.hand, viewer))
        found.add(shuffles(fair.hand))
        for viewer, cards in seen.items():
            at, opened = covered(cards, fair, viewer)
            came_back = [n for n, (stream, _) in enumerate(at) if stream == "second"]
            if came_back and at[came_back[0]] in opened:
                hidden = {place: card for place, card in opened.items() if place[0] == "deck"}
                assert cards.missing(NUMBER, hidden.values())
    assert found == {0, 1, 2}
