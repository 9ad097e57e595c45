"""The database of a room: schema, migrations, the one writer, and every read and write by name."""
