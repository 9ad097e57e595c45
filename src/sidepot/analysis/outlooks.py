"""The end of a hand as far as one seat can know it: the chance to win, and which hand it will be.

Everybody stays in and nobody bets any more. Where no choice is open and few deals are left, such as
with the last card, after the last mid or in the last round of Poker Roulette, they are counted.
"""

from __future__ import annotations

import itertools
import math
import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypedDict

import numpy as np

from sidepot import kernel
from sidepot.analysis.dealing import Order, order_of
from sidepot.bots import QUICK
from sidepot.engine import setup
from sidepot.engine.arrange import journal_rows
from sidepot.engine.game import Game
from sidepot.engine.memory import UNSEEN, Memory
from sidepot.kernel import PLAIN, Records, readable
from sidepot.odds.equity import finding
from sidepot.odds.equity.finding import Effort, Found
from sidepot.odds.equity.laying import Laid
from sidepot.odds.equity.loops import Board, finisher, stay_by
from sidepot.odds.result import FinalHand, Outlook
from sidepot.odds.sampling import Policy, no_progress
from sidepot.odds.sentences import KINDS
from sidepot.rules import actions
from sidepot.rules.actions import Menu
from sidepot.rules.layout import LaidHand
from sidepot.rules.seats import NOBODY
from sidepot.words import Message

_TRIALS = 4 if PLAIN else 16
"""Random deals by which it is found whether others go the same way."""
_ENDS = 60 if PLAIN else 1_500
"""Ends of a hand that are looked at for its name: all of them, or so many at random."""
_PRECISION = 0.002
"""The standard error of a chance at which sampling ends."""
_TURNS = 500
"""Decisions after which a deal is given up."""
_KICKERS, _LOW, _HALVES = "hand.with_kickers", "hand.low", "hand.high_low"
_STAKE = 1 << 30
"""Chips that lie in an empty pot, so that it shows who wins it."""


def outlook(memory: Memory, *, seed: int, seconds: float | None = None) -> Outlook:
    """The end of a hand from what a seat has seen of it; sampling ends after `seconds`."""
    started = time.monotonic()
    course = _course(memory)
    effort = Effort(
        precision=_PRECISION,
        samples=None,
        seconds=seconds,
        exact=None,
        seed=seed,
        progress=no_progress,
    )
    policy = stay_by(None if memory.game.banked else QUICK.get(memory.game.record))
    found = _counted(memory, course, effort) if course else None
    if found is None:
        found = finding.resume(memory.game, _worth_winning(memory.view), policy, effort)
    named = _named(memory, course, policy, seed)
    ends = max(named.total(), 1)
    is_counted = course is not None and course.ends(memory) <= _ENDS
    return Outlook(
        **_chance(memory, found),
        deals=found.deals,
        hands=tuple(
            FinalHand(hand=kind.hand, low=kind.low, share=n / ends)
            for kind, n in named.most_common()
        ),
        hands_deals=named.total(),
        hands_error=0.0 if is_counted else max(map(_error(ends), named.values()), default=0.0),
        seconds=time.monotonic() - started,
    )


class _Chance(TypedDict):
    """The fields of an outlook about winning."""

    others: int
    win: float
    tie: float
    error: float


def _chance(memory: Memory, found: Found) -> _Chance:
    """The chance to win; against a bank, which each plays alone, to take chips from the table."""
    seat, live = memory.seat, kernel.fields(memory.view).seats.live
    win, tie = found.win(seat), found.tie(seat)
    if memory.game.banked and found.deals:
        error = _error(found.deals)((win + tie) * found.deals)
        return _Chance(others=1, win=win + tie, tie=0.0, error=error)
    others = int(live[: _seats(memory)].sum()) - 1
    return _Chance(others=others, win=win, tie=tie, error=found.error(seat))


def _seats(memory: Memory) -> int:
    return int(kernel.fields(memory.view).seats.n)


def _error(ends: int) -> Any:
    return lambda n: math.sqrt(max(n / ends * (1 - n / ends), 1 / ends) / ends)


def _worth_winning(view: Records) -> Records:
    """The record, with chips in an empty pot."""
    rows = kernel.copy(view)
    s: Any = kernel.fields(rows)
    if not int(s.chips.paid.sum()) + int(s.chips.dead):
        s.chips.dead = _STAKE
    return rows


# Certain ends -------------------------------------------------------------------------------


class _Deal(NamedTuple):
    """A card that is dealt: to whom, from which place of the deck, and after how many verbs."""

    owner: int
    place: int
    verb: int


@dataclass(frozen=True)
class _Course:
    """A hand that goes the same way from every order of the unseen cards.

    `fixed` are the places of the seen cards, `pool` the others; `deals` come from free places.
    """

    rows: Records
    fixed: dict[int, int]
    pool: tuple[int, ...]
    script: tuple[int, ...]
    deals: tuple[_Deal, ...]

    def groups(self, owners: Sequence[int]) -> tuple[tuple[int, ...], ...]:
        """The free places whose cards go to these owners, each owner's together."""
        by_owner: dict[int, list[int]] = {}
        for deal in self.deals:
            if deal.owner in owners:
                by_owner.setdefault(deal.owner, []).append(deal.place)
        return tuple(map(tuple, by_owner.values()))

    def ends(self, memory: Memory) -> int:
        """The number of ways in which the hand of a seat may end."""
        left, found = len(self.pool), 1
        for group in self.groups((memory.seat, NOBODY)):
            found *= math.comb(left, len(group))
            left -= len(group)
        return found


def _course(memory: Memory) -> _Course | None:
    """The course of a hand by staying in; None where it depends on choices or on unseen cards."""
    order = order_of(memory)
    script = _script(memory)
    if order is None or script is None or memory.game.banked:
        return None
    fixed = {place: order.deck[place] for place in order.known}
    pool = tuple(card for place, card in enumerate(order.deck) if place not in order.known)
    chance, found = random.Random(0), set[tuple[tuple[int, ...], tuple[_Deal, ...]]]()
    for _ in range(_TRIALS):
        cards = chance.sample(pool, len(pool))
        rows = _start(memory, order, _filled(fixed, cards))
        went = _went(memory, rows, script, fixed)
        if went is None:
            return None
        found.add(went)
    if len(found) > 1:
        return None
    (whole, deals), *_ = found
    if memory.game.deals_again and any(deal.verb > len(script) for deal in deals):
        return None
    return _Course(_start(memory, order, _filled(fixed, pool)), fixed, pool, whole, deals)


def _script(memory: Memory) -> tuple[int, ...] | None:
    """The actions so far, the first card where it was not seen which; None if less was seen."""
    if any(actions.kind(number) == actions.CHOSEN for _, number in memory.acts):
        return None
    return tuple(
        actions.encode(actions.kind(number), 0) if actions.amount(number) == UNSEEN else number
        for _, number in memory.acts
    )


def _start(memory: Memory, order: Order, deck: Sequence[int]) -> Records:
    """The record before the deal, from an order of the deck."""
    second = order.second or (deck if memory.game.deals_again else ())
    return setup.before_deal(memory.game, memory.stacks, deck, second, **memory.before)


def _filled(fixed: dict[int, int], cards: Sequence[int]) -> list[int]:
    """A deck with the seen cards at their places and others at the free ones, in order."""
    others = iter(cards)
    size = len(fixed) + len(cards)
    return [fixed[place] if place in fixed else next(others) for place in range(size)]


def _went(
    memory: Memory, rows: Records, script: Sequence[int], fixed: dict[int, int]
) -> tuple[tuple[int, ...], tuple[_Deal, ...]] | None:
    """The actions of a hand to its end and its deals; None where more than staying is asked."""
    game, s = memory.game, kernel.fields(rows)
    places = {card: at for at, card in enumerate(s.deck.card[: int(s.deck.size)].tolist())}
    played, deals = list(script), list[_Deal]()
    game.entry.begin(rows)
    for verb in range(len(script) + _TURNS):
        deals += [
            _Deal(row.seat, places[row.card], verb)
            for row in journal_rows(s)
            if row.deals and places[row.card] not in fixed
        ]
        if verb == len(script) and not _is_present(memory, rows):
            return None
        if verb >= len(script):
            if int(s.seats.actor) == NOBODY:
                return tuple(played), tuple(deals)
            action = _staying(game, rows)
            if action is None:
                return None
            played.append(action)
        game.entry.step(rows, played[verb])
    return None


def _is_present(memory: Memory, rows: Records) -> bool:
    """Whether a seat sees what it has seen; a game may ask it before the others have decided."""
    seen = kernel.copy(rows)
    memory.game.entry.conceal(seen, memory.seat)
    return kernel.to_bytes(seen) == kernel.to_bytes(memory.view)


def _staying(game: Game, rows: Records) -> int | None:
    """The action that stays in at the least price; None where none does."""
    menus = kernel.batch(kernel.record(Menu))
    game.entry.menu(rows, menus)
    menu = kernel.fields(menus)
    kinds, lowest = (kernel.column(menu, name, int(menu.n)) for name in ("kind", "lowest"))
    for kind in (*actions.STAYING, actions.IN):
        if kind in kinds:
            return actions.encode(kind, lowest[kinds.index(kind)])
    return None


# Chances ---------------------------------------------------------------------------------------


def _counted(memory: Memory, course: _Course, effort: Effort) -> Found | None:
    """The sums over all deals, if they are few; None if not, or if nothing was to be won."""
    live = kernel.column(kernel.fields(memory.view).seats, "live", _seats(memory))
    owners = [NOBODY, *(seat for seat in range(len(live)) if live[seat])]
    none = readable(np.zeros((1, 0), np.int64))
    reach = range(int(kernel.fields(course.rows).deck.reach))
    board = Board(
        place=_numbers([*course.fixed]),
        card=_numbers([*course.fixed.values()]),
        script=_numbers(course.script),
        combos=none,
        first=_numbers([0]),
        spots=readable(np.zeros((0, 1), np.int64)),
        free=_numbers([place for place in reach if place not in course.fixed]),
    )
    highest = max(*course.pool, *course.fixed.values())
    groups = course.groups(owners)
    laid = Laid(course.rows, board, _numbers(course.pool), highest, groups)
    if laid.choices * len(live) > finding.MOST_COUNTED:
        return None
    found = finding.play_out(memory.game, laid, effort, counts=True)
    return found if found.is_exact and not found.missed else None


def _numbers(found: Sequence[int]) -> kernel.Array:
    return readable(np.array(found, np.int64))


# Hands -----------------------------------------------------------------------------------------


class _Kind(NamedTuple):
    """The kind of a hand, and of its low where it is good for both halves (`FinalHand`)."""

    hand: str
    low: str = ""


def _named(memory: Memory, course: _Course | None, policy: Policy, seed: int) -> Counter[_Kind]:
    """The ends of the seat's hand, by their kind: all of them, or random ones."""
    if course is None:
        ends = _random_ends(memory, policy, seed)
    else:
        decks = _decks(memory, course, seed)
        ends = (_played(memory.game, course, deck) for deck in decks)
    found = Counter[_Kind]()
    for rows in ends:
        laid: LaidHand = memory.game.show(kernel.fields(rows)).seats[memory.seat]
        if laid.hand is not None:
            found[_kind(laid.hand)] += 1
    return found


def _decks(memory: Memory, course: _Course, seed: int) -> Iterator[list[int]]:
    """An order of the deck for each end of the seat's hand, or random ones where they are many."""
    chance = random.Random(seed)
    if course.ends(memory) > _ENDS:
        for _ in range(_ENDS):
            yield _filled(course.fixed, chance.sample(course.pool, len(course.pool)))
        return
    size = len(course.fixed) + len(course.pool)
    free = [place for place in range(size) if place not in course.fixed]
    for chosen in _choices(course.groups((memory.seat, NOBODY)), course.pool):
        rest = iter([card for card in course.pool if card not in chosen.values()])
        cards = [chosen[place] if place in chosen else next(rest) for place in free]
        yield _filled(course.fixed, cards)


def _choices(groups: tuple[tuple[int, ...], ...], pool: Sequence[int]) -> Iterator[dict[int, int]]:
    """Every choice of cards for groups of places, without their order in a group."""
    if not groups:
        yield {}
        return
    first, *others = groups
    for cards in itertools.combinations(pool, len(first)):
        left = [card for card in pool if card not in cards]
        for more in _choices(tuple(others), left):
            yield dict(zip(first, cards, strict=True)) | more


def _played(game: Game, course: _Course, deck: Sequence[int]) -> Records:
    """The end of a hand, from an order of the deck."""
    rows = kernel.copy(course.rows)
    setup.lay(kernel.fields(rows), deck)
    game.entry.begin(rows)
    for action in course.script:
        game.entry.step(rows, action)
    return rows


def _random_ends(memory: Memory, policy: Policy, seed: int) -> Iterator[Records]:
    """The ends of random deals, all choices made by a policy."""
    game = memory.game
    views, menus = game.batch(4), kernel.batch(kernel.record(Menu))
    views[:1] = memory.view
    finish, rngs = finisher(game.verbs, policy), kernel.generator(seed)
    for _ in range(_ENDS):
        finish(views, menus, rngs)
        yield views[1:2]


def _kind(hand: Message) -> _Kind:
    """The kind of a hand in words; of two for the halves of a pot, the kinds of both."""
    if hand.key == _HALVES:
        return _Kind(_one_kind(hand.values["high"]), _one_kind(hand.values["low"], is_half=True))
    return _Kind(_one_kind(hand))


def _one_kind(hand: object, *, is_half: bool = False) -> str:
    """A key such as `pair` or `low_8`, or the name in a game with others."""
    assert isinstance(hand, Message)
    while hand.key == _KICKERS and isinstance(inner := hand.values["hand"], Message):
        hand = inner
    if hand.key == _LOW:
        ranks = hand.values["ranks"]
        assert isinstance(ranks, list)
        return "low" if is_half else "low_pair" if ranks[0] == ranks[1] else f"low_{ranks[0]}"
    section, _, key = hand.key.partition(".")
    return key if section == "hand" and key in KINDS else hand.text
