"""A part's annotations are its layout."""

from typing import Annotated

import numpy as np
import pytest

from sidepot import kernel
from sidepot.kernel import Array, Flags, Part, Row


class Inner(Part):
    """Sized by names and by numbers."""

    count: int
    row: Row
    live: Flags
    grid: Annotated[Array, "i2", "seats", 5]


class Outer(Part):
    """A part in a part."""

    first: int
    inner: Inner


class Line(Part):
    """Exactly one cache line."""

    words: Annotated[Array, "i8", 8]


def test_fields_keep_their_names_and_order() -> None:
    assert kernel.layout(Inner, seats=3).names == ("count", "row", "live", "grid")


def test_fields_have_the_types_and_sizes_of_their_annotations() -> None:
    dtype = kernel.layout(Inner, seats=3)
    expected = {
        "count": (np.dtype("i8"), ()),
        "row": (np.dtype("i8"), (3,)),
        "live": (np.dtype("i1"), (3,)),
        "grid": (np.dtype("i2"), (3, 5)),
    }
    assert {name: (dtype[name].base, dtype[name].shape) for name in expected} == expected


def test_parts_nest() -> None:
    assert kernel.layout(Outer, seats=4)["inner"] == kernel.layout(Inner, seats=4)


def test_a_size_that_is_not_given_is_an_error() -> None:
    with pytest.raises(KeyError, match="seats"):
        kernel.layout(Outer)


def test_no_field_is_called_data() -> None:
    broken = type("Broken", (Part,), {"__annotations__": {"data": int}})
    with pytest.raises(TypeError, match=r"Broken\.data"):
        kernel.layout(broken)


def test_a_record_is_one_object_a_layout() -> None:
    assert kernel.record(Outer, seats=3) is kernel.record(Outer, seats=3)
    assert kernel.record(Outer, seats=3) is not kernel.record(Outer, seats=4)


@pytest.mark.parametrize("seats", range(1, 9))
def test_a_record_fills_cache_lines(seats: int) -> None:
    dtype = kernel.record(Outer, seats=seats)
    assert dtype.itemsize % 64 == 0
    assert dtype.itemsize - kernel.layout(Outer, seats=seats).itemsize < 64


def test_a_record_that_fits_is_not_padded() -> None:
    assert kernel.record(Line).names == ("words",)
