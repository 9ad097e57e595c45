"""The time of a fair deal: to commit to it, to cut it, to prove it, and to check the proof."""

from __future__ import annotations

import functools
import random
import zlib
from collections.abc import Callable, Mapping

from benchmarks.timing import Figure, rate
from sidepot import cards, fairness
from sidepot.fairness import Attempt, Deal, Deck, Proof

HANDS = 20
GUESTS = [f"guest-{n}" for n in range(6)]
SEEN = 17
"""The cards that a player of hold'em for six sees if everybody shows."""
DECKS = {"one deck": (1, ("deck",)), "four decks, dealt again": (4, ("deck", "second"))}
"""The numbers of decks, and the streams, by what the lines call them."""
STEPS = ("commit to", "cut", "prove", "check")


def figures() -> list[Figure]:
    """Microseconds a hand for each step, with a hash of what it makes as signature."""
    marks = {name: work() for name, work in signatures().items()}
    found = []
    for size in DECKS:
        for step in STEPS:
            name = title(step, size)
            cost = 1e6 / rate(functools.partial(_run, step, deals(size)))
            found.append(Figure(name, cost, "us/hand", marks[name]))
    return found


def signatures() -> Mapping[str, Callable[[], str]]:
    """A function for each line's signature, a hash of the step's results."""
    return {
        title(step, size): functools.partial(mark, step, size) for size in DECKS for step in STEPS
    }


def title(step: str, size: str) -> str:
    """The line's name."""
    return f"fair deal, six seeds: {step} {size}"


def mark(step: str, size: str) -> str:
    """A hash of what a step makes of the hands."""
    made = [STEP[step](deal, proof) for deal, proof in deals(size)]
    return f"{zlib.crc32(repr(made).encode()):08x}"


@functools.cache
def deals(size: str) -> tuple[tuple[Deal, Proof], ...]:
    """The hands, each with its proof."""
    copies, streams = DECKS[size]
    texts, chance = [cards.text(card) for card in cards.deck(copies=copies)], random.Random(1)
    found = []
    for hand in range(1, HANDS + 1):
        decks = {
            name: Deck(chance.randbytes(32), {s: chance.sample(texts, len(texts)) for s in streams})
            for name in fairness.DECKS
        }
        seeds = {guest: chance.randbytes(32) for guest in GUESTS}
        pledges = {guest: fairness.pledge(seed) for guest, seed in seeds.items()}
        deal = Deal(Attempt("table", hand, 1), fairness.NO_COMMITMENT, decks, pledges, seeds)
        found.append((deal, _proof(deal)))
    return tuple(found)


def _proof(deal: Deal) -> Proof:
    return deal.proof([("deck", place) for place in range(SEEN)])


def _check(deal: Deal, proof: Proof) -> tuple[str, list[str]]:
    """Which deck was dealt, and what is wrong with its proof."""
    deck = proof.control.streams["deck"]
    return deal.dealt, fairness.breaches(proof, deck)


STEP: Mapping[str, Callable[[Deal, Proof], object]] = {
    "commit to": lambda deal, _: deal.commitment,
    "cut": lambda deal, _: (deal.dealt, deal.orders()),
    "prove": lambda deal, _: _proof(deal),
    "check": _check,
}


def _run(step: str, hands: tuple[tuple[Deal, Proof], ...]) -> int:
    """The work: one step for every hand."""
    for deal, proof in hands:
        STEP[step](deal, proof)
    return len(hands)
