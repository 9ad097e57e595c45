"""A numba whose private parts are not those we know: rules are compiled and played, not cached."""

import shutil
import tomllib
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
import pytest
from packaging.requirements import Requirement

from sidepot.kernel import compiled, direct, is_caching, private
from tests.cases import often
from tests.children import ROOT
from tests.kernel.package_copy import Answer, PackageCopy
from tests.kernel.test_cache import LITTLE, PRICES, RULE
from tests.laws import little

pytestmark = pytest.mark.compiled

WHOLE = "import numba\nnumba.njit(lambda x: x + 1)(1)\n"
"""Numba loads parts of itself late, which would miss what we take away."""
SAYS = "Compiled rules cannot be kept with this numba"
CHANGES = {
    "another version": ("import numba; numba.__version__ = '99.1.0'", "numba 99.1.0"),
    "an older version": ("import numba; numba.__version__ = '0.57.1'", "numba 0.57.1"),
    "no such class": (
        "from numba.core import caching, dispatcher; del caching.NullCache",
        "caching:NullCache.load_overload",
    ),
    "no such module": (
        "import sys, numba; sys.modules['numba.core.caching'] = None",
        "caching:NullCache.load_overload",
    ),
    "another argument": (
        "from numba.core.compiler import CompileResult as R; R._reduce = lambda self, how: ()",
        "compiler:CompileResult._reduce",
    ),
    "no such slot": (
        "from numba.core import caching, dispatcher\n"
        "class Another(caching.NullCache): ...\n"
        "caching.NullCache = Another",
        "Dispatcher._cache",
    ),
    "another result": (
        "from numba.core.compiler import CompileResult as R\n"
        "R._reduce = lambda self: (step for step in ())",
        "generator",
    ),
}


@pytest.fixture
def copy(tmp_path: Path) -> PackageCopy:
    """A copy of the package with a small rule of a user's, and a whole game."""
    copy = PackageCopy(tmp_path)
    copy.write("prices.py", PRICES)
    copy.write("mine.py", RULE)
    return copy


@pytest.mark.parametrize("change", often(CHANGES, always=("another version", "no such slot")))
def test_rules_are_compiled_and_not_cached_and_one_sentence_says_so(
    copy: PackageCopy, change: str
) -> None:
    first, reason = CHANGES[change]
    process = copy.start(
        f"{WHOLE}{first}\nimport mine\n"
        "from sidepot import kernel\n"
        "print(mine.answer(), bool(mine.rule.overloads), kernel.is_caching())"
    )
    printed, errors = process.communicate()
    assert process.returncode == 0, errors
    assert printed.split() == ["1040", "True", "False"]
    assert errors.count(SAYS) == len(errors.splitlines()) == 1 and reason in errors
    assert not [*copy.cache.rglob("rule-*")]


CHANGED = """
import inspect, operator, importlib, numba, numba.core.dispatcher
module, _, name = {place!r}.partition(":")
owner, _, method = name.rpartition(".")
owner = operator.attrgetter(owner)(importlib.import_module("numba.core." + module))
original = getattr(owner, method)
def changed(*given, **named):
    return original(*given, **named)
changed.__signature__ = inspect.Signature([])
setattr(owner, method, changed)
if {is_gone}:
    delattr(owner, method)
"""
"""A method that numba itself calls as before, and whose arguments are no longer the known ones."""


@pytest.mark.parametrize("place", private.USED)
def test_each_private_name_has_a_way_without_it(copy: PackageCopy, place: str) -> None:
    process = copy.start(
        CHANGED.format(place=place, is_gone=private.USED[place] is None) + "import mine\n"
        "from sidepot import kernel\n"
        "print(mine.answer(), bool(mine.rule.overloads), kernel.is_caching())"
    )
    printed, errors = process.communicate()
    assert process.returncode == 0, errors
    assert printed.split() == ["1040", "True", "False"]
    assert SAYS in errors and place in errors


BULK = """
from little import LITTLE
from sidepot.kernel import compiled
from sidepot.lab.simulate import simulate
from sidepot.rules import actions

@compiled
def first(views, menu, rng):
    return actions.encode(menu.kind[0], menu.lowest[0])

def answer():
    found = simulate(LITTLE, stacks=[200, 200], hands=500, policy=first)
    return found.signature, simulate(LITTLE, stacks=[200, 200], hands=500).signature
"""


@pytest.mark.soak("each private name has its own test; this one compiles a loop twice")
def test_loops_play_without_private_names_as_with_them(copy: PackageCopy) -> None:
    """Policies are arguments of such a loop, by their addresses."""
    shutil.copy(little.__file__, copy.mine)
    copy.write("mine.py", BULK)
    first, _ = CHANGES["another version"]
    without = "import sys; sys.modules['sidepot.kernel.functions'] = None"
    assert copy.ask(first=f"{first}\n{without}\n").text == copy.ask().text


@pytest.mark.soak
def test_a_game_plays_without_a_cache_as_with_it(copy: PackageCopy) -> None:
    shutil.copy(little.__file__, copy.mine)
    copy.write("mine.py", LITTLE)
    first, _ = CHANGES["another version"]
    assert copy.ask(first=f"{first}\n") == Answer(copy.ask().text, [])
    assert copy.ask() == Answer("(199, 199)", [])


def test_the_numba_of_the_lock_is_known() -> None:
    assert is_caching()


@compiled
def sum_of(a: Any, b: int) -> int:
    """The first number and another."""
    found: int = a[0] + b
    return found


def test_a_loop_is_entered_without_a_look_at_types() -> None:
    arguments = np.arange(3), 4
    assert sum_of(*arguments) == 4
    entered = direct(sum_of, *arguments)
    assert entered is not sum_of
    assert entered(*arguments) == 4


class Form(NamedTuple):
    """A compiled form of another numba."""

    entry_point: Any


@pytest.mark.parametrize(
    "forms",
    [None, {}, [Form(len)], {(int,): object()}, {(int,): Form(None)}, {(str,): Form(len)}],
    ids=["none", "empty", "a list", "no entry", "nothing to call", "other types"],
)
def test_a_function_is_called_directly_if_numba_hides_its_entries(forms: Any) -> None:
    function = SimpleNamespace(overloads=forms)
    assert private.entry_point(function, (int,)) is function
    assert private.entry_point(len, (int,)) is len
    known = SimpleNamespace(overloads={(int,): Form(abs)})
    assert private.entry_point(known, (int,)) is abs


def test_the_package_asks_for_the_versions_that_were_tried() -> None:
    oldest = ".".join(map(str, private.TESTED[0]))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    asked = [one for one in map(Requirement, project["dependencies"]) if one.name == "numba"]
    assert asked and {str(one.specifier) for one in asked} == {f">={oldest}"}
