"""Reads commands typed at a table of a room, such as `sit 200` or `say hello`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sidepot.errors import BadCommand
from sidepot.room.protocol import messages as m
from sidepot.room.protocol.table_rules import GamePlan

TypedCommand = tuple[Callable[..., m.AnyCommand], dict[str, Any]]
"""A command without its id: its type and its fields."""


def read_command(line: str, view: m.View) -> TypedCommand | None:
    """The command that a line means; None if its first word is not a command.

    Raises `BadCommand` for a command whose arguments are not understood, with those that are.
    """
    word, _, rest = line.strip().partition(" ")
    read = _COMMANDS.get(word.lower())
    if read is None:
        return None
    try:
        return read(rest.strip(), view)
    except (ValueError, IndexError):
        legal = _forms(word.lower(), view)
        if not legal or legal == [line.strip().lower()]:
            raise BadCommand("join.not_now") from None
        raise BadCommand("join.order_form", word=word, legal=legal) from None


def _forms(word: str, view: m.View) -> list[str]:
    """The forms of a command, as people type them at this table; none where it has no use."""
    if word in _TO_CHAIRS:
        found = [seat.chair + 1 for seat in view.room.chairs if seat.guest or word == "remove"]
        return [f"{word} {chair}" for chair in found]
    return [form.format(free=_free(view) + 1) for form in _FORMS.get(word, (word,))]


def _sit(rest: str, view: m.View) -> TypedCommand:
    """`sit`, `sit CHIPS`, `sit CHIPS CHAIR`: by default the lowest buy-in, first free chair."""
    numbers = [int(text) for text in rest.split()]
    chips = numbers[0] if numbers else view.room.rules.least
    chair = numbers[1] - 1 if numbers[1:] else _free(view)
    return m.Sit, {"chair": chair, "chips": chips}


def _free(view: m.View) -> int:
    """The first free chair; the first of all where there is none."""
    taken = {chair.chair for chair in view.room.chairs}
    return next((n for n in range(view.room.rules.chairs) if n not in taken), 0)


def _chips(rest: str, view: m.View) -> TypedCommand:
    return m.BuyIn, {"chips": int(rest)}


def _say(rest: str, view: m.View) -> TypedCommand:
    return m.Chat, {"text": rest[: m.MAX_TEXT] or " "}


def _react(rest: str, view: m.View) -> TypedCommand:
    return m.React, {"reaction": rest.lower().replace(" ", "_")}


def _choose(rest: str, view: m.View) -> TypedCommand:
    return m.Choose, {"game": int(rest) - 1}


def _bot(rest: str, view: m.View) -> TypedCommand:
    chair, _, strength = rest.partition(" ")
    return m.SeatBot, {"chair": int(chair) - 1, **({"strength": strength} if strength else {})}


def _remove(rest: str, view: m.View) -> TypedCommand:
    return m.Remove, {"chair": int(rest) - 1}


def _guest(rest: str, view: m.View) -> str:
    """The guest in a chair, counted from 1. Raises `ValueError`, `IndexError` if there is none."""
    found = [c.guest for c in view.room.chairs if c.chair == int(rest) - 1 and c.guest]
    return str(found[0])


def _mute(rest: str, view: m.View) -> TypedCommand:
    return m.Mute, {"guest": _guest(rest, view)}


def _unmute(rest: str, view: m.View) -> TypedCommand:
    return m.Mute, {"guest": _guest(rest, view), "is_muted": False}


def _host(rest: str, view: m.View) -> TypedCommand:
    return m.PassHost, {"guest": _guest(rest, view)}


def _game(rest: str, view: m.View) -> TypedCommand:
    """`game NAME`, or several names for dealer's choice."""
    plans = [GamePlan(name=name) for name in rest.replace(",", " ").split()]
    if not plans:
        raise ValueError
    return m.ChangeGame, {"games": plans, "dealers_choice": len(plans) > 1}


def _plain(
    make: Callable[..., m.AnyCommand], **fields: Any
) -> Callable[[str, m.View], TypedCommand]:
    """A reader for a command without arguments."""

    def read(rest: str, view: m.View) -> TypedCommand:
        if rest:
            raise ValueError
        return make, fields

    return read


def _of_hand(make: Callable[..., m.AnyCommand]) -> Callable[[str, m.View], TypedCommand]:
    """A reader for a command about the present hand, or the last one."""

    def read(rest: str, view: m.View) -> TypedCommand:
        return make, {"hand": view.room.hand}

    return read


def _odds(rest: str, view: m.View) -> TypedCommand:
    """`odds`, about the present decision. Raises `ValueError` without a hand."""
    if rest or view.hand is None:
        raise ValueError
    return m.Advise, {"hand": view.room.hand, "decision": view.hand.decision}


_COMMANDS: Mapping[str, Callable[[str, m.View], TypedCommand]] = {
    "sit": _sit,
    "chips": _chips,
    "odds": _odds,
    "ready": _plain(m.Ready),
    "wait": _plain(m.Ready, is_ready=False),
    "hold": _plain(m.Hold),
    "go": _plain(m.Hold, is_held=False),
    "show": _of_hand(m.Show),
    "muck": _of_hand(m.Muck),
    "rabbit": _of_hand(m.Rabbit),
    "out": _plain(m.SitOut),
    "back": _plain(m.ComeBack),
    "leave": _plain(m.Leave),
    "say": _say,
    "react": _react,
    "choose": _choose,
    "pause": _plain(m.Pause),
    "resume": _plain(m.Pause, is_paused=False),
    "bot": _bot,
    "remove": _remove,
    "mute": _mute,
    "unmute": _unmute,
    "host": _host,
    "game": _game,
    "void": _of_hand(m.VoidHand),
    "end": _plain(m.End),
}
"""Readers by the first word."""
_FORMS: Mapping[str, tuple[str, ...]] = {
    "sit": ("sit", "sit 200", "sit 200 {free}"),
    "chips": ("chips 50",),
    "choose": ("choose 2",),
    "bot": ("bot {free}", "bot {free} regular"),
    "game": ("game high-noon-standoff",),
}
"""The forms of commands that have arguments; `free`: the number of a chair."""
_TO_CHAIRS = ("remove", "mute", "unmute", "host")
"""The commands whose argument is the number of a taken chair."""
