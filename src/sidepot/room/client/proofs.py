"""Checks the proof of a hand that is over against its commitment and its cut."""

from __future__ import annotations

from collections.abc import Sequence

from sidepot import cards, fairness
from sidepot.fairness import Attempt, Deck, Opened
from sidepot.room.protocol import messages as m

_OF_A_PROOF = {"commitment": "deck", "pledge": "seed"}
"""Kinds of `fairness.breaches` that have another name where the rest was checked before."""


def wrong_proof(
    fixed: m.Commitment,
    cut: m.Cut,
    at: Attempt,
    sent: m.Proof,
    deck: Sequence[str] | None = None,
) -> list[str]:
    """The kinds of breaches in a proof.

    `deck`: the cards of the game by its rules; None where the room's word for them has to do.
    """
    try:
        leaves = [[bytes.fromhex(leaf) for leaf in stream] for stream in sent.leaves]
        orders = map(_split, sent.control.cards)
        control = Deck(
            bytes.fromhex(sent.control.key), dict(zip(fixed.streams, orders, strict=True))
        )
        opened = [
            Opened(stream, place, card, bytes.fromhex(salt))
            for stream, place, card, salt in (*sent.opened, *sent.rabbit)
        ]
        proof = fairness.Proof(
            at=at,
            prev=bytes.fromhex(fixed.prev),
            commitment=bytes.fromhex(fixed.commitment),
            dealt=cut.dealt,
            leaves=dict(zip(fixed.streams, leaves, strict=True)),
            control=control,
            pledges=fairness.from_hex(fixed.pledges),
            seeds=fairness.from_hex(cut.seeds),
            opened=opened,
        )
        found = fairness.breaches(proof, deck or _split(fixed.deck) or _whole_decks(control))
    except ValueError:
        return ["deck"]
    return list(dict.fromkeys(_OF_A_PROOF.get(kind, kind) for kind in found))


def _whole_decks(control: Deck) -> list[str]:
    """The cards of as many decks as the control is long, with both jokers if it has any."""
    return cards.whole_decks(next(iter(control.streams.values()), ()))


def _split(line: str) -> list[str]:
    """The cards of a line without spaces, "2cTd"."""
    return [line[i : i + 2] for i in range(0, len(line), 2)]
