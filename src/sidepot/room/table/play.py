"""Within a hand: actions and the hand's end as events, and events replayed into the record."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence

from sidepot.engine import keeping, stages
from sidepot.engine.action import Action
from sidepot.engine.game import Hand
from sidepot.engine.play import RAIL
from sidepot.engine.staged import stages_of
from sidepot.errors import Refused
from sidepot.room.protocol.table_rules import GamePlan
from sidepot.room.table import events as e
from sidepot.room.table.context import Context, PendingEvents, Secret
from sidepot.room.table.records import records_of
from sidepot.room.table.rules import game_of
from sidepot.room.table.waiting_pots import share_before_the_end
from sidepot.room.table.waiting_values import keeps_of

_MAX_LATE = 2
"""A player whose turn the clock ends this many times in a row sits out."""
_HIDDEN = "??"
_HELD = "hand"
"""The zone of the cards that a player holds."""


def deal_hand(
    plan: GamePlan,
    number: int,
    stacks: Sequence[int],
    names: Sequence[str],
    secret: Secret,
    kept: keeping.Values | None,
) -> Hand:
    """The record of a hand after its deal. Raises whatever the game raises if it cannot be dealt.

    `number` counts the hands of the table, `stacks` are in chips; both `stacks` and `names` are in
    the order of the seats. `kept`: what the hand before has kept.
    """
    game = game_of(plan)
    return game.deal(
        stacks=stacks,
        names=names,
        seed=secret.seed,
        hand=number,
        deck=secret.deck,
        second=secret.second,
        kept=kept,
    )


def checksum(hand: Hand) -> int:
    """The CRC-32 of what the last verb showed the rail.

    It is stored with the event, so that a replay under other rules is noticed. Events that only
    tell are left out: a hand that is in play while they come into a game goes on.
    """
    shown = [
        (ev.kind, ev.seat, ev.card, ev.count, ev.amount)
        for ev in hand.events(RAIL, -1)
        if not ev.only_tells
    ]
    return zlib.crc32(repr(shown).encode())


def act(
    context: Context, number: int, action: Action | str, how: str, **origin: str
) -> PendingEvents:
    """The events of a chair's action, and the record after it; `how` as in `events.Acted`.

    Raises `IllegalAction`, or whatever the game raises; the context's record is not changed.
    """
    playing = context.state.in_play
    assert playing is not None
    hand = context.hand_in_play.copy()
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
        **origin,
    )
    following = follow(context, hand, playing.hand, playing.game, playing.chairs)
    return PendingEvents([acted, *_sit_out(context, number, how), *following], hand)


def follow(
    context: Context, hand: Hand, number: int, plan: GamePlan, chairs: Sequence[int]
) -> Iterator[e.AnyEvent]:
    """The events after a verb of hand `number`: its end, or a simultaneous decision."""
    yield from hand_end(context, hand, number, plan, chairs)
    asked = tuple(chairs[seat] for seat in hand.asked)
    if len(asked) > 1:
        yield e.AskedTogether(at=context.now, hand=number, decision=hand.decision, chairs=asked)


def _sit_out(context: Context, number: int, how: str) -> Iterator[e.AnyEvent]:
    """The chair sits out if the clock has ended too many of its turns."""
    if how == "clock" and context.state.chairs[number].late + 1 >= _MAX_LATE:
        yield e.SatOut(at=context.now, chair=number, why="clock")


def hand_end(
    context: Context, hand: Hand, number: int, plan: GamePlan, chairs: Sequence[int]
) -> Iterator[e.AnyEvent]:
    """The events that end hand `number`, if its record is over after the last verb."""
    if hand.over:
        keeps = keeps_of(hand)
        pot = keeps.pot if keeps else 0
        shared = list(share_before_the_end(context.state, plan, pot, context.now))
        yield from shared
        winner = _unseen_winner(hand)
        chair = None if winner is None else chairs[winner]
        may = chair if chair is not None and context.state.chairs[chair].guest else None
        yield e.HandEnded(
            at=context.now,
            hand=number,
            stacks=hand.stacks,
            may_show=may,
            bank=hand.bank,
            keeps=keeps.without_pot() if keeps and shared else keeps,
            staged=staged(context, hand),
        )
        yield from records_of(context.state, hand, chairs, context.now)


def staged(context: Context, hand: Hand, verbs: int = 1) -> int:
    """The milliseconds for which the end of a hand is shown stage by stage; 0 without a pause."""
    if not context.state.rules.pause:
        return 0
    return stages.length(stages_of(hand, verbs))


def _unseen_winner(hand: Hand) -> int | None:
    """The only winner's seat, if some of its cards were not shown; else None."""
    winners = hand.winners
    if len(winners) != 1 or not unseen_cards(hand, winners[0]):
        return None
    return winners[0]


def unseen_cards(hand: Hand, seat: int) -> tuple[str, ...]:
    """The cards of a seat's hand that its player sees and the rail does not."""
    if hand.record().tobytes() == hand.record(seat).tobytes():
        return ()
    public, own = hand.view(RAIL).seats[seat].cards, hand.view(seat).seats[seat].cards
    return tuple(
        known.card
        for shown, known in zip(public, own, strict=True)
        if shown.card == _HIDDEN != known.card and not shown.dead
    )


def show(context: Context, chair: int, *, is_shown: bool, **origin: str) -> PendingEvents:
    """The event by which the player who won without showing now shows their cards, or mucks.

    Raises `Refused` if the chair has nothing to show.
    """
    state, playing = context.state, context.state.playing
    if playing is None or state.may_show != chair:
        raise Refused("room.refused_show")
    if is_shown and context.hand is None:
        raise Refused("room.refused_rules")
    cards = unseen_cards(context.hand_in_play, playing.chairs.index(chair)) if is_shown else ()
    shown = e.CardsShown(at=context.now, hand=playing.hand, chair=chair, cards=cards, **origin)
    return PendingEvents([shown])


def show_one(context: Context, number: int, card: str, **origin: str) -> PendingEvents:
    """The event by which a player shows one card after a hand; their others stay hidden.

    Raises `Refused` if the chair was not dealt in, has shown already, or has no such card that
    nobody else has seen.
    """
    state, playing = context.state, context.state.playing
    account = state.chairs[number].account
    if playing is None or not playing.is_over or playing.is_void or number in state.shown:
        raise Refused("room.refused_show")
    if account not in playing.accounts or context.hand is None:
        raise Refused("room.refused_show")
    seat = playing.accounts.index(account)
    if playing.chairs[seat] != number or card not in showable_cards(context.hand, seat):
        raise Refused("room.refused_show")
    shown = e.CardsShown(at=context.now, hand=playing.hand, chair=number, cards=(card,), **origin)
    return PendingEvents([shown])


def showable_cards(hand: Hand, seat: int) -> tuple[str, ...]:
    """The cards that a seat holds, or held when it folded, and that the rail does not see."""
    if bytes(hand.record()) == bytes(hand.record(seat)):
        return ()
    public, own = hand.view(RAIL).seats[seat].cards, hand.view(seat).seats[seat]
    return tuple(
        known.card
        for shown, known in zip(public, own.cards, strict=True)
        if shown.card == _HIDDEN != known.card
        and known.zone == _HELD
        and not (known.dead and own.status == "live")
    )


def void_hand(context: Context, *, again: bool) -> PendingEvents:
    """The events after a failure of the game: its hand is called off.

    Between hands, and if the hand before has failed too (`again`), the table is paused: another
    hand would fail like this one.
    """
    found = [*voided(context, "rules")] if context.state.in_play else []
    if again or not found:
        found.append(e.Paused(at=context.now, is_paused=True))
    return PendingEvents(found)


def voided(context: Context, why: str, **origin: str) -> Iterator[e.AnyEvent]:
    """The events that call off the hand in play; `why` as in `events.HandVoided`."""
    state, playing = context.state, context.state.in_play
    assert playing is not None
    pot = sum(chips for plan, chips in state.pots if plan == playing.game)
    yield from share_before_the_end(state, playing.game, pot, context.now)
    yield e.HandVoided(at=context.now, hand=playing.hand, why=why, **origin)


def replay_action(hand: Hand, event: e.Acted) -> None:
    """Apply a stored action to the record.

    Raises `Refused` if it shows the rail something else than it did then, or what the game raises.
    """
    hand.act(event.action)
    check_checksum(hand, event.checksum)


def check_checksum(hand: Hand, stored: int) -> None:
    """Raise `Refused` if the last verb shows the rail something else than the checksum says."""
    if checksum(hand) != stored:
        raise Refused("room.refused_rules")
