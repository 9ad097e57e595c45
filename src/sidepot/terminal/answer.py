"""Reads what a player types as the text of an action."""

from __future__ import annotations

import re

from sidepot.cards import lettered
from sidepot.engine.view import ChoiceView


def action_text(line: str, menu: tuple[ChoiceView, ...], stack: int = 0) -> str:
    """The action that a line means: its text, a key ("f", "b 2", "d Kc"), or an argument alone.

    "2" alone is the amount if just one choice has amounts, "Kc" the card, or several, if just one
    picks cards, and "all in" the action that takes the whole `stack` (chips). A line that means
    none of the menu's choices is returned unchanged, for the menu's check to refuse.
    """
    text = lettered(line).strip().lower()
    if text in _ALL_IN:
        return _all_in(menu, stack) or line
    worded = [f"{c.typed} {text}" for c in menu if text in c.words]
    if len(worded) == 1:
        return worded[0]
    found = _ANSWER.fullmatch(text)
    if not found or not text:
        return line
    key, amount, card = found.groups()
    meant = [choice for choice in menu if _is_meant(choice, key, card)]
    if len(meant) != 1:
        return line
    kind = meant[0].typed
    amount = None if meant[0].most else amount
    least = str(meant[0].lowest) if meant[0].counted else ""
    said = amount or card or "".join(meant[0].words[:1]) or least
    return f"{kind} {said}".rstrip()


_ALL_IN = ("all in", "all-in", "allin")
_ANSWER = re.compile(
    r"([a-z]?)\s*(?:(\d+)|((?:[2-9tjqka][cdhs]|xx)(?:[ ,]*(?:[2-9tjqka][cdhs]|xx))*))?"
)


def _is_meant(choice: ChoiceView, key: str, card: str | None) -> bool:
    if key:
        return choice.key == key
    return bool(choice.cards) if card else choice.counted


def _all_in(menu: tuple[ChoiceView, ...], stack: int) -> str | None:
    """The action that takes the whole stack, if there is one."""
    for choice in menu:
        if choice.each and choice.cost + choice.each * (choice.highest - choice.lowest) == stack:
            kind = choice.typed
            return f"{kind} {choice.highest}" if choice.counted else kind
    return None
