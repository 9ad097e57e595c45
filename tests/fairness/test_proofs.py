"""Proofs of deals, and every way in which one can be wrong."""

import itertools
import random
from collections import Counter
from collections.abc import Callable

import pytest

from sidepot import cards, fairness
from sidepot.fairness import Attempt, Deal, Deck, Proof, breaches, cut

CARDS = [cards.text(card) for card in cards.deck()]
AT = Attempt("table", 5, 2)
SEEDS = {guest: bytes([n]) * 32 for n, guest in enumerate(("ana", "bo", "cy"))}
PLEDGES = {guest: fairness.pledge(seed) for guest, seed in SEEDS.items()}


def decks(*streams: str, of: list[str] = CARDS) -> dict[str, Deck]:
    chance = random.Random(7)
    return {
        name: Deck(chance.randbytes(32), {s: chance.sample(of, len(of)) for s in streams})
        for name in fairness.DECKS
    }


def proof(*, streams: tuple[str, ...] = ("deck",), of: list[str] = CARDS) -> Proof:
    seen = [(stream, place) for stream in streams for place in (0, 3, 51)]
    return Deal(AT, b"p" * 32, decks(*streams, of=of), PLEDGES, SEEDS).proof(seen)


@pytest.mark.parametrize("streams", [("deck",), ("deck", "second")])
def test_an_honest_deal_is_proven(streams: tuple[str, ...]) -> None:
    assert breaches(proof(streams=streams), CARDS) == []


def test_the_cards_are_those_that_the_cut_names() -> None:
    found = proof()
    deck, order = decks("deck")[found.dealt].streams["deck"], cut(52, AT, "deck", SEEDS)
    assert [card.card for card in found.opened] == [deck[order[place]] for place in (0, 3, 51)]


def a_card(change: Callable[[fairness.Opened], fairness.Opened]) -> Callable[[Proof], Proof]:
    return lambda p: p._replace(opened=[change(p.opened[0]), *p.opened[1:]])


WRONG: dict[str, tuple[Callable[[Proof], Proof], str]] = {
    "another table": (lambda p: p._replace(at=p.at._replace(table="other")), "commitment"),
    "another hand": (lambda p: p._replace(at=p.at._replace(hand=6)), "commitment"),
    "a turn that was hidden": (lambda p: p._replace(at=p.at._replace(turn=1)), "commitment"),
    "another chain": (lambda p: p._replace(prev=b"q" * 32), "commitment"),
    "another commitment": (lambda p: p._replace(commitment=b"c" * 32), "commitment"),
    "the other deck": (lambda p: p._replace(dealt="ab".replace(p.dealt, "")), "dealt"),
    "no deck": (lambda p: p._replace(dealt="c"), "dealt"),
    "a leaf": (
        lambda p: p._replace(leaves={"deck": [b"x" * 32, *p.leaves["deck"][1:]]}),
        "commitment",
    ),
    "a leaf too few": (lambda p: p._replace(leaves={"deck": p.leaves["deck"][1:]}), "deck"),
    "more leaves than can be cut": (
        lambda p: p._replace(leaves={"deck": [b"x" * 32] * 65537}),
        "deck",
    ),
    "no leaves": (lambda p: p._replace(leaves={}), "deck"),
    "the control's key": (
        lambda p: p._replace(control=p.control._replace(key=b"k" * 32)),
        "commitment",
    ),
    "the control's order": (
        lambda p: p._replace(control=p.control._replace(streams={"deck": sorted(CARDS)})),
        "commitment",
    ),
    "five aces as control": (
        lambda p: p._replace(control=p.control._replace(streams={"deck": ["As", *CARDS[1:]]})),
        "deck",
    ),
    "a pledge": (lambda p: p._replace(pledges={**p.pledges, "bo": b"x" * 32}), "pledge"),
    "a pledge dropped": (
        lambda p: p._replace(pledges={g: p.pledges[g] for g in ("ana", "bo")}),
        "pledge",
    ),
    "a seed": (lambda p: p._replace(seeds={**p.seeds, "bo": b"x" * 32}), "pledge"),
    "a seed dropped": (
        lambda p: p._replace(seeds={g: p.seeds[g] for g in ("ana", "bo")}),
        "pledge",
    ),
    "a guest": (
        lambda p: p._replace(
            seeds={**p.seeds, "dee": b"d" * 32},
            pledges={**p.pledges, "dee": fairness.pledge(b"d" * 32)},
        ),
        "commitment",
    ),
    "a card": (
        a_card(lambda card: card._replace(card="As" if card.card != "As" else "Ks")),
        "card",
    ),
    "a salt": (a_card(lambda card: card._replace(salt=bytes(16))), "card"),
    "a place": (a_card(lambda card: card._replace(place=card.place + 1)), "card"),
    "a place that is not there": (a_card(lambda card: card._replace(place=52)), "card"),
    "a stream": (a_card(lambda card: card._replace(stream="second")), "card"),
    "a card twice": (lambda p: p._replace(opened=[*p.opened, p.opened[0]]), "card"),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_every_change_is_noticed(wrong: str) -> None:
    change, reason = WRONG[wrong]
    assert reason in breaches(change(proof()), CARDS)


def test_a_deck_that_is_too_long_to_be_cut_is_no_deck() -> None:
    long = ["As"] * 65537
    control = Deck(b"k" * 32, {"deck": long})
    found = proof()._replace(leaves={"deck": [b"x" * 32] * 65537}, control=control)
    assert "deck" in breaches(found, long)


def test_a_deck_with_five_aces_is_caught_when_it_is_the_control() -> None:
    short = ["As", *CARDS[1:]]
    assert breaches(proof(of=short), CARDS) == ["deck"]


@pytest.mark.parametrize("size", [52, 54, 104, 208, 216])
def test_every_card_comes_to_every_place_as_often(size: int) -> None:
    """Chi-square over places of one card, six standard deviations wide."""
    hands, counts = 40 * size, Counter[int]()
    for hand in range(hands):
        counts[cut(size, Attempt("t", hand, 1), "deck", {"ana": b"s" * 32}).index(3)] += 1
    expected = hands / size
    square = sum((counts[place] - expected) ** 2 / expected for place in range(size))
    assert abs(square - (size - 1)) < 6 * (2 * (size - 1)) ** 0.5


def test_words_that_would_favour_some_are_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    def cut_by(*words: int) -> list[int]:
        drawn = itertools.chain(words, itertools.repeat(0))
        monkeypatch.setattr(fairness, "_words", lambda _: drawn)
        return cut(52, AT, "deck", SEEDS)

    assert cut_by(65535, 65520, 65519) == cut_by(65519) != cut_by(65535)


def test_too_many_cards_cannot_be_cut() -> None:
    with pytest.raises(ValueError, match="65537 cards"):
        cut(65537, AT, "deck", SEEDS)
