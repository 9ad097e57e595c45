"""Every reader of what strangers send or hand over, each with texts that it takes."""

from __future__ import annotations

import io
import tempfile
import zipfile
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np

from sidepot import games
from sidepot.bots.trained import files
from sidepot.decoding import JsonReader
from sidepot.engine.action import Action
from sidepot.engine.play import RAIL
from sidepot.errors import UserError
from sidepot.history import History
from sidepot.history.imports import read_foreign
from sidepot.history.stepping import steps
from sidepot.lab.chunks import Cut
from sidepot.lab.envs import agents
from sidepot.lab.learn import checkpoints
from sidepot.lab.recording import Recording
from sidepot.room.client.fairness import DealChecker
from sidepot.room.protocol import messages as m
from sidepot.room.table import events, state
from sidepot.room.table.emoji import signs
from sidepot.room.table.names import checked_name, visible
from sidepot.room.table.rules import checked_games, rules_of
from sidepot.room.web import cookies
from sidepot.room.web.api import ENDPOINTS
from sidepot.room.web.calls import encodings
from sidepot.room.web.limits import BODY
from sidepot.room.web.reading import read
from sidepot.room.web.user_agents import describe
from sidepot.words import accepted
from tests.history.hands import KNOWN
from tests.history.imports.files import POKER_NOW, TEXAS
from tests.room.client.fair_room import Client, FairRoom

REFUSED = (UserError, msgspec.DecodeError)
"""All that a reader may raise."""


class Reader(NamedTuple):
    """`read` does all that the program does with a text before somebody of the house has it."""

    read: Callable[[bytes], object]
    texts: Sequence[bytes]
    """Texts that it takes."""
    most: int = BODY
    """Bytes of a text that comes to it."""


def tried(reader: Reader, text: bytes) -> bool:
    """Read a text, which may be refused in short; whether it is taken."""
    try:
        reader.read(text)
    except REFUSED as error:
        assert len(str(error)) < 2000, str(error)[:200]
        return False
    return True


# The server ---------------------------------------------------------------------------------------

_bodies = [JsonReader[Any](each.body, BODY) for each in ENDPOINTS if each.body]
_new_table = JsonReader[m.NewTable](m.NewTable, BODY)
_from_client = JsonReader[m.FromClient](m.FromClient, BODY)
_GUEST = "t" * 43
_NAMES = "Ana \U0001f468\u200d\U0001f469\u200d\U0001f467 Zo\u00eb".encode()


def _body(raw: bytes) -> None:
    refusals = []
    for reader in _bodies:
        try:
            read(reader, raw)
        except UserError as error:
            refusals.append(error)
    if len(refusals) == len(_bodies):
        raise refusals[0]


def _history(raw: bytes) -> None:
    History.parse(raw.decode("utf-8", "replace"))


def _replayed(raw: bytes) -> None:
    for _ in steps(History.parse(raw.decode("utf-8", "replace")).replay(), RAIL):
        pass


def _table(raw: bytes) -> None:
    rules_of(read(_new_table, raw))


def _command(raw: bytes) -> None:
    """Read a command, and look at its content as the room does before a hand has it."""
    match read(_from_client, raw):
        case m.ChangeGame() as command:
            checked_games(command.games, command.dealers_choice)
        case m.Act() as command:
            Action.parse(command.action)
        case m.Chat() as command:
            visible(command.text)


def _name(raw: bytes) -> None:
    name = raw.decode("utf-8", "replace")[:200]  # the most that requests have
    checked_name(name)
    signs(name)


def _options(raw: bytes) -> None:
    """An option of some game, named as on the command line."""
    name, _, value = raw.decode("utf-8", "replace").partition("=")
    game, _, option = name.partition(" ")
    games.find(game, **{option: value})


def _head(raw: bytes) -> None:
    """The headers that are read."""
    text = raw.decode("latin-1")
    accepted(text)
    encodings(text)
    describe(text)
    cookies.tokens([text], cookies.NAME)


# Clients ------------------------------------------------------------------------------------------

_from_server = JsonReader[m.FromServer](m.FromServer, BODY)


class _Noted(FairRoom):
    """An honest room that notes what it sends to its first guest."""

    def __init__(self, *guests: str) -> None:
        self.lines: list[bytes] = []
        super().__init__(*guests)

    def give(self, client: Client, message: m.FromServer) -> None:
        if client is self.clients[0]:
            self.lines.append(msgspec.json.encode(message))
        super().give(client, message)


@cache
def _hand_of_a_room() -> bytes:
    """All that a client is sent in a hand."""
    room = _Noted("ana", "bo")
    room.play()
    return b"\n".join(room.lines)


def _sent_by_room(raw: bytes) -> None:
    checker = DealChecker(b"m" * 32)
    for line in raw.splitlines():
        checker.receive(_from_server.read(line))
    checker.counts()


# Files and rows -----------------------------------------------------------------------------------


def _rows(raw: bytes) -> None:
    for decode in (events.decode, state.decode):
        try:
            decode(raw)
        except msgspec.DecodeError as error:
            refusal = error
        else:
            return
    raise refusal


def _in_file(use: Callable[[Path], object], name: str) -> Callable[[bytes], None]:
    folder = tempfile.TemporaryDirectory(prefix="sidepot-")

    def read_file(raw: bytes) -> None:
        file = Path(folder.name) / name
        file.write_bytes(raw)
        use(file)

    read_file.folder = folder  # type: ignore[attr-defined]  # removed with the reader
    return read_file


def _record(file: Path) -> None:
    with Recording(file, '{"game": "kuhn"}', Cut(100, 10), 8):
        pass


def _foreign(file: Path) -> None:
    """Read hands of another program, up to the first that is refused."""
    for hand in read_foreign(file):
        if hand.error:
            raise hand.error


@cache
def _recorded() -> bytes:
    """A record of one chunk."""
    with tempfile.TemporaryDirectory(prefix="sidepot-") as folder:
        file = Path(folder) / "record"
        with Recording(file, '{"game": "kuhn"}', Cut(100, 10), 8) as record:
            record.add(0, bytes(8))
        return file.read_bytes()


@cache
def strategy() -> bytes:
    """A learned strategy, of one round."""
    from sidepot.lab.learn.training import Training

    training = Training(games.find("kuhn"), is_exact=True)
    training.run(rounds=1)
    with tempfile.TemporaryDirectory(prefix="sidepot-") as folder:
        checkpoints.save(training, Path(folder) / "kuhn.npz")
        return (Path(folder) / "kuhn.npz").read_bytes()


@cache
def agent() -> bytes:
    """A zip with the note of an agent whose learner nobody has."""
    from sidepot import __version__

    note = {
        "game": "kuhn",
        "options": {},
        "players": 2,
        "stacks": [2, 2],
        "full": False,
        "sidepot": __version__,
        "learner": "nobody's",
        "observation": 1,
        "slots": 1,
    }
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("sidepot.json", msgspec.json.encode(note))
    return raw.getvalue()


def readers() -> dict[str, Reader]:
    """The readers by name."""
    return {
        "history": Reader(_history, [KNOWN.text().encode()]),
        "replay": Reader(_replayed, [KNOWN.text().encode()]),
        "body": Reader(_body, [b'{"name": "Ana"}', b'{"invitation": "x"}']),
        "table": Reader(_table, [b'{"games": [{"name": "guts", "options": {"ante": 2}}]}']),
        "command": Reader(
            _command,
            [
                b'{"type": "change_game", "id": "1", "games": [{"name": "guts"}]}',
                b'{"type": "act", "id": "1", "hand": 1, "decision": 0, "action": "raise to 40"}',
                b'{"type": "chat", "id": "1", "text": "nice hand"}',
            ],
        ),
        "name": Reader(_name, [_NAMES]),
        "options": Reader(_options, [b"guts ante=2", b"poker-roulette ante=2"]),
        "head": Reader(
            _head,
            [f"sidepot={_GUEST}; a=b".encode(), b"de-CH, en;q=0.5, gzip", b"Mozilla/5.0 Firefox/1"],
            16 * 1024,
        ),
        "room": Reader(_sent_by_room, [_hand_of_a_room()]),
        "rows": Reader(_rows, [events.encode(events.Joined(at=1, guest="g", name="Ana"))]),
        "record": Reader(_in_file(_record, "record"), [_recorded()]),
        "strategy": Reader(_in_file(files.load, "learned.npz"), [strategy()]),
        "agent": Reader(_in_file(agents.load, "agent.zip"), [agent()]),
        "pokerstars": Reader(_in_file(_foreign, "hands.txt"), [TEXAS.encode()]),
        "poker-now": Reader(_in_file(_foreign, "log.csv"), [POKER_NOW.encode()]),
    }


def zipped(parts: dict[str, bytes]) -> bytes:
    """A zip of parts."""
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    return raw.getvalue()


def numbers(shape: tuple[int, ...], dtype: str, raw: bytes) -> bytes:
    """An array as NumPy writes it, whatever its form says."""
    head = io.BytesIO()
    form = {"descr": dtype, "fortran_order": False, "shape": shape}
    np.lib.format.write_array_header_1_0(head, form)
    return head.getvalue() + raw
