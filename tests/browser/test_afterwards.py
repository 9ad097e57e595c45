"""Around the hands: the table that waits, invitations, the evening's page, the season."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from sidepot.words import say
from tests.browser.person import PHONE, Crowd, Person
from tests.browser.screens import on
from tests.browser.test_company import company, play_two_hands
from tests.browser.test_eyes_and_hands import found


def side(person: Person, crowd: Crowd, tab: str) -> None:
    """Open what lies beside the table."""
    if crowd.screen is PHONE:
        person.button(say("browser.at.head.menu")).click()
    person.beside(tab)


def shut(person: Person, crowd: Crowd) -> None:
    """Close the sheet, where it is one."""
    if crowd.screen is PHONE:
        person.page.get_by_role("button", name=say("browser.at.side.close"), exact=True).click()


@pytest.mark.soak("evenings come by an invitation, and the tests of the API say what it tells")
@on("desktop", soak="phone")
def test_an_invitation_says_where_it_leads_before_it_asks_for_a_name(crowd: Crowd) -> None:
    ana, zoe = crowd.person("Ana"), crowd.person()
    made = ana.founds("ricochet-2", name="Friday", chairs=3, bots=[{"chair": 2}])
    ana.open(f"/tables/{made['table']}").sit()
    zoe.open(made["link"])
    zoe.page.get_by_text(say("browser.join.host", host="Ana")).wait_for()
    for text in ("Friday", "Ricochet Poker II", "Ana and 1 bot"):
        assert zoe.page.get_by_text(text).count(), text
    zoe.picture("invitation", full_page=True)
    assert found(zoe) == []
    dead = crowd.person().open(f"{ana.base}/join#deaddeaddeaddeaddeaddeaddeaddead")
    dead.page.get_by_role("alert").wait_for()
    assert not dead.page.get_by_role("textbox").count(), "it asks for a name in vain"
    dead.picture("dead-invitation", full_page=True)
    assert found(dead) == []


@pytest.mark.soak("Table.test.ts shows a table that waits")
@on("phone", soak="desktop")
def test_a_table_that_waits_offers_what_helps(crowd: Crowd) -> None:
    ana, zoe = crowd.person("Ana"), crowd.person("Zoe")
    made = ana.founds("ricochet-2", chairs=3, public=True)
    zoe.open(f"/tables/{made['table']}")
    waiting = zoe.page.get_by_role("group", name=say("browser.at.wait.tools"))
    waiting.get_by_role("button", name=say("browser.at.people.invite")).wait_for()
    assert not waiting.get_by_role("button", name=say("browser.at.host.bot")).count()
    ana.open(f"/tables/{made['table']}").sit()
    tools = ana.page.get_by_role("group", name=say("browser.at.wait.tools"))
    ana.picture("waiting", full_page=True)
    assert found(ana) == []
    tools.get_by_role("button", name=say("browser.at.head.rules")).click()
    ana.page.get_by_role("dialog").wait_for()
    ana.page.keyboard.press("Escape")
    ana.press(tools.get_by_role("button", name=say("browser.at.host.bot")))
    ana.dealt()
    tools.wait_for(state="detached")
    strength = say("browser.strength.regular")
    mark = ana.page.get_by_role("img", name=say("browser.at.people.bot", strength=strength))
    mark.first.wait_for()


@pytest.mark.soak("People.test.ts holds the host's tools")
@on("phone", soak="desktop")
def test_pause_mute_and_names_show_at_once(crowd: Crowd) -> None:
    ana, bo, _ = company(crowd)
    ana.dealt()
    side(ana, crowd, "people")
    ana.button(say("browser.at.host.pause")).click()
    shut(ana, crowd)
    ana.page.get_by_text(say("browser.at.wait.paused_you")).wait_for()
    bo.page.get_by_text(say("browser.at.wait.paused")).first.wait_for()
    ana.picture("paused", full_page=True)
    assert found(ana) == []
    ana.press(ana.button(say("browser.at.host.go_on")).first)
    ana.page.get_by_text(say("browser.at.wait.paused_you")).wait_for(state="detached")

    side(ana, crowd, "people")
    ana.page.locator("summary", has_text="Bo").click()
    ana.button(say("browser.at.host.mute")).click()
    side(bo, crowd, "chat")
    bo.page.get_by_text(say("browser.at.chat.muted")).wait_for()
    bo.picture("muted", full_page=True)
    assert found(bo) == []

    end = ana.button(say("browser.at.host.end"))
    end.click()
    question = ana.button(say("browser.at.sure.end"))
    question.wait_for()
    question.press("Escape")
    question.wait_for(state="detached")
    assert ana.view["room"]["phase"] != "ended"

    game = ana.button(say("browser.at.host.game"))
    game.click()
    ana.page.get_by_text(say("browser.at.host.games")).wait_for()
    first = ana.page.get_by_role("group", name=say("browser.at.host.games"))
    box = first.get_by_role("checkbox").first.bounding_box()
    size = ana.page.viewport_size
    assert box and size and 0 <= box["y"] <= size["height"], "the games are out of sight"

    bo.call("PUT", "/api/me", {"name": "Boris"})
    ana.page.get_by_text("Boris").first.wait_for()


@on("desktop", soak="phone")
def test_the_evening_stays_and_its_people_go_on(crowd: Crowd) -> None:
    ana, bo, table = company(crowd, automatic=False)
    play_two_hands([ana, bo])
    side(ana, crowd, "people")
    ana.sure("browser.at.host.end")
    for person in (ana, bo):
        person.page.get_by_text(say("room.goodbye_ended")).first.wait_for()
    ana.picture("ended", full_page=True)
    assert found(ana) == []
    ana.page.get_by_role("link", name=say("browser.at.ledger.evening")).click()
    ana.page.wait_for_url(f"**/tables/{table}/evening")
    chart = ana.page.get_by_role("img", name=re.compile("After 2 hands"))
    chart.wait_for()
    assert "Ana" in (chart.get_attribute("aria-label") or "")
    ana.page.get_by_text("The biggest pot").wait_for()
    ana.picture("evening", full_page=True)
    assert found(ana) == []
    png = ana.context.request.get(f"{ana.base}/api/tables/{table}/evening.png")
    assert png.headers["content-type"] == "image/png"

    ana.page.get_by_label(say("browser.evening.season_name")).fill("Winter")
    ana.button(say("browser.evening.season_add")).click()
    ana.page.get_by_role("link", name=say("browser.evening.season_open", season="Winter")).click()
    ana.page.wait_for_url("**/seasons/*")
    league = ana.page.get_by_role("table")
    league.get_by_text("Bo").wait_for()
    ana.picture("season", full_page=True)
    assert found(ana) == []
    bo.open("/seasons")
    bo.page.get_by_role("link", name="Winter").click()
    bo.page.get_by_role("table").get_by_text("Ana").wait_for()
    assert not bo.button(re.compile(say("browser.season.drop"))).count(), "a guest takes it out"
    meet_weekly(ana, bo)

    ana.page.goto(f"{ana.base}/tables/{table}/evening")
    ana.button(say("browser.evening.again")).click()
    ana.page.wait_for_url(lambda url: "/tables/" in url and table not in url)
    ana.until(lambda: ana.view["room"]["chairs"], "Ana does not sit")
    bo.open(f"/tables/{table}/evening")
    bo.page.get_by_role("link", name=say("browser.evening.sit_there")).click()
    bo.sit()
    ana.until(lambda: len(ana.view["room"]["chairs"]) == 2, "Bo does not sit")


def meet_weekly(ana: Person, bo: Person) -> None:
    """The host sets a time, and the season's page leads both to one table."""
    when = ana.page.get_by_label(say("browser.season.when"))
    when.fill("2030-01-03T20:00")
    ana.button(say("browser.season.plan")).click()
    with ana.page.expect_download() as downloaded:
        ana.button(say("browser.season.calendar")).click()
    assert downloaded.value.suggested_filename == "sidepot.ics"
    file = Path(downloaded.value.path()).read_bytes().decode()
    begins = datetime(2030, 1, 3, 20)
    assert evenings(file) == [begins + timedelta(weeks=week) for week in range(12)]
    ana.picture("weekly", full_page=True)
    assert found(ana) == []
    bo.page.reload()
    assert not bo.page.get_by_label(say("browser.season.when")).count(), "a guest may set it"
    bo.button(say("browser.season.to_table")).click()
    bo.until(lambda: bo.view, "no table came")
    ana.button(say("browser.season.to_table")).click()
    ana.page.wait_for_url(bo.page.url)


def evenings(calendar: str) -> list[datetime]:
    """The beginnings in a calendar file, on this machine's clock."""
    lines = calendar.replace("\r\n ", "").split("\r\n")
    stamps = [line.partition(":")[2] for line in lines if line.startswith("DTSTART")]
    dates = [datetime.strptime(f"{stamp}+0000", "%Y%m%dT%H%M%SZ%z") for stamp in stamps]
    return [date.astimezone().replace(tzinfo=None) for date in dates]


@pytest.mark.soak("EveningPage.test.ts holds what the page says")
@pytest.mark.parametrize("name", ["", "Cat"])
def test_another_device_is_told_the_way_to_ones_evening(crowd: Crowd, name: str) -> None:
    ana, phone = crowd.person("Ana"), crowd.person(name)
    evening = f"/tables/{ana.founds('ricochet-2')['table']}/evening"
    said = phone.open(evening).page.locator("[data-stranger]")
    key = "absent" if name else "stranger"
    assert said.inner_text() == say(f"browser.evening.{key}", name=name)
    assert not phone.page.get_by_role("table").count()
    assert found(phone) == []
    phone.open(ana.call("POST", "/api/me/recovery")["link"])
    if name:
        phone.button(say("browser.back.change")).click()
    phone.page.wait_for_url("**/")
    phone.open(evening).page.get_by_role("table").wait_for()
