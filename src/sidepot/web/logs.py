"""The log: one JSON object per line on standard error, for people with `jq` and for machines.

In `log.info("request method=%s status=%s", ...)` the text before the first space is the event, the
rest its fields.
"""

from __future__ import annotations

import json
import logging
import re
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

_FIELDS = re.compile(r"(\w+)((?: \w+=%s)*)")


class JsonFormatter(logging.Formatter):
    """Formats a record as a JSON object: time (UTC), level, event, fields, exception."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as one line of JSON."""
        time = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line: dict[str, Any] = {"time": time, "level": record.levelname.lower(), **_fields(record)}
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


def to_stderr() -> None:
    """From now on, write Sidepot's log (INFO up) and uvicorn's (WARNING up) to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    for name, level in (("sidepot", logging.INFO), ("uvicorn", logging.WARNING)):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.setLevel(level)
        logger.propagate = False
