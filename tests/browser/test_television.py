"""The table on a television: what the rail knows, large, with captions and nothing to press."""

import json
from typing import Any

import pytest

from sidepot.words import say
from tests.browser.person import Crowd, Person
from tests.browser.screens import on

NINE = ("high-noon-standoff", 9)
"""The table that is shown every time."""
MOST = 1200
"""Looks at a hand of twenty, a tenth of a second apart, before it counts as endless."""
SCREENS = ((1280, 720), (1920, 1080))
PHONE = (390, 844)
FULL = ["Qh", "Qd", "Qs", "Jc", "Jd"]
LONGEST = "queens full of jacks"
COVERED = r"""
() => {
  const faults = [];
  for (const seat of document.querySelectorAll('.seats .seat')) {
    const chair = seat.dataset.chair;
    const cards = [...seat.querySelectorAll('.piles li, .piles svg')];
    if (cards.length < 5) faults.push(`${chair}: ${cards.length} cards`);
    for (const it of [...cards, seat.querySelector('.hand')]) {
      const {left, top, right, bottom} = it.getBoundingClientRect();
      const isIn = left >= 0 && top >= 0 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
      const found = isIn && document.elementFromPoint(left + 3, (top + bottom) / 2);
      const name = it.className.baseVal ?? it.className;
      if (!found || !seat.contains(found)) faults.push(`${chair}: ${name}`);
    }
    const hand = seat.querySelector('.hand');
    if (!hand.innerText) faults.push(`${chair}: no name`);
    if (hand.scrollWidth > hand.clientWidth + 1 || hand.scrollHeight > hand.clientHeight + 3)
      faults.push(`${chair}: the name is cut`);
  }
  return faults;
}
"""
"""What is not in sight of the seats' cards and the names of their hands."""


def watched(crowd: Crowd, game: str, seats: int) -> tuple[Person, Person]:
    """A player at a full table, and the television that their browser shows."""
    ana = crowd.person("Ana")
    bots = [{"chair": chair, "strength": "random"} for chair in range(1, seats)]
    made = ana.founds(game, bots=bots, chairs=seats, pause=30)
    ana.open(f"/tables/{made['table']}").sit()
    ana.dealt()
    television = crowd.tab(ana.context).open(f"/tables/{made['table']}/tv")
    television.page.locator("[data-television] [data-chair]").nth(seats - 1).wait_for()
    return ana, television


def all_shown(message: str | bytes) -> str:
    """A view in which every seat is live and has shown five cards."""
    sent: dict[str, Any] = json.loads(message)
    if sent["type"] != "view" or sent["hand"] is None:
        return str(message)
    for seat in sent["hand"]["seats"]:
        seat["status"] = "live"
        seat["cards"] = [{"card": card, "zone": "hand", "dead": False} for card in FULL]
        seat["hand"] = {"key": "hand.full", "values": {}, "text": LONGEST}
        seat["best"] = FULL
    return json.dumps(sent)


def route(socket: Any) -> None:
    """Pass messages on, with every hand shown."""
    server = socket.connect_to_server()
    socket.on_message(server.send)
    server.on_message(lambda message: socket.send(all_shown(message)))


@pytest.mark.parametrize("table", [NINE, ("poker-roulette", 20)])
@on("", soak="desktop")
def test_every_shown_card_and_the_name_of_its_hand_are_in_sight(
    crowd: Crowd, table: tuple[str, int]
) -> None:
    game, seats = table
    ana = crowd.person("Ana")
    bots = [{"chair": chair, "strength": "random"} for chair in range(1, seats)]
    made = ana.founds(game, bots=bots, chairs=seats, pause=30)
    ana.open(f"/tables/{made['table']}").sit()
    ana.dealt()
    television = crowd.tab(ana.context)
    television.page.route_web_socket("**", route)
    television.open(f"/tables/{made['table']}/tv")
    television.page.locator(".seats .hand").filter(has_text=LONGEST).nth(seats - 1).wait_for()
    for width, height in SCREENS:
        television.page.set_viewport_size({"width": width, "height": height})
        television.page.wait_for_timeout(100)
        television.picture(f"television-{seats}", full_page=True)
        assert television.page.evaluate(COVERED) == [], (width, height)


def check_whole(television: Person, seats: int) -> None:
    """Every seat, the pot and the captions are in sight on each screen, and on a phone."""
    for width, height in (*SCREENS, PHONE):
        television.page.set_viewport_size({"width": width, "height": height})
        for chair in range(seats):
            box = television.page.locator(f".seats [data-chair='{chair}']").bounding_box()
            assert box and box["y"] >= 0 and box["y"] + box["height"] <= height, (width, chair)
            assert box["x"] >= 0 and box["x"] + box["width"] <= width, (width, chair)
        for part in (".middle", ".captions"):
            box = television.page.locator(part).bounding_box()
            assert box and box["y"] + box["height"] <= height, (width, part)


@on("desktop")
def test_a_television_shows_the_table_without_anybodys_secrets(crowd: Crowd) -> None:
    ana, television = watched(crowd, "high-noon-showdown", 9)
    assert television.view["chair"] is None and television.hand["seat"] is None
    assert not any(
        card["card"] != "??" for seat in television.hand["seats"] for card in seat["cards"]
    )
    page = television.page
    assert not page.locator("[data-dock]").count() and not page.get_by_role("button").count()
    assert not page.get_by_role("img", name=say("browser.share.code")).count()  # a loopback link
    page.get_by_role("list", name=say("browser.tv.captions")).get_by_role(
        "listitem"
    ).last.wait_for()
    check_whole(television, 9)
    assert ana.view["chair"] == 0


@pytest.mark.soak
@on("desktop")
def test_a_television_has_room_for_twenty(crowd: Crowd) -> None:
    ana, television = watched(crowd, "poker-roulette", 20)
    television.page.set_viewport_size({"width": 1920, "height": 1080})
    for _ in range(MOST):
        if ana.view["room"]["phase"] != "playing":
            break
        if ana.is_due:
            ana.act()
        television.page.wait_for_timeout(100)
    else:
        raise AssertionError("the hand does not end")
    live = [seat for seat in television.hand["seats"] if seat["hand"]]
    named = television.page.locator(".seats .hand").all_inner_texts()
    assert len(list(filter(None, named))) >= len(live)
