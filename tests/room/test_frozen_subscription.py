"""A subscription of a suspended process: waiting views are stale when it resumes."""

import asyncio
import json

from sidepot.room.live.subscription import Subscription


def woken(*, is_closed: bool = False) -> tuple[Subscription, list[str]]:
    """A subscription with views that waited through a suspension, and the messages read from it."""

    async def read() -> tuple[Subscription, list[str]]:
        one = Subscription("table", "guest")
        stale = False
        one.is_stale = lambda: stale
        one.put(b'{"type": "first"}', is_view=True)
        one.put(b'{"type": "second"}', is_view=True)
        found = [json.loads(await anext(one))["type"]]
        if is_closed:
            one.leave()
        stale = True
        one.put(b'{"type": "third"}', is_view=True)
        return one, found + [json.loads(raw)["type"] async for raw in one]

    return asyncio.run(read())


def test_a_goodbye_replaces_stale_views() -> None:
    one, read = woken()
    assert read == ["first", "goodbye"] and one.is_closed


def test_nothing_stale_is_read_after_the_end() -> None:
    assert woken(is_closed=True)[1] == ["first"]


def test_delivery_at_once_is_held_too() -> None:
    async def deliver() -> list[str]:
        one, sent = Subscription("table", "guest"), list[str]()

        def take(raw: bytes) -> bool:
            sent.append(json.loads(raw)["type"])
            return True

        one.deliver = take
        reading = asyncio.ensure_future(anext(one))
        await asyncio.sleep(0)
        one.put(b'{"type": "before"}')
        one.is_stale = lambda: True
        one.put(b'{"type": "after"}')
        reading.cancel()
        return sent

    assert asyncio.run(deliver()) == ["before", "goodbye"]
