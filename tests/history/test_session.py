"""The file of an evening: whole hands on the disk, whatever happens."""

import errno
import io
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import sidepot
from sidepot.engine.view import TableView
from sidepot.errors import NotSaved
from sidepot.history import History, Session, read
from sidepot.terminal import table
from sidepot.terminal.play import play
from sidepot.terminal.screen import Screen
from sidepot.terminal.seating import seat_players
from tests.history.hands import KNOWN, labels
from tests.terminal.script import evening

SCRIPT = "fold\n\n" * 40


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    session = Session(tmp_path / "deep" / "down" / "x.phhs")
    yield session
    session.close()


def test_every_hand_is_on_the_disk_at_once(session: Session) -> None:
    assert not session.path.exists()
    for n in range(1, 4):
        session.append(KNOWN)
        assert labels(session.path) == ([str(k + 1) for k in range(n)], [])
    session.close()
    session.close()


def test_every_hand_is_flushed_to_the_disk(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", synced.append)
    session.append(KNOWN)
    session.append(KNOWN)
    assert len(synced) == 2


def test_a_session_has_a_file_of_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SIDEPOT_DATA", str(tmp_path))
    sessions = [Session.of("my game/../x") for _ in range(3)]
    for session in sessions:
        session.append(KNOWN)
        session.close()
    assert len({session.path for session in sessions}) == 3
    assert {session.path.parent for session in sessions} == {tmp_path / "histories"}
    assert {session.path.suffix for session in sessions} == {".phhs"}


def test_a_crash_loses_at_most_the_hand_in_progress(session: Session) -> None:
    for _ in range(3):
        session.append(KNOWN)
    whole = session.path.read_bytes()
    session.path.write_bytes(whole[: whole.rindex(b"p3 buy")])
    assert labels(session.path) == (["1", "2"], ["3"])


def test_a_full_disk_loses_the_hand_and_no_other(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    session.append(KNOWN)
    with monkeypatch.context() as patch:
        patch.setattr(Session, "_write", half_written)
        with pytest.raises(NotSaved, match="No space left"):
            session.append(KNOWN)
    assert labels(session.path) == (["1"], [])
    session.append(KNOWN)
    assert labels(session.path) == (["1", "3"], [])
    assert session.saved == 2


def half_written(self: Any, raw: bytes) -> None:
    self._file = self._file or self._open()
    self._file.write(raw[: len(raw) // 2])
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_folder_that_cannot_be_made_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(NotSaved, match=r"cannot be written: "):
        Session(tmp_path / "file" / "x.phhs").append(KNOWN)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
def test_a_device_that_is_full(monkeypatch: pytest.MonkeyPatch, session: Session) -> None:
    with Path("/dev/full").open("wb", buffering=0) as full:
        monkeypatch.setattr(Session, "_open", lambda _: full)
        with pytest.raises(NotSaved, match="No space left"):
            session.append(KNOWN)


def test_an_evening_is_saved_and_says_where(session: Session) -> None:
    said, company = evening(SCRIPT, hands=3, session=session)
    assert f"3 hands saved in {session.path}." in said.replace("\n", " ")
    assert labels(session.path) == (["1", "2", "3"], [])
    last = [found.hand for found in read(session.path)][-1]
    assert isinstance(last, History)
    left = dict(zip(last.names, last.finishing_stacks or (), strict=True))
    assert left == {player.name: player.stack for player in company.players}


def test_a_hand_that_is_called_off_is_saved_as_that(session: Session) -> None:
    evening("q\n", session=session)
    (found,) = read(session.path)
    assert getattr(found.hand, "actions", [])[-1] == "void"
    assert labels(session.path) == (["1"], [])


def test_leaving_between_hands_saves_no_half_hand(session: Session) -> None:
    said, _ = evening("fold\n" * 6 + "q\n", session=session)
    assert "called off" not in said
    assert labels(session.path) == (["1"], [])


def test_play_continues_when_nothing_can_be_saved(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Session, "_write", half_written)
    said, company = evening(SCRIPT, hands=3, session=session, width=200)
    assert said.count("the hand is not saved") == 1
    assert "No space left" in said and "saved in" not in said
    assert "after 3 hands" in said and sum(company.stacks) == 600


def test_a_crash_reports_what_is_saved(
    session: Session, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def crash(screen: Screen, view: TableView) -> None:
        if labels(session.path)[0] == ["1", "2"]:
            raise ZeroDivisionError
        show(screen, view)

    show = table.show
    session.append(KNOWN)
    monkeypatch.setattr(table, "show", crash)
    screen = Screen(console=Console(width=200), source=io.StringIO(SCRIPT))
    game = sidepot.game("ricochet-2")
    with pytest.raises(ZeroDivisionError):
        play(screen, game, seat_players(game, [200] * 3, ["regular"], ""), seed=1, session=session)
    assert f"2 hands saved in {session.path}." in capsys.readouterr().out
    assert labels(session.path) == (["1", "2"], [])
