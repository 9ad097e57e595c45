"""Makes a release: version, changelog, builds, checks in fresh environments, notes, a tag.

Everything is built in a copy of the last commit, and comes into dist/; the checkout changes only
with `--tag`. Nothing is pushed or published (docs/releasing.md).
"""

from __future__ import annotations

import argparse
import datetime
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path
from typing import Any

from release import changelog

ROOT = Path(__file__).parent.parent
DIST = ROOT / "dist"
PAGE = Path("src/sidepot/room/web/page")
VERSION_FILE = Path("src/sidepot/__init__.py")
_VERSION = re.compile(r'^__version__ = "(.+)"$', re.M)
_FORM = re.compile(r"\d+\.\d+\.\d+((a|b|rc)\d+)?")
_PYTHONS = ("python3.11", "python3.12", "python3.13", "python3.14")


class CannotRelease(Exception):
    """The reason why there is no release."""


def main() -> int:
    """Make the release that the command line names."""
    parser = argparse.ArgumentParser(prog="release", description=__doc__)
    parser.add_argument("version", nargs="?", help="by default the sources' one, without .dev")
    parser.add_argument("--tag", action="store_true", help="commit the version, and tag it")
    parser.add_argument("--python", action="append", help="Pythons to install into; by default all")
    chosen = parser.parse_args()
    try:
        version = chosen.version or _current().partition(".dev")[0]
        _check(version, is_tagging=chosen.tag)
        tree = _copy(version)
        _build(tree)
        _look_over()
        for python in chosen.python or filter(starts, _PYTHONS):
            _try(python)
        (DIST / "NOTES.md").write_text(_notes() + "\n", "utf-8")
        if chosen.tag:
            _tag(version)
    except (CannotRelease, changelog.NothingToRelease) as error:
        print(f"release: {error}", file=sys.stderr)
        return 1
    except subprocess.CalledProcessError as error:
        print(f"release: failed: {' '.join(map(str, error.cmd))}", file=sys.stderr)
        return 1
    print(f"dist/ has {version}." + ("" if chosen.tag else " Nothing is tagged (TAG=1 does it)."))
    return 0


def _current() -> str:
    found = _VERSION.search((ROOT / VERSION_FILE).read_text("utf-8"))
    assert found is not None
    return found[1]


def _notes() -> str:
    return changelog.unreleased((ROOT / "CHANGELOG.md").read_text("utf-8"))


def _check(version: str, *, is_tagging: bool) -> None:
    """Raises `CannotRelease`, or `NothingToRelease`, where something is missing."""
    _notes()
    if not _FORM.fullmatch(version):
        raise CannotRelease(f"{version} is no version of a release; write one like 1.0.0")
    if _git("status", "--porcelain"):
        raise CannotRelease("the checkout has changes; commit them first")
    if _git("tag", "--list", f"v{version}"):
        raise CannotRelease(f"the tag v{version} is there already")
    if not (ROOT / PAGE / "index.html").exists():
        raise CannotRelease("the page is not built; run make page")
    if is_tagging and (addresses := placeholders((ROOT / "pyproject.toml").read_text("utf-8"))):
        raise CannotRelease(
            f"pyproject.toml has no real address yet: {', '.join(addresses)} (docs/releasing.md)"
        )


def placeholders(pyproject: str) -> list[str]:
    """The addresses of a project that lead nowhere."""
    found = tomllib.loads(pyproject)
    hook = found["tool"]["hatch"]["metadata"]["hooks"]["custom"]
    addresses = [*found["project"]["urls"].values(), *hook.values()]
    return [address for address in addresses if ".example" in address]


def edit(tree: Path, version: str) -> None:
    """Write the version and the changelog's heading into a tree of the sources."""
    file, log = tree / VERSION_FILE, tree / "CHANGELOG.md"
    text = _VERSION.sub(f'__version__ = "{version}"', file.read_text("utf-8"))
    file.write_text(text, "utf-8")
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    log.write_text(changelog.released(log.read_text("utf-8"), version, today), "utf-8")


def _copy(version: str) -> Path:
    """The last commit's tree with the release's version, and the page."""
    tree = ROOT / ".cache" / "release"
    shutil.rmtree(tree, ignore_errors=True)
    tree.mkdir(parents=True)
    archive = tree.with_suffix(".tar")
    _git("archive", "--output", str(archive), "HEAD")
    unpack(archive, tree)
    archive.unlink()
    edit(tree, version)
    shutil.copytree(ROOT / PAGE, tree / PAGE)
    return tree


def unpack(archive: Path, folder: Path) -> None:
    """Unpack an archive into a folder."""
    safely: Any = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}  # from 3.11.4
    shutil.unpack_archive(archive, folder, **safely)


def _build(tree: Path) -> None:
    """Build into dist/, and a second wheel from the source distribution, which must be equal."""
    shutil.rmtree(DIST, ignore_errors=True)
    _hatchling(tree, "--target", "sdist", "--directory", str(DIST))
    _hatchling(tree, "--target", "wheel", "--directory", str(DIST))
    (wheel,), (source,) = DIST.glob("*.whl"), DIST.glob("*.tar.gz")
    again = tree.parent / "release-again"
    shutil.rmtree(again, ignore_errors=True)
    unpack(source, again)
    (inside,) = again.iterdir()
    _hatchling(inside, "--target", "wheel", "--directory", str(again / "dist"))
    (second,) = (again / "dist").iterdir()
    if second.read_bytes() != wheel.read_bytes():
        raise CannotRelease("the wheel from the source distribution differs from the other one")
    sums = [f"{hashlib.sha256(p.read_bytes()).hexdigest()}  {p.name}\n" for p in (source, wheel)]
    (DIST / "SHA256SUMS").write_text("".join(sums), "ascii")


def _hatchling(tree: Path, *words: str) -> None:
    """Build in a tree; files in archives have the time of the last commit."""
    times = dict(os.environ, SOURCE_DATE_EPOCH=_git("log", "-1", "--format=%ct"))
    command = [sys.executable, "-m", "hatchling", "build", *words]
    subprocess.run(command, cwd=tree, env=times, check=True)


def _look_over() -> None:
    """Read what was built as an index does."""
    (wheel,), (source,) = DIST.glob("*.whl"), DIST.glob("*.tar.gz")
    _python("-m", "twine", "check", "--strict", str(wheel), str(source))
    _python("-m", "check_wheel_contents", str(wheel))


def starts(python: str) -> bool:
    """Whether there is such a Python, and more of it than a command that cannot find it."""
    if shutil.which(python) is None:
        return False
    return subprocess.run([python, "-c", ""], capture_output=True, check=False).returncode == 0


def _try(python: str) -> None:
    """Install the wheel into a fresh environment, and try it there."""
    (wheel,) = DIST.glob("*.whl")
    venv = ROOT / ".cache" / f"release-{Path(python).name}"
    subprocess.run([python, "-m", "venv", "--clear", str(venv)], check=True)
    inside = venv / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    install = ("-m", "pip", "install", "--quiet", "--only-binary", ":all:", str(wheel))
    subprocess.run([inside, *install], check=True)
    outside = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    smoke = Path(__file__).with_name("smoke.py")
    subprocess.run([inside, str(smoke)], cwd=DIST, env=outside, check=True)


def _tag(version: str) -> None:
    """Commit the version and the changelog, and tag the commit; nothing is pushed."""
    edit(ROOT, version)
    _git("commit", "--quiet", "--all", "--message", f"Release {version}")
    _git(
        "tag", "--annotate", "--cleanup=whitespace", f"v{version}", "--file", str(DIST / "NOTES.md")
    )
    print(f"Tagged v{version}. To publish it: docs/releasing.md")


def _git(*words: str) -> str:
    command = ["git", *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def _python(*words: str) -> None:
    subprocess.run([sys.executable, *words], cwd=ROOT, check=True)


if __name__ == "__main__":
    sys.exit(main())
