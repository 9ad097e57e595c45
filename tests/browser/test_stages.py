"""Stages and first hands in a real browser: cards before the winner, for eyes and for ears."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sidepot import games
from sidepot.warm import warm
from sidepot.words import say
from tests.browser.person import FULL, Crowd, Person, play_on
from tests.browser.positions import Puppet, hand_of
from tests.browser.screens import on
from tests.cases import often

WATCH = """() => {
  window.seen = [];
  const note = () => {
    const cards = document.querySelectorAll('.board .card').length;
    const wins = document.querySelectorAll('.winners li, .status .won').length;
    const heard = [...document.querySelectorAll('[data-live=talk] p')].map((p) => p.textContent);
    const now = JSON.stringify([cards, wins, heard.some((text) => /wins|takes/.test(text))]);
    if (window.seen.at(-1) !== now) window.seen.push(now);
  };
  new MutationObserver(note).observe(document.body, {subtree: true, childList: true});
}"""


def two(crowd: Crowd, game: str, **browser: Any) -> tuple[Person, Person]:
    """Two people at a table with a long pause."""
    warm(games.find(game))
    ana, bo = crowd.person("Ana", **browser), crowd.person("Bo", **browser)
    made = ana.founds(game, chairs=2, pause=10)
    for person in (ana, bo):
        person.open(made["link"] if person is bo else f"/tables/{made['table']}")
        person.sit()
    return ana, bo


def go_all_in(people: tuple[Person, Person]) -> None:
    """Both put everything in before the flop."""
    people[0].until(lambda: any(person.is_due for person in people))
    first, second = people if people[0].is_due else people[::-1]
    first.page.locator(".presets button").last.click()
    actions = first.page.get_by_role("group", name=say("browser.at.actions"), exact=True)
    first.page.wait_for_timeout(400)
    before = first.decision()
    actions.get_by_role("button").last.click()
    first.confirm(before)
    second.until(lambda: second.is_due)
    second.page.evaluate(WATCH)
    first.page.evaluate(WATCH)
    choices = second.page.get_by_role("group", name=say("browser.at.actions"), exact=True)
    before = second.decision()
    second.press(choices.locator("button").nth(1))
    second.confirm(before)


@on("desktop", soak="phone")
def test_an_all_in_is_run_out_before_the_winner_is_named(crowd: Crowd) -> None:
    people = two(crowd, "holdem-no-limit", **FULL)
    people[0].page.locator("[data-hints]").wait_for()
    people[0].picture("hints")
    go_all_in(people)
    ana = people[0]
    ana.page.locator("[data-stage]").wait_for()
    ana.until(lambda: ana.page.locator(".board .card").count() >= 3)
    ana.picture("flop")
    assert "your turn" not in ana.page.title().lower()
    assert ana.page.locator(".winners li").count() == 0
    ana.page.locator(".winners li").first.wait_for()
    ana.picture("end")
    seen = [json.loads(one) for one in ana.page.evaluate("() => window.seen")]
    sizes = [cards for cards, _, _ in seen]
    assert sizes == sorted(sizes)
    assert {0, 3, 4, 5} <= {*sizes}
    assert all(cards == 5 for cards, wins, heard in seen if wins or heard)


@pytest.mark.soak("stagePlayer.test.ts skips stages")
def test_any_key_shows_the_end_and_does_nothing_else(crowd: Crowd) -> None:
    people = two(crowd, "holdem-no-limit", **FULL)
    go_all_in(people)
    ana, bo = people
    ana.page.locator("[data-stage]").wait_for()
    ana.page.keyboard.press("f")
    ana.page.wait_for_timeout(100)
    assert ana.page.locator(".winners li").count() > 0
    assert ana.page.locator("[data-stage]").count() == 0
    bo.page.locator("[data-stage]").wait_for()
    bo.page.reload()
    bo.page.locator(".winners li").first.wait_for()
    assert bo.page.locator("[data-stage]").count() == 0


@pytest.mark.soak("evenings without motion wait for their results in every game")
def test_with_less_motion_the_end_is_shown_at_once(crowd: Crowd) -> None:
    people = two(crowd, "holdem-no-limit")
    go_all_in(people)
    people[0].page.locator(".winners li").first.wait_for()
    seen = people[0].page.evaluate("() => window.seen")
    assert not any(one.startswith("[3") for one in seen)


# The evenings end at the same stages, and staging.test.ts holds their order.
@on("", soak="desktop phone")
def test_a_hand_of_high_noon_shows_how_far_it_has_come(crowd: Crowd) -> None:
    ana, _ = people = two(crowd, "high-noon-standoff", **FULL)
    ana.dealt()
    assert ana.page.locator("[data-course]").is_visible()
    assert ana.page.locator(".board .place").count() == 3
    ana.picture("course")
    play_on([*people], 1)
    ana.page.locator("[data-stage]").wait_for()
    ana.page.wait_for_timeout(1500)
    ana.picture("reveal")
    ana.page.locator(".winners li").first.wait_for()


@pytest.mark.soak("firstHand.test.ts holds when hints go")
def test_hints_go_for_good(crowd: Crowd) -> None:
    ana, _ = two(crowd, "ricochet-2")
    ana.dealt()
    hints = ana.page.locator("[data-hints]")
    hints.wait_for()
    ana.picture("ricochet")
    hints.get_by_role("button", name=say("browser.at.hints.off")).click()
    hints.wait_for(state="detached")
    ana.page.reload()
    ana.page.locator("[data-dock]").wait_for()
    ana.page.wait_for_timeout(1000)
    assert hints.count() == 0


def test_numbers_of_rules_are_shown_when_they_are_wanted(crowd: Crowd) -> None:
    ana = crowd.person("Ana").open("/rules/ricochet-2")
    ana.page.locator("figure svg").first.wait_for()
    ana.picture("rules")
    number = ana.page.locator(".number").first
    assert not number.is_visible()
    ana.page.get_by_label(say("browser.rules.numbers")).check()
    assert number.is_visible()


TOLD = ["poker-roulette", "ricochet", "high-noon-showdown", "guts"]
COVERED = """() => {
  const told = document.querySelector('.told')?.getBoundingClientRect();
  const cards = [...document.querySelectorAll('.own-hand [data-card]')];
  if (!told) return null;
  return Math.max(0, ...cards.map(it => it.getBoundingClientRect().bottom - told.top));
}"""


@pytest.mark.parametrize("game", often(TOLD, TOLD[:1]))
@on("small", "phone")
def test_a_stage_sentence_covers_no_card_of_ones_own(crowd: Crowd, game: str) -> None:
    puppet = Puppet(crowd.person("Ana", **FULL)).open()
    found: list[float] = []
    for message in hand_of(game, 3, folds=0):
        puppet.send(message, is_staged=True)
        if message["type"] != "view" or not message["hand"]:
            continue
        puppet.person.page.wait_for_selector("[data-dock]")
        puppet.person.page.wait_for_timeout(120)
        covered = puppet.person.page.evaluate(COVERED)
        if covered is not None:
            found.append(covered)
    assert found and max(found) <= 1
