"""The chain of commitments from hand to hand of each table, over all files together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from sidepot.fairness import NO_COMMITMENT, Attempt, Proof
from sidepot.history.fairness import HandProof
from sidepot.verify.hands import Breach
from sidepot.words import Message


class _Link(NamedTuple):
    """What the chain remembers of a hand."""

    turn: int
    prev: bytes
    commitment: bytes
    missing: Sequence[Sequence[str]]


class TableChain(NamedTuple):
    """The hands of a table, all files together; from `first` to `last`, without `gaps`.

    `unlinked`: hands whose link to the one before is an earlier turn, which no history holds.
    """

    table: str
    first: int
    last: int
    gaps: Sequence[int]
    unlinked: Sequence[int]


class Chain:
    """Compares the proofs of hands, in any order, with one another."""

    def __init__(self) -> None:
        self._tables: dict[str, dict[int, _Link]] = {}
        self._seeds: dict[bytes, tuple[Attempt, str]] = {}

    def add(self, found: HandProof) -> list[Breach]:
        """Add a hand; returns what is wrong between it and those added before."""
        proof = found.proof
        link = _Link(proof.at.turn, proof.prev, proof.commitment, found.missing)
        hands = self._tables.setdefault(proof.at.table, {})
        before = hands.setdefault(proof.at.hand, link)
        told = _linked(hands, proof.at.hand) if before is link else _told_twice(before, link)
        return [*told, *self._replayed(proof)]

    def tables(self) -> Iterator[TableChain]:
        """Each table's hands."""
        for table, hands in self._tables.items():
            numbers = range(min(hands), max(hands) + 1)
            unlinked = [n for n in sorted(hands) if hands[n].turn > 1 and n - 1 in hands]
            gaps = [] if len(numbers) == len(hands) else _gaps(sorted(hands))
            yield TableChain(table, numbers[0], numbers[-1], gaps, unlinked)

    def _replayed(self, proof: Proof) -> Iterator[Breach]:
        """Seeds that have been used before, or by two guests."""
        for guest, seed in proof.seeds.items():
            user = proof.at, guest
            first = self._seeds.setdefault(seed, user)
            same_hand = first[0][:2] == proof.at[:2] and first[1] == guest
            if first != user and not same_hand:
                yield Breach("seed", Message("verify.seed", {"hand": first[0].hand}))


def _gaps(numbers: Sequence[int]) -> list[int]:
    """The hands after which the next one is missing."""
    return [n for n, after in pairwise(numbers) if after > n + 1]


def _linked(hands: dict[int, _Link], number: int) -> Iterator[Breach]:
    """Whether a hand hangs on the one before it, and the one after it on this one."""
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
