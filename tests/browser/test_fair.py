"""Fair deals in the browser: played, proven, verified without a network, and a room that cheats."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from sidepot.words import say
from tests.browser.conftest import PLAIN
from tests.browser.person import DESKTOP, QUICK, Crowd, Person, play_on
from tests.browser.screens import on
from tests.browser.server import serving_in_thread
from tests.browser.test_eyes_and_hands import found
from tests.browser.test_lines import free_port

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator

GAME = "holdem-no-limit"


def mark(person: Person, state: str) -> Locator:
    """The button in the header that says how the hand's deal stands."""
    return person.page.locator(f"[data-fair={state}] button")


def ask(person: Person, path: str, body: Any) -> Any:
    """Ask the room from within the page, by the address that the page has."""
    return person.page.evaluate(
        """async ([path, body]) => {
            const headers = {'content-type': 'application/json'};
            const options = {method: 'POST', headers, body: JSON.stringify(body)};
            return (await fetch(path, options)).json();
        }""",
        [path, body],
    )


def two_at_a_table(crowd: Crowd, **wanted: Any) -> tuple[Person, Person, str]:
    """Ana and Bo, who sit at a table of their own; and its id."""
    ana, bo = (crowd.person().open("/settings") for _ in range(2))
    for person, name in ((ana, "Ana"), (bo, "Bo")):
        ask(person, "/api/guests", {"name": name})
    plan = {"games": [{"name": GAME}], **QUICK, "pause": 30, "public": True, "chairs": 2, **wanted}
    table: str = ask(ana, "/api/tables", plan)["table"]
    for person in (ana, bo):
        person.open(f"/tables/{table}").sit()
    return ana, bo, table


@pytest.mark.soak("the evening of `test_lines` where nothing is trusted ends with a proven deal")
def test_deals_are_proven_where_the_browser_trusts_nothing(
    chromium: Browser, tmp_path: Path
) -> None:
    port = free_port()
    base = f"http://{PLAIN}:{port}"
    with serving_in_thread(tmp_path, port=port, public_url=base):
        crowd = Crowd(chromium, base, DESKTOP)
        ana, bo, _ = two_at_a_table(crowd)
        for person in (ana, bo):
            assert not person.page.evaluate("isSecureContext || 'subtle' in crypto")
            mark(person, "cut").wait_for()
        play_on([ana, bo], 1)
        for person in (ana, bo):
            mark(person, "proven").wait_for()
        crowd.go()


@pytest.mark.soak("fairDeal.test.ts holds the panel's sentences")
@on("desktop", soak="phone")
def test_the_panel_says_who_cut_and_the_cards_to_come_are_opened(crowd: Crowd) -> None:
    ana, bo, _ = two_at_a_table(crowd)
    mark(ana, "cut").click()
    panel = ana.page.get_by_role("dialog")
    said = panel.inner_text()
    assert re.search(r"\bBo\b", said) and say("browser.fair.you") in said.lower()
    assert say("browser.fair.nobody_missing") in said
    assert found(ana) == []
    ana.page.keyboard.press("Escape")
    for person in (ana, bo):
        person.play = lambda person=person: fold(person)  # type: ignore[misc]
    play_on([ana, bo], 1)
    ana.press(ana.button(say("browser.at.pause.rabbit")))
    bo.page.locator("[data-rabbit]").wait_for()
    for person in (ana, bo):
        mark(person, "proven").wait_for()
        assert not person.page.locator("[data-fair=breach]").count()
    assert found(bo) == []


def fold(person: Person) -> None:
    before = person.decision()
    person.press(person.page.locator("[data-act=fold]"))
    person.until(lambda: person.decision() != before or not person.is_due)


def test_hands_are_verified_in_the_room_and_in_one_file_without_a_network(
    crowd: Crowd, tmp_path: Path
) -> None:
    ana, bo, table = two_at_a_table(crowd)
    play_on([ana, bo], 1)
    mark(ana, "proven").wait_for()
    ana.beside("people")
    ana.sure("browser.at.host.end")
    ana.page.get_by_text(say("room.goodbye_ended")).first.wait_for()
    night = ana.call("GET", f"/api/tables/{table}/night.phhs")
    ana.open("/verify")
    ana.page.get_by_role("button", name=re.compile(say("browser.verify.check"))).click()
    ana.page.locator("li.proven").wait_for()
    assert found(ana) == []
    with ana.page.expect_download() as download:
        ana.page.get_by_role("link", name=say("browser.verify.save")).click()
    page = tmp_path / download.value.suggested_filename
    download.value.save_as(page)

    (tmp_path / "night.phhs").write_text(night, "utf-8")
    other = {"a": "b", "b": "a"}
    swapped = re.sub(r"(dealt = )(['\"])([ab])", lambda m: m[1] + m[2] + other[m[3]], night)
    (tmp_path / "swapped.phhs").write_text(swapped, "utf-8")
    asked: list[str] = []
    ana.context.set_offline(True)
    ana.page.on("request", lambda request: asked.append(request.url))
    ana.page.goto(page.as_uri())
    for name, status in (("night", "proven"), ("swapped", "wrong")):
        ana.page.locator("input[type=file]").set_input_files(tmp_path / f"{name}.phhs")
        ana.page.get_by_role("heading", name=f"{name}.phhs").wait_for()
        assert ana.page.locator(f"li.{status}").count() == 1
    assert found(ana) == []
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []


def cheat(person: Person, change: Callable[[dict[str, Any]], None]) -> None:
    """Change the room's messages on their way to a page, as a cheating room would."""

    def through(route: Any) -> None:
        server = route.connect_to_server()
        route.on_message(server.send)

        def heard(text: str) -> None:
            message = json.loads(text)
            change(message)
            route.send(json.dumps(message))

        server.on_message(heard)

    person.is_cheated = True
    person.page.route_web_socket("**/api/socket", through)


def test_a_room_that_cheats_is_named_at_once_in_words(crowd: Crowd) -> None:
    ana, bo = crowd.person("Ana"), crowd.person("Bo")

    def another_deck(message: dict[str, Any]) -> None:
        if message["type"] == "cut":
            message["dealt"] = "a" if message["dealt"] == "b" else "b"

    cheat(ana, another_deck)
    made = ana.founds(GAME, public=True, chairs=2)
    for person in (ana, bo):
        person.open(f"/tables/{made['table']}").sit()
    mark(bo, "cut").wait_for()
    mark(ana, "breach").wait_for()
    what = say("browser.fair.breach.dealt")
    heard = ana.page.locator("[data-live=urgent]").inner_text()
    assert say("browser.fair.breaches") in heard and what in heard
    assert what in ana.breaches()
    assert found(ana) == []


# checker.test.ts holds what is unchecked, fairDeal.test.ts how it is told.
@on("", soak="phone desktop")
def test_a_view_that_skips_a_decision_is_reported_and_counted_apart(crowd: Crowd) -> None:
    ana, bo = crowd.person("Ana"), crowd.person("Bo")
    passes: list[bool] = []

    def passing_over(message: dict[str, Any]) -> None:
        if passes and message["type"] == "view" and (message["hand"] or {}).get("decision") == 1:
            message["is_whole"] = True

    cheat(ana, passing_over)
    made = ana.founds(GAME, public=True, chairs=2)
    for person in (ana, bo):
        person.open(f"/tables/{made['table']}").sit()
    play_on([ana, bo], 1)
    mark(ana, "proven").wait_for()
    passes.append(True)
    play_on([ana, bo], 2)
    for person, state in ((ana, "unchecked"), (bo, "proven")):
        mark(person, state).wait_for()
    assert ana.page.locator("[data-gap]").inner_text().startswith(say("browser.fair.gap", n=2))
    ana.page.locator("[data-gap] button").click()
    panel = ana.page.get_by_role("dialog")
    for standing in ("proven", "unchecked"):
        told = panel.locator(f"[data-standing={standing}]").inner_text().strip()
        assert told == say(f"browser.fair.standing.{standing}", n=1)
    assert ana.page.locator("[data-gap]").count() == 0
    assert found(ana) == []
