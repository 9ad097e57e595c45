"""`make audit`, against a database of advisories on the loopback."""

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.children import ROOT

AUDIT = ROOT / "requirements" / "audit.py"
KNOWN = {
    ("PyPI", "starlette", "0.39.2"): "GHSA-f96h-pmfr-66vw",
    ("npm", "svelte", "3.49.0"): "GHSA-8266-84wp-wv5c",
}
"""What the database knows: real advisories for real versions."""


class Database:
    """A database that notes what it was asked."""

    def __init__(self, status: int = 200, body: bytes | None = None) -> None:
        self.status, self.body = status, body
        self.asked: list[tuple[str, str, str]] = []
        self.url = ""

    def answer(self, question: Any) -> bytes:
        results = []
        for query in question["queries"]:
            package = query["package"]
            key = (package["ecosystem"], package["name"], query["version"])
            self.asked.append(key)
            results.append({"vulns": [{"id": KNOWN[key]}]} if key in KNOWN else {})
        return json.dumps({"results": results}).encode()


@contextmanager
def listening(database: Database) -> Iterator[Database]:
    """The database, on the loopback."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            question = json.loads(self.rfile.read(int(self.headers["content-length"])))
            body = database.answer(question) if self.path == "/v1/querybatch" else b""
            self.send_response(database.status)
            self.end_headers()
            self.wfile.write(body if database.body is None else database.body)

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    database.url = f"http://127.0.0.1:{server.server_address[1]}"
    try:
        yield database
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def audit(*arguments: str | Path) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, str(AUDIT), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


def lock_of(folder: Path, *pins: str) -> Path:
    lock = folder / "lock.txt"
    lock.write_text("".join(f"{pin} \\\n    --hash=sha256:00\n" for pin in pins))
    return lock


def npm_lock_of(folder: Path, **packages: str) -> Path:
    lock = folder / "package-lock.json"
    paths = {f"node_modules/{name}": {"version": version} for name, version in packages.items()}
    lock.write_text(json.dumps({"packages": {"": {"name": "page"}, **paths}}))
    return lock


def test_everything_that_is_locked_is_asked_about() -> None:
    with listening(Database()) as database:
        done = audit("--database", database.url)
    assert done.returncode == 0, done.stderr
    assert "0 of them with advisories" in done.stdout
    names = {(ecosystem, name) for ecosystem, name, _ in database.asked}
    assert {("PyPI", "numba"), ("PyPI", "uvicorn"), ("PyPI", "pytest")} <= names
    assert {("npm", "svelte"), ("npm", "@noble/hashes"), ("npm", "vite")} <= names
    assert len(database.asked) == len(set(database.asked)) > 300 - 150
    assert all(version[0].isdigit() for _, _, version in database.asked)


def test_a_vulnerable_pin_is_found_in_either_lock(tmp_path: Path) -> None:
    python = lock_of(tmp_path, "starlette==0.39.2 ; python_version < '4'", "numpy==2.4.0")
    npm = npm_lock_of(tmp_path, **{"svelte": "3.49.0", "@noble/hashes": "2.4.0"})
    with listening(Database()) as database:
        for lock, advisory in ((python, "GHSA-f96h-pmfr-66vw"), (npm, "GHSA-8266-84wp-wv5c")):
            done = audit(lock, "--database", database.url)
            assert done.returncode == 1
            assert advisory in done.stdout and "1 of them with advisories" in done.stdout
    assert ("npm", "@noble/hashes", "2.4.0") in database.asked


def test_a_fixed_pin_is_not_reported(tmp_path: Path) -> None:
    with listening(Database()) as database:
        assert (
            audit(lock_of(tmp_path, "starlette==0.40.0"), "--database", database.url).returncode
            == 0
        )


def test_an_unreachable_database_is_reported_in_one_sentence(tmp_path: Path) -> None:
    with listening(Database()) as database:
        gone = database.url
    done = audit(lock_of(tmp_path, "starlette==0.39.2"), "--database", gone)
    assert done.returncode == 0 and "Traceback" not in done.stderr
    assert done.stderr.startswith(f"Nothing was audited: {gone} cannot be reached")
    assert audit(lock_of(tmp_path, "a==1"), "--strict", "--database", gone).returncode == 2


@pytest.mark.parametrize(
    "broken",
    [
        Database(503),
        Database(200, b"<html>"),
        Database(200, b"{}"),
        Database(200, b'{"results": []}'),
    ],
)
def test_a_malformed_answer_is_no_clean_bill(broken: Database, tmp_path: Path) -> None:
    with listening(broken) as database:
        done = audit(lock_of(tmp_path, "starlette==0.39.2"), "--database", database.url)
    assert "Nothing was audited" in done.stderr and not done.stdout
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("text", ["", "starlette>=0.39\n", None])
def test_a_lock_that_locks_nothing_is_an_error(text: str | None, tmp_path: Path) -> None:
    lock = tmp_path / "lock.txt"
    if text is not None:
        lock.write_text(text)
    done = audit(lock, "--database", "http://127.0.0.1:1")
    assert done.returncode == 2 and str(lock) in done.stderr and "Traceback" not in done.stderr
