"""One's browsers and recovery links on the settings, and a host's closed table."""

from __future__ import annotations

import pytest

from sidepot.words import say
from tests.browser.person import Crowd
from tests.browser.screens import on
from tests.browser.test_eyes_and_hands import found


@pytest.mark.soak("Sessions.test.ts and the tests of the API do the same without a browser")
@on("desktop", soak="phone")
def test_a_recovery_link_makes_another_browser_that_can_be_logged_out(crowd: Crowd) -> None:
    ana = crowd.person("Ana").open("/settings")
    ana.button(say("browser.settings.recovery_show")).click()
    ana.page.get_by_text(say("browser.share.here")).click()
    link = ana.page.get_by_label(say("browser.settings.recovery_link")).input_value()
    links = ana.page.get_by_role("list", name=say("browser.settings.recovery"))
    links.get_by_role("listitem").first.wait_for()
    assert links.get_by_role("listitem").count() == 1
    ana.picture("link", full_page=True)
    assert found(ana) == []

    phone = crowd.person().open(link)
    phone.page.wait_for_url("**/")
    phone.open("/settings")
    browsers = phone.page.get_by_role("list", name=say("browser.settings.browsers.title"))
    browsers.get_by_role("listitem").nth(1).wait_for()
    own = browsers.get_by_role("listitem").first
    assert say("browser.settings.browsers.own") in own.inner_text()
    assert "Chrome on" in own.inner_text()
    phone.picture("browsers", full_page=True)
    assert found(phone) == []

    ana.open("/settings")
    ana.button(say("browser.settings.browsers.everywhere")).click()
    ana.page.get_by_text(say("browser.settings.browsers.everywhere_done")).wait_for()
    rows = ana.page.get_by_role("list", name=say("browser.settings.browsers.title"))
    assert rows.get_by_role("listitem").count() == 1
    phone.open("/settings")
    phone.page.wait_for_load_state("networkidle")
    assert phone.call("GET", "/api/session") == {"guest": None}
    assert not phone.page.get_by_text(say("browser.settings.browsers.title")).count()

    ana.button(say("browser.settings.browsers.here")).click()
    ana.page.get_by_text(say("browser.settings.browsers.here_hint", name="Ana")).wait_for()
    ana.picture("leaving", full_page=True)
    assert found(ana) == []
    ana.button(say("browser.settings.browsers.here_sure", name="Ana")).click()
    ana.page.wait_for_url("**/")
    assert ana.call("GET", "/api/session") == {"guest": None}


@pytest.mark.soak("People.test.ts and test_admission hold both halves")
def test_a_host_closes_the_table_and_lets_in_who_knocks(crowd: Crowd) -> None:
    ana, zoe = crowd.person("Ana"), crowd.person("Zoe")
    made = ana.founds("ricochet-2", public=True, bots=[{"chair": 1}])
    path = f"/tables/{made['table']}"
    ana.open(path).sit()
    people = ana.beside("people")
    ana.button(say("browser.at.host.close")).click()
    people.get_by_text(say("browser.at.host.closed")).wait_for()
    zoe.open(path)
    zoe.page.get_by_text("this table is closed").wait_for()
    zoe.picture("closed", full_page=True)
    assert found(zoe) == []
    knock = ana.button(f"{say('browser.at.host.admit')}: Zoe")
    knock.wait_for()
    ana.picture("knocking", full_page=True)
    assert found(ana) == []
    knock.click()
    knock.wait_for(state="detached")
    zoe.open(path)
    zoe.button(say("browser.at.sit")).first.wait_for()

    people.locator("summary", has_text="Zoe").click()
    row = people.locator("li", has=ana.page.locator("summary", has_text="Zoe"))
    row.get_by_role("button", name=say("browser.at.host.remove")).click()
    row.get_by_role("button", name=say("browser.at.sure.remove", name="Zoe")).click()
    back = ana.button(f"{say('browser.at.host.readmit')}: Zoe")
    back.wait_for()
    zoe.page.get_by_text(say("room.goodbye_removed")).wait_for()
    ana.picture("removed", full_page=True)
    assert found(ana) == []
    back.click()
    back.wait_for(state="detached")
    zoe.open(path)
    zoe.button(say("browser.at.sit")).first.wait_for()
