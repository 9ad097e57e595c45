"""A person without a mouse: Tab from stop to stop, and a game's own keys."""

from __future__ import annotations

from collections.abc import Callable

from sidepot.words import say
from tests.browser.person import DEAF, Person

FOCUSED = """(() => {
    const it = document.activeElement;
    if (it === document.body) return '';
    return it.cloneNode(it.matches('button, a, summary')).outerHTML; // a dock holds others' marks
})()"""


def reach(person: Person, is_it: Callable[[str], bool]) -> None:
    """Go from stop to stop until the wanted one has the focus."""
    for _ in range(60):
        if is_it(person.page.evaluate(FOCUSED)):
            return
        person.page.keyboard.press("Tab")
    raise AssertionError("the keyboard does not get there")


def act(person: Person) -> None:
    """Answer a decision: `A` goes to the actions, arrows and Tab among them, Enter does it."""
    before = person.decision()
    offered = person.page.get_by_role("group", name=say("browser.at.actions"), exact=True)
    offered.get_by_role(
        "button"
    ).first.wait_for()  # a card pressed before one's turn is only looked at
    person.page.wait_for_timeout(DEAF)
    choice = person.rng.choice(person.hand["menu"])
    if choice["cards"]:
        reach(person, lambda tag: "data-card" in tag)
        for _ in range(person.rng.randrange(len(choice["cards"]))):
            person.page.keyboard.press("ArrowRight")
        person.page.keyboard.press("Enter")
        person.page.wait_for_timeout(DEAF)
        reach(person, lambda tag: "data-act" in tag)
    elif choice["counted"] and choice["highest"] > choice["lowest"] + 3:
        person.page.keyboard.press(choice["key"])
        person.page.keyboard.press("ArrowUp")
        person.page.wait_for_timeout(DEAF)
    elif choice["counted"] and choice["highest"] > choice["lowest"]:
        person.page.keyboard.press(str(choice["lowest"]))
    else:
        person.page.keyboard.press(choice["key"])
    if not person.has_answered(before) and (choice["cards"] or choice["counted"]):
        person.page.keyboard.press("Enter")
    person.confirm(before)
    person.until(lambda: person.has_answered(before), f"{choice} was not done by keys")


def sit(person: Person) -> None:
    """Take a chair with one chip less than the host allows."""
    person.button(say("browser.at.sit")).first.wait_for()
    reach(person, lambda tag: say("browser.at.sit") in tag)
    person.page.keyboard.press("Enter")
    person.page.get_by_role("dialog").wait_for()
    reach(person, lambda tag: tag.startswith("<input") and 'type="number"' in tag)
    person.page.keyboard.press("ArrowDown")
    person.page.keyboard.press("Enter")
