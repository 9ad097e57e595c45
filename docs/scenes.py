"""Scenes of the page, each by its name: a function takes a browser to a state worth a picture.

States that seldom come up are recorded views, which the front end's dev page draws; evenings and
seasons are made up. `docs.screens` serves the page and draws them.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from sidepot.room.live.seasons import league
from sidepot.room.protocol.messages import NewTable
from sidepot.room.protocol.resources import (
    AccountView,
    CorrectionView,
    EveningView,
    Feat,
    HandLine,
    LedgerView,
    SeasonView,
)
from sidepot.room.protocol.table_rules import ChipWorth, GamePlan
from sidepot.room.protocol.views import PlaceView
from sidepot.room.table.evening import evening as evening_of
from sidepot.room.table.evening import season_evening
from sidepot.room.table.ledger import settle
from sidepot.room.table.rules import rules_of
from sidepot.room.table.state import TableState
from sidepot.words import say
from sidepot.words.languages import speaking
from sidepot.words.wire import encode

if TYPE_CHECKING:
    from playwright.sync_api import Page

HISTORY = Path(__file__).parents[1] / "tests/releases/1.0/histories/ricochet-2.phh"
PREFS = {"hints": False}
"""The settings in which screens are drawn."""
HANDS = 180_000.0
"""Milliseconds of several hands against bots, in some of which the viewer is never the lowest."""


def recorded(name: str, more: str = "") -> Callable[[Page, str], None]:
    """A recorded state of the table."""

    def show(page: Page, base: str) -> None:
        page.goto(f"{base}/dev.html?name={name}{more}")
        page.locator("[data-dock]").wait_for()

    return show


def address(path: str) -> Callable[[Page, str], None]:
    """A page by its address."""

    def show(page: Page, base: str) -> None:
        page.goto(base + path)
        page.get_by_role("main").wait_for()

    return show


def preferring(
    show: Callable[[Page, str], None], **prefs: str | bool
) -> Callable[[Page, str], None]:
    """A screen in a browser with unusual settings."""

    def show_so(page: Page, base: str) -> None:
        prefer(page, prefs)
        with speaking(str(prefs.get("language", "en"))):
            show(page, base)

    return show_so


def prefer(page: Page, prefs: Mapping[str, str | bool]) -> None:
    """Give a new browser the settings in which screens are drawn, but for some."""
    kept = json.dumps(json.dumps({**PREFS, **prefs}))
    page.add_init_script(f"localStorage.setItem('sidepot.prefs', {kept})")


def first_hand(page: Page, base: str) -> None:
    """The first turn in a game, explained."""
    hints = page.locator("[data-hints]")
    while not hints.count():  # the hand may be over before the viewer's turn comes
        address("/")(page, base)
        page.locator("main li .go .button").first.click()
        page.locator("[data-act=buy]").first.wait_for(timeout=HANDS)
        page.wait_for_timeout(600)


def stage(page: Page, base: str) -> None:
    """Bought cards that come one by one."""
    page.emulate_media(reduced_motion="no-preference")
    staged = page.locator("[data-stage]")
    while not staged.count():  # a single card needs no stage
        first_hand(page, base)
        page.locator("[data-act=buy]").last.click()
        page.wait_for_timeout(900)


def chances(page: Page, base: str) -> None:
    """An all-in before its last card, with everybody's chance beside their hand."""
    page.emulate_media(reduced_motion="no-preference")
    recorded("holdem-all-in", "&pace=500")(page, base)
    page.locator("[data-chance]").first.wait_for()


def photo_finish(page: Page, base: str) -> None:
    """The last card is held back, because it decides."""
    chances(page, base)
    page.get_by_text(say("browser.at.stage.card")).wait_for()


def keys(page: Page, base: str) -> None:
    """The list of keys, over a table."""
    recorded("ricochet-your-turn")(page, base)
    page.keyboard.press("?")
    page.get_by_role("dialog").wait_for()


def replay(page: Page, base: str) -> None:
    """A hand from a file, in the middle."""
    address("/replay")(page, base)
    page.locator("input[type=file]").set_input_files(HISTORY)
    page.get_by_role("slider").first.wait_for()
    for _ in range(3):
        page.keyboard.press("ArrowRight")


def share(page: Page, base: str) -> None:
    """A table for friends, and its link."""
    address("/")(page, base)
    page.locator("main li .go .button").nth(1).click()
    page.get_by_role("dialog").locator("summary").wait_for()


def waiting(page: Page, base: str) -> None:
    """A table that waits for players."""
    share(page, base)
    page.keyboard.press("Escape")
    page.locator("[data-dock]").get_by_role("button").first.wait_for()


def invitation(page: Page, base: str) -> None:
    """An invitation, as a visitor without a name sees it."""
    share(page, base)
    page.get_by_role("dialog").locator("summary").click()
    link = page.get_by_role("dialog").locator("input[readonly]").input_value()
    page.context.clear_cookies()
    page.goto("about:blank")
    address(f"/join#{link.partition('#')[2]}")(page, base)
    page.get_by_role("textbox").wait_for()


def second_device(page: Page, base: str) -> None:
    """An invitation on a second device of a guest, which says how to be the same one there."""
    invitation(page, base)
    page.get_by_text(say("browser.join.elsewhere")).click()
    page.get_by_text(say("browser.join.elsewhere_text")).scroll_into_view_if_needed()


def one_card(page: Page, base: str) -> None:
    """A hand that is over, and a card picked to be shown alone."""
    _sit(page, base, _founded(page, base, "holdem-no-limit", chairs=2))
    fold = page.locator("[data-act=fold]")
    own = page.get_by_role("list", name=say("browser.at.hand.pick_show"))
    while not own.count():  # a fold that costs nothing is asked about
        page.wait_for_timeout(600)
        if fold.count():
            fold.click()
    page.wait_for_timeout(600)
    own.get_by_role("button").first.click()


def new_match(page: Page, base: str) -> None:
    """The settings of a match, in the form of a new table."""
    address("/new")(page, base)
    box = page.get_by_role("checkbox", name=say("browser.new.match_on"))
    box.check()
    box.scroll_into_view_if_needed()


def match(page: Page, base: str) -> None:
    """A match in its first hand, with its places beside the table."""
    rules = {"hands": 9, "level_hands": 1, "rebuys": 1}
    _sit(page, base, _founded(page, base, "ricochet-2", chairs=4, bots=3, match=rules))
    _open_ledger(page)
    page.locator("[data-standings] li").nth(3).wait_for()


def television(game: str, chairs: int) -> Callable[[Page, str], None]:
    """A full table on a television."""

    def show(page: Page, base: str) -> None:
        table = _founded(page, base, game, chairs=chairs, bots=chairs)
        page.goto(f"{base}/tables/{table}/tv")
        page.locator("[data-television] [data-chair]").nth(chairs - 1).wait_for()
        page.wait_for_timeout(2000)

    return show


def _sit(page: Page, base: str, table: str) -> None:
    """Take a chair at a table."""
    page.goto(f"{base}/tables/{table}")
    page.get_by_role("button", name=say("browser.at.sit")).first.click()
    page.get_by_role("dialog").get_by_role("button", name=say("browser.chips.sit")).click()


def _open_ledger(page: Page) -> None:
    """Show the ledger, which lies in the menu of a phone."""
    tab = page.get_by_role("tab", name=say("browser.at.side.ledger"))
    if not tab.count():
        page.get_by_role("button", name=say("browser.at.head.menu")).click()
    tab.click()


def _founded(
    page: Page,
    base: str,
    game: str,
    *,
    chairs: int,
    bots: int = 1,
    match: Mapping[str, int] | None = None,
) -> str:
    """A new table of bots and the browser's guest, who hosts it; its id."""
    plan = {
        "games": [{"name": game}],
        "chairs": chairs,
        "bots": [{"chair": chairs - 1 - n} for n in range(bots)],
        "pause": 30,
        **({"match": match} if match else {}),
    }
    page.goto(base)
    return str(
        page.evaluate(
            """async (plan) => {
                const send = (path, body) => fetch(path, {method: 'POST',
                    headers: {'content-type': 'application/json'}, body: JSON.stringify(body)});
                await send('/api/guests', {name: 'Ana'});
                return (await (await send('/api/tables', plan)).json()).table;
            }""",
            plan,
        )
    )


def evening(page: Page, base: str) -> None:
    """An evening of six, at a table that has ended."""
    _look_back(page, base, _evening())
    page.get_by_role("table").wait_for()


def _look_back(page: Page, base: str, view: EveningView) -> None:
    """The page of an evening, for one of those who played."""
    answer = json.loads(encode(view))
    page.route("**/api/tables/*/evening", lambda route: route.fulfill(json=answer))
    _be_ana(page)
    address("/tables/friday/evening")(page, base)


def _be_ana(page: Page) -> None:
    """Let the browser be that of the guest who hosts what is made up."""
    host = {"guest": {"id": "a0", "name": "Ana"}}
    page.route("**/api/session", lambda route: route.fulfill(json=host))
    page.route("**/api/me/seasons", lambda route: route.fulfill(json=[]))


def podium(page: Page, base: str) -> None:
    """An evening that was a match: its places, and its best hands as cards."""
    view = _evening()
    order = sorted(view.ledger.accounts, key=lambda account: -account.net)
    names = [account.name for account in order]
    places = [
        PlaceView(n, name, None if n == 2 else f"a{n}", "regular" if n == 2 else None, chips, hand)
        for n, (name, chips, hand) in enumerate(
            zip(names, [840, 360, 0, 0, 0, 0], [41, 41, 38, 30, 30, 12], strict=True), 1
        )
    ]
    cards = {"biggest_pot": ["Ah", "Ad", "7c", "7s", "Kd"], "escape_bought": ["9h", "9s", "9d"]}
    highlights = [
        msgspec.structs.replace(one, cards=cards.get(one.kind, [])) for one in view.highlights
    ]
    told = msgspec.structs.replace(view, places=places, highlights=highlights)
    _look_back(page, base, told)
    page.locator("[data-place]").first.wait_for()


def season(page: Page, base: str) -> None:
    """A season of three evenings."""
    evenings = [
        msgspec.structs.replace(season_evening(_evening(seed), name), table=f"t{seed}")
        for seed, name in enumerate(("Last Friday", "At Bo\u2019s", "The first one"))
    ]
    next_at = 1_900_000_000_000
    view = SeasonView("s", "Winter", "a0", evenings, league(evenings), next_at)
    answer = json.loads(encode(view))
    page.route("**/api/seasons/*", lambda route: route.fulfill(json=answer))
    _be_ana(page)
    address("/seasons/s")(page, base)
    page.get_by_role("table").wait_for()


def standings(page: Page, base: str) -> None:
    """The league table of a season, which lies below the weekly evening on a phone."""
    season(page, base)
    page.get_by_role("table").scroll_into_view_if_needed()


def ledger(page: Page, base: str) -> None:
    """The ledger of a table, with a correction and debts in biscuits."""
    view = msgspec.structs.replace(
        _evening().ledger,
        corrections=[CorrectionView(0, "Ana", "Bo", "Cy", 12, "the wrong pot")],
        worth=ChipWorth(name="biscuits", chips=5),
    )
    answer = json.loads(encode(view))
    page.route("**/api/tables/*/ledger", lambda route: route.fulfill(json=answer))
    page.route("**/api/tables/*/hands", lambda route: route.fulfill(json=[]))
    recorded("ricochet-your-turn")(page, base)
    _open_ledger(page)
    page.locator("[data-corrections]").wait_for()


def verify(page: Page, base: str) -> None:
    """The verifier; at its own address Vite would serve the file that is made from it."""
    address("/lobby")(page, base)
    page.evaluate(
        "history.pushState({}, '', '/verify'); dispatchEvent(new PopStateEvent('popstate'))"
    )
    page.get_by_role("heading", level=1, name=say("browser.verify.title")).wait_for()


def _evening(seed: int = 1) -> EveningView:
    """A made-up evening."""
    rng, names = random.Random(seed), ["Ana", "Bo", "Cy", "Dora", "Ea", "Theo"]
    lines = []
    for hand in range(1, 41):
        pot, winner = rng.randint(6, 60), rng.randrange(6)
        nets = [pot * 5 // 6 if seat == winner else -(pot // 6) for seat in range(6)]
        nets[winner] -= sum(nets)
        feats = [Feat("bought", winner, rng.randint(1, 4), 4)]
        lines.append(
            HandLine(
                hand=hand,
                at=1_800_000_000_000,
                game="ricochet-2",
                names=names,
                nets=nets,
                is_void=False,
                guests=[f"a{i}" for i in range(6)],
                pot=pot,
                actions=rng.randint(3, 17),
                feats=feats,
                title="Ricochet for two",
            )
        )
    nets = [sum(line.nets[i] for line in lines) for i in range(6)]
    accounts = [
        AccountView(name, f"a{i}", 200, 200 + net, 0, net)
        for i, (name, net) in enumerate(zip(names, nets, strict=True))
    ]
    plan = NewTable(games=[GamePlan(name="ricochet-2")])
    state = TableState(1, "Friday", "a0", rules_of(plan), 0, members={"a0": "Ana"}, is_ended=True)
    return evening_of("friday", state, lines, LedgerView(accounts, settle(nets)))


def real_cards(game: str, told: Sequence[str]) -> Callable[[Page, str], None]:
    """A table with real cards after some taps: a card by its text, any other by its action."""

    def show(page: Page, base: str) -> None:
        page.goto(base)
        page.get_by_role("main").wait_for()
        people = [{"chair": n, "name": name} for n, name in enumerate(("Bo", "Cy", "Di"), 1)]
        plan = {"games": [{"name": game}], "cards": "real", "most": 200, "people": people}
        page.request.post(f"{base}/api/guests", data={"name": "Ana"}, headers={"origin": base})
        made = page.request.post(f"{base}/api/tables", data=plan, headers={"origin": base})
        page.goto(f"{base}/tables/{made.json()['table']}")
        page.get_by_role("button", name=say("browser.chips.sit")).first.click()
        page.get_by_role("dialog").get_by_role("button", name=say("browser.chips.sit")).click()
        for entry in told:
            card = page.locator(f'[data-keys] [data-card="{entry}"]')
            page.locator(f'[data-action="{entry}"]').or_(card).last.click()

    return show


_RICOCHET = ("next-hand", "9h", "4c", "Ks", "Qd", "buy 2", "Jh", "buy 1")
"""Ricochet up to the card that Ana is dealt."""

SCREENS: dict[str, Callable[[Page, str], None]] = {
    "front": address("/"),
    "share": share,
    "waiting": waiting,
    "invitation": invitation,
    "second-device": second_device,
    "one-card": one_card,
    "new-match": new_match,
    "match": match,
    "television-nine": television("high-noon-standoff", 9),
    "television-twenty": television("poker-roulette", 20),
    "evening": evening,
    "podium": podium,
    "season": season,
    "standings": standings,
    "ledger": ledger,
    "seasons": address("/seasons"),
    "lobby": address("/lobby"),
    "verify": verify,
    "settings": address("/settings"),
    "replay": replay,
    "first-hand": preferring(first_hand, hints=True),
    "stage": preferring(stage, hints=True),
    "chances": chances,
    "photo-finish": photo_finish,
    "keys": keys,
    "real-cards": real_cards("ricochet-2", _RICOCHET),
    "real-choice": real_cards("ricochet-2", _RICOCHET[:5]),
    "real-over": real_cards("ricochet-2", (*_RICOCHET[:5], "fold", "fold", "fold")),
    "real-seats": real_cards("ricochet-2", ()),
    "real-german": preferring(real_cards("high-noon-standoff", ("next-hand",)), language="de"),
    "left-handed": preferring(recorded("ricochet-your-turn"), hand="left", cloth="moss"),
    "german": preferring(recorded("holdem-your-turn"), language="de"),
    "german-evening": preferring(evening, language="de"),
    "your-turn": recorded("ricochet-your-turn", "&fair=1"),
    "coach": recorded("ricochet-your-turn", "&coach=1"),
    "coach-bets": recorded("holdem-your-turn", "&coach=1"),
    "another-turn": recorded("ricochet-other-turn"),
    "showdown-three-pots": recorded("holdem-three-won"),
    "nine-seats": recorded("nine-discard", "&fair=1"),
    "eight-complete": recorded("eight-complete", "&fair=1"),
    "stockpiles": recorded("roulette-long"),
    "roulette-ten": recorded("roulette-ten"),
    "roulette-twenty": recorded("roulette-twenty"),
    "error": address("/tables/nothing-here"),
    "reconnect": recorded("ricochet-your-turn", "&lost=1"),
}
