"""`Memory`: a hand as one seat has seen it, without hidden information."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sidepot import kernel
from sidepot.cards import HIDDEN
from sidepot.engine import setup
from sidepot.engine.game import Game, Hand
from sidepot.kernel import Fields, Records
from sidepot.rules import actions
from sidepot.rules.carried import JUDGED
from sidepot.rules.journal import DEALING

UNSEEN = -1
"""Stands for what the seat did not see: the place of a card that another seat has picked, or what
it chose, after `CHOSEN`."""


@dataclass(frozen=True)
class Memory:
    """A hand as one seat has seen it.

    `stacks`: the players' chips before the deal; `views`: the concealed record at each decision,
    the present one last, each with the journal of the verb that led to it; `acts`: seat and action
    of every decision before, as a number, with `UNSEEN` for the place of a card that is hidden.
    `kept`: what the hand before has kept. A hand that another follows is remembered as judged, so
    that each seat's part in what stays counts.
    """

    game: Game
    seat: int
    stacks: tuple[int, ...]
    views: tuple[Records, ...]
    acts: tuple[tuple[int, int], ...]
    kept: Mapping[str, Any] = field(default_factory=dict)

    @property
    def before(self) -> dict[str, Any]:
        """The values left by the hand before, as `setup.seat` takes them."""
        return {"kept": self.kept, "goes_on": JUDGED}

    @property
    def view(self) -> Records:
        """The concealed record of the present decision."""
        return self.views[-1]


def remember(hand: Hand, seat: int | None = None) -> Memory:
    """The memory of a seat, by default the one to act; found by replaying the hand."""
    seat = (hand.actor or 0) if seat is None else seat
    game = hand.game
    kept, stacks = hand.kept, hand.starting_stacks
    rows = setup.before_deal(game, stacks, hand.deck, hand.second, kept=kept, goes_on=JUDGED)
    game.entry.begin(rows)
    views, acts = [_seen(game, rows, seat)], list[tuple[int, int]]()
    for actor, action in hand.actions:
        game.entry.step(rows, action.number)
        views.append(_seen(game, rows, seat))
        number = action.number
        if actor != seat and actions.kind(number) in actions.SECRET:
            number = actions.encode(actions.CHOSEN, UNSEEN)
        acts.append((actor, _as_seen(kernel.fields(views[-1]), actor, number)))
    if hand.actor is not None and hand.asked:  # it may be asked before the others have decided
        game.ask(kernel.fields(rows), hand.actor)
        views[-1] = _seen(game, rows, seat)
    return Memory(game, seat, hand.starting_stacks, tuple(views), tuple(acts), kept)


def only(game: Game, view: Records) -> Memory:
    """The memory of a position without the hand that led to it."""
    seat = int(kernel.fields(view).seats.actor)
    return Memory(game, seat, (), (view,), ())


def _seen(game: Game, rows: Records, seat: int) -> Records:
    """A concealed copy of a record."""
    view = kernel.copy(rows)
    game.entry.conceal(view, seat)
    return view


def _as_seen(view: Fields, actor: int, action: int) -> int:
    """An action as known from the events of its verb."""
    kind, log = actions.kind(action), view.journal
    rows = range(int(log.n)) if kind in actions.PICKED else ()
    is_unseen = any(
        log.seat[i] == actor and log.card[i] == HIDDEN and log.kind[i] not in DEALING for i in rows
    )
    if is_unseen and kind in actions.SETS:
        return actions.encode(kind, _set_as_seen(view, actor))
    return actions.encode(kind, UNSEEN) if is_unseen else action


def _set_as_seen(view: Fields, actor: int) -> int:
    """The amount that stands for a set of unseen cards: the first one with as many (`rules.sets`).

    So whoever plays the hand again deals as many as were seen being dealt.
    """
    log, laid, dealt = view.journal, 0, 0
    for i in range(int(log.n)):
        if log.seat[i] == actor:
            dealt += log.kind[i] in DEALING
            laid += log.card[i] == HIDDEN and log.kind[i] not in DEALING
    held = int(view.hole.size[actor]) + laid - dealt
    return sum(math.comb(held, smaller) for smaller in range(laid))
