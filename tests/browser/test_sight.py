"""The pot, the board, the turn, one's cards and one's buttons: in sight without scrolling."""

from __future__ import annotations

import pytest

from sidepot.games import registry
from tests.browser.person import Crowd
from tests.browser.positions import Json, Puppet, hand_of
from tests.browser.screens import on
from tests.browser.sight import faults
from tests.cases import often

SIZES = ((360, 640), (390, 844), (844, 390), (1280, 800), (1920, 1080))
"""Width and height of a small and a usual phone, one held across, and two desktops."""
NO_HINTS = '{"hints":false}'
"""The settings of a browser that has seen the first hands of all games."""
LONG = "a pair of sevens, and a low of seven, seven, eight, three and deuce"
"""A hand of a game of high and low, the longest name that has room on a phone."""
MOMENTS = 4
"""Views of a hand that are measured at every size: the first, the last, some between."""
ALWAYS = [
    ("high-noon-shootout", 9, "en"),
    ("ricochet-casino", 5, "de"),
    ("poker-roulette", 4, "es"),
]
CASES = ALWAYS + [
    (name, players, language)
    for name, game in registry().items()
    for players in sorted({game.least, min(5, game.most), min(9, game.most), min(20, game.most)})
    for language in ("en", "de", "es")
    if (name, players, language) not in ALWAYS
]


def moments(game: str, players: int, language: str, seed: int = 1) -> list[Json]:
    """The welcome, and views of a hand with its result, each of them shown at once.

    In the second one the first player has the longest name of a hand.
    """
    sent = hand_of(game, players, language, seed=seed)
    views = [one for one in sent if one["type"] == "view" and one["hand"]]
    own = [view for view in views if view["hand"]["menu"]] or views
    chosen = [own[0], *own[1 :: max(1, len(own) // (MOMENTS - 2))][: MOMENTS - 2], views[-1]]
    for view in chosen:
        view["hand"]["stages"] = []
    chosen[1]["hand"]["seats"][0]["hand"] = {"key": "", "values": {}, "text": LONG}
    return [*(one for one in sent if one["type"] == "welcome"), *chosen]


@pytest.mark.parametrize("case", often(CASES, ALWAYS), ids=str)
@on("phone")
def test_nothing_that_matters_is_out_of_sight(crowd: Crowd, case: tuple[str, int, str]) -> None:
    game, players, language = case
    shown = moments(game, players, language)  # before the page dials: it gives silence up
    assert not out_of_sight(Puppet(crowd.person("Ana", locale=language)), shown)


LATER = [
    ("ricochet-2", 5, "es"),
    *(case for case in CASES if case[2] == "de" and case[1] in (5, 9)),
]


@pytest.mark.parametrize("case", often(LATER, LATER[:1]), ids=str)
@on("phone")
def test_nothing_is_out_of_sight_in_a_later_hand(crowd: Crowd, case: tuple[str, int, str]) -> None:
    game, players, language = case
    shown = moments(game, players, language, seed=2)
    person = crowd.person("Ana", locale=language)
    person.page.add_init_script(f"localStorage.setItem('sidepot.prefs', {NO_HINTS!r})")
    assert not out_of_sight(Puppet(person), shown)


def out_of_sight(puppet: Puppet, shown: list[Json]) -> dict[str, list[str]]:
    """Parts of some views that cannot be seen, by size and decision."""
    person = puppet.open().person
    found: dict[str, list[str]] = {}
    for message in shown:
        puppet.send(message)
        if message["type"] != "view":
            continue
        hand = message["hand"]
        person.page.wait_for_selector("[data-dock]")
        for width, height in SIZES:
            person.page.set_viewport_size({"width": width, "height": height})
            if wrong := faults(person.page):
                found[f"{width}x{height}, decision {hand['decision']}"] = wrong
    return found


MOVED = {
    "the seats grow": ".seats > .seat { min-height: 120px }",
    "the result lies over the cards": ".winners { position: relative; top: -90px }",
}


@pytest.mark.soak("a test of the measure, which changes seldom")
@pytest.mark.parametrize("style", MOVED.values(), ids=MOVED)
@on("phone")
def test_something_out_of_sight_is_noticed(crowd: Crowd, style: str) -> None:
    shown = moments(*ALWAYS[0])
    puppet = Puppet(crowd.person("Ana", bypass_csp=True)).open()
    for message in shown:
        puppet.send(message)
    page = puppet.person.page
    page.wait_for_selector(".winners")
    assert not faults(page)
    page.add_style_tag(content=style)
    assert faults(page)
