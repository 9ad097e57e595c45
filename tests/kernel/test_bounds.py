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
    index,
    pointer,
    record,
)

pytestmark = [pytest.mark.compiled, pytest.mark.as_shipped]


class Rows(Part):
    """A record of two rows: beyond the end of the first lies the second."""

    table: Annotated[Array, "i1", 3, 5]
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


@compiled
def by_form(rows: Records, form: int, i: int) -> None:
    """A write by one of the ways to say a place; `.flat`, which has no check, no file may use."""
    s, place = rows[0], (1, i)
    alias = s.table
    if form == 0:
        s.table[1][i] = 7
    elif form == 1:
        s.table[i] = 7
    elif form == 2:
        s.table[:, i] = 7
    elif form == 3:
        s.first[index(i)] = 7
    elif form == 4:
        s.table[place] += 7
    elif form == 5:
        s.first.ravel()[i] = 7
    else:
        alias[i, 0] = 7


@pytest.mark.parametrize("form", range(7))
@pytest.mark.parametrize("i", [9, -9])
def test_every_form_of_an_index_is_checked(form: int, i: int) -> None:
    rows = batch(record(Rows))
    with pytest.raises(IndexError):
        by_form(rows, form, i)
    assert not rows.view("i1").any()


def test_an_error_passes_through_a_call_by_address() -> None:
    @compiled
    def fails(rows: Records) -> int:
        return theirs(rows, 9)

    with by_pointers(), pytest.raises(IndexError):
        call(pointer(fails, record(Rows)), batch(record(Rows)))
