"""A match in a real browser: its form, clock and podium, and the next one of the same people."""

from __future__ import annotations

import pytest

from sidepot import games
from sidepot.warm import warm
from sidepot.words import say
from tests.browser.person import Crowd, play_on
from tests.browser.screens import on
from tests.browser.test_afterwards import shut, side
from tests.browser.test_eyes_and_hands import found


@pytest.mark.soak("match.test.ts and the room's test_match")
@on("phone", soak="desktop")
def test_a_match_ends_with_a_winner_and_goes_on(crowd: Crowd) -> None:
    warm(games.find("kuhn"))
    ana, bo = crowd.person("Ana"), crowd.person("Bo")
    rules = {"hands": 1, "minutes": 30, "level_hands": 1}
    made = ana.founds("kuhn", match=rules, least=20, chairs=2, pause=3)
    ana.open(f"/tables/{made['table']}").sit()
    head = ana.page.locator("header small")
    head.filter(has_text=say("browser.at.match.waits")).wait_for()
    bo.open(made["link"]).sit()
    for person in (ana, bo):
        person.dealt()
    head.filter(has_text=say("browser.at.match.hands", n=1, of=1)).wait_for()
    ana.picture("match", full_page=True)
    side(ana, crowd, "ledger")
    standings = ana.page.locator("[data-standings] li")
    standings.nth(1).wait_for()
    names = [row.split("\n")[1] for row in standings.all_inner_texts()]
    assert names == [place["name"] for place in ana.view["room"]["match"]["places"]]
    ana.picture("standings", full_page=True)
    assert found(ana) == []
    shut(ana, crowd)
    play_on([ana, bo], 1)
    for person in (ana, bo):
        person.page.get_by_role("link", name=say("browser.at.ledger.evening")).wait_for()
    (winner,) = [one["name"] for one in ana.view["room"]["match"]["places"] if one["place"] == 1]
    ana.page.get_by_role("link", name=say("browser.at.ledger.evening")).click()
    headline = ana.page.locator("[data-headline]")
    headline.wait_for()
    assert headline.inner_text() == say("evening.headline_won", player=winner)
    assert winner in ana.page.locator("[data-place='1']").inner_text()
    ana.picture("podium", full_page=True)
    assert found(ana) == []
    ana.button(say("browser.evening.again")).click()
    ana.page.wait_for_url(lambda url: made["table"] not in url)
    go_along = bo.page.get_by_role("link", name=say("browser.at.ledger.go_along"))
    go_along.wait_for()
    go_along.click()
    bo.page.wait_for_url(ana.page.url)


# newTable.test.ts makes these requests, and the API is sent them.
@on("", soak="phone desktop")
def test_the_form_of_a_new_table_offers_a_match(crowd: Crowd) -> None:
    ana = crowd.person("Ana").open("/new")
    ana.page.get_by_role("checkbox", name=say("browser.new.match_on")).check()
    ana.page.get_by_label(say("browser.new.match_stack")).fill("70")
    ana.picture("new-match", full_page=True)
    assert found(ana) == []
    assert not ana.page.get_by_label(say("browser.new.least")).count()
    ana.button(say("browser.new.open")).click()
    ana.until(lambda: ana.view, "no table came")
    room = ana.view["room"]
    assert room["rules"]["least"] == room["rules"]["most"] == 70
    assert room["match"]["began"] is None
    limits = room["rules"]["match"]
    assert (limits["minutes"], limits["level_minutes"], limits["rebuys"]) == (60, 10, 0)
