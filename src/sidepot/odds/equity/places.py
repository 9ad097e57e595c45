"""The places in the deck of the cards that a position tells.

Only the rules know which card of the deck goes where. So hands are played from orders of the deck
that the told cards are laid into, one after the other, until the rules deal what was told.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from sidepot import kernel
from sidepot.engine import setup
from sidepot.engine.action import Legal
from sidepot.engine.arrange import journal_rows
from sidepot.engine.game import Game
from sidepot.engine.play import legal_in
from sidepot.errors import BadPosition, IllegalAction
from sidepot.kernel import Fields, Records, column
from sidepot.odds.equity.reading import Dealing, Held, Told
from sidepot.rules import actions
from sidepot.rules.actions import DISCARD, Menu
from sidepot.rules.seats import NOBODY

BOARD = NOBODY
"""The owner of cards in the middle."""
_STAYING = (*actions.STAYING, actions.IN)
"""Kinds by which everybody stays in at the least price; the first that is offered is taken."""
_WAITING = (actions.KEEP, actions.DECLINE, actions.PASS)
"""Kinds that change nothing, by which a hand comes to the cards that are told."""
_TRIALS = 4
"""Random deals on which the places are looked for."""
_UNSEEN = "??"
_DEALS = 50
"""Orders of the unseen cards that are tried where the rules refuse an action with some of them."""
_TURNS = 500
"""Decisions after which a deal is given up."""

Place = tuple[int, int]
"""The owner of a card, a seat or `BOARD`, and the number of the card in the order of its deal."""


@dataclass(frozen=True, slots=True)
class Course:
    """A hand as the rules deal it, as far as everybody only stays in and waits.

    `places`: the deck place of every card that is dealt; `script`: the actions up to the moment
    when all that was told is on the table, if it comes (`is_reached`); `started`: the places in use
    before the first action. `is_whole`: the hand came to its end by staying in alone, so that
    nothing was chosen; `live`, the players that then had not gone out. `deck`: the order dealt.
    `kinds`: what was offered; `refused`: an action that was not.
    """

    places: dict[Place, int]
    script: tuple[int, ...]
    started: int
    is_reached: bool
    is_whole: bool
    live: int
    deck: tuple[int, ...]
    kinds: frozenset[int]
    refused: IllegalAction | None


@dataclass(frozen=True, slots=True)
class Line:
    """The actions of a hand from its deal on, as they are typed, and the seat that is then to act.

    Behind them all stay in, up to the cards that are told and to the turn of that seat.
    """

    actions: tuple[str, ...] = ()
    seat: int | None = None


def start(game: Game, players: int, stack: int | None) -> Records:
    """A record before the deal, with prices in which every pot can be shared evenly.

    `stack` in chips is everybody's, by default the usual one.
    """
    rows = game.batch()
    s: Any = kernel.fields(rows)
    scale = 2 * math.lcm(*range(1, players + 1))  # halves of a pot too
    setup.seat(game, s, game.stacks(players, stack))
    for name in setup.priced(game):
        value = getattr(s.options, name)
        if isinstance(value, int):
            setattr(s.options, name, value * scale)
        else:
            value *= scale
    s.chips.stack[:] *= scale
    return rows


def dealing_of(game: Game, players: int) -> Dealing:
    """The cards that a game deals to hands and board, and stacks that go all the way.

    Where staying in does not come to the end, the cards in the middle are not known. Everybody is
    all-in by the antes or blinds where all hands are then shown down: some games
    (five-card draw) have no showdown unless somebody bets or nobody can.
    """
    usual, _ = _shown_down(game, players, None)
    found, is_short = _shown_down(game, players, game.least_stack)
    if not is_short:
        found = usual
    of_seat = [k + 1 for owner, k in found.places if owner != BOARD]
    up = [k + 1 for owner, k in found.places if owner == BOARD]
    draws = not found.kinds.isdisjoint(actions.SETS)
    first = sum(place < usual.started and owner == 0 for (owner, _), place in usual.places.items())
    return Dealing(
        hand=first,
        most=max(of_seat, default=0),
        board=max(up, default=0) if found.is_whole or not up else len(game.cards_for(players)),
        stack=game.least_stack if is_short else None,
        most_drawn=len(game.cards_for(players)) // players if draws else max(of_seat, default=0),
    )


def _shown_down(game: Game, players: int, stack: int | None) -> tuple[Course, bool]:
    """A hand in which everybody only stays in and waits; and whether it ends by a showdown."""
    wanted = _Wanted(game, players, None)
    wanted.dealt = {BOARD: _TURNS}  # more than there are, so that nobody chooses anything
    rows = start(game, players, stack)
    setup.lay(kernel.fields(rows), game.cards_for(players))
    course = _play(rows, game, wanted, random.Random(0))
    return course, course.is_whole and course.live == players


def find(
    game: Game, told: Told, combos: Sequence[Sequence[int]], rows: Records, line: Line | None = None
) -> Course:
    """The places of a position's cards, by one hand of each seat's range.

    `rows` is the record before the deal. Raises `BadPosition` where the rules cannot deal what was
    told, or not always in one place, and `IllegalAction` for a wrong action of the line.
    """
    wanted = _Wanted(game, len(told.hands) - game.banked, told, line or Line())
    for seat, (held, combo) in enumerate(zip(told.hands, combos, strict=True)):
        wanted.add_hand(seat, held, combo)
    courses = [wanted.settle(rows, random.Random(trial)) for trial in range(_TRIALS)]
    first = courses[0]
    if any(course.script != first.script or not wanted.agree(course, first) for course in courses):
        raise BadPosition("error.equity_places", game=game.name)
    is_fixed = all(course.places == first.places and course.is_whole for course in courses)
    return replace(first, is_whole=is_fixed)


class _Wanted:
    """The cards that were told, by owner and number, the discards, and the line of actions."""

    def __init__(
        self, game: Game, players: int, told: Told | None, line: Line | None = None
    ) -> None:
        self.game = game
        self.line = line or Line()
        self.cards: dict[Place, int] = {}
        self.thrown: dict[int, tuple[int, ...]] = {}
        self.dealt: dict[int, int] = {}
        if told is not None:
            self.cards = {(BOARD, k): card for k, card in enumerate(told.board)}
            self.dealt = {BOARD: len(told.board)}
        self._deck = list(game.cards_for(players))
        self._dead = frozenset(told.dead) if told else frozenset[int]()

    def add_hand(self, seat: int, held: Held, combo: Sequence[int]) -> None:
        """Want a hand at a seat."""
        self.cards |= {(seat, k): card for k, card in zip(held.told, combo, strict=True)}
        self.thrown[seat] = held.thrown
        self.dealt[seat] = held.dealt

    def agree(self, one: Course, other: Course) -> bool:
        """Whether two deals have the told cards in the same places."""
        return all(one.places[place] == other.places[place] for place in self.cards)

    def is_reached(self, hand: _Dealt, actor: int) -> bool:
        """Whether everything that was told is on the table, and the turn is that of the line."""
        if hand.said < len(self.line.actions) or self.line.seat not in (None, actor):
            return False
        is_dealt = all(hand.dealt.get(owner, 0) >= n for owner, n in self.dealt.items())
        return is_dealt and all(
            hand.thrown.get(seat, 0) >= len(places) for seat, places in self.thrown.items()
        )

    def settle(self, rows: Records, chance: random.Random) -> Course:
        """Lay the told cards into a random order until the rules deal them.

        Other orders are tried where an action depends on cards that nobody told, as an opening of
        five-card draw does. Raises `BadPosition`, and `IllegalAction` if all refuse an action.
        """
        refused = IllegalAction("error.position_over")
        for _ in range(_DEALS):
            course = self._laid(rows, chance)
            if course.refused is None:
                return course
            refused = course.refused
        raise refused

    def _laid(self, rows: Records, chance: random.Random) -> Course:
        """A random order with the told cards in their places. Raises `BadPosition`."""
        deck = list(self._deck)
        chance.shuffle(deck)
        deck.sort(key=lambda card: card in self._dead)
        for _ in range(len(self.cards) + 1):
            setup.lay(kernel.fields(rows), deck)
            course = _play(rows, self.game, self, chance)
            wrong = [
                (course.places[place], card)
                for place, card in self.cards.items()
                if place in course.places and deck[course.places[place]] != card
            ]
            if not wrong:
                break
            for at, card in wrong:
                other = deck.index(card)
                deck[at], deck[other] = card, deck[at]
        if wrong or (course.refused is None and not course.is_reached):
            raise self._unreached(course, is_laid=not wrong)
        return course

    def _unreached(self, course: Course, *, is_laid: bool) -> BadPosition:
        """The refusal of a position that the rules do not come to.

        Where the told cards were all dealt, the turn of the line's seat is what did not come.
        """
        seat = self.line.seat
        if seat is None or not is_laid or not course.places.keys() >= self.cards.keys():
            return BadPosition("error.equity_unreached", game=self.game.name)
        return BadPosition("error.equity_turn", game=self.game.name, player=f"p{seat + 1}")


def _play(rows: Records, game: Game, wanted: _Wanted, chance: random.Random) -> Course:
    """Play a hand in which everybody stays in; stops where that is not enough."""
    played = kernel.copy(rows)
    s = kernel.fields(played)
    if game.deals_again:
        setup.lay_second(s, chance.sample(wanted._deck, len(wanted._deck)))
    hand = _Dealt(s)
    game.entry.begin(played)
    hand.look()
    hand.started, hand.is_reached = int(s.deck.top), wanted.is_reached(hand, int(s.seats.actor))
    for _ in range(_TURNS):
        if int(s.seats.actor) == NOBODY:
            break
        try:
            action = _action(game, played, wanted, hand)
        except IllegalAction as error:
            hand.refused, action = error, None
        if action is None:
            return hand.course(is_whole=False)
        if not hand.is_reached:
            hand.script.append(action)
        game.entry.step(played, action)
        hand.look()
        hand.is_reached = hand.is_reached or wanted.is_reached(hand, int(s.seats.actor))
    return hand.course(is_whole=True)


class _Dealt:
    """The cards that have been dealt in a hand."""

    def __init__(self, s: Fields) -> None:
        self._s = s
        self._place = {card: at for at, card in enumerate(s.deck.card[: s.deck.size].tolist())}
        self.places: dict[Place, int] = {}
        self.dealt: dict[int, int] = {}
        self.thrown: dict[int, int] = {}
        self.deck = tuple(self._place)
        self.script: list[int] = []
        self.said = self.started = 0
        self.is_reached = False
        self.kinds = set[int]()
        self.refused: IllegalAction | None = None

    def look(self) -> None:
        """Take note of the cards that the last verb dealt."""
        for row in journal_rows(self._s):
            if row.deals:
                k = self.dealt.get(row.seat, 0)
                self.dealt[row.seat] = k + 1
                self.places[row.seat, k] = self._place[row.card]

    def course(self, *, is_whole: bool) -> Course:
        """The hand as it was dealt."""
        return Course(
            self.places,
            tuple(self.script),
            self.started,
            self.is_reached,
            is_whole,
            live=int(self._s.seats.live[: int(self._s.seats.n)].sum()),
            deck=self.deck,
            kinds=frozenset(self.kinds),
            refused=self.refused,
        )


def _action(game: Game, played: Records, wanted: _Wanted, hand: _Dealt) -> int | None:
    """The action by which a hand comes to what was told, or goes on from there; None if none."""
    s = kernel.fields(played)
    seat = int(s.seats.actor)
    if hand.said < len(wanted.line.actions):
        hand.said += 1
        legal = legal_in(game, played, s)
        return legal.check(_named(wanted.line.actions[hand.said - 1], legal)).number
    menus = kernel.batch(kernel.record(Menu))
    game.entry.menu(played, menus)
    menu = kernel.fields(menus)
    kinds = column(menu, "kind", int(menu.n))
    hand.kinds.update(kinds)
    places = wanted.thrown.get(seat, ())
    gone = places[: hand.thrown.get(seat, 0)]
    if DISCARD in kinds and len(gone) < len(places) and not hand.is_reached:
        hand.thrown[seat] = len(gone) + 1
        place = places[len(gone)]
        return actions.encode(DISCARD, place - sum(other < place for other in gone))
    for kind in _STAYING if hand.is_reached else (*_STAYING, *_WAITING):
        if kind in kinds:
            return actions.encode(kind, column(menu, "lowest", int(menu.n))[kinds.index(kind)])
    return None


def _named(action: str, legal: Legal) -> str:
    """An action of which nobody saw the cards, `discard ??`, with the first cards of the hand."""
    cards = next((choice.cards for choice in legal.ranges if choice.cards), ())
    for card in cards:
        action = action.replace(_UNSEEN, card, 1)
    return action
