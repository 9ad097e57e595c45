"""Own cards that are covered from neighbours: seen while they are held, and nowhere else."""

import json

from sidepot.words import say
from tests.browser.person import Crowd, Person
from tests.browser.screens import on


def covered(crowd: Crowd, game: str) -> Person:
    """A player whose cards are covered, in a hand against a bot."""
    ana = crowd.person("Ana")
    stored = json.dumps({"covers": True})
    ana.context.add_init_script(f"localStorage.setItem('sidepot.prefs', JSON.stringify({stored}))")
    made = ana.founds(game, chairs=2, bots=[{"chair": 1, "strength": "random"}])
    ana.open(f"/tables/{made['table']}").sit()
    ana.dealt()
    ana.until(lambda: ana.is_due or ana.view["room"]["phase"] != "playing", "no decision")
    return ana


def faces(ana: Person) -> int:
    """The cards of the own hand that lie face up on the page."""
    return ana.page.locator("[data-dock] .own-hand [data-card] use[href='#face']").count()


@on("desktop", soak="phone")
def test_covered_cards_show_only_while_they_are_held(crowd: Crowd) -> None:
    ana = covered(crowd, "kuhn")
    cover = ana.page.locator("[data-cover]")
    cover.wait_for()
    own = [card["card"] for card in ana.hand["seats"][ana.hand["seat"]]["cards"]]
    assert len(own) == 1 and own[0] != "??" and faces(ana) == 0
    rank = own[0][0]
    assert not ana.page.locator(".card-text", has_text=rank).count()
    box = cover.bounding_box()
    assert box
    ana.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    ana.page.mouse.down()
    ana.until(lambda: faces(ana) == 1, "a held card shows nothing")
    ana.page.mouse.up()
    ana.until(lambda: faces(ana) == 0, "a card shows after it was let go")


# The other covered hand is read every time.
@on("", soak="desktop")
def test_cards_to_pick_lie_open_for_the_decision(crowd: Crowd) -> None:
    ana = covered(crowd, "badugi")
    while not ana.page.locator("[data-dock] .pick").count():
        if ana.is_due:
            ana.act()
        ana.page.wait_for_timeout(50)
    assert faces(ana) == 0
    ana.button(say("browser.at.cover.open")).click()
    ana.until(lambda: faces(ana) == 4, "cards to pick are covered")
