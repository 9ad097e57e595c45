"""Writes the licences of the Python packages that a room runs on, from what is installed.

`make docs` runs it. The texts of a package may differ between its versions, so no check compares
them; one asks that every locked package is there.
"""

from __future__ import annotations

import re
from importlib.metadata import Distribution, distribution
from pathlib import Path

ROOT = Path(__file__).parent.parent
LOCK = ROOT / "requirements" / "play.txt"
FILE = ROOT / "requirements" / "licences.txt"
RULE = "=" * 78
_TEXTS = re.compile(r"\.dist-info/(licenses/.*|(LICEN[CS]E|COPYING|NOTICE|AUTHORS)[^/]*)$", re.I)
_LICENCE = re.compile(r"licen[cs]e|copying", re.I)
_LOCKED = re.compile(r"^([A-Za-z0-9._-]+)==", re.M)


class NoLicence(Exception):
    """A package without the text of a licence."""


def locked(lock: Path = LOCK) -> list[str]:
    """The names of the packages of a lock, each once."""
    return list(dict.fromkeys(_LOCKED.findall(lock.read_text("utf-8"))))


def page(names: list[str] | None = None) -> str:
    """The name, licence and texts of each package, by default of those locked for playing."""
    return "\n".join(_section(name, distribution(name)) for name in names or locked())


def _section(name: str, package: Distribution) -> str:
    """One package, under a heading. Raises `NoLicence`."""
    files = [file for file in package.files or () if _TEXTS.search(file.as_posix())]
    if not any(_LICENCE.search(file.name) for file in files):
        raise NoLicence(f"{name} is installed without the text of a licence")
    texts = [_clean(Path(str(file.locate())).read_text("utf-8", "replace")) for file in files]
    parts = [f"{RULE}\n{name} (Python)\n{RULE}\n", *dict.fromkeys(texts)]
    return "\n".join(parts)


def _clean(text: str) -> str:
    """A text as files of this project are: no spaces at the ends of lines, one newline last."""
    lines = [line.rstrip() for line in text.replace("\f", "").splitlines()]
    return "\n".join(lines).strip("\n") + "\n"


if __name__ == "__main__":
    FILE.write_text(page(), "utf-8")
