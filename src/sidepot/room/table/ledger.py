"""The accounts of a table, and the fewest transfers that settle them."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from sidepot.room.protocol.resources import AccountView, CorrectionView, LedgerView, Transfer
from sidepot.room.table.state import Correction, TableState
from sidepot.words import say

MAX_EXACT = 12
"""Up to this number of people with a net other than 0, the number of transfers is minimal."""


def ledger(state: TableState) -> LedgerView:
    """The accounts of a table, in chips, and who owes whom.

    The house has an account if it has won or lost, and so have chips that wait in a pot.
    """
    held = {chair.account: chair.stack + chair.pending_chips for chair in state.chairs.values()}
    accounts = []
    for id, account in state.accounts.items():
        stack = held.get(id, 0)
        net = account.paid_out + stack - account.bought
        accounts.append(
            AccountView(
                account.name,
                account.guest,
                account.bought,
                account.paid_out,
                stack,
                net,
                account.bot,
            )
        )
    if waiting := sum(chips for _, chips in state.pots):
        name = say("table.waiting_pot")
        accounts.append(AccountView(name, None, 0, 0, waiting, waiting, is_bank=True))
    if state.bank:
        bank = AccountView(say("table.bank"), None, 0, 0, state.bank, state.bank, is_bank=True)
        accounts.append(bank)
    owed = [account.net if account.bot is None else 0 for account in accounts]
    noted = [_correction(state, one) for one in state.corrections]
    return LedgerView(accounts, settle(evened(owed)), noted, state.rules.worth)


def _correction(state: TableState, one: Correction) -> CorrectionView:
    """A correction under the names that its players have now."""
    player = state.accounts[one.account].name
    other = state.accounts[one.other].name if one.other else None
    return CorrectionView(one.at, one.by, player, other, one.chips, one.reason)


def evened(nets: Sequence[int]) -> list[int]:
    """Nets that add up to 0: the side that is larger, debts or claims, is cut in proportion.

    It is so where bots have won or lost: nobody pays them, and they pay nobody.
    """
    debts, claims = -sum(min(net, 0) for net in nets), sum(max(net, 0) for net in nets)
    total = min(debts, claims)
    parts = {True: _parts(nets, 1, total), False: _parts(nets, -1, total)}
    return [parts[net > 0].get(i, 0) * (1 if net > 0 else -1) for i, net in enumerate(nets)]


def _parts(nets: Sequence[int], sign: int, total: int) -> dict[int, int]:
    """`total` shared out among the nets of a sign, in proportion; what is left over goes first."""
    sizes = {i: net * sign for i, net in enumerate(nets) if net * sign > 0}
    whole = sum(sizes.values())
    parts = {i: size * total // whole for i, size in sizes.items()}
    left = total - sum(parts.values())
    for i in sorted(sizes, key=lambda i: -(sizes[i] * total % whole))[:left]:
        parts[i] += 1
    return parts


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
