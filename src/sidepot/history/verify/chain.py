"""The chain of commitments from hand to hand of each table, over all files together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, starmap
from typing import NamedTuple

from sidepot.fairness import NO_COMMITMENT, Attempt, Proof
from sidepot.history import History
from sidepot.history.fairness import HandProof
from sidepot.history.notation import short
from sidepot.history.verify.hands import Breach
from sidepot.history.verify.stories import is_one_hand
from sidepot.words import Message


class _Link(NamedTuple):
    """The facts of a hand that later links are checked against."""

    turn: int
    prev: bytes
    commitment: bytes
    missing: Sequence[Sequence[str]]
    history: History


class TableChain(NamedTuple):
    """The hands of a table, all files together; from `first` to `last`, without `gaps`.

    `unlinked`: hands whose link to the one before is an earlier turn, which no history holds.
    """

    table: str
    first: int
    last: int
    gaps: Sequence[int]
    unlinked: Sequence[int]


class Linked(NamedTuple):
    """The findings about a hand among the others: breaches, and notes."""

    breaches: Sequence[Breach]
    notes: Sequence[Message]


class Chain:
    """Compares the proofs of hands, in any order, with one another."""

    def __init__(self) -> None:
        self._tables: dict[str, dict[int, _Link]] = {}
        self._seeds: dict[bytes, tuple[Attempt, str]] = {}

    def add(self, found: HandProof, history: History) -> Linked:
        """Add a hand; returns the findings about it and those added before."""
        proof = found.proof
        link = _Link(proof.at.turn, proof.prev, proof.commitment, found.missing, history)
        hands = self._tables.setdefault(proof.at.table, {})
        before = hands.setdefault(proof.at.hand, link)
        told = _linked(hands, proof.at.hand) if before is link else _told_twice(before, link)
        used = self._used_before(proof)
        if used and len(used) == len(proof.seeds):
            return Linked([*told, Breach("seed", _all_used(used))], [])
        return Linked(list(told), list(starmap(_used_again, used.items())))

    def tables(self) -> Iterator[TableChain]:
        """Each table's hands."""
        for table, hands in self._tables.items():
            numbers = sorted(hands)
            unlinked = [n for n in numbers if hands[n].turn > 1 and n - 1 in hands]
            yield TableChain(table, numbers[0], numbers[-1], _gaps(numbers), unlinked)

    def _used_before(self, proof: Proof) -> dict[str, tuple[Attempt, str]]:
        """The guests whose seeds have been used before, and in which deal and by whom they were.

        A player can do that to themselves; as long as one seed is new, the cut is too.
        """
        first = {g: self._seeds.setdefault(s, (proof.at, g)) for g, s in proof.seeds.items()}
        return {
            guest: (at, user)
            for guest, (at, user) in first.items()
            if at[:2] != proof.at[:2] or user != guest  # not another history of the same hand
        }


def _used_again(guest: str, first: tuple[Attempt, str]) -> Message:
    """A guest has used a seed of an earlier deal."""
    at, user = first
    values = {"guest": short(guest), "hand": at.hand, "before": short(user)}
    return Message("verify.seed_again", values)


def _all_used(used: Mapping[str, tuple[Attempt, str]]) -> Message:
    """All guests of a hand have used seeds of earlier deals."""
    hand = min(at.hand for at, _ in used.values())
    return Message("verify.seed", {"guests": list(map(short, used)), "hand": hand})


def _gaps(numbers: Sequence[int]) -> list[int]:
    """The hands after which the next one is missing."""
    return [n for n, after in pairwise(numbers) if after > n + 1]


def _linked(hands: dict[int, _Link], number: int) -> Iterator[Breach]:
    """Whether a hand links to the one before it, and the one after it to this one."""
    link = hands[number]
    if number == link.turn == 1 and link.prev != NO_COMMITMENT:
        yield Breach("chain", Message("verify.first"))
    for n in (number, number + 1):
        before, after = hands.get(n - 1), hands.get(n)
        # the commitment before a later turn is one that no history holds
        if before and after and after.turn == 1 and after.prev != before.commitment:
            yield Breach("chain", Message("verify.chain", {"hand": n, "before": n - 1}))


def _told_twice(before: _Link, link: _Link) -> Iterator[Breach]:
    """Whether two histories of a hand say the same."""
    if before.commitment != link.commitment:
        yield Breach("twice", Message("verify.twice"))
    elif before.missing != link.missing:
        yield Breach("missing", Message("verify.missing"))
    if not is_one_hand(before.history, link.history):
        yield Breach("story", Message("verify.story"))
