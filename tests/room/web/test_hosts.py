"""A room on several hosts behind a real Caddy, with the files of docs/hosting as they are."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.children import ROOT
from tests.room import databases
from tests.room.test_crash import check
from tests.room.web import hosts
from tests.room.web.process import environment
from tests.room.web.server import LIMIT
from tests.room.web.test_several import on_postgresql

__all__ = ["on_postgresql"]
pytestmark = [
    pytest.mark.soak,
    pytest.mark.skipif(
        not (hosts.CADDY and hosts.IP and os.geteuid() == 0),
        reason="it makes hosts of its own, as root, with `apt install caddy iproute2`",
    ),
]


def everywhere(folder: Path) -> str:
    """The address of the database by its socket in the file system, which all hosts share."""
    name = databases.url_of(folder / "room.sqlite3").rpartition("/")[2]
    server = databases.server()
    return f"postgresql://sidepot@/{name}?host={server._folder}&port={server.port}"


def played(folder: Path, faults: str) -> Any:
    """The results of play in the namespace of the proxy."""
    command = [
        *hosts.inside(hosts.PROXY),
        sys.executable,
        "-m",
        "tests.room.web.hosts",
        str(folder),
    ]
    done = subprocess.run(
        [*command, faults],
        cwd=ROOT,
        env=environment(folder, SIDEPOT_TEST_DATABASE=everywhere(folder)),
        capture_output=True,
        text=True,
        check=False,
        timeout=20 * LIMIT,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    print(found["silent"])
    return found


@pytest.mark.parametrize("faults", ["fail_over", "vanish"])
def test_two_hosts_behind_caddy(tmp_path: Path, faults: str) -> None:
    with hosts.network():
        found = played(tmp_path, faults)
    counts = check(tmp_path, found["answers"])
    assert len(found["answers"]) > 10 * hosts.TABLES and not counts["voided"]
    if faults == "fail_over":
        assert max(found["silent"].values()) < hosts.SILENT


def test_two_hosts_without_relay_are_refused(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setenv("SIDEPOT_TEST_DATABASE", everywhere(tmp_path))
    with hosts.network():
        first = hosts.Host(tmp_path, hosts.HOSTS[0], relay=False)
        try:
            end = time.monotonic() + 3 * LIMIT
            lives = "SELECT * FROM processes WHERE status LIKE '%people%'"
            while not databases.query(tmp_path / "room.sqlite3", lives):
                assert time.monotonic() < end
                time.sleep(0.1)
            second = hosts.Host(tmp_path, hosts.HOSTS[1], relay=False)
            assert second.process.wait(3 * LIMIT) != 0
            said = (second.folder / "log").read_text("utf-8")
            assert "--relay" in said and "Traceback" not in said
        finally:
            first.end(signal.SIGKILL)
