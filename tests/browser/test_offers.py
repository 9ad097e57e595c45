"""Buttons at a table, pressed in every situation of it: the room refuses none of them."""

from __future__ import annotations

import itertools
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest

from sidepot.room.protocol import messages as m
from sidepot.room.protocol.table_rules import GamePlan, MatchRules
from sidepot.room.service import Room
from sidepot.room.table.state import TableState
from sidepot.words import say
from tests.browser.person import DEAF, QUICK, Crowd, Person
from tests.browser.screens import on
from tests.browser.server import BrowserServer
from tests.browser.test_fair import cheat
from tests.waiting import until

if TYPE_CHECKING:
    from playwright.sync_api import Response

PRESS = """([pressed, last]) => {
  /* Found and pressed in one go: a button may be gone with the next message. */
  const asks = '[data-dock] button:enabled, .people button:enabled';
  const shown = [...document.querySelectorAll(asks)]
    .filter(it => it.checkVisibility() && !it.closest('.actions, .bet-control'))
    .map(it => [it.innerText.trim().replace(/[\\d\\s]+/g, ' '), it])
    .filter(([name]) => name && !pressed.includes(name));
  const [name, button] = shown.find(([name]) => !last.includes(name)) ?? shown[0] ?? [];
  button?.focus();
  button?.click();
  return name;
}"""
AWAY = ("browser.at.people.away", "browser.at.people.settings")
"""Buttons that ask the room for nothing."""
ALONE = ("room.refused_hold_twice", "room.refused_holds")
"""Refusals after which the page goes on looking at the hand by itself, and shows none."""
LAST = ("browser.at.people.leave", "browser.at.host.end", "browser.at.host.revoke")
"""Buttons after which there is little left to press."""


@dataclass
class Company:
    """Guests without a browser beside the one who has it, and their commands."""

    room: Room
    viewer: str
    others: list[str] = field(default_factory=list)
    table: str = ""
    ids: itertools.count[int] = field(default_factory=itertools.count)

    async def meet(self, *seated: str, host: str = "", **wanted: Any) -> None:
        """A table of these people, where the viewer is too, on a chair or not."""
        made = await self.room.create(
            host or seated[0],
            m.NewTable(**{"games": [GamePlan(name="holdem-no-limit")], **QUICK, **wanted}),
        )
        self.table = made.table
        for guest in dict.fromkeys((*seated, self.viewer)):
            await self.room.join(guest, made.table, made.invitation)
        for chair, guest in enumerate(seated):
            await self.do(guest, m.Sit, chair=chair, chips=(await self.state()).rules.most)

    async def do(self, who: str, command: Callable[..., Any], **fields: Any) -> None:
        asked = command(id=f"c{next(self.ids)}", **fields)
        answer = await self.room.handle(who, self.table, asked)
        assert isinstance(answer, m.Ack), answer

    async def state(self) -> TableState:
        return await self.room._live(self.table).state()


async def looks_on_where_all_chairs_are_taken(at: Company) -> None:
    await at.meet(*at.others, chairs=2)


async def looks_on_where_no_game_is_for_more(at: Company) -> None:
    await at.meet(*at.others, chairs=5, automatic=False)
    await at.do(at.others[0], m.ChangeGame, games=[GamePlan(name="kuhn")])


async def looks_on_at_a_match(at: Company) -> None:
    await at.meet(*at.others, chairs=4, match=MatchRules(hands=9))
    for guest in at.others:
        await at.do(guest, m.Ready)


async def plays_a_match_as_its_host(at: Company) -> None:
    await at.meet(at.viewer, *at.others, chairs=4, match=MatchRules(hands=9))
    for guest in (at.viewer, *at.others):
        await at.do(guest, m.Ready)


async def waits_as_the_host(at: Company) -> None:
    await at.meet(at.viewer, chairs=3)


async def is_dealt_in_as_the_host(at: Company) -> None:
    await at.meet(at.viewer, *at.others, chairs=4)


async def pauses_as_the_host(at: Company) -> None:
    await at.meet(at.viewer, *at.others, chairs=4)
    await at.do(at.viewer, m.Pause)


async def sits_out(at: Company) -> None:
    await at.meet(at.others[0], at.viewer, chairs=4, automatic=False)
    await at.do(at.viewer, m.SitOut)


async def leaves_in_a_hand(at: Company) -> None:
    await at.meet(at.others[0], at.viewer, at.others[1], chairs=4)
    looking = await at.room.subscribe(at.viewer, at.table)
    state = await at.state()
    await until(lambda: state.in_play)
    await at.do(at.viewer, m.Leave)
    looking.leave()


async def is_muted(at: Company) -> None:
    await at.meet(at.others[0], at.viewer, chairs=4)
    await at.do(at.others[0], m.Mute, guest=at.viewer)


async def looks_on_at_a_closed_table(at: Company) -> None:
    await at.meet(at.others[0], chairs=4)
    await at.do(at.others[0], m.Close)


async def sees_the_end(at: Company) -> None:
    await at.meet(at.viewer, *at.others, chairs=4)
    await at.do(at.viewer, m.End)


SITUATIONS: list[Callable[[Company], Awaitable[None]]] = [
    looks_on_where_all_chairs_are_taken,
    looks_on_where_no_game_is_for_more,
    looks_on_at_a_match,
    plays_a_match_as_its_host,
    waits_as_the_host,
    is_dealt_in_as_the_host,
    pauses_as_the_host,
    sits_out,
    leaves_in_a_hand,
    is_muted,
    looks_on_at_a_closed_table,
    sees_the_end,
]


@pytest.mark.soak("chairs.test.ts, People.test.ts and the room's tests of full tables")
@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda one: one.__name__)
@on("desktop")
def test_no_button_at_a_table_is_refused(
    crowd: Crowd, server: BrowserServer, situation: Callable[[Company], Awaitable[None]]
) -> None:
    person = crowd.person()
    viewer = person.call("POST", "/api/guests", {"name": "Vi"})["id"]
    at = Company(server.serving.room, viewer)

    async def set_up() -> None:
        at.others = [(await at.room.register(name)).guest.id for name in ("Ana", "Bo")]
        await situation(at)

    server.do(set_up())
    refused = listen(person)
    person.open(f"/tables/{at.table}").page.wait_for_selector("[data-dock]")
    person.beside("people")
    press_all(person)
    assert not refused


@pytest.mark.soak("a test of the measure, which changes seldom")
@on("desktop")
def test_a_seat_that_is_offered_in_vain_is_noticed(crowd: Crowd) -> None:
    ana, person = crowd.person("Ana"), crowd.person("Vi")
    made = ana.founds("kuhn", chairs=2, public=True, bots=[{"chair": 0}, {"chair": 1}])
    refused = listen(person)
    cheat(person, lambda message: message.get("room", {}).update(is_full=False, chairs=[]))
    person.open(f"/tables/{made['table']}").page.wait_for_selector("[data-dock]")
    person.beside("people")
    assert say("browser.at.sit") in press_all(person)
    assert refused


@pytest.mark.soak("the room's tests of full tables hold what an invitation says")
@on("phone")
def test_an_invitation_to_a_full_table_offers_to_watch(crowd: Crowd) -> None:
    ana, zoe = crowd.person("Ana"), crowd.person()
    made = ana.founds("kuhn", chairs=2, bots=[{"chair": 0}, {"chair": 1}])
    zoe.open(made["link"]).page.get_by_text(say("browser.join.full")).wait_for()
    assert not zoe.button(say("browser.join.enter")).count()
    zoe.button(say("browser.join.watch")).click()
    zoe.page.wait_for_selector("[data-dock]")
    assert not zoe.button(say("browser.at.sit")).count()


def listen(person: Person) -> list[str]:
    """The refusals that a page is sent, in answer to commands and requests."""
    refused: list[str] = []

    def hear(frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] == "refusal" and message["reason"]["key"] not in ALONE:
            refused.append(message["reason"]["text"])

    def answered(reply: Response) -> None:
        if reply.status >= 400:
            refused.append(f"{reply.status} {reply.url}")

    person.page.on("websocket", lambda socket: socket.on("framereceived", hear))
    person.page.on("response", answered)
    return refused


def press_all(person: Person) -> list[str]:
    """Press every button once, and the main one of what it opens; those of `LAST` last."""
    page, pressed, last = person.page, [say(key) for key in AWAY], [say(key) for key in LAST]
    while True:
        page.wait_for_timeout(DEAF)
        name = page.evaluate(PRESS, [pressed, last])
        if not name:
            return pressed[len(AWAY) :]
        pressed.append(name)
        page.wait_for_timeout(DEAF)
        dialog = page.get_by_role("dialog")
        if not dialog.count():
            continue
        if (main := dialog.locator(".button.main:enabled")).count():
            main.first.click()
            page.wait_for_timeout(DEAF)
        page.keyboard.press("Escape")
