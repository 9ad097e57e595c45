"""The order in which a client sees cards dealt, and their places by the proof."""

import json
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from sidepot.engine.event import HandEvent
from sidepot.engine.game import Hand
from sidepot.engine.play import RAIL
from sidepot.engine.view import TableView
from sidepot.history.fairness import Openings
from sidepot.room.client.seen_cards import SeenCards
from sidepot.room.views.encode import JsonCache, view_json
from sidepot.words.wire import decode_hook, encode
from tests.cases import often
from tests.history.fair_hands import fair_hand
from tests.room.client.fair_room import event, hand_view, view
from tests.room.client.test_fair_walks import TRIED
from tests.suites import house

Places = list[tuple[str, int]]
HOLE = [event("dealt", n, "??") for n in range(4)]
BOARD = [event("board", -1, card) for card in ("2c", "3c", "4c", "5c", "6c")]


def watched(*verbs: Sequence[Any], is_over: bool = True, first: int = 0) -> SeenCards:
    """A client's view of a hand's verbs, from number `first` on."""
    seen = SeenCards()
    for number, events in enumerate(verbs, first):
        is_last = is_over and number == first + len(verbs) - 1
        told = hand_view(1, number, 0, ["??"] * 2, list(events), is_over=is_last)
        seen.note(view(1, ["ana", "bo"], told))
    return seen


def deck(*places: int) -> Places:
    return [("deck", place) for place in places]


def opened(at: Places, verbs: Sequence[Sequence[Any]]) -> dict[tuple[str, int], str]:
    cards = [event["card"] for verb in verbs for event in verb]
    return {place: card for place, card in zip(at, cards, strict=False) if card != "??"}


FLOP, TURN = [HOLE, BOARD[:3]], [HOLE, BOARD[:3], BOARD[3:4], []]
RUN_OUT = [HOLE, BOARD]
STREETS = [HOLE, [event("dealt", n % 2, card) for n, card in enumerate(("2c", "3c", "4c", "5c"))]]
"""Two streets of stud for two players, all-in."""
BOUGHT = [HOLE, [event("dealt", 0, card) for card in ("2c", "3c")]]


@pytest.mark.parametrize(
    ("verbs", "places", "is_over", "is_right"),
    [
        (FLOP, (0, 1, 2, 3, 4, 5, 6), False, True),
        (FLOP, (0, 1, 2, 3, 5, 6, 7), False, True),
        (FLOP, (0, 1, 2, 3, 6, 7, 8), False, False),
        (FLOP, (0, 1, 2, 3, 5, 7, 8), False, False),
        (FLOP, (1, 2, 3, 4, 6, 7, 8), False, True),
        (FLOP, (2, 3, 4, 5, 6, 7, 8), False, False),
        (FLOP, (0, 1, 3, 5, 6, 7, 8), False, False),
        (FLOP, (0, 1, 2, 3, 5, 6), False, False),
        (FLOP, (0, 1, 2, 3, 5, 5, 6), False, False),
        (FLOP, (0, 2, 1, 3, 5, 6, 7), False, False),
        (TURN, (0, 1, 2, 3, 5, 6, 7, 9), False, True),
        (TURN, (0, 1, 2, 3, 5, 6, 7, 10), False, False),
        (RUN_OUT, (0, 1, 2, 3, 5, 6, 7, 9, 11), True, True),
        (RUN_OUT, (0, 1, 2, 3, 5, 6, 7, 9, 11), False, False),
        (RUN_OUT, (0, 1, 2, 3, 5, 6, 7, 10, 11), True, False),
        (STREETS, (0, 1, 2, 3, 5, 6, 8, 9), True, True),
        (STREETS, (0, 1, 2, 3, 5, 6, 8, 9), False, False),
        (STREETS, (0, 1, 2, 3, 5, 7, 9, 10), True, False),
        (BOUGHT, (0, 1, 2, 3, 5, 7), True, False),
    ],
)
def test_one_card_may_be_burned_at_a_time(
    verbs: list[list[Any]], places: Sequence[int], is_over: bool, is_right: bool
) -> None:
    seen, at = watched(*verbs, is_over=is_over), deck(*places)
    assert seen.is_in_order(1, at, opened(at, verbs)) == is_right


def test_only_places_count_in_a_hand_whose_deal_was_not_seen() -> None:
    seen = watched(*FLOP, first=1)
    at = deck(0, 1, 3, 5, 6)
    assert seen.is_in_order(1, at, {("deck", 6): "2c"})
    assert not seen.is_in_order(1, at, {("deck", 4): "2c"})
    assert not seen.is_in_order(1, deck(0, 1, 4), {})
    assert not seen.is_watched(1) and watched(*FLOP).is_watched(1)
    assert not watched(*FLOP, is_over=False).is_watched(1)


def test_cards_from_the_discards_have_only_to_open() -> None:
    verbs = [HOLE, BOARD[:2]]
    at = [*deck(0, 1, 2, 3), ("second", 30), ("second", 7)]
    assert watched(*verbs).is_in_order(1, at, opened(at, verbs))
    assert not watched(*verbs).is_in_order(1, at, opened(at[:5], verbs))


def verbs_of(hand: Hand, viewer: int) -> list[list[HandEvent]]:
    """The events of each verb, as one viewer sees them."""
    return [list(hand.events(viewer, verb)) for verb in range(hand.decision + 1)]


def told(one: HandEvent) -> dict[str, Any]:
    return event(one.kind, one.seat, one.card) if one.card else event(one.kind, one.seat, "??")


@pytest.mark.parametrize("game", house())
def test_every_built_in_game_deals_in_order(game: str) -> None:
    for seed in range(8):
        fair = fair_hand(game, seed)
        openings = Openings(fair.hand, fair.record.deal, {})
        for viewer in range(RAIL, fair.hand.players):
            verbs = [[told(one) for one in verb] for verb in verbs_of(fair.hand, viewer)]
            found = {(card.stream, card.place): card.card for card in openings.seen(viewer)}
            seen = watched(*verbs)
            assert seen.is_watched(1) and seen.is_in_order(1, openings.places, found)
            later = [(stream, place + 2) for stream, place in openings.places]
            assert not seen.is_in_order(1, later, {})


@pytest.mark.parametrize("game", often(house(), always=TRIED))
def test_in_every_game_of_the_house_cards_lie_where_they_were_dealt_or_moved(game: str) -> None:
    """And a client that sees two players' cards exchanged at the end notices it."""
    swaps = 0
    for seed in range(80):
        fair = fair_hand(game, seed)
        openings = Openings(fair.hand, fair.record.deal, {})
        for viewer in range(RAIL, fair.hand.players):
            opened = {(card.stream, card.place): card.card for card in openings.seen(viewer)}
            views = [seen_at(fair.hand.again(n), viewer) for n in range(fair.hand.decision + 1)]
            assert lie_where_dealt(views, openings.places, opened)
            other = swapped(views[-1])
            if other:
                swaps += 1
                assert not lie_where_dealt([*views[:-1], other], openings.places, opened)
        if swaps and seed > 2:
            return
    raise AssertionError("nobody showed a card")


def seen_at(hand: Hand, viewer: int) -> TableView:
    text = view_json(hand.view(viewer), JsonCache())
    return msgspec.json.decode(text, type=TableView, dec_hook=decode_hook)


def lie_where_dealt(
    views: Sequence[TableView], at: Places, opened: dict[tuple[str, int], str]
) -> bool:
    seen = SeenCards()
    for told in views:
        seen.note(view(views[0].hand, ["ana", "bo"], json.loads(encode(told))))
    return seen.is_watched(views[0].hand) and seen.lie_where_dealt(views[0].hand, at, opened)


def swapped(last: TableView) -> TableView | None:
    """The last view of a hand with a card of one seat exchanged for one of another."""
    told = json.loads(encode(last))
    faces = [[card for card in seat["cards"] if card["card"] != "??"] for seat in told["seats"]]
    one, other = [*(cards[0] for cards in faces if cards), None, None][:2]
    if not one or not other or one["card"] == other["card"]:
        return None
    one["card"], other["card"] = other["card"], one["card"]
    return msgspec.convert(told, TableView, dec_hook=decode_hook)


def test_a_board_may_be_dealt_to_its_end_in_one_verb() -> None:
    """No more betting is possible, so that three cards are burned at once."""
    hands = [fair_hand("holdem-no-limit", seed).hand for seed in range(30)]
    verbs = [verb for hand in hands for verb in verbs_of(hand, RAIL)]
    boards = [sum(one.kind == "board" for one in verb) for verb in verbs]
    assert max(boards) == 5


@pytest.mark.parametrize(("asked", "is_whole"), [(3, True), (2, False), (0, False)])
def test_decisions_at_the_same_time_come_in_one_view(asked: int, is_whole: bool) -> None:
    """Otherwise a hand in which all decide at once would never be judged as a whole."""
    seen = SeenCards()
    for number in (0, 3):
        told = hand_view(1, number, 0, ["??"] * 2, HOLE if not number else [], is_over=number > 0)
        told["asked"] = [] if number else list(range(asked))
        seen.note(view(1, ["ana", "bo"], told))
    assert seen.is_watched(1) is is_whole
    assert seen.is_in_order(1, deck(0, 1, 2, 3), {})
    assert seen.is_in_order(1, deck(0, 1, 2, 3, 4), {}) is not is_whole
