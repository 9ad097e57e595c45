"""Ranges of hands: each notation means the hands that poker players mean, each of them once."""

import pytest

from sidepot.cards import deck, parse, texts
from sidepot.errors import BadRange
from sidepot.odds.equity.ranges import Combo, combos, kind_of

CARDS = deck()
BEST = [(48, 49), (50, 51), (44, 45), (0, 5)]


def hands(line: str, size: int = 2) -> list[Combo]:
    """The hands of a range from a whole deck; `BEST` are all hands, in their order."""
    return combos(line, CARDS, size, lambda: BEST)


@pytest.mark.parametrize(
    ("line", "n"),
    [
        ("AA", 6),
        ("AK", 16),
        ("KA", 16),
        ("AKs", 4),
        ("AKo", 12),
        ("QQ+", 18),
        ("22+", 78),
        ("ATs+", 16),
        ("K9o+", 48),
        ("A5s-A2s", 16),
        ("A2s-A5s", 16),
        ("99-77", 18),
        ("JTs-87s", 16),
        ("QQ+, AK, A5s-A2s", 50),
        ("AK, AKs, AsKs", 16),
        ("AsKh", 1),
        ("kdkh", 1),
        ("50%", 2),
        ("top 25%", 1),
        ("0.001%", 1),
        ("100 %", 4),
    ],
)
def test_a_range_is_so_many_hands(line: str, n: int) -> None:
    found = hands(line)
    assert len(found) == n == len({frozenset(combo) for combo in found})


@pytest.mark.parametrize(("line", "size", "n"), [("K", 1, 4), ("AAA", 3, 4), ("AKQs", 3, 4)])
def test_hands_of_other_sizes_are_written_by_ranks_too(line: str, size: int, n: int) -> None:
    assert len(hands(line, size)) == n


def test_suits_are_those_that_were_asked_for() -> None:
    assert {texts(combo) for combo in hands("QJs")} == {"Qc Jc", "Qd Jd", "Qh Jh", "Qs Js"}
    assert not {"Qc Jc", "Qd Jd"} & {texts(combo) for combo in hands("QJo")}


def test_two_decks_have_a_hand_for_each_copy() -> None:
    assert len(combos("AsAs", deck(copies=2), 2, lambda: BEST)) == 1
    assert len(combos("AKs", deck(copies=2), 2, lambda: BEST)) == 16


@pytest.mark.parametrize(
    "line",
    ["", "AK,", "A", "AKQ", "AKx", "QQ-", "AKs-QJo", "AA-KQs", "A5s-K2s", "1%2", "Zz", "AA++"],
)
def test_nonsense_is_refused_with_an_example(line: str) -> None:
    with pytest.raises(BadRange):
        hands(line)


@pytest.mark.parametrize("line", ["0%", "101%", "top 100.5%"])
def test_a_part_of_all_hands_is_above_nothing_and_at_most_all(line: str) -> None:
    with pytest.raises(BadRange, match="up to 100"):
        hands(line)


def test_a_wrong_part_is_named_and_told_briefly() -> None:
    with pytest.raises(BadRange, match=r"blah is no hand of 2 cards.*QQ\+"):
        hands("AK, blah")
    with pytest.raises(BadRange) as raised:
        hands("x" * 10_000)
    assert len(str(raised.value)) < 200


@pytest.mark.parametrize(
    ("hand", "kind"), [("As Ks", "AKs"), ("As Kd", "AKo"), ("7c 7d", "77"), ("Kc", "K")]
)
def test_the_kind_of_a_hand(hand: str, kind: str) -> None:
    assert kind_of(hand.split()) == kind and len(parse(hand)) == len(hand.split())
