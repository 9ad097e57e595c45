"""The cache law: machine code on disk is never older than any source that it was made from."""

import itertools
import shutil
from ast import literal_eval
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from sidepot.kernel import compiled
from tests.children import python
from tests.kernel.package_copy import LISTENING, Answer, PackageCopy, finish
from tests.laws import little

pytestmark = pytest.mark.compiled

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
from sidepot.kernel import turns

def pause(seconds):
    raise SystemExit("waits for a turn that nobody ends")

turns.time.sleep = pause

def answer():
    for _ in range(2):
        try:
            rule(4 << 4)
        except (Exception, KeyboardInterrupt):
            pass
    return "at once"
"""
INTERRUPTED = """
from sidepot.kernel import cache
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
KUHN = """
from sidepot.games import find

def answer():
    return find("kuhn").deal(players=2, seed=7).stacks
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
OTHER_SETTINGS = (
    {"NUMBA_OPT": "2"},
    {"NUMBA_LOOP_VECTORIZE": "1"},
    {"NUMBA_SLP_VECTORIZE": "1"},
    {"NUMBA_LLVM_REFPRUNE_PASS": "1"},
    {"SIDEPOT_BOUNDSCHECK": "0"},
)
AMOUNT = ("rules/actions.py", "return action >> _KIND_BITS", "return (action >> _KIND_BITS) + 1")

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
"""Ways in which the bytes of a file become others."""
SAYS = 'raise ValueError("no more")'

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
    copy.write("mine.py", KUHN)
    check_edit(copy, PAY, "(199, 199)", "(198, 198)")


@pytest.mark.soak
def test_a_game_of_a_users_notices_an_edit_of_a_shared_part(copy: PackageCopy) -> None:
    shutil.copy(little.__file__, copy.mine)
    copy.write("mine.py", LITTLE)
    check_edit(copy, PAY, "(199, 199)", "(198, 198)")


MANY = """
import os, traceback
import numpy as np
import prices
from prices import PRICE, Price, price_of
from sidepot.kernel import compiled
from sidepot.rules import actions

N = int(os.environ["N"])

@compiled
def by_part(action): return actions.amount(action)

@compiled
def by_its_constant(action): return actions.kind(action)

@compiled
def by_file_beside(n): return price_of(n)

@compiled
def by_imported_constant(n): return PRICE * n

@compiled
def by_enumeration(n): return Price.CARD + n

@compiled
def by_environment(n): return N + n

@compiled
def by_itself(n): return n + 7

exec("@compiled\\ndef without_file(n): return n + " + os.environ["N"])

@compiled
def same(n): return n + 1
one = same

@compiled
def same(n): return n + 2
two = same

def over(table):
    @compiled
    def f(n): return table[n]
    return f

long, other = np.zeros(2000, np.int64), np.zeros(2000, np.int64)
other[1000] = 5

@compiled
def refuse(n):
    if n > 1:
        raise ValueError("no more")
    return n

def answer():
    return {
        "a shared part": by_part(4 << 8),
        "its constant": by_its_constant(511),
        "a file beside": by_file_beside(4),
        "an imported constant": by_imported_constant(4),
        "an enumeration": by_enumeration(4),
        "the environment": by_environment(4),
        "the file itself": by_itself(4),
        "no file": without_file(4),
        "two of a name": (one(0), two(0)),
        "long arrays": (int(over(long)(1000)), int(over(other)(1000))),
        "an error": refused(),
    }

def refused():
    try:
        refuse(2)
    except ValueError as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        return last.filename, last.line
"""
ENUMERATION = "import enum\nclass Price(enum.IntEnum):\n    CARD = 1000\n"
BEFORE = {
    "a shared part": 4,
    "its constant": 255,
    "a file beside": 40,
    "an imported constant": 12,
    "an enumeration": 1004,
    "the environment": 104,
    "the file itself": 11,
    "no file": 104,
    "two of a name": (1, 2),
    "long arrays": (0, 5),
}
AFTER = {
    **BEFORE,
    "a shared part": 3,  # nine bits and one more
    "its constant": 511,
    "a file beside": 80,
    "an imported constant": 20,
    "an enumeration": 2004,
    "the environment": 204,
    "the file itself": 12,
    "no file": 204,
}
EDITS = (
    AMOUNT,
    ("rules/actions.py", "KIND_BITS = 8", "KIND_BITS = 9"),
    ("prices.py", "n * 10", "n * 20"),
    ("prices.py", "PRICE = 3", "PRICE = 5"),
    ("prices.py", "CARD = 1000", "CARD = 2000"),
    ("mine.py", "n + 7", "n + 8"),
)


class Life(NamedTuple):
    """Answers of processes one after the other, which share a cache."""

    first: Answer
    again: Answer
    edited: Answer
    undone: Answer
    moved_lines: Answer
    other_settings: Answer
    elsewhere: Answer
    corrupted: Answer
    folder: Path


@pytest.fixture(scope="module")
def life(tmp_path_factory: pytest.TempPathFactory) -> Life:
    """A cache through everything that happens to the sources of many rules."""
    copy = PackageCopy(tmp_path_factory.mktemp("life"))
    copy.write("mine.py", MANY)
    copy.write("prices.py", PRICES + ENUMERATION)
    first, again = copy.ask(N="100"), copy.ask(N="100")
    for edit in EDITS:
        copy.edit(*edit)
    edited = copy.ask(N="200")
    for path, old, new in EDITS:
        copy.edit(path, new, old)
    undone = copy.ask(N="100")
    copy.edit("mine.py", "import prices\n", "import prices  # needed\n# a line more\n")
    moved_lines = copy.ask(N="100")
    other_settings = copy.ask(N="100", NUMBA_OPT="2")
    copy.mine = copy.mine.rename(copy.mine.with_name("elsewhere"))
    elsewhere = copy.ask(N="100")
    corruptions = itertools.cycle(CORRUPTIONS.values())
    for file in copy.compiled:
        file.write_bytes(next(corruptions)(file.read_bytes()))
    corrupted = copy.ask(N="100")
    asked = (first, again, edited, undone, moved_lines, other_settings, elsewhere, corrupted)
    return Life(*asked, copy.mine)


def answers(answer: Answer) -> dict[str, Any]:
    """Answers of all rules, but for the place of an error."""
    found: dict[str, Any] = literal_eval(answer.text)
    del found["an error"]
    return found


def place(answer: Answer) -> tuple[str, str]:
    """The file and the line that an error names."""
    found: tuple[str, str] = literal_eval(answer.text)["an error"]
    return found


def test_a_second_start_compiles_nothing(life: Life) -> None:
    assert answers(life.first) == BEFORE and life.first.compiled
    assert life.again == Answer(life.first.text, [])


@pytest.mark.parametrize("what", BEFORE)
def test_a_rule_notices_a_change_of(what: str, life: Life) -> None:
    assert answers(life.edited)[what] == AFTER[what]


def test_edits_that_are_undone_compile_nothing(life: Life) -> None:
    assert life.undone == Answer(life.first.text, [])


def test_a_line_more_compiles_only_the_rules_that_raise_an_error(life: Life) -> None:
    assert life.moved_lines == Answer(life.first.text, ["refuse"])
    assert place(life.moved_lines)[1] == SAYS


def test_other_settings_compile_everything(life: Life) -> None:
    assert life.other_settings.text == life.first.text
    assert sorted(life.other_settings.compiled) == sorted(life.first.compiled)


def test_an_error_names_the_folder_in_which_its_file_is(life: Life) -> None:
    assert place(life.elsewhere) == (str(life.folder / "mine.py"), SAYS)
    assert place(life.first)[0] != place(life.elsewhere)[0]
    assert answers(life.elsewhere) == BEFORE


def test_corrupted_files_are_made_again(life: Life) -> None:
    assert life.corrupted.text == life.elsewhere.text
    assert sorted(life.corrupted.compiled) == sorted(life.first.compiled)


def test_every_rule_of_every_game_and_bot_has_one_fingerprint_in_all_processes() -> None:
    """The fingerprint is the same once compiled; otherwise every start would compile anew."""
    one, other = (literal_eval(python("-c", FINGERPRINTS, PYTHONHASHSEED=n)) for n in "12")
    assert len(one) > 200
    assert [rule for rule in one if rule not in other] == []


@pytest.mark.soak
def test_a_wrong_fingerprint_is_caught(copy: PackageCopy) -> None:
    constant = "from sidepot.kernel import cache\ncache.fingerprint = lambda function: 'same'\n"
    with pytest.raises(AssertionError, match="1040"):
        check_edit(copy, AMOUNT, "1040", "1050", first=constant)


def compiled_by(copies: int, copy: PackageCopy, *, first: str = "") -> list[str]:
    """The functions that some processes compiled which ask the same at once."""
    meeting = copy.mine.parent / "meeting"
    meeting.mkdir()
    together = TOGETHER.format(folder=str(meeting), copies=copies)
    listening = LISTENING.format(module="mine")
    says = "print([answer(), *(one.py_func.__name__ for one in compiled)])"
    asked = [copy.start(first + COUNTING + together + listening + says) for _ in range(copies)]
    told = [literal_eval(finish(one).text) for one in asked]
    assert {answer for answer, *_ in told} == {1040}
    return [name for _, *names in told for name in names]


def test_one_of_two_simultaneous_processes_compiles(copy: PackageCopy) -> None:
    copy.write("prices.py", SLOW)
    assert sorted(compiled_by(2, copy)) == ["amount", "price_of", "rule"]
    assert copy.ask() == Answer("1040", [])


@pytest.mark.soak
def test_processes_that_take_no_turns_both_compile(copy: PackageCopy) -> None:
    copy.write("prices.py", SLOW)
    rude = "from sidepot.kernel import turns\nturns._PATIENCE = 0\n"
    assert len(compiled_by(2, copy, first=rude)) > 3


def test_a_function_that_cannot_be_compiled_keeps_nobody_waiting(copy: PackageCopy) -> None:
    """Here the next one is the same process: a second attempt at what failed."""
    copy.write("prices.py", PRICES.replace("n * 10", "n * unknown"))
    copy.write("mine.py", RULE + TWICE)
    assert copy.ask().text == "at once"
    assert not list(copy.cache.rglob("*.lock"))


@pytest.mark.parametrize("place", ["cache.pickle.dumps", "cache._CodeCache._name_by_content"])
def test_an_interrupted_process_keeps_nobody_waiting(copy: PackageCopy, place: str) -> None:
    """The interrupt may come before compiling, or during the save."""
    copy.write("mine.py", RULE + TWICE)
    assert copy.ask(first=INTERRUPTED.format(place=place)).text == "at once"
    assert not list(copy.cache.rglob("*.lock"))


def test_a_cache_that_cannot_be_written_is_not_fatal(copy: PackageCopy) -> None:
    copy.write("file", "")
    answer = copy.ask(SIDEPOT_CACHE=str(copy.mine / "file" / "cache"))
    assert answer.text == "1040"
    assert "rule" in answer.compiled


@pytest.mark.parametrize("form", ["for Python", "for rules"])
def test_no_corrupted_file_is_taken(form: str, tmp_path: Path) -> None:
    import numba

    from sidepot.kernel.cache import _rebuilt

    @compiled
    def rule(number: int) -> int:
        return number + 1

    function: Any = rule
    function = function if form == "for Python" else function.forms.called
    kinds = (numba.types.int64,)
    function.compile(kinds)
    data = function._cache._path(kinds).read_bytes()
    file = tmp_path / "entry"
    for corrupt in (bytes, *CORRUPTIONS.values()):
        file.write_bytes(corrupt(data))
        is_whole = file.read_bytes() == data
        assert is_whole == (corrupt is bytes)
        assert (_rebuilt(file, function.targetctx) is not None) == is_whole


@pytest.mark.soak
def test_code_compiled_under_other_settings_is_not_used(copy: PackageCopy) -> None:
    quick = {"SIDEPOT_BOUNDSCHECK": "1"}
    for setting in ({}, *OTHER_SETTINGS):
        environment = {**quick, **setting}
        assert copy.ask(**environment).compiled, setting
    assert copy.ask(**environment) == Answer("1040", [])
    assert copy.ask(**quick) == Answer("1040", [])


def test_a_file_edited_between_import_and_compilation_does_not_poison_the_cache(
    copy: PackageCopy,
) -> None:
    late = "import mine, pathlib\np = pathlib.Path(mine.__file__)\n"
    late += "p.write_text(p.read_text().replace('+ 1000', '+ 2000'))\n"
    assert copy.ask(first=late).text == "1040"
    assert copy.ask().text == "2040"


@pytest.mark.soak
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
