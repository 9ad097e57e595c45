"""Who owes whom: the accounts of a table, and the fewest transfers that settle them."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from sidepot.protocol.resources import AccountView, LedgerView, Transfer
from sidepot.room.table.state import TableState
from sidepot.words import say

EXACT = 12
"""With up to so many people who are not even, no other settlement has fewer transfers."""


def ledger(state: TableState) -> LedgerView:
    """The accounts of a table, and who owes whom; the house is one of them where it has played."""
    held = {chair.account: chair.stack + chair.pending_chips for chair in state.chairs.values()}
    accounts = []
    for id, account in state.accounts.items():
        stack = held.get(id, 0)
        net = account.paid_out + stack - account.bought
        accounts.append(
            AccountView(account.name, account.guest, account.bought, account.paid_out, stack, net)
        )
    if state.bank:
        accounts.append(AccountView(say("table.bank"), None, 0, 0, state.bank, state.bank))
    return LedgerView(accounts, settle([account.net for account in accounts]))


def settle(nets: Sequence[int]) -> list[Transfer]:
    """Transfers after which everybody is even; nets add up to 0.

    Every group whose nets add up to 0 by themselves saves a transfer, so the people are cut into as
    many such groups as can be; with more than `EXACT` of them all are one group.
    """
    uneven = [i for i, net in enumerate(nets) if net]
    if len(uneven) > EXACT:
        return _settle_group(nets, uneven)
    return [t for group in _groups(nets, uneven) for t in _settle_group(nets, group)]


def _groups(nets: Sequence[int], uneven: Sequence[int]) -> list[list[int]]:
    """As many groups as there can be, each of which adds up to 0."""
    every = (1 << len(uneven)) - 1

    @functools.cache
    def total(chosen: int) -> int:
        if not chosen:
            return 0
        lowest = (chosen & -chosen).bit_length() - 1
        return nets[uneven[lowest]] + total(chosen & (chosen - 1))

    @functools.cache
    def best(chosen: int) -> tuple[int, int]:
        """The most groups among those chosen, and whom to take away first to get there."""
        if not chosen:
            return 0, 0
        ends = int(total(chosen) == 0)
        bits = [1 << i for i in range(len(uneven)) if chosen >> i & 1]
        return max((best(chosen ^ bit)[0] + ends, bit) for bit in bits)

    groups, open_group, chosen = list[list[int]](), list[int](), every
    while chosen:
        if total(chosen) == 0:
            open_group = []
            groups.append(open_group)
        bit = best(chosen)[1]
        open_group.append(uneven[bit.bit_length() - 1])
        chosen ^= bit
    return groups


def _settle_group(nets: Sequence[int], group: Sequence[int]) -> list[Transfer]:
    """The largest debt goes to the largest claim, until all of a group are even."""
    left = {i: nets[i] for i in group}
    found = []
    while left:
        debtor, creditor = min(left, key=lambda i: left[i]), max(left, key=lambda i: left[i])
        chips = min(-left[debtor], left[creditor])
        found.append(Transfer(debtor, creditor, chips))
        left[debtor] += chips
        left[creditor] -= chips
        left = {i: net for i, net in left.items() if net}
    return found
