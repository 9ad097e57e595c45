"""Cards as numbers and as text; decks of cards.

A card's *code* is `rank * 4 + suit`: 0 (deuce of clubs) to 51 (ace of spades), 52 and 53 the
jokers. Its text is as in hand histories: `Kc`, `Td`, joker `Xx`, unknown `??`. With several decks
a *physical* card is `copy * 54 + code`, so that two equal cards stay distinct.
"""

import functools
import itertools
import re
from collections.abc import Iterable, Sequence

from sidepot.errors import BadCards, expect

RANKS = "23456789TJQKA"
SUITS = "cdhs"
SUIT_ORDERS = tuple("".join(order) for order in itertools.permutations(SUITS))
"""The orders of suits that a table may agree on, lowest suit first; the first is the usual (H1)."""
SIZE = 52
"""Codes below this have a rank and a suit."""
CODES = 54
"""Codes of one deck with both jokers."""
JOKERS = (52, 53)
HIDDEN, NONE = -1, -2
"""In records: a card that the viewer may not know, and an empty place."""

TEXTS = (*(rank + suit for rank in RANKS for suit in SUITS), "Xx", "Xx")
"""The text of each code."""
SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
"""The sign of each suit, as screens print it."""
_OUTLINED = {"c": "♧", "d": "♢", "h": "♡", "s": "♤"}
_LETTERS = str.maketrans(
    {sign: suit for signs in (SIGNS, _OUTLINED) for suit, sign in signs.items()} | {"\ufe0f": None}
)
"""Letters for signs; none for the mark by which a sign is printed as a picture."""
_CODES = {text: code for code, text in reversed(list(enumerate(TEXTS)))}


@functools.lru_cache(maxsize=1024)
def text(card: int) -> str:
    """The text of a card, physical or not: `Kc`, `Xx`, or `??` when it is hidden.

    Raises `BadCards` for other negative numbers.
    """
    if card < HIDDEN:
        raise BadCards("error.no_card", card=card)
    return "??" if card == HIDDEN else TEXTS[card % CODES]


def texts(cards: Iterable[int]) -> str:
    """The text of several cards, separated by spaces. Empty places are left out."""
    return " ".join(text(card) for card in cards if card != NONE)


def lettered(text: str) -> str:
    """A text with letters for the signs of suits: `Q♦` is `Qd`."""
    return text if text.isascii() else text.translate(_LETTERS)


def parse(line: str) -> list[int]:
    """The codes of cards written `Kc Td`, `KcTd`, `K♣ T♦` or `Kc, Td`; the second joker is 53.

    Raises `BadCards` for anything that is not a card.
    """
    expect(line, str, "argument.card_text")
    codes: list[int] = []
    for word in re.findall(r"[^\s,]{1,2}", lettered(line)):
        known = word[0].upper() + word[1:].lower()
        if known not in _CODES:
            raise BadCards("error.card", card=word)
        code = _CODES[known]
        codes.append(JOKERS[1] if code in JOKERS and code in codes else code)
    return codes


def deck(
    *, copies: int = 1, jokers: bool = False, ranks: str = RANKS, suits: str = SUITS
) -> list[int]:
    """The physical cards of `copies` decks, sorted; `jokers` includes the two of each deck.

    A stripped deck has these `ranks` and `suits` alone: `deck(ranks="6789TJQKA")` are 36 cards.
    Raises `BadCards` for a letter that is neither, or for no cards at all.
    """
    wrong = [letter for letter in ranks if letter not in RANKS]
    wrong += [letter for letter in suits if letter not in SUITS]
    if wrong or not (ranks and suits) or copies < 1:
        raise BadCards("error.stripped", ranks=ranks, suits=suits, copies=copies)
    codes = sorted(RANKS.index(r) * len(SUITS) + SUITS.index(s) for r in {*ranks} for s in {*suits})
    codes += JOKERS if jokers else ()
    return [copy * CODES + code for copy in range(copies) for code in codes]


def whole_decks(cards: Sequence[str]) -> list[str]:
    """The texts of as many whole decks as some cards are, with both jokers if these have any."""
    has_jokers = TEXTS[-1] in cards
    copies = max(1, len(cards) // (CODES if has_jokers else SIZE))
    return [text(card) for card in deck(copies=copies, jokers=has_jokers)]


def stripped(cards: Iterable[str]) -> str:
    """The texts of cards, sorted and without spaces, or "" if they are whole decks."""
    found = sorted(cards)
    return "" if found == sorted(whole_decks(found)) else "".join(found)
