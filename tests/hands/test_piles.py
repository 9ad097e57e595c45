"""The best hand of a pile is the best of all choices of cards and of values for jokers (H6)."""

import itertools
import random
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np
import pytest

from sidepot import piles
from sidepot.cards import JOKERS, RANKS, SUIT_ORDERS, SUITS, text
from sidepot.hands import SUIT_RANKS
from sidepot.kernel import readable
from sidepot.piles import BUG, COMPLETE, DEAD, RULES, WILD, best_hand
from tests.hands.reference import Key, category, key, suits

JOKER = text(JOKERS[0])
CARDS = [rank + suit for rank in RANKS for suit in SUITS]
ACES = ["A" + suit for suit in SUITS]
COMPLETED = ("straight", "flush", "straight flush")
"""What a bug may be any card for."""

Worth = tuple[Key, tuple[int, ...], int]
"""Strength, suits, fewer jokers."""


def brute_force(pile: list[str], rule: int, suit_order: str) -> Worth | None:
    """The best of every choice of at most five cards; None where nothing is worth anything."""
    worths = [
        (key([*real, *instead]), suits([*real, *instead], suit_order), -len(instead))
        for real, instead in choices(pile, rule)
    ]
    return max(worths, default=None)


def choices(pile: list[str], rule: int) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Every hand as real cards and what jokers stand for; fewer than five only if need be."""
    cards = sorted(card for card in pile if card != JOKER)
    jokers = 0 if rule == DEAD else len(pile) - len(cards)
    size = min(COMPLETE, len(cards) + jokers)
    for n in range(min(jokers, size) + 1):
        for real in set(itertools.combinations(cards, size - n)) if size else ():
            for instead in itertools.combinations_with_replacement(CARDS, n):
                if rule == WILD or is_bug(real, instead):
                    yield real, instead


def is_bug(real: Iterable[str], instead: tuple[str, ...]) -> bool:
    """May bugs be these cards? Aces always, others where they complete something."""
    return set(instead) <= set(ACES) or category([*real, *instead]) in COMPLETED


def found(pile: list[str], rule: int, suit_order: str) -> Worth | None:
    """The result of the module under test, in the reference's terms."""
    codes, stands_in = best_hand(codes_of(pile), rule, ranks_of(suit_order))
    hand = [text(code) for code in codes]
    if not hand:
        return None
    real = [card for card, joker in zip(hand, stands_in, strict=True) if not joker]
    left = list(pile)
    for card in [*real, *[JOKER] * sum(stands_in)]:
        left.remove(card)  # raises where a card of the hand is not in the pile
    return key(hand), suits(hand, suit_order), -sum(stands_in)


def codes_of(pile: list[str]) -> list[int]:
    return [JOKERS[0] if card == JOKER else CARDS.index(card) for card in pile]


def ranks_of(suit_order: str) -> Any:
    return readable(np.array(SUIT_RANKS)[SUIT_ORDERS.index(suit_order)])


def piles_of(seed: int, jokers: int, most: int) -> Iterator[tuple[list[str], str]]:
    """Random piles, from whole decks and from few ranks or suits, of which much comes together."""
    chance = random.Random(seed)
    while True:
        ranks = RANKS if chance.random() < 0.4 else chance.sample(RANKS, chance.randint(1, 6))
        some = SUITS if chance.random() < 0.6 else chance.sample(SUITS, chance.randint(1, 3))
        deck = [rank + suit for rank in ranks for suit in some] * chance.choice([1, 2, 4])
        pile = chance.sample(deck, min(chance.randint(0, most), len(deck))) + [JOKER] * jokers
        if pile:
            yield pile, chance.choice(SUIT_ORDERS)


TRIED = [
    *[(rule, 0, 8, 100) for rule in (DEAD, WILD)],
    (DEAD, 2, 8, 50),
    *[(rule, 1, 7, 20) for rule in (WILD, BUG)],
    *[(rule, 2, 6, 3) for rule in (WILD, BUG)],
]
"""A rule, jokers, other cards at most, and how many piles."""


@pytest.mark.parametrize(("rule", "jokers", "most", "n"), TRIED)
def test_h6_the_best_hand_is_the_best_of_all_choices(
    rule: int, jokers: int, most: int, n: int
) -> None:
    for pile, order in itertools.islice(piles_of(rule + 10 * jokers, jokers, most), n):
        assert found(pile, rule, order) == brute_force(pile, rule, order), (pile, order)


@pytest.mark.soak
@pytest.mark.parametrize(("rule", "jokers", "most", "n"), TRIED)
def test_h6_the_best_hand_is_the_best_of_many_more_choices(
    rule: int, jokers: int, most: int, n: int
) -> None:
    for pile, order in itertools.islice(piles_of(77 + rule + 10 * jokers, jokers, most), 30 * n):
        assert found(pile, rule, order) == brute_force(pile, rule, order), (pile, order)


@pytest.mark.parametrize("rule", [WILD, BUG])
@pytest.mark.parametrize("pile", ["Xx Xx Xx", "2c Xx Xx Xx", "9c 9d Xx Xx Xx"])
def test_h6_three_jokers(rule: int, pile: str) -> None:
    assert found(pile.split(), rule, "cdhs") == brute_force(pile.split(), rule, "cdhs")


SAID = [
    ("dead", "Kc Kd Xx Xx 9s", "Kc Kd 9s", "pair"),
    ("wild", "Kc Kd Xx Xx 9s", "Kc Kd Ks* Ks* 9s", "four of a kind"),
    ("wild", "Kc Kd Kh Ks Xx", "Kc Kd Kh Ks Ks*", "five of a kind"),
    ("bug", "Kc Kd Kh Ks Xx", "Kc Kd Kh Ks As*", "four of a kind"),
    ("bug", "Ac Ad Ah As Xx", "Ac Ad Ah As As*", "five of a kind"),
    ("bug", "9c Ts Jd Qs Xx 2s", "9c Ts Jd Qs Ks*", "straight"),
    ("bug", "2c 7c 9c Jc Xx", "2c 7c 9c Jc Ac*", "flush"),
    ("wild", "2c 7c 9c Jc Ac Xx", "7c 9c Jc Ac Ac*", "flush"),
    ("bug", "2h 3h 4h 5h Xx", "2h 3h 4h 5h 6h*", "straight flush"),
    ("wild", "5c 6d 7h 8s Xx Xx", "6d 7h 8s 9s* Ts*", "straight"),
    ("wild", "Tc Jd Qh Kd Xx Xx", "Tc Jd Qh Ks* As*", "straight"),
    ("dead", "As 2c 3d 4h 5s", "As 2c 3d 4h 5s", "straight"),
]
"""A rule, a pile, its best hand (a star: a joker stands for it), and what that is."""


@pytest.mark.parametrize(("rule", "pile", "wanted", "what"), SAID)
def test_h6_what_jokers_do(rule: str, pile: str, wanted: str, what: str) -> None:
    codes, stands_in = best_hand(codes_of(pile.split()), RULES.index(rule), ranks_of("cdhs"))
    told = [text(c) + "*" * joker for c, joker in zip(codes, stands_in, strict=True)]
    assert sorted(told) == sorted(wanted.split())
    assert category(card[:2] for card in told) == what


def test_h6_jokers_alone_are_dead_or_aces() -> None:
    jokers = codes_of([JOKER, JOKER])
    assert best_hand(jokers, DEAD, ranks_of("cdhs")) == ([], [])
    for rule in (WILD, BUG):
        codes, _ = best_hand(jokers, rule, ranks_of("cdhs"))
        assert [text(code) for code in codes] == ["As", "As"]


def no_spare_joker(real: Callable[..., None]) -> Callable[..., None]:
    """A straight in which jokers only fill gaps."""

    def lay_run(hand: Any, held: Any, high: int, suit: int, spare: int, suit_rank: Any) -> None:
        real(hand, held, high, suit, 0, suit_rank)

    return lay_run


def no_aces_for_bugs(real: Callable[..., bool]) -> Callable[..., bool]:
    """A bug helps any group, as if it were wild."""
    return lambda rank, rule, used: real(rank, WILD, used)


def jokers_before_aces(real: Callable[..., None]) -> Callable[..., None]:
    """A flush whose jokers are kings."""

    def lay_flush(hand: Any, held: Any, jokers: int, suit: int) -> None:
        real(hand, held, jokers, suit)
        hand[0][hand[1] == 1] -= 4

    return lay_flush


BROKEN = [
    ("_lay_run", no_spare_joker, WILD, "Tc Jd Qh Kd Xx Xx"),
    ("_is_helped", no_aces_for_bugs, BUG, "Kc Kd Xx"),
    ("_lay_flush", jokers_before_aces, WILD, "2c 7c 9c Jc Xx"),
]


@pytest.mark.parametrize(("name", "breaks", "rule", "pile"), BROKEN)
def test_the_comparison_catches_a_method_that_is_wrong(
    name: str, breaks: Any, rule: int, pile: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = {n: getattr(f, "py_func", f) for n, f in vars(piles).items() if callable(f)}
    for n, function in plain.items():
        monkeypatch.setattr(piles, n, function)
    monkeypatch.setattr(piles, name, breaks(plain[name]))
    assert found(pile.split(), rule, "cdhs") != brute_force(pile.split(), rule, "cdhs")
