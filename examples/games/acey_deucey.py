"""Acey-deucey: two cards lie open, and you wager that the third falls between them.

The pot is everybody's antes, and what the hand before has left. From the dealer's left each player
in turn gets two cards face up, and wagers as much as they like up to the pot, or skips. A third
card follows. If its rank is between the two, the player takes as much from the pot as they have
wagered; if not, the wager goes into the pot; if it is a post, of the same rank as one of the two,
twice the wager does, or as much as the player has. Aces are high. When the pot is empty the hand is
over.

<!-- examples -->
- `ante=2 | 3c Jd 7h | wager 4 | +2 -2` The first takes the pot.
- `ante=2 | 3c Jd Jh / 4c 5d | wager 1, skip | -1 +1` A post: the rest of the pot is shared.
<!-- /examples -->
"""

from typing import Annotated

from sidepot import cards
from sidepot.engine.game import Game, Verbs
from sidepot.engine.options import Chips as Amount
from sidepot.engine.own import CHIPS, Act, Acts, Event, Events
from sidepot.kernel import Part, Random, Sizes, compiled
from sidepot.rules import actions, carried, chips, deck, journal, layout, seats, upcards
from sidepot.rules.layout import LaidHand, Layout
from sidepot.rules.seats import NOBODY

POSTS = 2
CARDS = POSTS + 1
ACTS = Acts(
    Act("skip", help="the next player has a turn"),
    Act("wager", CHIPS, "you win as much if the third card falls between the two"),
)
SKIP, WAGER = ACTS.kinds
EVENTS = Events(
    Event("skips", "{player} skips.", you="You skip."),
    Event("wagers", "{player} wagers {amount}.", you="You wager {amount}.", did="wagers {n}"),
    Event(
        "loses",
        "{player} pays {amount} into the pot.",
        you="You pay {amount} into the pot.",
        did="pays {n}",
    ),
)
SKIPS, WAGERS, LOSES = EVENTS.kinds


class Options(Part):
    """The options of a table."""

    ante: Annotated[int, Amount(1, 1000, 1), "what everybody pays before the deal, in chips"]


class AceyDeucey(Part):
    """A hand, in which each player has one turn."""

    options: Options
    seats: seats.Seats
    chips: chips.Chips
    carried: carried.Carried
    up: Annotated[upcards.UpCards, Sizes(most=CARDS)]
    deck: deck.Deck
    journal: journal.Journal


@compiled
def begin(s: AceyDeucey) -> None:
    """Antes, and what the hand before has left."""
    journal.clear(s.journal)
    deck.rewind(s.deck)
    upcards.clear(s.up)
    chips.ante(s.chips, s.seats, s.journal, s.options.ante)
    carried.bring(s.carried, s.chips, s.seats, s.journal)
    seats.open_round(s.seats)
    go_on(s)


@compiled
def most(s: AceyDeucey) -> int:
    """The most that the player to act may wager."""
    return min(chips.pot(s.chips, s.seats), s.chips.stack[s.seats.actor])


@compiled
def menu(s: AceyDeucey, m: actions.Menu) -> None:
    """Offer to skip, or a wager up to the pot."""
    actions.clear(m)
    actions.offer(m, SKIP)
    if most(s) > 0:
        actions.offer_range(m, WAGER, 1, most(s))


@compiled
def step(s: AceyDeucey, action: int) -> None:
    """Skip, or wager and see the third card."""
    journal.clear(s.journal)
    p = s.seats.actor
    s.seats.acted[p] = 1
    if actions.kind(action) == WAGER:
        amount = actions.amount(action)
        journal.note_chips(s.journal, WAGERS, p, amount)
        upcards.deal(s.up, s.deck, s.journal, p)
        settle(s, p, amount)
    else:
        journal.note(s.journal, SKIPS, p)
    go_on(s)


@compiled
def settle(s: AceyDeucey, p: int, amount: int) -> None:
    """Take the wager from the pot, or pay it into the pot, a second time for a post."""
    one, other, third = s.up.card[p, 0] // 4, s.up.card[p, 1] // 4, s.up.card[p, POSTS] // 4
    if min(one, other) < third < max(one, other):
        chips.win(s.chips, s.journal, journal.WON, p, amount)
        return
    lost = 2 * amount if third in (one, other) else amount
    lost = min(lost, s.chips.stack[p])
    chips.pay_dead(s.chips, p, lost)
    journal.note_chips(s.journal, LOSES, p, lost)


@compiled
def go_on(s: AceyDeucey) -> None:
    """Deal two cards to the next player; the hand ends after the last, or with the pot."""
    s.seats.actor = NOBODY
    if chips.pot(s.chips, s.seats) > 0 and seats.count(s.seats) > 0:
        p = next_player(s)
        if p != NOBODY:
            s.seats.actor = p
            for _ in range(POSTS):
                upcards.deal(s.up, s.deck, s.journal, p)
            return
    carried.leave(s.carried, s.chips, s.seats, s.journal)


@compiled
def next_player(s: AceyDeucey) -> int:
    """The next player from the dealer's left who has had no turn, or `NOBODY`."""
    for i in range(1, s.seats.n + 1):
        p = (s.seats.button + i) % s.seats.n
        if s.seats.live[p] and not s.seats.acted[p]:
            return p
    return NOBODY


@compiled
def conceal(s: AceyDeucey, seat: int) -> None:
    """Erase the deck: all cards lie open."""
    deck.hide(s.deck)
    journal.conceal(s.journal, seat)


@compiled
def redeal(s: AceyDeucey, rng: Random) -> None:
    """Shuffle the unseen cards."""
    deck.restore(s.deck, rng, upcards.mask(s.up, s.seats))


def show(s: AceyDeucey) -> Layout:
    """The cards of each seat as they came."""
    held = layout.codes_of(s.up, s.seats.n)
    return Layout(
        seats=tuple(
            LaidHand(tuple(layout.laid_card(code, "kept") for code in cards)) for cards in held
        ),
        dealer=s.seats.button,
    )


ACEY_DEUCEY = Game(
    name="acey-deucey",
    title="Acey-Deucey",
    author="traditional",
    least=2,
    most=8,
    max_seats=8,
    record=AceyDeucey,
    options=Options,
    verbs=Verbs(begin, menu, step, conceal, redeal),
    show=show,
    deck=cards.deck(),
    events=40,
    reach=CARDS,
    phases=lambda options: (journal.FORCED, (journal.DEALT, SKIPS, WAGERS)),
    minutes=1,
    sized=True,
    acts=ACTS,
    tells=EVENTS,
)
