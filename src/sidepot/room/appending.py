"""An append as rows of the database: the entries, and all that must be stored with them."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from sidepot.games.hand import RAIL, Hand
from sidepot.room import entries as e
from sidepot.room import histories, state, store
from sidepot.room.answers import HandLine, TableLine
from sidepot.room.clockwork import due
from sidepot.room.fold import fold
from sidepot.room.scene import Draft, Scene
from sidepot.room.settings import seen
from sidepot.room.showing import phase
from sidepot.room.state import Playing, TableState
from sidepot.room.writer import Write

THE_RAIL = ""
"""Whose history is that of the rail."""


def folded(table: str, scene: Scene, draft: Draft) -> Write:
    """What an append stores; the state of the scene becomes the one that follows."""
    write = Write()
    _add_entries(write, table, scene.state.version, draft.entries)
    if draft.secret:
        version, before = scene.state.version, state.encode(scene.state)
        write.add(store.PUT_SNAPSHOT, table_id=table, version=version, state=before)
    after = fold(scene.state, draft.entries)
    if draft.secret:
        deck = msgspec.json.encode(draft.secret)
        write.add(store.ADD_SECRET, table_id=table, hand=after.hands, deck=deck)
    hand = draft.hand or scene.hand
    for entry in draft.entries:
        if isinstance(entry, (e.HandEnded, e.HandVoided, e.CardsShown)):
            _add_hand(write, table, after, hand, entry.at)
    _set_table(write, table, scene, draft, after)
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
    """A hand that is over: its line, and its history as everybody in it and the rail know it."""
    playing = after.playing
    assert playing is not None
    raw = msgspec.json.encode(_hand_line(after, playing, hand, at))
    write.add(store.PUT_HAND, table_id=table, hand=playing.hand, line=raw)
    if hand is None:
        return
    shown = {playing.chairs.index(chair): cards for chair, cards in after.shown.items()}
    viewers = {after.accounts[party].guest: seat for seat, party in enumerate(playing.parties)}
    texts = histories.texts(hand, shown)
    for guest, seat in {**viewers, None: RAIL}.items():
        text, viewer = texts[seat], guest or THE_RAIL
        write.add(store.PUT_HISTORY, table_id=table, hand=playing.hand, viewer=viewer, text=text)


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
