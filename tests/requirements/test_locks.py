"""The locks have a hash for everything, the recipe for servers uses them, ranges are open."""

import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.children import ROOT

LOCKS = [path for path in (ROOT / "requirements").glob("*.txt") if path.name != "licences.txt"]
HOSTING = ROOT / "docs" / "hosting.md"


def unhashed(lock: str) -> list[str]:
    """The pins of a lock that have no hash, and lines that pin nothing."""
    entries = re.sub(r"\\\n", " ", lock).splitlines()
    entries = [entry for entry in entries if entry.strip() and not entry.startswith("#")]
    return [e for e in entries if not re.match(r"\S+==\S+ .*--hash=sha256:[0-9a-f]{64}", e)]


def installs(page: str) -> list[list[str]]:
    """The words of every command of a page that installs something on a server."""
    commands = re.findall(r"^\S*/pip install .*$", page, re.M)
    return [shlex.split(command) for command in commands]


def unsafe(page: str) -> list[str]:
    """Those commands that may install something that is not locked."""
    return [
        " ".join(words)
        for words in installs(page)
        if "--no-deps" not in words
        and not {"--require-hashes", "--only-binary", ":all:", "-r"} <= set(words)
    ]


def requirements(pyproject: str) -> Iterator[str]:
    """The dependencies of a project, and its extras, without markers."""
    project = tomllib.loads(pyproject)["project"]
    for lines in (project["dependencies"], *project["optional-dependencies"].values()):
        yield from (line.partition(";")[0].strip() for line in lines)


def badly_bounded(pyproject: str) -> list[str]:
    """Those without a lowest version that was tried, or with a highest."""
    lines = [line for line in requirements(pyproject) if not line.startswith("sidepot[")]
    return [line for line in lines if not re.fullmatch(r"[a-z0-9\[\]-]+>=[0-9.]+", line)]


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.name)
def test_everything_that_is_locked_has_a_hash(lock: Path) -> None:
    text = lock.read_text("utf-8")
    assert text.count("--hash") >= 1 and unhashed(text) == []


def versions(lock: Path) -> dict[str, set[str]]:
    """The versions of each package in a lock, with what they are for: systems, Pythons."""
    found: dict[str, set[str]] = {}
    for name, pin in re.findall(r"^(\S+?)==([^\\]+?) *\\?$", lock.read_text("utf-8"), re.M):
        found.setdefault(name, set()).add(pin.partition(" ;")[0].strip())
    return found


@pytest.mark.parametrize(
    ("larger", "smaller"),
    [("dev", "play"), ("bench", "dev"), ("plots", "dev"), ("envs", "dev"), ("agents", "envs")],
)
def test_locks_that_share_an_environment_agree(larger: str, smaller: str) -> None:
    """Otherwise the second one installed would change packages of the first."""
    one, other = (versions(ROOT / "requirements" / f"{name}.txt") for name in (larger, smaller))
    assert len(one.keys() & other.keys()) > 20
    assert [name for name in one.keys() & other.keys() if one[name] != other[name]] == []


@pytest.mark.parametrize(
    "line", ["rich==15.0.0\n", "rich>=15 --hash=sha256:00\n", "-r other.txt\n"]
)
def test_a_lock_with_a_hole_is_found(line: str) -> None:
    assert unhashed(LOCKS[0].read_text("utf-8") + line) == [line.strip()]


def test_the_recipe_for_servers_installs_locked_versions() -> None:
    page = HOSTING.read_text("utf-8")
    assert len(installs(page)) == 2 and unsafe(page) == []


@pytest.mark.parametrize(
    "words", ["'/PATH/TO/CHECKOUT[web]'", "-r play.txt", "--require-hashes -r play.txt"]
)
def test_a_recipe_that_installs_unlocked_packages_is_found(words: str) -> None:
    assert unsafe(f"/opt/sidepot/bin/pip install {words}\n")


def test_dependencies_have_a_lowest_version_and_no_highest() -> None:
    assert badly_bounded((ROOT / "pyproject.toml").read_text("utf-8")) == []


@pytest.mark.parametrize("bound", ["starlette>=1.8,<2", "starlette", "starlette==1.8"])
def test_another_bound_is_found(bound: str) -> None:
    pyproject = (ROOT / "pyproject.toml").read_text("utf-8").replace("starlette>=1.8", bound)
    assert badly_bounded(pyproject) == [bound]
