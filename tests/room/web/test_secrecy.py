"""Two servers that differ only in what a client may not know send that client the same bytes.

The servers that leak on purpose are there to show that the law catches them.
"""

import logging
from collections.abc import Callable
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from sidepot.engine.game import Game
from sidepot.games import registry
from sidepot.room.live.table import LiveTable
from sidepot.room.service import Room
from sidepot.room.views.table_view import ViewBuilder
from sidepot.room.web import calls
from sidepot.room.web.socket_protocol import SocketProtocol
from tests.cases import often
from tests.room.test_secrecy import leak_advice, leak_cards, untimed
from tests.room.web.wire import leaks
from tests.suites import held

__all__ = ["untimed"]


TRIED = ("holdem-no-limit",)
"""What the server is tried with every time beside a little game; the room is with all games."""


@pytest.mark.parametrize("game", often(held("wire"), always=TRIED))
def test_the_server_keeps_secrets(game: str, tmp_path: Path) -> None:
    found = registry()[game]
    people = min(max(found.least, 3), found.most)
    assert list(leaks(tmp_path, game, people, 7, hands=1)) == []


@pytest.mark.parametrize("seed", often(range(2), always=[0]))
def test_the_server_keeps_cards_that_lie_face_down(seed: int, little: Game, tmp_path: Path) -> None:
    assert list(leaks(tmp_path, little.name, 2 + seed, seed)) == []


@pytest.mark.usefixtures("untimed")
def test_the_coach_of_the_server_keeps_secrets(little: Game, tmp_path: Path) -> None:
    assert list(leaks(tmp_path, little.name, 3, 3, is_coached=True, hands=1)) == []


@pytest.mark.usefixtures("untimed")
def test_the_law_catches_a_coach_that_leaks(
    little: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    leak_advice(monkeypatch)
    assert any(leaks(tmp_path, little.name, 3, 3, is_coached=True, hands=1))


def leak_metrics(monkeypatch: pytest.MonkeyPatch) -> None:
    """A gauge counts the aces that lie on top of the decks."""
    real, tops = Room.metrics, [0]
    commit = LiveTable._commit

    async def committed(self: Any, table: Any, context: Any, pending: Any, command: Any) -> Any:
        tops[0] += sum(pending.secret.deck[:20]) if pending.secret else 0
        return await commit(self, table, context, pending, command)

    monkeypatch.setattr(LiveTable, "_commit", committed)
    monkeypatch.setattr(Room, "metrics", lambda self: {**real(self), "luck": tops[0]})


def leak_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """The log of the requests says what somebody has fetched."""
    real = calls.Endpoint._call

    async def done(self: Any, desk: Any, request: Any) -> Any:
        response = await real(self, desk, request)
        logging.getLogger("sidepot.room.web").info("fetched bytes=%s", response.body)
        return response

    monkeypatch.setattr(calls.Endpoint, "_call", done)


def leak_histories(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody is given the history that the host would get."""
    real = Room.histories

    async def night(self: Room, guest: str, table: str) -> str:
        return await real(self, (await self._live(table).state()).host, table)

    monkeypatch.setattr(Room, "histories", night)


def leak_views(monkeypatch: pytest.MonkeyPatch) -> None:
    """All sockets get the view that was made for the host."""
    real = ViewBuilder.view

    def view(self: ViewBuilder, guest: str | None, *, is_whole: bool = False) -> bytes:
        return real(self, self._state.host, is_whole=is_whole)

    monkeypatch.setattr(ViewBuilder, "view", view)


def leak_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    """A frame is kept by the identity of a text that is gone when the next one comes."""
    real, kept = SocketProtocol.deliver, dict[int, bytes]()

    def deliver(self: Any, text: bytes) -> bool:
        is_view = text.startswith(b'{"type":"view"')
        frame = kept.setdefault(id(text), bytes(bytearray(text))) if is_view else text
        return real(self, frame)

    monkeypatch.setattr(SocketProtocol, "deliver", deliver)


LEAKS = (leak_cards, leak_metrics, leak_log, leak_histories, leak_views, leak_frames)


@pytest.mark.parametrize("leak", LEAKS)
def test_the_law_catches_a_server_that_leaks(
    leak: Callable[[pytest.MonkeyPatch], None],
    little: Game,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    leak(monkeypatch)
    evenings = (leaks(tmp_path / str(seed), little.name, 2, seed) for seed in range(3))
    assert any(chain.from_iterable(evenings))
