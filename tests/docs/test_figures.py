"""Lines of the page of figures, written by a run of one part."""

import shutil
from pathlib import Path

import pytest

pytest.importorskip("pokerkit")
pytest.importorskip("griffe")

from benchmarks import peer_rooms
from benchmarks.__main__ import HEAD, merged
from benchmarks.crowd import Load
from benchmarks.load import beside
from benchmarks.load import lines as lines_of

TABLE = f"\n{HEAD}\n| one | 1 k | | |\n| two | 2 k | | |\n"


def test_lines_of_the_same_name_are_replaced_and_others_stay() -> None:
    rows = merged(TABLE, ["| two | 3 k | | |", "| three | 4 k | | |"])
    assert rows == ["| one | 1 k | | |", "| two | 3 k | | |", "| three | 4 k | | |"]
    assert merged(TABLE, []) == ["| one | 1 k | | |", "| two | 2 k | | |"]


@pytest.mark.parametrize("is_there", [False, True])
def test_a_peer_that_is_not_there_is_left_out_with_the_command_that_brings_it(
    is_there: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(peer_rooms, "FOLDER", tmp_path)
    monkeypatch.setattr(shutil, "which", lambda _: "/usr/bin/node" if is_there else None)
    reason = peer_rooms.lacking() or ""
    assert ("packages" if is_there else "no node") in reason
    assert reason.endswith(peer_rooms.INSTALL)
    (tmp_path / "node_modules" / "boardgame.io").mkdir(parents=True)
    assert (peer_rooms.lacking() is None) == is_there


def load(rate: float, *, times: int, stored: float = 0.0, spent: float = 0.001) -> Load:
    return Load(rate, [n / 1e3 for n in range(times)], spent, stored, 5400.0, 3e5)


BARE = [load(30, times=9, spent=0.0002), load(1500, times=9, spent=0.0005), load(9000, times=9)]


@pytest.mark.parametrize(("rate", "remark"), [(299.0, ""), (120.0, "120/s reached")])
def test_a_server_that_does_not_keep_up_is_marked(rate: float, remark: str) -> None:
    loads = [load(30, times=9), load(rate, times=200), load(900, times=9)]
    lines = lines_of("room", loads, BARE)
    latest = [line for line in lines if "p99" in line.name]
    assert [(line.value, line.remark) for line in latest] == [(198, remark)]
    assert "10.0 x the bare" not in lines[0].remark and "0.10 x" in lines[0].remark


def test_servers_stand_beside_each_other_and_their_databases_beside_them() -> None:
    calm = load(30, times=9, spent=0.002)
    found = lines_of("room", [calm, load(300, times=200), load(900, times=9)], BARE)
    stored = load(500, times=9, stored=0.0005)
    found += lines_of("room on PostgreSQL", [calm, load(300, times=100), stored], BARE)
    _, _, *rows = beside(found).splitlines()
    assert rows == [
        "| room | 1 ms, 1.0 x the bare server, 2.0 x it at 1,500/s | 2 ms, 10.0 x the bare server "
        "| 900 actions/s | 100 ms | 198 ms | 5.4 kB | 0.3 MB |",
        "| room on PostgreSQL | 1 ms, 1.0 x the bare server, 2.0 x it at 1,500/s; "
        "the database's 0.5 ms | 2 ms, 10.0 x the bare server "
        "| 500 actions/s | 50 ms | 99 ms | 5.4 kB | 0.3 MB |",
    ]
