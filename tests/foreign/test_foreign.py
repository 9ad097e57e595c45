"""Foreign text costs what it weighs: read, or refused, in work and memory by its length."""

from __future__ import annotations

import tomllib
import tracemalloc
from functools import partial
from pathlib import Path

import pytest

from tests.foreign.attacks import ATTACKS
from tests.foreign.readers import Reader, readers, tried
from tests.work import work

READERS = readers()
SIZE = 8_000
"""Bytes of the larger attack; heads have 16 KB at most, and bodies 64."""
MOST_BYTES = 160
"""Of memory, for each byte of a text."""
MOST_CALLS = 40
"""Calls, for each byte of a text."""
EVEN_SO_CALLS, EVEN_SO_BYTES = 30_000, 600_000
"""What a text may cost that is short: a game is made, or a table is."""
CORPUS = Path(__file__).parent / "corpus"


def costs(reader: Reader, text: bytes) -> None:
    """Check what a text costs, once what is read at the first use alone has been."""
    tried(reader, text)
    assert work(lambda: tried(reader, text)) < MOST_CALLS * len(text) + EVEN_SO_CALLS
    tracemalloc.start()
    try:
        tried(reader, text)
        assert tracemalloc.get_traced_memory()[1] < MOST_BYTES * len(text) + EVEN_SO_BYTES
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("name", READERS)
def test_a_reader_takes_its_own_texts(name: str) -> None:
    assert all(tried(READERS[name], text) for text in READERS[name].texts if name != "agent")


@pytest.mark.parametrize("name", READERS)
def test_every_attack_costs_what_it_weighs(name: str) -> None:
    for attack in ATTACKS.values():
        costs(READERS[name], attack(SIZE))


@pytest.mark.parametrize("name", READERS)
def test_twice_the_text_takes_twice_the_work(name: str) -> None:
    """Growth with the square would be four times as much."""
    reader = READERS[name]
    for attack, of in ATTACKS.items():
        once, twice = of(SIZE // 2), of(SIZE)
        tried(reader, once)
        most = 2.6 * work(partial(tried, reader, once)) + 3000
        assert work(partial(tried, reader, twice)) < most, attack


@pytest.mark.parametrize("name", READERS)
def test_every_text_of_the_corpus_costs_what_it_weighs(name: str) -> None:
    """The texts that the fuzzer kept, cut off too."""
    for file in sorted((CORPUS / name).glob("*")):
        text = file.read_bytes()
        costs(READERS[name], text)
        costs(READERS[name], text[: len(text) // 2])


def test_a_reader_without_bounds_is_noticed() -> None:
    reader = Reader(lambda raw: tomllib.loads(raw.decode()), [])
    with pytest.raises(AssertionError):
        costs(reader, b"a." * 2000 + b"a = 1")
    with pytest.raises(RecursionError):
        tried(reader, b"a = " + b"[" * 4000)
