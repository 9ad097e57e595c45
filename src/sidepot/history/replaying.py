"""Replays histories through the verbs, and compares them with what follows from the rules."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import overload

from msgspec.structs import replace

from sidepot.engine.event import HandEvent
from sidepot.engine.game import Hand
from sidepot.engine.naming import WINS
from sidepot.errors import BadHistory, SidepotError
from sidepot.history import origin
from sidepot.history.notation import HIDDEN, SHOWN, short
from sidepot.history.recorded import Recorded
from sidepot.history.replayer import Replayer, Trace
from sidepot.history.units import UNKNOWN, Amount, from_chips, listed

_MOST_ATTEMPTS, _MOST_LINES = 60, 5_000
"""Attempts to make up cards with which a hand is legal, and the lines played in all of them."""
_MOST_ENDS, _FEW_ENDS = 250, 8
"""Attempts to make up cards with which it ends as recorded; a few that all end alike are enough."""


@dataclass(frozen=True)
class Replay(Sequence[Hand]):
    """A hand that follows from the rules, step by step: after the deal, and after each action.

    `hand` is the last of them, the whole hand; `called_off`: was it stopped?
    """

    history: Recorded
    hand: Hand
    called_off: bool
    trace: Trace
    """The events with physical cards, and the decisions."""
    made_up: frozenset[str] = frozenset()
    """The cards in `hand` that stand for unknown ones; which ones they are does not matter.

    Without those that the history names too, as it may where there are several decks.
    """
    unseen: frozenset[tuple[int, str]] = frozenset()
    """Seats and cards that stand for unknown ones too, where cards that are named come again."""
    happened: int | None = None
    """In a hand that was called off the number of events of the last verb that happened.

    `hand` goes on to where the rules would next have asked somebody, or to its end.
    """

    @functools.cached_property
    def _hands(self) -> list[Hand]:
        """The hand after the deal and after each action."""
        found = [self.hand.again()]
        for _, action in self.hand.actions:
            found.append(found[-1].copy())
            found[-1].act(action)
        return found

    def __len__(self) -> int:
        return 1 + len(self.hand.actions)

    @overload
    def __getitem__(self, place: int) -> Hand: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Hand]: ...
    def __getitem__(self, place: int | slice) -> Hand | Sequence[Hand]:
        return self._hands[place]

    @property
    def events(self) -> tuple[tuple[HandEvent, ...], ...]:
        """The events of each verb, with every known card visible and amounts as in the history.

        Without unknown cards that were shown and decided nothing.
        """
        *before, last = map(self.hand.secrets, range(self.hand.decision + 1))
        told = (*before, self.happened_of(last))
        return tuple(tuple(filter(is_told, map(self._in_amounts, verb))) for verb in told)

    def happened_of(self, last: Sequence[HandEvent]) -> list[HandEvent]:
        """The events of the last verb that happened, as some viewer knows them."""
        return [e for e in last[: self.happened] if not self._is_unseen(e)]

    def _is_unseen(self, event: HandEvent) -> bool:
        """Is a made-up card shown? In a hand that was called off nobody need have shown it."""
        return self.called_off and event.kind == SHOWN and event.card in self.made_up

    @property
    def is_cut(self) -> bool:
        """Was the hand called off before all happened that follows from its last action?"""
        return self.happened is not None and self.happened < len(self.hand.secrets(-1))

    def before(self, action: int) -> Hand:
        """The hand just before one of the players' actions, counted from 1.

        It does not hold who mucks at the showdown, which its history knows beforehand. Raises
        `BadHistory` for a number out of range.
        """
        done = self.hand.actions
        if not 1 <= action <= len(done):
            raise BadHistory("error.history_at", n=action, actions=len(done))
        return self.hand.again(action - 1, self.history.game)

    def _in_amounts(self, event: HandEvent) -> HandEvent:
        is_unseen = (event.seat, event.card) in self.unseen
        known = without_made_up(replace(event, card=HIDDEN) if is_unseen else event, self.made_up)
        return replace(known, amount=from_chips(int(event.amount), self.history.scale))

    @property
    def finishing_stacks(self) -> tuple[Amount, ...]:
        """The stacks at the end, in the history's amounts; the starting stacks if called off."""
        return _finishing(self.history, self.hand, called_off=self.called_off)


def _finishing(history: Recorded, hand: Hand, *, called_off: bool) -> tuple[Amount, ...]:
    """The stacks after a hand, in the history's amounts; the starting stacks if called off."""
    if called_off:
        return history.starting_stacks
    players = tuple(
        UNKNOWN if before == UNKNOWN else from_chips(stack, history.scale)
        for before, stack in zip(history.starting_stacks, hand.stacks, strict=False)
    )
    bank = history.starting_stacks[len(players) :]
    return players + tuple(stack + hand.bank for stack in bank)


def replay(history: Recorded) -> Replay:
    """Replay a history.

    Raises `BadHistory`, which names the first action that does not follow and what would have been
    legal; `UnknownGame`, `BadOption` and `BadSetup` for a table that cannot exist.
    """
    game = history.game
    try:
        return _replayed(history)
    except SidepotError as error:
        raise origin.changed(history.others, game, error) from error


def _replayed(history: Recorded) -> Replay:
    """The hand of a history whose game is known. Raises as `replay`."""
    replayer = _ended(history, _played(history))
    replayer.check_unknown()
    done = Replay(
        history,
        replayer.hand,
        replayer.called_off,
        replayer.trace,
        replayer.unnamed,
        replayer.unseen,
        replayer.happened,
    )
    wanted = history.finishing_stacks
    if wanted is not None and wanted != done.finishing_stacks:
        raise BadHistory(
            "error.history_finishing",
            stacks=short(listed(wanted)),
            found=listed(done.finishing_stacks),
        )
    return done


def _played(history: Recorded) -> Replayer:
    """All lines played. Raises `BadHistory`.

    Some actions need a certain hand, as the first bet of Jacks or better does. Where that hand is
    unknown, cards are made up until the action is legal.
    """
    first: tuple[Replayer, BadHistory] | None = None
    for attempt in range(1 + min(_MOST_ATTEMPTS, _MOST_LINES // (1 + len(history.actions)))):
        replayer = Replayer(history, attempt)
        try:
            replayer.play()
        except BadHistory as error:
            first = first or (replayer, error)
            if not replayer.is_unlucky:
                break
        else:
            return replayer
    assert first
    first[0].check_unknown(chips=False)
    raise first[1]


def _ended(history: Recorded, first: Replayer) -> Replayer:
    """The hand with cards for unknown ones by which it ends as recorded; the first if none does.

    Players compare hands in some games that nobody else ever sees.
    """
    wanted = history.finishing_stacks
    ends = {_finishing(history, first.hand, called_off=first.called_off)}
    if wanted is None or wanted in ends or not first.unnamed:
        return first
    for attempt in range(1, min(_MOST_ENDS, _MOST_LINES // (1 + len(history.actions)))):
        replayer = Replayer(history, attempt)
        try:
            replayer.play()
        except BadHistory:
            continue
        ends.add(_finishing(history, replayer.hand, called_off=replayer.called_off))
        if wanted in ends:
            return replayer
        if attempt >= _FEW_ENDS and len(ends) == 1:
            break
    return first


def is_told(event: HandEvent) -> bool:
    """Whether there is something to say of an event: nobody knows which unknown card is shown."""
    return (event.kind, event.card) != (SHOWN, HIDDEN)


def without_made_up(event: HandEvent, made_up: frozenset[str]) -> HandEvent:
    """An event without a made-up card, nor the name of a hand that may have one."""
    if not made_up:
        return event
    card = HIDDEN if event.card in made_up else event.card
    return replace(event, card=card, hand=event.hand if event.kind in WINS else None)
