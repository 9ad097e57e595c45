"""A host's chips and a player's one card, in a real browser."""

from __future__ import annotations

import functools

import pytest

from sidepot import games
from sidepot.warm import warm
from sidepot.words import say
from tests.browser.person import Crowd, Person, play_on
from tests.browser.screens import on
from tests.browser.test_afterwards import shut, side
from tests.browser.test_eyes_and_hands import found


def hand_of_folds(people: list[Person]) -> None:
    """Play the first hand, in which everybody folds to the last one."""

    def fold(person: Person) -> None:
        before = person.decision()
        person.press(person.page.locator("[data-act=fold]"))
        person.confirm(before)
        person.until(lambda: person.has_answered(before), "the fold was not heard")

    for person in people:
        person.play = functools.partial(fold, person)
    play_on(people, 1)


@pytest.mark.soak("the law of secrecy reads what a shown card tells")
@on("phone", soak="desktop small")
def test_one_card_is_shown_and_the_others_stay_hidden(crowd: Crowd) -> None:
    warm(games.find("holdem-no-limit"))
    ana, bo = crowd.person("Ana"), crowd.person("Bo")
    made = ana.founds("holdem-no-limit", chairs=2, pause=60, coach=False)
    ana.open(f"/tables/{made['table']}").sit()
    bo.open(made["link"]).sit()
    for person in (ana, bo):
        person.dealt()
    hand_of_folds([ana, bo])
    for person, other in ((ana, bo), (bo, ana)):
        show_one(person, other)
    ana.picture("both-shown", full_page=True)
    assert found(ana) == []
    for person in (ana, bo):
        assert not person.page.locator(".breach").count(), person.breaches()


def show_one(person: Person, other: Person) -> None:
    """A player shows the first of two cards; the other is sent to nobody."""
    person.until(lambda: len(person.view["showable"]) == 2, "nothing can be shown")
    card, hidden = person.view["showable"]
    own = person.page.get_by_role("list", name=say("browser.at.hand.pick_show"))
    person.press(own.get_by_role("button").first)
    person.picture("show-one", full_page=True)
    assert found(person) == []
    person.press(person.page.locator("[data-show-one]"))
    other.until(lambda: [card] in other.view["room"]["shown"].values(), "it was not shown")
    assert hidden not in str(other.view), "another card was sent too"
    person.until(lambda: not person.view["showable"], "a second one is offered")


@pytest.mark.soak("Ledger.test.ts and the room's tests of the ledger")
@on("phone", soak="desktop")
def test_the_host_corrects_chips_and_all_read_why(crowd: Crowd) -> None:
    ana, bo = crowd.person("Ana"), crowd.person("Bo")
    worth = {"name": "biscuits", "chips": 4}
    made = ana.founds("ricochet-2", chairs=3, automatic=False, worth=worth)
    ana.open(f"/tables/{made['table']}").sit()
    bo.open(made["link"]).sit()
    side(ana, crowd, "people")
    ana.button(say("browser.at.host.chips")).click()
    form = ana.page.locator("[data-correction]")
    form.get_by_label(say("browser.at.ledger.correct_from"), exact=True).select_option("Ana")
    form.get_by_label(say("browser.at.ledger.correct_to"), exact=True).select_option("Bo")
    form.get_by_label(say("browser.at.ledger.correct_reason"), exact=True).fill("the wrong pot")
    chips = form.get_by_label(say("browser.at.ledger.correct_chips"), exact=True)
    button = form.get_by_role("button", name=say("browser.at.ledger.correct"), exact=True)
    chips.fill("3000")
    button.click()
    form.locator("button.main + [role=alert]").wait_for()
    ana.picture("correction-refused", full_page=True)
    assert found(ana) == []
    chips.fill("30")
    button.click()
    form.get_by_text(say("browser.at.ledger.correct_done")).wait_for()
    stacks = {chair["name"]: chair["stack"] for chair in ana.view["room"]["chairs"]}
    assert stacks["Bo"] - stacks["Ana"] == 60
    shut(ana, crowd)
    side(bo, crowd, "ledger")
    bo.page.locator("[data-corrections]").get_by_text("the wrong pot").wait_for()
    bo.page.get_by_text("(7.5 biscuits)").wait_for()
    bo.picture("ledger-corrected", full_page=True)
    assert found(bo) == []


@pytest.mark.soak("newTable.test.ts holds the form")
@on("phone", soak="desktop")
def test_the_form_of_a_new_table_says_what_chips_stand_for(crowd: Crowd) -> None:
    ana = crowd.person("Ana").open("/new")
    ana.page.get_by_label(say("browser.new.worth_name")).fill("biscuits")
    ana.page.get_by_label(say("browser.new.worth_chips", name="biscuits")).fill("12")
    ana.picture("new-worth", full_page=True)
    assert found(ana) == []
    ana.button(say("browser.new.open")).click()
    ana.until(lambda: ana.view, "no table came")
    assert ana.view["room"]["rules"]["worth"] == {"name": "biscuits", "chips": 12}
