"""Reads from the index's tags of wheels where a plain install needs no compiler.

`make platforms` writes the table of docs/releasing.md. For each system and Python uv resolves the
requirements as locked in requirements/play.txt, from wheels alone.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "releasing.md"
SYSTEMS = {
    "Linux, x86-64": "x86_64-unknown-linux-gnu",
    "Linux, ARM": "aarch64-unknown-linux-gnu",
    "Linux with musl, x86-64": "x86_64-unknown-linux-musl",
    "Linux with musl, ARM": "aarch64-unknown-linux-musl",
    "macOS, Apple silicon": "aarch64-apple-darwin",
    "macOS, Intel": "x86_64-apple-darwin",
    "Windows, x86-64": "x86_64-pc-windows-msvc",
    "Windows, ARM": "aarch64-pc-windows-msvc",
}
"""The systems by the names that people and uv use."""
PYTHONS = ("3.11", "3.12", "3.13", "3.14", "3.15")
_MARKS = re.compile(r"(?<=<!-- platforms -->\n).*?(?=<!-- /platforms -->)", re.S)
_NAME = re.compile(r"^([a-z0-9-]+)==", re.M)


def main() -> int:
    """Write the table into the page."""
    text = _MARKS.sub(lambda _: table(), PAGE.read_text("utf-8"))
    PAGE.write_text(text, "utf-8")
    return 0


def table() -> str:
    """A row for each system, a column for each Python."""
    lines = [f"| system | {' | '.join(PYTHONS)} |", "| --- |" + " --- |" * len(PYTHONS)]
    for name, system in SYSTEMS.items():
        cells = (_cell(system, python) for python in PYTHONS)
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _cell(system: str, python: str) -> str:
    """The form in which games run there, or what has no wheel."""
    done = _resolved(system, python)
    if done.returncode == 0:
        return "compiled" if "numba" in _NAME.findall(done.stdout) else "plain"
    if _resolved(system, python, "--excludes", "-").returncode == 0:
        return "plain, without numba"
    return "a wheel is missing"


def _resolved(system: str, python: str, *more: str) -> subprocess.CompletedProcess[str]:
    command = [
        *(sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--no-header", "--no-annotate"),
        *("--only-binary", ":all:", "--python-platform", system, "--python-version", python),
        *("--constraint", "requirements/play.txt", *more, "pyproject.toml"),
    ]
    return subprocess.run(
        command, cwd=ROOT, input="numba\n", capture_output=True, text=True, check=False
    )


if __name__ == "__main__":
    sys.exit(main())
