"""Whether the order of suits decides anything in a game, found by play with suits exchanged."""

from __future__ import annotations

import functools
import random
from collections.abc import Sequence

from sidepot import cards, kernel
from sidepot.engine import setup
from sidepot.engine.action import Action, legal_of
from sidepot.engine.arrange import journal_rows
from sidepot.engine.game import Game
from sidepot.kernel import Records
from sidepot.rules.seats import NOBODY

ORDER = "suit_order"
"""The option with the suits from low to high."""
_ACTIONS = 1000
"""The actions after which a hand that does not end is left."""
_HANDS = 40
"""Hands that are played twice. In stud suits decide one of four at full tables."""


@functools.lru_cache(maxsize=1 << 8)
def suits_decide(game: Game) -> bool:
    """Whether suits are ranked: tables agree on their order, or a hand depends on it.

    A game without that option is played at full tables, each hand twice by the same random actions,
    with low suits and high ones exchanged. Where suits decide in fewer than one of ten hands, that
    may be missed.
    """
    return ORDER in game.declared or any(
        _goes_otherwise(game, random.Random(number)) for number in range(_HANDS)
    )


def _goes_otherwise(game: Game, rng: random.Random) -> bool:
    """Whether a random hand changes its course with its suits turned round."""
    n = game.most
    deck, second = list(game.cards_for(n)), list(game.cards_for(n))
    rng.shuffle(deck)
    rng.shuffle(second)
    one, other = _before(game, deck, second), _before(game, *map(_turned, (deck, second)))
    direct = game.direct
    direct.begin(one)
    direct.begin(other)
    for _ in range(_ACTIONS):
        if not _is_alike(one, other):
            return True
        if kernel.fields(one).seats.actor == NOBODY:
            return False
        choices = legal_of(direct.menu(one), ()).ranges
        if choices != legal_of(direct.menu(other), ()).ranges:
            return True
        choice = rng.choice(choices)
        number = Action(choice.kind, rng.randint(choice.lowest, choice.highest)).number
        direct.step(one, number)
        direct.step(other, number)
    return False


def _before(game: Game, deck: Sequence[int], second: Sequence[int]) -> Records:
    """The record before a deal from this deck."""
    return setup.before_deal(game, game.stacks(game.most), deck, second if game.deals_again else ())


def _turned(deck: Sequence[int]) -> list[int]:
    """A deck with the lowest suit in place of the highest, and so on."""
    last = len(cards.SUITS) - 1
    suits = [card % cards.CODES % len(cards.SUITS) for card in deck]
    return [
        card + last - 2 * suit if card % cards.CODES < cards.SIZE else card
        for card, suit in zip(deck, suits, strict=True)
    ]


def _is_alike(one: Records, other: Records) -> bool:
    """Whether two records have the same events, but for their cards, the same actor and stacks."""
    return _seen(one) == _seen(other)


def _seen(rows: Records) -> tuple[object, ...]:
    record = kernel.fields(rows)
    events = [(row.kind, row.seat, row.down) for row in journal_rows(record)]
    return events, int(record.seats.actor), list(record.chips.stack)
