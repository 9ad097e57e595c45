"""Hands in words (`hands.name`): categories of H4, kickers of H3, in English."""

import itertools

import pytest

from sidepot import hands, words
from sidepot.cards import parse
from sidepot.errors import BadCards

from . import reference
from .dealing import mixed, rank_multisets, suited


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sentences below are those of the English catalogue."""
    monkeypatch.setattr(words, "language", lambda: "en")


def name(line: str) -> str:
    """The hand in words."""
    return hands.name(parse(line)).text


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("Ks Qs Js Ts As", "a royal flush"),
        ("Kd Qd Jd Td 9d", "a king-high straight flush"),
        ("8c 8d 8h 8s Kc", "four eights, king kicker"),
        ("6c 6d 6h Ks Kc", "sixes full of kings"),
        ("2h 9h Jh 3h Kh", "a king-high flush"),
        ("9c 8d 7h 6s 5c", "a nine-high straight"),
        ("Kc Qd Jh Ts Ac", "an ace-high straight"),
        ("3c 3d 3h Ks Qc", "three threes, king and queen kickers"),
        ("Jc Jd Ts Th 4c", "jacks and tens, four kicker"),
        ("2c 2d As Kh Qc", "a pair of deuces, ace, king and queen kickers"),
        ("Ac Qd 9s 5h 3c", "ace high, queen, nine, five and three kickers"),
    ],
)
def test_h4_five_cards_of_every_category(line: str, words: str) -> None:
    assert name(line) == words


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("Tc", "ten high"),
        ("3c 9d", "nine high, three kicker"),
        ("8c 8d", "a pair of eights"),
        ("8c Kd 8h", "a pair of eights, king kicker"),
        ("8c 8d 6h 2s", "a pair of eights, six and deuce kickers"),
        ("Qc Qd Qh", "three queens"),
        ("Qc 2d Qh Qs", "three queens, deuce kicker"),
        ("4c 7d 4h 7s", "sevens and fours"),
        ("5c 5d 5h 5s", "four fives"),
        ("5c 6d 7h 8s", "eight high, seven, six and five kickers"),
        ("5c 6c 7c 8c", "eight high, seven, six and five kickers"),
    ],
)
def test_h2_fewer_than_five_cards(line: str, words: str) -> None:
    assert name(line) == words


def test_h1_the_wheel_is_five_high() -> None:
    assert name("Ac 2d 3h 4s 5c") == "a five-high straight"
    assert name("Ac 2c 3c 4c 5c") == "a five-high straight flush"


def test_h4_several_decks() -> None:
    assert name("Ac Ac Ad Ah As") == "five aces"
    assert name("Ah Ah Ah Ah Kh") == "four aces, king kicker"
    assert name("Ah Ah Ah Kh Kh") == "aces full of kings"
    assert name("Ah Ah 4h 3h 2h") == "an ace-high flush"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("Kh 8h 8h 5h 2h", "a king-high flush"),
        ("Ah 2h 2h 2h 3h", "an ace-high flush"),
        ("Ah Kh Kh Qh Qh", "an ace-high flush"),
    ],
)
def test_h3_a_flush_with_duplicates_is_called_by_its_highest_card(line: str, words: str) -> None:
    assert name(line) == words


def test_h6_dead_jokers_are_not_named() -> None:
    assert name("Kc Xx") == "king high"
    assert name("8c Xx 8d Xx 4c") == "a pair of eights, four kicker"
    assert name("Ah Kh Qh Jh Xx") == "ace high, king, queen and jack kickers"
    assert name("Xx") == name("Xx Xx") == "nothing but jokers"


def test_empty_places_are_not_named() -> None:
    assert hands.name([-2, parse("Kc")[0], -2]).text == "king high"


@pytest.mark.parametrize("n", [0, 6, 7])
def test_a_hand_has_one_to_five_cards(n: int) -> None:
    with pytest.raises(BadCards) as refusal:
        hands.name(range(n))
    assert str(refusal.value) == f"a hand has one to five cards, not {n}"


WORDS = {
    "high card": " high",
    "pair": "a pair of ",
    "two pair": " and ",
    "three of a kind": "three ",
    "straight": "-high straight",
    "flush": "flush",
    "full house": " full of ",
    "four of a kind": "four ",
    "straight flush": "flush",
    "five of a kind": "five ",
}
"""What the first part of a name, before the kickers, holds in each category."""


def test_h4_every_class_is_named_by_the_category_of_the_reference() -> None:
    for size, dress in itertools.product(range(1, 6), (mixed, suited)):
        for ranks in rank_multisets(size):
            hand = dress(ranks)
            head = name(" ".join(hand)).split(",")[0]
            assert WORDS[reference.category(hand)] in head, hand


def test_h3_hands_of_one_deck_have_one_name_a_strength() -> None:
    """No two strengths share a name, but for flushes, whose lower cards are not called."""
    names = {}
    for size in range(1, 6):
        for ranks in rank_multisets(size):
            names[name(" ".join(mixed(ranks)))] = reference.key(mixed(ranks))
    assert len(names) == len(set(names.values())) == 2_379 + 6_188
