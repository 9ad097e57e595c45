"""The locks have a hash for everything, the recipe for servers uses them, and bounds are set."""

import ast
import re
import shlex
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
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


def subclassed(folder: Path) -> set[str]:
    """The distributions of which some class of ours is a subclass."""
    found = set[str]()
    for path in folder.rglob("*.py"):
        found |= set(_bases(ast.parse(path.read_text("utf-8"))))
    ours = {"sidepot", *sys.stdlib_module_names}
    installed = packages_distributions()  # the agents' dependencies may be absent
    names = (installed.get(name, [name])[0] for name in found - ours)
    return {name.lower().replace("_", "-") for name in names}


def _bases(tree: ast.Module) -> Iterator[str]:
    """The top packages from which classes of a module take their bases."""
    modules: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = {a.asname or a.name.partition(".")[0]: a.name for a in node.names}
            modules |= names
        elif isinstance(node, ast.ImportFrom) and node.module:
            modules |= {a.asname or a.name: node.module for a in node.names}
    for node in ast.walk(tree):
        for base in node.bases if isinstance(node, ast.ClassDef) else ():
            root: ast.expr = base
            while isinstance(root, (ast.Attribute, ast.Subscript)):
                root = root.value
            if isinstance(root, ast.Name) and root.id in modules:
                yield modules[root.id].partition(".")[0]


def unbounded(pyproject: str, names: set[str]) -> set[str]:
    """Those of some dependencies that have no upper bound."""
    project = tomllib.loads(pyproject)["project"]
    extras = project["optional-dependencies"].values()
    lines = [*project["dependencies"], *(line for extra in extras for line in extra)]
    bounds = {re.split(r"[<>=;\[ ]", line)[0]: line.partition(";")[0] for line in lines}
    return {name for name in names if "<" not in bounds.get(name, "")}


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


@pytest.fixture(scope="module")
def names() -> set[str]:
    """The distributions of which some class of the package is a subclass."""
    return subclassed(ROOT / "src")


def test_every_distribution_that_we_subclass_is_bounded(names: set[str]) -> None:
    assert {"uvicorn", "msgspec", "numba", "starlette"} <= names
    assert unbounded((ROOT / "pyproject.toml").read_text("utf-8"), names) == set()


def test_a_base_without_a_bound_is_found(names: set[str]) -> None:
    pyproject = (ROOT / "pyproject.toml").read_text("utf-8").replace(">=0.46,<2", ">=0.46")
    assert unbounded(pyproject, names) == {"starlette"}
