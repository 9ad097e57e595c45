"""`sidepot daily`: the position of the day, and the worth of each choice after an answer."""

from __future__ import annotations

import argparse
import datetime
import json

from sidepot.cli.reading import count
from sidepot.daily import positions
from sidepot.daily.positions import ACTIONS, Position
from sidepot.errors import BadPosition
from sidepot.words import Message, say

_DIGITS = 2
"""Decimals of a worth; the answers differ by more (`positions.MARGIN`)."""


def declare(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags to its parser."""
    parser.add_argument("--date", metavar="YYYY-MM-DD", help=say("cli.daily_date"))
    parser.add_argument(
        "--answer", type=count, metavar="N", help=say("cli.daily_answer", n=len(ACTIONS))
    )
    parser.add_argument("--json", action="store_true", help=say("cli.json"))


def run(chosen: argparse.Namespace) -> None:
    """Print the position of a date, or what the answer to it is worth."""
    date = positions.read_date(chosen.date) if chosen.date else datetime.date.today()
    found = positions.of(date)
    if chosen.answer is not None and chosen.answer > len(ACTIONS):
        raise BadPosition("error.daily_answer", answer=chosen.answer, n=len(ACTIONS))
    answer = None if chosen.answer is None else ACTIONS[chosen.answer - 1]
    if chosen.json:
        print(json.dumps(_as_json(date, found, answer)), file=chosen.out)
        return
    from sidepot.terminal.screen import Screen

    screen = Screen()
    for message in _asked(date, found) if answer is None else _answered(date, found, answer):
        screen.say(message)


def _as_json(date: datetime.date, found: Position, answer: str | None) -> dict[str, object]:
    """The position; its worths only after an answer."""
    asked: dict[str, object] = {
        **{"date": date.isoformat(), "game": positions.GAME, "own": found.own},
        **{"other": found.other, "pot": found.pot, "choices": ACTIONS},
    }
    if answer is None:
        return asked
    return {
        **asked,
        **{"answer": answer, "best": found.best, "worth": found.worth, "error": found.error},
        **{"unit": "chips", "share": str(_share(date, found, answer))},
    }


def _asked(date: datetime.date, found: Position) -> list[Message]:
    """The position and its choices."""
    command = f"sidepot daily --date {date} --answer N"
    return [
        *_position(date, found),
        *(
            Message("daily.choice", {"n": n, "choice": action})
            for n, action in enumerate(ACTIONS, 1)
        ),
        Message("daily.ask", {"command": command}),
    ]


def _position(date: datetime.date, found: Position) -> list[Message]:
    hands = {"own": found.own.split(), "other": found.other.split(), "pot": found.pot}
    return [Message("daily.title", {"date": date.isoformat()}), Message("daily.cards", hands)]


def _answered(date: datetime.date, found: Position, answer: str) -> list[Message]:
    """The worth of each choice, and a text to share."""
    worth = zip(ACTIONS, found.worth, strict=True)
    told = {"choice": answer, "best": found.best, "cost": _shown(found.cost(answer))}
    return [
        *_position(date, found),
        *(
            Message("odds.choice", {"choice": action, "value": f"{value:+.{_DIGITS}f}"})
            for action, value in worth
        ),
        Message("daily.right", told) if answer == found.best else Message("daily.wrong", told),
        Message("daily.unit", {"error": f"{found.error:g}"}),
        _share(date, found, answer),
    ]


def _share(date: datetime.date, found: Position, answer: str) -> Message:
    """The result without the answer."""
    told = {"date": date.isoformat(), "n": len(ACTIONS), "cost": _shown(found.cost(answer))}
    if answer == found.best:
        return Message("daily.share_right", told)
    return Message("daily.share_wrong", told)


def _shown(chips: float) -> str:
    return f"{chips:.{_DIGITS}f}"
