"""`sidepot` with a room that counts nothing of what a connection sends: the floods must catch it.

Run as `python -m tests.room.web.unprotected serve ...`.
"""

import sys
from unittest import mock

from sidepot.cli import main
from sidepot.room.web import intake, socket_protocol
from sidepot.room.web.limits import Allowance


def spend(self: Allowance, events: int, size: int) -> float:
    return 0.0


def on_write_blocked(self: intake.Intake) -> None:
    """Read on while nothing is taken."""


if __name__ == "__main__":
    with (
        mock.patch.object(Allowance, "spend", spend),
        mock.patch.object(intake.Intake, "_on_write_blocked", on_write_blocked),
        mock.patch.object(intake, "PIECE", 1 << 20),
        mock.patch.object(socket_protocol, "MOST_FRAGMENTS", 1 << 40),
    ):
        sys.exit(main(sys.argv[1:]))
