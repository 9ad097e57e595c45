"""The page in other languages: chosen, complete, and one for each person at a table.

What is left of English shows in a language of other letters (`tests.words.pseudo`).
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sidepot import games, words
from sidepot.engine.rule_pages import rule_page
from sidepot.warm import warm
from sidepot.words import say
from tests.browser.person import Crowd, Person, play_on
from tests.browser.screens import on, playing
from tests.browser.test_afterwards import side
from tests.history.hands import KNOWN
from tests.words import pseudo

CHUNK = "**/assets/de-*.js"
"""The words of the page in German."""
SEEN = """() => {
  const found = [document.title];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const within = walk.currentNode.parentElement.closest('script, noscript, style');
    if (!within) found.push(walk.currentNode.textContent);
  }
  for (const name of ['aria-label', 'aria-description', 'aria-valuetext', 'title', 'placeholder',
      'alt'])
    for (const one of document.querySelectorAll(`[${name}]`)) found.push(one.getAttribute(name));
  return found.map((text) => text.trim()).filter(Boolean);
}"""
TYPED = {"phh", "phhs", "lan", "verify", "page", "sidepot", "FILE"}
"""What is typed, and ends of files."""
GIVEN = {"English", "Deutsch", "Espa", "ol", "Chrome", "HeadlessChrome", "Linux"}
"""Names of languages, and of what a browser calls itself."""
TITLES = {word for game in games.registry().values() for word in re.findall(r"\w+", game.title)}
_ADDRESS_OR_DATE = re.compile(r"https?://\S+|\d+\. [A-ZÄ]\w+ \d{4}")
"""Addresses, and dates as the browser writes them in German."""
CARDS = {rank + suit for rank in "TJQKA" for suit in "cdhs"}
"""Cards as histories write them, which drawings of positions name in their descriptions."""
SUITS = {*games.find("ricochet").declared["suit_order"].kind.values}  # type: ignore[union-attr]


@pytest.fixture
def other_letters(tmp_path: Path) -> Iterator[None]:
    """Serve the other letters to everybody who asks for German."""
    folder = tmp_path / "words"
    folder.mkdir()
    with pseudo.speaking_pseudo(folder):
        yield


def reader(crowd: Crowd, name: str = "") -> Person:
    """Somebody whose browser asks for German, and gets the other letters.

    Without the page's worker, by which German comes as soon as it has started.
    """
    person = crowd.person(name, locale="de-DE")
    chunk = f"export default {json.dumps(pseudo.entries())}"
    person.page.route(
        CHUNK, lambda route: route.fulfill(body=chunk, content_type="text/javascript")
    )
    return person


def english(person: Person) -> list[str]:
    """Everything on the page, read or read aloud, that is in plain letters and no name."""
    rules = _rules()
    shown: list[str] = person.page.evaluate(SEEN)
    allowed = TYPED | GIVEN | TITLES | CARDS | SUITS | {"Ana", "Bo", "Cy", "Winter"}
    return [
        text
        for text in shown
        if pseudo.left(_ADDRESS_OR_DATE.sub("", text), allowed)
        and " ".join(text.split()) not in rules
    ]


@functools.cache
def _rules() -> str:
    """The rules of all games, which are not translated."""
    return " ".join(" ".join(map(_plain, map(rule_page, games.registry().values()))).split())


def _plain(markdown: str) -> str:
    return re.sub(r"[*`#]", "", markdown)


PAGES = (
    "/",
    "/lobby",
    "/new",
    "/settings",
    "/verify",
    "/replay",
    "/rules/ricochet-2",
    "/join",
    "/back",
    "/nowhere",
)


@on("desktop", soak="phone")
def test_no_english_is_left_on_any_page(other_letters: None, crowd: Crowd) -> None:
    ana = reader(crowd, "Ana")
    for path in PAGES:
        ana.open(path).page.wait_for_load_state("networkidle")
        assert english(ana) == [], path
        if path == "/new":
            for option in ana.page.get_by_role("checkbox").all():
                option.check()
                assert english(ana) == []
                option.uncheck()


@playing(
    ["ricochet-casino", "high-noon-shootout", "poker-roulette"],
    desktop="ricochet-casino",
    phone="",
)
def test_no_english_is_left_at_a_table(other_letters: None, crowd: Crowd, name: str) -> None:
    game = games.find(name)
    warm(game)
    ana = reader(crowd, "Ana")
    chairs = [{"chair": n} for n in range(1, max(game.least, 2))]
    made = ana.founds(name, bots=chairs, chairs=len(chairs) + 1, coach=True, rabbit=True)
    ana.open(f"/tables/{made['table']}")
    ana.button(say("browser.at.sit")).first.click()
    assert english(ana) == []
    ana.page.keyboard.press("Escape")
    ana.sit()
    ana.due()
    ana.button(say("browser.at.hints.off")).wait_for()
    for _ in range(12):
        assert english(ana) == []
        if ana.view["room"]["phase"] != "playing":
            break
        if ana.is_due:
            ana.act()
        ana.page.wait_for_timeout(150)
    assert ana.view["said"] is not None
    assert english(ana) == []


@pytest.mark.soak("one table and all other pages are read every time")
def test_no_english_is_left_beside_the_table(other_letters: None, crowd: Crowd) -> None:
    """In the tabs, at the coach, and in the hands of the host."""
    warm(games.find("ricochet-2"))
    ana = reader(crowd, "Ana")
    bots = [{"chair": 1, "strength": "beginner"}]
    made = ana.founds("ricochet-2", bots=bots, chairs=3, coach=True)
    ana.open(f"/tables/{made['table']}").sit()
    ana.due()
    for tab in ("chat", "people", "ledger", "hand"):
        ana.beside(tab)
        ana.page.wait_for_timeout(200)
        assert english(ana) == [], tab
    ana.beside("people").get_by_role("checkbox", name=say("browser.settings.coach")).check()
    panel = ana.page.get_by_role("region", name=say("browser.at.coach.name"), exact=True)
    panel.get_by_role("listitem").first.wait_for()
    assert english(ana) == [], "coach"
    for name in ("bot", "game", "void", "revoke", "end", "close", "pause"):
        ana.page.get_by_role("button", name=say(f"browser.at.host.{name}"), exact=True).click()
        ana.page.wait_for_timeout(200)
        assert english(ana) == [], name


# One table and all other pages are read every time; the evening's words come in the same way.
@on("", soak="desktop phone")
def test_no_english_is_left_of_an_evening(other_letters: None, crowd: Crowd) -> None:
    warm(games.find("ricochet-casino"))
    ana = reader(crowd, "Ana")
    made = ana.founds("ricochet-casino", bots=[{"chair": 1}], chairs=2)
    table = made["table"]
    ana.open(f"/tables/{table}").sit()
    ana.due()
    play_on([ana], ana.view["room"]["hand"])
    ana.open(f"/tables/{table}/evening")
    ana.page.get_by_text(say("browser.evening.so_far")).wait_for()
    assert english(ana) == []
    ana.open(f"/tables/{table}")
    side(ana, crowd, "people")
    ana.sure("browser.at.host.end")
    ana.page.get_by_role("link", name=say("browser.at.ledger.evening")).wait_for()
    assert english(ana) == []
    ana.open(f"/tables/{table}/evening")
    ana.page.get_by_label(say("browser.evening.season_name")).fill("Winter")
    assert english(ana) == []
    ana.button(say("browser.evening.season_add")).click()
    ana.page.get_by_role("link", name=say("browser.evening.season_open", season="Winter")).click()
    ana.page.get_by_role("table").wait_for()
    assert english(ana) == []
    ana.open("/seasons").page.get_by_role("link", name="Winter").wait_for()
    assert english(ana) == []


@pytest.mark.soak("one table and all other pages are read every time")
def test_no_english_is_left_in_the_replayer(
    other_letters: None, crowd: Crowd, tmp_path: Path
) -> None:
    ana = reader(crowd)
    file = tmp_path / "hand.phh"
    file.write_text(KNOWN.text(), "utf-8")
    ana.open("/replay").page.locator("input[type=file]").set_input_files(str(file))
    ana.page.get_by_role("slider").wait_for()
    players = set(map(str, KNOWN.players or ()))
    for key in ("ArrowRight", "ArrowRight", "End"):
        ana.page.keyboard.press(key)
        ana.page.wait_for_timeout(100)
        assert [text for text in english(ana) if not players & {*re.findall(r"\w+", text)}] == []


def test_a_refusal_is_in_the_language_of_the_asker(other_letters: None, crowd: Crowd) -> None:
    ana = reader(crowd, "Ana").open("/settings")
    ana.page.wait_for_load_state("networkidle")
    ana.page.get_by_label(say("browser.name.label")).fill("You")
    ana.button(say("browser.settings.rename")).click()
    refused = ana.page.get_by_role("alert")
    refused.wait_for()
    assert pseudo.left(refused.inner_text(), {"You"}) == []


@pytest.mark.soak
def test_english_would_be_found(other_letters: None, crowd: Crowd) -> None:
    ana = reader(crowd, "Ana").open("/settings")
    ana.page.wait_for_load_state("networkidle")
    for broken in (
        "document.querySelector('main').append('Sound on')",
        "document.querySelector('main').setAttribute('aria-label', 'Main part')",
        "document.title = 'Preferences'",
    ):
        ana.page.evaluate(broken)
        assert english(ana), broken


@pytest.mark.soak("language.test.ts falls back to English")
def test_a_page_without_the_words_of_a_language_is_english(crowd: Crowd) -> None:
    ana = crowd.person("Ana", locale="de-DE")
    ana.page.route(CHUNK, lambda route: route.abort())
    ana.open("/settings")
    ana.page.get_by_text(say("browser.settings.theme_night")).wait_for()
    assert ana.page.evaluate("document.documentElement.lang") == "en"


@pytest.mark.parametrize(
    ("locale", "language", "night"),
    [
        ("de-AT", "de", "Nacht"),
        pytest.param("es-MX", "es", "Noche", marks=pytest.mark.soak),
        pytest.param("en-GB", "en", "Night", marks=pytest.mark.soak),
        ("fr-FR", "en", "Night"),
    ],
)
def test_the_browser_chooses_the_language(
    crowd: Crowd, locale: str, language: str, night: str
) -> None:
    ana = crowd.person("Ana", locale=locale).open("/settings")
    ana.page.get_by_text(night, exact=True).wait_for()
    assert ana.page.evaluate("document.documentElement.lang") == language


def test_a_setting_chooses_the_language_and_lasts(crowd: Crowd) -> None:
    ana = crowd.person("Ana").open("/settings")
    ana.page.get_by_text("Español").click()
    ana.page.get_by_text("Noche", exact=True).wait_for()
    ana.open("/")
    with words.speaking("es"):
        ana.page.get_by_text(say("browser.front.head")).first.wait_for()
    idea = ana.page.get_by_text("Póker sin faroles").first
    idea.wait_for()


def test_two_people_at_a_table_read_two_languages(crowd: Crowd) -> None:
    """Each of them gets the same events."""
    warm(games.find("ricochet-2"))
    ana, bo = crowd.person("Ana", locale="de-DE"), crowd.person("Bo")
    made = ana.founds("ricochet-2", chairs=2)
    with words.speaking("de"):
        ana.open(f"/tables/{made['table']}").sit()
    link: Any = ana.call("POST", f"/api/tables/{made['table']}/invitations")
    bo.open(link["link"]).sit()
    bo.until(lambda: bo.hand and ana.hand, "a hand")
    assert {each["key"] for each in ana.view["said"]} == {each["key"] for each in bo.view["said"]}
    texts = {
        person: " ".join(each["text"] for each in person.told[person.view["room"]["hand"]])
        for person in (ana, bo)
    }
    assert " zahlen je 1 Ante." in texts[ana]
    assert " ante 1 each." in texts[bo]
