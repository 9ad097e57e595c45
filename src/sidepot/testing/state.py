"""What must be true of a single record, whatever hand it comes from."""

import functools
from collections import Counter
from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from sidepot.cards import text
from sidepot.engine.game import Game
from sidepot.kernel import Fields
from sidepot.rules.chips import pot
from sidepot.testing.trace import Case

_MATCH = "match"
"""The zone of a match card."""


def check_chips(case: Case, s: Fields) -> None:
    """The law of chips for one record."""
    stacks = [s.chips.stack[p] for p in range(s.seats.n)]
    in_pot = int(pot(s.chips, s.seats))
    if sum(stacks) + in_pot != sum(case.stacks):
        raise case.broken("chips", start=sum(case.stacks), now=sum(stacks) + in_pot)
    players = stacks[: len(stacks) - case.game.banked]
    if min(players) < 0:
        raise case.broken("chips_negative", stack=min(players))
    if s.seats.actor < 0 and in_pot:
        raise case.broken("chips_left", n=in_pot)


def lying(case: Case, s: Fields) -> Counter[str]:
    """How often each card lies on the table of an open record.

    A match card stays in sight when somebody has taken it, so it does not count.
    """
    layout = case.game.show(s)
    laid = [card for seat in layout.seats for card in seat.cards] + list(layout.board)
    return Counter(card.card for card in laid if card.zone != _MATCH)


@functools.lru_cache
def copies(game: Game, players: int) -> Counter[str]:
    """How many of each card there are at a table."""
    return Counter(map(text, game.cards_for(players)))


def check_cards(case: Case, found: Counter[str], *, times: int = 1) -> None:
    """No card more often than the decks have it, or so many times as often."""
    there = copies(case.game, len(case.stacks))
    twice = [card for card, n in found.items() if card != "??" and n > times * there[card]]
    if twice:
        raise case.broken("card_twice", card=twice[0])


def check_dealt(case: Case, dealt: Sequence[str], discards: AbstractSet[str]) -> None:
    """No card is dealt twice, but from the discards, and those in their order.

    `dealt`: all the cards that were dealt, in turn; `discards`, what had been discarded before the
    first of them that came from there, as far as it is known.
    """
    if not case.game.refills:
        check_cards(case, Counter(dealt))
        return
    first, again = dealt[: len(case.deck)], list(dealt[len(case.deck) :])
    if list(first) != [text(card) for card in case.deck[: len(first)]]:
        raise case.broken("deck_first")
    there = copies(case.game, len(case.stacks))
    for card in map(text, case.second):
        if again and card == again[0]:
            del again[0]
        elif again and card in discards and there[card] == 1:
            break
    if again:
        raise case.broken("second_order")
