"""Provably fair deals: pledges, leaves, commitments, the cut, and proofs of a hand that is over.

The encoding puts its length before each part; tests/fairness/vectors.json has examples of every
hash. All functions are pure; seeds, keys, salts and hashes are bytes. A *stream* is an order of
cards that a hand deals from: `deck`, and `second` where discards are dealt again. A *place* counts
from 0 from the top.
"""

from __future__ import annotations

import functools
import hmac
import struct
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import chain, count
from typing import NamedTuple

SALT_SIZE = 16
"""The bytes of a salt."""
NO_COMMITMENT = bytes(32)
"""Stands for the previous commitment before a table's first one."""
DECKS = ("a", "b")
"""The names of the two decks: one is dealt, the other, the control, is opened in full."""

_BLOCK = 64
"""The bytes that SHA-256 takes at a time."""
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


def from_hex(by_guest: Mapping[str, str]) -> dict[str, bytes]:
    """Seeds or pledges by guest, out of hexadecimal. Raises `ValueError`."""
    return {guest: bytes.fromhex(value) for guest, value in by_guest.items()}


def pledge(seed: bytes) -> bytes:
    """The hash that a client sends before it reveals its seed."""
    return _hash("sidepot pledge 1", seed)


def next_seed(master: bytes, after: bytes) -> bytes:
    """The seed that a client pledges when `after` is the last commitment that it has seen.

    `master` is the client's own secret, so it comes to the same seed again after a reconnect.
    """
    return hmac.digest(master, _encoded("sidepot seed 1", after), "sha256")


def salt(key: bytes, stream: str, place: int) -> bytes:
    """The salt that hides the card at a place: 16 bytes."""
    inner, outer = _salt_pads(key, stream)
    return sha256(outer + sha256(inner + _part(place)).digest()).digest()[:SALT_SIZE]


def _salt_pads(key: bytes, stream: str) -> tuple[bytes, bytes]:
    """The inner and outer prefix of HMAC-SHA-256 (RFC 2104), before a place and its hash."""
    padded = (key if len(key) <= _BLOCK else sha256(key).digest()).ljust(_BLOCK, b"\0")
    return padded.translate(_INNER) + _salt_head(stream), padded.translate(_OUTER)


_INNER, _OUTER = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))
"""Every byte as the key of an HMAC is padded with it."""


@functools.lru_cache(maxsize=16)
def _salt_head(stream: str) -> bytes:
    """The prefix that all salts of a stream share."""
    return _encoded("sidepot salt 1", stream)


def leaf(at: Attempt, deck: str, stream: str, place: int, salt: bytes, card: str) -> bytes:
    """The hash that commits to one card."""
    return _hash("sidepot leaf 1", *at, deck, stream, place, salt, card)


def _leaves(at: Attempt, name: str, deck: Deck, stream: str) -> list[bytes]:
    """The leaves of one stream of a deck, in the order of its cards."""
    cards = deck.streams[stream]
    head = _encoded("sidepot leaf 1", *at, name, stream)
    size = _length(SALT_SIZE)
    inner, outer = _salt_pads(deck.key, stream)
    return [
        sha256(
            head
            + place
            + size
            + sha256(outer + sha256(inner + place).digest()).digest()[:SALT_SIZE]
            + _part(card)
        ).digest()
        for place, card in zip(_places(len(cards)), cards, strict=True)
    ]


def _root(at: Attempt, deck: str, stream: str, leaves: Iterable[bytes]) -> bytes:
    """The hash of the leaves of a stream."""
    head = _encoded("sidepot root 1", *at, deck, stream)
    return sha256(head + b"".join([_length(len(leaf)) + leaf for leaf in leaves])).digest()


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
        fair = _WORD - _WORD % m  # larger words would favour some numbers below m
        while (word := next(words)) >= fair:
            pass
        j = word % m
        places[m - 1], places[j] = places[j], places[m - 1]
    return places


def _words(key: bytes) -> Iterator[int]:
    """A stream of 16-bit numbers."""
    blocks = (hmac.digest(key, struct.pack(">I", block), "sha256") for block in count())
    return chain.from_iterable(map(_sixteen, blocks))


_sixteen = struct.Struct(">16H").unpack
"""The words of a block."""


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

    @property
    def written(self) -> tuple[str, int, str, str]:
        """The same for messages and histories, the salt in hexadecimal."""
        return self.stream, self.place, self.card, self.salt.hex()


class Deal(NamedTuple):
    """Everything about the deal of a hand, with every secret in it."""

    at: Attempt
    prev: bytes
    decks: Mapping[str, Deck]
    pledges: Pledges
    seeds: Seeds

    @property
    def dealt(self) -> str:
        """The name of the deck that is dealt."""
        return dealt(self.at, self.seeds)

    @property
    def control(self) -> Deck:
        """The other deck."""
        return self.decks[_other(self.dealt)]

    @property
    def commitment(self) -> bytes:
        """The commitment to both decks."""
        both = {name: roots(self.at, name, deck) for name, deck in self.decks.items()}
        streams = list(self.decks[self.dealt].streams)
        return commitment(self.prev, self.at, streams, both, self.pledges)

    def leaves(self) -> dict[str, list[bytes]]:
        """The leaves of the dealt deck, by stream."""
        name = self.dealt
        deck = self.decks[name]
        return {stream: _leaves(self.at, name, deck, stream) for stream in deck.streams}

    def orders(self) -> dict[str, list[int]]:
        """The dealing order: by stream, the index in the dealt deck of each card dealt."""
        streams = self.decks[self.dealt].streams
        return {name: cut(len(cards), self.at, name, self.seeds) for name, cards in streams.items()}

    def open(self, places: Iterable[tuple[str, int]]) -> list[Opened]:
        """The cards at some places in the order of dealing, each a stream and a number."""
        deck, orders, found = self.decks[self.dealt], self.orders(), []
        for stream, place in places:
            index = orders[stream][place]
            card = deck.streams[stream][index]
            found.append(Opened(stream, place, card, salt(deck.key, stream, index)))
        return found

    def proof(self, seen: Iterable[tuple[str, int]]) -> Proof:
        """The proof for a guest who has seen the cards at some places."""
        return Proof(
            at=self.at,
            prev=self.prev,
            commitment=self.commitment,
            dealt=self.dealt,
            leaves=self.leaves(),
            control=self.control,
            pledges=self.pledges,
            seeds=self.seeds,
            opened=self.open(seen),
        )


class DealRecord(NamedTuple):
    """A deal, with the facts that its history holds beyond the proof."""

    deal: Deal
    missing: Sequence[Sequence[str]] = ()
    """The names of those who did not reveal their seeds, for each earlier turn of the hand."""
    rabbit: Sequence[tuple[str, int]] = ()
    """The places of the cards that were asked for after the hand."""


def _other(name: str) -> str:
    """The name of the other deck; "" for a name that no deck has."""
    return next((other for other in DECKS if other != name), "") if name in DECKS else ""


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


def breaches(proof: Proof, cards: Sequence[str]) -> list[str]:
    """The names of everything that is wrong with a proof; empty if it proves the deal.

    `cards` are the texts of the game's physical cards, in any order. The names: `pledge` (a seed
    is not the one that was pledged, or is missing), `deck` (the control is not such a deck),
    `dealt` (the seeds chose the other deck), `commitment` (something committed to has changed),
    `card` (a card does not open, or is at two places).
    """
    at, name = proof.at, proof.dealt
    other = _other(name)
    orders = {
        s: cut(len(cards), at, s, proof.seeds) if _is_deck_long(found, cards) else ()
        for s, found in proof.leaves.items()
    }
    found = {
        "pledge": {g: pledge(seed) for g, seed in proof.seeds.items()} != dict(proof.pledges),
        "deck": not _are_decks(proof, cards),
        "dealt": name != dealt(at, proof.seeds),
        "commitment": proof.commitment != _fixed(proof, name, other),
        "card": not all(_opens(proof, orders, card) for card in proof.opened)
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
        and all(_is_deck_long(found, cards) for found in proof.leaves.values())
    )


def _is_deck_long(leaves: Sequence[bytes], cards: Sequence[str]) -> bool:
    """Whether there is a leaf for each card, and no more cards than can be cut."""
    return len(leaves) == len(cards) <= _WORD


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


def _opens(proof: Proof, orders: Mapping[str, Sequence[int]], card: Opened) -> bool:
    """Whether a card opens the leaf at the place that the seeds gave it; `orders` are the cuts."""
    order = orders.get(card.stream, ())
    if not 0 <= card.place < len(order):
        return False
    index = order[card.place]
    found = proof.leaves[card.stream][index]
    return found == leaf(proof.at, proof.dealt, card.stream, index, card.salt, card.card)


def _hash(*parts: str | bytes | int) -> bytes:
    return sha256(_encoded(*parts)).digest()


def _encoded(*parts: str | bytes | int) -> bytes:
    """The parts one after another, each after its length in four bytes."""
    raw = [part if isinstance(part, bytes) else str(part).encode() for part in parts]
    return b"".join([_length(len(part)) + part for part in raw])


_length = struct.Struct(">I").pack
"""The length of a part as its four bytes."""


@functools.lru_cache(maxsize=64)
def _places(size: int) -> tuple[bytes, ...]:
    """The places of a deck of some size, encoded."""
    return tuple(map(_part, range(size)))


@functools.lru_cache(maxsize=4096)
def _part(part: str | int) -> bytes:
    """One part encoded: a card or a place, of which there are few."""
    return _encoded(part)
