"""The input of `hands.rank`, and its refusals."""

import numpy as np
import numpy.typing as npt
import pytest

from sidepot import hands
from sidepot.cards import parse
from sidepot.errors import BadCards

DEALT = np.array([parse("Ac Ad Ah As Kc"), parse("9c 8d 7h 6s 5c"), parse("2c 3c 4c 5c 7c")]).T
"""Quads, a straight and a flush: shape (5, 3)."""
STRENGTHS = hands.rank(DEALT)


@pytest.mark.parametrize("dtype", ["i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", ">i4"])
def test_every_whole_number_type_gives_the_same_int32(dtype: str) -> None:
    strengths = hands.rank(DEALT.astype(dtype))
    assert strengths.dtype == np.int32
    assert np.array_equal(strengths, STRENGTHS)


@pytest.mark.parametrize(
    "view",
    [
        np.asfortranarray(DEALT),
        np.ascontiguousarray(DEALT.T).T,
        np.repeat(np.repeat(DEALT, 2, axis=0), 3, axis=1)[::2, ::3],
        DEALT[::-1],
        DEALT[::-1, ::-1][:, ::-1],
    ],
)
def test_views_that_are_not_contiguous(view: npt.NDArray[np.int64]) -> None:
    assert np.array_equal(hands.rank(view), STRENGTHS)


def test_lists_are_taken_and_read_only_arrays_left_alone() -> None:
    assert np.array_equal(hands.rank(DEALT.tolist()), STRENGTHS)
    frozen = DEALT.copy()
    frozen.flags.writeable = False
    assert np.array_equal(hands.rank(frozen), STRENGTHS)
    assert np.array_equal(frozen, DEALT)


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5])
def test_zero_hands(size: int) -> None:
    strengths = hands.rank(np.empty((size, 0), np.int8))
    assert strengths.shape == (0,)
    assert strengths.dtype == np.int32


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_h2_fewer_rows_are_hands_with_cards_missing(size: int) -> None:
    padded = DEALT.copy()
    padded[size:] = -2
    assert np.array_equal(hands.rank(DEALT[:size]), hands.rank(padded))


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        (np.zeros((0, 3), int), "shape (0, 3)"),
        (np.zeros((6, 3), int), "shape (6, 3)"),
        (np.zeros(5, int), "shape (5,)"),
        (np.zeros((5, 3, 1), int), "shape (5, 3, 1)"),
        (7, "shape ()"),
        (DEALT.astype(float), "float64"),
        (DEALT > 7, "bool"),
        ([["Kc"]], "<U2"),
        (DEALT.astype(object), "object"),
    ],
)
def test_another_shape_or_type_is_refused_and_the_legal_one_named(
    bad: npt.ArrayLike, said: str
) -> None:
    with pytest.raises(BadCards) as refusal:
        hands.rank(bad)
    assert said in str(refusal.value)
    assert "whole numbers of shape (1 to 5, hands)" in str(refusal.value)


@pytest.mark.parametrize("code", [54, 107, 127, 256, 300, 2**31, 2**62])
def test_a_code_above_53_is_refused_and_the_legal_ones_named(code: int) -> None:
    bad = DEALT.astype(np.int64)
    bad[2, 1] = code
    with pytest.raises(BadCards) as refusal:
        hands.rank(bad)
    assert str(code) in str(refusal.value)
    assert "codes are 0 to 53" in str(refusal.value)
    assert "modulo 54" in str(refusal.value)


@pytest.mark.parametrize("code", [-1, -2])
def test_no_card_adds_nothing(code: int) -> None:
    assert hands.rank([[code], parse("Kc")])[0] == hands.rank([parse("Kc")])[0]


@pytest.mark.parametrize("code", [-3, -13, -16, -64, -128, -256, -300])
def test_other_negative_numbers_are_refused_and_the_legal_ones_named(code: int) -> None:
    with pytest.raises(BadCards, match=rf"{code} is not a card.*-2 and -1 are none"):
        hands.rank([[code], parse("Kc")])


def test_rows_of_unequal_length_are_refused() -> None:
    with pytest.raises(BadCards, match="differ in length"):
        hands.rank([[1, 2], [3]])
