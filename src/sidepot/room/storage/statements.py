"""The SQL statements that are executed again and again, each built once."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from sidepot.room.storage import schema
from sidepot.room.storage.bulk import bulk_insert, bulk_update
from sidepot.room.storage.dialects import arrival_in, later_of, time_of

GUEST, RECOVERY, INVITATION = "guest", "recovery", "invitation"
"""Kinds of tokens: sessions and recovery links, owned by a guest; invitations, by a table."""
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
    schema.tokens.c.kind == INVITATION,
    schema.tokens.c.owner == sa.bindparam("of_table"),
    schema.tokens.c.maker == sa.bindparam("of_maker"),
)
"""The invitations of a table that a guest has made."""
ADD_SETTING = insert(schema.settings).on_conflict_do_nothing()
SETTING = sa.select(schema.settings.c.value).where(schema.settings.c.name == sa.bindparam("of"))
ADD_SEASON = insert(schema.seasons).on_conflict_do_nothing()
PLAN_SEASON = (
    sa.update(schema.seasons)
    .where(schema.seasons.c.id == sa.bindparam("of"))
    .values(plan=sa.bindparam("as_plan"))
)
PUT_SEASON_EVENING = bulk_insert(schema.season_evenings, replacing=True)
ADD_SEASON_GUEST = insert(schema.season_guests).on_conflict_do_nothing()
DROP_SEASON_EVENING = sa.delete(schema.season_evenings).where(
    schema.season_evenings.c.season == sa.bindparam("of"),
    schema.season_evenings.c.evening == sa.bindparam("of_evening"),
)
DROP_SEASON_GUESTS = sa.delete(schema.season_guests).where(
    schema.season_guests.c.season == sa.bindparam("of")
)
DROP_SEASON = (
    DROP_SEASON_GUESTS,
    sa.delete(schema.season_evenings).where(schema.season_evenings.c.season == sa.bindparam("of")),
    sa.delete(schema.seasons).where(schema.seasons.c.id == sa.bindparam("of")),
)
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
TOKENS = (
    sa.select(schema.tokens)
    .where(
        schema.tokens.c.kind == sa.bindparam("of_kind"), schema.tokens.c.owner == sa.bindparam("of")
    )
    .order_by(schema.tokens.c.created, arrival_in(schema.tokens.c.hash))
)
LOG_BYTES = sa.select(sa.func.coalesce(sa.func.sum(sa.func.length(schema.log.c.event)), 0)).where(
    schema.log.c.table_id == sa.bindparam("of")
)
LINES_BEFORE = sa.delete(schema.chat).where(
    schema.chat.c.table_id == sa.bindparam("of"), schema.chat.c.number <= sa.bindparam("last")
)
ANSWER = sa.select(schema.answers.c.version, schema.answers.c.refusal).where(
    schema.answers.c.table_key == sa.bindparam("table_key"),
    schema.answers.c.command_key == sa.bindparam("command_key"),
)
DROP_ANSWERS = sa.delete(schema.answers).where(
    schema.answers.c.table_key == sa.bindparam("of_key"),
    schema.answers.c.version > sa.bindparam("after"),
)
"""The answers to what came after a version of a table."""
EVENTS_UNTIL = (
    sa.select(schema.log.c.version, schema.log.c.event)
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
    .where(schema.tokens.c.hash == sa.bindparam("of_hash"), schema.tokens.c.kind == GUEST)
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
NEXT_PENDING_HISTORY_HERE = NEXT_PENDING_HISTORY.where(
    ~sa.exists().where(
        schema.tables.c.id == schema.pending_histories.c.table_id,
        schema.tables.c.owner.in_(sa.bindparam("others", expanding=True)),
    )
)
"""The same, but for the tables of other processes."""
_health = insert(schema.health)
PUT_HEALTH = _health.on_conflict_do_update(
    index_elements=["id"], set_={"at": _health.excluded.at, "ballast": _health.excluded.ballast}
)
DROP_HEALTH = sa.delete(schema.health).where(schema.health.c.id == sa.bindparam("of"))

DROP_TABLE = (
    *(
        sa.delete(table).where(table.c.table_id == sa.bindparam("of"))
        for table in schema.metadata.tables.values()
        if "table_id" in table.columns
    ),
    sa.delete(schema.tokens).where(
        schema.tokens.c.kind == INVITATION, schema.tokens.c.owner == sa.bindparam("of")
    ),
    sa.delete(schema.tables).where(schema.tables.c.id == sa.bindparam("of")),
)
"""Delete a table, and everything that belongs to it alone but `DROP_ANSWERS`."""
_last_at = time_of(schema.log.c.event)
IDLE_TABLES = (
    sa.select(schema.tables.c.id, _last_at)
    .join(
        schema.log,
        (schema.log.c.table_id == schema.tables.c.id)
        & (schema.log.c.version == schema.tables.c.version),
    )
    .where(_last_at < sa.bindparam("before"))
    .order_by(_last_at)
)
_is_of_guest = sa.or_(schema.tokens.c.kind == GUEST, schema.tokens.c.kind == RECOVERY)
_is_idle = sa.and_(
    schema.guests.c.created < sa.bindparam("before"),
    ~sa.exists().where(schema.members.c.guest == schema.guests.c.id),
    ~sa.exists().where(
        _is_of_guest,
        schema.tokens.c.owner == schema.guests.c.id,
        later_of(schema.tokens.c.created, sa.func.coalesce(schema.tokens.c.seen, 0))
        >= sa.bindparam("before"),
    ),
)
IDLE_GUESTS = sa.select(schema.guests.c.id).where(_is_idle)
"""Guests who are at no table, and have made no link and used no browser since a time."""
_seen = sa.select(schema.season_guests.c.season)
DROP_GUEST = (
    sa.delete(schema.guests).where(schema.guests.c.id == sa.bindparam("of"), _is_idle),
    sa.delete(schema.tokens).where(
        _is_of_guest,
        schema.tokens.c.owner == sa.bindparam("of"),
        schema.tokens.c.created < sa.bindparam("before"),
        ~sa.exists().where(schema.guests.c.id == schema.tokens.c.owner),
    ),
    sa.delete(schema.season_guests).where(
        schema.season_guests.c.guest == sa.bindparam("of"),
        ~sa.exists().where(schema.guests.c.id == schema.season_guests.c.guest),
    ),
    sa.delete(schema.seasons).where(
        schema.seasons.c.id.not_in(_seen), schema.seasons.c.created < sa.bindparam("before")
    ),
    sa.delete(schema.season_evenings).where(
        schema.season_evenings.c.season.not_in(sa.select(schema.seasons.c.id))
    ),
)
"""Delete a guest, and then their tokens, unless they have come back since they were found idle.

Seasons that nobody can see any more go with them.
"""
