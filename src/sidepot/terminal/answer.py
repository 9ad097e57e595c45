"""What people type at the table, read as an action's text."""

from __future__ import annotations

import re

from sidepot.games.view import ChoiceView


def action_text(line: str, menu: tuple[ChoiceView, ...]) -> str:
    """The action meant by a line: its text, a key ("f", "b 2", "b2"), or an amount alone ("2").

    What cannot be read is given back as it is, for the menu's check to refuse.
    """
    found = re.fullmatch(r"([a-z]?)\s*(\d*)", line.strip().lower())
    if not found or not line.strip():
        return line
    key, amount = found.groups()
    meant = [choice for choice in menu if (choice.key == key if key else choice.counted)]
    if len(meant) != 1:
        return line
    kind = meant[0].kind.replace("_", " ")
    if amount:
        return f"{kind} {amount}"
    return f"{kind} {meant[0].lowest}" if meant[0].counted else kind
