"""For everyone: what axe finds, the keyboard alone, and people who see nothing move."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

import pytest

from sidepot import games
from sidepot.warm import warm
from sidepot.words import say
from tests.browser.person import DEAF, DESKTOP, PATIENCE, PHONE, Crowd, Person

AXE = Path(__file__).parents[2] / "frontend" / "node_modules" / "axe-core" / "axe.min.js"
LOOKS = [
    {**screen, "color_scheme": scheme}
    for screen in (DESKTOP, PHONE)
    for scheme in ("light", "dark")
]
NAMES = ["desktop-light", "desktop-dark", "phone-light", "phone-dark"]
EVERYWHERE = pytest.mark.parametrize("crowd", LOOKS, ids=NAMES, indirect=True)


def found(person: Person) -> list[str]:
    """What axe has against the page as it is."""
    person.page.evaluate(AXE.read_text("utf-8"))
    result = person.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{one['id']}: {node['html'][:200]} {node['failureSummary'][:300]}"
        for one in result["violations"]
        for node in one["nodes"]
    ]


@EVERYWHERE
@pytest.mark.parametrize(
    "path",
    ["/", "/lobby", "/new", "/settings", "/rules/ricochet-2", "/join", "/back", "/nowhere"],
)
def test_axe_finds_nothing_on_a_page(crowd: Crowd, path: str) -> None:
    ana = crowd.person("Ana").open(path)
    ana.page.wait_for_load_state("networkidle")
    assert found(ana) == []


@EVERYWHERE
def test_axe_finds_nothing_at_the_table(crowd: Crowd) -> None:
    warm(games.find("high-noon-shootout"))
    ana = crowd.person("Ana")
    made = ana.founds("high-noon-shootout", bots=[{"chair": 1}, {"chair": 2}], chairs=3)
    ana.open(f"/tables/{made['table']}")
    ana.button(say("browser.at.sit")).first.click()
    assert found(ana) == []
    ana.page.keyboard.press("Escape")
    ana.sit()
    ana.due()
    ana.page.wait_for_timeout(500)
    assert found(ana) == []
    while ana.view["room"]["phase"] == "playing":
        if ana.is_due:
            ana.act()
        ana.page.wait_for_timeout(50)
    assert found(ana) == []


def test_axe_would_find_something(crowd: Crowd) -> None:
    ana = crowd.person("Ana").open("/settings")
    ana.page.wait_for_load_state("networkidle")
    ana.page.evaluate("document.querySelector('main').append(document.createElement('button'))")
    assert [line for line in found(ana) if line.startswith("button-name")]


def tabs(person: Person, n: int) -> list[Any]:
    """What has the focus, stop by stop."""
    stops = []
    for _ in range(n):
        person.page.keyboard.press("Tab")
        stops.append(person.page.evaluate("document.activeElement.outerHTML.slice(0, 120)"))
    return stops


@pytest.mark.parametrize("crowd", [DESKTOP, PHONE], ids=["desktop", "phone"], indirect=True)
@pytest.mark.parametrize("name", sorted(games.registry()))
def test_the_keyboard_alone_plays_a_hand(crowd: Crowd, name: str) -> None:
    """From the invitation to the end of the hand no mouse is there."""
    warm(games.find(name))
    ana = crowd.person("Ana")
    game = games.find(name)
    chairs = max(game.least, 2)
    bots = [{"chair": chair} for chair in range(1, chairs)]
    made = ana.founds(name, bots=bots, chairs=chairs)
    ana.open(f"/tables/{made['table']}")
    ana.button(say("browser.at.sit")).first.wait_for()
    reach(ana, lambda tag: say("browser.at.sit") in tag)
    ana.page.keyboard.press("Enter")
    ana.page.get_by_role("dialog").wait_for()
    reach(ana, lambda tag: tag.startswith("<input") and 'type="number"' in tag)
    ana.page.keyboard.press("ArrowDown")
    ana.page.keyboard.press("Enter")
    ana.dealt()
    accounts = ana.call("GET", f"/api/tables/{made['table']}/ledger")["accounts"]
    assert {"Ana": ana.view["room"]["rules"]["most"] - 1}.items() <= {
        account["name"]: account["bought"] for account in accounts
    }.items()
    turns, end = 0, time.monotonic() + 4 * PATIENCE
    while not turns or ana.view["room"]["phase"] == "playing":
        assert time.monotonic() < end, ana.view
        if ana.is_due:
            turns += 1
            by_keys(ana)
        ana.page.wait_for_timeout(30)


FOCUSED = """(() => {
    const it = document.activeElement;
    if (it === document.body) return '';
    return it.cloneNode(it.matches('button, a, summary')).outerHTML; // a dock holds others' marks
})()"""


def reach(person: Person, is_it: Any) -> None:
    """Go from stop to stop until the wanted one has the focus."""
    for _ in range(60):
        if is_it(person.page.evaluate(FOCUSED)):
            return
        person.page.keyboard.press("Tab")
    raise AssertionError("the keyboard does not get there")


def by_keys(person: Person) -> None:
    """Answer a decision: `A` goes to the actions, arrows and Tab among them, Enter does it."""
    before = person.decision()
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
    if person.decision() == before and (choice["cards"] or choice["counted"]):
        person.page.keyboard.press("Enter")
    person.until(lambda: person.decision() != before, f"{choice} was not done by keys")


def test_a_hand_is_one_stop_and_arrows_walk_in_it(crowd: Crowd) -> None:
    warm(games.find("high-noon-standoff"))
    ana = crowd.person("Ana")
    made = ana.founds("high-noon-standoff", bots=[{"chair": 1}], chairs=2)
    ana.open(f"/tables/{made['table']}").sit()
    ana.due()
    stops = tabs(ana, 40)
    cards = [stop for stop in stops if "data-card" in stop]
    assert len(set(cards)) == 1
    reach(ana, lambda tag: "data-card" in tag)
    names = []
    for _ in range(5):
        names.append(ana.page.evaluate("document.activeElement.getAttribute('aria-label')"))
        ana.page.keyboard.press("ArrowRight")
    assert len(set(names)) == 5 and all(re.search(" of ", name) for name in names)


def test_single_keys_can_be_switched_off_and_do_nothing_in_fields(crowd: Crowd) -> None:
    ana = crowd.person("Ana")
    made = ana.founds("ricochet-2", bots=[{"chair": 1}], chairs=2)
    ana.open(f"/tables/{made['table']}").sit()
    ana.due()
    ana.page.wait_for_timeout(DEAF)
    before = ana.decision()
    ana.page.get_by_role("tab", name=say("browser.at.side.chat")).click()
    ana.page.get_by_role("tabpanel").get_by_role("textbox").press_sequentially("fold 1 2 3")
    assert ana.decision() == before and ana.is_due
    ana.page.evaluate("document.activeElement.blur()")
    ana.open("/settings")
    ana.page.get_by_label(say("browser.settings.keys"), exact=False).first.click()
    ana.open(f"/tables/{made['table']}")
    ana.due()
    ana.page.wait_for_timeout(DEAF)
    ana.page.keyboard.press("f")
    ana.page.wait_for_timeout(500)
    assert ana.decision() == before and ana.is_due


TRAVELS = """
(() => {
  window.travelled = 0;
  const travels = frame => [frame.transform, frame.translate].some(
    value => /translate|\\d/.test(value ?? ''));
  const look = () => {
    window.travelled += document.getAnimations().filter(
      animation => animation.effect.getKeyframes().some(travels)).length;
    requestAnimationFrame(look);
  };
  look();
})()
"""


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_nothing_travels_for_those_who_want_no_motion(crowd: Crowd, motion: str) -> None:
    """And something does for the others, or nothing would be seen by this."""
    ana = crowd.person("Ana", reduced_motion=motion)
    ana.page.add_init_script(TRAVELS)
    made = ana.founds("ricochet-2", bots=[{"chair": 1}], chairs=2)
    ana.open(f"/tables/{made['table']}").sit()
    for _ in range(2):
        ana.due()
        ana.act()
    ana.page.wait_for_timeout(500)
    assert bool(ana.page.evaluate("travelled")) == (motion != "reduce")


def test_a_box_gives_the_focus_back(crowd: Crowd) -> None:
    """However it is closed: by its cross, by Escape, or because what was wanted is done."""
    ana = crowd.person("Ana")
    made = ana.founds("ricochet-2", chairs=2)
    ana.open(f"/tables/{made['table']}")
    sit = ana.button(say("browser.at.sit")).first
    for close in (
        lambda: ana.page.get_by_role("dialog").get_by_role("button", name=say("browser.close")),
        lambda: None,
    ):
        sit.focus()
        ana.page.keyboard.press("Enter")
        ana.page.get_by_role("dialog").wait_for()
        cross = close()
        cross.click() if cross else ana.page.keyboard.press("Escape")
        ana.page.get_by_role("dialog").wait_for(state="detached")
        assert say("browser.at.sit") in ana.page.evaluate(FOCUSED)
    sit.focus()
    ana.page.keyboard.press("Enter")
    ana.page.get_by_role("dialog").wait_for()
    ana.page.keyboard.press("Enter")
    ana.page.get_by_role("dialog").wait_for(state="detached")
    assert "data-dock" in ana.page.evaluate(FOCUSED)
