"""The accounts of a table, and the fewest transfers that settle them."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from sidepot.protocol.resources import AccountView, LedgerView, Transfer
from sidepot.room.table.state import TableState
from sidepot.words import say

MAX_EXACT = 12
"""Up to this number of people with a net other than 0, the number of transfers is minimal."""


def ledger(state: TableState) -> LedgerView:
    """The accounts of a table, in chips, and who owes whom.

    The house has an account if it has won or lost.
    """
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
    """Transfers, in chips, after which everybody is even; `nets` add up to 0.

    Every group whose nets add up to 0 by themselves saves a transfer, so the people are split into
    as many such groups as possible; more than `MAX_EXACT` people are all one group.
    """
    uneven = [i for i, net in enumerate(nets) if net]
    if len(uneven) > MAX_EXACT:
        return _settle_group(nets, uneven)
    return [t for group in _groups(nets, uneven) for t in _settle_group(nets, group)]


def _groups(nets: Sequence[int], uneven: Sequence[int]) -> list[list[int]]:
    """The most groups possible, each of which adds up to 0.

    A set of people is a bit mask over `uneven`.
    """
    everyone = (1 << len(uneven)) - 1

    @functools.cache
    def total(chosen: int) -> int:
        if not chosen:
            return 0
        lowest = (chosen & -chosen).bit_length() - 1
        return nets[uneven[lowest]] + total(chosen & (chosen - 1))

    @functools.cache
    def best(chosen: int) -> tuple[int, int]:
        """The most groups in a set, and the bit of the person to take out first to get them."""
        if not chosen:
            return 0, 0
        is_group = int(total(chosen) == 0)
        bits = [1 << i for i in range(len(uneven)) if chosen >> i & 1]
        return max((best(chosen ^ bit)[0] + is_group, bit) for bit in bits)

    groups, open_group, chosen = list[list[int]](), list[int](), everyone
    while chosen:
        if total(chosen) == 0:
            open_group = []
            groups.append(open_group)
        bit = best(chosen)[1]
        open_group.append(uneven[bit.bit_length() - 1])
        chosen ^= bit
    return groups


def _settle_group(nets: Sequence[int], group: Sequence[int]) -> list[Transfer]:
    """Pay the largest debt to the largest claim until the whole group is even."""
    open_nets = {i: nets[i] for i in group}
    transfers = []
    while open_nets:
        debtor = min(open_nets, key=open_nets.__getitem__)
        creditor = max(open_nets, key=open_nets.__getitem__)
        chips = min(-open_nets[debtor], open_nets[creditor])
        transfers.append(Transfer(debtor, creditor, chips))
        open_nets[debtor] += chips
        open_nets[creditor] -= chips
        open_nets = {i: net for i, net in open_nets.items() if net}
    return transfers
