"""A server to be checked: `python -m tests.checker.server FOLDER PORT [BROKEN]`.

It serves what `sidepot serve` does, with a wall clock that is as many milliseconds off as the file
`clock` in the folder says, and, if so asked, with a promise that it breaks.
"""

import sys
from pathlib import Path

from sidepot import bots, games
from sidepot.room.service import Room
from sidepot.room.table.clock import SystemClock
from sidepot.room.web import logs
from sidepot.room.web.limits import Limits, Rate
from sidepot.room.web.serving import Plan, Serving
from sidepot.warm import warm
from tests.checker import broken

REREAD = 100
"""Milliseconds after which the clock's file is read again."""
GAMES = ("ricochet", "ricochet-2")


class SettableClock(SystemClock):
    """The system's clocks, of which the one on the wall can be set by a file."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._read_at = -REREAD
        self._off = 0

    def now(self) -> int:
        if self.elapsed() - self._read_at >= REREAD:
            self._read_at = self.elapsed()
            self._off = int(self._file.read_text()) if self._file.exists() else 0
        return super().now() + self._off


def main(folder: Path, port: int, promise: str | None) -> None:
    """Serve until SIGTERM."""
    logs.to_stderr()
    if promise:
        broken.BROKEN[promise].breaks()
    for name in GAMES:
        game = games.find(name)
        warm(game, [bots.find(game, "random")])
    database = f"sqlite:///{folder / 'room.sqlite3'}"
    room = Room.open(database, clock=SettableClock(folder / "clock"))
    limits = Limits(requests=Rate(10_000, 1000), guests=Rate(1000, 100), sockets=1000)
    serving = Serving(Plan(port, database, limits=limits), room)
    serving.run(lambda: print("open at", serving.local, flush=True))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3] if len(sys.argv) > 3 else None)
