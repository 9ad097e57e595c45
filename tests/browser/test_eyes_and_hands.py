"""Accessibility: axe's findings, the keyboard alone, and reduced motion."""

from __future__ import annotations

import itertools
import re
from pathlib import Path
from typing import Any

import pytest

from sidepot import games
from sidepot.warm import warm
from sidepot.words import say
from tests.browser.keyboard import FOCUSED, reach
from tests.browser.person import DEAF, Crowd, Person, play_on
from tests.browser.screens import on
from tests.cases import often

AXE = Path(__file__).parents[2] / "frontend" / "node_modules" / "axe-core" / "axe.min.js"
OF_COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
"""Axe's rules whose findings depend on the scheme."""
PAGES = (
    "/",
    "/lobby",
    "/seasons",
    "/new",
    "/settings",
    "/verify",
    "/rules/ricochet-2",
    "/join",
    "/back",
    "/nowhere",
)


def found(person: Person) -> list[str]:
    """Axe's findings on the current page; in the dark scheme, those of its colours."""
    person.page.evaluate(AXE.read_text("utf-8"))
    return [*_found(person, "light", {}), *_found(person, "dark", OF_COLOURS)]


def _found(person: Person, scheme: Any, rules: dict[str, Any]) -> list[str]:
    person.page.emulate_media(color_scheme=scheme)
    options = {"resultTypes": ["violations"], **rules}
    result = person.page.evaluate("options => axe.run(document, options)", options)
    return [
        f"{scheme}: {one['id']}: {node['html'][:200]} {node['failureSummary'][:300]}"
        for one in result["violations"]
        for node in one["nodes"]
    ]


@on("desktop", soak="phone")
def test_axe_finds_nothing_on_any_page(crowd: Crowd) -> None:
    ana = crowd.person("Ana")
    for path in PAGES:
        ana.open(path).page.wait_for_load_state("networkidle")
        assert found(ana) == [], path


@on("phone", soak="desktop")
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
    play_on([ana], ana.view["room"]["hand"])
    assert found(ana) == []


@pytest.mark.soak
def test_axe_finds_nothing_in_the_hosts_tools_nor_on_the_side(crowd: Crowd) -> None:
    """The host's tools with every list open, and the reactions; the order of headings too."""
    ana = crowd.person("Ana")
    made = ana.founds("ricochet-2", bots=[{"chair": 1}], chairs=3)
    ana.open(f"/tables/{made['table']}").sit()
    side = ana.beside("people")
    for name in ("bot", "game", "close", "end"):
        side.get_by_role("button", name=say(f"browser.at.host.{name}"), exact=True).click()
    side.get_by_role("group", name=say("browser.at.host.games")).wait_for()
    assert found(ana) == []
    assert skipped(headings(ana)) == []
    ana.beside("chat").get_by_role(
        "group", name=say("browser.at.chat.reactions"), exact=True
    ).wait_for()
    assert found(ana) == []


@on("", soak="desktop phone")
def test_axe_finds_nothing_in_the_keys_nor_in_a_first_hand(crowd: Crowd) -> None:
    ana = crowd.person("Ana")
    made = ana.founds("ricochet-2", bots=[{"chair": 1}], chairs=2)
    ana.open(f"/tables/{made['table']}").sit()
    ana.due()
    ana.page.locator("[data-hints]").wait_for()
    assert found(ana) == []
    ana.page.locator("[data-act]").first.wait_for()  # keys end the stages first
    ana.page.keyboard.press("?")
    ana.page.get_by_role("dialog").wait_for()
    assert found(ana) == []
    assert skipped(headings(ana)) == []


def headings(person: Person) -> list[int]:
    """The levels of the headings on the page, in their order."""
    levels: list[int] = person.page.evaluate(
        "[...document.querySelectorAll('h1,h2,h3,h4,h5,h6')].map(e => Number(e.tagName[1]))"
    )
    assert levels
    return levels


def skipped(levels: list[int]) -> list[int]:
    """The levels that are more than one below the heading before them."""
    return [level for above, level in itertools.pairwise([1, *levels]) if level > above + 1]


def test_a_heading_that_skips_a_level_would_be_found() -> None:
    assert skipped([1, 2, 4, 2, 3]) == [4] and skipped([1, 2, 3, 1, 2]) == []


@pytest.mark.soak
def test_axe_would_find_something(crowd: Crowd) -> None:
    ana = crowd.person("Ana").open("/settings")
    ana.page.wait_for_load_state("networkidle")
    ana.page.evaluate("document.querySelector('main').append(document.createElement('button'))")
    ana.page.evaluate("document.querySelector('main h1').style.cssText = 'color: #bbb'")
    ana.page.evaluate("document.querySelector('main legend').style.cssText = 'color: #444'")
    faults = {": ".join(line.split(": ")[:2]) for line in found(ana)}
    assert faults == {"light: button-name", "light: color-contrast", "dark: color-contrast"}


def tabs(person: Person, n: int) -> list[Any]:
    """The focused element after each press of Tab."""
    stops = []
    for _ in range(n):
        person.page.keyboard.press("Tab")
        stops.append(person.page.evaluate("document.activeElement.outerHTML.slice(0, 120)"))
    return stops


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


@pytest.mark.soak("keys.test.ts holds which keys do nothing")
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
    ana.page.locator("[data-act]").first.wait_for()
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


@pytest.mark.parametrize("motion", often(["reduce", "no-preference"], always=["reduce"]))
def test_nothing_moves_under_reduced_motion(crowd: Crowd, motion: str) -> None:
    """With motion allowed something moves, so that this test can fail."""
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
    """Closed by its cross, by Escape, or because the action is done."""
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
