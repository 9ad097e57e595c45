"""Tables of records, copies of them, and how Python reads and writes one."""

from typing import Annotated, Any

import pytest

from sidepot import kernel
from sidepot.kernel import Array, Part, compiled


class Shelf(Part):
    """Something nested to read."""

    books: Annotated[Array, "i1", 3]


class Room(Part):
    """A small record."""

    chairs: int
    shelf: Shelf


@pytest.fixture
def rows() -> Any:
    return kernel.batch(kernel.record(Room), 3)


@compiled
def add_chairs(room: Room, n: int) -> int:
    """A rule that writes and answers."""
    room.chairs += n
    room.shelf.books[1] = room.chairs
    return room.chairs


@pytest.mark.parametrize("count", [1, 2, 7])
def test_a_table_is_zeroed_and_starts_on_a_cache_line(count: int) -> None:
    rows = kernel.batch(kernel.record(Room), count)
    assert len(rows) == count
    assert rows.ctypes.data % 64 == 0
    assert kernel.to_bytes(rows) == bytes(64 * count)


def test_a_copy_has_the_same_bytes_and_a_life_of_its_own(rows: Any) -> None:
    kernel.fields(rows, 1).chairs = 5
    clone = kernel.copy(rows)
    assert kernel.to_bytes(clone) == kernel.to_bytes(rows)
    assert clone.ctypes.data % 64 == 0
    kernel.fields(clone, 1).chairs = 6
    assert kernel.fields(rows, 1).chairs == 5


def test_a_twin_of_a_single_table_has_its_bytes_and_a_life_of_its_own() -> None:
    one = kernel.single(kernel.batch(kernel.record(Room)))
    one.fields.chairs = 5
    clone = kernel.clone(one)
    s: Any = clone.fields
    assert (s.chairs, bytes(clone.raw)) == (5, kernel.to_bytes(one.rows))
    assert clone.rows.ctypes.data % 64 == 0
    s.shelf.books[2] = 6
    assert add_chairs(s, 1) == 6
    assert kernel.to_bytes(clone.rows) == bytes(clone.raw)
    assert (one.fields.chairs, one.fields.shelf.books.tolist()) == (5, [0, 0, 0])


def test_a_column_is_the_first_numbers_of_an_array(rows: Any) -> None:
    s = kernel.fields(rows, 2)
    s.shelf.books[:] = [1, -2, 3]
    assert kernel.column(s.shelf, "books", 2) == (1, -2)
    assert kernel.column(kernel.fields(rows, 1).shelf, "books", 3) == (0, 0, 0)


def test_fields_read_python_integers(rows: Any) -> None:
    s = kernel.fields(rows)
    assert type(s.chairs) is int
    assert type(s.shelf.books[0]) is int


def test_narrow_fields_do_not_wrap_in_python(rows: Any) -> None:
    s = kernel.fields(rows)
    s.shelf.books[0] = 127
    assert s.shelf.books[0] + 1 == 128


def test_fields_write_through(rows: Any) -> None:
    kernel.fields(rows, 2).chairs = 7
    kernel.fields(rows, 2).shelf.books[:] = [1, 2, 3]
    assert kernel.fields(rows, 2).chairs == 7
    assert kernel.fields(rows, 2).shelf.books.tolist() == [1, 2, 3]
    assert kernel.fields(rows, 1).chairs == 0


def test_a_missing_field_is_named(rows: Any) -> None:
    s = kernel.fields(rows)
    with pytest.raises(AttributeError, match="'sofa'"):
        _ = s.sofa
    with pytest.raises(AttributeError, match="'sofa'"):
        s.shelf.sofa = 1


def test_a_compiled_rule_takes_fields(rows: Any) -> None:
    s: Any = kernel.fields(rows, 1)
    s.chairs = 2
    assert add_chairs(s, 3) == 5
    assert s.shelf.books.tolist() == [0, 5, 0]
    assert kernel.fields(rows, 0).chairs == 0
