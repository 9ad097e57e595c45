"""The fast reader of the plain form of TOML: what it reads, `tomllib` reads as well, and alike."""

import random
import tomllib
from typing import Any

import pytest

from sidepot.history import plain_toml
from sidepot.history.units import Exact
from tests.history.hands import KNOWN, random_hand

SAMPLE = """\
[1]
a = [1, 2.50, -0]
b = "x # y"
c = { a = 1, b = "z", c = true }
d = ['q', "r",]
e=-1.0

f=[]
x = [1,
2,
]
"""
CHARACTERS = "'\"\\[]{},=#.\n \t0123456789-+eE_xXabc\x01\x7fé\r"


def same(one: Any, other: Any) -> bool:
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        return [*one] == [*other] and all(same(one[name], other[name]) for name in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(same, one, other))
    return one.text == other.text if isinstance(one, Exact) else bool(one == other)


def slowly(text: str) -> Any:
    return tomllib.loads(text, parse_float=Exact)


def test_texts_of_histories_are_plain() -> None:
    for history in (KNOWN, *(random_hand(seed).history for seed in range(20))):
        assert same(plain_toml.parse(history.text(), titled=False), slowly(history.text()))
        assert same(plain_toml.parse(history.text(7), titled=True), slowly(history.text(7))["7"])
    assert plain_toml.parse(SAMPLE, titled=True) is not None


def test_changed_texts_are_read_alike_or_left_to_tomllib() -> None:
    rng = random.Random(1)
    texts = [SAMPLE, KNOWN.text(1), random_hand(3).history.text(1)]
    plain = 0
    for _ in range(4000):
        text = rng.choice(texts)
        for _ in range(rng.randrange(4)):
            at, kind = rng.randrange(len(text)), rng.randrange(3)
            text = text[:at] + rng.choice(CHARACTERS) * (kind < 2) + text[at + (kind != 0) :]
        found = plain_toml.parse(text, titled=True)
        if found is not None:
            plain += 1
            (whole,) = slowly(text).values()
            assert same(found, whole)
    assert plain > 1000


@pytest.mark.parametrize(
    "field",
    ["a = 1\na = 2", "a = { b = 1, b = 2 }", "a.b = 1", 'a = "\\u0041"', "a = nan", "a = 007",
     "a = 1 # one", 'a = """x"""', "a = 1979-05-27", "[b]\na = 1"],
)  # fmt: skip
def test_other_forms_are_left_to_tomllib(field: str) -> None:
    assert plain_toml.parse(f"[1]\n{field}\n", titled=True) is None
