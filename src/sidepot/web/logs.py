"""The log as lines of JSON on the standard error, for people with `jq` and for machines.

Who logs writes `log.info("request method=%s status=%s", ...)`: what stands before the first space
is the event, the rest its fields.
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


class Lines(logging.Formatter):
    """A record as one object."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        time = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line: dict[str, Any] = {"time": time, "level": record.levelname.lower(), **_facts(record)}
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)


def _facts(record: logging.LogRecord) -> Mapping[str, Any]:
    """The event and its fields; a record of somebody else's is an event without any."""
    found = _FIELDS.fullmatch(str(record.msg))
    if not found or not isinstance(record.args, tuple):
        return {"event": record.getMessage(), "logger": record.name}
    names = re.findall(r"(\w+)=", found[2])
    return {"event": found[1], **dict(zip(names, record.args, strict=True))}


def to_stderr() -> None:
    """Write the log of the room, of the web and of the server's library there from now on."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines())
    for name, level in (("sidepot", logging.INFO), ("uvicorn", logging.WARNING)):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.setLevel(level)
        logger.propagate = False
