"""Hands of High Noon made for the betting law: chips behind after an ante of ten."""

from collections.abc import Sequence
from typing import Any

import sidepot
from sidepot import kernel
from sidepot.engine import setup
from sidepot.engine.game import Hand
from tests.rules.table import play

ANTE = 10


def shootout(*chips: int, cards: str = "", **options: Any) -> Hand:
    """Everybody has paid an ante of ten, the unit; seat 0 opens."""
    game = sidepot.game("high-noon-shootout").with_options(**{"ante": ANTE, **options})
    stacks = [each + int(game.settings["ante"]) for each in chips]
    return game.deal(stacks=stacks, deck=cards)


def fixed(*chips: int) -> Hand:
    """Bets of 20 at the first two points, of 40 at the last two."""
    return shootout(*chips, limit="fixed-limit", small_bet=20, big_bet=40)


def seated(name: str, stacks: Sequence[int], cards: str, *, button: int, **options: Any) -> Hand:
    """A hand with the button anywhere."""
    game = sidepot.game(name).with_options(**options)
    rows = game.batch()
    s = kernel.fields(rows)
    setup.seat(game, s, list(stacks), button=button)
    setup.lay_deck(game, rows, None, 0, cards)
    return Hand(game, rows)


def after(hand: Hand, actions: str) -> Hand:
    """The hand after these actions, commas between them."""
    play(hand, actions)
    return hand


def menu(hand: Hand) -> dict[str, tuple[int, int]]:
    """The legal kinds of action, with the lowest and highest amount."""
    return {choice.kind: (choice.lowest, choice.highest) for choice in hand.legal.ranges}


def raises(hand: Hand) -> tuple[int, int] | None:
    """The levels of a bet or raise."""
    found = menu(hand)
    return found.get("raise_to", found.get("bet"))


def keep(hand: Hand) -> Hand:
    """Everybody keeps all cards, and the next community card comes."""
    while not hand.over and "keep" in menu(hand):
        hand.act("keep")
    return hand


def check_down(hand: Hand) -> Hand:
    """Nobody bets or discards any more; owed bets are called."""
    while not hand.over:
        found = menu(hand)
        hand.act(next(kind for kind in ("keep", "check", "call", "pay") if kind in found))
    return hand


def points(hand: Hand, n: int) -> Hand:
    """On to betting point number n, the first is 0, with checks."""
    for _ in range(n):
        while "check" in menu(hand):
            hand.act("check")
        keep(hand)
    return hand
