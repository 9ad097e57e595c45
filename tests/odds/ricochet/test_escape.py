"""The chance to escape in Ricochet, against every set of cards laid on the deck and bought."""

import pytest

from sidepot import kernel
from sidepot.rules.upcards import COMPLETE
from tests.odds.ricochet.counting import (
    ALL,
    BY_THE_VERBS,
    NO_FLUSHES,
    NO_SUITS,
    NO_TIES,
    counted,
    differ,
    found,
    position,
    random_positions,
)

FEW = 1000
"""Sets of cards of one number that plain Python lays in half a second: pairs of any deck, and four
cards of a short one."""
SHORT = "2s 3s 5s 6s 7s 8s Js Qs Ks As 2h 3h 5h 6h 7h 8h Jh Qh Kh Ah 2c 3c 5c 6c 7c 8c Jc Qc Kc Ac"
"""Dead cards that leave few to come, of which many make hands level."""

KNOWN = {
    "4c / Kd": (0.2, 0.412, 0.608, 0.771),
    "4c / Ad Ah": (0, 0.003, 0.023, 0.084),
}


@pytest.mark.parametrize("told", KNOWN)
def test_known_chances(told: str) -> None:
    assert found(position(told)) == pytest.approx(KNOWN[told], abs=5e-4)


FLUSHES = [
    ("2h 5h 9h Jh / Kc Kd Qs 8s 7d", "3h 4h"),
    ("2h 5h 9h / Ac Ad As", "3h 4h Kc"),
    ("2c / 3c 3d 3h 3s", ""),
    ("8d 9d Td Jd / Ac Ad As Ah", ""),
    ("2h 3h 4h 5h / Kc Qc 9c 7c 4c / As Ah Ad Kd Kh", "6s 6d"),
    ("Kc 9c 7c 4c / Kh 9h 7h 4h 3h", "3s"),
    ("Kd 9d 7d 4d / Kh 9h 7h 4h 3h", ""),
]
SUITS = [
    ("4c / 4d 9c / Ks", ""),
    ("Kc / Kd 9c 5c", ""),
    ("8c 8d / 8h 8s Kd Qc 2c", "Ks Qs 2s"),
    ("5c 4d / Ah 5d 4h 3h 2h", ""),
    ("6c 6d / 6h 6s 9c", "2c 2d 2h 2s"),
    ("Tc / Td Th 9s 9d 4c", "3c 3d 3h 3s 5c 5d"),
    ("Tc 9h / Td 9s 4c", SHORT),
]
TIES = [
    ("4c / 4d 9s", ""),
    ("4c / 4d 9s", SHORT),
    ("4c / 4d 9s / 4h 9d", ""),
    ("4c / 4d 9s / 4h 9d / 4s 9h", ""),
    ("Kc Qc 9c 7c / Kd Qd 9d 7d 2h / Kh Qh 9h 7h 2d", "Ac"),
    ("Tc 9d 8d 7c / Td 9c 8h 7h 6s / Th 9h 8c 7d 6c", "Ac Ad"),
    ("9c / 9d 8h 4c 4d 2s", "Ac Ad As Ah Kc Kd Ks Kh"),
]


MANY = [pytest.param(FEW, id="few"), pytest.param(ALL, id="all", marks=pytest.mark.soak)]
ORDERS = [
    ("complete", "cdhs"),
    ("any", "shdc"),
    pytest.param("complete", "shdc", marks=pytest.mark.soak),
    pytest.param("any", "cdhs", marks=pytest.mark.soak),
]


@pytest.mark.parametrize("most", MANY)
@pytest.mark.parametrize(("ends", "order"), ORDERS)
@pytest.mark.parametrize(("told", "dead"), [*FLUSHES, *SUITS, *TIES])
def test_every_set_of_cards_gives_the_same_chances(
    told: str, dead: str, ends: str, order: str, most: int
) -> None:
    out = " / -" * ((len(dead.split()) + COMPLETE - 1) // COMPLETE)
    rows = position(told + out, dead, tie_ends=ends, suit_order=order)
    assert not differ(rows, most=most)


def test_random_positions_give_the_same_chances() -> None:
    assert not any(differ(rows, most=FEW) for rows in random_positions(12))


@pytest.mark.soak
@pytest.mark.parametrize("part", range(4))
def test_every_set_in_many_random_positions_gives_the_same_chances(part: int) -> None:
    assert not any(map(differ, random_positions(200)[part::4]))


@pytest.mark.soak
@pytest.mark.parametrize("way", [NO_FLUSHES, NO_SUITS, NO_TIES])
def test_odds_that_forget_something_are_noticed(way: int) -> None:
    """Random play reaches flushes and suits; ties that end a hand have to be set up."""
    told = [position(told, tie_ends="any") for told, dead in TIES if not dead]
    assert any(differ(rows, way) for rows in [*told, *random_positions(200)])


def test_trying_cards_leaves_the_record_as_it_was() -> None:
    rows = position("4c / 4d 9c / 4h 9d")
    before = kernel.to_bytes(rows)
    found(rows)
    counted(rows, BY_THE_VERBS, FEW)
    assert kernel.to_bytes(rows[:1]) == before[: rows.itemsize]
