"""A bot's file: `act(view, rng) -> str`, asked with a limit and trusted with nothing."""

from __future__ import annotations

import asyncio
import contextlib
import random
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from sidepot.errors import BadGameFile, BadStrategy
from sidepot.games.files import import_file
from sidepot.games.view import ChoiceView, TableView
from sidepot.rules import actions

Act = Callable[[TableView, random.Random], str]


def load_strategy(path: Path) -> Act:
    """The `act` of a file. Raises `BadStrategy`."""
    if not path.is_file() or path.suffix != ".py":
        raise BadStrategy("client.strategy_file", file=str(path))
    try:
        module = import_file(path)
    except BadGameFile as error:
        raise BadStrategy("client.strategy_broken", reason=error.message) from error
    act = getattr(module, "act", None)
    if not callable(act):
        raise BadStrategy("client.no_act", file=str(path))
    chosen: Act = act
    return chosen


async def ask(act: Act, view: TableView, rng: random.Random, limit: float) -> str:
    """What the bot does. Raises what it raises, `TimeoutError` after `limit` seconds.

    It thinks on a thread that nobody waits for longer.
    """
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[str] = loop.create_future()

    def settle(result: str | None, error: Exception | None) -> None:
        if answer.done():
            return
        if error is None:
            answer.set_result(str(result))
        else:
            answer.set_exception(error)

    def think() -> None:
        result, failure = None, None
        try:
            result = act(view, rng)
        except Exception as error:  # a bot's own code can raise anything
            failure = error
        with contextlib.suppress(RuntimeError):  # too late: the loop is closed
            loop.call_soon_threadsafe(settle, result, failure)

    threading.Thread(target=think, name="sidepot-strategy", daemon=True).start()
    return await asyncio.wait_for(answer, limit)


def safe(menu: Sequence[ChoiceView]) -> str:
    """What is played where the bot has no answer: the first of the safe kinds that is offered."""
    offered = {choice.kind: choice for choice in menu}
    names = [actions.KINDS[number] for number in actions.SAFE]
    kind = next((name for name in names if name in offered), menu[-1].kind)
    choice = offered[kind]
    what = [str(choice.lowest)] if choice.counted else choice.cards[:1]
    return " ".join((kind.replace("_", " "), *what))
