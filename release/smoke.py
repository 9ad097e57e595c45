"""Tries an installed Sidepot on any system, with the standard library alone.

Run it with the Python of the environment into which the wheel was installed.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

SIDEPOT = (sys.executable, "-m", "sidepot")
COMMANDS = (
    ("--version",),
    ("games",),
    ("rules", "ricochet-2"),
    ("odds", "ricochet-2", "4c / Kd / 9h"),
    ("play", "kuhn", "--hands", "1", "--seed", "1"),
    ("serve", "--open"),
)
"""Each ends by itself without a terminal; the last plays a hand of bots in a room."""
OPEN = re.compile(r"http://127\.0\.0\.1:\d+")
_LIMIT = 300


def main() -> int:
    """Try everything; the first failure ends it with an error."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        places = {"SIDEPOT_DATA": f"{folder}/data", "SIDEPOT_CACHE": f"{folder}/cache"}
        environment = {**os.environ, **places, "NUMBA_DISABLE_JIT": "1", "PYTHONUTF8": "1"}
        for words in COMMANDS:
            _tell(words)
            subprocess.run(
                [*SIDEPOT, *words],
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                timeout=_LIMIT,
                check=True,
            )
        _tell(("serve",))
        with _room(environment) as url:
            _look_at(url)
        _tell(("simulate", "kuhn"))  # compiled, where there is numba
        compiling = {**environment, "NUMBA_DISABLE_JIT": "0"}
        command = [*SIDEPOT, "simulate", "kuhn", "--hands", "1000"]
        subprocess.run(
            command, env=compiling, stdout=subprocess.DEVNULL, timeout=_LIMIT, check=True
        )
    print("All of it works.")
    return 0


def _tell(words: tuple[str, ...]) -> None:
    print("sidepot", *words, flush=True)


@contextmanager
def _room(environment: Mapping[str, str]) -> Iterator[str]:
    """The address of a room that is open inside the `with` block."""
    command = [*SIDEPOT, "serve", "--port", "0"]
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as room:
        assert room.stdout is not None
        try:
            addresses = (OPEN.search(line) for line in room.stdout)
            address = next((found[0] for found in addresses if found), None)
            assert address, "the room names no address"
            yield address
        finally:
            room.terminate()


def _look_at(url: str) -> None:
    """The page and its scripts are there, and the room answers."""
    with urllib.request.urlopen(f"{url}/", timeout=_LIMIT) as answer:
        page = answer.read().decode()
    script = re.search(r'src="(/[^"]+\.js)"', page)
    assert script, "the page names no script"
    with urllib.request.urlopen(url + script[1], timeout=_LIMIT) as answer:
        assert answer.status == 200
    with urllib.request.urlopen(f"{url}/api/games", timeout=_LIMIT) as answer:
        assert any(game["name"] == "ricochet-2" for game in json.load(answer))


if __name__ == "__main__":
    sys.exit(main())
