"""Forfeits: a bot without a legal answer gives up the hand."""

from __future__ import annotations

from sidepot.engine.action import Action, Legal
from sidepot.room.table.context import Context

NO_ANSWER = ""
"""The action of a bot that has failed, in its command and in `Decided`: it is never legal."""


def has_forfeited(context: Context, chair: int) -> bool:
    """Has a bot failed in this hand?"""
    playing = context.state.in_play
    return playing is not None and chair in playing.forfeits


def bot_action(
    context: Context, chair: int, legal: Legal, answer: Action | str
) -> tuple[Action | str, str]:
    """A bot's action, given its answer, and how it came to be (`events.Acted`)."""
    if has_forfeited(context, chair):
        return legal.forfeit, "bot"
    return (answer, "bot") if answer in legal else (legal.forfeit, "fault")
