"""Parses the plain form of TOML in which histories are written, ten times as fast as `tomllib`.

Plain are fields with bare names on lines of their own: numbers, truth values, strings without
escapes, lists of numbers or strings, and inline tables of these. Anything else is left to
`tomllib`, and errors too: then `parse` returns None.
"""

from __future__ import annotations

import functools
import json
import re
import tomllib
from typing import Any

from sidepot.history.units import Exact

_NAME = "[A-Za-z0-9_-]++"
_NUMBER = r"-?(?:0|[1-9][0-9]{0,17})(?:\.[0-9]{1,18})?(?![0-9._a-zA-Z+-])"
_STRING = r'"[^"\\\x00-\x1f\x7f]*+"(?!")'
_LITERAL = r"'[^'\x00-\x1f\x7f]*+'(?!')"
_SPACE = r"[ \n]*+"
_NUMBERS = rf"\[{_SPACE}(?:{_NUMBER}{_SPACE},{_SPACE})*(?:{_NUMBER}{_SPACE})?\]"
_ITEM = rf"(?:{_STRING}|{_LITERAL})"
_STRINGS = rf"\[{_SPACE}(?:{_ITEM}{_SPACE},{_SPACE})*(?:{_ITEM}{_SPACE})?\]"
_FLAT = rf"(?:{_STRING}|{_NUMBER}|true|false)"
_PAIR = rf"{_NAME} *+= *+{_FLAT} *+"
_TABLE = rf"\{{ *+(?:{_PAIR}, *+)*(?:{_PAIR})?\}}"
_FIELD = re.compile(
    rf"(?P<name>{_NAME}) *+= *+(?:(?P<numbers>{_NUMBERS})|(?P<strings>{_STRINGS})"
    rf"|(?P<text>{_ITEM})|(?P<number>{_NUMBER})|(?P<truth>true|false)|(?P<table>{_TABLE}))"
    r" *+(?:\n|\Z)\n*+"
)
_HEADER = re.compile(rf"\[{_NAME}\]\n+")
_TEXTS = re.compile(r"\"([^\"]*)\"|'([^']*)'")


def parse(text: str, *, titled: bool) -> dict[str, Any] | None:
    """The fields of a hand, below a header if it is `titled`; None if the text is not plain."""
    at, found = 0, dict[str, Any]()
    if titled:
        header = _HEADER.match(text)
        if header is None:
            return None
        at = header.end()
    while at < len(text):
        field = _FIELD.match(text, at)
        if field is None or field["name"] in found:
            return None
        kind, at = str(field.lastgroup), field.end()
        value = _value(kind, field[kind])
        if value is None:
            return None
        found[field["name"]] = value
    return found


def _value(kind: str, text: str) -> Any:
    """The value of a kind from its text; None for a table that is not one."""
    match kind:
        case "strings":
            return [one or other for one, other in _TEXTS.findall(text)]
        case "numbers" | "number":
            return _numbers(text)
        case "text":
            return text[1:-1]
        case "truth":
            return text == "true"
        case _:
            table = _table(text)
            return None if table is None else dict(table)


def _numbers(text: str) -> Any:
    """A number or a list of numbers; only a list may have a comma after its last item."""
    ending = text.rstrip("] \n")
    return _decode(ending[:-1] + "]" if ending.endswith(",") else text)


_decode = json.JSONDecoder(parse_float=Exact).decode


@functools.lru_cache(maxsize=1 << 8)
def _table(text: str) -> dict[str, Any] | None:
    """An inline table, which most hands of a file repeat; None if a name comes twice."""
    try:
        found: dict[str, Any] = tomllib.loads(f"table = {text}", parse_float=Exact)["table"]
    except ValueError:
        return None
    return found
