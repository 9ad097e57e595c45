"""The position of the day on the front page: the terminal's, answered by keyboard, and kept."""

import datetime

import pytest
from playwright.sync_api import Locator

from sidepot.cli import main
from sidepot.daily import positions
from sidepot.words import say
from tests.browser.person import Crowd, Person
from tests.browser.screens import on
from tests.browser.test_eyes_and_hands import found

NOON = datetime.datetime(2026, 11, 28, 12)


def card_of_the_day(person: Person) -> Locator:
    """The card, which is loaded when it comes into view."""
    person.page.locator(".daily").first.scroll_into_view_if_needed()
    shown = person.page.locator("section.daily")
    shown.wait_for()
    return shown


@pytest.mark.soak("days.test.ts and tests/daily compare page and terminal")
@on("phone", soak="desktop")
def test_the_position_of_the_day_is_the_terminals_and_its_answer_is_kept(
    crowd: Crowd, capsys: pytest.CaptureFixture[str]
) -> None:
    person = crowd.person()
    person.page.clock.set_fixed_time(NOON)
    person.open("/")
    one = positions.of(NOON.date())
    best = one.choices.index(one.best)
    choices = card_of_the_day(person).get_by_role("group", name=say("browser.daily.ask"))
    assert found(person) == []
    choices.get_by_role("button").nth(best).focus()
    person.page.keyboard.press("Enter")
    main(["daily", "--date", f"{NOON.date()}", "--answer", f"{best + 1}"])
    why = capsys.readouterr().out.splitlines()[-3]
    card_of_the_day(person).get_by_text(why).wait_for()
    assert person.page.evaluate("document.activeElement.className").startswith("answer")
    assert found(person) == []
    person.page.reload()
    card_of_the_day(person).get_by_text(say("browser.daily.row", n=1)).wait_for()
