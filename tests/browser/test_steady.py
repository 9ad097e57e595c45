"""Nothing at a table jumps: not when one sits down and the first hand is dealt, nor after it."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from sidepot import games
from sidepot.warm import warm
from sidepot.words import say
from tests.browser.person import FULL, Crowd, Person, play_on
from tests.browser.screens import on, playing

MOST = 0.005
"""Of the layout at once, by Chromium's measure: names in the line of play move as hands get better,
and the more often, the longer a busy machine takes."""
FURNITURE = ("seat", "dock", "middle", "seats")
"""Classes of what must not move by a pixel's worth."""
WATCH = """
(() => {
  window.shifts = [];
  const name = node => node && node.classList ? node.classList[0] ?? '' : '';
  new PerformanceObserver(list => {
    for (const {hadRecentInput, value, sources} of list.getEntries())
      if (!hadRecentInput) window.shifts.push([value, sources.map(({node}) => name(node)),
        sources.map(({previousRect: p, currentRect: c}) => [p.y, p.height, c.y, c.height])]);
  }).observe({type: 'layout-shift', buffered: true});
})()
"""
TURN = """
names => names.map(name => {
  names.forEach(other => other.classList.toggle('lit', other === name));
  return names.map(other => [other.getBoundingClientRect().x, other.offsetWidth].join());
})
"""
"""Gives the turn to each name in the line of play, and returns where all of them are then."""


class Jumps(NamedTuple):
    """Layout shifts that nobody caused: the largest, the furniture moved, and each shift."""

    value: float
    furniture: set[str]
    shifts: list[Any]


def jumped(person: Person) -> Jumps:
    """The layout shifts since the last look."""
    person.page.wait_for_timeout(600)
    found: list[Any] = person.page.evaluate("window.shifts.splice(0)")
    moved = {name for value, names, _ in found if value > 0.001 for name in names}
    return Jumps(max((value for value, *_ in found), default=0), moved & {*FURNITURE}, found)


def sitting(crowd: Crowd, game: str) -> Person:
    """Somebody who has just sat down among bots, and whose first turn it is."""
    warm(games.find(game))
    ana = crowd.person("Ana", **FULL)
    ana.page.add_init_script(WATCH)
    bots = [{"chair": chair} for chair in range(1, 4)]
    made = ana.founds(game, bots=bots, chairs=5, bot_pace=200, pause=2)
    ana.open(f"/tables/{made['table']}")
    ana.button(say("browser.at.sit")).first.wait_for()
    ana.sit()
    ana.until(lambda: ana.page.locator("[data-dock][data-chair]").count())
    ana.page.wait_for_timeout(200)
    assert not ana.hand.get("menu")
    ana.page.evaluate("window.shifts.splice(0)")  # to sit down was one's own doing
    ana.due()
    return ana


@playing(
    ["ricochet-2", "holdem-no-limit", "ricochet-casino"],
    desktop="",
    phone="",
    small="ricochet-2",
    across="",
)
def test_nothing_jumps_when_the_first_hand_is_dealt(crowd: Crowd, name: str) -> None:
    ana = sitting(crowd, name)
    found = jumped(ana)
    assert found.value < MOST and not found.furniture, found.shifts


@pytest.mark.soak
def test_a_table_that_jumps_is_noticed(crowd: Crowd) -> None:
    ana = sitting(crowd, "ricochet-2")
    jumped(ana)
    ana.page.wait_for_timeout(600)  # shifts soon after a press are attributed to it
    ana.page.evaluate(
        "document.querySelector('[data-dock]').prepend("
        "Object.assign(document.createElement('p'), {style: 'height: 90px'}))"
    )
    ana.page.evaluate("document.querySelector('[data-dock] p').style.height = '90px'")
    found = jumped(ana)
    assert found.value > MOST and found.furniture


# Shifts of the layout are measured beside it every time.
@on("", soak="phone desktop")
def test_a_turn_moves_no_name_in_the_line_of_play(crowd: Crowd) -> None:
    ana = sitting(crowd, "ricochet-2")
    names = ana.page.locator(".play-order .step span")
    found: list[list[str]] = names.evaluate_all(TURN)
    assert len(found) > 1 and all(places == found[0] for places in found)
    ana.page.evaluate("document.styleSheets[0].insertRule('.lit {padding: 0 20px !important}')")
    wider: list[list[str]] = names.evaluate_all(TURN)
    assert any(places != wider[0] for places in wider)


def test_seats_stay_when_the_bank_comes(crowd: Crowd) -> None:
    """In the casino the bank has a seat before the first hand, and between hands."""
    warm(games.find("ricochet-casino"))
    ana = crowd.person("Ana")
    made = ana.founds("ricochet-casino", bots=[{"chair": 1}], chairs=3, pause=2)
    ana.open(f"/tables/{made['table']}")
    ana.button(say("browser.at.sit")).first.wait_for()
    seats = ana.page.locator(".seat")
    places = "seats => seats.map(s => [s.dataset.chair, s.style.cssText])"
    before = seats.evaluate_all(places)
    assert any(chair == "-1" for chair, _ in before)
    ana.sit()
    ana.due()
    assert seats.evaluate_all(places) == before


@pytest.mark.soak("the room's tests of pauses hold how long")
def test_the_next_hand_waits_for_whoever_wants_to_look(crowd: Crowd) -> None:
    """All see the name of the person who is looking; play resumes when that person is done."""
    warm(games.find("ricochet-2"))
    ana, bo = crowd.person("Ana", **FULL), crowd.person("Bo")
    made = ana.founds("ricochet-2", chairs=2, pause=6)
    link = made["link"]
    ana.open(f"/tables/{made['table']}")
    bo.open(link)
    bo.page.wait_for_url("**/tables/*")
    ana.sit()
    bo.sit()
    for person in (ana, bo):
        person.dealt()
    play_on([ana, bo], 1)
    ana.page.wait_for_timeout(400)
    ana.page.locator("[data-stage]").wait_for(state="detached")  # keys end the stages first
    ana.page.keyboard.press("Space")
    held = say("browser.at.pause.held", names="Ana")
    bo.page.get_by_text(held).wait_for()
    bo.page.wait_for_timeout(7000)
    assert bo.view["room"]["phase"] == "pause" and ana.view["room"]["hand"] == 1
    ana.press(ana.button(say("browser.at.pause.release")))
    bo.until(lambda: bo.view["room"]["hand"] == 2, "the next hand did not come")
