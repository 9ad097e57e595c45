"""The page on phones: the way back, held across, many seats, installed, awake in one's turn."""

from __future__ import annotations

import dataclasses
import gc
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from sidepot import games
from sidepot.room.web import FOLDER
from sidepot.room.web.page import Page
from sidepot.warm import warm
from sidepot.words import say
from tests.browser.person import DEAF, FULL, Crowd, Person, play_on
from tests.browser.screens import on, playing

if TYPE_CHECKING:
    from playwright.sync_api import Locator


def at_table(crowd: Crowd, game: str, players: int, **browser: Any) -> Person:
    """A person on their turn, among bots that answer at once."""
    warm(games.find(game))
    ana = crowd.person("Ana", **browser)
    bots = [{"chair": chair, "strength": "random"} for chair in range(1, players)]
    made = ana.founds(game, bots=bots, chairs=players)
    ana.open(f"/tables/{made['table']}").sit()
    ana.due()
    ana.page.wait_for_timeout(DEAF)
    return ana


def has(dialogs: Locator, n: int) -> bool:
    return dialogs.count() == n


COVERED = "!!(history.state && history.state.isCovered)"
"""Whether the page has an entry for what lies over it."""


@on("phone")
def test_the_way_back_closes_what_lies_over_the_table(crowd: Crowd) -> None:
    ana = at_table(crowd, "ricochet-2", 2)
    address, dialogs = ana.page.url, ana.page.get_by_role("dialog")
    ana.button(say("browser.at.head.menu")).click()
    dialogs.get_by_role("button", name=say("browser.at.people.settings")).click()
    ana.until(lambda: dialogs.count() == 2)
    for left in (1, 0):
        ana.until(lambda: ana.page.evaluate(COVERED), "there is no entry to go back from")
        ana.page.go_back()
        ana.until(partial(has, dialogs, left), "the way back closed nothing")
        assert ana.page.url == address and ana.is_due
    ana.button(say("browser.at.head.menu")).click()
    dialogs.get_by_role("button", name=say("browser.at.side.close"), exact=True).click()
    ana.until(lambda: dialogs.count() == 0)
    ana.page.wait_for_timeout(200)
    assert not ana.page.evaluate(COVERED)


def inside(person: Person, selector: str) -> bool:
    """Does all of it lie on the screen?"""
    box = person.page.locator(selector).first.bounding_box()
    size = person.page.viewport_size
    assert box and size
    return bool(
        box["x"] >= 0
        and box["y"] >= 0
        and box["x"] + box["width"] <= size["width"] + 1
        and box["y"] + box["height"] <= size["height"] + 1
    )


# `test_sight` finds whatever is covered or off the screen, in more positions and sizes.
@playing(["holdem-no-limit", "ricochet-2"], across="", small="")
def test_table_and_dock_are_seen_together(crowd: Crowd, name: str) -> None:
    ana = at_table(crowd, name, 4)
    for what in (".seat", ".seat >> nth=2", "[data-pot]", "[data-card]", "[data-act]"):
        assert inside(ana, what), what
    last = ana.page.locator("[data-act]").last.bounding_box()
    assert last and last["y"] + last["height"] <= ana.page.viewport_size["height"]  # type: ignore[index]


# `test_sight` measures nine players at every size.
@on("", soak="small phone across")
def test_twenty_players_leave_pot_and_match_card_free(crowd: Crowd) -> None:
    ana = at_table(crowd, "poker-roulette", 20)
    for what in ("[data-pot]", ".board"):
        assert inside(ana, what)
        on_top = ana.page.locator(what).first.evaluate(
            """it => {
              const {left, top, width, height} = it.getBoundingClientRect();
              const found = document.elementFromPoint(left + width / 2, top + height / 2);
              return it.contains(found);
            }"""
        )
        assert on_top, f"something lies over {what}"


@on("across")
def test_the_dock_lies_at_the_hand_that_holds_the_phone(crowd: Crowd) -> None:
    ana = at_table(crowd, "ricochet-2", 2)
    sides = []
    for hand in ("right", "left"):
        ana.page.evaluate(f"document.documentElement.dataset.hand = '{hand}'")
        box = ana.page.locator("[data-dock]").bounding_box()
        assert box
        sides.append(box["x"] > 100)
    assert sides == [True, False]


LOCKS = """
(() => {
  window.locks = 0;
  navigator.wakeLock.request = () => {
    window.locks += 1;
    return Promise.resolve({ release: () => Promise.resolve(void (window.locks -= 1)) });
  };
})()
"""


@pytest.mark.soak("a convenience of one browser's interface")
@on("phone")
def test_the_screen_stays_on_in_ones_turn_alone(crowd: Crowd) -> None:
    warm(games.find("ricochet-2"))
    ana = crowd.person("Ana")
    ana.page.add_init_script(LOCKS)
    made = ana.founds("ricochet-2", bots=[{"chair": 1}], chairs=2, bot_pace=1500, pause=2)
    ana.open(f"/tables/{made['table']}")
    ana.button(say("browser.at.sit")).first.wait_for()
    assert ana.page.evaluate("locks") == 0
    ana.sit()
    ana.due()
    ana.until(lambda: ana.page.evaluate("locks") == 1, "the screen may go dark")
    ana.act()
    ana.until(lambda: ana.is_due or ana.page.evaluate("locks") == 0, "it never goes dark again")


CACHED = """
async () => {
  const found = [];
  for (const name of await caches.keys())
    for (const request of await (await caches.open(name)).keys())
      found.push([name, new URL(request.url).pathname]);
  return found;
}
"""


@pytest.mark.soak("test_real_cards plays on without the room every time")
def test_without_the_room_rules_and_replays_are_shown_and_no_table(
    crowd: Crowd, server: Any
) -> None:
    """The worker keeps the page, the page what it was shown; nothing of a table is kept."""
    ana = at_table(crowd, "ricochet-2", 2, **FULL)
    table = ana.page.url
    play_on([ana], 1)
    hand = f"{table}/hands/1"
    ana.open(hand)
    ana.page.get_by_role("slider").first.wait_for()
    ana.open("/rules/ricochet-2")
    ana.page.locator(".prose h2").first.wait_for()
    title = ana.page.locator("main > h1").inner_text()
    ana.page.evaluate("navigator.serviceWorker.register('/sw.js')")
    ana.until(lambda: ana.page.evaluate("!!navigator.serviceWorker.controller"), "no worker")
    cached = ana.page.evaluate(CACHED)
    assert not [path for name, path in cached if path.startswith(("/api", "/tables"))]
    assert {path for name, path in cached if name == "sidepot-saved"}
    server.stop()
    ana.open("/rules/ricochet-2")
    ana.page.locator(".prose h2").first.wait_for()
    assert ana.page.locator("main > h1").inner_text() == title
    ana.open(hand)
    ana.page.get_by_role("slider").first.wait_for()
    ana.open(table)
    ana.page.get_by_role("alert").first.wait_for()
    assert not ana.page.locator(".seat, [data-dock]").count()
    ana.open("/rules/holdem-no-limit")  # never read: there is nothing to show
    ana.page.get_by_text(say("browser.error.unreachable")).wait_for()


def is_kept(person: Person, build: str) -> bool:
    """Are the files of a build in the browser's storage?"""
    return any(build in name for name in person.page.evaluate("caches.keys()"))


def rebuilt(build: str) -> None:
    """Let the room that runs in this process have a page of another build."""
    text = (FOLDER / "sw.js").read_text("utf-8")
    content = text.replace("const BUILD = '", f"const BUILD = '{build}").encode()
    for held in [one for one in gc.get_objects() if type(one) is Page]:
        file = held._files["sw.js"]
        headers = {**file.headers, "etag": f'"{build}"'}
        held._files["sw.js"] = dataclasses.replace(file, encodings={"": content}, headers=headers)


@pytest.mark.soak("a build comes rarely")
def test_a_new_build_takes_over_and_leaves_open_pages_their_files(crowd: Crowd) -> None:
    ana = crowd.person("Ana", **FULL).open("/settings")
    for build in ("one", "two", "three"):
        rebuilt(build)
        ana.page.evaluate(
            "navigator.serviceWorker.register('/sw.js').then(found => found.update())"
        )
        ana.until(
            partial(is_kept, ana, build),
            "the new build is not kept",
        )
        ana.page.wait_for_timeout(300)
    ana.until(lambda: len(ana.page.evaluate("caches.keys()")) == 2, "old builds stay for ever")
    names = ana.page.evaluate("caches.keys()")
    assert any("two" in name for name in names) and any("three" in name for name in names)


def test_the_manifest_says_what_is_installed(crowd: Crowd) -> None:
    ana = crowd.person().open("/")
    manifest = ana.call("GET", ana.page.locator("link[rel=manifest]").get_attribute("href") or "")
    assert "standalone" in str(manifest)
    for icon in ("icon-192.png", "icon-512.png", "icon-maskable.png"):
        assert icon in str(manifest)
        reply = ana.context.request.get(f"{ana.base}/{icon}")
        assert reply.ok and reply.headers["content-type"] == "image/png"
