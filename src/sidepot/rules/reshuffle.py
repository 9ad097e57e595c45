"""Face-down discards that are shuffled and dealt again where the deck is short in a draw.

Whenever the cards run out, the discards of earlier draws are laid under in the second order
(`Deck.second`), a permutation of all cards fixed before the hand; cards that are not among them
are skipped. Each shuffle has a number. A card returns at most once: what was dealt again is laid
aside, if at all, in the last draw. Only their owners know discards, and nobody knows which of them
are still under the deck.
"""

from typing import Annotated

from sidepot.cards import HIDDEN, NONE
from sidepot.kernel import Array, Flags, Part, Random, below, compiled, sizes
from sidepot.rules import actions, board, discards, holecards, sets
from sidepot.rules import deck as decks
from sidepot.rules.actions import EXCHANGE
from sidepot.rules.deck import Deck
from sidepot.rules.discards import Discards
from sidepot.rules.draws import Draws
from sidepot.rules.holecards import HoleCards
from sidepot.rules.journal import REFILLED, Journal, write
from sidepot.rules.seats import NOBODY, Seats


class Reshuffle(Part):
    """The discards that were laid under the deck, by the seats that had thrown them away."""

    usual = sizes(held=4, laid=8, most=12)

    done: int
    """The number of shuffles so far."""
    size: int
    """The number of cards under the deck."""
    under: Annotated[Array, "i1", "numbers"]
    """A flag for each card, by its number: whether it is under the deck. Nobody knows."""
    place: int
    """The place in the second order, while a draw is dealt from it."""
    card: Annotated[Array, "i1", "seats", "laid"]
    """The cards that each seat has thrown away and that were laid under, in order."""
    shuffle: Annotated[Array, "i1", "seats", "laid"]
    """The number of the shuffle by which each of them was laid under, from 1."""
    laid: Flags
    """The number of these cards."""
    held: Annotated[Array, "i1", "seats", "held"]
    """The number of the shuffle from which each card of a hand was dealt; 0: the deck.

    Others do not know which of the cards before the last draw a seat has kept: to them the numbers
    of these stand in order, first in the hand and then among the discards."""
    thrown: Annotated[Array, "i1", "seats", "most"]
    """The same for each discard that lies in front of a seat."""
    drawn: Flags
    """The number of cards that each seat has laid aside in its last draw."""


@compiled
def clear(again: Reshuffle) -> None:
    """Reset: nothing was laid under the deck."""
    again.done, again.size, again.place = 0, 0, 0
    again.under[:] = 0
    again.card[:] = NONE
    again.shuffle[:] = 0
    again.laid[:] = 0
    again.held[:] = 0
    again.thrown[:] = 0
    again.drawn[:] = 0


@compiled
def throw(again: Reshuffle, thrown: Discards, hole: HoleCards, seat: int, action: int) -> None:
    """Note where the cards of an exchange came from, before `draws.act` lays them aside."""
    again.drawn[seat] = 0
    if actions.kind(action) != EXCHANGE:
        return
    n, kept, gone = hole.size[seat], 0, thrown.size[seat]
    picked = sets.mask(n, actions.amount(action))
    for k in range(n):
        came = again.held[seat, k]
        again.held[seat, k] = 0
        if picked >> k & 1:
            again.thrown[seat, gone] = came
            again.drawn[seat] += 1
            gone += 1
        else:
            again.held[seat, kept] = came
            kept += 1


@compiled
def serve(
    again: Reshuffle,
    drawing: Draws,
    thrown: Discards,
    hole: HoleCards,
    deck: Deck,
    seats: Seats,
    journal: Journal,
) -> None:
    """Burn a card, while the deck lasts, and deal what is due, from the dealer's left."""
    drawing.on = 0
    due = 0
    for p in range(len(drawing.due)):
        due += drawing.due[p]
    if due > 0 and deck.top < deck.size:
        board.burn(deck)
    for i in range(1, seats.n + 1):
        p = (seats.button + i) % seats.n
        for _ in range(drawing.due[p]):
            if deck.top == deck.size and again.size == 0:
                _lay_under(again, drawing, thrown, journal)
            again.held[p, hole.size[p]] = again.done if deck.top == deck.size else 0
            holecards.take(hole, journal, p, _draw(again, deck))
    drawing.due[:] = 0
    again.place = 0  # it would reveal the cards that were skipped


@compiled
def _lay_under(again: Reshuffle, drawing: Draws, thrown: Discards, journal: Journal) -> None:
    """Shuffle the discards of earlier draws and lay them under the deck."""
    again.done += 1
    again.place = 0
    for p in range(len(thrown.size)):
        n = thrown.size[p] - drawing.due[p]
        for k in range(n):
            card = thrown.card[p, k]
            again.card[p, again.laid[p]] = card
            again.shuffle[p, again.laid[p]] = again.done
            again.laid[p] += 1
            again.under[card] = 1
        for k in range(thrown.size[p]):
            is_left = k + n < thrown.size[p]
            thrown.card[p, k] = thrown.card[p, k + n] if is_left else NONE
            again.thrown[p, k] = again.thrown[p, k + n] if is_left else 0
        thrown.size[p] -= n
        again.drawn[p] = drawing.due[p]
        again.size += n
    write(journal, REFILLED, NOBODY, 0, NONE, again.size, 0)


@compiled
def _draw(again: Reshuffle, deck: Deck) -> int:
    """Deal the next card of the deck, or of the discards under it."""
    if deck.top < deck.size:
        return decks.draw(deck)
    while not again.under[deck.second[again.place]]:
        again.place += 1
    card: int = deck.second[again.place]
    again.under[card] = 0
    again.size -= 1
    return card


@compiled
def conceal(again: Reshuffle, thrown: Discards, hole: HoleCards, seat: int) -> None:
    """Erase what other seats have laid under the deck or kept of it, and what is left there."""
    again.under[:] = 0
    for p in range(len(again.laid)):
        if p != seat:
            for k in range(again.laid[p]):
                again.card[p, k] = HIDDEN
            if not hole.shown[p]:
                _sort(again, thrown, p)


@compiled
def _sort(again: Reshuffle, thrown: Discards, p: int) -> None:
    """Put the numbers of the cards that a seat had before its last draw in order."""
    n = len(again.held[p]) if again.drawn[p] > 0 else 0
    for i in range(n):
        for k in range(i + 1, n):
            one, other = _came(again, thrown, p, i), _came(again, thrown, p, k)
            if other < one:
                _note(again, thrown, p, i, other)
                _note(again, thrown, p, k, one)


@compiled
def _mix(again: Reshuffle, thrown: Discards, p: int, rng: Random) -> None:
    """Let a seat have kept any of the cards that it had before its last draw."""
    for i in range(len(again.held[p]) - 1, 0, -1):
        k = below(rng, i + 1)
        one, other = _came(again, thrown, p, i), _came(again, thrown, p, k)
        _note(again, thrown, p, i, other)
        _note(again, thrown, p, k, one)


@compiled
def _came(again: Reshuffle, thrown: Discards, p: int, i: int) -> int:
    """The shuffle from which a card came that a seat had before its last draw: first those kept."""
    kept = len(again.held[p]) - again.drawn[p]
    first = thrown.size[p] - again.drawn[p]
    number: int = again.held[p, i] if i < kept else again.thrown[p, first + i - kept]
    return number


@compiled
def _note(again: Reshuffle, thrown: Discards, p: int, i: int, number: int) -> None:
    """Write what `_came` reads."""
    kept = len(again.held[p]) - again.drawn[p]
    first = thrown.size[p] - again.drawn[p]
    if i < kept:
        again.held[p, i] = number
    else:
        again.thrown[p, first + i - kept] = number


@compiled
def redeal(again: Reshuffle, thrown: Discards, hole: HoleCards, deck: Deck, rng: Random) -> None:
    """Deal the unseen cards of one deck anew, all deals and second orders equally likely.

    The deck has dealt each card once: into a hand, from which it may have gone under the deck, to
    be burned, or not yet. What came from under the deck is then chosen from what lies there.
    """
    known = holecards.mask(hole) | discards.mask(thrown) | _mask(again)
    place = decks.restore(deck, rng, known)
    decks.shuffle_second(deck, rng)
    for p in range(len(hole.size)):
        n = again.drawn[p]
        if n > 0 and thrown.card[p, thrown.size[p] - 1] == HIDDEN and not hole.shown[p]:
            _mix(again, thrown, p, rng)
    for number in range(1, again.done + 1):
        _lay_known(again, thrown, hole, rng, number)
    place = _fill_first(hole.card, hole.size, again.held, deck, place)
    place = _fill_first(thrown.card, thrown.size, again.thrown, deck, place)
    _fill_laid(again, deck, place)
    for number in range(1, again.done + 1):
        _deal_again(again, thrown, hole, rng, number)


@compiled
def _mask(again: Reshuffle) -> int:
    """The cards that the viewer knows to have been laid under the deck, one bit each."""
    known = 0
    for p in range(len(again.laid)):
        for k in range(again.laid[p]):
            if again.card[p, k] != HIDDEN:
                known |= 1 << again.card[p, k]
    return known


@compiled
def _came_from(held: Array, size: Array, came: Array, number: int) -> int:
    """The known cards that were dealt from a shuffle, one bit each."""
    known = 0
    for p in range(len(size)):
        for k in range(size[p]):
            if came[p, k] == number and held[p, k] != HIDDEN:
                known |= 1 << held[p, k]
    return known


@compiled
def _dealt_from(again: Reshuffle, thrown: Discards, hole: HoleCards, number: int) -> int:
    """The known cards that a shuffle has dealt, one bit each."""
    held = _came_from(hole.card, hole.size, again.held, number)
    return held | _came_from(thrown.card, thrown.size, again.thrown, number)


@compiled
def _lay_known(
    again: Reshuffle, thrown: Discards, hole: HoleCards, rng: Random, number: int
) -> None:
    """Let somebody have thrown away each known card that a shuffle has dealt."""
    found = _dealt_from(again, thrown, hole, number) & ~_mask(again)
    hidden = 0
    for p in range(len(again.laid)):
        for k in range(again.laid[p]):
            hidden += again.card[p, k] == HIDDEN and again.shuffle[p, k] == number
    card = 0
    while found >> card:
        if found >> card & 1:
            _put(again, number, below(rng, hidden), card)
            hidden -= 1
        card += 1


@compiled
def _put(again: Reshuffle, number: int, skipped: int, card: int) -> None:
    """Put a card into an unknown place of a shuffle, after some others that are skipped."""
    for p in range(len(again.laid)):
        for k in range(again.laid[p]):
            if again.card[p, k] == HIDDEN and again.shuffle[p, k] == number:
                if skipped == 0:
                    again.card[p, k] = card
                skipped -= 1


@compiled
def _fill_first(held: Array, size: Array, came: Array, deck: Deck, place: int) -> int:
    """Fill unknown cards that the deck itself has dealt; returns the place after."""
    for p in range(len(size)):
        for k in range(size[p]):
            if held[p, k] == HIDDEN and came[p, k] == 0:
                held[p, k] = deck.card[place]
                place += 1
    return place


@compiled
def _fill_laid(again: Reshuffle, deck: Deck, place: int) -> None:
    """Fill the unknown cards that were laid under the deck."""
    for p in range(len(again.laid)):
        for k in range(again.laid[p]):
            if again.card[p, k] == HIDDEN:
                again.card[p, k] = deck.card[place]
                place += 1


@compiled
def _deal_again(
    again: Reshuffle, thrown: Discards, hole: HoleCards, rng: Random, number: int
) -> None:
    """Fill the unknown cards that a shuffle has dealt from it; the others are under the deck."""
    dealt, left = _dealt_from(again, thrown, hole, number), 0
    for p in range(len(again.laid)):
        for k in range(again.laid[p]):
            card = again.card[p, k]
            if again.shuffle[p, k] == number and not dealt >> card & 1:
                again.under[card] = 1
                left += 1
    left = _pick(again, hole.card, hole.size, again.held, rng, number, left)
    _pick(again, thrown.card, thrown.size, again.thrown, rng, number, left)


@compiled
def _pick(
    again: Reshuffle, held: Array, size: Array, came: Array, rng: Random, number: int, left: int
) -> int:
    """Fill unknown cards of a shuffle at random from under the deck; returns how many are left."""
    for p in range(len(size)):
        for k in range(size[p]):
            if held[p, k] == HIDDEN and came[p, k] == number:
                held[p, k] = _take(again, below(rng, left))
                left -= 1
    return left


@compiled
def _take(again: Reshuffle, skipped: int) -> int:
    """Take a card from under the deck, after some others that are skipped."""
    card = 0
    while not again.under[card] or skipped > 0:
        skipped -= again.under[card]
        card += 1
    again.under[card] = 0
    return card
