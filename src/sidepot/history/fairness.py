"""Writes and reads `_fairness`, the proof of a hand's deal in its history.

It holds what one viewer knows: see docs/fair-deals.md for the protocol, and `sidepot.fairness` for
its hashes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from sidepot import cards, fairness
from sidepot.engine.game import Hand
from sidepot.errors import BadHistory
from sidepot.fairness import Attempt, Deal, DealRecord, Deck, Opened, Proof
from sidepot.history.dealt_cards import STREAMS, DealtCards, Place, Shown
from sidepot.history.notation import short
from sidepot.words import Message

FIELD = "_fairness"
_VERSION = 1
_HASH_SIZE = 32
_MOST = 2**31 - 1
"""The largest number of a hand, a turn or a place."""

T = TypeVar("T")


class Openings:
    """The openings of the cards that a hand has dealt."""

    def __init__(self, hand: Hand, deal: Deal, shown: Shown) -> None:
        self.dealt = DealtCards(hand)
        self.places = [card.place for card in self.dealt.all]
        """The places of all dealt cards."""
        self._shown = shown
        self._opened = dict(zip(self.places, deal.open(self.places), strict=True))

    def seen(self, viewer: int) -> list[Opened]:
        """The openings of the cards that a seat, or the rail, has seen by now."""
        seen = self.dealt.seen(viewer, self._shown)
        places = [place for place, is_seen in zip(self.places, seen, strict=True) if is_seen]
        return [self._opened[place] for place in dict.fromkeys(places)]


class FairnessWriter:
    """Writes `_fairness` of one hand for any viewer."""

    def __init__(self, hand: Hand, record: DealRecord, shown: Shown) -> None:
        self._openings = Openings(hand, record.deal, shown)
        self._rabbit = record.deal.open(record.rabbit)
        self._common = _common(record, self._openings.places)

    @property
    def dealt(self) -> DealtCards:
        """The cards that the hand has dealt."""
        return self._openings.dealt

    def rabbit_cards(self) -> list[str]:
        """The cards that were asked for after the hand."""
        return [card.card for card in self._rabbit]

    def table(self, viewer: int) -> dict[str, Any]:
        """The TOML table for a seat or the rail."""
        seen = self._openings.seen(viewer)
        rabbit = {"rabbit": [card.written for card in self._rabbit]} if self._rabbit else {}
        return {**self._common, "opened": [card.written for card in seen], **rabbit}


def _common(record: DealRecord, places: Sequence[Place]) -> dict[str, Any]:
    """The fields that are the same for all viewers."""
    proof = record.deal.proof(())
    deck = cards.stripped(next(iter(proof.control.streams.values())))
    return {
        "version": _VERSION,
        **proof.at._asdict(),
        "prev": proof.prev.hex(),
        "commitment": proof.commitment.hex(),
        "streams": list(proof.leaves),
        "dealt": proof.dealt,
        **({"deck": deck} if deck else {}),
        "leaves": [[leaf.hex() for leaf in leaves] for leaves in proof.leaves.values()],
        "control": {
            "key": proof.control.key.hex(),
            "cards": ["".join(order) for order in proof.control.streams.values()],
        },
        "pledges": _by_guest(proof.pledges),
        "seeds": _by_guest(proof.seeds),
        **({"missing": [list(names) for names in record.missing]} if proof.at.turn > 1 else {}),
        "at": [list(place) for place in places],
    }


def _by_guest(values: Mapping[str, bytes]) -> list[list[str]]:
    return [[guest, values[guest].hex()] for guest in sorted(values)]


class HandProof(NamedTuple):
    """`_fairness` of a history, read."""

    proof: Proof
    places: Sequence[Place]
    """The place of every card of the history's `d` lines, in their order."""
    missing: Sequence[Sequence[str]]
    """The names of those who did not reveal their seeds, for each earlier turn of the hand."""
    rabbit: Sequence[Opened]
    """The cards that were asked for after the hand."""
    deck: Sequence[str] = ()
    """The cards of the game, where they are not whole decks."""


def read_fairness(fields: Mapping[str, Any]) -> HandProof | None:
    """The proof among a history's other fields, or None. Raises `BadHistory` for a wrong field."""
    if FIELD not in fields:
        return None
    take = _Table(FIELD, fields[FIELD])
    take.field("version", _version)
    streams = take.field("streams", _streams)
    proof = Proof(
        at=Attempt(*(take.field(*each) for each in _ATTEMPT)),
        prev=take.field("prev", _hash),
        commitment=take.field("commitment", _hash),
        dealt=take.field("dealt", _deck_name),
        leaves=_by_stream(take, "leaves", streams, take.field("leaves", _list(_list(_hash)))),
        control=_control(take, streams),
        pledges=_guests(take, "pledges"),
        seeds=_guests(take, "seeds"),
        opened=take.field("opened", _list(_opened)),
    )
    found = HandProof(
        proof,
        places=take.field("at", _list(_place)),
        missing=take.field("missing", _list(_list(_text)), ()),
        rabbit=take.field("rabbit", _list(_opened), ()),
        deck=take.field("deck", _cards, ()),
    )
    take.end()
    return found


class _Wrong(Exception):
    """A value that is not of a form; `form` says what is legal."""

    def __init__(self, value: object, form: Message) -> None:
        super().__init__(value, form)
        self.value = value
        self.form = form


class _Table:
    """A TOML table from which fields are taken."""

    def __init__(self, name: str, value: object) -> None:
        if not isinstance(value, dict):
            raise BadHistory("error.history_table", field=name, value=_quoted(value))
        self._name = name
        self._left = dict(value)
        self._values = value

    def field(self, name: str, form: Callable[[object], T], default: T | None = None) -> T:
        """Take a field of a form; a field without a default is required."""
        if name not in self._left:
            if default is None:
                raise BadHistory("error.history_missing", field=f"{self._name}.{name}")
            return default
        try:
            return form(self._left.pop(name))
        except _Wrong as wrong:
            raise self._error(name, wrong.value, wrong.form) from None

    def check(self, is_right: bool, name: str, form: Message) -> None:
        """Raise `BadHistory` for a field that was taken and is wrong."""
        if not is_right:
            raise self._error(name, self._values[name], form)

    def end(self) -> None:
        """Raise `BadHistory` for an unknown field."""
        for name in self._left:
            raise BadHistory("error.fairness_unknown", field=f"{self._name}.{short(name)}")

    def _error(self, name: str, value: object, form: Message) -> BadHistory:
        values = {"field": f"{self._name}.{name}", "value": _quoted(value), "form": form}
        return BadHistory("error.fairness_field", **values)


def _quoted(value: object) -> str | Message:
    """A value as an error quotes it."""
    try:
        return short(str(value))
    except ValueError:  # Python writes no number of more than 4,300 digits
        return Message("history.huge_number")


def _control(take: _Table, streams: Sequence[str]) -> Deck:
    """The control deck. Raises `BadHistory`."""
    inner = _Table(f"{FIELD}.control", take.field("control", _any))
    key = inner.field("key", _hash)
    orders = inner.field("cards", _list(_cards))
    inner.end()
    return Deck(key, _by_stream(take, "control", streams, orders))


def _by_stream(
    take: _Table, name: str, streams: Sequence[str], values: Sequence[T]
) -> Mapping[str, T]:
    """Values by stream. Raises `BadHistory` unless there is one for each."""
    is_right = len(values) == len(streams)
    take.check(is_right, name, Message("history.form_streams", {"n": len(streams)}))
    return dict(zip(streams, values, strict=True))


def _guests(take: _Table, name: str) -> Mapping[str, bytes]:
    """Hashes by guest. Raises `BadHistory` unless the guests are sorted, each named once."""
    pairs = take.field(name, _list(_guest))
    guests = [guest for guest, _ in pairs]
    take.check(guests == sorted(set(guests)), name, Message("history.form_sorted"))
    return dict(pairs)


def _any(value: object) -> object:
    return value


def _version(value: object) -> int:
    if type(value) is not int or value != _VERSION:
        raise _Wrong(value, Message("history.form_version", {"version": _VERSION}))
    return value


def _text(value: object) -> str:
    if not isinstance(value, str) or not value:
        raise _Wrong(value, Message("history.form_text"))
    return value


def _counted(value: object) -> int:
    """A number that counts from 1."""
    if type(value) is not int or not 1 <= value <= _MOST:
        raise _Wrong(value, Message("history.form_counted", {"most": _MOST}))
    return value


_ATTEMPT: Sequence[tuple[str, Callable[[object], Any]]] = (
    ("table", _text),
    ("hand", _counted),
    ("turn", _counted),
)
"""The fields that identify a deal, in the order of `Attempt`."""


def _hash(value: object) -> bytes:
    return _hex(value, _HASH_SIZE)


def _hex(value: object, size: int) -> bytes:
    if not isinstance(value, str) or not re.fullmatch(f"[0-9a-f]{{{2 * size}}}", value):
        raise _Wrong(value, Message("history.form_hex", {"n": 2 * size}))
    return bytes.fromhex(value)


def _deck_name(value: object) -> str:
    if value not in fairness.DECKS:
        raise _Wrong(value, Message("history.form_one_of", {"legal": list(fairness.DECKS)}))
    return str(value)


def _streams(value: object) -> list[str]:
    if value not in [list(STREAMS[:n]) for n in range(1, len(STREAMS) + 1)]:
        raise _Wrong(value, Message("history.form_stream_list", {"first": STREAMS[0]}))
    return list(STREAMS[: len(value)])


def _cards(value: object) -> list[str]:
    """The cards of a text without spaces."""
    if not isinstance(value, str) or not re.fullmatch("(?:[2-9TJQKA][cdhs]|Xx)+", value):
        raise _Wrong(value, Message("history.form_cards"))
    return re.findall("..", value)


def _place(value: object) -> Place:
    is_pair = isinstance(value, list) and len(value) == 2
    if not is_pair or value[0] not in STREAMS or not _is_place(value[1]):  # type: ignore[index]
        values = {"legal": list(STREAMS), "most": _MOST}
        raise _Wrong(value, Message("history.form_place", values))
    return value[0], value[1]  # type: ignore[index]


def _is_place(value: object) -> bool:
    return type(value) is int and 0 <= value <= _MOST


def _guest(value: object) -> tuple[str, bytes]:
    if not isinstance(value, list) or len(value) != 2:
        raise _Wrong(value, Message("history.form_guest"))
    return _text(value[0]), _hash(value[1])


def _opened(value: object) -> Opened:
    if not isinstance(value, list) or len(value) != 4:
        raise _Wrong(value, Message("history.form_opened"))
    stream, place = _place(value[:2])
    card = _cards(value[2])
    if len(card) != 1:
        raise _Wrong(value, Message("history.form_opened"))
    return Opened(stream, place, card[0], _hex(value[3], fairness.SALT_SIZE))


def _list(form: Callable[[object], T]) -> Callable[[object], list[T]]:
    """The form of a list of values of a form."""

    def read(value: object) -> list[T]:
        if not isinstance(value, list):
            raise _Wrong(value, Message("history.form_list"))
        return list(map(form, value))

    return read
