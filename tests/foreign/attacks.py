"""Ways to make a text that costs more than it weighs, of about so many bytes."""

from __future__ import annotations

from collections.abc import Callable

Attack = Callable[[int], bytes]


def _filled(begin: str, unit: str, end: str = "") -> Attack:
    """A text that repeats a unit."""
    size = len(unit.encode())
    return lambda n: (begin + unit * (n // size) + end).encode()


_GAMES = '{"games": ['
_CHANGE = '{"type": "change_game", "id": "1", "dealers_choice": true, "games": ['
_OPTION = '{"name": "guts", "options": {"ante": '
ATTACKS: dict[str, Attack] = {
    "brackets": _filled("", "["),
    "brackets of a field": _filled("a = ", "["),
    "parts of a key": _filled("", "a.", "a = 1"),
    "tables": lambda n: "".join(f"[t{i}{'.a' * 14}]\n" for i in range(n // 34)).encode(),
    "tables of quoted names": lambda n: "".join(
        f'["],{i}"{".a" * 14}]\n' for i in range(n // 38)
    ).encode(),
    "tables of a hand": lambda n: (
        "a = 1\n" + "".join(f"[t{i}{'.a' * 14}]\n" for i in range(n // 34))
    ).encode(),
    "objects": _filled("", '{"a":'),
    "objects in a message": _filled("", '{"type":'),
    "objects in a known message": _filled('{"type": "view", "room": ', '{"a": '),
    "brackets in an option": _filled(_GAMES + _OPTION, "[", "}}]}"),
    "digits": _filled("", "9"),
    "digits in an option": _filled(_GAMES + _OPTION, "9", "}}]}"),
    "digits of an option": _filled("guts ante=", "9"),
    "exponents": lambda n: b"1e" + b"9" * min(n, 18),
    "zeros in an option": _filled(_GAMES + _OPTION + '"', "0", '1"}}]}'),
    "blanks in an option": _filled(_GAMES + _OPTION + '"', " ", '1"}}]}'),
    "slashes in an option": _filled(
        _GAMES + '{"name": "guts", "options": {"pays": "', "1/", '"}}]}'
    ),
    "slashes of an option": _filled("poker-roulette paytable=", "1/"),
    "many options": lambda n: (
        _GAMES
        + '{"name": "guts", "options": {'
        + ", ".join(f'"o{i}": 1' for i in range(n // 12))
        + "}}]}"
    ).encode(),
    "many games": lambda n: (
        _CHANGE + ", ".join(f"{_OPTION}{1 + i % 90}}}}}" for i in range(min(64, n // 50))) + "]}"
    ).encode(),
    "the same game many times": _filled(_CHANGE + '{"name": "guts"}', ', {"name": "guts"}', "]}"),
    "escapes": _filled('"', "\\u0041", '"'),
    "quotes": _filled("", '"'),
    "backslashes": _filled('"', "\\\\", '"'),
    "cookies": _filled("", "sidepot=x.y;"),
    "cookies of another name": _filled("", "a=b;"),
    "commas": _filled("", ","),
    "weights": _filled("", "de;q=0.9,"),
    "blanks": _filled("", " "),
    "lines": _filled("", "\n"),
    "marks": _filled("a", "\u0301"),
    "families": _filled("", "\U0001f468\u200d"),
    "half flags": _filled("", "\U0001f1e6"),
    "nulls": _filled("", "\0"),
    "a large number of a hand": lambda n: b'{"type": "raise", "hand": ' + b"9" * min(n, 18) + b"}",
}
"""All go to every reader: which of them reads what is its own affair."""
