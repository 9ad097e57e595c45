"""Texts whose cost exceeds their length: refused, or read in linear time and memory."""

import tracemalloc
from collections.abc import Callable

import pytest

from sidepot.errors import BadHistory
from sidepot.history import History
from tests.history.hands import KNOWN
from tests.work import work

HAND = KNOWN.text()
SIZE = 16_000
"""Characters of an attack; a request may have four times as many."""
MOST_BYTES = 160
"""Of memory, for each byte of a text."""

ATTACKS: dict[str, Callable[[int], str]] = {
    "parts of a key": lambda n: "a." * n + "a = 1\n",
    "parts of many keys": lambda n: ("a." * 400 + "a = 1\n") * (n // 400),
    "parts of many keys below a long one": lambda n: (
        f"[{'a.' * 400}b]\n" + "".join(f"{'c.' * 400}d{i} = 1\n" for i in range(n // 400))
    ),
    "parts of keys in one table": lambda n: (
        HAND + "x = {" + ", ".join("a." * 400 + f"b{i} = 1" for i in range(n // 400)) + "}\n"
    ),
    "keys behind quotes that look open": lambda n: HAND + 'x = {b = """a"""", ' + "a." * n + "a=1}",
    "keys in quotes": lambda n: HAND + '"a".' * (n // 2) + "a = 1\n",
    "headers, each in the one before": lambda n: "".join(
        f"[{'.'.join(['a'] * k)}]\n" for k in range(1, int((2 * n) ** 0.5))
    ),
    "hands that do not end": lambda n: "".join(f"[{i}]\n,\na=[\n" for i in range(n // 6)),
    "hands of one line": lambda n: "".join(f"[{i}]\n" for i in range(n // 3)),
    "strings that do not end": lambda n: "".join(f'[{i}]\na="""\n' for i in range(n // 6)),
    "brackets": lambda n: HAND + "x = " + "[" * n,
    "tables in tables": lambda n: HAND + "x = " + "{a=" * n,
    "escapes": lambda n: HAND + 'x = "' + '\\"' * n + '"\n',
    "quotes": lambda n: HAND + 'x = """' + '""' * n,
    "blanks in a header": lambda n: "[a" + " " * n + "x",
    "fields": lambda n: HAND + "".join(f"a{i} = 1\n" for i in range(n // 6)),
    "players": lambda n: HAND.replace("[20, 20", f"[{'20, ' * (n // 4)}20, 20"),
    "actions": lambda n: HAND.replace("actions = [", "actions = [" + '"p1 cc", ' * (n // 8)),
    "digits": lambda n: HAND + "x = " + "9" * n + "\n",
    "digits of a fraction": lambda n: HAND.replace("[20, 20", f"[20.{'3' * n}, 20"),
}
ENDLESS = {
    "a whole number": ("[20, 20", f"[0x{'F' * 20_000}, 20", "more than 1000 digits"),
    "a number of another field": (
        "variant",
        f"x = 0x{'F' * 20_000}\nvariant",
        "more than 1000 digits",
    ),
    "a large power of ten": ("[20, 20", "[1e999999999, 20", "starting_stacks"),
    "a small power of ten": ("[20, 20", "[1e-999999999, 20", "starting_stacks"),
}


def tried(text: str) -> None:
    """Read a text, which may be refused."""
    try:
        History.parse(text)
    except BadHistory as error:
        assert len(str(error)) < 2000


@pytest.mark.parametrize("attack", ATTACKS)
def test_twice_the_text_takes_twice_the_work(attack: str) -> None:
    """A refused text takes less; only quadratic growth would be four times as much."""
    once, twice = (ATTACKS[attack](n) for n in (SIZE // 4, SIZE // 2))
    tried(once)  # loads what is read only once
    assert work(lambda: tried(twice)) < 2.6 * work(lambda: tried(once)) + 200
    assert work(lambda: tried(twice)) < 40 * len(twice)


@pytest.mark.parametrize("attack", ATTACKS)
def test_a_text_takes_memory_by_its_length(attack: str) -> None:
    text = ATTACKS[attack](SIZE // 2)
    tried(text)
    tracemalloc.start()
    try:
        tried(text)
        assert tracemalloc.get_traced_memory()[1] < MOST_BYTES * len(text) + 100_000
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("case", ENDLESS)
def test_a_number_without_end_is_refused_in_short(case: str) -> None:
    old, new, reason = ENDLESS[case]
    assert old in HAND
    with pytest.raises(BadHistory, match=reason) as error:
        History.parse(HAND.replace(old, new))
    assert len(str(error.value)) < 300


def test_a_key_of_many_parts_is_named_by_its_line() -> None:
    with pytest.raises(BadHistory, match="a key on line 3 has more than 16 parts"):
        History.parse("x = 'a.b'\n# " + "a." * 30 + "\n" + "a." * 30 + "a = 1\n")


@pytest.mark.parametrize("text", ['x = "%s"\n', "x = '''\n%s\n'''\n", "# %s\n"])
def test_dots_in_strings_and_commentary_are_no_keys(text: str) -> None:
    History.parse(HAND + text % ("a." * 500))
