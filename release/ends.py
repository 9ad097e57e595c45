"""Runs a selection of tests with the lowest direct dependencies, and with the newest of everything.

`make ends` calls it; `lowest` or `newest` runs one of the two, and `--python 3.13` names another
Python than this one.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
ENDS = {"lowest": "lowest-direct", "newest": "highest"}
"""How uv resolves each end."""
TOOLS = ("hypothesis", "jsonschema", "pytest", "pytest-xdist")
PLAIN = (
    "tests/rules/test_ricochet_turns.py",
    "tests/history/test_kept.py",
    "tests/cli/test_cli.py",
    "tests/cli/test_open.py",
    "tests/room/test_database.py",
    "tests/room/test_tables.py",
    "tests/room/web/test_api.py",
    "tests/room/web/test_delivery.py",
    "tests/room/web/test_markup.py",
    "tests/room/web/test_meter.py",
    "tests/room/web/test_socket.py",
)
"""Tests that reach every dependency: database, server, sockets, words, terminal."""
COMPILED = ("tests/kernel/test_random.py", "tests/kernel/test_storage.py", "tests/hands")


def main() -> int:
    """Try the ends that were asked for; 1 if some test fails."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ends", nargs="*", help=f"of {', '.join(ENDS)}; both by default")
    parser.add_argument("--python", default=sys.executable)
    chosen = parser.parse_args()
    failed = [end for end in chosen.ends or ENDS if not _holds(end, chosen.python)]
    for end in failed:
        print(f"Tests fail with the {end} dependencies.", file=sys.stderr)
    return 1 if failed else 0


def _holds(end: str, python: str) -> bool:
    """Make the environment of an end, and run the tests there; do they pass?"""
    folder = ROOT / ".cache" / f"ends-{end}"
    folder.mkdir(parents=True, exist_ok=True)
    pins = folder / "pins.txt"
    venv = folder / "venv"
    uv = [sys.executable, "-m", "uv"]
    _run(*uv, "venv", "--quiet", "--allow-existing", "--python", python, str(venv))
    inside = venv / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    _run(
        *(*uv, "pip", "compile", "--quiet", "--no-annotate", "--no-header", "--upgrade"),
        *("--python", str(inside), "--resolution", ENDS[end]),
        *("--extra", "postgres", "pyproject.toml", "-o", str(pins)),
    )
    print(f"{end}:", *pins.read_text("utf-8").split(), flush=True)
    install = [*uv, "pip", "install", "--quiet", "--python", str(inside)]
    _run(*install, "-r", str(pins), *TOOLS, "-c", str(pins))
    tests = [str(inside), "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    plain = _status(*tests, *PLAIN, NUMBA_DISABLE_JIT="1")
    compiled = _status(*tests, "--compiled", *COMPILED)
    return plain == compiled == 0


def _run(*command: str) -> None:
    subprocess.run(command, cwd=ROOT, check=True)


def _status(*command: str, **environment: str) -> int:
    paths = {"PYTHONPATH": str(ROOT / "src"), **environment}
    return subprocess.run(command, cwd=ROOT, env=dict(os.environ, **paths), check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
