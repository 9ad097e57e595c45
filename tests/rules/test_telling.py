"""Announcing events: the hand to beat, the cards a match card keeps, the next street."""

import pytest

from sidepot import games
from sidepot.engine.game import Game
from sidepot.room.table.play import checksum
from sidepot.rules import journal
from tests.rules.table import deal, play

TOLD = {journal.KINDS[number] for number in journal.TELLING}


def told(events: object) -> list[tuple[str, int, str | None]]:
    return [(e.kind, e.seat, e.card) for e in events if e.kind in {*TOLD, "dealt"}]  # type: ignore[attr-defined]


def test_the_hand_to_beat_is_announced_once_before_bought_cards(game: Game) -> None:
    hand = deal(game, 100, "2c 9d Kh 4c As")
    assert told(play(hand, "buy 3")) == [
        ("to_beat", 1, None),
        ("dealt", 0, "4c"),
        ("dealt", 0, "As"),
        ("safe", 0, None),
    ]


def test_nobody_is_safe_with_the_lowest_hand(game: Game) -> None:
    hand = deal(game, 100, "2c 9d Kh 4c")
    kinds = [kind for kind, _, _ in told(play(hand, "buy 1"))]
    assert kinds == ["to_beat", "dealt"]


@pytest.mark.parametrize(("match", "kept"), [("4c", ("keeps", "4c")), ("Xx", ("keeps_all", "Xx"))])
def test_the_cards_that_a_match_card_keeps_are_announced(match: str, kept: tuple[str, str]) -> None:
    hand = games.find("poker-roulette").deal(players=3, deck=f"Kd 7h 2s 9c 4s Qd 4h 8c 3s {match}")
    events = [(e.kind, e.card) for e in hand.events(verb=-1)]
    assert events[events.index(("match", match)) + 1] == kept


def test_streets_are_announced_before_their_cards() -> None:
    hand = games.find("holdem-no-limit").deal(stacks=(10, 10))
    hand.act("raise to 10")
    hand.act("call")
    kinds = [(e.kind, e.count) for e in hand.events(verb=-1) if e.kind in ("street", "board")]
    board = [("board", 1)]
    assert kinds == [("street", 0), *board * 3, ("street", 1), *board, ("street", 2), *board]


def test_a_hand_from_before_such_events_is_replayed_and_another_one_is_not() -> None:
    """The checksum of the log is that of the events which follow from the rules."""
    hand = games.find("ricochet-2").deal(players=2, deck="2c 9d Kh")
    hand.act("buy 1")
    whole = hand.events(verb=-1)
    hand._told[-1] = [tuple(e for e in whole if not e.only_tells)] * 3
    bare = checksum(hand)
    hand._told[-1] = [whole] * 3
    assert checksum(hand) == bare
    hand._told[-1] = [whole[:-2]] * 3
    assert checksum(hand) != bare
