"""The cards that would have come next in a hand that has ended, found in a thread."""

from __future__ import annotations

import asyncio
import logging

from sidepot.room.table.loaded import LoadedTable
from sidepot.room.table.rabbit import hunted_hand, next_places

_log = logging.getLogger("sidepot.room")


async def find_coming(table: LoadedTable) -> tuple[int, ...]:
    """Their places in the deck, none during a hand and at a table that shows none."""
    hand = hunted_hand(table)
    if hand is None:
        return ()
    try:
        return tuple(await asyncio.to_thread(next_places, hand.copy()))
    except Exception as error:  # a game's own code can raise anything
        name = hand.game.name
        _log.warning("coming_failed game=%s error=%s", name, type(error).__name__)
        return ()
