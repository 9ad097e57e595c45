"""Every planted fault is caught by the tests that its list names."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.planted.planting import Fault, copied, judge, load

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "sidepot"
FAULTS = load()
A_PACKAGE = 2
"""The fewest faults of a package."""


@pytest.fixture(scope="module")
def copy() -> Iterator[Path]:
    with copied(ROOT) as found:
        yield found


@pytest.mark.soak
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_planted_fault_is_caught(fault: Fault, copy: Path) -> None:
    result = judge(fault, ROOT, copy)
    assert (result.outcome == "caught") == fault.caught, result


def test_the_list_fits_the_checkout() -> None:
    """Each text occurs once, each test exists, and every package has faults."""
    assert [f.name for f in FAULTS if _count(f) != 1] == []
    assert [f.name for f in FAULTS if not all((ROOT / test).exists() for test in f.tests)] == []
    assert [name for name, n in Counter(f.name for f in FAULTS).items() if n > 1] == []
    planted = Counter(_package(f.file) for f in FAULTS)
    assert [name for name in _packages() if planted[name] < A_PACKAGE] == []


def _count(fault: Fault) -> int:
    """The number of places with the text that a fault replaces."""
    return (ROOT / fault.file).read_text(encoding="utf-8").count(fault.old)


def _package(file: str) -> str:
    """The package of a file, or the name of a module that has no package."""
    parts = Path(file).parts
    return parts[2] if parts[:2] == ("src", "sidepot") else ""


def _packages() -> list[str]:
    """The packages of the checkout."""
    return sorted(path.parent.name for path in PACKAGE.glob("*/__init__.py"))
