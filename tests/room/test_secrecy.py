"""Two sessions that differ only in what a viewer may not know send them the same bytes.

The servers that leak on purpose are there to show that the law catches them.
"""

import logging
from collections.abc import Callable, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from sidepot import kernel
from sidepot.analysis import analyzing
from sidepot.engine import memory
from sidepot.engine.event import HandEvent
from sidepot.engine.game import Game, Hand
from sidepot.engine.play import RAIL
from sidepot.engine.view import Views
from sidepot.games import registry
from sidepot.room.live import coach, table
from sidepot.room.protocol.messages import Refusal
from sidepot.room.views import encode, hand_history
from sidepot.room.views.table_view import HandViews
from sidepot.words import Message
from tests.cases import often
from tests.room.wire import leaks
from tests.suites import held


@pytest.mark.parametrize("hands", often((1, 2), always=(1,)))
@pytest.mark.parametrize("game", held("wire"))
def test_the_wire_keeps_secrets(game: str, hands: int, tmp_path: Path) -> None:
    people = min(max(registry()[game].least, 3), registry()[game].most)
    assert list(leaks(tmp_path, game, people, 7, hands=hands)) == []


@pytest.mark.parametrize("seed", often(range(6), always=(0, 5)))
def test_the_wire_keeps_cards_that_lie_face_down(seed: int, little: Game, tmp_path: Path) -> None:
    assert list(leaks(tmp_path, little.name, 2 + seed % 3, seed)) == []


@pytest.mark.parametrize("seed", often(range(2), always=(0,)))
@pytest.mark.parametrize("option", often(("stock_to_active", "betting"), ("stock_to_active",)))
def test_the_wire_keeps_a_second_order(option: str, seed: int, tmp_path: Path) -> None:
    options = {option: "yes" if option == "stock_to_active" else "final"}
    assert list(leaks(tmp_path, "poker-roulette", 3 + seed, seed, options)) == []


@pytest.fixture
def untimed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limit the coach by work, not by time: a clock would stop two sessions at two places."""
    monkeypatch.setattr(coach, "THINKING_SECONDS", None)
    monkeypatch.setattr(analyzing, "PRECISION", 10.0)


@pytest.mark.usefixtures("untimed")
def test_the_coach_keeps_secrets(little: Game, tmp_path: Path) -> None:
    assert list(leaks(tmp_path, little.name, 3, 3, is_coached=True)) == []


def leak_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The coach looks into the record as it is."""
    monkeypatch.setattr(memory, "_seen", lambda game, rows, seat: kernel.copy(rows))


@pytest.mark.usefixtures("untimed")
def test_the_law_catches_a_coach_that_leaks(
    little: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    leak_advice(monkeypatch)
    assert any(leaks(tmp_path, little.name, 3, 3, is_coached=True))


def test_the_law_catches_a_room_that_tells_a_second_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = table.LiveTable._commit

    async def commit(self: Any, table: Any, context: Any, pending: Any, command: Any) -> Any:
        if pending.secret:
            logging.getLogger("sidepot.room").warning("next %d", pending.secret.second[0])
        return await real(self, table, context, pending, command)

    monkeypatch.setattr(table.LiveTable, "_commit", commit)
    assert any(leaks(tmp_path, "poker-roulette", 3, 1))


def open_view(hand: Hand, seat: int) -> Any:
    return Views(hand).view(hand._fields, seat, None)


def leak_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """The view is made from the record as it is."""

    def open_pieces(self: Any, seat: int) -> tuple[bytes]:
        return (encode.view_json(open_view(self._hand, seat), encode.JsonCache()),)

    monkeypatch.setattr(HandViews, "pieces", open_pieces)


def leak_events(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody gets each player's events."""
    real = Hand.events

    def events(self: Hand, seat: int = RAIL, verb: int | None = None) -> tuple[HandEvent, ...]:
        return real(self, seat) if verb is None else self.secrets(verb)

    monkeypatch.setattr(Hand, "events", events)


def leak_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    """All viewers get the encoding that was made for the first of them."""
    real = HandViews.pieces
    monkeypatch.setattr(HandViews, "pieces", lambda self, seat: real(self, 0))


def leak_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """A seat's own view is cached by the identity of an object that is gone by then."""
    kept: dict[int, bytes] = {}

    def json(self: Any, key: Any, source: Any, make: Any) -> bytes:
        raw: bytes = make(source)
        return kept.setdefault(id(source), raw) if isinstance(key, tuple) else raw

    monkeypatch.setattr(encode.JsonCache, "json", json)


def leak_laid(monkeypatch: pytest.MonkeyPatch) -> None:
    """The cards in front of a seat are read off the whole record, for all."""

    monkeypatch.setattr(Views, "public", property(lambda self: open_view(self._hand, RAIL)))


def leak_histories(monkeypatch: pytest.MonkeyPatch) -> None:
    """Histories are those of the table, and not of the player."""
    monkeypatch.setattr(hand_history._Mask, "line", lambda self, line: line)


def leak_archive(monkeypatch: pytest.MonkeyPatch) -> None:
    """The archive stores the first seat's history for everybody."""
    real = hand_history.texts

    def texts(hand: Hand, *others: Any) -> dict[int, str]:
        found = real(hand, *others)
        return dict.fromkeys(found, found[0])

    monkeypatch.setattr(hand_history, "texts", texts)


def leak_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A history asked for before it is archived is the first seat's."""
    real = hand_history.text

    def text(hand: Hand, shown: Any, viewer: int, deal: Any) -> str:
        return real(hand, shown, 0, deal)

    monkeypatch.setattr(hand_history, "text", text)


def leak_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """The log of the room says which cards come next in the deck."""
    real = table.LiveTable._commit

    async def commit(self: Any, table: Any, context: Any, pending: Any, command: Any) -> Any:
        if pending.secret:
            logging.getLogger("sidepot.room").warning("deck %s", pending.secret.deck[:9])
        return await real(self, table, context, pending, command)

    monkeypatch.setattr(table.LiveTable, "_commit", commit)


def leak_refusals(monkeypatch: pytest.MonkeyPatch) -> None:
    """A refusal says more than it should."""
    real = table.LiveTable.do

    async def do(self: Any, guest: str, command: Any) -> Any:
        refused = await real(self, guest, command)
        if not isinstance(refused, Refusal):
            return refused
        hand = self._table.hand if self._table else None
        deck = kernel.to_bytes(hand._rows).hex() if hand else ""
        said = Message(refused.reason.key, {**refused.reason.values, "deck": deck})
        return Refusal(id=refused.id, reason=said)

    monkeypatch.setattr(table.LiveTable, "do", do)


LEAKS: Sequence[Callable[[pytest.MonkeyPatch], None]] = (
    leak_cards,
    leak_events,
    leak_shared,
    leak_own,
    leak_laid,
    leak_histories,
    leak_archive,
    leak_made_again,
    leak_log,
    leak_refusals,
)


@pytest.mark.parametrize("leak", LEAKS)
def test_the_law_catches_a_room_that_leaks(
    leak: Callable[[pytest.MonkeyPatch], None],
    little: Game,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    leak(monkeypatch)
    evenings = (leaks(tmp_path / str(seed), little.name, 3, seed) for seed in range(3))
    assert any(chain.from_iterable(evenings))
