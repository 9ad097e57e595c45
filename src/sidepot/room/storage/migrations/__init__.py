"""The migrations of the database, from its first schema to the present one."""
