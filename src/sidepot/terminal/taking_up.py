"""Takes up an evening with real cards that is not over, or puts it aside."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from sidepot import __version__
from sidepot.engine.game import Game
from sidepot.errors import NotSaved, SidepotError
from sidepot.kernel.fingerprint import joint_fingerprint
from sidepot.real import RealHand
from sidepot.terminal.evening_file import Chair, Evening, EveningFile
from sidepot.terminal.screen import Screen
from sidepot.terminal.seating import Player, Seating
from sidepot.words import Message, say

LEAVING = ("q", "quit", "exit")
"""The words by which one leaves."""


class Left(Exception):
    """A word for leaving was typed, or the input ended."""


@dataclass(frozen=True, slots=True)
class TakenUp:
    """An evening as it goes on; `hand` is None between two hands."""

    game: Game
    seating: Seating
    evening: Evening
    hand: RealHand | None = None
    lost: Message | None = None
    """The first entry that is not possible any more."""


def made_by(game: Game) -> str:
    """The rules and the program by which a hand is played, to see whether they are the same."""
    return f"{__version__} {joint_fingerprint(game.verbs)}"


@contextmanager
def opened(screen: Screen, game: str, *, fresh: bool) -> Iterator[EveningFile | None]:
    """The file for an evening of a game, open; None, after a sentence, if it cannot be kept.

    `fresh`: put the evening aside that is in it.
    """
    file = EveningFile.of(game)
    try:
        yield file if _is_ready(screen, file, fresh=fresh) else None
    finally:
        file.close()


def _is_ready(screen: Screen, file: EveningFile, *, fresh: bool) -> bool:
    """Open a file; False, after a sentence, if an evening cannot be kept in it."""
    try:
        if not file.open():
            screen.say(Message("real.kept_elsewhere"))
            return False
        if fresh:
            _put_aside(screen, file)
    except NotSaved as error:
        screen.say(error.message)
        return False
    return True


def offered(screen: Screen, file: EveningFile, game: Game) -> TakenUp | None:
    """The evening in a file, if people want to go on with it; else it is put aside.

    Raises `BadEntry` for one that cannot go on, `Left`, `NotSaved`.
    """
    evening = file.read()
    if evening is None:
        return None
    found = _taken_up(file, evening, game)
    screen.say(_offer(found))
    while True:
        answer = screen.ask(say("real.take_up"))
        if answer is None or answer.lower() in LEAVING:
            screen.line("")
            screen.say(Message("real.kept"))
            raise Left
        if answer.lower() == "n":
            _put_aside(screen, file)
            return None
        if not answer:
            return found


def _offer(found: TakenUp) -> Message:
    """The sentence that says which evening is not over."""
    values = {
        "title": found.game.said_title,
        "names": list(found.seating.names),
        "n": found.evening.played + 1,
        "when": found.evening.told_at,
    }
    if found.hand:
        return Message("real.unfinished_in", values)
    return Message("real.unfinished_before", values)


def _put_aside(screen: Screen, file: EveningFile) -> None:
    if aside := file.put_aside():
        screen.say(Message("real.aside", {"file": str(aside)}))


def _taken_up(file: EveningFile, evening: Evening, game: Game) -> TakenUp:
    """An evening played again by its entries. Raises `BadEntry`."""
    if reason := _fault(evening, game):
        raise file.damaged(reason.text)
    try:
        return _played_again(evening, game)
    except SidepotError as error:
        raise file.damaged(str(error)) from error


def _fault(evening: Evening, game: Game) -> Message | None:
    """The reason for which an evening cannot be of a game, or its hand not of the evening."""
    if unknown := sorted(evening.options.keys() - game.declared.keys()):
        return Message("real.kept_options", {"names": unknown, "game": game.name})
    if evening.hand is None or not evening.chairs:
        return None
    if _seated(_seating(evening)) != (evening.hand.names, evening.hand.stacks):
        return Message("real.kept_others", {"names": list(evening.hand.names)})
    return None


def _played_again(evening: Evening, game: Game) -> TakenUp:
    """The same. Raises what the game and its hand raise."""
    game = game.with_options(**evening.options)
    game.stacks(len(evening.chairs))
    seating, log = _seating(evening), evening.hand
    if log is None:
        return TakenUp(game, seating, evening)
    return TakenUp(game, seating, evening, *RealHand.replayed(log, game))


def _seating(evening: Evening) -> Seating:
    """The players as they sit in the hand."""
    seating = Seating([*map(_player, evening.chairs)])
    for _ in range(evening.first % len(evening.chairs)):
        seating.pass_deal()
    return seating


def _seated(seating: Seating) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The names and the stacks in the order of the seats of the next hand."""
    order = seating.order
    return tuple(player.name for player in order), tuple(player.stack for player in order)


def _player(chair: Chair) -> Player:
    player = Player(chair.name, chair.stack, keeps=dict(chair.keeps))
    player.first_stack, player.bought = chair.first_stack, chair.bought
    return player
