"""Lost connections, second tabs, reloads, and a browser that does not trust the address."""

from __future__ import annotations

import re
import socket
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from sidepot.words import say
from tests.browser.conftest import PLAIN
from tests.browser.person import DEAF, DESKTOP, Crowd, Person, play_on
from tests.browser.server import serving_in_thread

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SLEEP = 40_000
"""Milliseconds after which a silent line is not believed."""


def at_table(crowd: Crowd, **more: Any) -> tuple[Person, str]:
    """Somebody who plays with a bot, and the table's address."""
    ana = crowd.person("Ana", **more)
    path = come(ana)
    ana.dealt()
    return ana, path


def come(person: Person) -> str:
    """Open a table with a bot and sit down; its address."""
    made = person.founds("ricochet-2", bots=[{"chair": 1}], chairs=2)
    person.open(f"/tables/{made['table']}").sit()
    return f"/tables/{made['table']}"


class Line:
    """The line between a page and the room, which a test can cut."""

    def __init__(self, person: Person) -> None:
        self.is_cut = False
        self.dead = 0
        self.sockets: list[Any] = []
        self.opened = 0
        # Beside the page, the person hears what gets through here, and nothing else.
        person.page.remove_listener("websocket", person._listen)
        person.page.route_web_socket("**/api/socket", self._through)
        self.person = person

    def _through(self, route: Any) -> None:
        self.opened += 1
        if self.is_cut:
            route.close(code=1011)
            return
        server = route.connect_to_server()
        number = self.opened

        def said(message: str | bytes) -> None:
            if number > self.dead:
                server.send(message)

        def heard(message: str | bytes) -> None:
            if number > self.dead:
                self.person._hear(message)
                route.send(message)

        route.on_message(said)
        server.on_message(heard)
        self.sockets.append((route, server))

    def die(self) -> None:
        """Drop everything on the present socket, without either side noticing."""
        self.dead = self.opened

    def cut(self) -> None:
        """Nothing gets through, and both sides notice."""
        self.is_cut = True
        for route, server in self.sockets:
            server.close()
            route.close(code=1011)
        self.sockets.clear()


def test_a_lost_connection_is_shown_tried_again_and_made_good(crowd: Crowd) -> None:
    ana = crowd.person("Ana")
    line = Line(ana)
    come(ana)
    ana.due()
    loaded = ana.page.evaluate("performance.timeOrigin")
    line.cut()
    ana.page.get_by_text(say("browser.at.lost.title")).wait_for()
    assert ana.page.get_by_role("list", name=say("browser.at.seats")).is_visible()
    tried = line.opened
    ana.until(lambda: line.opened > tried, "it is not tried again")
    line.is_cut = False
    ana.button(say("browser.at.lost.now")).click()
    ana.page.get_by_text(say("browser.at.lost.title")).wait_for(state="detached")
    ana.act()
    play_on([ana], ana.view["room"]["hand"])
    assert ana.page.evaluate("performance.timeOrigin") == loaded


def on_a_dead_line(crowd: Crowd) -> tuple[Person, Line]:
    """Somebody in their turn whose line has just died, and whose page has a clock of its own."""
    ana = crowd.person("Ana")
    line = Line(ana)
    ana.page.clock.install()
    come(ana)
    ana.due()
    line.die()
    return ana, line


def test_a_phone_that_comes_back_is_up_to_date(crowd: Crowd) -> None:
    ana, line = on_a_dead_line(crowd)
    before = ana.decision()
    other = crowd.tab(ana.context).open(ana.page.url)
    other.due()
    other.act()
    ana.page.wait_for_timeout(300)
    assert ana.decision() == before and line.opened == 1
    ana.page.clock.fast_forward(SLEEP)
    ana.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    ana.until(lambda: ana.decision() != before, "what happened meanwhile is not known")
    assert line.opened == 2


@pytest.mark.soak("a lost connection is made good every time")
def test_a_line_that_died_unseen_is_noticed_by_who_acts_on_it(crowd: Crowd) -> None:
    ana, line = on_a_dead_line(crowd)
    before = ana.decision()
    offered = ana.page.locator("[data-act]")

    def fold() -> bool:
        """Press until it works: early keys are ignored, and some folds ask for confirmation."""
        ana.page.keyboard.press("f")
        ana.page.wait_for_timeout(DEAF)
        return not offered.count()

    ana.until(fold, "the key is not heard")
    ana.page.clock.fast_forward(SLEEP)
    ana.until(lambda: ana.decision() != before, "the fold has never been done")
    assert line.opened == 2


def test_two_tabs_of_one_player_agree(crowd: Crowd) -> None:
    ana, _ = at_table(crowd)
    other = crowd.tab(ana.context).open(ana.page.url)
    for one in (ana, other):
        one.due()
    one_hand = ana.hand["seats"]
    assert one_hand == other.hand["seats"]
    before = ana.decision()
    other.act()
    ana.until(lambda: ana.decision() != before, "the first tab knows nothing of it")


def test_back_and_reload_keep_the_seat(crowd: Crowd) -> None:
    ana, path = at_table(crowd)
    chair = ana.view["chair"]
    ana.page.reload()
    ana.view = {}
    ana.until(lambda: ana.hand, "nothing is there after a reload")
    assert ana.view["chair"] == chair is not None
    ana.open("/lobby")
    ana.view = {}
    ana.page.go_back()
    ana.until(lambda: ana.hand, "nothing is there after going back")
    assert ana.view["chair"] == chair and ana.page.url.endswith(path)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


def test_everything_works_where_the_browser_trusts_nothing(
    chromium: Browser, tmp_path: Path
) -> None:
    port = free_port()
    with serving_in_thread(tmp_path, port=port, public_url=f"http://{PLAIN}:{port}"):
        crowd = Crowd(chromium, f"http://{PLAIN}:{port}", DESKTOP)
        check_an_evening(crowd)
        crowd.go()


def check_an_evening(crowd: Crowd) -> None:
    """A table, its link, a friend and a hand, whose deal is proven."""
    ana = crowd.person().open("/")
    ana.page.get_by_label(say("browser.name.label")).fill("Ana")
    ana.button(re.compile(say("browser.front.friends"))).first.click()
    link = ana.page.get_by_role("dialog").locator("input[readonly]").input_value()
    assert PLAIN in link
    ana.button(say("browser.share.copy")).click()
    ana.page.get_by_text(say("browser.share.copied")).wait_for()
    ana.page.keyboard.press("Escape")
    bo = crowd.person().open(link)
    bo.page.get_by_label(say("browser.name.label")).fill("Bo")
    bo.button(say("browser.join.enter")).click()
    for one in (ana, bo):
        assert not one.page.evaluate("isSecureContext")
        one.dealt()
    play_on([ana, bo], 1)
    for one in (ana, bo):
        one.page.locator("[data-fair=proven]").wait_for()


def test_refusals_of_the_room_come_with_a_way_out(crowd: Crowd) -> None:
    ana = crowd.person("Ana").open("/tables/nothing-here")
    ana.page.get_by_role("link", name=say("browser.nothing.front")).wait_for()
    ana.open("/join#wrong")
    ana.page.get_by_role("link", name=say("browser.nothing.front")).wait_for()
