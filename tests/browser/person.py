"""A person at a browser, who reads the page and presses its buttons.

The messages of the page's socket are kept too, for comparison with the page.
"""

from __future__ import annotations

import json
import os
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sidepot.words import say

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Locator, Page, WebSocket

Json = dict[str, Any]
PATIENCE = 60.0
"""Seconds that anything may take."""
DEAF = 350
"""Milliseconds after which new buttons listen."""
PHONE: Json = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESKTOP: Json = {"viewport": {"width": 1440, "height": 900}}
PLAIN: Json = {"reduced_motion": "reduce", "service_workers": "block"}
"""A browser that draws no motion and keeps no files, which takes half the work."""
FULL: Json = {"reduced_motion": "no-preference", "service_workers": "allow"}
"""A browser as most people have it, for tests of stages, layout shifts and kept files."""
SHOTS = os.environ.get("SIDEPOT_SHOTS")
"""A folder for pictures of what the tests see, for somebody who wants to look."""
QUICK: Json = {"bot_pace": 0, "pause": 1, "turn": 600}
"""A table where nobody waits for long."""


class Crowd:
    """People with browsers of their own."""

    def __init__(self, browser: Browser, base: str, screen: Json) -> None:
        self.browser, self.base, self.screen = browser, base, screen
        self.people: list[Person] = []

    def person(self, name: str = "", **more: Any) -> Person:
        """Somebody new, in a plain browser; with a name they have been here before."""
        context = self.browser.new_context(**{**PLAIN, **self.screen, **more})
        person = self.tab(context)
        if name:
            person.call("POST", "/api/guests", {"name": name})
        return person

    def tab(self, context: BrowserContext) -> Person:
        """Somebody's first page, or one more."""
        person = Person(context, self.base)
        self.people.append(person)
        return person

    def go(self) -> None:
        """Let everybody leave, and check that nobody saw an error or a wrong deal."""
        for person in self.people:
            if not person.is_cheated:
                assert not person.page.locator("[data-fair=breach]").count(), person.breaches()
        for person in self.people:
            person.context.close()
        errors = [error for person in self.people for error in person.errors]
        assert not errors, errors


class Person:
    """One page, the messages it received, and a person's actions on it."""

    def __init__(self, context: BrowserContext, base: str) -> None:
        self.context, self.base = context, base
        self.page: Page = context.new_page()
        self.view: Json = {}
        self.told: dict[int, list[Json]] = {}
        """The sentences of each hand."""
        self.errors: list[str] = []
        self.is_cheated = False
        """Does the room cheat them on purpose?"""
        self.rng = random.Random(7)
        self.is_bold = False
        """Does this person never fold?"""
        self.play: Callable[[], None] = self.act
        """How this person answers a decision."""
        self.page.set_default_timeout(PATIENCE * 1000)
        self.page.on("pageerror", lambda error: self.errors.append(f"{error}\n{error.stack}"))
        self.page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._hear)

    def _hear(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] != "view":
            return
        self.view = message
        hand = message["room"]["hand"]
        if message["is_whole"]:
            self.told[hand] = []
        self.told.setdefault(hand, []).extend(message["said"])

    def breaches(self) -> str:
        """The page's list of faults in the deals."""
        return self.page.locator(".breach p").inner_text()

    def call(self, method: str, path: str, body: Any = None) -> Any:
        """Ask the room by HTTP, with this browser's cookie."""
        reply = self.context.request.fetch(self.base + path, method=method, data=body)
        assert reply.ok, reply.text()
        return reply.json() if "json" in reply.headers["content-type"] else reply.text()

    def open(self, path: str) -> Person:
        """Go to an address of the page."""
        self.page.goto(path if path.startswith("http") else self.base + path)
        return self

    def picture(self, name: str, **how: Any) -> None:
        """Keep a picture of the page, where somebody wants to look.

        Written here: for a path, Playwright starts threads that live as long as the browser.
        """
        if SHOTS:
            shot = self.page.screenshot(**how)
            Path(SHOTS, f"{name}-{self.page.evaluate('innerWidth')}.png").write_bytes(shot)

    def founds(self, game: str, **wanted: Any) -> Json:
        """A table, and the way to it."""
        made: Json = self.call(
            "POST", "/api/tables", {"games": [{"name": game}], **QUICK, **wanted}
        )
        return made

    def button(self, name: Any) -> Locator:
        return self.page.get_by_role("button", name=name)

    def beside(self, tab: str) -> Locator:
        """A tab of what lies beside the table, on a desk."""
        self.page.get_by_role("tab", name=say(f"browser.at.side.{tab}")).click()
        return self.page.get_by_role("tabpanel")

    def press(self, button: Locator) -> None:
        """Press it as soon as it listens."""
        button.wait_for()
        self.page.wait_for_timeout(DEAF)
        button.click()

    def sure(self, name: str, who: str = "") -> None:
        """Press what is asked about once more; `who`: the person whom it is about."""
        self.button(say(name)).click()
        self.button(say(f"browser.at.sure.{name.rpartition('.')[2]}", name=who)).click()

    def sit(self) -> None:
        """Take a chair with as many chips as the host allows; a link has offered one already."""
        dialog = self.page.get_by_role("dialog")
        take = dialog.get_by_role("button", name=say("browser.chips.sit"))
        self.button(say("browser.at.sit")).or_(take).first.wait_for()
        if not take.count():
            self.button(say("browser.at.sit")).first.click()
        take.click()

    @property
    def hand(self) -> Json:
        """The hand that was sent last."""
        return self.view.get("hand") or {}

    @property
    def is_due(self) -> bool:
        """Is it this person's turn, as far as the room has said?"""
        return bool(self.hand.get("menu")) and self.view["room"]["phase"] == "playing"

    def until(self, is_so: Callable[[], Any], why: str = "") -> None:
        """Wait for a condition while the page runs."""
        end = time.monotonic() + PATIENCE
        while not is_so():
            assert time.monotonic() < end, (why, self.page.url, self.view)
            self.page.wait_for_timeout(30)

    def dealt(self) -> None:
        """Wait until a hand is on the table."""
        self.until(lambda: self.hand, "no hand was dealt")

    def due(self) -> None:
        """Wait for one's turn."""
        self.until(lambda: self.is_due, "no turn came")

    def has_seen(self, hand: int) -> bool:
        """Has the room said that this hand is over?"""
        room = self.view["room"]
        return bool(room["hand"] > hand or (room["hand"] == hand and room["phase"] != "playing"))

    def decision(self) -> tuple[int, int]:
        return self.hand["hand"], self.hand["decision"]

    def has_answered(self, before: tuple[int, int]) -> bool:
        """Is a decision over, or this person's part of one that several make at the same time?"""
        return self.decision() != before or bool(self.hand.get("decided"))

    def act(self) -> None:
        """Take any action that the page offers, by mouse."""
        before = self.decision()
        actions = self.page.get_by_role("group", name=say("browser.at.actions"), exact=True)
        actions.get_by_role("button").first.wait_for()
        self.page.wait_for_timeout(DEAF)
        cards = self.page.get_by_role("list", name=say("browser.at.hand.pick")).get_by_role(
            "button"
        )
        if cards.count() and self.rng.random() < 0.6:
            cards.nth(self.rng.randrange(cards.count())).click()
            self.page.wait_for_timeout(DEAF)
        presets = self.page.locator(".presets button")
        if presets.count() and self.rng.random() < 0.5:
            presets.first.click()
            self.page.wait_for_timeout(DEAF)
        not_fold = ":not([data-act=fold])" if self.is_bold else ""
        offered = actions.locator(f"button:enabled{not_fold}")
        offered.nth(self.rng.randrange(offered.count())).click()
        self.confirm(before)
        self.until(lambda: self.has_answered(before), "the action was not heard")

    def confirm(self, before: tuple[int, int]) -> None:
        """Press once more where the page asks whether that was a slip."""
        asked = self.page.locator("[data-asked]")
        self.until(lambda: self.has_answered(before) or asked.count(), "nothing was asked or done")
        if asked.count():
            self.page.wait_for_timeout(DEAF)
            asked.click()

    def heard(self) -> list[str]:
        """The table talk, as a screen reader reads it out."""
        return [line.strip() for line in self.page.locator("[data-live=talk] p").all_inner_texts()]


def play_on(people: list[Person], hand: int) -> None:
    """Play until a hand is over and every page has been sent its end."""
    end = time.monotonic() + 4 * PATIENCE
    while not all(person.has_seen(hand) for person in people):
        assert time.monotonic() < end, [person.view for person in people]
        for person in people:
            if person.is_due:
                person.play()
            person.page.wait_for_timeout(30)
