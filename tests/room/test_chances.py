"""Chances on the wire: sent to everybody alike while cards come, and by nobody waited for."""

import asyncio
import json
import re
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from sidepot.engine.game import Hand
from sidepot.odds.equity import endings, finding
from sidepot.odds.equity.endings import Moment, SeatChance, moments
from sidepot.room.live import chances as live_chances
from sidepot.room.live.chances import ChanceFinder, message
from tests.room.harness import RoomHarness, drain, with_room
from tests.room.test_pause import all_in

CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b")


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let sampling end soon, and count only the last card."""
    monkeypatch.setattr(endings, "_PRECISION", 0.1)
    monkeypatch.setattr(finding, "_BATCH", 40)
    monkeypatch.setattr(finding, "MOST_COUNTED", 200)
    monkeypatch.setattr(finding, "_EXCHANGES", 2)


async def _heard(
    harness: RoomHarness, finder: ChanceFinder, find: Callable[..., Iterator[Moment]] = moments
) -> tuple[Hand, list[list[Any]]]:
    """A hand that ended all-in, and the messages since its view to two players and the rail."""
    harness.room._services.chances = finder
    gate = threading.Event()
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(live_chances, "moments", lambda *given: gate.wait() and find(*given))
        table, guests = await all_in(harness, 6)
        watching = [await harness.room.subscribe(guest, table) for guest in guests[:2]]
        watching.append(await harness.room.subscribe(guests[2], table, is_rail=True))
        gate.set()
        while finder._waiting:
            await asyncio.sleep(0.01)
    found = [await drain(one) for one in watching]
    sent = [[one for one in each if one["type"] == "chances"] for each in found]
    hand = await harness.hand(table)
    finder.close()
    return hand, sent


@with_room
async def test_all_get_the_same_chances_and_no_card_with_them(harness: RoomHarness) -> None:
    hand, sent = await _heard(harness, ChanceFinder(is_on=True))
    assert sent[0] and sent[0] == sent[1] == sent[2]
    known = list(moments(hand))
    assert [(one["stage"], one["until"]) for one in sent[0]] == [(m.stage, m.until) for m in known]
    for one, moment in zip(sent[0], known, strict=True):
        assert (one["hand"], one["decision"]) == (hand.number, hand.decision)
        assert [seat["seat"] for seat in one["seats"]] == [seat.seat for seat in moment.seats]
        assert not CARD.search(json.dumps(one))


@with_room
async def test_rules_in_plain_python_have_none(harness: RoomHarness) -> None:
    _, sent = await _heard(harness, ChanceFinder(is_on=False))
    assert sent == [[], [], []]


def _fail(*_: object) -> Iterator[Moment]:
    raise ValueError("a game's own code")


def _soon(*_: object) -> Iterator[Moment]:
    yield from (Moment(0, 1, (), is_exact=True, is_close=False),)


@with_room
async def test_a_failure_or_a_late_answer_is_sent_to_nobody(harness: RoomHarness) -> None:
    hand, sent = await _heard(harness, ChanceFinder(is_on=True), _fail)
    assert sent == [[], [], []]
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(live_chances, "moments", _soon)
        told, finder = list[Moment](), ChanceFinder(is_on=True)
        for seconds in (-1, 60):
            finder.find(hand, 1, seconds, told.append)
            while finder._waiting:
                await asyncio.sleep(0.01)
            assert len(told) == (seconds > 0)
        finder.close()


@pytest.mark.parametrize(
    ("share", "tie", "is_exact", "said"),
    [
        (0.8155, 0.0047, True, ("82%", None)),
        (0.0, 0.0, True, ("0%", None)),
        (1.0, 0.0, True, ("100%", None)),
        (0.0, 0.0, False, ("<1%", None)),
        (0.9999, 0.0, True, (">99%", None)),
        (0.5, 0.91, True, ("50%", "tie 91%")),
        (0.5, 1.0, True, ("50%", "tie 100%")),
    ],
)
def test_certain_are_only_the_shares_that_were_counted(
    share: float, tie: float, is_exact: bool, said: tuple[str, str | None]
) -> None:
    moment = Moment(0, 1, (SeatChance(0, share, tie),), is_exact, is_close=False)
    (found,) = message("t", 1, 2, moment).seats
    assert (found.share, found.tie and found.tie.text) == said
