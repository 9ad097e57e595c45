"""Whatever a file says, it replays or is refused: no other error ever comes out."""

import random
import re
from pathlib import Path
from typing import Any

import pytest

from sidepot.errors import UserError
from sidepot.history import History, read
from tests.history import against
from tests.history.hands import random_hand

REAL = sorted(Path(__file__).parent.glob("real/*.phh*"))
WORDS = [
    *("??", "????", "Xx", "As", "2c", "AsKsQs", "-", "p1", "p2", "p3", "d", "dh", "db", "sm", "sd"),
    *("cc", "f", "cbr", "buy", "void", "#", "0", "1", "0.5", "-1", "1e9"),
]
VALUES: list[Any] = [0, -1, [1, 2], [0] * 3, [], "x", True, {"a": 1}, [10**30] * 2, [0.5] * 3]
SEEDS = [range(120), pytest.param(range(120, 5_000), marks=pytest.mark.soak)]


def some_hand(rng: random.Random) -> History:
    """A hand of any of our games, of hold'em as it is met, or of another program."""
    kind, seed = rng.randrange(3), rng.randrange(10**6)
    if kind < 2:
        return History.from_hand((random_hand, against.random_hand)[kind](seed))
    found = rng.choice([found.hand for path in REAL for found in read(path)])
    assert isinstance(found, History)
    return found


def broken(rng: random.Random, lines: list[str]) -> list[str]:
    """The lines with something wrong, most of the time."""
    i, j = rng.randrange(len(lines)), rng.randrange(len(lines))
    noise = " ".join(rng.choice(WORDS) for _ in range(rng.randint(1, 4)))
    words = [*lines[i].split(), "x"]
    words[rng.randrange(len(words))] = rng.choice(WORDS)
    changed = {
        "left out": lines[:i] + lines[i + 1 :],
        "another twice": [*lines[:i], lines[j], *lines[i:]],
        "another instead": [*lines[:i], lines[j], *lines[i + 1 :]],
        "a word instead": [*lines[:i], " ".join(words[:-1]), *lines[i + 1 :]],
        "cards unknown": [*lines[:i], re.sub("[2-9TJQKA][cdhs]", "??", lines[i]), *lines[i + 1 :]],
        "noise": [*lines[:i], noise, *lines[i:]],
        "another player": [line.replace("p1", "p2") for line in lines],
    }
    return changed[rng.choice(list(changed))]


@pytest.mark.parametrize("seeds", SEEDS)
def test_noise_is_refused_in_words(seeds: range) -> None:
    good = 0
    for seed in seeds:
        rng = random.Random(seed)
        fields = some_hand(rng).fields
        for _ in range(rng.choice((1, 1, 2, 3))):
            fields["actions"] = broken(rng, fields["actions"]) or ["#"]
        if rng.random() < 0.2:
            fields[rng.choice(list(fields))] = rng.choice(VALUES)
        try:
            History.from_fields(fields).replay()
            good += 1
        except UserError as error:
            assert str(error).isprintable()
    assert good < len(seeds) / 2
