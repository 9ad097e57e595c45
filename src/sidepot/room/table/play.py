"""A hand at the table: actions become events, and events the record again."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence

from sidepot.engine.action import Action
from sidepot.engine.hand import RAIL, Hand
from sidepot.errors import Refused
from sidepot.protocol.messages import GamePlan
from sidepot.room.table import events as e
from sidepot.room.table.context import Context, PendingEvents, Secret
from sidepot.room.table.rules import game_of

_MOST_LATE = 2
"""Turns in a row that the clock ends; then one sits out."""
_HIDDEN = "??"


def deal_again(
    plan: GamePlan, number: int, stacks: Sequence[int], names: Sequence[str], secret: Secret
) -> Hand:
    """The record of a hand after its deal. Raises what the game raises if it cannot be dealt."""
    game = game_of(plan)
    return game.deal(
        stacks=stacks,
        names=names,
        seed=secret.seed,
        hand=number,
        deck=secret.deck,
        second=secret.second,
    )


def checksum(hand: Hand) -> int:
    """Of what the rail was told of the last verb: by it other rules give themselves away."""
    told = [(ev.kind, ev.seat, ev.card, ev.count, ev.amount) for ev in hand.news(RAIL)]
    return zlib.crc32(repr(told).encode())


def act(context: Context, number: int, action: Action | str, how: str, **who: str) -> PendingEvents:
    """A chair acts. Raises `IllegalAction`; the context stays as it is."""
    playing = context.state.in_play
    assert playing is not None
    hand = context.live.copy()
    decision = hand.decision
    hand.act(action)
    acted = e.Acted(
        at=context.now,
        hand=playing.hand,
        decision=decision,
        chair=number,
        action=str(hand.actions[-1][1]),
        how=how,
        turn=None if hand.actor is None else playing.chairs[hand.actor],
        checksum=checksum(hand),
        **who,
    )
    late = how == "clock" and context.state.chairs[number].late + 1 >= _MOST_LATE
    out = [e.SatOut(at=context.now, chair=number, why="clock")] if late else []
    return PendingEvents(
        [acted, *out, *after_verb(context, hand, playing.hand, playing.chairs)], hand
    )


def after_verb(
    context: Context, hand: Hand, number: int, chairs: Sequence[int]
) -> Iterator[e.AnyEvent]:
    """The end of the hand, if this was it."""
    if hand.over:
        winner = _unseen_winner(hand)
        chair = None if winner is None else chairs[winner]
        may = chair if chair is not None and context.state.chairs[chair].guest else None
        yield e.HandEnded(
            at=context.now, hand=number, stacks=hand.stacks, may_show=may, bank=hand.bank
        )


def _unseen_winner(hand: Hand) -> int | None:
    """The seat that alone has won, with cards that not everybody saw."""
    winners = hand.winners
    if len(winners) != 1 or not _unseen_cards(hand, winners[0]):
        return None
    return winners[0]


def _unseen_cards(hand: Hand, seat: int) -> tuple[str, ...]:
    """The cards of a seat's hand that it sees itself, and the rail does not."""
    if bytes(hand.peek().raw) == bytes(hand.peek(seat).raw):
        return ()
    public, own = hand.table().seats[seat].cards, hand.table(seat).seats[seat].cards
    return tuple(
        mine.card
        for seen, mine in zip(public, own, strict=True)
        if seen.card == _HIDDEN != mine.card and not seen.dead
    )


def show(context: Context, chair: int, *, is_shown: bool, **who: str) -> PendingEvents:
    """Who has won unseen shows, or does not."""
    state, playing = context.state, context.state.playing
    if playing is None or state.may_show != chair:
        raise Refused("room.refused_show")
    if is_shown and context.hand is None:
        raise Refused("room.refused_rules")
    cards = _unseen_cards(context.live, playing.chairs.index(chair)) if is_shown else ()
    shown = e.CardsShown(at=context.now, hand=playing.hand, chair=chair, cards=cards, **who)
    return PendingEvents([shown])


def call_off(context: Context) -> PendingEvents:
    """The game has failed: its hand is called off, or, where there is none, the table pauses."""
    playing = context.state.in_play
    if playing:
        return PendingEvents([e.HandVoided(at=context.now, hand=playing.hand, why="rules")])
    return PendingEvents([e.Paused(at=context.now, is_paused=True)])


def follow(hand: Hand, event: e.Acted) -> None:
    """Do again what an event says. Raises `Refused` where it was told otherwise then."""
    hand.act(event.action)
    check(hand, event.checksum)


def check(hand: Hand, known: int) -> None:
    """Raise `Refused` where the last verb tells the rail something else than it was told."""
    if checksum(hand) != known:
        raise Refused("room.refused_rules")
