"""Games that are wrong on purpose: an honest one with one verb or fact changed, to break one law.

Most are Little; those about reshuffled discards are Again. A defect that once shipped is reproduced
as it was.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import sidepot
from sidepot.cards import CODES, HIDDEN, NONE
from sidepot.engine.game import Game, Verbs
from sidepot.games import guts, kuhn, poker_roulette
from sidepot.games.guts import GUTS, Guts
from sidepot.games.kuhn import KUHN, Kuhn
from sidepot.games.poker_roulette import PokerRoulette
from sidepot.kernel import Random, Records, compiled, fields
from sidepot.rules import actions, carried, chips, deck, journal, lows, refill
from sidepot.rules import betting as bets
from sidepot.rules.actions import CHECK, DECLINE, FOLD, PASS, RAISE_TO, ROWS, Menu
from sidepot.rules.layout import LaidHand, Layout
from sidepot.rules.seats import NOBODY
from sidepot.words import Message
from tests.laws import again, leaving, legs, little, sticky
from tests.laws.again import AGAIN, Again
from tests.laws.leaving import LEAVING, Leaving
from tests.laws.legs import LEGS, Legs
from tests.laws.little import LITTLE, Little
from tests.laws.sticky import STICKY, Sticky


class Broken(NamedTuple):
    """A game, the law that has to catch it, and the key of what the law then says."""

    law: str
    says: str
    game: Game


BROKEN: list[Broken] = []


def breaks(law: str, says: str, honest: Game = LITTLE) -> Callable[[Any], Game]:
    """An honest game with one verb replaced: the one that the function's name begins with."""

    def make(function: Any) -> Game:
        verb, _, _ = function.__name__.partition("_")
        if verb in Verbs._fields:
            changed: dict[str, Any] = {"verbs": honest.verbs._replace(**{verb: function})}
        else:
            changed = {verb: function}
        game = replace(honest, name=function.__name__, **changed)
        BROKEN.append(Broken(law, says, game))
        return game

    return make


# Chips ----------------------------------------------------------------------------------------


@breaks("chips", "chips")
@compiled
def step_pays_a_chip_too_many(s: Little, action: int) -> None:
    """At the end the first seat gets a chip from nowhere."""
    little.step(s, action)
    if s.seats.actor == NOBODY:
        s.chips.stack[0] += 1


@breaks("chips", "chips")
@compiled
def step_loses_the_odd_chip(s: Little, action: int) -> None:
    """The pot is paid in pairs of chips; an odd one is gone."""
    pot = chips.pot(s.chips, s.seats)
    little.step(s, action)
    if s.seats.actor == NOBODY:
        s.chips.stack[little.best(s)] -= pot % 2


@breaks("chips", "chips_negative")
@compiled
def menu_offers_chips_that_are_not_there(s: Little, m: Menu) -> None:
    """Twice the stack may be put in."""
    little.menu(s, m)
    m.highest[m.n - 1] *= 2


@breaks("chips", "chips_left")
@compiled
def step_forgets_to_pay(s: Little, action: int) -> None:
    """The pot stays in the middle."""
    little.step(s, action)
    if s.seats.actor == NOBODY:
        for p in range(s.seats.n):
            s.chips.stack[p] -= s.chips.won[p]
            s.chips.won[p] = 0


@breaks("chips", "chips_more")
@compiled
def step_wins_a_chip_that_is_not_in_the_pot(s: Little, action: int) -> None:
    """The pot owes what its winner has."""
    little.step(s, action)
    if s.seats.actor == NOBODY:
        s.chips.stack[little.best(s)] += 1
        s.chips.won[little.best(s)] += 1


@breaks("chips", "event_negative")
@compiled
def step_tells_of_a_loss_below_zero(s: Little, action: int) -> None:
    """A player's stake is noted as a loss."""
    little.step(s, action)
    if s.journal.amount[0] > 0:
        s.journal.amount[0] *= -1


class Betting(Little):
    """A hand of Little whose record says that bets are matched."""

    betting: bets.Betting


@breaks("chips", "price_as_bet", replace(LITTLE, record=Betting))
@compiled
def step_pays_a_price_like_a_bet(s: Betting, action: int) -> None:
    """The next player pays a chip for a card, as a bet."""
    little.step(s, action)
    p = s.seats.actor
    if p != NOBODY and s.chips.stack[p] > 0:
        chips.pay(s.chips, p, 1)
        journal.write(s.journal, journal.BOUGHT, p, 0, NONE, 1, 1)


# Chips that go over to the next hand ----------------------------------------------------------


@breaks("chips", "chips", LEAVING)
@compiled
def begin_forgets_the_pot(s: Leaving) -> None:
    """The chips left by the previous hand enter the pot, which the antes then reset."""
    carried.bring(s.carried, s.chips, s.seats, s.journal)
    little.begin(s)


@breaks("chips", "chips", LEAVING)
@compiled
def begin_brings_the_pot_twice(s: Leaving) -> None:
    """The chips left by the previous hand are added once more for each further player."""
    leaving.begin(s)
    s.chips.dead += s.carried.pot


@breaks("chips", "chips", LEAVING)
@compiled
def step_leaves_the_last_pot_again(s: Leaving, action: int) -> None:
    """Chips that stay are paid to nobody, and those from the previous hand stay a second time."""
    leaving.step(s, action)
    if s.carried.left > 0:
        s.carried.left += s.carried.pot


@breaks("chips", "chips", LEAVING)
@compiled
def step_loses_what_stays(s: Leaving, action: int) -> None:
    """The pot is cleared where it should stay."""
    leaving.step(s, action)
    s.carried.left = 0


@breaks("chips", "carried_stuck", LEAVING)
@compiled
def begin_lets_the_pot_lie(s: Leaving) -> None:
    """The chips left by the previous hand stay for the next, and never join the pot."""
    leaving.begin(s)
    s.chips.dead -= s.carried.pot
    s.carried.left = s.carried.pot


@breaks("chips", "carried_alone", LEAVING)
@compiled
def step_leaves_chips_to_nobody(s: Leaving, action: int) -> None:
    """Chips stay where no hand follows."""
    follows = s.carried.goes_on
    s.carried.goes_on = 1
    leaving.step(s, action)
    s.carried.goes_on = follows


@breaks("chips", "carried_written", LEAVING)
@compiled
def begin_writes_what_comes(s: Leaving) -> None:
    """The number from the previous hand is erased once its chips are in the pot."""
    leaving.begin(s)
    s.carried.pot = 0


@breaks("chips", "carried_negative", LEAVING)
@compiled
def step_borrows_from_the_next_hand(s: Leaving, action: int) -> None:
    """The winner gets a chip more, which the next pot lacks."""
    leaving.step(s, action)
    if s.seats.actor == NOBODY and s.carried.goes_on and s.carried.left == 0:
        s.chips.stack[0] += 1
        s.carried.left = -1


@breaks("chips", "carried_concealed", LEAVING)
@compiled
def conceal_hides_the_pot(s: Leaving, seat: int) -> None:
    """The chips carried over are hidden from everybody."""
    little.conceal(s, seat)
    s.carried.pot = 0


# Kept state -----------------------------------------------------------------------------------


@breaks("kept", "kept_written", LEGS)
@compiled
def begin_takes_the_legs_away(s: Legs) -> None:
    """The kept legs are erased from the record that gave them."""
    legs.begin(s)
    s.kept.legs[:] = 0


@breaks("kept", "kept_concealed", LEGS)
@compiled
def conceal_hides_the_legs(s: Legs, seat: int) -> None:
    """Everybody sees their own leg alone."""
    little.conceal(s, seat)
    for p in range(s.seats.n):
        s.keeps.legs[p] *= p == seat


@breaks("kept", "kept_wrong", LEGS)
@compiled
def step_takes_a_leg(s: Legs, action: int) -> None:
    """A player who folds loses a leg, even without having one."""
    if actions.kind(action) == FOLD:
        s.keeps.legs[s.seats.actor] -= 1
    legs.step(s, action)


@breaks("kept", "kept_forgotten", LEGS)
@compiled
def begin_forgets_the_legs(s: Legs) -> None:
    """Every hand begins without legs."""
    legs.begin(s)
    s.keeps.legs[:] = 0


@breaks("replays", "replay", LEGS)
@compiled
def begin_leaves_the_legs_as_they_are(s: Legs) -> None:
    """Legs from an earlier hand on the same record stay there."""
    before = s.keeps.legs.copy()
    legs.begin(s)
    s.keeps.legs[:] = before


@breaks("kept", "kept_wrong", STICKY)
@compiled
def step_keeps_a_card_twice(s: Sticky, action: int) -> None:
    """A card that somebody keeps lies open too."""
    sticky.step(s, action)
    for p in range(s.seats.n):
        if s.keeps.held[p] != NONE:
            s.keeps.open = s.keeps.held[p]


@breaks("kept", "kept_strange", STICKY)
@compiled
def step_keeps_a_card_of_another_deck(s: Sticky, action: int) -> None:
    """The card that stays is one of a second deck, which is not there."""
    sticky.step(s, action)
    if s.keeps.open != s.kept.open:
        s.keeps.open += CODES


@breaks("kept", "kept_unseen", STICKY)
@compiled
def step_keeps_the_next_card(s: Sticky, action: int) -> None:
    """The top of the deck is kept face down."""
    sticky.step(s, action)
    if s.seats.actor == NOBODY:
        s.keeps.open = s.deck.card[s.deck.top]


@breaks("kept", "kept_dealt", STICKY)
@compiled
def begin_deals_the_open_card(s: Sticky) -> None:
    """The first card is the one that was kept."""
    sticky.begin(s)
    if s.kept.open != NONE and s.kept.held[0] == NONE:
        s.hole.card[0] = s.kept.open
        s.journal.card[s.seats.n] = s.kept.open


# Cards ----------------------------------------------------------------------------------------


@breaks("cards", "card_twice")
@compiled
def begin_deals_a_card_again(s: Little) -> None:
    """The deck does not move on after the last card, and the first seat gets it too."""
    little.begin(s)
    s.deck.top -= 1
    little.deal(s, 0)


@breaks("cards", "card_twice")
@compiled
def begin_lays_a_card_twice(s: Little) -> None:
    """The right cards are dealt, but a wrong one is laid on the table."""
    little.begin(s)
    s.hole.card[1] = s.hole.card[0]


@breaks("cards", "deck_reach")
@compiled
def step_burns_beyond_its_reach(s: Little, action: int) -> None:
    """More cards are dealt than the game says it can reach, and so than a shuffle has shuffled."""
    if actions.kind(action) == RAISE_TO:
        s.deck.top += 9
    little.step(s, action)


@breaks("cards", "deck_order")
@compiled
def step_stacks_the_deck(s: Little, action: int) -> None:
    """A rule puts an ace on top."""
    for i in range(s.deck.top, s.deck.size):
        if s.deck.card[i] >= 48:
            card = s.deck.card[s.deck.top]
            s.deck.card[s.deck.top] = s.deck.card[i]
            s.deck.card[i] = card
    little.step(s, action)


@breaks("cards", "deck_first", AGAIN)
@compiled
def begin_deals_from_the_middle(s: Again) -> None:
    """The first card stays where it is."""
    again.clear(s)
    deck.draw(s.deck)
    again.spin(s)


@compiled
def _from_the_beginning(s: Again) -> bool:
    return True


over_too_early = replace(
    AGAIN, name="says_too_early_that_all_is_dealt", dealt_out=_from_the_beginning
)
BROKEN.append(Broken("cards", "deck_over", over_too_early))


@breaks("cards", "deck_order", AGAIN)
@compiled
def step_stacks_the_second_order(s: Again, action: int) -> None:
    """A rule has another discard come first."""
    first = s.deck.second[0]
    s.deck.second[0] = s.deck.second[1]
    s.deck.second[1] = first
    again.step(s, action)


@breaks("cards", "card_strange")
@compiled
def step_lays_a_card_of_no_deck(s: Little, action: int) -> None:
    """A number that no card has."""
    little.step(s, action)
    s.hole.card[0] = 120


@breaks("cards", "card_strange")
@compiled
def step_lays_a_joker_that_the_deck_does_not_have(s: Little, action: int) -> None:
    """The number of a card, but not of one that is played with."""
    little.step(s, action)
    s.hole.card[0] = 52


@breaks("cards", "card_undealt")
@compiled
def step_lays_a_card_that_is_still_in_the_deck(s: Little, action: int) -> None:
    """The next card of the deck lies on the table too, and has not been dealt."""
    little.step(s, action)
    s.hole.card[0] = s.deck.card[s.deck.top]


@breaks("cards", "second_order", AGAIN)
@compiled
def step_deals_the_highest_discard(s: Again, action: int) -> None:
    """Whatever the second order says, the last card of all is the highest that is left."""
    again.step(s, action)
    if s.refill.done and s.seats.actor != NOBODY:
        highest = NONE
        for card in range(s.deck.size):
            highest = card if s.refill.lies[card] else highest
        last = s.journal.n - 1
        if highest != NONE:
            p = s.journal.seat[last]
            s.refill.lies[s.up[p]] = 1
            s.refill.lies[highest] = 0
            s.up[p] = highest
            s.journal.card[last] = highest


# Phases ---------------------------------------------------------------------------------------

FINAL = sidepot.game("poker-roulette", betting="final", refill="never")
"""A deal, then bets, then the showdown; a fold leaves the deck more rounds than before."""


@breaks("phases", "phase", FINAL)
@compiled
def step_matches_again_after_a_fold(s: PokerRoulette, action: int) -> None:
    """A fold in the last betting is taken for one before it: the rest of the deck may suffice."""
    if actions.kind(action) == FOLD:
        s.closed = 0
    poker_roulette.step(s, action)


@breaks("phases", "phase")
@compiled
def step_deals_again_after_a_fold(s: Little, action: int) -> None:
    """After a fold, replaces the card of the player to act by another."""
    little.step(s, action)
    if actions.kind(action) == FOLD and s.seats.actor != NOBODY:
        little.deal(s, s.seats.actor)


@breaks("phases", "phase")
@compiled
def step_antes_again(s: Little, action: int) -> None:
    """A player who checks pays another ante, of 0 chips."""
    little.step(s, action)
    if actions.kind(action) == CHECK:
        journal.note(s.journal, journal.ANTED, 0)


@breaks("phases", "out_live")
@compiled
def step_lets_the_folded_in_again(s: Little, action: int) -> None:
    """A check brings the first seat back."""
    little.step(s, action)
    if actions.kind(action) == CHECK and s.seats.actor != NOBODY:
        s.seats.live[0] = 1


@breaks("phases", "out_event")
@compiled
def step_pays_the_folded(s: Little, action: int) -> None:
    """Notes a win for the player who folds last."""
    p = s.seats.actor
    little.step(s, action)
    if actions.kind(action) == FOLD and s.seats.actor == NOBODY:
        journal.note_chips(s.journal, journal.WON, p, 0)


# Menu -----------------------------------------------------------------------------------------


@breaks("menu", "menu_writes")
@compiled
def menu_counts_its_readers(s: Little, m: Menu) -> None:
    """To look at the menu changes the record."""
    little.menu(s, m)
    s.seats.button += 1


BROKEN.append(Broken("no other action", "refusal_writes", menu_counts_its_readers))


@breaks("menu", "menu_secret")
@compiled
def menu_reads_the_next_hand(s: Little, m: Menu) -> None:
    """The highest raise tells the next seat's card."""
    little.menu(s, m)
    m.highest[m.n - 1] += max(s.hole.card[(s.seats.actor + 1) % s.seats.n], 0)


BROKEN.append(Broken("redeal", "redeal_menu", menu_reads_the_next_hand))


@breaks("menu", "menu_secret")
@compiled
def menu_peeks_at_the_deck(s: Little, m: Menu) -> None:
    """No raise when an ace comes next."""
    little.menu(s, m)
    if s.deck.card[s.deck.top] >= 48:
        m.n = 2


@breaks("menu", "menu_empty")
@compiled
def menu_is_empty(s: Little, m: Menu) -> None:
    """Nothing may be done."""
    actions.clear(m)


@breaks("menu", "menu_rows")
@compiled
def menu_is_too_long(s: Little, m: Menu) -> None:
    """More rows than there are places for."""
    little.menu(s, m)
    m.n = ROWS + 1


@breaks("menu", "menu_twice")
@compiled
def menu_says_fold_twice(s: Little, m: Menu) -> None:
    """Two rows of one kind."""
    little.menu(s, m)
    actions.offer(m, FOLD)


NO_MORE = PASS


@breaks("menu", "menu_unnamed")
@compiled
def menu_renames_a_kind(s: Little, m: Menu) -> None:
    """A kind by a name that is not its own, for which environments have no slot."""
    little.menu(s, m)
    actions.offer(m, NO_MORE)


@breaks("menu", "menu_keys")
@compiled
def menu_has_one_key_twice(s: Little, m: Menu) -> None:
    """Two rows that a player would choose by the same letter."""
    little.menu(s, m)
    actions.offer(m, PASS)
    actions.offer(m, DECLINE)


@breaks("menu", "menu_kinds")
@compiled
def menu_invents_a_kind(s: Little, m: Menu) -> None:
    """A kind of action that nobody can name."""
    little.menu(s, m)
    m.kind[1] = len(actions.KINDS)


@breaks("menu", "menu_range")
@compiled
def menu_offers_an_empty_range(s: Little, m: Menu) -> None:
    """A raise by 1 to 0 with an empty stack."""
    actions.clear(m)
    actions.offer(m, CHECK)
    actions.offer_range(m, RAISE_TO, 1, s.chips.stack[s.seats.actor])


@breaks("menu", "menu_range")
@compiled
def menu_offers_less_than_nothing(s: Little, m: Menu) -> None:
    """A raise by a negative amount takes from the pot."""
    little.menu(s, m)
    m.lowest[m.n - 1] = -1


@breaks("menu", "menu_safe")
@compiled
def menu_has_no_way_out(s: Little, m: Menu) -> None:
    """Offers no safe action for a player who does not answer in time."""
    actions.clear(m)
    actions.offer_range(m, RAISE_TO, 0, s.chips.stack[s.seats.actor])


@breaks("menu", "menu_adds")
@compiled
def menu_is_not_cleared(s: Little, m: Menu) -> None:
    """Appends to the menu of the last player."""
    actions.offer(m, FOLD)
    actions.offer(m, CHECK)


@breaks("every action", "actor_dead")
@compiled
def begin_asks_the_dead(s: Little) -> None:
    """The first seat is asked although it is not live."""
    little.begin(s)
    s.seats.live[0] = 0


# Every action ---------------------------------------------------------------------------------


@breaks("every action", "action_ignored")
@compiled
def step_ignores_a_check(s: Little, action: int) -> None:
    """Nothing comes of a check."""
    journal.clear(s.journal)
    if actions.kind(action) != CHECK:
        little.step(s, action)


@breaks("every action", "journal_kept")
@compiled
def step_keeps_the_deal(s: Little, action: int) -> None:
    """The events of the deal are still there after the first action."""
    little.act(s, s.seats.actor, action)
    little.ask(s, s.seats.actor + 1)


@breaks("every action", "actor_dead")
@compiled
def step_asks_the_dead(s: Little, action: int) -> None:
    """Asks a player who has folded again."""
    p = s.seats.actor
    folds = s.seats.live[p] and actions.kind(action) == FOLD
    little.step(s, action)
    if folds and s.seats.actor != NOBODY:
        s.seats.actor = p


@breaks("every action", "chips")
@compiled
def step_takes_a_chip_of_who_is_all_in(s: Little, action: int) -> None:
    """An all-in, which random play rarely reaches, pays a chip too few."""
    p = s.seats.actor
    all_in = actions.kind(action) == RAISE_TO and actions.amount(action) == s.chips.stack[p]
    little.step(s, action)
    s.chips.paid[p] -= all_in


@breaks("every action", "endless")
@compiled
def step_never_ends(s: Little, action: int) -> None:
    """After the end the first seat is asked again."""
    little.step(s, action)
    if s.seats.actor == NOBODY:
        s.seats.live[0] = 1
        s.seats.actor = 0


# Replays, copies, journal, threads ------------------------------------------------------------


@breaks("replays", "replay")
@compiled
def begin_forgets_to_turn_the_cards(s: Little) -> None:
    """A hand that was shown in the last hand is shown in this one."""
    was = s.hole.shown[0]
    little.begin(s)
    s.hole.shown[0] = was


@dataclass(frozen=True, kw_only=True, eq=False)
class Remembering(Game):
    """A game whose `step` keeps something outside of the record."""

    @property
    def entry(self) -> Verbs:
        return super().entry._replace(step=remember)


calls: list[int] = []


def remember(rows: Records, action: int) -> None:
    """Every fifth call moves the button."""
    calls.append(action)
    LITTLE.entry.step(rows, action)
    if len(calls) % 5 == 0:
        fields(rows).seats.button += 1


_facts = {name: getattr(LITTLE, name) for name in LITTLE.__dataclass_fields__}
remembering = Remembering(**{**_facts, "name": "remembering"})
BROKEN.append(Broken("copies", "copy", remembering))
BROKEN.append(Broken("replays", "replay", remembering))


@breaks("replays", "replay_journal")
@compiled
def begin_keeps_what_was_noted(s: Little) -> None:
    """The events of the hand before stay in the journal."""
    n = s.journal.n
    little.begin(s)
    s.journal.n += n


@breaks("without journal", "journal_matters")
@compiled
def begin_counts_its_notes(s: Little) -> None:
    """A rule reads the journal, which is not always there."""
    little.begin(s)
    s.seats.button = s.journal.n


@breaks("threads", "threads")
@compiled
def begin_raises_the_ante(s: Little) -> None:
    """A hand costs more the later it is played on its record."""
    little.begin(s)
    s.options.ante += 1


# Concealment ----------------------------------------------------------------------------------


@breaks("concealment", "conceal")
@compiled
def conceal_forgets_what_was_dealt(s: Little, seat: int) -> None:
    """Only the cards to come are erased from the deck; everybody can read the dealt ones."""
    top = s.deck.top
    first = s.deck.card[0]
    little.conceal(s, seat)
    if top > 0:
        s.deck.card[0] = first


@breaks("concealment", "conceal")
@compiled
def conceal_forgets_what_comes(s: Little, seat: int) -> None:
    """The last card of the deck can be seen."""
    last = s.deck.card[s.deck.size - 1]
    little.conceal(s, seat)
    s.deck.card[s.deck.size - 1] = last


@breaks("concealment", "conceal")
@compiled
def conceal_forgets_the_folded(s: Little, seat: int) -> None:
    """Only live hands are hidden; a mucked one lies open."""
    first, live = s.hole.card[0], s.seats.live[0]
    little.conceal(s, seat)
    if not live:
        s.hole.card[0] = first


@breaks("concealment", "conceal")
@compiled
def conceal_forgets_the_neighbour(s: Little, seat: int) -> None:
    """Seat 1 sees the hand of seat 2."""
    second = s.hole.card[1]
    little.conceal(s, seat)
    if seat == 0:
        s.hole.card[1] = second


@breaks("concealment", "conceal")
@compiled
def conceal_forgets_the_rail(s: Little, seat: int) -> None:
    """The rail sees the hand of seat 1."""
    first = s.hole.card[0]
    little.conceal(s, seat)
    if seat == NOBODY:
        s.hole.card[0] = first


@breaks("concealment", "conceal")
@compiled
def begin_marks_the_best_hand(s: Little) -> None:
    """A number that anyone may read is made from a secret."""
    little.begin(s)
    s.seats.button = little.best(s)


@breaks("concealment", "conceal")
@compiled
def begin_tells_a_wrong_card(s: Little) -> None:
    """The journal names another card than the one that lies there."""
    little.begin(s)
    s.hole.card[0] = s.deck.card[s.deck.top]


FLEE = {
    "choice.flee": "check",
    "label.flee": "Flee",
    "explain.flee": "  {key}, flee.",
}
BROKEN.append(
    Broken(
        "faces",
        "choice_typed",
        replace(LITTLE, name="says_check_for_a_fold", says={"fold": "flee"}, words=FLEE),
    )
)


@breaks("concealment", "conceal_untried")
@compiled
def begin_tells_the_whole_deck(s: Little) -> None:
    """An amount in the journal is made of all the deck, so that no second deal tells the same."""
    little.begin(s)
    total = 0
    for i in range(s.deck.size):
        total = (total * 31 + s.deck.card[i]) % 1_000_003
    s.journal.amount[0] = total


@breaks("concealment", "conceal_told")
@compiled
def conceal_forgets_the_journal(s: Little, seat: int) -> None:
    """The journal tells everyone every card as it is dealt, face down or not."""
    deck.hide(s.deck)
    for p in range(s.seats.n):
        if p != seat and not s.hole.shown[p] and s.hole.card[p] != NONE:
            s.hole.card[p] = HIDDEN


@breaks("concealment", "conceal_told")
@compiled
def conceal_takes_the_rail_for_seat_1(s: Little, seat: int) -> None:
    """The rail sees what seat 1 sees, the journal of its cards too."""
    little.conceal(s, max(seat, 0))


@breaks("concealment", "conceal_journal")
@compiled
def conceal_hides_too_much(s: Little, seat: int) -> None:
    """Hides a player's own hand."""
    little.conceal(s, NOBODY)


@breaks("concealment", "conceal_known")
@compiled
def conceal_hides_what_was_told(s: Little, seat: int) -> None:
    """Shows players their hand as it is dealt, and hides it afterwards."""
    little.conceal(s, seat)
    if seat != NOBODY and s.hole.card[seat] != NONE and not s.hole.shown[seat]:
        s.hole.card[seat] = HIDDEN


@breaks("concealment", "conceal_choice", GUTS)
@compiled
def conceal_forgets_the_choices(s: Guts, seat: int) -> None:
    """Everybody sees who is in before all have decided."""
    chosen = s.choices.choice.copy()
    guts.conceal(s, seat)
    s.choices.choice[:] = chosen


@breaks("together", "together_menu", GUTS)
@compiled
def menu_keeps_the_last_from_being_out(s: Guts, m: Menu) -> None:
    """Somebody has to be in: if all others are out, the last one may not be."""
    guts.menu(s, m)
    others = s.seats.n - 1
    for p in range(s.seats.n):
        others -= s.choices.made[p] and s.choices.choice[p] == guts.IS_OUT
    if others == 0:
        actions.clear(m)
        actions.offer(m, actions.IN)


@breaks("together", "together_seen", GUTS)
@compiled
def conceal_tells_a_later_seat_who_has_decided(s: Guts, seat: int) -> None:
    """The last to be asked sees that the others have chosen, and imagines any choices of theirs."""
    made = s.choices.made.copy()
    guts.conceal(s, seat)
    for p in range(s.seats.n):
        if made[p] and p != seat and not s.choices.told:
            s.choices.made[p], s.choices.choice[p] = 1, HIDDEN


@breaks("together", "together_early", GUTS)
@compiled
def step_settles_when_the_first_is_in(s: Guts, action: int) -> None:
    """The first player to dare gets the pot, and the others are not asked any more."""
    guts.step(s, action)
    if s.seats.actor != NOBODY and actions.kind(action) == actions.IN:
        s.seats.actor = NOBODY
        guts.settle(s)


@breaks("together", "together_told", GUTS)
@compiled
def step_tells_at_once_who_is_in(s: Guts, action: int) -> None:
    """An event beside the secret choice says what it was."""
    guts.step(s, action)
    if s.seats.actor != NOBODY and actions.kind(action) == actions.IN:
        journal.note(s.journal, journal.CAME_IN, s.seats.actor)


@breaks("together", "together_told", GUTS)
@compiled
def step_tells_at_once_what_was_bid(s: Guts, action: int) -> None:
    """Everybody hears of a bid's size, as in an auction by word of mouth."""
    p = s.seats.actor
    guts.step(s, action)
    if s.seats.actor != NOBODY:
        bid = s.chips.stack[p] if actions.kind(action) == actions.IN else 0
        journal.note_chips(s.journal, journal.STAKED, p, bid)


@breaks("together", "together_told", GUTS)
@compiled
def step_tells_of_the_choice_before(s: Guts, action: int) -> None:
    """The next choice is told together with the one before."""
    told = s.choices.choice.max() == guts.IS_IN
    guts.step(s, action)
    if told and s.seats.actor != NOBODY:
        journal.note(s.journal, journal.SAFE, s.seats.actor)


@breaks("concealment", "conceal_choice")
@compiled
def step_raises_in_silence(s: Little, action: int) -> None:
    """Chips move without an event, so that the record reveals more than the events."""
    little.step(s, action)
    if actions.kind(action) == RAISE_TO and s.seats.actor != NOBODY:
        journal.clear(s.journal)


@breaks("concealment", "conceal", AGAIN)
@compiled
def conceal_forgets_the_second_order(s: Again, seat: int) -> None:
    """Everybody sees the card that would come first from under the deck."""
    first = s.deck.second[0]
    again.conceal(s, seat)
    s.deck.second[0] = first


@breaks("concealment", "conceal", AGAIN)
@compiled
def step_tells_how_far_the_second_order_came(s: Again, action: int) -> None:
    """The number of cards passed over stays readable."""
    again.step(s, action)
    if s.refill.done:
        for i in range(s.deck.size):
            for p in range(s.seats.n):
                if s.up[p] == s.deck.second[i]:
                    s.refill.place = i


# Redeal ---------------------------------------------------------------------------------------


@breaks("redeal", "redeal_deck")
@compiled
def redeal_leaves_the_holes(s: Little, rng: Random) -> None:
    """Nothing is dealt."""


@breaks("redeal", "redeal_deck", AGAIN)
@compiled
def redeal_leaves_the_second_order(s: Again, rng: Random) -> None:
    """Deals only the deck anew."""
    again.redeal(s, rng)
    s.deck.second[:] = HIDDEN


@breaks("next card", "redeal_uneven", AGAIN)
@compiled
def redeal_sorts_the_second_order(s: Again, rng: Random) -> None:
    """Low cards come first from under the deck."""
    again.redeal(s, rng)
    for card in range(s.deck.size):
        s.deck.second[card] = card


@breaks("next card", "redeal_shown", AGAIN)
@compiled
def redeal_puts_shown_cards_back(s: Again, rng: Random) -> None:
    """Deals again, in later rounds, what everybody has seen and is among the discards."""
    known = refill.known(s.refill)
    known[:] = 0
    for p in range(s.seats.n):
        if s.up[p] != NONE:
            known[s.up[p]] = 1
    refill.restore(s.deck, rng, known)


@breaks("next card", "redeal_never", AGAIN)
@compiled
def redeal_never_deals_the_lowest_card_next(s: Again, rng: Random) -> None:
    """From the second round on one of the cards that may come next does not: it goes last."""
    again.redeal(s, rng)
    lowest, last = s.deck.top, s.deck.size - 1
    for i in range(s.deck.top, s.deck.size):
        lowest = i if s.deck.card[i] < s.deck.card[lowest] else lowest
    if s.refill.size > 0 and lowest < last:
        card = s.deck.card[lowest]
        s.deck.card[lowest] = s.deck.card[last]
        s.deck.card[last] = card


@breaks("next card", "redeal_uneven")
@compiled
def redeal_leaves_the_deck_sorted(s: Little, rng: Random) -> None:
    """The unseen cards come from high to low."""
    reach = s.deck.reach
    s.deck.reach = 0
    little.redeal(s, rng)
    s.deck.reach = reach


@breaks("redeal", "card_twice")
@compiled
def redeal_deals_a_seen_card(s: Little, rng: Random) -> None:
    """A hidden hand is a card that is known to lie elsewhere."""
    seen = s.hole.card.copy()
    little.redeal(s, rng)
    for p in range(s.seats.n):
        for q in range(s.seats.n):
            if seen[p] == HIDDEN and seen[q] >= 0:
                s.hole.card[p] = seen[q]


@breaks("redeal", "redeal_undealt")
@compiled
def redeal_leaves_a_dealt_card_to_come(s: Little, rng: Random) -> None:
    """The first card that lies on the table is the last of the deck as well."""
    little.redeal(s, rng)
    last = s.deck.size - 1
    first = s.deck.card[0]
    s.deck.card[0] = s.deck.card[last]
    s.deck.card[last] = first


@breaks("redeal", "redeal_changes")
@compiled
def redeal_changes_a_known_card(s: Little, rng: Random) -> None:
    """Every hand is dealt again, the known one too."""
    for p in range(s.seats.n):
        if s.hole.card[p] != NONE:
            s.hole.card[p] = HIDDEN
    little.redeal(s, rng)


@breaks("redeal", "redeal_changes")
@compiled
def redeal_changes_a_stack(s: Little, rng: Random) -> None:
    """A chip moves from a stack into the pot."""
    little.redeal(s, rng)
    chips.pay(s.chips, 0, 1)


@breaks("next card", "redeal_uneven")
@compiled
def redeal_favours_the_unseen_hands(s: Little, rng: Random) -> None:
    """Gives unseen hands the lowest card left; the next card of the deck is uniform."""
    for p in range(s.seats.n):
        if s.hole.card[p] == HIDDEN:
            s.hole.card[p] = lowest_unseen(s)
    little.redeal(s, rng)


@compiled
def lowest_unseen(s: Little) -> int:
    """The lowest card that lies nowhere."""
    card = 0
    for _ in range(s.seats.n):
        for p in range(s.seats.n):
            card += s.hole.card[p] == card
    return card


@breaks("cards", "face_layout")
def show_returns_nothing(s: Any) -> None:
    """The layout is made and not returned."""
    little.show(s)


# Faces ----------------------------------------------------------------------------------------


@breaks("faces", "face")
def show_reads_hidden_cards(s: Any) -> Layout:
    """Front ends are shown concealed records; this one needs every card."""
    layout = little.show(s)
    if any(card.card == "??" for seat in layout.seats for card in seat.cards):
        raise ValueError("?? is no card")
    return layout


# Examples -------------------------------------------------------------------------------------


@breaks("examples", "example")
@compiled
def step_pays_the_first_seat(s: Little, action: int) -> None:
    """The first live seat gets the pot, even if all have checked."""
    little.step(s, action)
    if s.seats.actor == NOBODY and s.seats.live[0]:
        won = s.chips.won.sum()
        s.chips.stack[:] -= s.chips.won
        s.chips.won[:] = 0
        s.chips.stack[0] += won
        s.chips.won[0] = won


@breaks("examples", "example_refused")
@compiled
def menu_has_no_raise(s: Little, m: Menu) -> None:
    """An example raises."""
    actions.clear(m)
    actions.offer(m, FOLD)
    actions.offer(m, CHECK)


@breaks("examples", "example_goes_on")
@compiled
def step_never_takes_a_check(s: Little, action: int) -> None:
    """Whoever checks is asked again."""
    p = s.seats.actor
    little.step(s, action)
    if actions.kind(action) == CHECK and s.seats.actor != NOBODY:
        s.seats.actor = p


# Names ----------------------------------------------------------------------------------------

_QUEEN, _KING = 43, 47


@compiled
def swap_the_winners(s: Kuhn) -> None:
    """The other one gets what the winner of a showdown got."""
    if s.seats.actor == NOBODY and s.seats.live[0] and s.seats.live[1]:
        pot = s.chips.won[0] - s.chips.won[1]
        s.chips.stack[0] -= pot
        s.chips.stack[1] += pot
        s.chips.won[0], s.chips.won[1] = s.chips.won[1], s.chips.won[0]


@breaks("names", "names", KUHN)
@compiled
def step_lets_a_queen_beat_a_king(s: Kuhn, action: int) -> None:
    """One comparison of three is the wrong way round."""
    kuhn.step(s, action)
    if s.hole.card[0, 0] + s.hole.card[1, 0] == _QUEEN + _KING:
        swap_the_winners(s)


@breaks("names", "names_low", KUHN)
@compiled
def step_lets_the_lower_card_win_but_once(s: Kuhn, action: int) -> None:
    """A game of low cards, in which a king beats a queen."""
    kuhn.step(s, action)
    if s.hole.card[0, 0] + s.hole.card[1, 0] != _QUEEN + _KING:
        swap_the_winners(s)


@compiled
def take_the_win_back(s: Kuhn) -> tuple[int, int]:
    """Take the pot from the winner of a showdown, and its event; returns pot and winner."""
    pot, p = s.chips.won[0] + s.chips.won[1], 0 if s.chips.won[0] else 1
    s.chips.stack[p] -= pot
    s.chips.won[p] = 0
    s.journal.n -= 1
    return pot, p


@breaks("names", "names_split", KUHN)
@compiled
def step_splits_between_a_king_and_a_queen(s: Kuhn, action: int) -> None:
    """Those who show down get half of the pot each, as if their cards were equal."""
    kuhn.step(s, action)
    if s.seats.actor == NOBODY and s.seats.live[0] and s.seats.live[1]:
        pot, _ = take_the_win_back(s)
        chips.win(s.chips, s.journal, journal.SPLIT, 0, pot - pot // 2)
        chips.win(s.chips, s.journal, journal.SPLIT, 1, pot // 2)


@breaks("names", "names", KUHN)
def show_calls_every_card_a_low(s: Kuhn) -> Layout:
    """The highest card wins."""
    shown = kuhn.show(s)
    seats = [replace(each, hand=low_of(each.cards[0].card)) for each in shown.seats]
    return shown._replace(seats=tuple(seats))


def low_of(card: str) -> Message:
    """A card as a low hand, in words."""
    return Message("hand.low", {"ranks": [card[0]]})


def show_both_halves(s: Kuhn) -> Layout:
    """Kuhn's cards as high hands and as low ones."""
    shown, named = show_calls_every_card_a_low.show(s), kuhn.show(s)
    both = [
        replace(low, hand=lows.both(high.hand, low.hand)) if high.hand and low.hand else low
        for high, low in zip(named.seats, shown.seats, strict=True)
    ]
    return shown._replace(seats=tuple(both))


@breaks("names", "names", replace(KUHN, show=show_both_halves))
@compiled
def step_gives_the_high_hand_the_low_half(s: Kuhn, action: int) -> None:
    """The highest card wins both halves of the pot."""
    kuhn.step(s, action)
    if s.seats.actor == NOBODY and s.seats.live[0] and s.seats.live[1]:
        pot, p = take_the_win_back(s)
        journal.note(s.journal, journal.HIGH_HALF, NOBODY)
        chips.win(s.chips, s.journal, journal.WON, p, pot - pot // 2)
        journal.note(s.journal, journal.LOW_HALF, NOBODY)
        chips.win(s.chips, s.journal, journal.WON, p, pot // 2)


@breaks("faces", "face")
def show_leaves_out_a_seat(s: Any) -> Layout:
    """A seat is missing."""
    return Layout(seats=little.show(s).seats[1:])


@breaks("faces", "face_words")
def show_has_no_words(s: Any) -> Layout:
    """A hand is called by a key that no catalogue has."""
    seats = little.show(s).seats
    return Layout(seats=tuple(LaidHand(seat.cards, Message("hand.of_nobody")) for seat in seats))


@breaks("faces", "face_fact")
def show_has_a_fact_in_words(s: Any) -> Layout:
    """A fact is a text, which no catalogue can put into a language."""
    return little.show(s)._replace(facts={"cards_left": "few"})  # type: ignore[dict-item]


_moons = {"fact.moons_of_nobody": "{count} moons"}


@breaks("faces", "face_field", replace(LITTLE, words=_moons))
def show_fills_no_such_field(s: Any) -> Layout:
    """The sentence of a fact has another field than the number."""
    return little.show(s)._replace(facts={"moons_of_nobody": 3})


@breaks("faces", "own")
def own_lays_no_cards(s: Any, p: int) -> LaidHand:
    """A player sees less of their own hand than the game shows them."""
    return LaidHand()


@breaks("faces", "own")
def show_counts_the_cards_seen(s: Any) -> Layout:
    """Something beside the cards in front of a seat depends on the viewer."""
    seen = sum(card.card != "??" for seat in little.show(s).seats for card in seat.cards)
    return little.show(s)._replace(facts={"cards_left": seen})


# Plain ----------------------------------------------------------------------------------------


@breaks("plain", "plain")
@compiled
def step_overflows(s: Little, action: int) -> None:
    """A product needs more than 64 bits: it wraps when compiled and does not when plain."""
    little.step(s, action)
    s.seats.button = (((s.deck.size + s.deck.top) << 58) * 16) >> 62


@breaks("plain", "plain_crash")
@compiled
def step_wraps_a_narrow_field(s: Little, action: int) -> None:
    """A flag of 8 bits holds an amount: it wraps when compiled and is refused when plain."""
    p = s.seats.actor
    little.step(s, action)
    s.hole.shown[p] = 300 + actions.amount(action)
