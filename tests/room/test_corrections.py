"""Corrections of chips by the host: between hands, named, with a reason, and no chip made."""

from typing import Any

import pytest

from sidepot.room.protocol import messages as m
from sidepot.room.protocol.table_rules import ChipWorth, GamePlan, MatchRules
from sidepot.room.table.corrections import MAX_CORRECTIONS
from tests.room.harness import RoomHarness, check_chips, drain, reason, with_room


@with_room
async def test_chips_that_the_host_gives_are_bought(harness: RoomHarness) -> None:
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo)
    looking = await harness.room.subscribe(bo, table)
    given = {"chair": 1, "chips": 30, "reason": " paid  in cash "}
    assert isinstance(await harness.do(ana, table, m.Correct, **given), m.Ack)
    taken = {"chair": 0, "chips": -20, "reason": "one stack too many"}
    assert isinstance(await harness.do(ana, table, m.Correct, **taken), m.Ack)
    found = await harness.room.ledger(bo, table)
    first, second = found.accounts
    assert (first.bought, first.paid_out, first.stack, first.net) == (100, 20, 80, 0)
    assert (second.bought, second.paid_out, second.stack, second.net) == (130, 0, 130, 0)
    assert not found.transfers
    noted = [(c.by, c.player, c.other, c.chips, c.reason) for c in found.corrections]
    assert noted == [
        ("Ana", "Bo", None, 30, "paid in cash"),
        ("Ana", "Ana", None, -20, "one stack too many"),
    ]
    check_chips(await harness.state(table))
    said = str(await drain(looking))
    assert "The host gives Bo 30 chips: paid in cash" in said
    assert "The host takes back 20 chips from Ana" in said


@with_room
async def test_chips_that_move_are_won_and_lost(harness: RoomHarness) -> None:
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo, worth=ChipWorth(name="biscuits", chips=4))
    for chips, stacks in ((25, [75, 125]), (-10, [85, 115])):
        moved = {"chair": 1, "chips": chips, "other": 0, "reason": "the wrong pot"}
        assert isinstance(await harness.do(ana, table, m.Correct, **moved), m.Ack)
        found = await harness.room.ledger(ana, table)
        assert [account.stack for account in found.accounts] == stacks
        assert sum(account.net for account in found.accounts) == 0
    [transfer] = found.transfers
    assert (transfer.debtor, transfer.creditor, transfer.chips) == (0, 1, 15)
    assert found.worth == ChipWorth(name="biscuits", chips=4)
    check_chips(await harness.state(table))
    await harness.reopen()
    assert await harness.room.ledger(ana, table) == found


@with_room
async def test_a_player_without_chips_plays_on_with_those_that_are_given(
    harness: RoomHarness,
) -> None:
    ana, bo, cy = await harness.guests("Ana", "Bo", "Cy")
    table = await harness.table(ana, bo, cy)
    await harness.room.subscribe(ana, table)
    taken = {"chair": 1, "chips": -100, "reason": "he left for a while"}
    assert isinstance(await harness.do(ana, table, m.Correct, **taken), m.Ack)
    await harness.wait(3)
    state = await harness.state(table)
    assert state.chairs[1].status == "out" and state.in_play
    given = {"chair": 1, "chips": 50, "reason": "back again"}
    assert reason(await harness.do(ana, table, m.Correct, **given)) == "correction_hand"
    await harness.play_out(table)
    assert isinstance(await harness.do(ana, table, m.Correct, **given), m.Ack)
    assert (await harness.state(table)).chairs[1].status == "in"


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"chair": 4}, "correction_chair"),
    ({"other": 4}, "correction_chair"),
    ({"other": 1}, "correction"),
    ({"chips": 0}, "correction"),
    ({"reason": " \u200b "}, "correction"),
    ({"chips": -101}, "correction_stack"),
    ({"chips": 101, "other": 0}, "correction_stack"),
    ({"chips": 10**9}, "correction_stack"),
]


@with_room
async def test_a_correction_that_cannot_be_made_is_refused(harness: RoomHarness) -> None:
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo)
    for fields, refusal in REFUSED:
        wanted = {"chair": 1, "chips": 10, "reason": "why not", **fields}
        assert reason(await harness.do(ana, table, m.Correct, **wanted)) == refusal, fields
        assert reason(await harness.do(bo, table, m.Correct, **wanted)) == "host"
    assert [chair.stack for _, chair in (await harness.state(table)).seated()] == [100, 100]


@with_room
async def test_a_match_keeps_its_equal_stacks(harness: RoomHarness) -> None:
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo, match=MatchRules(hands=9))
    given = {"chair": 1, "chips": 10, "reason": "a present"}
    assert reason(await harness.do(ana, table, m.Correct, **given)) == "match_correction"


@with_room
async def test_there_is_an_end_to_corrections(harness: RoomHarness) -> None:
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo, automatic=False)
    given = {"chair": 1, "chips": 1, "reason": "again"}
    for _ in range(MAX_CORRECTIONS):
        assert isinstance(await harness.do(ana, table, m.Correct, **given), m.Ack)
    assert reason(await harness.do(ana, table, m.Correct, **given)) == "corrections"


@with_room
async def test_the_worth_of_chips_can_be_read(harness: RoomHarness) -> None:
    [ana] = await harness.guests("Ana")
    worth = ChipWorth(name="\u200b")
    with pytest.raises(Exception, match="a name that can be read"):
        await harness.room.create(ana, m.NewTable(games=[GamePlan(name="ricochet")], worth=worth))
