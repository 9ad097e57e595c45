"""The tables in memory, and everything about them that runs.

`table.LiveTable` carries commands out one at a time: it decides, commits, and only then shows the
result to its `subscribers`, each of which reads its own `subscription`. `scheduler` wakes tables
when something is due, `bots` and `coach` think on threads, `chat` is a stream of its own, and
`archiver` writes the histories of ended hands. `services` is what all tables of a room share.
"""
