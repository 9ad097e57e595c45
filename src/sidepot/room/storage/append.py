"""An append as rows of the database: the entries, and all that must be stored with them."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from sidepot.engine.hand import Hand
from sidepot.protocol.resources import HandLine, TableLine
from sidepot.room.storage import store
from sidepot.room.storage.writer import Write
from sidepot.room.table import events as e
from sidepot.room.table import state
from sidepot.room.table.apply import fold
from sidepot.room.table.context import Draft, Scene, Table
from sidepot.room.table.deadlines import due
from sidepot.room.table.rules import seen
from sidepot.room.table.state import Playing, TableState
from sidepot.room.views.table_view import phase

FAR = 100
"""Entries behind a snapshot after which a deal stores the next: a restart folds little more."""


def folded(id: str, table: Table, scene: Scene, draft: Draft) -> Write:
    """What an append stores; the state of the table, which is the scene's, becomes the next one."""
    write, version = Write(), table.state.version
    _add_entries(write, id, version, draft.entries)
    if draft.secret and version - table.snapshot >= FAR:
        before, table.snapshot = state.encode(table.state), version
        write.add(store.PUT_SNAPSHOT, table_id=id, version=version, state=before)
    after = fold(table.state, draft.entries)
    if draft.secret:
        deck = msgspec.json.encode(draft.secret)
        write.add(store.ADD_SECRET, table_id=id, hand=after.hands, deck=deck)
    hand = draft.hand or scene.hand
    for number, entry in enumerate(draft.entries, version + 1):
        if isinstance(entry, (e.HandEnded, e.HandVoided)):
            _add_hand(write, id, after, hand, entry.at)
        if isinstance(entry, (e.HandEnded, e.HandVoided, e.CardsShown)):
            _add_unwritten(write, id, after, number, entry.at)
    _set_table(write, id, scene, draft, after)
    return write


def created(table: str, entries: Sequence[e.AnyEntry]) -> Write:
    """What the first append stores."""
    write, after = Write(), fold(None, entries)
    _add_entries(write, table, 0, entries)
    write.add(
        store.ADD_TABLE,
        id=table,
        version=after.version,
        deadline=None,
        is_public=after.rules.public,
        is_ended=False,
        line=msgspec.json.encode(line(table, after, 0)),
    )
    return write


def _add_entries(write: Write, table: str, version: int, entries: Sequence[e.AnyEntry]) -> None:
    for number, entry in enumerate(entries, version + 1):
        write.add(store.ADD_ENTRY, table_id=table, version=number, entry=e.encode(entry))
        if isinstance(entry, e.Joined):
            write.add(store.ADD_MEMBER, guest=entry.guest, table_id=table)


def _set_table(write: Write, table: str, scene: Scene, draft: Draft, after: TableState) -> None:
    """The table's row: its version, and when it must be looked at; its line where that changes."""
    hand = draft.hand or scene.hand
    found = due(Scene(after, hand, scene.now, scene.chance, is_watched=True))
    row = {"id": table, "version": after.version, "deadline": found and found.at}
    if all(isinstance(entry, e.Acted) for entry in draft.entries):
        write.add(store.SET_DEADLINE, **row)
        return
    raw = msgspec.json.encode(line(table, after, len(scene.here)))
    write.add(store.SET_TABLE, **row, is_ended=after.is_ended, line=raw)


def line(table: str, after: TableState, people: int) -> TableLine:
    """The table in a list."""
    return TableLine(
        table=table,
        name=after.name,
        games=[seen(plan) for plan in after.rules.games],
        chairs=after.rules.chairs,
        taken=len(after.chairs),
        people=people,
        phase=phase(after),
        least=after.rules.least,
        most=after.rules.most,
    )


def _add_hand(write: Write, table: str, after: TableState, hand: Hand | None, at: int) -> None:
    """The line of a hand that is over."""
    playing = after.playing
    assert playing is not None
    raw = msgspec.json.encode(_hand_line(after, playing, hand, at))
    write.add(store.PUT_HAND, table_id=table, hand=playing.hand, line=raw)


def _add_unwritten(write: Write, table: str, after: TableState, version: int, at: int) -> None:
    """That the history of a hand, up to a version, is to be written."""
    playing = after.playing
    assert playing is not None
    guests = msgspec.json.encode([after.accounts[party].guest for party in playing.parties])
    row = {"hand": playing.hand, "version": version, "at": at, "guests": guests}
    write.add(store.ADD_UNWRITTEN, table_id=table, **row)


def _hand_line(after: TableState, playing: Playing, hand: Hand | None, at: int) -> HandLine:
    nets = [0] * len(playing.chairs) if hand is None or playing.is_void else list(hand.payoffs)
    return HandLine(
        hand=playing.hand,
        at=at,
        game=playing.game.name,
        names=[after.accounts[party].name for party in playing.parties],
        nets=nets,
        is_void=playing.is_void,
    )
