"""The ledger: debts between players, settled in the fewest transfers."""

import itertools

from hypothesis import given, settings
from hypothesis import strategies as st

from sidepot.room.protocol import messages as m
from sidepot.room.protocol.table_rules import GamePlan
from sidepot.room.table.ledger import MAX_EXACT, settle
from tests.room.harness import RoomHarness, check_chips, with_room


def even(nets: list[int]) -> list[int]:
    """Everybody's balance after the transfers."""
    left = list(nets)
    for transfer in settle(nets):
        assert transfer.chips > 0 and transfer.debtor != transfer.creditor
        left[transfer.debtor] += transfer.chips
        left[transfer.creditor] -= transfer.chips
    return left


@given(st.lists(st.integers(-(10**9), 10**9), max_size=30))
def test_everybody_is_even_afterwards(nets: list[int]) -> None:
    nets = [*nets, -sum(nets)]
    assert not any(even(nets))
    assert len(settle(nets)) <= max(0, sum(map(bool, nets)) - 1)


@settings(max_examples=60)
@given(st.lists(st.integers(-4, 4), max_size=6))
def test_no_settlement_has_fewer_transfers(nets: list[int]) -> None:
    nets = [*nets, -sum(nets)]
    uneven = [net for net in nets if net]
    assert len(settle(nets)) == len(uneven) - most_groups(uneven)


def most_groups(nets: list[int]) -> int:
    """As many groups that add up to 0 as there can be, by trying all ways to cut."""
    if not nets:
        return 0
    first, rest = nets[0], nets[1:]
    best = 0
    for size in range(len(rest) + 1):
        for chosen in itertools.combinations(range(len(rest)), size):
            if first + sum(rest[i] for i in chosen) == 0:
                others = [net for i, net in enumerate(rest) if i not in chosen]
                best = max(best, 1 + most_groups(others))
    return best


def test_two_pairs_settle_by_themselves() -> None:
    found = {(t.debtor, t.creditor, t.chips) for t in settle([5, 7, -7, -5])}
    assert found == {(2, 1, 7), (3, 0, 5)}


def test_large_tables_settle_too() -> None:
    nets = [*range(1, MAX_EXACT + 2), -sum(range(1, MAX_EXACT + 2))]
    assert not any(even(nets))


@with_room
async def test_the_ledger_of_a_night(harness: RoomHarness) -> None:
    ana, bo, cy = await harness.guests("Ana", "Bo", "Cy")
    table = await harness.table(ana, bo, cy, seats=2)
    await harness.room.subscribe(ana, table)
    await harness.wait(3)
    await harness.play_out(table)
    await harness.do(bo, table, m.Leave)
    await harness.do(bo, table, m.Sit, chair=4, chips=60)
    found = await harness.room.ledger(cy, table)
    first, second = found.accounts
    assert (first.guest, second.guest) == (ana, bo)
    assert (second.bought, second.stack) == (160, 60) and second.paid_out in (99, 101)
    assert first.net == -second.net and abs(first.net) == 1
    (transfer,) = found.transfers
    assert transfer.chips == 1 and found.accounts[transfer.creditor].net == 1


@with_room
async def test_the_bank_has_an_account_where_it_has_played(harness: RoomHarness) -> None:
    ana, bo = await harness.guests("Ana", "Bo")
    casino = [GamePlan(name="ricochet-casino", options={"side_limit": 0})]
    table = await harness.table(ana, bo, seats=2, games=casino)
    await harness.room.subscribe(ana, table)
    for _ in range(6):
        await harness.wait(3)
        await harness.play_out(table)
        check_chips(await harness.state(table))
    found = await harness.room.ledger(bo, table)
    *people, bank = found.accounts
    assert bank.name == "Bank" and bank.guest is None and bank.net == bank.stack != 0
    assert sum(account.net for account in people) == -bank.net
    assert found.transfers
