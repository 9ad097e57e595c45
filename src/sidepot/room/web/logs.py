"""The log: one JSON object per line, on standard error or in a file, for `jq` and for machines.

In `log.info("request method=%s status=%s", ...)` the text before the first space is the event, the
rest its fields.
"""

from __future__ import annotations

import contextlib
import functools
import json
import logging
import logging.handlers
import re
import sys
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

from sidepot import paths

_OF_CLIENTS = (
    "Invalid HTTP request received.",
    "Unsupported upgrade request.",
    "No supported WebSocket library",
    "Invalid UTF-8 sequence received from client.",
    "socket.send() raised exception.",
)
"""Prefixes of uvicorn's and asyncio's messages that any client can cause at will."""
_BETWEEN = 60.0
"""Seconds between two lines with the same message of a library."""
_MAX_SAID = 100
"""Messages of libraries that are remembered."""
_FILE = "room.log"
"""The log's name in the data folder."""
_FILE_BYTES = 5_000_000
"""The size of a log file, after which it is kept under another name and begun again."""
_FIELDS = re.compile(r"(\w+)((?: \w+=%s)*)")


class JsonFormatter(logging.Formatter):
    """Formats a record as a JSON object: time (UTC), level, event, fields, exception."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as one line of JSON."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line: dict[str, Any] = {"time": at, "level": record.levelname.lower(), **_fields(record)}
        if times := getattr(record, "repeated", 0):
            line["repeated"] = times
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)


def _fields(record: logging.LogRecord) -> Mapping[str, Any]:
    """The event and its fields; a record in another form is an event with its logger's name."""
    found = _FIELDS.fullmatch(str(record.msg))
    if not found or not isinstance(record.args, tuple):
        return {"event": record.getMessage(), "logger": record.name}
    names = re.findall(r"(\w+)=", found[2])
    return {"event": found[1], **dict(zip(names, record.args, strict=True))}


class Sparing(logging.Filter):
    """Filters the logs of libraries: drops errors of clients, and repeats the rest once a minute.

    What clients do wrong is counted in the metrics. `clock` gives seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._said: dict[str, tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to write the record."""
        text = str(record.msg)
        if text.startswith(_OF_CLIENTS):
            return False
        now = self._clock()
        at, times = self._said.get(text, (now - _BETWEEN, 0))
        if now - at < _BETWEEN:
            self._said[text] = (at, times + 1)
            return False
        if len(self._said) > _MAX_SAID:
            self._said.clear()
        self._said[text] = (now, 0)
        record.repeated = times
        return True


def to_stderr() -> None:
    """From now on, write Sidepot's log (INFO up) and that of libraries (WARNING up) to stderr."""
    _write([logging.StreamHandler(sys.stderr)])


def to_file(file: Path) -> None:
    """From now on, write the same to a file, and errors to stderr too. Raises `OSError`."""
    file.parent.mkdir(parents=True, exist_ok=True)
    _write_to(
        logging.handlers.RotatingFileHandler(
            file, maxBytes=_FILE_BYTES, backupCount=1, encoding="utf-8"
        )
    )


def to_data_folder() -> Path:
    """From now on, write to a file in the data folder, which is returned. Raises `OSError`."""
    file = paths.data() / _FILE
    to_file(file)
    return file


def to_shared_file() -> IO[str]:
    """The same for several processes, which get the open file; a large one is kept before.

    It is begun again at a start alone: a process would go on in the one that another has renamed.
    """
    file = paths.data() / _FILE
    file.parent.mkdir(parents=True, exist_ok=True)
    with contextlib.suppress(FileNotFoundError):
        if file.stat().st_size >= _FILE_BYTES:
            file.replace(file.with_name(f"{_FILE}.1"))
    opened = file.open("a", encoding="utf-8")
    _write_to(logging.StreamHandler(opened))
    return opened


def _write_to(opened: logging.Handler) -> None:
    """Write all logs to an open file, and errors to stderr too."""
    errors = logging.StreamHandler(sys.stderr)
    errors.setLevel(logging.ERROR)
    _write([opened, errors])


def _write(handlers: list[logging.Handler]) -> None:
    """Write all logs by these handlers, that of libraries sparingly."""
    for handler in handlers:
        handler.addFilter(functools.partial(_passes, Sparing()))
        handler.setFormatter(JsonFormatter())
    for name, level in (
        ("sidepot", logging.INFO),
        ("uvicorn", logging.WARNING),
        ("asyncio", logging.WARNING),
    ):
        logger = logging.getLogger(name)
        logger.handlers = handlers
        logger.setLevel(level)
        logger.propagate = False


def _passes(sparing: Sparing, record: logging.LogRecord) -> bool:
    """Whether a record is Sidepot's own, or one of a library's that is not repeated too often."""
    return record.name.partition(".")[0] == "sidepot" or sparing.filter(record)
