"""What must be true of a single record, whatever hand it comes from."""

from collections import Counter

from sidepot.cards import CODES
from sidepot.kernel import Fields
from sidepot.rules.chips import pot
from sidepot.testing.trace import Case


def check_chips(case: Case, s: Fields) -> None:
    """The law of chips for one record."""
    stacks = [s.chips.stack[p] for p in range(s.seats.n)]
    in_pot = int(pot(s.chips, s.seats))
    if sum(stacks) + in_pot != sum(case.stacks):
        raise case.broken("chips", start=sum(case.stacks), now=sum(stacks) + in_pot)
    if min(stacks) < 0:
        raise case.broken("chips_negative", stack=min(stacks))
    if s.seats.actor < 0 and in_pot:
        raise case.broken("chips_left", n=in_pot)


def lying(case: Case, s: Fields) -> Counter[str]:
    """How often each card lies on the table of an open record."""
    layout = case.game.show(s)
    laid = [card for seat in layout.seats for card in seat.cards] + list(layout.board)
    return Counter(card.card for card in laid)


def check_cards(case: Case, found: Counter[str]) -> None:
    """No card more often than the deck has it."""
    copies = Counter(code % CODES for code in case.game.deck)
    most = max(copies.values())
    twice = [card for card, n in found.items() if n > most and card not in ("??", "Xx")]
    if twice:
        raise case.broken("card_twice", card=twice[0])
