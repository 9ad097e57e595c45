"""Shared fixtures of the room's tests."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from sidepot import games
from sidepot.engine.game import Game
from tests.room import databases

LITTLE = Path(__file__).parent.parent / "laws" / "little.py"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run tests of stored data on both databases, unless one is chosen."""
    module = metafunc.module.__name__.rpartition(".")[2]
    is_of_files = any(mark.name == "of_files" for mark in metafunc.definition.iter_markers())
    is_stored = module in databases.ON_BOTH and "tmp_path" in metafunc.fixturenames
    if metafunc.config.getoption("database") or not is_stored or is_of_files:
        return
    metafunc.parametrize("kind", [databases.SQLITE, databases.POSTGRESQL], indirect=True)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the tests of SQLite's files on PostgreSQL."""
    chosen = config.getoption("database")
    for item in [item for item in items if item.get_closest_marker("of_files")]:
        values = item.callspec.params if hasattr(item, "callspec") else {}
        if values.get("kind", chosen) == databases.POSTGRESQL:
            items.remove(item)
            config.hook.pytest_deselected(items=[item])


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Start the server of PostgreSQL before a test: it outlives the first that uses it."""
    values = item.callspec.params if hasattr(item, "callspec") else {}
    if values.get("kind", item.config.getoption("database")) == databases.POSTGRESQL:
        databases.server()


@pytest.fixture(autouse=True)
def kind(request: pytest.FixtureRequest) -> Iterator[str]:
    """The database of a test: the parameter, the one that was chosen, or SQLite."""
    chosen = request.config.getoption("database") or databases.SQLITE
    databases.kind = getattr(request, "param", chosen)
    yield databases.kind
    databases.drop_all()
    databases.kind = databases.SQLITE


@contextmanager
def listed(file: Path) -> Iterator[Game]:
    """The game of a file, on the list for a while."""
    with added():
        yield games.add_file(file)


@contextmanager
def added(*found: Game) -> Iterator[None]:
    """Some games of tests, on the list for a while."""
    before = list(games._added)
    games._added.extend(found)
    games.registry.cache_clear()
    yield
    games._added[:] = before
    games.registry.cache_clear()


@pytest.fixture
def little() -> Iterator[Game]:
    """A game with a card face down, on the list for a while."""
    with listed(LITTLE) as game:
        yield game
