"""The choices of the house's bots: an action, or a forfeit of the hand."""

from __future__ import annotations

from sidepot.engine.action import Action
from sidepot.engine.game import Hand
from sidepot.room.table.context import BotChoice, Context


def bot_choice(context: Context, chair: int) -> BotChoice | None:
    """A bot's choice, or failure, at the open decision; None while it thinks."""
    choice, playing = context.bot_choices.get(chair), context.state.in_play
    if choice is None or playing is None:
        return None
    is_open = (choice.hand, choice.decision) == (playing.hand, context.hand_in_play.decision)
    return choice if is_open else None


def has_forfeited(context: Context, chair: int) -> bool:
    """Has a bot failed in this hand?"""
    playing = context.state.in_play
    return playing is not None and chair in playing.forfeits


def bot_action(context: Context, chair: int, hand: Hand) -> tuple[Action | str, str]:
    """A bot's action in a record in which it is to act, and how it came to be (`events.Acted`).

    It does what it has chosen; without a legal choice in time it forfeits the hand.
    """
    legal = hand.legal
    if has_forfeited(context, chair):
        return legal.forfeit, "bot"
    choice = bot_choice(context, chair)
    if choice is None or choice.action is None or choice.action not in legal:
        return legal.forfeit, "fault"
    return choice.action, "bot"
