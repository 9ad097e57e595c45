"""Evenings in a real browser: from the front page to the end of a hand, in every game."""

import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from sidepot import cards, games
from sidepot.engine.game import Game
from sidepot.engine.narration import tell
from sidepot.history import History
from sidepot.warm import warm
from sidepot.words import Message, say
from sidepot.words.wire import decode_hook
from tests.browser import keyboard
from tests.browser.person import FULL, PHONE, PLAIN, Crowd, Person, play_on
from tests.browser.screens import BOTH, on, playing
from tests.room.conftest import listed
from tests.suites import held

OF_THE_SOURCES = (
    "ricochet ricochet-2 ricochet-casino high-noon-showdown high-noon-standoff"
    " high-noon-shootout poker-roulette"
)
"""Games that are played every time, on a desk and a phone at one table; others in `make soak`."""
WITH_ALL = "ricochet-2"
"""The game whose evening has motion, and a page that keeps its files."""
ONE_CARD = Path(__file__).parents[2] / "examples" / "one_card.py"


def spoken(card: str) -> str:
    if card == cards.text(cards.JOKERS[0]):
        return say("browser.at.card.joker")
    return say("browser.at.card.name", rank=card[0], suit=card[1])


def bare(text: str) -> str:
    """A sentence without the spacing between its words."""
    return re.sub(r"[\s,]+", " ", text).strip()


def check_talk(person: Person, hand: int) -> None:
    """Check that the page reads out every sentence it was sent, in order."""
    heard, told = list[str](), list[str]()

    def is_level() -> bool:
        """Whether both are as long; a sentence may come while the page is read."""
        heard[:] = map(bare, person.heard())
        messages = (decode_hook(Message, said) for said in person.told[hand])
        told[:] = (bare(message.render(spoken)) for message in messages)
        return len(heard) == len(told)

    person.until(is_level, "the page is not level with its socket")
    assert heard == told


def table_for(
    crowd: Crowd, game: Game, sit: Callable[[Person], None] = Person.sit
) -> tuple[list[Person], dict[str, Any]]:
    """Two people and a bot at a table, with time to look back; the second one comes by the link."""
    browser = FULL if game.name == WITH_ALL else PLAIN
    other = PHONE if crowd.screen is BOTH else {}
    ana, bo = crowd.person("Ana", **browser), crowd.person(**browser, **other)
    chairs = min(game.most, 3)
    seated = [{"chair": chair} for chair in range(2, chairs)]
    made = ana.founds(game.name, bots=seated, chairs=chairs, pause=30)
    sit(ana.open(f"/tables/{made['table']}"))
    bo.open(made["link"])
    bo.page.get_by_label(say("browser.name.label")).fill("Bo")
    bo.button(say("browser.join.enter")).click()  # one press seats a new guest
    return [ana, bo], made


@playing(
    held("browser"),
    both=OF_THE_SOURCES,
    desktop="",
    phone="",
)
def test_a_hand_is_played_by_keyboard_by_hand_and_by_a_bot(crowd: Crowd, name: str) -> None:
    """From the invitation to the end of the hand the first one has no mouse."""
    game = games.find(name)
    warm(game)
    people, made = table_for(crowd, game, keyboard.sit)
    ana, bo = people
    ana.play, bo.is_bold = partial(keyboard.act, ana), True  # Ana gets a turn then
    check_hand(people, 1)
    accounts = ana.call("GET", f"/api/tables/{made['table']}/ledger")["accounts"]
    assert {"Ana": ana.view["room"]["rules"]["most"] - 1}.items() <= {
        account["name"]: account["bought"] for account in accounts
    }.items()


@pytest.mark.soak("the page knows no game by name, and plays those of the sources beside it")
def test_a_game_of_ones_own_plays_in_the_same_page(crowd: Crowd, one_card: Game) -> None:
    warm(one_card)
    people, _ = table_for(crowd, one_card)
    check_hand(people, 1)


def check_hand(people: list[Person], hand: int) -> None:
    """Play a hand with everybody, and check the table talk of each."""
    for person in people:
        person.dealt()
    play_on(people, hand)
    for person in people:
        assert person.view["room"]["hand"] == hand
        check_talk(person, hand)


@pytest.fixture
def one_card() -> Iterator[Game]:
    """The game of the examples, on the list for a while."""
    with listed(ONE_CARD) as game:
        yield game


@pytest.mark.soak
def test_the_talk_of_a_hand_is_that_of_its_history(crowd: Crowd) -> None:
    people, made = table_for(crowd, games.find("ricochet-2"))
    ana = people[0]
    ana.dealt()
    play_on(people, 1)
    seat = ana.hand["seat"]
    text = ana.call("GET", f"/api/tables/{made['table']}/hands/1.phh")
    played = History.parse(text).replay()
    told = [
        message.render(spoken)
        for events in played.events
        for message in tell(events, played.hand.names, seat)
    ]
    ana.until(lambda: len(ana.heard()) > len(told), "stages are still to be shown")
    heard = ana.heard()
    assert ana.view["room"]["hand"] == 1
    assert list(map(bare, heard))[1:] == list(map(bare, told))


@on("phone", soak="desktop")
def test_one_click_from_the_front_page_to_a_table_of_bots(crowd: Crowd) -> None:
    ana = crowd.person().open("/")
    ana.page.get_by_label(say("browser.name.label")).fill("Ana")
    ana.button(re.compile(say("browser.front.play"))).first.click()
    ana.dealt()


# `test_lines` takes the same way where the browser trusts nothing.
@on("", soak="desktop phone")
def test_two_clicks_to_a_link_for_friends(crowd: Crowd) -> None:
    ana = crowd.person("Ana").open("/")
    ana.button(re.compile(say("browser.front.friends"))).first.click()
    dialog = ana.page.get_by_role("dialog")
    dialog.get_by_text(say("browser.share.local")).wait_for()
    assert not dialog.get_by_role("img", name=say("browser.share.code")).count()
    assert not dialog.locator("input[readonly]").is_visible()  # it would lead nobody else here
    dialog.get_by_text(say("browser.share.here")).click()
    link = dialog.locator("input[readonly]").input_value()
    assert "/join#" in link
    bo = crowd.person("Bo").open(link)
    bo.page.get_by_role("dialog").get_by_role("button", name=say("browser.chips.sit")).click()
    bo.until(lambda: bo.view["chair"] is not None, "a known guest has no chair after one press")
    cy = crowd.person().open(link)
    cy.page.get_by_label(say("browser.name.label")).fill("Cy")
    cy.button(say("browser.join.watch")).click()
    cy.button(say("browser.at.sit")).first.wait_for()
