"""A table with real cards on a phone: somebody deals their own deck and taps what lies open."""

from __future__ import annotations

import random
from typing import Any

import pytest

from sidepot.engine import keeping
from sidepot.engine.game import Hand
from sidepot.games import registry
from sidepot.real import Card, Choice, Entry, RealHand
from sidepot.words import say
from tests.browser.person import Crowd, Person
from tests.browser.screens import on, playing
from tests.browser.test_eyes_and_hands import found as found_by_axe
from tests.real.dealer import next_entry

NAMES = ("Ana", "Bo", "Cy")
SOURCES = ["ricochet-2", "ricochet", "poker-roulette", "high-noon-showdown", "high-noon-standoff"]
HANDS = 2


class Dealer:
    """Whoever holds the phone: they tap the keys, and count."""

    def __init__(self, person: Person) -> None:
        self.person, self.page = person, person.page
        self.taps = 0

    def tap(self, selector: str, within: Any = None) -> None:
        self.taps += 1
        (within or self.page).locator(selector).click()

    def tell(self, entry: Entry, names: tuple[str, ...], told: int) -> None:
        """Tap an entry, and wait until the room has it."""
        if isinstance(entry, Card):
            self.tap(f'[data-keys] [data-card="{entry.card}"]')
        elif isinstance(entry, Choice):
            self.choose(entry, names)
        self.person.until(
            lambda: len(self.person.view["real"]["entries"]) == told, f"{entry} was not told"
        )

    def choose(self, entry: Choice, names: tuple[str, ...]) -> None:
        groups = self.page.locator(".choices")
        is_alone = len(self.person.view["real"]["asked"]) < 2
        mine = groups if is_alone else groups.filter(has_text=names[entry.seat])
        exact = mine.locator(f'[data-action="{entry.action}"]')
        kind, *rest = entry.action.replace(" to ", "_to ").split()
        if exact.count():
            return self.tap(f'[data-action="{entry.action}"]', mine)
        if rest and rest[0].isdigit():
            mine.locator("input").fill(rest[0])
        else:
            self.pick(kind, rest, mine)
        return self.tap(f'[data-action="{kind}"]', mine)

    def pick(self, kind: str, cards: list[str], mine: Any) -> None:
        """Tap the cards that a choice picks."""
        choice = next(one for one in self.person.view["real"]["menu"] if one["kind"] == kind)
        left = list(enumerate(choice["cards"]))
        for card in cards:
            place = next(pair for pair in left if pair[1] == card)
            left.remove(place)
            self.taps += 1
            mine.locator(f'[data-pick="{kind}"] .card-button').nth(place[0]).click()


def at_the_table(crowd: Crowd, game: str, ana: Person | None = None) -> Person:
    """Ana, whose phone lies on the table, with two people who have none."""
    ana = ana or crowd.person("Ana")
    people = [{"chair": n, "name": NAMES[n]} for n in range(1, len(NAMES))]
    made = ana.founds(game, cards="real", people=people)
    ana.open(made["link"])
    ana.sit()
    return ana


def are_too_few(person: Person, least: int) -> bool:
    """Has the hand been paid out, after which too few have chips?"""
    left = [chair for chair in person.view["room"]["chairs"] if chair["stack"]]
    return len(left) < least and person.view["real"]["is_paid"]


def dealt(game: str, seed: int, stack: int) -> Hand:
    """A hand from a deck of the test, in which everybody acts at random."""
    found, rng = registry()[game], random.Random(seed)
    players = len(NAMES)
    kept = keeping.join(found, {}, [{}] * players) if found.keeps else None
    hand = found.deal(stacks=[stack] * players, names=NAMES, seed=seed, hand=1, kept=kept)
    while not hand.over:
        hand.act(rng.choice(hand.legal))
    return hand


@playing(SOURCES, small="ricochet-2")
def test_an_evening_is_told_by_a_tap_for_each_open_card_and_each_choice(
    name: str, crowd: Crowd
) -> None:
    ana = at_the_table(crowd, name)
    stack = ana.view["room"]["rules"]["most"]
    hand = dealt(name, 5, stack)
    dealer = Dealer(ana)
    dealer.tap("[data-action=next-hand]")
    ana.until(lambda: ana.view.get("real") is not None, "no hand began")
    real = RealHand.begin(hand.game, hand.starting_stacks, NAMES, kept=hand.kept or None)
    while not real.over:
        entry = next_entry(hand, real)
        real.tell(entry)
        dealer.tell(entry, real.names, len(real.entries))
    shown = ana.view["hand"]["result"]
    assert [one["net"] for one in shown[: len(NAMES)]] == list(hand.payoffs)[: len(NAMES)]
    picks = sum(len(str(action).split()) - 1 for _, action in hand.actions if action.card)
    print(f"{name}: {dealer.taps} taps, {len(real.entries)} entries, {picks} picked")
    assert dealer.taps == 1 + len(real.entries) + picks
    dealer.tap("[data-action=next-hand]")
    ana.until(
        lambda: ana.view["room"]["hand"] == HANDS or are_too_few(ana, hand.game.least),
        "no second hand began",
    )
    assert sum(one["stack"] for one in ana.view["room"]["chairs"]) == sum(hand.starting_stacks)


@on("small", soak="desktop")
def test_a_wrong_entry_is_mended(crowd: Crowd) -> None:
    ana = at_the_table(crowd, "ricochet-2")
    page, dealer = ana.page, Dealer(ana)
    dealer.tap("[data-action=next-hand]")
    for n, card in enumerate(("9h", "4c", "Ks"), 1):
        dealer.tell(Card(card), NAMES, n)
    sentence = page.locator("[data-next]")
    sentence.get_by_text("Bo is the lowest").first.wait_for()
    assert found_by_axe(ana) == []
    page.reload()
    sentence.get_by_text("Bo is the lowest").first.wait_for()
    dealer.tap("[data-action=undo]")
    ana.until(lambda: len(ana.view["real"]["entries"]) == 2, "nothing was undone")
    assert page.locator('[data-card="9h"]').is_disabled()
    page.keyboard.type("ks")
    ana.until(lambda: len(ana.view["real"]["entries"]) == 3, "nothing was typed")
    dealer.tap("[data-action=entries]")
    dealer.tap('[data-entry="0"]')
    dealer.tap('dialog [data-card="2d"]')
    sentence.get_by_text("Ana is the lowest").first.wait_for()
    dealer.tap('[data-action="fold"]')
    sentence.get_by_text("Bo is the lowest").first.wait_for()
    dealer.tap("[data-action=entries]")
    dealer.tap('[data-entry="3"]')
    dealer.tap('dialog [data-action="buy 2"]')
    sentence.get_by_text("Deal Ana").first.wait_for()
    ana.button(say("browser.real.misdeal")).click()
    ana.button(say("browser.real.misdeal_sure")).click()
    sentence.get_by_text(say("session.called_off")).first.wait_for()


@on("small", soak="desktop")
def test_a_hand_goes_on_while_the_room_is_out_of_reach(crowd: Crowd) -> None:
    ana = at_the_table(crowd, "ricochet-2")
    page, dealer = ana.page, Dealer(ana)
    dealer.tap("[data-action=next-hand]")
    dealer.tell(Card("9h"), NAMES, 1)
    ana.context.set_offline(True)
    for card in ("4c", "Ks"):
        dealer.tap(f'[data-keys] [data-card="{card}"]')
    page.get_by_text(say("browser.real.unknown")).first.wait_for()
    for card in ("8d", "8c"):
        if not page.locator("[data-keys]").count():
            dealer.tap('[data-whose="1"]')
        dealer.tap(f'[data-card="{card}"]')
    dealer.tap("[data-action=undo]")
    page.locator('[data-kept="3"]').wait_for()
    assert found_by_axe(ana) == []
    ana.context.set_offline(False)
    ana.until(lambda: len(ana.view["real"]["entries"]) == 3, "nothing that was kept came")
    # Bo was the lowest, and has bought nothing yet
    page.locator("[data-reason]").wait_for()
    page.reload()
    dealer.tap('[data-action="buy 2"]')
    dealer.tap("[data-action=send-on]")
    ana.until(lambda: len(ana.view["real"]["entries"]) == 5, "nothing was sent on")
    page.locator("[data-kept]").wait_for(state="detached")
    assert ana.view["hand"]["seats"][1]["cards"][-1]["card"] == "8d"


SPEAKING = """
  window.spoken = [];
  window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
  const voice = { speak: ({ text }) => spoken.push(text), cancel() {}, getVoices: () => [] };
  Object.defineProperty(window, 'speechSynthesis', { value: voice });
"""
"""A browser whose voice is heard by the test."""


def spoken(person: Person) -> list[str]:
    found: list[str] = person.page.evaluate("window.spoken")
    return found


@pytest.mark.soak("voice.test.ts holds what is said, and when")
@on("small", soak="desktop")
def test_the_next_step_is_said_aloud_once_if_it_is_asked_for(crowd: Crowd) -> None:
    ana = crowd.person("Ana")
    ana.page.add_init_script(SPEAKING)
    at_the_table(crowd, "ricochet-2", ana)
    dealer = Dealer(ana)
    dealer.tap("[data-action=next-hand]")
    dealer.tell(Card("9h"), NAMES, 1)
    assert spoken(ana) == []
    ana.button(say("browser.real.speak")).click()
    for n, card in enumerate(("4c", "Ks"), 2):
        dealer.tell(Card(card), NAMES, n)
    heard = [f"Deal {name} 1 card face up." for name in ("Bo", "Cy")]
    assert spoken(ana) == [*heard, "Bo is the lowest: fold or buy 1 to 4."]


@on("small", soak="desktop")
def test_own_cards_stay_on_their_own_phone(crowd: Crowd) -> None:
    ana, bo = crowd.person("Ana"), crowd.person("Bob")
    ana.page.add_init_script(SPEAKING)
    at_the_table(crowd, "holdem-no-limit", ana)
    ana.button(say("browser.real.speak")).click()
    link = ana.call("POST", f"/api/tables/{ana.view['table']}/invitations")["link"]
    bo.open(link)
    bo.page.locator("[data-who]").get_by_role("button", name="Bo", exact=True).click()
    bo.until(lambda: bo.view.get("chair") == 1, "Bo has no chair")
    page = ana.page
    page.locator("[data-action=next-hand]").click()
    page.locator("[data-action=own]").click()
    for card in ("As", "Ad"):
        page.locator(f'dialog [data-card="{card}"]').click()
    page.get_by_role("dialog").get_by_text("pair of aces").wait_for()
    assert "face down" in spoken(ana)[-1]
    assert {"ace", "aces", "As", "Ad"}.isdisjoint(" ".join(spoken(ana)).split())
    bo.until(lambda: bo.view.get("real") is not None, "Bo sees no hand")
    assert bo.view["real"]["gone"] == {}
    cards = {card["card"] for seat in bo.view["hand"]["seats"] for card in seat["cards"]}
    assert cards == {"??"}


def test_a_new_table_with_real_cards_is_opened_by_the_form(crowd: Crowd) -> None:
    ana = crowd.person("Ana").open("/new")
    ana.page.locator("[data-real]").check()
    ana.page.locator("#real-people").fill("Bo, Cy")
    ana.button(say("browser.new.open")).click()
    ana.until(lambda: len(ana.view.get("room", {}).get("chairs", [])) == 3, "nobody sits")
    assert ana.view["room"]["rules"]["cards"] == "real"


@pytest.mark.soak("the room's test_real_cards")
def test_stacks_are_not_shown_where_the_chips_are_real(crowd: Crowd) -> None:
    ana = crowd.person("Ana")
    people = [{"chair": n, "name": NAMES[n]} for n in (1, 2)]
    made = ana.founds("ricochet-2", cards="real", real_chips=True, people=people)
    ana.open(f"/tables/{made['table']}")
    ana.page.locator("[data-action=next-hand]").click()
    ana.page.locator("[data-seat]").first.wait_for()
    deep = ana.view["hand"]["seats"][0]["stack"]
    assert str(deep) not in ana.page.locator("main").inner_text()
