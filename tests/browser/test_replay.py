"""The replayer: a hand from a file, from the ledger and from a link, by keys alone, with axe."""

from __future__ import annotations

from pathlib import Path

import pytest

from sidepot.words import say
from tests.browser.person import Crowd, Person, play_on
from tests.browser.screens import on
from tests.browser.test_eyes_and_hands import found
from tests.history.hands import KNOWN


def drop(person: Person, text: str, folder: Path) -> None:
    """Choose a file with a hand, and wait until it is shown."""
    path = folder / "hand.phh"
    path.write_text(text, "utf-8")
    person.open("/replay").page.locator("input[type=file]").set_input_files(str(path))


CHOOSE_LARGE = """(input) => {
  const chosen = new DataTransfer();
  chosen.items.add(new File([new Uint8Array(33 << 20)], "large.phh"));
  input.files = chosen.files;
  input.dispatchEvent(new Event("change", { bubbles: true }));
}"""
"""A file of 33 MB that is made in the page: it would take the driver a minute to hand it over."""


def at(person: Person) -> str | None:
    """The step at which the slider stands."""
    return person.page.get_by_role("slider").get_attribute("aria-valuenow")


@on("phone", soak="desktop landscape")
def test_a_file_is_stepped_through_by_keys_alone(crowd: Crowd, tmp_path: Path) -> None:
    ana = crowd.person()
    drop(ana, KNOWN.text(), tmp_path)
    ana.page.get_by_role("slider").wait_for()
    keys = ["ArrowRight", "ArrowRight", "ArrowLeft", "End", "ArrowRight", "Home", "ArrowLeft"]
    stood = []
    for key in keys:
        ana.page.keyboard.press(key)
        stood.append(at(ana))
    assert stood == ["1", "2", "1", "3", "3", "0", "0"]
    heard = ana.page.locator("[aria-live=polite]")
    ana.page.keyboard.press("End")
    assert "3 of 3. Cy folds. Ana wins 7 with ten high." in heard.inner_text()
    ana.page.keyboard.press(" ")
    ana.until(lambda: at(ana) == "1", "it does not play")
    ana.page.keyboard.press(" ")
    assert found(ana) == []
    wide, high = ana.page.evaluate(
        "[document.documentElement.scrollWidth - innerWidth,"
        " document.documentElement.scrollHeight - innerHeight]"
    )
    assert wide <= 0 and high <= 130


@pytest.mark.soak("the tests of the API refuse it in the same words")
def test_a_file_that_is_no_history_is_refused_and_nothing_is_lost(
    crowd: Crowd, tmp_path: Path
) -> None:
    ana = crowd.person()
    drop(ana, "once upon a time", tmp_path)
    ana.page.get_by_text(say("browser.replay.unreadable")).wait_for()
    ana.page.locator("input[type=file]").evaluate(CHOOSE_LARGE)
    ana.page.get_by_text(say("browser.replay.large", mb=32)).wait_for()
    drop(ana, KNOWN.text().replace("buy 1", "buy 9"), tmp_path)
    ana.page.get_by_text("action 4").wait_for()
    ana.open("/replay#h=AAAA").page.reload()
    ana.page.get_by_text(say("browser.replay.broken")).wait_for()


@pytest.mark.soak("replay.test.ts opens a hand by its link")
def test_a_link_opens_the_hand_where_it_was_shared(crowd: Crowd, tmp_path: Path) -> None:
    ana, stranger = crowd.person(), crowd.person()
    drop(ana, KNOWN.text(), tmp_path)
    ana.page.get_by_role("slider").wait_for()
    viewers = ana.page.get_by_role("group", name=say("browser.replay.seen_by"))
    viewers.get_by_role("button", name="Cy").click()
    ana.page.locator("[aria-pressed=true]", has_text="Cy").wait_for()
    ana.page.keyboard.press("ArrowRight")
    ana.button(say("browser.replay.share_link")).locator("visible=true").click()
    link = ana.page.get_by_role("dialog").get_by_role("textbox").input_value()
    assert found(ana) == []
    stranger.open(link).page.get_by_role("slider").wait_for()
    assert at(stranger) == "1"
    assert stranger.page.locator("[aria-pressed=true]").inner_text() == "Cy"
    assert "Cy pays 1" in stranger.page.locator("[aria-live=polite]").inner_text()
    assert not stranger.page.get_by_text(say("browser.replay.you"), exact=True).count()


@pytest.mark.soak
def test_a_hand_of_the_table_opens_from_the_ledger_as_its_player_knew_it(crowd: Crowd) -> None:
    ana, bo = crowd.person("Ana"), crowd.person("Bo")
    made = ana.founds("high-noon-standoff", public=True, chairs=2, pause=120)
    for person in (ana, bo):
        person.open(made["link"] if person is bo else f"/tables/{made['table']}")
        person.sit() if person is ana else None
    bo.page.wait_for_url("**/tables/*")
    bo.sit()
    ana.dealt()
    play_on([ana, bo], 1)
    hands = ana.beside("ledger")
    with ana.context.expect_page() as opened:
        hands.get_by_role("link", name=say("browser.at.pause.replay_hand", n=1)).click()
    page = opened.value
    page.get_by_role("slider").wait_for()
    assert page.locator("[aria-pressed=true]").inner_text() == "Ana"
    stranger = crowd.person().open(f"/tables/{made['table']}/hands/1")
    stranger.page.get_by_role("slider").wait_for()
    assert stranger.page.locator("[aria-pressed=true]").inner_text() == say("browser.replay.rail")
    heard = page.locator("[aria-live=polite]").inner_text()
    assert "You get" in heard and "You get" not in stranger.page.content()
    assert "face down" in stranger.page.locator("[aria-live=polite]").inner_text()
