"""The SQL statements that are executed again and again, each built once."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.dialects.sqlite import insert

from sidepot.room.storage import schema
from sidepot.room.storage.bulk import bulk_insert, bulk_update

ADD_EVENT = bulk_insert(schema.log)
ADD_ANSWER = bulk_insert(schema.answers)
ADD_SECRET = bulk_insert(schema.secrets)
PUT_SEALED_DECKS = bulk_insert(schema.sealed_decks, replacing=True)
PUT_SNAPSHOT = bulk_insert(schema.snapshots, replacing=True)
PUT_HISTORY = bulk_insert(schema.histories, replacing=True)
PUT_HAND = bulk_insert(schema.hands, replacing=True)
ADD_PENDING_HISTORY = bulk_insert(schema.pending_histories)
SET_TABLE = bulk_update(
    schema.tables, "id", ("version", "deadline", "is_public", "is_ended", "line")
)
SET_DEADLINE = bulk_update(schema.tables, "id", ("version", "deadline"))
ADD_TABLE = schema.tables.insert()
ADD_GUEST = schema.guests.insert()
ADD_TOKEN = schema.tokens.insert()
ADD_CHAT = schema.chat.insert()
ADD_MEMBER = insert(schema.members).on_conflict_do_nothing()
SET_NAME = (
    sa.update(schema.guests)
    .where(schema.guests.c.id == sa.bindparam("guest"))
    .values(name=sa.bindparam("new_name"))
)
DROP_MEMBER = sa.delete(schema.members).where(
    schema.members.c.guest == sa.bindparam("of_guest"),
    schema.members.c.table_id == sa.bindparam("of_table"),
)
DROP_INVITATIONS = sa.delete(schema.tokens).where(
    schema.tokens.c.kind == "invitation",
    schema.tokens.c.owner == sa.bindparam("of_table"),
    sa.or_(schema.tokens.c.maker == sa.bindparam("of_maker"), schema.tokens.c.maker.is_(None)),
)
"""The invitations of a table that a guest has made, or of which nobody knows who has."""
DROP_TOKEN = sa.delete(schema.tokens).where(schema.tokens.c.hash == sa.bindparam("of_hash"))
SET_SEEN = (
    sa.update(schema.tokens)
    .where(schema.tokens.c.hash == sa.bindparam("of_hash"))
    .values(seen=sa.bindparam("now_seen"), about=sa.bindparam("now_about"))
)
DROP_TOKENS = sa.delete(schema.tokens).where(
    schema.tokens.c.kind == sa.bindparam("of_kind"), schema.tokens.c.owner == sa.bindparam("of")
)
DROP_PENDING_HISTORY = sa.delete(schema.pending_histories).where(
    schema.pending_histories.c.table_id == sa.bindparam("of"),
    schema.pending_histories.c.hand == sa.bindparam("of_hand"),
    schema.pending_histories.c.id <= sa.bindparam("last"),
)
SECRET = sa.select(schema.secrets.c.deck).where(
    schema.secrets.c.table_id == sa.bindparam("of"),
    schema.secrets.c.hand == sa.bindparam("of_hand"),
)
SEALED_DECKS = sa.select(schema.sealed_decks.c.decks).where(
    schema.sealed_decks.c.table_id == sa.bindparam("of"),
    schema.sealed_decks.c.hand == sa.bindparam("of_hand"),
)
ANSWER = sa.select(schema.answers.c.version, schema.answers.c.refusal).where(
    schema.answers.c.table_key == sa.bindparam("table_key"),
    schema.answers.c.command_key == sa.bindparam("command_key"),
)
EVENTS_UNTIL = (
    sa.select(schema.log.c.event)
    .where(schema.log.c.table_id == sa.bindparam("of"))
    .where(schema.log.c.version <= sa.bindparam("until"))
    .order_by(schema.log.c.version)
)
EVENTS_BACKWARD = (
    sa.select(schema.log.c.event)
    .where(schema.log.c.table_id == sa.bindparam("of"))
    .where(schema.log.c.version <= sa.bindparam("until"))
    .order_by(schema.log.c.version.desc())
)
SESSION = (
    sa.select(schema.tokens, schema.guests.c.name)
    .join(schema.guests, schema.guests.c.id == schema.tokens.c.owner)
    .where(schema.tokens.c.hash == sa.bindparam("of_hash"), schema.tokens.c.kind == "guest")
)
_newer = schema.pending_histories.alias().c
NEXT_PENDING_HISTORY = (
    sa.select(schema.pending_histories)
    .where(schema.pending_histories.c.id > sa.bindparam("after"))
    .where(
        ~sa.exists().where(
            _newer.table_id == schema.pending_histories.c.table_id,
            _newer.hand == schema.pending_histories.c.hand,
            _newer.id > schema.pending_histories.c.id,
        )
    )
    .order_by(schema.pending_histories.c.id)
    .limit(1)
)
PROBE = sa.update(schema.tables).where(sa.false()).values(version=schema.tables.c.version)
"""Changes nothing, but takes the lock of a writer."""
