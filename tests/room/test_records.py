"""The greatest hands of an evening, noted at the table when they happen."""

from typing import Any

import pytest

from sidepot import game
from sidepot.engine.game import Hand
from sidepot.room.protocol.table_rules import GamePlan
from sidepot.room.table import records
from sidepot.room.table.records import feats_of
from tests.room.harness import RoomHarness, drain, texts, with_room

HOLDEM = GamePlan(name="holdem-no-limit")


def _all_in(stacks: tuple[int, int]) -> Hand:
    """Aces against kings, all-in; the button with the kings acts first."""
    hand = game("holdem-no-limit").deal(stacks=stacks, deck="As Ah Ks Kd 2c 7c 8d 4s 2d 3s 2h Jh")
    while not hand.over:
        most = {choice.kind: choice.highest for choice in hand.legal.ranges}
        kind = next(kind for kind in ("raise_to", "call", "check") if kind in most)
        hand.act(f"{kind} {most[kind]}" if kind == "raise_to" else kind)
    return hand


@pytest.mark.parametrize(("stacks", "amounts"), [((50, 200), [50]), ((200, 50), [])])
def test_the_player_with_more_chips_has_not_escaped(
    stacks: tuple[int, int], amounts: list[int]
) -> None:
    assert [feat.amount for feat in feats_of(_all_in(stacks))] == amounts


async def _told(harness: RoomHarness, pots: list[int]) -> list[list[str]]:
    """The notes after each of some hands, in which the first to act raises and all others call."""
    guests = await harness.guests("Ana", "Bo")
    table = await harness.table(*guests, games=[HOLDEM], pause=0)
    watched = [await harness.room.subscribe(guest, table) for guest in guests]
    await harness.wait(1)
    found = []
    for number, pot in enumerate(pots, 1):
        while (state := await harness.state(table)).in_play and state.hands == number:
            hand = await harness.hand(table)
            wanted = (f"raise_to {pot // 2}", "call", "check")[hand.decision > 0 :]
            await harness.act(table, next(action for action in wanted if action in hand.legal))
        said: list[Any] = texts(await drain(watched[0]))
        await drain(watched[1])
        found.append([text for text in said if "so far" in text])
    return found


@with_room
async def test_a_pot_is_noted_when_it_is_the_biggest_of_all_so_far(harness: RoomHarness) -> None:
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(records, "FIRST", 3)
        found = await _told(harness, [8, 12, 12, 16, 14, 20])
    assert [len(notes) for notes in found] == [0, 0, 0, 1, 0, 1]
    assert "biggest pot" in found[3][0] and "16 chips" in found[3][0]
