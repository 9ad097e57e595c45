"""JSON from elsewhere: whatever is wrong with it is one error, and nothing is made of too much."""

import msgspec
import pytest

from sidepot.decoding import JsonReader

READER = JsonReader[dict[str, int]](dict[str, int], 40)


@pytest.mark.parametrize(
    "raw",
    ["[" * 40, b'{"a": ' + b" " * 40 + b"1}", b"\xff", "\ud800", "{", '{"a": "1"}', ""],
    ids=["brackets", "too long", "no text", "half a sign", "cut off", "another form", "nothing"],
)
def test_every_unreadable_text_is_one_error(raw: str | bytes) -> None:
    with pytest.raises(msgspec.DecodeError):
        READER.read(raw)


def test_nesting_without_end_is_the_same_error() -> None:
    anything = JsonReader[object](object, 1_000_000)
    for raw in (b"[" * 1_000_000, b'{"a":' * 200_000):
        with pytest.raises(msgspec.DecodeError, match="deeply"):
            anything.read(raw)


def test_text_within_the_bound_is_read() -> None:
    assert READER.read(b'{"a": ' + b" " * 32 + b"1}") == {"a": 1}
