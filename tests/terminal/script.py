"""A plain table whose input is a script and whose output is text."""

import io

from rich.console import Console

import sidepot
from sidepot.engine.game import Game
from sidepot.history import Session
from sidepot.terminal.play import play
from sidepot.terminal.screen import Screen
from sidepot.terminal.seating import Seating, seat_players


def console(width: int = 100, *, terminal: bool = False) -> Console:
    """A console that keeps what is printed."""
    return Console(
        file=io.StringIO(), width=width, force_terminal=terminal, highlight=False, emoji=False
    )


def printed(screen: Screen) -> str:
    """All that was printed."""
    assert isinstance(screen.console.file, io.StringIO)
    return screen.console.file.getvalue()


def evening(
    script: str,
    *,
    game: Game | None = None,
    stacks: int | list[int] = 200,
    players: int | None = 3,
    bots: str = "regular",
    seed: int = 4,
    width: int = 100,
    hands: int | None = None,
    ascii_only: bool = False,
    session: Session | None = None,
) -> tuple[str, Seating]:
    """An evening played by a script: what was printed, and who has what."""
    game = game or sidepot.game("ricochet-2")
    seating = seat_players(game, game.stacks(players, stacks), bots.split(","), "")
    screen = Screen(console=console(width), source=io.StringIO(script), ascii_only=ascii_only)
    play(screen, game, seating, seed=seed, hands=hands, session=session)
    return printed(screen), seating
