"""Indices are checked in rules of others and in all that these call, and not in ours."""

from typing import Annotated, Any

import pytest

from sidepot.kernel import (
    Array,
    Part,
    Records,
    batch,
    by_pointers,
    checks_indices,
    compiled,
    pointer,
    record,
)

pytestmark = [pytest.mark.compiled, pytest.mark.as_shipped]


class Rows(Part):
    """A record of two rows: beyond the end of the first lies the second."""

    first: Annotated[Array, "i8", 2]
    second: Annotated[Array, "i8", 2]


def ours(function: Any) -> Any:
    """A rule of the package."""
    function.__module__ = "sidepot.rules.made"
    return compiled(function)


@ours
def put(row: Array, i: int) -> None:
    row[i] = 7


@compiled
def theirs(rows: Records, i: int) -> int:
    put(rows[0].first, i)
    return 0


@compiled
def call(function: Any, rows: Records) -> int:
    found: int = function(rows)
    return found


def around(rule: Any) -> Any:
    """A rule of ours that is made around another."""

    @ours
    def calls(rows: Records, i: int) -> None:
        rule(rows, i)

    return calls


def test_ours_is_checked_where_theirs_calls_it_and_only_there() -> None:
    rows = batch(record(Rows))
    for rule in (theirs, around(theirs)):
        rule(rows, -1)
        with pytest.raises(IndexError):
            rule(rows, 2)
        with pytest.raises(IndexError):
            rule(rows, -3)
    assert rows[0]["first"].tolist() == [0, 7] and not rows[0]["second"].any()
    assert checks_indices(around(theirs)) and not checks_indices(put)


def test_an_error_passes_through_a_call_by_address() -> None:
    @compiled
    def fails(rows: Records) -> int:
        return theirs(rows, 9)

    with by_pointers(), pytest.raises(IndexError):
        call(pointer(fails, record(Rows)), batch(record(Rows)))
