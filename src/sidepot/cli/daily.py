"""`sidepot daily`: the position of the day, and the worth of each choice after an answer."""

from __future__ import annotations

import argparse
import datetime
import json

from sidepot.cli.reading import count
from sidepot.daily import positions
from sidepot.daily.positions import CHOICES, RICOCHET, STANDOFF, THREE, Position
from sidepot.errors import BadPosition
from sidepot.words import Message, say

_DIGITS, _PROVEN = 2, 5
"""Decimals of a worth, and of its error; the answers differ by more (`positions.MARGIN`)."""


def declare(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags to its parser."""
    parser.add_argument("--date", metavar="YYYY-MM-DD", help=say("cli.daily_date"))
    parser.add_argument(
        "--answer", type=count, metavar="N", help=say("cli.daily_answer", n=CHOICES)
    )
    parser.add_argument("--json", action="store_true", help=say("cli.json"))


def run(chosen: argparse.Namespace) -> None:
    """Print the position of a date, or what the answer to it is worth."""
    date = positions.read_date(chosen.date) if chosen.date else datetime.date.today()
    found = positions.of(date)
    most = len(found.choices)
    if chosen.answer is not None and chosen.answer > most:
        raise BadPosition("error.daily_answer", answer=chosen.answer, n=most)
    answer = None if chosen.answer is None else found.choices[chosen.answer - 1]
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
        **{"date": date.isoformat(), "game": found.game, "own": found.own, "other": found.other},
        **{"thrown": found.thrown, "pot": found.pot, "choices": found.choices},
    }
    if answer is None:
        return asked
    return {
        **asked,
        **{"answer": answer, "best": found.best, "worth": found.worth, "error": found.error},
        **{"chance": found.chance, "unit": "chips", "share": str(_share(date, found, answer))},
    }


def _asked(date: datetime.date, found: Position) -> list[Message]:
    """The position and its choices."""
    command = f"sidepot daily --date {date} --answer N"
    return [
        *_position(date, found),
        *(
            Message("daily.choice", {"n": n, "choice": choice})
            for n, choice in enumerate(found.choices, 1)
        ),
        Message("daily.ask", {"command": command}),
    ]


def _position(date: datetime.date, found: Position) -> list[Message]:
    own, other, thrown = (
        {"cards": cards.split()} for cards in (found.own, found.other, found.thrown)
    )
    pot = {"pot": found.pot}
    scene = {
        RICOCHET: (Message("daily.scene_ricochet", pot), Message("daily.rival", other)),
        STANDOFF: (Message("daily.scene_standoff", pot), Message("daily.middle", other)),
        THREE: (Message("daily.scene_three", pot), Message("daily.rival", other)),
    }
    told = [*scene[found.game], Message("daily.own", own)]
    if found.thrown:
        out = found.game == THREE
        told.append(Message("daily.out", thrown) if out else Message("daily.thrown", thrown))
    return [Message("daily.title", {"date": date.isoformat()}), *told]


def _answered(date: datetime.date, found: Position, answer: str) -> list[Message]:
    """The worth of each choice, why, and a text to share."""
    worth = zip(found.choices, found.worth, strict=True)
    told = {"choice": answer, "best": found.best, "cost": _shown(found.cost(answer))}
    return [
        *_position(date, found),
        *(
            Message(
                "odds.choice",
                {"choice": choice, "value": f"{round(value, _DIGITS) + 0.0:+.{_DIGITS}f}"},
            )
            for choice, value in worth
        ),
        Message("daily.right", told) if answer == found.best else Message("daily.wrong", told),
        _why(found),
        _unit(found),
        _share(date, found, answer),
    ]


def _why(found: Position) -> Message:
    """The reason in a sentence: chances in a hundred."""
    order = sorted(range(len(found.worth)), key=lambda k: -found.worth[k])
    best, second = order[:2]
    chance = [round(100 * each) for each in found.chance]
    if found.game == STANDOFF:
        return Message("daily.why_standoff", {"chance": chance[best], "beside": chance[second]})
    if best == 0:
        most = len(found.choices) - 1
        return Message("daily.why_fold", {"n": most, "chance": chance[most]})
    other = next(k for k in order[1:] if k)
    told = {"n": best, "chance": chance[best], "other": other, "beside": chance[other]}
    return Message("daily.why_buy", told)


def _unit(found: Position) -> Message:
    """The meaning of the worths, and how exact they are."""
    error = {"error": f"{found.error:.{_PROVEN}f}".rstrip("0")}
    if found.game == STANDOFF:
        return Message("daily.unit_standoff", error)
    return Message("daily.unit_ricochet", error)


def _share(date: datetime.date, found: Position, answer: str) -> Message:
    """The result without the answer."""
    cost = _shown(found.cost(answer))
    told = {"date": date.isoformat(), "n": len(found.choices), "cost": cost}
    if answer == found.best:
        return Message("daily.share_right", told)
    return Message("daily.share_wrong", told)


def _shown(chips: float) -> str:
    return f"{chips:.{_DIGITS}f}"
