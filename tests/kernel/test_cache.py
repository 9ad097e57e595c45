"""The cache law: machine code on disk is never older than any source that it was made from."""

import itertools
import shutil
from ast import literal_eval
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sidepot.kernel import PLAIN, compiled
from tests.children import python
from tests.kernel.package_copy import LISTENING, Answer, PackageCopy, finish
from tests.laws import little

if PLAIN:
    pytest.skip("the plain form compiles nothing", allow_module_level=True)

import numba

from sidepot.kernel.cache import _rebuilt

RULE = """
from sidepot.kernel import compiled
from sidepot.rules import actions
from prices import PRICE, price_of

@compiled
def rule(action):
    return price_of(actions.amount(action)) + 1000

def answer():
    return rule(4 << 8)
"""
PRICES = """
from sidepot.kernel import compiled

PRICE = 3

@compiled
def price_of(n):
    return n * 10
"""
SLOW = (
    PRICES
    + """
import time
from numba import types
from numba.extending import overload

def slowly(n):
    raise NotImplementedError

@overload(slowly)
def _slowly(n):
    time.sleep(2)  # while it is compiled
    return lambda n: n * 10

@compiled
def price_of(n):
    return slowly(n)
"""
)
COUNTING = """
from numba.core import event
from sidepot.kernel.cache import _CodeCache as CodeCache

compiled = []

class Count(event.Listener):
    def on_start(self, event):
        pass

    def on_end(self, event):
        if isinstance(event.data["dispatcher"]._cache, CodeCache):
            compiled.append(event.data["dispatcher"])

event.register("numba:compile", Count())
"""
"""Counts what is really compiled: a process that waits for another says that it compiles too."""
TOGETHER = """
import os, pathlib, time
import mine

here, until = pathlib.Path({folder!r}), time.monotonic() + 30
(here / str(os.getpid())).touch()
while len(list(here.iterdir())) < {copies} and time.monotonic() < until:
    time.sleep(0.01)
"""
"""Waits, with all imported, until every process is there."""
TWICE = """
import time

def answer():
    begun = time.monotonic()
    for _ in range(2):
        try:
            rule(4 << 4)
        except (Exception, KeyboardInterrupt):
            pass
    return "quick" if time.monotonic() - begun < 25 else "slow"
"""
INTERRUPTED = """
from sidepot.kernel import cache, turns
turns._PATIENCE = 30
before = {place}

def interrupted(*_):
    {place} = before
    raise KeyboardInterrupt

{place} = interrupted
"""
MAKER = """
from sidepot.kernel import compiled

def maker(number):
    @compiled
    def rule():
        return number
    return rule

def named(rule):
    def answer():
        rule()
        return [made.fndesc.llvm_func_name for made in rule.overloads.values()][0]
    return answer
"""
STANDOFF = """
from sidepot.games import find

def answer():
    return find("high-noon-standoff").deal(players=3, seed=7).stacks
"""
LITTLE = """
from little import LITTLE

def answer():
    return LITTLE.deal(players=2, seed=7).stacks
"""
FINGERPRINTS = """
import gc
from sidepot import bots, games
from sidepot.kernel.cache import _CodeCache as CodeCache
from sidepot.kernel.fingerprint import fingerprint

for game in games.registry().values():
    assert game.entry and [bots.find(game, strength) for strength in bots.strengths_of(game)]
caches = [cache for cache in gc.get_objects() if type(cache) is CodeCache]

def fingerprints():
    rules = [cache._function for cache in caches]
    return sorted((rule.__module__, rule.__name__, fingerprint(rule)) for rule in rules)

found = fingerprints()
for cache in caches:
    cache._name_by_content()
assert fingerprints() == found, "another name after compiling"
print(found)
"""
PAY = (
    "rules/chips.py",
    "stack[seat] -= amount\n    chips.paid",
    "stack[seat] -= 2 * amount\n    chips.paid",
)
QUICK = {
    "NUMBA_OPT": "1",
    "NUMBA_LOOP_VECTORIZE": "0",
    "NUMBA_SLP_VECTORIZE": "0",
    "NUMBA_LLVM_REFPRUNE_PASS": "0",
}
OTHER_SETTINGS = (
    {"NUMBA_OPT": "2"},
    {"NUMBA_LOOP_VECTORIZE": "1"},
    {"NUMBA_SLP_VECTORIZE": "1"},
    {"NUMBA_LLVM_REFPRUNE_PASS": "1"},
    {"SIDEPOT_BOUNDSCHECK": "0"},
)
AMOUNT = ("rules/actions.py", "return action >> _KIND_BITS", "return (action >> _KIND_BITS) + 1")

Edit = tuple[str, str, str]


@pytest.fixture
def copy(tmp_path: Path) -> PackageCopy:
    """A copy of the package with a small rule of a user's in it."""
    copy = PackageCopy(tmp_path)
    copy.write("mine.py", RULE)
    copy.write("prices.py", PRICES)
    return copy


def check_edit(copy: PackageCopy, edit: Edit, before: str, after: str, *, first: str = "") -> None:
    """A second start compiles nothing; after an edit the answer is another."""
    assert copy.ask(first=first).text == before
    assert copy.ask(first=first) == Answer(before, [])
    copy.edit(*edit)
    answer = copy.ask(first=first)
    assert answer.text == after
    assert answer.compiled


def test_a_game_of_the_house_notices_an_edit_of_a_shared_part(copy: PackageCopy) -> None:
    copy.write("mine.py", STANDOFF)
    copy.share()
    check_edit(copy, PAY, "(199, 199, 199)", "(198, 198, 198)")


def test_a_game_of_a_users_notices_an_edit_of_a_shared_part(copy: PackageCopy) -> None:
    shutil.copy(little.__file__, copy.mine)
    copy.write("mine.py", LITTLE)
    check_edit(copy, PAY, "(199, 199)", "(198, 198)")


@pytest.mark.parametrize(
    ("edit", "after"),
    [
        (AMOUNT, "1050"),
        (("rules/actions.py", "KIND_BITS = 8", "KIND_BITS = 9"), "1020"),
        (("prices.py", "n * 10", "n * 20"), "1080"),
        (("mine.py", "+ 1000", "+ 2000"), "2040"),
    ],
    ids=["a shared part", "its constant", "a file beside", "the file itself"],
)
def test_a_rule_notices_an_edit_of(copy: PackageCopy, edit: Edit, after: str) -> None:
    check_edit(copy, edit, "1040", after)


def test_every_rule_of_every_game_and_bot_has_one_fingerprint_in_all_processes() -> None:
    """And the same once it is compiled. Otherwise it is compiled anew at every start."""
    one, other = (literal_eval(python("-c", FINGERPRINTS, PYTHONHASHSEED=n)) for n in "12")
    assert len(one) > 200
    assert [rule for rule in one if rule not in other] == []


def test_a_wrong_fingerprint_is_caught(copy: PackageCopy) -> None:
    constant = "from sidepot.kernel import cache\ncache.fingerprint = lambda function: 'same'\n"
    with pytest.raises(AssertionError, match="1040"):
        check_edit(copy, AMOUNT, "1040", "1050", first=constant)


def test_an_edit_that_is_undone_compiles_nothing(copy: PackageCopy) -> None:
    check_edit(copy, AMOUNT, "1040", "1050")
    path, old, new = AMOUNT
    copy.edit(path, new, old)
    assert copy.ask() == Answer("1040", [])


def test_two_processes_at_once_are_fine(copy: PackageCopy) -> None:
    both = [copy.start(LISTENING.format(module="mine")) for _ in range(2)]
    assert {finish(process).text for process in both} == {"1040"}
    assert copy.ask() == Answer("1040", [])


def compiled_by(copies: int, copy: PackageCopy, *, first: str = "") -> list[int]:
    """How many functions each of some processes compiled that ask the same at once."""
    meeting = copy.mine.parent / "meeting"
    meeting.mkdir()
    together = TOGETHER.format(folder=str(meeting), copies=copies)
    listening = LISTENING.format(module="mine")
    code = first + COUNTING + together + listening + "print(len(compiled))"
    return [int(finish(one).text) for one in [copy.start(code) for _ in range(copies)]]


def test_of_two_processes_at_once_one_compiles(copy: PackageCopy) -> None:
    """Where they take no turns, both do: so it is no chance that the first ones do not."""
    rude = "from sidepot.kernel import turns\nturns._PATIENCE = 0\n"
    alone, hasty = (PackageCopy(copy.mine.parent / name) for name in ("alone", "hasty"))
    for one in (copy, alone, hasty):
        one.write("mine.py", RULE)
        one.write("prices.py", SLOW)
    (wanted,) = compiled_by(1, alone)
    assert sum(compiled_by(2, copy)) == wanted
    assert sum(compiled_by(2, hasty, first=rude)) > wanted


def test_a_function_that_cannot_be_compiled_keeps_nobody_waiting(copy: PackageCopy) -> None:
    """Here the next one is the same process: a second attempt at what failed."""
    copy.write("prices.py", PRICES.replace("n * 10", "n * unknown"))
    copy.write("mine.py", RULE + TWICE)
    answer = copy.ask(first="from sidepot.kernel import turns\nturns._PATIENCE = 30\n")
    assert answer.text == "quick"
    assert not list(copy.cache.rglob("*.lock"))


@pytest.mark.parametrize("place", ["cache.serialize.dumps", "cache._CodeCache._name_by_content"])
def test_who_is_interrupted_keeps_nobody_waiting(copy: PackageCopy, place: str) -> None:
    """Also between its turn's beginning and compiling, and while it saves."""
    copy.write("prices.py", PRICES)
    copy.write("mine.py", RULE + TWICE)
    assert copy.ask(first=INTERRUPTED.format(place=place)).text == "quick"
    assert not list(copy.cache.rglob("*.lock"))


def test_a_cache_that_cannot_be_written_is_not_fatal(copy: PackageCopy) -> None:
    copy.write("file", "")
    answer = copy.ask(SIDEPOT_CACHE=str(copy.mine / "file" / "cache"))
    assert answer.text == "1040"
    assert "rule" in answer.compiled


CORRUPTIONS: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda data: b"",
    "cut short": lambda data: data[: len(data) // 2],
    "zeros": lambda data: bytes(len(data)),
    "text": lambda data: b"no machine code",
    "another pickle": lambda data: data[:32] + b"\x80\x04]\x94.",
    "another protocol": lambda data: b"\x80\xff" + data[2:],
    "a wrong letter": lambda data: data.replace(b"numba", b"nvmba"),
    "other code": lambda data: data.replace(b"\x7fELF", b"\x7fEVE").replace(
        b"BC\xc0\xde", b"BC\xc0\xdf"
    ),
}


def test_a_corrupted_file_is_made_again(copy: PackageCopy) -> None:
    """What is needed is compiled again, whatever has become of the files of the cache."""
    copy.ask()
    corruptions = itertools.cycle(CORRUPTIONS.values())
    for file in copy.compiled:
        file.write_bytes(next(corruptions)(file.read_bytes()))
    answer = copy.ask()
    assert answer.text == "1040"
    assert "rule" in answer.compiled
    assert copy.ask() == Answer("1040", [])


@pytest.mark.parametrize("form", ["for Python", "for rules"])
def test_no_corrupted_file_is_taken(form: str, tmp_path: Path) -> None:
    @compiled
    def rule(number: int) -> int:
        return number + 1

    function: Any = rule
    function = function if form == "for Python" else function.forms.called
    kinds = (numba.types.int64,)
    function.compile(kinds)
    data = function._cache._path(kinds, function.targetctx).read_bytes()
    file = tmp_path / "entry"
    for corrupt in (bytes, *CORRUPTIONS.values()):
        file.write_bytes(corrupt(data))
        is_whole = file.read_bytes() == data
        assert is_whole == (corrupt is bytes)
        assert (_rebuilt(file, function.targetctx) is not None) == is_whole


def test_a_rule_notices_an_edit_of_a_constant_that_it_imports(copy: PackageCopy) -> None:
    copy.write("mine.py", RULE.replace(", price_of", "").replace("price_of(", "PRICE * ("))
    check_edit(copy, ("prices.py", "PRICE = 3", "PRICE = 5"), "1012", "1020")


def test_a_rule_without_a_file_notices_an_edit(copy: PackageCopy) -> None:
    rule = "from sidepot.kernel import compiled\n@compiled\ndef f(x): return x + {}\nprint(f(0))"
    assert finish(copy.start(rule.format(1))).text == "1"
    assert finish(copy.start(rule.format(2))).text == "2"


def test_what_was_compiled_with_other_settings_is_not_taken(copy: PackageCopy) -> None:
    quick = {**QUICK, "SIDEPOT_BOUNDSCHECK": "1"}
    for setting in ({}, *OTHER_SETTINGS):
        environment = {**quick, **setting}
        assert copy.ask(**environment).compiled, setting
    assert copy.ask(**environment) == Answer("1040", [])
    assert copy.ask(**quick) == Answer("1040", [])


def test_two_rules_of_one_name_are_two(copy: PackageCopy) -> None:
    rule = "@compiled\ndef f(x): return x + {}\n{} = f\n"
    copy.write("mine.py", RULE + rule.format(1, "one") + rule.format(2, "two"))
    assert copy.ask(first="import mine; mine.answer = lambda: (mine.one(0), mine.two(0))\n") == (
        "(1, 2)",
        ["f", "f"],
    )


def test_rules_over_different_long_arrays_are_two(copy: PackageCopy) -> None:
    copy.write(
        "mine.py",
        "import numpy as np\n"
        "from sidepot.kernel import compiled\n"
        "def make(table):\n"
        "    @compiled\n"
        "    def f(i): return table[i]\n"
        "    return f\n"
        "one, two = np.zeros(2000, np.int64), np.zeros(2000, np.int64)\n"
        "two[1000] = 7\n"
        "def answer(): return int(make(one)(1000)), int(make(two)(1000))\n",
    )
    assert copy.ask().text == "(0, 7)"


def test_a_rule_notices_a_constant_from_the_environment(copy: PackageCopy) -> None:
    number = "import os\nN = int(os.environ['N'])\n"
    copy.write("mine.py", number + RULE.replace("+ 1000", "+ N"))
    assert copy.ask(N="1000").text == "1040"
    assert copy.ask(N="2000").text == "2040"


def test_a_file_edited_between_import_and_compilation_does_not_poison_the_cache(
    copy: PackageCopy,
) -> None:
    late = "import mine, pathlib\np = pathlib.Path(mine.__file__)\n"
    late += "p.write_text(p.read_text().replace('+ 1000', '+ 2000'))\n"
    assert copy.ask(first=late).text == "1040"
    assert copy.ask().text == "2040"


def test_a_rule_notices_an_edit_of_an_enumeration(copy: PackageCopy) -> None:
    copy.write("mine.py", RULE.replace("+ 1000", "+ Price.CARD").replace("PRICE,", "Price,"))
    copy.write("prices.py", PRICES + "import enum\nclass Price(enum.IntEnum):\n    CARD = 1000\n")
    check_edit(copy, ("prices.py", "CARD = 1000", "CARD = 2000"), "1040", "2040")


def test_a_file_that_is_given_another_name_is_compiled_again(copy: PackageCopy) -> None:
    copy.ask()
    (copy.mine / "mine.py").rename(copy.mine / "yours.py")
    assert copy.ask("yours").text == "1040"


def test_functions_of_one_name_from_two_processes_have_two_names_in_machine_code(
    copy: PackageCopy,
) -> None:
    """Otherwise a third process that loads both could call one where it means the other."""
    copy.write("maker.py", MAKER)
    names = []
    for module, number in (("one", 1), ("two", 2)):
        copy.write(
            f"{module}.py", f"from maker import maker, named\nanswer = named(maker({number}))"
        )
        names.append(copy.ask(module).text)
    assert names[0] != names[1]
    copy.write("both.py", "import one, two\ndef answer(): return [one.answer(), two.answer()]")
    assert copy.ask("both") == Answer(str(names), [])


RAISING = """
import traceback
from sidepot.kernel import compiled

@compiled
def refuse(n):
    if n > 1:
        raise ValueError("no more")
    return n

def answer():
    try:
        return refuse(2)
    except ValueError as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        return last.filename, last.line
"""
SAYS = 'raise ValueError("no more")'


def test_an_error_names_its_own_line_though_the_file_has_changed_above_it(
    copy: PackageCopy,
) -> None:
    """Machine code names the line that it was compiled from."""
    copy.write("mine.py", RAISING)
    told = copy.ask()
    assert literal_eval(told.text) == (str(copy.mine / "mine.py"), SAYS) and told.compiled
    assert copy.ask() == Answer(told.text, [])
    copy.edit("mine.py", "import traceback\n", "import traceback\n# a line more\n")
    assert copy.ask().text == told.text


def test_an_error_names_its_own_file_though_one_like_it_was_compiled_elsewhere(
    copy: PackageCopy,
) -> None:
    """Two checkouts that share a cache have modules of the same names in other folders."""
    copy.write("mine.py", RAISING)
    copy.ask()
    elsewhere = copy.mine.with_name("elsewhere")
    copy.mine = copy.mine.rename(elsewhere)
    assert literal_eval(copy.ask().text) == (str(elsewhere / "mine.py"), SAYS)


def test_a_line_more_above_a_rule_that_raises_nothing_compiles_nothing(copy: PackageCopy) -> None:
    check = copy.ask()
    assert check.compiled
    copy.edit("mine.py", "from prices", "# a line more\nfrom prices")
    assert copy.ask() == Answer(check.text, [])
