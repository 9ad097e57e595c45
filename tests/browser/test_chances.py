"""Chances beside the hands while the last cards come: at every size, and nothing hidden."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.person import FULL, Crowd
from tests.browser.positions import Json, Puppet, hand_of
from tests.browser.screens import on
from tests.browser.sight import faults
from tests.browser.test_sight import SIZES
from tests.cases import often

LONG = 600_000
CASES = [(2, "en"), (5, "de"), (9, "es"), (9, "en"), (9, "de"), (3, "en")]
MEASURE = """() => [...document.querySelectorAll('[data-chance]')]
  .filter(it => getComputedStyle(it).visibility === 'visible')
  .map(it => {
    const {left, top, right, bottom} = it.getBoundingClientRect();
    const isWhole = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    return isWhole ? it.firstElementChild.nextSibling.textContent : 'off the screen';
  })"""


def _run_out(players: int, language: str) -> tuple[list[Json], int]:
    """The messages of a hand that ends all-in, and the stage of its turn card."""
    for seed in range(1, 40):
        sent = hand_of("holdem-no-limit", players, language, seed=seed, folds=0)
        stages = sent[-1]["hand"]["stages"] if sent[-1]["type"] == "view" else []
        boards = [n for n, stage in enumerate(stages) if stage["kind"] == "board"]
        if len(boards) > 1:
            return list(sent), boards[-2]
    raise AssertionError("nobody is all-in before the turn")


def _chances(view: Json, stage: int, tie: str | None) -> Json:
    hand = view["hand"]
    said = tie and {"key": "moment.tie", "values": {"part": tie}, "text": f"tie {tie}"}
    live = [n for n, seat in enumerate(hand["seats"]) if seat["status"] == "live"]
    return {
        "type": "chances",
        "table": view["table"],
        "hand": hand["hand"],
        "decision": hand["decision"],
        "stage": stage,
        "until": stage + 1,
        "seats": [{"seat": n, "share": f"{10 + n}%", "tie": said} for n in live],
        "is_close": True,
    }


def _halted(view: Json, stage: int) -> Json:
    """The view with a stage that lasts, those before it at once."""
    stages: list[Any] = [
        {**one, "wait": LONG if n == stage else 1} for n, one in enumerate(view["hand"]["stages"])
    ]
    room = {**view["room"], "next_hand": view["now"] + 10 * LONG}
    return {**view, "hand": {**view["hand"], "stages": stages}, "room": room}


@pytest.mark.parametrize("case", often(CASES, CASES[:1]), ids=str)
@on("phone")
def test_every_hand_has_its_chance_in_sight(crowd: Crowd, case: tuple[int, str]) -> None:
    players, language = case
    sent, stage = _run_out(players, language)
    person = crowd.person("Ana", locale=language, **FULL)
    puppet = Puppet(person).open()
    for message in sent[:-1]:
        puppet.send(message, is_staged=True)
    person.page.wait_for_selector("[data-dock]")
    person.page.wait_for_timeout(100)
    puppet.send(_halted(sent[-1], stage), is_staged=True)
    chances = _chances(sent[-1], stage, "91%" if players < 9 else None)
    puppet.send(chances)
    wanted = sorted(f"{one['share']}" for one in chances["seats"])
    person.until(lambda: person.page.locator("[data-chance]").count() == len(wanted))
    found: dict[str, Any] = {}
    for width, height in SIZES:
        person.page.set_viewport_size({"width": width, "height": height})
        wrong = faults(person.page)
        seen = sorted(person.page.evaluate(MEASURE))
        person.picture(f"chances-{players}-{language}")
        hands = person.page.locator(".seats .piles:visible").count()
        if wrong or seen != wanted or hands < len(wanted) - 1:
            found[f"{width}x{height}"] = wrong, seen, hands
    assert not found
