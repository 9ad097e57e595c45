"""Evenings in a real browser: from the front page to the end of a hand, in every game."""

import re
from pathlib import Path
from typing import Any

import pytest

from sidepot import games
from sidepot.client.seen import message_of
from sidepot.games.game import Game
from sidepot.games.talk import tell
from sidepot.history import loads, replay
from sidepot.room.seen import Said
from sidepot.words import say
from tests.browser.lodge import Lodge
from tests.browser.person import DESKTOP, PHONE, Crowd, Person, play_on

ONE_CARD = Path(__file__).parents[2] / "examples" / "one_card.py"


def spoken(card: str) -> str:
    return say("browser.at.card.name", rank=card[0], suit=card[1])


def bare(text: str) -> str:
    """A sentence without what stands between its words."""
    return re.sub(r"[\s,]+", " ", text).strip()


def check_talk(person: Person, hand: int) -> None:
    """What is read out is what was told, all of it and in its order."""
    told = [message_of(Said(**said)).render(spoken) for said in person.told[hand]]
    assert list(map(bare, person.heard())) == list(map(bare, told))


def table_for(crowd: Crowd, game: Game, *, bots: int = 1) -> tuple[list[Person], dict[str, Any]]:
    """Two people and a bot at a table; the second one comes by the link."""
    ana, bo = crowd.person("Ana"), crowd.person()
    chairs = min(game.most, 2 + bots)
    seated = [{"chair": chair} for chair in range(2, chairs)]
    made = ana.founds(game.name, bots=seated, chairs=chairs)
    ana.open(f"/tables/{made['table']}").sit()
    bo.open(made["link"])
    bo.page.get_by_label(say("browser.name.label")).fill("Bo")
    bo.button(say("browser.join.enter")).click()
    bo.sit()
    return [ana, bo], made


@pytest.mark.parametrize("crowd", [DESKTOP, PHONE], ids=["desktop", "phone"], indirect=True)
@pytest.mark.parametrize("name", sorted(games.registry()))
def test_two_people_and_a_bot_play_a_hand(crowd: Crowd, name: str) -> None:
    people, _ = table_for(crowd, games.find(name))
    for person in people:
        person.until(lambda person=person: person.hand, "no hand was dealt")
    play_on(people, 1)
    for person in people:
        assert not person.errors
        if person.view["room"]["hand"] == 1:
            check_talk(person, 1)
