"""`sidepot doctor`: each thing that can be missing or broken is found, with a way out."""

import json
import os
import shutil
import socket
import sqlite3
import subprocess
import sys
import time
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from sidepot import kernel
from sidepot.cli import main
from sidepot.cli.checkup import folders, programs, room
from sidepot.kernel import entries, private
from sidepot.room.storage.database import open_database
from sidepot.room.storage.owner import Owner
from tests.children import ROOT

NAMES = ["versions", "form", "cache", "data", "clock"]
NAMES += [f"extra_{extra}" for extra in programs.EXTRAS]
NAMES += ["page", "port", "database", "tunnels"]
STATES = {"ok", "note", "wrong"}


class Told(NamedTuple):
    """The answer in JSON, and the exit status."""

    status: int
    found: dict[str, dict[str, Any]]
    ok: bool


@pytest.fixture(autouse=True)
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Folders of the test's own, and a page that was built."""
    monkeypatch.setenv("SIDEPOT_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("SIDEPOT_CACHE", str(tmp_path / "cache"))
    (tmp_path / "page").mkdir()
    (tmp_path / "page" / "index.html").touch()
    monkeypatch.setattr("sidepot.room.web.FOLDER", tmp_path / "page")


@pytest.fixture
def ask(capsys: pytest.CaptureFixture[str]) -> Any:
    def asked(*flags: str) -> Told:
        status = main(["doctor", "--port", "0", "--json", *flags])
        told = json.loads(capsys.readouterr().out)
        return Told(status, {one["name"]: one for one in told["findings"]}, told["ok"])

    return asked


def test_every_finding_has_a_stable_name_and_a_way_out_unless_all_is_well(ask: Any) -> None:
    told = ask()
    assert list(told.found) == NAMES
    assert told.status == 0 and told.ok
    for one in told.found.values():
        assert list(one) == ["name", "state", "facts", "said", "help"]
        assert one["state"] in STATES and one["said"]
        assert bool(one["help"]) == (one["state"] != "ok")


def test_extras_are_those_of_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    known = {*project["optional-dependencies"]} - {"room", "agents"}
    assert known <= {*programs.EXTRAS} and "web" in programs.EXTRAS


def test_a_library_that_is_missing_is_named(ask: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "is_there", lambda module: module not in ("pyarrow", "uvicorn"))
    told = ask()
    assert told.found["extra_tables"]["facts"] == {"missing": ["pyarrow"]}
    assert "pip install 'sidepot[tables]'" in told.found["extra_tables"]["help"]
    assert "database" not in told.found and told.status == 0


def test_a_taken_port_is_told(ask: Any) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        found = ask("--port", str(other.getsockname()[1])).found["port"]
    assert found["state"] == "note" and "--port 0" in found["help"]


def test_a_page_that_is_not_built_is_wrong(ask: Any, tmp_path: Path) -> None:
    (tmp_path / "page" / "index.html").unlink()
    told = ask()
    assert told.status == 1 and not told.ok
    assert "make page" in told.found["page"]["help"]


def test_a_database_is_told_with_its_schema(ask: Any, tmp_path: Path) -> None:
    assert ask().found["database"]["facts"]["schema"] is None
    for engine in open_database(None):
        engine.dispose()
    facts = ask().found["database"]["facts"]
    assert facts["schema"] == facts["newest"] and facts["room"] is None
    owner = Owner(tmp_path / "data" / "room.sqlite3", "http://127.0.0.1:8123")
    try:
        assert ask().found["database"]["facts"]["room"] == "http://127.0.0.1:8123"
    finally:
        owner.release()


def test_a_database_of_another_version_or_that_is_damaged_is_wrong(
    ask: Any, tmp_path: Path
) -> None:
    for engine in open_database(None):
        engine.dispose()
    file = tmp_path / "data" / "room.sqlite3"
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE alembic_version SET version_num = 'later'")
    connection.close()
    told = ask()
    assert told.status == 1 and "another version" in told.found["database"]["said"]
    file.write_bytes(b"nonsense" * 1000)
    assert "is not a database of Sidepot" in ask().found["database"]["said"]


def test_a_server_that_does_not_answer_is_wrong_and_its_password_is_not_told(ask: Any) -> None:
    told = ask("--database", "postgresql://ana:geheim@127.0.0.1:1/room")
    said = json.dumps(told.found)
    assert told.status == 1 and "geheim" not in said and "127.0.0.1:1/room" in said


def test_entries_of_the_cache_are_counted_and_the_newest_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "cache" / "compiled"
    folder.mkdir(parents=True)
    (folder / "step-0").write_bytes(entries.sealed(b"code"))
    (folder / ".step-0.lock").touch()
    facts = folders.cache().facts
    assert (facts["entries"], facts["bytes"], facts["damaged"]) == (1, 36, 0)
    (folder / "step-1").write_bytes(entries.sealed(b"code")[:-1])
    found = folders.cache()
    assert found.state == "note" and found.facts["damaged"] == 1
    os.utime(folder / "step-1", (0, 0))
    monkeypatch.setattr(folders, "_READ_BYTES", 40)
    facts = folders.cache().facts
    assert (facts["entries"], facts["checked"], facts["damaged"]) == (2, 1, 0)


@pytest.mark.parametrize("look", [folders.cache, folders.data])
def test_a_folder_that_cannot_be_written_is_told(look: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(os, "access", lambda *given: False)
    found = look()
    assert found.state != "ok" and "export SIDEPOT_" in str(found.help)


@pytest.mark.parametrize("look", [folders.cache, folders.data])
def test_a_file_in_the_place_of_a_folder_is_told(look: Any, tmp_path: Path) -> None:
    for name in ("cache", "data"):
        (tmp_path / name).write_text("a file")
    assert look().state != "ok" and "export SIDEPOT_" in str(look().help)


def test_without_a_compiler_no_compiled_code_is_promised(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "sidepot warm" in str(folders.cache().said)
    monkeypatch.setattr(kernel, "HAS_NUMBA", False)
    assert "sidepot warm" not in str(folders.cache().said)


def test_a_full_disk_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda path: shutil._ntuple_diskusage(9, 8, 1))
    assert folders.data().state == "wrong"


def test_a_clock_before_the_program_was_made_is_wrong() -> None:
    assert folders.clock().state == "ok"
    assert folders.clock(time.time() - 40 * 365 * 86_400).state == "wrong"


def test_a_version_of_numba_whose_code_is_not_kept_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "0")
    assert programs.form().state == "ok"
    monkeypatch.setattr(private, "_reasons", ["numba 9.9"])
    assert f"numba=={private.tested()['most']}" in str(programs.form().help)
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    assert programs.form().facts == {"form": "off"}


def test_a_file_that_stands_in_the_way_of_numba_is_told(tmp_path: Path) -> None:
    """Otherwise games would be played in the plain form without a word."""
    (tmp_path / "numba.py").write_text("raise ImportError('no wheel')\n", "utf-8")
    path = f"{tmp_path}{os.pathsep}{ROOT / 'src'}"
    done = subprocess.run(
        [sys.executable, "-m", "sidepot", "doctor", "--json"],
        env=dict(os.environ, PYTHONPATH=path, NUMBA_DISABLE_JIT="0"),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    found = {one["name"]: one for one in json.loads(done.stdout)["findings"]}
    assert done.returncode == 1 and found["form"]["facts"]["reason"] == "no wheel"


def test_no_tunnel_and_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert programs.tunnels(["ngrok"]).state == "note"
    monkeypatch.setattr(shutil, "which", lambda name: f"/bin/{name}")
    assert programs.tunnels(["ngrok"]).facts == {"installed": ["ngrok"]}


def test_findings_are_printed_with_their_way_out(capsys: pytest.CaptureFixture[str]) -> None:
    main(["doctor", "--port", "0"])
    printed = capsys.readouterr().out
    assert "Sidepot" in printed and "port 0 is free" in printed


def test_a_database_is_found_where_it_was_named(tmp_path: Path) -> None:
    assert room.database("nonsense").state == "wrong"
    assert room.database(f"sqlite:///{tmp_path / 'x'}").state == "ok"
