"""Two nights that differ only in what a viewer may not know send him the same bytes.

The servers that leak on purpose are there to show that the law catches them.
"""

import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from sidepot import kernel
from sidepot.bots import coach
from sidepot.games import registry
from sidepot.games.game import Game
from sidepot.games.hand import RAIL, Hand
from sidepot.games.view import Views
from sidepot.room import coaching, encoding, histories, live, showing
from sidepot.room.messages import Refusal
from sidepot.room.seen import Said
from sidepot.room.showing import Faces
from tests.room.wire import leaks
from tests.suites import held


@pytest.mark.parametrize("game", held("wire"))
def test_the_wire_keeps_secrets(game: str, tmp_path: Path) -> None:
    people = max(registry()[game].least, 3)
    assert leaks(tmp_path, game, people, 7) == []


@pytest.mark.parametrize("seed", range(6))
def test_the_wire_keeps_cards_that_lie_face_down(seed: int, little: Game, tmp_path: Path) -> None:
    assert leaks(tmp_path, little.name, 2 + seed % 3, seed) == []


@pytest.mark.parametrize("options", [{"stock_to_active": "yes"}, {"betting": "final"}])
def test_the_wire_keeps_a_second_order(options: dict[str, str], tmp_path: Path) -> None:
    for seed in range(2):
        assert leaks(tmp_path / str(seed), "poker-roulette", 3 + seed, seed, options) == []


@pytest.fixture
def untimed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The coach thinks as long as it has to, not long: a clock stops two nights at two places."""
    monkeypatch.setattr(coaching, "SECONDS", None)
    monkeypatch.setattr(coach, "PRECISION", 10.0)


@pytest.mark.usefixtures("untimed")
def test_the_coach_keeps_secrets(little: Game, tmp_path: Path) -> None:
    assert leaks(tmp_path, little.name, 3, 3, is_coached=True) == []


def leak_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The coach looks into the record as it is."""
    monkeypatch.setattr(Hand, "view", lambda self, seat=RAIL: kernel.copy(self._rows))


@pytest.mark.usefixtures("untimed")
def test_the_law_catches_a_coach_that_leaks(
    little: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    leak_advice(monkeypatch)
    assert leaks(tmp_path, little.name, 3, 3, is_coached=True)


def test_the_law_catches_a_room_that_tells_a_second_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = live.LiveTable._store

    async def store(self: Any, table: Any, draft: Any) -> None:
        if draft.secret:
            logging.getLogger("sidepot.room").warning("next %d", draft.secret.second[0])
        await real(self, table, draft)

    monkeypatch.setattr(live.LiveTable, "_store", store)
    assert leaks(tmp_path, "poker-roulette", 3, 1)


def open_view(hand: Hand, seat: int) -> Any:
    return Views(hand).view(hand._fields, seat, None)


def leak_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """The view is made from the record as it is."""

    def open_json(self: Any, seat: int) -> bytes:
        public = encoding.public_part(open_view(self._hand, seat), encoding.Kept())
        return encoding.closed(public, seat, ())

    monkeypatch.setattr(Faces, "json", open_json)


def leak_events(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody is told what each player is told."""
    monkeypatch.setattr(Hand, "news", lambda self, seat=RAIL: self.opened[-1])


def leak_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    """All viewers get the encoding that was made for the first of them."""
    monkeypatch.setattr(showing, "bytes", lambda _: b"alike", raising=False)


def leak_histories(monkeypatch: pytest.MonkeyPatch) -> None:
    """Histories are those of the table, and not of the player."""
    monkeypatch.setattr(histories._Mask, "line", lambda self, line: line)


def leak_archive(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is put away for everybody is what the first seat knows."""
    real = histories.texts

    def texts(hand: Hand, shown: Any) -> dict[int, str]:
        found = real(hand, shown)
        return dict.fromkeys(found, found[0])

    monkeypatch.setattr(histories, "texts", texts)


def leak_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who asks before it is put away is told what the first seat knows."""
    real = histories.text
    monkeypatch.setattr(histories, "text", lambda hand, shown, viewer: real(hand, shown, 0))


def leak_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """The log of the room says what lies on the deck."""
    real = live.LiveTable._store

    async def store(self: Any, table: Any, draft: Any) -> None:
        if draft.secret:
            logging.getLogger("sidepot.room").warning("deck %s", draft.secret.deck[:9])
        await real(self, table, draft)

    monkeypatch.setattr(live.LiveTable, "_store", store)


def leak_refusals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who is refused hears more than he should."""
    real = live.LiveTable._refuse

    def refuse(self: Any, guest: str, command: Any, error: Any) -> Any:
        refused = real(self, guest, command, error)
        hand = self._table.hand if self._table else None
        deck = kernel.to_bytes(hand._rows).hex() if hand else ""
        said = Said(refused.reason.key, {"deck": deck}, refused.reason.text)
        return Refusal(id=refused.id, reason=said)

    monkeypatch.setattr(live.LiveTable, "_refuse", refuse)


LEAKS: Sequence[Callable[[pytest.MonkeyPatch], None]] = (
    leak_cards,
    leak_events,
    leak_shared,
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
    assert any(leaks(tmp_path / str(seed), little.name, 3, seed) for seed in range(3))
