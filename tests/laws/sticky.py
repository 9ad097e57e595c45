"""Sticky: Little with cards that stay for the next hand.

As Little, and:
S1. The card that has won a showdown lies open in the next hand, and is in nobody's deck.
S2. A card of the rank that lies open beats all others.
S3. Who wins by such a pair keeps their card, face up, and is dealt none in the next hand; then the
    card that lay open lies open again.
"""

from dataclasses import replace

from sidepot import cards
from sidepot.cards import HIDDEN, NONE
from sidepot.kernel import Random, compiled
from sidepot.rules import chips, deck, journal, seats
from sidepot.rules.kept import Card, CardOfEach, Kept
from sidepot.rules.layout import LaidCard, Layout
from sidepot.rules.seats import NOBODY
from tests.laws import leaving, little

__all__ = ["STICKY", "Sticky"]

SUITS = 4


class Lying(Kept):
    """The kept state."""

    open: Card
    held: CardOfEach


class Sticky(little.Little):
    """A hand of Sticky."""

    kept: Lying
    keeps: Lying


@compiled
def begin(s: Sticky) -> None:
    """Antes, and a card for everybody who holds none (L1, S1, S3)."""
    journal.clear(s.journal)
    deck.rewind(s.deck)
    s.keeps.open = s.kept.open
    s.keeps.held[:] = NONE
    chips.ante(s.chips, s.seats, s.journal, s.options.ante)
    s.hole.card[:] = NONE
    s.hole.shown[:] = 0
    for p in range(s.seats.n):
        if s.seats.live[p] and s.kept.held[p] != NONE:
            s.hole.card[p] = s.kept.held[p]
            s.hole.shown[p] = 1
        elif s.seats.live[p]:
            little.deal(s, p)
    s.seats.actor = leaving.follower(s, NOBODY)


@compiled
def settle(s: Sticky) -> None:
    """The pot to the best hand, whose card stays if it is shown (L3, L4, S1 to S3)."""
    winner = best(s)
    is_shown = seats.count(s.seats) > 1
    card = s.hole.card[winner]
    if is_shown:
        for p in range(s.seats.n):
            if s.seats.live[p]:
                s.hole.shown[p] = 1
                if p != winner:
                    journal.note_card(s.journal, journal.OUT_BEATEN, p, s.hole.card[p])
        if pairs(s, winner):
            s.keeps.held[winner] = card
        else:
            s.keeps.open = card
    pot = chips.pot(s.chips, s.seats)
    s.chips.won[winner] += pot
    s.chips.stack[winner] += pot
    named = card if is_shown else NONE
    journal.write(s.journal, journal.WON, winner, 0, named, int(is_shown), pot)


@compiled
def best(s: Sticky) -> int:
    """The live seat that pairs the open card, or else has the highest one (L4, S2)."""
    found = NOBODY
    for p in range(s.seats.n):
        if s.seats.live[p] and (found == NOBODY or rank(s, p) > rank(s, found)):
            found = p
    return found


@compiled
def rank(s: Sticky, p: int) -> int:
    """A seat's card as a number: above all others if it pairs the open one."""
    return int(s.hole.card[p]) + pairs(s, p) * cards.CODES


@compiled
def pairs(s: Sticky, p: int) -> bool:
    """Whether a seat's card has the rank of the open one (S2)."""
    return bool(s.kept.open != NONE and s.hole.card[p] // SUITS == s.kept.open // SUITS)


@compiled
def redeal(s: Sticky, rng: Random) -> None:
    """The unseen cards in random order: first into hidden hands, which were dealt from the deck."""
    seen = 0
    for p in range(s.seats.n):
        if s.hole.card[p] >= 0:
            seen |= 1 << s.hole.card[p]
    place = deck.restore(s.deck, rng, seen)
    for p in range(s.seats.n):
        if s.hole.card[p] == HIDDEN:
            s.hole.card[p] = s.deck.card[place]
            place += 1


def show(s: Sticky) -> Layout:
    """The layout for front ends."""
    there = [int(s.kept.open)]
    board = tuple(LaidCard(cards.text(card)) for card in there if card != NONE)
    return Layout(seats=little.show(s).seats, board=board)


step = leaving.to_the_end(settle)


STICKY = replace(
    little.LITTLE,
    name="sticky",
    title="Sticky",
    record=Sticky,
    verbs=little.LITTLE.verbs._replace(begin=begin, step=step, redeal=redeal),
    show=show,
)
