"""Positions for equities as people write them: `AsKs / QQ+ / Jh 9c 2d`, the board last."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from sidepot.cards import CODES, HIDDEN, SIZE, lettered, parse, text
from sidepot.engine.game import Game
from sidepot.engine.setup import physical
from sidepot.errors import BadCards, BadPosition, BadRange
from sidepot.odds.equity.ranges import ANY, Combo, Ranking, combos

_CARD = r"(?:[2-9TJQKA][cdhs]|Xx|\?\??)"
_CARDS = re.compile(rf"(?:[\s,]*(?:{_CARD}|\({_CARD}\)))+[\s,]*", re.IGNORECASE)
_ONE = re.compile(rf"\(({_CARD})\)|({_CARD})", re.IGNORECASE)
_SHOWN = 40
"""The most characters of a wrong part that are shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealing:
    """The cards that a game deals: to each hand before the first decision, and in the middle.

    `hand` and `most`: to each seat, in the beginning and in all; `board`: face up for all.
    `stack`: chips with which everybody stays in to the end; None for the usual ones. `most_drawn`:
    `most` with the cards that come in exchange for others.
    """

    hand: int
    most: int
    board: int
    stack: int | None
    most_drawn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """A hand as it was told: its text, and the hands that it may be.

    `combos` are of the cards in the places `told`, counted in the order of the deal. `thrown` are
    those of its places whose card has been discarded.
    """

    text: str
    told: tuple[int, ...]
    combos: tuple[Combo, ...]
    thrown: tuple[int, ...] = ()

    @property
    def dealt(self) -> int:
        """The number of cards that it has at least been dealt."""
        return max((*self.told, *self.thrown), default=-1) + 1


@dataclass(frozen=True, slots=True)
class Told:
    """A position as it was told: the hands by seat, the board and the dead cards, physical.

    `stack`: see `Dealing`.
    """

    hands: tuple[Held, ...]
    board: tuple[int, ...]
    dead: tuple[int, ...]
    stack: int | None


def read(
    game: Game, line: str, dealing: Dealing, ranking: Ranking, *, board: str = "", dead: str = ""
) -> Told:
    """Read a position: hands or ranges separated by `/`, then the board unless `board` has it.

    Raises `BadPosition`, `BadRange` and `BadCards`.
    """
    parts = [part.strip() for part in lettered(line).split("/")]
    most = game.most + game.banked
    is_over = len(parts) > most  # so the last one is no hand, if it has as many cards
    if not board and len(parts) > 1 and _is_board(parts[-1], dealing, is_over=is_over):
        board = parts.pop()
    players = len(parts) - game.banked
    if not game.least <= players <= game.most:
        values = {"game": game.name, "players": game.said_players, "n": players}
        raise BadPosition("error.equity_players", **values)
    cards = game.cards_for(players)
    known = _Known(cards)
    laid, gone = known.take(parse(board)), known.take(parse(dead))
    if len(laid) > dealing.board:
        raise BadPosition("error.equity_board", game=game.name, n=len(laid), most=dealing.board)
    hands = [_written(part, known, dealing) for part in parts]
    taken = {*laid, *gone}
    taken |= {card for hand in hands if hand for combo in hand.combos for card in combo}
    ranged = [
        hand or _ranged(part, cards, dealing, ranking, taken)
        for part, hand in zip(parts, hands, strict=True)
    ]
    return Told(tuple(ranged), laid, gone, dealing.stack)


class _Known:
    """The cards that were told: each may be told once for each of its copies in the deck."""

    def __init__(self, cards: Sequence[int]) -> None:
        self._cards = cards
        self._copies = Counter(card % CODES if card % CODES < SIZE else SIZE for card in cards)
        self._codes: list[int] = []

    def take(self, codes: Sequence[int]) -> Combo:
        """The physical cards for more codes.

        Raises `BadCards` for a card that is told too often, or that the deck has not.
        """
        self._codes += codes
        told = Counter(code if code < SIZE else SIZE for code in self._codes)
        for code, n in told.items():
            if not self._copies[code]:
                raise BadCards("error.equity_no_card", card=text(code))
            if n > self._copies[code]:
                raise BadCards("error.equity_twice", card=text(code), n=n, most=self._copies[code])
        return tuple(physical(self._codes, self._cards)[len(self._codes) - len(codes) :])


def _is_board(part: str, dealing: Dealing, *, is_over: bool) -> bool:
    """Whether the last part is the board: cards in another number than a hand has."""
    if not _CARDS.fullmatch(part) or "?" in part or "(" in part:
        return False
    is_hand = len(_ONE.findall(part)) == dealing.hand and not is_over
    return not is_hand and dealing.board > 0


def _written(part: str, known: _Known, dealing: Dealing) -> Held | None:
    """A hand written card by card, or any hand; None for a range. Raises `BadPosition`."""
    if part.lower() in ANY:
        return Held(text=part, told=(), combos=((),))
    found = _ONE.findall(part) if _CARDS.fullmatch(part) else []
    if not found or ("," in part and len(found) > dealing.hand == dealing.most):
        return None
    if len(found) > dealing.most:
        hand = part[:_SHOWN]
        raise BadPosition("error.equity_hand", hand=hand, n=len(found), most=dealing.most)
    cards = [HIDDEN if (out or kept)[0] == "?" else parse(out or kept)[0] for out, kept in found]
    told = tuple(k for k, card in enumerate(cards) if card != HIDDEN)
    combo = known.take([cards[k] for k in told])
    thrown = tuple(k for k, (out, _) in enumerate(found) if out)
    return Held(text=part, told=told, combos=(combo,), thrown=thrown)


def _ranged(
    part: str, cards: Sequence[int], dealing: Dealing, ranking: Ranking, taken: set[int]
) -> Held:
    """A range without the hands that have a card told elsewhere. Raises `BadRange`."""
    free = [card for card in cards if card not in taken]
    found = combos(part, free, dealing.hand, ranking)
    possible = [combo for combo in found if not taken & {*combo}]
    if not possible:
        raise BadRange("error.range_empty", range=part[:_SHOWN])
    return Held(text=part, told=tuple(range(dealing.hand)), combos=tuple(possible))
