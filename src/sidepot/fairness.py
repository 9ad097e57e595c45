"""Provably fair deals: pledges, leaves, commitments, the cut, and proofs of a hand that is over.

The encoding puts its length before each part; tests/fairness/vectors.json has examples of every
hash. All functions are pure; seeds, keys, salts and hashes are bytes. A *stream* is an order of
cards that a hand deals from: `deck`, and `second` where discards are dealt again. A *place* counts
from 0 from the top.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, count
from typing import NamedTuple

_SALT_SIZE = 16
NO_COMMITMENT = bytes(32)
"""Stands for the previous commitment before a table's first one."""
DECKS = ("a", "b")
"""The names of the two decks: one is dealt, the other, the control, is opened in full."""

_WORD = 1 << 16
"""The number of values of a word that a cut draws; larger decks cannot be cut."""

Seeds = Mapping[str, bytes]
"""The seed that each guest has revealed."""
Pledges = Mapping[str, bytes]
"""The hash of the seed that each guest will reveal."""


class Attempt(NamedTuple):
    """Identifies a deal: the table, the number of the hand, and the turn, counted from 1."""

    table: str
    hand: int
    turn: int


class Deck(NamedTuple):
    """One of the two decks: its key, and the texts of its cards in order, by stream."""

    key: bytes
    streams: Mapping[str, Sequence[str]]


def pledge(seed: bytes) -> bytes:
    """The hash that a client sends before it reveals its seed."""
    return _hash("sidepot pledge 1", seed)


def salt(key: bytes, stream: str, place: int) -> bytes:
    """The salt that hides the card at a place: 16 bytes."""
    return hmac.digest(key, _encoded("sidepot salt 1", stream, place), "sha256")[:_SALT_SIZE]


def leaf(at: Attempt, deck: str, stream: str, place: int, salt: bytes, card: str) -> bytes:
    """The hash that commits to one card."""
    return _hash("sidepot leaf 1", *at, deck, stream, place, salt, card)


def _leaves(at: Attempt, name: str, deck: Deck, stream: str) -> list[bytes]:
    """The leaves of one stream of a deck, in the order of its cards."""
    return [
        leaf(at, name, stream, place, salt(deck.key, stream, place), card)
        for place, card in enumerate(deck.streams[stream])
    ]


def _root(at: Attempt, deck: str, stream: str, leaves: Iterable[bytes]) -> bytes:
    """The hash of the leaves of a stream."""
    return _hash("sidepot root 1", *at, deck, stream, *leaves)


def roots(at: Attempt, name: str, deck: Deck) -> list[bytes]:
    """The roots of a deck, in the order of its streams."""
    return [_root(at, name, stream, _leaves(at, name, deck, stream)) for stream in deck.streams]


def commitment(
    prev: bytes,
    at: Attempt,
    streams: Sequence[str],
    roots: Mapping[str, Sequence[bytes]],
    pledges: Pledges,
) -> bytes:
    """The hash that commits to both decks before any seed is known; `roots` by the decks' names."""
    both = chain.from_iterable(roots[name] for name in DECKS)
    return _hash("sidepot hand 1", prev, *at, len(streams), *streams, *both, *_in_order(pledges))


def dealt(at: Attempt, seeds: Seeds) -> str:
    """Which deck the seeds have chosen: "a" or "b"."""
    return DECKS[_hash("sidepot choose 1", *at, "", *_in_order(seeds))[0] & 1]


def cut(size: int, at: Attempt, stream: str, seeds: Seeds) -> list[int]:
    """The permutation of a stream of `size` cards: the j-th card dealt lies at place `cut[j]`.

    A Fisher-Yates shuffle; every order is equally likely as long as one seed is random. Raises
    `ValueError` for more than 65,536 cards.
    """
    if size > _WORD:
        raise ValueError(f"{size} cards cannot be cut: {_WORD} are the most")
    words = _words(_hash("sidepot cut 1", *at, stream, *_in_order(seeds)))
    places = list(range(size))
    for m in range(size, 1, -1):
        j = _below(m, words)
        places[m - 1], places[j] = places[j], places[m - 1]
    return places


def _below(m: int, words: Iterator[int]) -> int:
    """A uniform number below m; words that would favour some numbers are skipped."""
    fair = _WORD - _WORD % m
    return next(word for word in words if word < fair) % m


def _words(key: bytes) -> Iterator[int]:
    """A stream of 16-bit numbers."""
    for block in count():
        digest = hmac.digest(key, block.to_bytes(4, "big"), "sha256")
        yield from (int.from_bytes(digest[i : i + 2], "big") for i in range(0, len(digest), 2))


def _in_order(by_guest: Mapping[str, bytes]) -> Iterator[str | bytes]:
    """Each guest's id and value, sorted by id."""
    for guest in sorted(by_guest):
        yield guest
        yield by_guest[guest]


class Opened(NamedTuple):
    """A card that a viewer has seen: where it was dealt from, its text, and its salt."""

    stream: str
    place: int
    """The card's index in the order of dealing; its leaf is number `cut[place]`."""
    card: str
    salt: bytes


class Proof(NamedTuple):
    """The proof of a finished hand's deal, for a guest who saw some of its cards."""

    at: Attempt
    prev: bytes
    commitment: bytes
    dealt: str
    leaves: Mapping[str, Sequence[bytes]]
    """The leaves of the deck that was dealt, by stream."""
    control: Deck
    """The other deck, in full."""
    pledges: Pledges
    seeds: Seeds
    opened: Sequence[Opened]


def prove(
    at: Attempt,
    prev: bytes,
    decks: Mapping[str, Deck],
    pledges: Pledges,
    seeds: Seeds,
    seen: Iterable[tuple[str, int]],
) -> Proof:
    """The proof for a guest who has seen the cards at some places, each a stream and a number."""
    chosen = dealt(at, seeds)
    deck, control = decks[chosen], next(decks[name] for name in DECKS if name != chosen)
    orders = {name: cut(len(cards), at, name, seeds) for name, cards in deck.streams.items()}
    opened = []
    for stream, place in seen:
        index = orders[stream][place]
        card = deck.streams[stream][index]
        opened.append(Opened(stream, place, card, salt(deck.key, stream, index)))
    both = {name: roots(at, name, decks[name]) for name in DECKS}
    return Proof(
        at=at,
        prev=prev,
        commitment=commitment(prev, at, list(deck.streams), both, pledges),
        dealt=chosen,
        leaves={name: _leaves(at, chosen, deck, name) for name in deck.streams},
        control=control,
        pledges=pledges,
        seeds=seeds,
        opened=opened,
    )


def breaches(proof: Proof, cards: Sequence[str]) -> list[str]:
    """The names of everything that is wrong with a proof; empty if it proves the deal.

    `cards` are the texts of the game's physical cards, in any order. The names: `pledge` (a seed
    is not the one that was pledged, or is missing), `deck` (the control is not such a deck),
    `dealt` (the seeds chose the other deck), `commitment` (something committed to has changed),
    `card` (a card does not open, or is at two places).
    """
    at, name = proof.at, proof.dealt
    other = next((deck for deck in DECKS if deck != name), "")
    found = {
        "pledge": {g: pledge(seed) for g, seed in proof.seeds.items()} != dict(proof.pledges),
        "deck": not _are_decks(proof, cards),
        "dealt": name != dealt(at, proof.seeds),
        "commitment": proof.commitment != _fixed(proof, name, other),
        "card": not all(_opens(proof, card) for card in proof.opened)
        or len({(card.stream, card.place) for card in proof.opened}) < len(proof.opened),
    }
    return [reason for reason, is_breach in found.items() if is_breach]


def _are_decks(proof: Proof, cards: Sequence[str]) -> bool:
    """Whether the control is a whole deck in every stream, and the dealt one has as many leaves."""
    streams = proof.control.streams
    return (
        bool(streams)
        and streams.keys() == proof.leaves.keys()
        and all(sorted(order) == sorted(cards) for order in streams.values())
        and all(len(found) == len(cards) for found in proof.leaves.values())
    )


def _fixed(proof: Proof, name: str, other: str) -> bytes:
    """The commitment computed from what the proof opens."""
    at, streams = proof.at, list(proof.control.streams)
    both = {
        name: [_root(at, name, s, proof.leaves.get(s, ())) for s in streams],
        other: roots(at, other, proof.control),
    }
    if both.keys() != set(DECKS):
        return b""
    return commitment(proof.prev, at, streams, both, proof.pledges)


def _opens(proof: Proof, card: Opened) -> bool:
    """Whether a card opens the leaf at the place that the seeds gave it."""
    found = proof.leaves.get(card.stream, ())
    if not 0 <= card.place < len(found):
        return False
    index = cut(len(found), proof.at, card.stream, proof.seeds)[card.place]
    return found[index] == leaf(proof.at, proof.dealt, card.stream, index, card.salt, card.card)


def _hash(*parts: str | bytes | int) -> bytes:
    return hashlib.sha256(_encoded(*parts)).digest()


def _encoded(*parts: str | bytes | int) -> bytes:
    """The parts one after another, each after its length in four bytes."""
    raw = [part if isinstance(part, bytes) else str(part).encode() for part in parts]
    return b"".join(len(part).to_bytes(4, "big") + part for part in raw)
