"""A hand at the table: actions become entries, and entries the record again."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence

from sidepot.errors import Refused
from sidepot.games.action import Action
from sidepot.games.hand import RAIL, Hand
from sidepot.room import entries as e
from sidepot.room.messages import GamePlan
from sidepot.room.scene import Draft, Scene, Secret
from sidepot.room.settings import game_of

MOST_LATE = 2
"""Turns in a row that the clock ends; then one sits out."""
HIDDEN = "??"


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


def act(scene: Scene, number: int, action: Action | str, how: str, **who: str) -> Draft:
    """A chair acts. Raises `IllegalAction`; the scene stays as it is."""
    playing = scene.state.in_play
    assert playing is not None
    hand = scene.live.copy()
    decision = hand.decision
    hand.act(action)
    acted = e.Acted(
        at=scene.now,
        hand=playing.hand,
        decision=decision,
        chair=number,
        action=str(hand.actions[-1][1]),
        how=how,
        turn=None if hand.actor is None else playing.chairs[hand.actor],
        told=checksum(hand),
        **who,
    )
    late = how == "clock" and scene.state.chairs[number].late + 1 >= MOST_LATE
    out = [e.SatOut(at=scene.now, chair=number, why="clock")] if late else []
    return Draft([acted, *out, *after_verb(scene, hand, playing.hand, playing.chairs)], hand)


def after_verb(
    scene: Scene, hand: Hand, number: int, chairs: Sequence[int]
) -> Iterator[e.AnyEntry]:
    """The end of the hand, if this was it."""
    if hand.over:
        winner = unseen_winner(hand)
        chair = None if winner is None else chairs[winner]
        may = chair if chair is not None and scene.state.chairs[chair].guest else None
        yield e.HandEnded(
            at=scene.now, hand=number, stacks=hand.stacks, may_show=may, bank=hand.bank
        )


def unseen_winner(hand: Hand) -> int | None:
    """The seat that alone has won, with cards that not everybody saw."""
    winners = hand.winners
    if len(winners) != 1 or not unseen_cards(hand, winners[0]):
        return None
    return winners[0]


def unseen_cards(hand: Hand, seat: int) -> tuple[str, ...]:
    """The cards of a seat's hand that it sees itself, and the rail does not."""
    if bytes(hand.peek().raw) == bytes(hand.peek(seat).raw):
        return ()
    public, own = hand.table().seats[seat].cards, hand.table(seat).seats[seat].cards
    return tuple(
        mine.card
        for seen, mine in zip(public, own, strict=True)
        if seen.card == HIDDEN != mine.card and not seen.dead
    )


def show(scene: Scene, chair: int, *, is_shown: bool, **who: str) -> Draft:
    """Who has won unseen shows, or does not."""
    state, playing = scene.state, scene.state.playing
    if playing is None or state.may_show != chair:
        raise Refused("room.refused_show")
    if is_shown and scene.hand is None:
        raise Refused("room.refused_rules")
    cards = unseen_cards(scene.live, playing.chairs.index(chair)) if is_shown else ()
    shown = e.CardsShown(at=scene.now, hand=playing.hand, chair=chair, cards=cards, **who)
    return Draft([shown])


def follow(hand: Hand, entry: e.Acted) -> None:
    """Do again what an entry says. Raises `Refused` where it was told otherwise then."""
    hand.act(entry.action)
    check(hand, entry.told)


def check(hand: Hand, told: int) -> None:
    """Raise `Refused` where the last verb tells the rail something else than it was told."""
    if checksum(hand) != told:
        raise Refused("room.refused_rules")
