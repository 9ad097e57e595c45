"""Summaries for lists: one line for a table, one line for a hand that has ended.

They are stored in English, whoever acted last; `translated_table`, `translated_hand` and
`translated_evening` are for readers.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from sidepot import hands
from sidepot.cards import parse
from sidepot.engine.game import Hand
from sidepot.engine.play import RAIL
from sidepot.room.protocol.resources import HandLine, SeasonEvening, ShownHand, TableLine
from sidepot.room.protocol.table_rules import GamePlan
from sidepot.room.table.phase import phase
from sidepot.room.table.records import feats_of
from sidepot.room.table.rules import game_view, table_name
from sidepot.room.table.state import TableState
from sidepot.words import DEFAULT, Message, speaking

_MOST_CARDS = 5
"""Cards of a hand that `sidepot.hands` ranks."""


def table_line(table: str, state: TableState, people: int) -> TableLine:
    """The summary of a table; `people` is the number of connected guests."""
    with speaking(DEFAULT):
        games = [game_view(plan) for plan in state.rules.games]
    return TableLine(
        table=table,
        name=state.name,
        games=games,
        chairs=state.rules.chairs,
        taken=len(state.chairs),
        people=people,
        phase=phase(state),
        least=state.rules.least,
        most=state.rules.most,
    )


def hand_line(state: TableState, hand: Hand | None, at: int) -> HandLine:
    """The summary of the hand that has just ended; nets in chips, `at` in ms since 1970."""
    playing = state.playing
    assert playing is not None
    ended = None if hand is None or playing.is_void else hand
    with speaking(DEFAULT):
        title = game_view(playing.game).title
    return HandLine(
        hand=playing.hand,
        at=at,
        game=playing.game.name,
        names=[state.accounts[account].name for account in playing.accounts],
        nets=list(ended.payoffs) if ended else [0] * len(playing.chairs),
        is_void=playing.is_void,
        guests=[state.accounts[account].guest for account in playing.accounts],
        pot=sum(ended.won) if ended else 0,
        actions=len(ended.actions) if ended else 0,
        feats=feats_of(ended) if ended else [],
        title=title,
        shown=_shown(ended) if ended else None,
    )


def translated_table(line: TableLine) -> TableLine:
    """A stored line of a table, with its games as the reader's language calls them."""
    plans = [GamePlan(name=game.name, options=game.options) for game in line.games]
    games = [game_view(plan) for plan in plans]
    return replace(line, name=table_name(line.name, plans), games=games)


def translated_evening(one: SeasonEvening) -> SeasonEvening:
    """A stored evening of a season; without a name, called in the reader's language."""
    return replace(one, name=table_name(one.name, [GamePlan(name=one.game)]))


def translated_hand(line: HandLine) -> HandLine:
    """A stored line of a hand, with the title that its game has in the reader's language.

    A game that is not there any more keeps the title that it had.
    """
    title = game_view(GamePlan(name=line.game)).title
    return replace(line, title=line.title if title == line.game else title)


def _shown(hand: Hand) -> ShownHand | None:
    """The hand of whoever has won the most, as the rail saw it; None where it was not shown."""
    view = hand.view(RAIL)
    best = max(view.result[: len(hand.payoffs)], key=lambda one: one.net, default=None)
    seat = view.seats[best.seat] if best and best.won else None
    cards = (seat.best or seat.counting) if seat else ()
    if best is None or seat is None or seat.hand is None or seat.is_unseen or not cards:
        return None
    return ShownHand(best.seat, list(cards), seat.hand, _strength(seat.hand, cards))


def _strength(hand: Message, cards: Sequence[str]) -> int:
    """The strength of a hand that `sidepot.hands` names as its game does; else 0."""
    codes = parse("".join(cards))
    if len(codes) > _MOST_CARDS or hands.name(codes) != hand:
        return 0
    return int(hands.rank([[code] for code in codes])[0])
