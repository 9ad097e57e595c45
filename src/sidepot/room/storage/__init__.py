"""The database of a room, and the only place that knows SQL.

`store` has a method for every read and write. Below it, `append` makes the rows of one commit to a
table's log, `writer` commits what has gathered on its own thread, `reading` loads a table or a hand
from the log, `statements` and `bulk` hold the SQL, `schema` the tables of the database, and
`database` opens it and runs the `migrations`.
"""
