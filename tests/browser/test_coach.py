"""The coach: off until somebody wants it, quiet where the table forbids it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from sidepot.words import say
from tests.browser.person import Crowd, Person
from tests.browser.screens import on
from tests.browser.test_eyes_and_hands import found as found_by_axe

if TYPE_CHECKING:
    from playwright.sync_api import Locator


def panel(person: Person) -> Locator:
    return person.page.get_by_role("region", name=say("browser.at.coach.name"), exact=True)


def switch(person: Person) -> Locator:
    """The checkbox of the coach, in the list of people at the table."""
    return person.beside("people").get_by_role("checkbox", name=say("browser.settings.coach"))


def due(crowd: Crowd, **wanted: object) -> Person:
    """The player to act in Ricochet."""
    ana, bo = crowd.person("Ana"), crowd.person("Bo")
    made = ana.founds("ricochet-2", chairs=2, **wanted)
    for person in (ana, bo):
        person.open(made["link"])
        person.sit()
    ana.until(lambda: ana.is_due or bo.is_due, "nobody is to act")
    return ana if ana.is_due else bo


@pytest.mark.soak("Coach.test.ts and the room's test_coach")
def test_a_player_who_switches_it_on_sees_the_worth_of_choices(crowd: Crowd) -> None:
    person = due(crowd)
    assert not panel(person).count()
    switch(person).check()
    values = panel(person).get_by_role("listitem")
    values.first.wait_for()
    kinds = {choice["kind"]: choice for choice in person.hand["menu"]}
    assert values.count() == 1 + kinds["buy"]["highest"]
    assert "% safe" in values.last.inner_text()
    assert found_by_axe(person) == []
    assert "Buy" in values.last.inner_text() and "Fold" in values.first.inner_text()
    person.act()
    values.first.wait_for(state="detached")
    person.page.reload()
    panel(person).wait_for()  # the browser remembers


@pytest.mark.soak
@on("phone small landscape")
def test_a_phone_shows_the_coachs_values_whole(crowd: Crowd) -> None:
    prefs = json.dumps({"coach": True})
    ana = crowd.person("Ana")
    ana.page.add_init_script(f"localStorage.setItem('sidepot.prefs', {prefs!r})")
    made = ana.founds("ricochet-2", bots=[{"chair": 1}], chairs=2)
    ana.open(f"/tables/{made['table']}").sit()
    ana.due()
    values = panel(ana).get_by_role("list")
    values.wait_for()
    assert values.evaluate("it => it.scrollHeight <= it.clientHeight + 1")


@pytest.mark.soak("Coach.test.ts holds what a table that forbids it shows")
def test_a_table_that_forbids_it_says_so_and_shows_none(crowd: Crowd) -> None:
    person = crowd.person("Ana")
    made = person.founds("ricochet-2", bots=[{"chair": 1}], chairs=2, coach=False)
    person.open(f"/tables/{made['table']}").sit()
    person.due()
    forbidden = person.beside("people").get_by_text(say("browser.at.coach.forbidden"))
    forbidden.wait_for()
    assert switch(person).is_disabled()
    assert not panel(person).count()
