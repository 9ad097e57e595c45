"""Asks a database of advisories about everything that is locked: `make audit`.

The locks are those of Python, `requirements/*.txt`, and of npm, `frontend/package-lock.json`; the
database is OSV, which has the advisories for both. Nothing but names and versions is sent. Exit
status: 0 if nothing was found, or if the database cannot be reached, which is said (2 then with
`--strict`); 1 if something was found; 2 for a lock that cannot be read.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import urllib.error
import urllib.request
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parent.parent
DATABASE = "https://api.osv.dev"
LOCKS = (*sorted((ROOT / "requirements").glob("*.txt")), ROOT / "frontend/package-lock.json")
NOT_LOCKS = ("licences.txt",)
BATCH = 500
"""Packages of one question; the database takes 1,000."""
PATIENCE = 30
"""Seconds for one answer."""
_PINNED = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)", re.M)
_MODULES = "node_modules/"


class Package(NamedTuple):
    """A locked package; `ecosystem` is PyPI or npm."""

    ecosystem: str
    name: str
    version: str


class BadLock(Exception):
    """A lock in which no package can be read; its text says which."""


class Unreachable(Exception):
    """The database gave no answer, and why."""


def locked(lock: Path) -> set[Package]:
    """The packages of a lock. Raises `BadLock`."""
    try:
        text = lock.read_text("utf-8")
        found = set(_of_npm(json.loads(text)) if lock.suffix == ".json" else _of_python(text))
    except (OSError, ValueError) as error:
        raise BadLock(f"{lock} cannot be read: {error}") from error
    if not found:
        raise BadLock(f"{lock} pins no package; a lock does: run `make lock`")
    return found


def _of_python(text: str) -> Iterator[Package]:
    return (Package("PyPI", *pin) for pin in _PINNED.findall(text))


def _of_npm(lock: dict[str, Any]) -> Iterator[Package]:
    for path, package in lock.get("packages", {}).items():
        if _MODULES in path and not package.get("link"):
            name = package.get("name") or path.rpartition(_MODULES)[2]
            yield Package("npm", name, package["version"])


def advisories(packages: Iterable[Package], database: str) -> dict[Package, list[str]]:
    """The advisories for packages, those without any left out. Raises `Unreachable`."""
    todo, found = sorted(packages), dict[Package, list[str]]()
    for start in range(0, len(todo), BATCH):
        batch = todo[start : start + BATCH]
        found |= _asked(database, batch)
    return found


def _asked(database: str, batch: Sequence[Package]) -> dict[Package, list[str]]:
    queries = [
        {"package": {"ecosystem": p.ecosystem, "name": p.name}, "version": p.version} for p in batch
    ]
    body = json.dumps({"queries": queries}).encode()
    request = urllib.request.Request(
        f"{database}/v1/querybatch", body, {"Content-Type": "application/json"}
    )
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            results = json.load(answer)["results"]
        return {
            package: [advisory["id"] for advisory in result["vulns"]]
            for package, result in zip(batch, results, strict=True)
            if result.get("vulns")
        }
    except urllib.error.HTTPError as error:
        raise Unreachable(f"it answers {error.code}") from error
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise Unreachable(str(getattr(error, "reason", error)) or "no answer") from error


def main() -> int:
    """Audit the locks; see the exit status above."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("locks", nargs="*", type=Path, help="default: all of this project")
    parser.add_argument("--database", default=DATABASE, help="default: %(default)s")
    parser.add_argument("--strict", action="store_true", help="2 if the database is not reached")
    chosen = parser.parse_args()
    locks = chosen.locks or [lock for lock in LOCKS if lock.name not in NOT_LOCKS]
    try:
        packages = set().union(*map(locked, locks))
        found = advisories(packages, chosen.database)
    except BadLock as error:
        print(f"Nothing was audited: {error}", file=sys.stderr)
        return 2
    except Unreachable as error:
        said = f"Nothing was audited: {chosen.database} cannot be reached ({error})."
        print(f"{said} Try again where it can be.", file=sys.stderr)
        return 2 if chosen.strict else 0
    for package, ids in found.items():
        print(f"{package.name} {package.version} ({package.ecosystem}): {', '.join(ids)}")
        print(f"  see {', '.join(f'https://osv.dev/{id}' for id in ids)}")
    print(f"{len(packages)} locked packages, {len(found)} of them with advisories.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
