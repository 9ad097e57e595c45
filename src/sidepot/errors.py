"""Every error that Sidepot raises on purpose, as one tree."""

from sidepot.words import Message


class SidepotError(Exception):
    """A message from the catalogue: the value that is wrong, what is legal, the way out."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key, values)
        self.message = Message(key, values)

    def __str__(self) -> str:
        return self.message.text


class UserError(SidepotError):
    """What someone asked for cannot be done as asked. Faces print it and end with status 2."""


class BadCards(UserError):
    """Text or numbers that are no cards, or cards that cannot be together."""


class UnknownGame(UserError):
    """No game has that name."""


class BadName(UserError):
    """A name under which no new game can be written."""


class BadGameFile(UserError):
    """A file that holds no game, or cannot be run."""


class UnknownBot(UserError):
    """No bot has that name."""


class BadOption(UserError):
    """An option that the game does not have, or a value it does not take."""


class NoOdds(UserError):
    """A game whose positions cannot be looked into."""


class NotSolved(UserError):
    """A game that is not solved."""


class BadPosition(UserError):
    """A position that the rules do not bring about, or that nobody is to act in."""


class BadSetup(UserError):
    """Players, stacks or a deck with which the game cannot be dealt."""


class BadHistory(UserError):
    """A file, or a hand in one, that is no hand history or does not follow from the rules."""


class NotSaved(UserError):
    """A file that cannot be written; what was in it before is still there."""


class BadSeat(UserError, IndexError):
    """A seat that the table does not have."""


class IllegalAction(UserError):
    """Text that is no action, an action that is not legal now, or any action after the end."""


class RoomError(UserError):
    """What the card room cannot do for somebody."""


class NoTable(RoomError):
    """There is no such table."""


class NotAdmitted(RoomError):
    """A table, or something of it, that is not for this guest."""


class Refused(RoomError):
    """Something that is not possible at this table now."""


class CannotWrite(RoomError):
    """The room's database takes nothing at the moment; what is stored is safe."""


class BadDatabase(RoomError):
    """A database that cannot be used: it cannot be opened, or a newer version has made it."""


class BadAddress(UserError):
    """An address, a port or a link that cannot be used."""


class RateLimited(UserError):
    """More than one guest or one address may ask for."""


class Unauthorized(UserError):
    """Nobody whom the room knows: no cookie, or a token that is none."""


class BadMessage(UserError):
    """A request or a message that has not the form of the protocol."""


class BadStrategy(UserError):
    """A bot's file that cannot be run, or has no `act`."""


class BadCommand(UserError):
    """Something typed at a table of the room that is not understood."""


class Unreachable(UserError):
    """A room that does not answer."""


class RemoteRefusal(UserError):
    """Something that a room somewhere has refused."""


class RemoteUnauthorized(RemoteRefusal):
    """A room somewhere does not know who one is."""


class MissingExtra(UserError):
    """A command whose libraries are not installed."""


class EngineError(SidepotError):
    """A game broke a promise that it makes to the engine: its author's fault, not a player's."""


class LawBroken(EngineError):
    """The conformance suite found a game that breaks a law."""


class BotBroken(SidepotError):
    """The suite found a bot that would forfeit a hand: its author's fault, not a player's."""
