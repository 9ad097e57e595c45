"""Every error that Sidepot raises on purpose, as one tree of classes."""

import math
import reprlib
from numbers import Real
from typing import Any

from sidepot.words import Message

_MOST = 1000
"""The most characters of a value: it may be all that a stranger has sent."""
_BITS = 128
"""The most bits of a number that is told in full."""


class SidepotError(Exception):
    """An error with a message of the catalogue: the wrong value, what is legal, the way out."""

    def __init__(self, key: str, **values: object) -> None:
        told = {name: printable(value) for name, value in values.items()}
        super().__init__(key, told)
        self.message = Message(key, told)

    def __str__(self) -> str:
        return self.message.text

    def __reduce__(self) -> tuple[Any, ...]:
        return _from_message, (type(self), self.message.key, dict(self.message.values))


def _from_message(kind: type[SidepotError], key: str, values: dict[str, object]) -> SidepotError:
    """The error of a message: unpickles an error of another process."""
    return kind(key, **values)


def printable(value: object) -> object:
    """A value as it can be shown: cut off, without control characters that a terminal obeys."""
    if isinstance(value, str) and not (len(value) <= _MOST and value.isprintable()):
        shown = "".join(c if c.isprintable() or c in "\n\t" else "\ufffd" for c in value[:_MOST])
        return shown if len(value) <= _MOST else shown + "..."
    if isinstance(value, int) and value.bit_length() > _BITS:
        return printable(hex(value))
    if isinstance(value, BaseException):  # its text may quote what it could not read
        return printable(str(value))
    if isinstance(value, (list, tuple)):
        return [*map(printable, value)]
    if isinstance(value, Message):
        return Message(value.key, {name: printable(one) for name, one in value.values.items()})
    return value


class UserError(SidepotError):
    """A request that cannot be carried out as asked; the command line exits with status 2."""


class BadArgument(UserError, TypeError):
    """An argument of a type that a call does not take."""


def expect(value: object, kinds: type | tuple[type, ...], key: str) -> None:
    """Raise `BadArgument`, with the message of the key, for a value of other types."""
    if not isinstance(value, kinds):
        raise BadArgument(key, value=reprlib.repr(value))


def expect_number(value: object, name: str, lowest: float, highest: float = math.inf) -> None:
    """Raise `BadArgument` for a value that is no number within bounds."""
    is_number = isinstance(value, Real) and not isinstance(value, bool)
    if is_number and lowest <= value <= highest:  # type: ignore[operator]
        return
    told = reprlib.repr(value)
    if highest == math.inf:
        raise BadArgument("argument.number", name=name, value=told, lowest=lowest)
    raise BadArgument("argument.share", name=name, value=told, lowest=lowest, highest=highest)


class BadCards(UserError):
    """Text or numbers that are not cards, or cards that cannot occur together."""


class UnknownGame(UserError):
    """A name that no game has."""


class BadName(UserError):
    """A name, or a template, by which a new game cannot be written."""


class BadGameFile(UserError):
    """A file that does not define exactly one game, or cannot be run."""


class UnknownBot(UserError):
    """A name that no bot of the game has."""


class BadOption(UserError):
    """An option that the game does not have, or a value it does not take."""


class NoOdds(UserError):
    """A game for whose positions no odds can be worked out."""


class NotSolved(UserError):
    """A game that is not solved."""


class BadPosition(UserError):
    """A position that the rules cannot reach, or in which nobody is to act."""


class BadRange(UserError):
    """Text that is no range of hands, or ranges of which no hands can be dealt together."""


class BadSetup(UserError):
    """Players, stacks, a seed or a deck with which the game cannot be dealt."""


class BadHistory(UserError):
    """A file, or a hand in it, that is not a hand history or breaks the rules of its game."""


class BadTable(UserError):
    """A table of hands that does not exist, or a file of tables that cannot be made."""


class NotSaved(UserError):
    """A file that cannot be written; its former content is unchanged."""


class BadSeat(UserError, IndexError):
    """A seat that the table does not have."""


class IllegalAction(UserError):
    """Text that is not an action, an action that is not legal now, or one after the hand's end."""


class BadEntry(UserError):
    """An entry that cannot be at that point of a hand with real cards, or an invalid log."""


class RoomError(UserError):
    """A request that the card room refuses."""


class NoTable(RoomError):
    """A table that does not exist."""


class NotAdmitted(RoomError):
    """A table, or a part of it, that this guest may not use."""


class Refused(RoomError):
    """A command that is not possible at this table now."""


class CannotWrite(RoomError):
    """The room's database cannot be written at the moment; stored data is safe."""


class DatabaseDamaged(CannotWrite):
    """The room's database has damaged pages."""


class BadDatabase(RoomError):
    """A database that cannot be opened, or was made by another version of Sidepot."""


class DatabaseInUse(BadDatabase):
    """A database in use by another process, whose room is served at `address` ("": not served)."""

    @property
    def address(self) -> str:
        """The address at which the database's room is served, or ""."""
        return str(self.message.values["address"])


class BadAddress(UserError):
    """An address, a port or a link that cannot be used."""


class RateLimited(UserError):
    """More requests than one guest or one IP address may make."""


class Unauthorized(UserError):
    """A request without the cookie or token of a known guest."""


class BadMessage(UserError):
    """A request or a message that does not follow the protocol."""


class BadRecord(UserError):
    """A recording of bulk play that cannot be read, or that belongs to another run."""


class OtherRules(UserError):
    """A worker whose rules differ from those of the work sent to it."""


class PoolFailed(UserError):
    """A worker pool that keeps losing its work, or cannot be reached."""


class BadStrategy(UserError):
    """A bot's file that cannot be run, or has no function `act`."""


class BadLearned(UserError):
    """A file with a learned strategy that cannot be read, or does not fit the game."""


class BadCommand(UserError):
    """A command typed at a table of a room that is not understood."""


class Unreachable(UserError):
    """A room that does not answer."""


class RemoteRefusal(UserError):
    """A request that the room at the other end has refused."""


class RemoteUnauthorized(RemoteRefusal):
    """A request refused because the room at the other end does not know the guest."""


class NotWell(SidepotError):
    """A check of this installation that has found something wrong."""


class MissingExtra(UserError):
    """A command that needs libraries that are not installed, or not in these versions."""


class EngineError(SidepotError):
    """A game that breaks its contract with the engine: the author's fault, not a player's."""


class LawBroken(EngineError):
    """A game that breaks a law of the conformance suite."""

    failure: Any = None
    """The hand with which it does, to be replayed (`testing.failure`), if that is known."""


class BotBroken(SidepotError):
    """A bot that would forfeit a hand: the author's fault, not a player's."""
