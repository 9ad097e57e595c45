"""A part's annotations are its layout."""

from typing import Annotated

import numpy as np
import pytest

from sidepot import kernel
from sidepot.kernel import Array, Flags, Part, Row, Sizes, sizes


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


class Sized(Part):
    """Has room for three unless a record names another size; a list is as long as the deck."""

    usual = sizes(most=3, long="cards")
    card: Annotated[Array, "i1", "seats", "most"]
    pile: Annotated[Array, "i2", "long"]


class Holder(Part):
    """The same part in two sizes."""

    usually: Sized
    larger: Annotated[Sized, Sizes(most=7, long=2)]


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


def test_a_record_names_the_sizes_of_its_parts() -> None:
    dtype = kernel.layout(Holder, seats=4, cards=52)
    assert dtype["usually"]["card"].shape == (4, 3) and dtype["usually"]["pile"].shape == (52,)
    assert dtype["larger"]["card"].shape == (4, 7) and dtype["larger"]["pile"].shape == (2,)
    s = kernel.fields(kernel.batch(kernel.record(Holder, seats=4, cards=52)))
    assert (kernel.width(s.usually, "card"), kernel.width(s.larger, "card")) == (3, 7)


def test_a_size_is_spelt_as_the_part_spells_it_and_has_room_for_a_card() -> None:
    broken = type("Broken", (Part,), {"__annotations__": {"hand": Annotated[Sized, Sizes(top=7)]}})
    with pytest.raises(TypeError, match=r"hand: Sized has no size 'top', only \['most', 'long'\]"):
        kernel.layout(broken, seats=2, cards=52)
    with pytest.raises(ValueError, match="most=0"):
        Sizes(most=0)


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
