"""Decisions at the same time in real browsers: by tap and by keys, and no sign of the others'."""

from __future__ import annotations

import functools
import re
from typing import Any

import pytest

from sidepot import games
from sidepot.warm import warm
from sidepot.words import say
from tests.browser.person import DEAF, Crowd, Person
from tests.browser.screens import on

CHOSEN = "browser.at.wait.decided"
SEATS = ".seats"


def at_guts(crowd: Crowd, *names: str, **wanted: Any) -> list[Person]:
    """People at a table for guts, each asked already."""
    warm(games.find("guts"))
    people = [crowd.person(name) for name in names]
    made = people[0].founds("guts", chairs=len(names), pause=10, turn=120, **wanted)
    for person in people:
        person.open(made["link"] if person is not people[0] else f"/tables/{made['table']}")
        person.sit()
    for person in people:
        person.due()
    return people


def choose(person: Person, kind: str, *, by_key: bool) -> None:
    """Decide by a tap on the button, or by its key."""
    before = person.decision()
    actions = person.page.get_by_role("group", name=say("browser.at.actions"), exact=True)
    actions.get_by_role("button").first.wait_for()
    person.page.wait_for_timeout(DEAF)
    menu = person.hand["menu"]
    place = next(n for n, row in enumerate(menu) if row["kind"] == kind)
    if by_key:
        person.page.keyboard.press(menu[place]["key"])
    else:
        actions.get_by_role("button").nth(place).click()
    person.confirm(before)
    person.until(lambda: person.has_answered(before), "the decision was not heard")


@pytest.mark.soak("staging.test.ts and the room's tests of Guts hold order and secrecy")
@on("desktop", soak="phone")
def test_all_decide_at_the_same_time(crowd: Crowd) -> None:
    ana, bo, cy = at_guts(crowd, "Ana", "Bo", "Cy")
    for person in (ana, bo, cy):
        assert person.is_due
        person.page.get_by_text(say("browser.at.wait.together")).first.wait_for()
    clocks = [person.page.get_by_role("timer").count() for person in (ana, bo, cy)]
    assert clocks == [3, 3, 3]  # one clock, at every seat that it runs for
    ana.picture("together-asked")
    before = bo.page.locator(SEATS).inner_html(), dict(bo.view)
    choose(cy, "in", by_key=False)
    choose(ana, "out", by_key=True)
    for person, choice in ((cy, "in"), (ana, "out")):
        person.page.get_by_text(say(CHOSEN, choice=choice)).first.wait_for()
        actions = person.page.get_by_role("group", name=say("browser.at.actions"), exact=True)
        assert actions.count() == 0
        assert any("Waiting for the others" in line for line in person.heard())
    cy.picture("together-chosen")
    cy.page.reload()
    cy.page.get_by_text(say(CHOSEN, choice="in")).first.wait_for()
    bo.page.wait_for_timeout(300)
    seen = bo.page.locator(SEATS).inner_html()
    assert without_time(seen) == without_time(before[0])
    assert bo.view == before[1]
    choose(bo, "in", by_key=True)
    for person in (ana, bo, cy):
        person.until(functools.partial(has_result, person))
    bo.picture("together-over")


def has_result(person: Person) -> bool:
    return bool(person.hand.get("result"))


def without_time(html: str) -> str:
    """The table's HTML without the digits of its clocks or the marks of who is connected."""
    return re.sub(r"\d+:\d\d", "0:00", html)
