"""The examples of every hash; the page's tests read the same file."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from sidepot import cards, fairness
from sidepot.fairness import Attempt, Deck

VECTORS: dict[str, Any] = json.loads(Path(__file__).with_name("vectors.json").read_text("utf-8"))
SEEDS = {guest: bytes.fromhex(seed) for guest, seed in VECTORS["seeds"].items()}
ORDER = [cards.text(card) for card in cards.deck()]
KEY = bytes.fromhex(VECTORS["key"])
DECKS = {"a": Deck(KEY, {"deck": ORDER}), "b": Deck(KEY, {"deck": ORDER[::-1]})}


def at(hand: int = 1) -> Attempt:
    return Attempt(VECTORS["table"], hand, VECTORS["turn"])


def test_a_pledge() -> None:
    assert fairness.pledge(SEEDS[VECTORS["pledge"]["of"]]).hex() == VECTORS["pledge"]["is"]


@pytest.mark.parametrize("vector", VECTORS["cuts"], ids=lambda v: f"{v['cards']}-{v['hand']}")
def test_cuts(vector: dict[str, Any]) -> None:
    order = fairness.cut(vector["cards"], at(vector["hand"]), "deck", SEEDS)
    assert order[:8] == vector["begins"]
    assert hashlib.sha256(b"".join(n.to_bytes(2) for n in order)).hexdigest() == vector["hash"]


def test_which_deck_is_dealt() -> None:
    assert fairness.dealt(at(VECTORS["dealt"]["hand"]), SEEDS) == VECTORS["dealt"]["is"]


def test_a_salt_a_leaf_and_roots() -> None:
    salt, leaf = VECTORS["salt"], VECTORS["leaf"]
    hidden = fairness.salt(KEY, "deck", salt["place"])
    assert hidden.hex() == salt["is"]
    found = fairness.leaf(at(), leaf["deck"], "deck", leaf["place"], hidden, leaf["card"])
    assert found.hex() == leaf["is"]
    for name, deck in DECKS.items():
        assert [root.hex() for root in fairness.roots(at(), name, deck)] == [VECTORS["roots"][name]]


def test_a_commitment() -> None:
    roots = {name: fairness.roots(at(), name, deck) for name, deck in DECKS.items()}
    pledges = {guest: fairness.pledge(seed) for guest, seed in SEEDS.items()}
    found = fairness.commitment(fairness.NO_COMMITMENT, at(), ["deck"], roots, pledges)
    assert found.hex() == VECTORS["commitment"]
