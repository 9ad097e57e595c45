"""Tables of records, copies of them, and how Python reads and writes one."""

from typing import Annotated, Any

import pytest

from sidepot import kernel
from sidepot.kernel import Array, Part, compiled


class Shelf(Part):
    """Something nested to read."""

    books: Annotated[Array, "i1", 3]
    last: int


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


def test_a_filled_record_has_the_bytes_and_a_life_of_its_own() -> None:
    one = kernel.single(kernel.batch(kernel.record(Room)))
    one.fields.chairs = 5
    twin = kernel.filled(one.rows.dtype, one.raw)
    s: Any = kernel.fields(twin)
    assert (s.chairs, bytes(kernel.raw(twin))) == (5, kernel.to_bytes(one.rows))
    assert twin.flags.aligned
    s.shelf.books[2] = 6
    assert add_chairs(s, 1) == 6
    assert kernel.to_bytes(twin) == bytes(kernel.raw(twin))
    assert (one.fields.chairs, one.fields.shelf.books.tolist()) == (5, [0, 0, 0])


def test_a_reader_gives_numbers_in_the_order_of_their_names() -> None:
    one = kernel.single(kernel.batch(kernel.record(Room)))
    one.fields.chairs = 5
    one.fields.shelf.books[:] = [1, -2, 3]
    one.fields.shelf.last = 9
    dtype = one.rows.dtype
    assert kernel.reader(dtype, "chairs")(one.raw) == (5,)
    assert kernel.reader(dtype, "shelf.books")(bytes(one.raw)) == (1, -2, 3)
    assert kernel.reader(dtype, "chairs", "shelf.last")(one.raw) == (5, 9)
    assert kernel.reader(dtype, "shelf.last", "chairs")(one.raw) == (9, 5)


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


@pytest.mark.parametrize("value", [2**63, -(2**63) - 1], ids=["too high", "too low"])
def test_a_number_that_has_no_room_is_refused(rows: Any, value: int) -> None:
    with pytest.raises(OverflowError):
        kernel.fields(rows).chairs = value


def test_fields_are_those_of_their_own_batch(rows: Any) -> None:
    """Fields read of one batch do not appear in a copy, nor change with it."""
    s = kernel.fields(rows)
    s.chairs = 3
    other = kernel.copy(rows)
    kernel.fields(other).chairs = 4
    kernel.raw(rows)[:8] = bytes(kernel.raw(other)[:8])
    assert (kernel.fields(rows).chairs, s.chairs, kernel.fields(other).chairs) == (4, 4, 4)
    kernel.fields(other).chairs = 5
    assert (kernel.fields(rows).chairs, kernel.fields(other).chairs) == (4, 5)


def test_a_row_behind_the_last_is_refused() -> None:
    with pytest.raises(IndexError):
        kernel.fields(kernel.batch(kernel.record(Room), 0))


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
