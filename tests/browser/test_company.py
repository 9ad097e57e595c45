"""A host and their company: onlookers, removals, debts, and the choice of the game."""

from __future__ import annotations

from typing import Any

import pytest

from sidepot import games
from sidepot.warm import warm
from sidepot.words import say
from tests.browser.person import DEAF, PHONE, Crowd, Json, Person
from tests.browser.screens import on

Company = tuple[Person, Person, str]


def company(crowd: Crowd, game: str = "ricochet-2", **wanted: Any) -> Company:
    """Ana, who is the host, and Bo at her table; and its address."""
    ana, bo = crowd.person("Ana"), crowd.person("Bo")
    made = ana.founds(game, **{"chairs": 2, **wanted})
    for person in (ana, bo):
        person.open(made["link"])
        person.sit()
    return ana, bo, made["table"]


def say_in_chat(person: Person, text: str) -> None:
    field = person.beside("chat").get_by_role("textbox")
    field.fill(text)
    field.press("Enter")


def chair_of(person: Person, name: str) -> Json:
    """The room's facts about a seated person."""
    found: Json = next(one for one in person.view["room"]["chairs"] if one["name"] == name)
    return found


@pytest.mark.soak("People.test.ts holds the host's tools")
def test_the_host_calls_a_hand_off_mutes_and_sends_away(crowd: Crowd) -> None:
    ana, bo, _ = company(crowd, automatic=False)
    for person in (ana, bo):
        person.press(person.button(say("browser.at.pause.ready")))
    ana.dealt()
    people = ana.beside("people")
    ana.sure("browser.at.host.void")
    ana.until(lambda: ana.view["room"]["phase"] != "playing", "the hand goes on")
    assert chair_of(ana, "Ana")["stack"] == ana.view["room"]["rules"]["most"]
    say_in_chat(bo, "a joke")
    ana.beside("chat").get_by_text("a joke").wait_for()
    ana.beside("people")
    people.locator("summary", has_text="Bo").click()
    ana.button(say("browser.at.host.mute")).click()
    ana.button(say("browser.at.host.unmute")).wait_for()
    bo.page.get_by_role("tabpanel").get_by_role("textbox").wait_for(state="detached")
    ana.sure("browser.at.host.remove", "Bo")
    bo.page.get_by_text(say("room.goodbye_removed")).wait_for()
    ana.until(lambda: len(ana.view["room"]["chairs"]) == 1, "Bo still has a chair")


@pytest.mark.soak("Ledger.test.ts, and the evening of `test_afterwards` ends with its ledger")
@on("phone", soak="desktop")
def test_at_the_end_everybody_sees_who_owes_whom(crowd: Crowd) -> None:
    ana, bo, table = company(crowd, pause=30)
    end_a_hand([ana, bo])
    if crowd.screen is PHONE:
        ana.button(say("browser.at.head.menu")).click()
    else:
        ana.beside("people")
    has_lost = owes(ana)
    ana.sure("browser.at.host.end")
    owed = ana.call("GET", f"/api/tables/{table}/ledger")["transfers"][0]["chips"]
    for person in (ana, bo):
        person.page.get_by_text(say("room.goodbye_ended")).first.wait_for()
        ledger = person.page.get_by_role("tabpanel", name=say("browser.at.side.ledger"))
        ledger.get_by_text("Ana owes Bo" if has_lost else "Bo owes Ana").wait_for()
        assert str(owed) in ledger.inner_text()


def end_a_hand(people: list[Person]) -> None:
    """Fold the first player to act."""
    for person in people:
        person.dealt()
    one = people[0]
    one.until(lambda: any(person.is_due for person in people), "nobody has a turn")
    due = next(person for person in people if person.is_due)
    actions = due.page.get_by_role("group", name=say("browser.at.actions"), exact=True)
    due.press(actions.get_by_role("button", name=say("browser.at.act.fold")))
    one.until(lambda: one.has_seen(due.hand["hand"]), "the hand goes on")


def reaches(person: Person, hand: int) -> None:
    person.until(lambda: person.view["room"]["hand"] == hand, "no hand comes")


def owes(person: Person) -> bool:
    """Has this person less than they bought?"""
    return bool(chair_of(person, "Ana")["stack"] < person.view["room"]["rules"]["most"])


@pytest.mark.soak("the law of secrecy reads all that a rail is sent")
def test_an_onlooker_sees_the_table_and_no_hidden_card(crowd: Crowd) -> None:
    ana, _, table = company(crowd, "holdem-no-limit", public=True)
    ana.dealt()
    cat = crowd.person().open(f"/tables/{table}")
    cat.dealt()
    cat.page.get_by_text(say("browser.at.wait.decides", name="Ana")).or_(
        cat.page.get_by_text(say("browser.at.wait.decides", name="Bo"))
    ).first.wait_for()
    seats = cat.page.get_by_role("list", name=say("browser.at.seats"))
    for name in ("Ana", "Bo"):
        seats.get_by_text(name, exact=True).first.wait_for()
    assert {card["card"] for seat in cat.hand["seats"] for card in seat["cards"]} == {"??"}
    assert cat.page.locator("[data-dock] [data-card]").count() == 0
    ana.beside("people").get_by_text(say("browser.at.people.onlookers", n=1)).wait_for()


@pytest.mark.soak("keys.test.ts types amounts, and so do the evenings by keyboard")
def test_an_amount_is_typed_and_bet(crowd: Crowd) -> None:
    ana, bo, _ = company(crowd, "holdem-no-limit")
    ana.dealt()
    ana.until(lambda: ana.is_due or bo.is_due, "nobody has a turn")
    one = ana if ana.is_due else bo
    field = one.page.get_by_role("spinbutton")
    field.wait_for()
    one.page.wait_for_timeout(DEAF)
    choice = next(choice for choice in one.hand["menu"] if choice["counted"])
    amount = choice["lowest"] + 3
    field.fill(str(amount))
    field.press("Enter")
    one.until(lambda: not one.is_due, "it is not bet")
    assert one.hand["seats"][one.hand["seat"]]["bet"] == amount


@pytest.mark.soak
def test_hands_that_wait_for_everybody_come_one_after_the_other(crowd: Crowd) -> None:
    ana, bo, _ = company(crowd, automatic=False)
    play_two_hands([ana, bo])


def play_two_hands(people: list[Person]) -> None:
    """Two hands that wait for everybody, and no third one."""
    for hand in (1, 2):
        for person in people:
            person.press(person.button(say("browser.at.pause.ready")))
        for person in people:
            reaches(person, hand)
        end_a_hand(people)


@pytest.mark.soak
def test_the_dealer_names_the_next_game(crowd: Crowd) -> None:
    for name in ("ricochet-2", "holdem-no-limit"):
        warm(games.find(name))
    listed = [{"name": "ricochet-2"}, {"name": "holdem-no-limit"}]
    ana, bo, _ = company(crowd, games=listed, dealers_choice=True)
    dealt = []
    for hand, wanted in ((1, "holdem-no-limit"), (2, "ricochet-2")):
        ana.until(lambda: ana.view.get("room", {}).get("phase") == "choosing", "nobody is asked")
        clock = ana.view["room"]["clock"]["chair"]
        dealer = ana if ana.view["chair"] == clock else bo
        dealer.page.get_by_role("heading", name=say("browser.at.choose.turn")).wait_for()
        offered = dealer.page.get_by_role("list", name=say("browser.at.choose.name"))
        dealer.press(offered.get_by_role("button", name=games.find(wanted).title))
        for person in (ana, bo):
            reaches(person, hand)
        dealt.append((clock, ana.hand["game"]))
        end_a_hand([ana, bo])
    assert [game for _, game in dealt] == ["holdem-no-limit", "ricochet-2"]
    assert len({chair for chair, _ in dealt}) == 2
