"""What people type at the table, read as an action's text."""

from __future__ import annotations

import re

from sidepot.engine.view import ChoiceView


def action_text(line: str, menu: tuple[ChoiceView, ...], stack: int = 0) -> str:
    """The action meant by a line: its text, a key ("f", "b 2", "d Kc"), or what follows it alone.

    "2" is the amount where one kind has amounts, "Kc" the card where one kind picks cards, and
    "all in" what takes the whole `stack`. What cannot be read, or is not there, is given back as it
    is, for the menu's check to refuse.
    """
    text = line.strip().lower()
    if text in _ALL_IN:
        return _all_in(menu, stack) or line
    found = _ANSWER.fullmatch(text)
    if not found or not text:
        return line
    key, amount, card = found.groups()
    meant = [choice for choice in menu if _is_meant(choice, key, card)]
    if len(meant) != 1:
        return line
    kind = meant[0].kind.replace("_", " ")
    said = amount or card or (str(meant[0].lowest) if meant[0].counted else "")
    return f"{kind} {said}".rstrip()


_ALL_IN = ("all in", "all-in", "allin")
_ANSWER = re.compile(r"([a-z]?)\s*(?:(\d+)|([2-9tjqka][cdhs]|xx))?")


def _is_meant(choice: ChoiceView, key: str, card: str | None) -> bool:
    if key:
        return choice.key == key
    return bool(choice.cards) if card else choice.counted


def _all_in(menu: tuple[ChoiceView, ...], stack: int) -> str | None:
    """The action that takes the whole stack, if there is one."""
    for choice in menu:
        if choice.each and choice.cost + choice.each * (choice.highest - choice.lowest) == stack:
            kind = choice.kind.replace("_", " ")
            return f"{kind} {choice.highest}" if choice.counted else kind
    return None
