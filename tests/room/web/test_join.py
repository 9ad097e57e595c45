"""The plain table and bots over the wire."""

import asyncio
import io
import json
import os
import queue
import random
import re
import subprocess
import threading
from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from rich.console import Console

from sidepot import games, words
from sidepot.cli import join as cli_join
from sidepot.cli import main
from sidepot.engine.rule_pages import hints
from sidepot.errors import BadAddress, CannotWrite, RemoteRefusal, UnknownGame, Unreachable
from sidepot.room.client.bot import BotClient, seat_bot
from sidepot.room.client.connection import TableConnection
from sidepot.room.client.http import RoomClient
from sidepot.room.client.links import read_link
from sidepot.room.web.serving import Serving
from sidepot.terminal import join as terminal_join
from sidepot.terminal.commands import _COMMANDS
from sidepot.terminal.join import join
from sidepot.terminal.screen import Screen
from sidepot.words import Message
from tests.room.web.process import SIDEPOT, environment
from tests.room.web.server import LIMIT, Visitor, company, served


class Keyboard:
    """Lines that are typed when a test types them."""

    def __init__(self) -> None:
        self.lines: queue.Queue[str] = queue.Queue()

    def readline(self) -> str:
        try:
            return self.lines.get(timeout=LIMIT)
        except queue.Empty:
            return ""  # the test has ended otherwise; so does the input

    def type(self, line: str) -> None:
        self.lines.put(line + "\n")


class Terminal:
    """Somebody at `sidepot join`, in this process."""

    def __init__(self, base: str, link: str, name: str, *, explains: bool = False) -> None:
        self.base, self.link, self.name, self.explains = base, link, name, explains
        self.paper = io.StringIO()
        self.keyboard = Keyboard()
        console = Console(file=self.paper, width=200, highlight=False, emoji=False)
        source: Any = self.keyboard
        self.screen = Screen(console=console, source=source, ascii_only=True)
        self.read = 0

    async def run(self) -> None:
        token = read_link(self.link).invitation
        self.door = RoomClient(self.base)
        await asyncio.to_thread(self.door.ask, "POST", "/api/guests", dict, {"name": self.name})
        table = await asyncio.to_thread(self.door.enter, token)
        try:
            await join(self.screen, self.door, table, explains=self.explains)
        finally:
            self.keyboard.lines.put("")  # the end of the input

    async def see(self, text: str) -> str:
        """Wait until the terminal shows a text behind what was seen before; what lies between."""
        until = asyncio.get_running_loop().time() + LIMIT
        while (found := self.paper.getvalue().find(text, self.read)) < 0:
            shown = self.paper.getvalue()[self.read :]
            assert asyncio.get_running_loop().time() < until, (text, shown)
            await asyncio.sleep(0.01)
        between = self.paper.getvalue()[self.read : found + len(text)]
        self.read = found + len(text)
        return between


class ItsGames:
    """A room of which only the list of games matters."""

    base = "http://room.example"

    def games(self) -> list[Any]:
        return [SimpleNamespace(name=name) for name in ("moon", "one-card")]


@pytest.mark.parametrize("wanted", ["moon", "examples/one_card.py"])
def test_a_table_is_created_with_a_game_that_only_the_room_has(wanted: str) -> None:
    assert cli_join._game(cast(RoomClient, ItsGames()), wanted) in ("moon", "one-card")


@pytest.mark.parametrize("wanted", ["kuhn", "examples/games/razz.py"])
def test_a_game_that_a_room_has_not_is_refused_with_those_that_it_has(wanted: str) -> None:
    with pytest.raises(UnknownGame, match="choose one of moon and one-card"):
        cli_join._game(cast(RoomClient, ItsGames()), wanted)


@served
async def test_the_plain_table_decides_together_with_others(serving: Serving) -> None:
    ana = await Visitor(serving.local).register("Ana")
    made = await ana.create(games=[{"name": "guts"}], pause=1)
    zoe = Terminal(serving.local, made["link"], "Zoe")
    running = asyncio.create_task(zoe.run())
    async with ana.at(made["table"]) as line:
        await zoe.see("Type sit to take a chair")
        zoe.keyboard.type("sit 150 3")
        await zoe.see("Zoe sits down with 150 chips.")
        await line.sit(0)
        await zoe.see("All decide at the same time.")
        await zoe.see("Your turn: in or out.")
        await line.dealt()
        before = line.view
        zoe.keyboard.type("in")
        await zoe.see("You have chosen: in. Waiting for the others.")
        zoe.keyboard.type("out")
        await zoe.see("You have chosen: in. Waiting for the others.")
        assert line.view == before and line.menu
        await line.act("out")
        assert "decided" not in await zoe.see("You win 2.")
        zoe.keyboard.type("q")
        await zoe.see("You have stepped away")
    async with asyncio.timeout(LIMIT):
        await running


@pytest.mark.parametrize("language", words.languages())
def test_the_help_at_a_table_with_real_cards_leaves_out_what_is_refused(language: str) -> None:
    with words.speaking(language):
        usual, real = (
            set(re.findall(r"\w+", words.say(f"join.{key}"))) & {*_COMMANDS, "deal", "ledger"}
            for key in ("others", "others_real")
        )
    dealt = {"odds", "show", "muck", "hold", "go", "rabbit", "choose", "bot", "deal"}
    assert usual - real == dealt and real < usual


@served
async def test_the_next_step_at_a_table_with_real_cards_is_read_at_the_plain_table(
    serving: Serving,
) -> None:
    ana = await Visitor(serving.local).register("Ana")
    people = [{"chair": n, "name": name} for n, name in ((1, "Bo"), (2, "Cy"))]
    made = await ana.create(games=[{"name": "ricochet-2"}], cards="real", people=people)
    zoe = Terminal(serving.local, made["link"], "Zoe")
    running = asyncio.create_task(zoe.run())
    async with ana.at(made["table"]) as line:
        await zoe.see("The cards of this table are real")
        zoe.keyboard.type("?")
        assert "bot" not in await zoe.see("For the host: pause, resume, remove 3")
        await line.sit(0)
        await line.do("next_hand", hand=0, game=0)
        await zoe.see("Deal Ana 1 card face up.")
        for at, card in enumerate(("9h", "4c", "Ks")):
            await line.do("tell", hand=1, at=at, entry={"type": "card", "card": card})
        await zoe.see("Bo is the lowest: fold or buy 1 to 4.")
        zoe.keyboard.type("q")
        await zoe.see("You have stepped away")
    async with asyncio.timeout(LIMIT):
        await running


@served
async def test_bots_of_ones_own_decide_together(serving: Serving) -> None:
    ana = await Visitor(serving.local).register("Ana")
    made = await ana.create(games=[{"name": "guts"}], pause=0)

    def dares(view: Any, rng: Any) -> str:
        return "in"

    async with ana.at(made["table"]) as line:
        rob = RoomClient(serving.local)
        await asyncio.to_thread(rob.ask, "POST", "/api/guests", dict, {"name": "Rob"})
        table = await asyncio.to_thread(rob.enter, read_link(made["link"]).invitation)
        visit = TableConnection(rob, table)
        bot = BotClient(visit, dares, random.Random(1), print)
        playing = asyncio.create_task(bot.run(hands=2))
        await line.sit(1)
        for _ in range(2):
            await line.dealt()
            hand = line.view["hand"]["hand"]
            await line.act("out")
            await line.until(lambda m: line.view["room"]["phase"] != "playing")
            assert any(said["text"] == "Rob is in." for said in line.view["said"]), line.view[
                "said"
            ]
            assert line.view["hand"]["hand"] == hand
        async with asyncio.timeout(LIMIT):
            await playing
        proven = [deal.is_proven for deal in map(visit.deals.status, (1, 2)) if deal]
        assert proven == [True, True]  # it has waited for the last one's proof


@served
async def test_a_hand_at_the_plain_table_of_a_room(serving: Serving) -> None:
    ana = await Visitor(serving.local).register("Ana")
    made = await ana.create(name="Friday", pause=1)
    zoe = Terminal(serving.local, made["link"], "Zoe")
    running = asyncio.create_task(zoe.run())
    async with ana.at(made["table"]) as line:
        await zoe.see("Friday: Ricochet Poker II.")
        await zoe.see("Type sit to take a chair")
        zoe.keyboard.type("chips lots")
        await zoe.see("the arguments of chips are not understood")
        zoe.keyboard.type("fold")
        await zoe.see("not possible now")
        zoe.keyboard.type("sit 150 3")
        await zoe.see("Zoe sits down with 150 chips.")
        await line.do("chat", text="evening")
        await zoe.see("Ana: evening")
        zoe.keyboard.type("say hello all")
        await line.until(lambda m: m["type"] == "chat_lines" and m["lines"])
        await line.sit(0)
        await zoe.see("ante")
        await line.dealt()
        while line.menu:  # the lowest card is Ana's: she gives the hand up, and another is dealt
            given_up = line.view["hand"]["hand"]
            await line.act("fold")
            await line.dealt(after=given_up)
        hand = line.view["hand"]["hand"]
        asked = await zoe.see("You have ")
        assert "Your turn: " in asked
        zoe.keyboard.type("odds")
        await zoe.see("buy 4: ")
        zoe.keyboard.type("odds please")
        await zoe.see("the arguments of odds are not understood; type odds")
        zoe.keyboard.type("buy 99")
        await zoe.see("buy 99 is not possible now; choose ")
        zoe.keyboard.type("dance")
        await zoe.see("is not an action")
        await line.do("void_hand", hand=hand)
        await zoe.see(f"The host calls hand {hand} off")
        zoe.keyboard.type("rabbit")
        await zoe.see("there is no card that would have come next")
        zoe.keyboard.type("ledger")
        await zoe.see("Zoe: bought 150")
        zoe.keyboard.type("leave")
        await zoe.see("Zoe leaves.")
        zoe.keyboard.type("q")
        await zoe.see("You have stepped away")
    async with asyncio.timeout(LIMIT):
        await running


@served
async def test_a_first_hand_is_explained_and_every_event_has_its_line(
    serving: Serving,
) -> None:
    remembered: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(terminal_join, "remember", remembered.append)
        papers = await _papers(serving)
    deal = next(hint.text for hint in hints(games.find("ricochet-2")) if hint.when == "deal")
    assert deal in papers[1] and deal not in papers[2]
    lines = papers[1].splitlines()
    heard = [
        n for n, text in enumerate(lines) if re.match("(Ana|Zoe.?|You).* (antes?|gets?) ", text)
    ]
    assert len(heard) >= 3, "each event has a line of its own"
    assert max(heard) < lines.index(deal), "and is told before what it means"
    assert remembered == ["ricochet-2"]


async def _papers(serving: Serving) -> dict[int, str]:
    """The screens of two players in a hand, of whom the first has it explained."""
    ana = await Visitor(serving.local).register("Ana")
    made = await ana.create(name="Friday", pause=1)
    told = {n: Terminal(serving.local, made["link"], f"Zoe{n}", explains=n == 1) for n in (1, 2)}
    running = [asyncio.create_task(zoe.run()) for zoe in told.values()]
    async with ana.at(made["table"]) as line:
        for n, zoe in told.items():
            await zoe.see("Type sit to take a chair")
            zoe.keyboard.type(f"sit 150 {n + 1}")
            await zoe.see(f"Zoe{n} sits down with 150 chips.")
        await line.sit(0)
        await line.dealt()
        hand = line.view["hand"]["hand"]
        await told[2].see("ante")
        await told[1].see("ante")
        await line.do("void_hand", hand=hand)
        papers = {}
        for n, zoe in told.items():
            await zoe.see(f"The host calls hand {hand} off")
            papers[n] = zoe.paper.getvalue()
            zoe.keyboard.type("q")
            await zoe.see("You have stepped away")
    async with asyncio.timeout(LIMIT):
        await asyncio.gather(*running)
    return papers


@served
async def test_the_hosts_tools_are_words_too(serving: Serving) -> None:
    ana = await Visitor(serving.local).register("Ana")
    made = await ana.create(pause=60)
    zoe = Terminal(serving.local, made["link"], "Zoe")
    running = asyncio.create_task(zoe.run())
    async with ana.at(made["table"]) as line:
        await zoe.see("Type sit")
        zoe.keyboard.type("pause")
        await zoe.see("only the host, Ana, may do that")
        people = await line.until(lambda m: m["type"] == "presence" and len(m["here"]) == 2)
        (guest,) = [p["guest"] for p in people["here"] if p["name"] == "Zoe"]
        await line.do("pass_host", guest=guest)
        await zoe.see("Zoe is the host now.")
        for typed, said in (
            ("pause", "stops the table"),
            ("resume", "lets the table go on"),
            ("bot 2", "a bot, sits down"),
            ("remove 2", "The host removes"),
            ("game holdem-no-limit", "From the next hand on: Texas Hold'em, no-limit."),
            ("game ricochet, ricochet-2", "From the next hand on: Ricochet Poker and"),
            ("game nothing", "nothing"),
            ("mute 5", "That is not possible now"),
            ("bot", "the arguments of bot are not understood; type bot 1 or bot 1 regular"),
        ):
            zoe.keyboard.type(typed)
            await zoe.see(said)
        await line.sit(4)
        await zoe.see("Ana sits down")
        for typed, said in (
            ("mute 5", "The host mutes Ana."),
            ("unmute 5", "The host lets Ana speak again."),
            ("host 5", "Ana is the host now."),
        ):
            zoe.keyboard.type(typed)
            await zoe.see(said)
        await line.send(type="end", id="end")
    async with asyncio.timeout(LIMIT):
        await running


STRATEGY = """
def act(view, rng):
    view.seats[0].cards
    menu = {choice.kind: choice for choice in view.menu}
    if rng.random() < 0.2:
        raise RuntimeError("no idea")
    if rng.random() < 0.2:
        return "raise to 99999"
    return "buy %d" % menu["buy"].lowest if "buy" in menu else "fold"
"""


@served
async def test_bots_of_ones_own_play_and_their_mistakes_are_reported(serving: Serving) -> None:
    ana = await Visitor(serving.local).register("Ana")
    made = await ana.create(pause=0, least=6, most=200)
    reports: list[Message] = []

    async def bot(name: str, seed: int) -> None:
        door = RoomClient(serving.local)
        await asyncio.to_thread(door.ask, "POST", "/api/guests", dict, {"name": name})
        table = await asyncio.to_thread(door.enter, read_link(made["link"]).invitation)
        space: dict[str, Any] = {}
        exec(STRATEGY, space)
        await seat_bot(door, table, space["act"], reports.append, seed=seed, hands=15)

    async with asyncio.timeout(60), ana.at(made["table"]) as line:
        await line.do("pause")
        bots = asyncio.gather(bot("One", 1), bot("Two", 2), bot("Three", 3))
        await line.see(lambda view: len(view["room"]["chairs"]) == 3)
        await line.do("pause", is_paused=False)
        await bots
    faults, counts = _sorted(reports)
    assert {_why(fault).key for fault in faults} == {"forfeit.raised", "forfeit.illegal"}
    assert len(counts) == 3 and all(int(str(one["proven"])) > 0 for one in counts)
    assert not any(one["wrong"] or one["unchecked"] for one in counts)
    ledger = await ana.get(f"/api/tables/{made['table']}/ledger")
    assert sum(account["net"] for account in ledger["accounts"]) == 0
    assert len(await ana.get(f"/api/tables/{made['table']}/hands")) >= 15


@served
async def test_a_late_strategy_forfeits_its_hand(serving: Serving) -> None:
    (ana,), table = await company(serving.local, "Ana", turn=5, time_bank=0, pause=1)
    (link,) = [(await ana.post(f"/api/tables/{table}/invitations"))["link"]]
    reports: list[Message] = []
    door = RoomClient(serving.local)
    await asyncio.to_thread(door.ask, "POST", "/api/guests", dict, {"name": "Slow"})
    await asyncio.to_thread(door.enter, read_link(link).invitation)
    hang = threading.Event()

    def act(view: Any, rng: Any) -> str:
        hang.wait(LIMIT)
        return "fold"

    async with ana.at(table) as line:
        await line.sit(0)
        playing = asyncio.create_task(seat_bot(door, table, act, reports.append, hands=1))
        await line.dealt()
        while line.view["room"]["phase"] == "playing":
            await (line.act("fold") if line.menu else line.hear())
        await line.see(lambda view: len(view["room"]["chairs"]) == 1)
    assert line.view["room"]["hand"] == 1
    await playing
    hang.set()
    faults, [counts] = _sorted(reports)
    assert {_why(fault).key for fault in faults} <= {"forfeit.late"}
    assert counts["proven"] == 1 and not counts["wrong"] and not counts["unchecked"]


def _sorted(reports: list[Message]) -> tuple[list[Message], list[Mapping[str, object]]]:
    """The hands that bots forfeited, and their last words: how many hands stand how."""
    faults = [report for report in reports if report.key == "client.bot_forfeits"]
    counts = [report.values for report in reports if report.key == "fair.counts"]
    assert len(faults) + len(counts) == len(reports)
    return faults, counts


def _why(report: Message) -> Message:
    """Why a hand is forfeited."""
    why = report.values["why"]
    assert isinstance(why, Message)
    return why


@pytest.mark.parametrize(
    "text", ["", "hello", "http://x", "ftp://x/join#t", "http:///join#t", "http://[/#t"]
)
def test_malformed_links_are_refused(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(BadAddress, match="not an invitation"):
        read_link(text)
    assert main(["join", text]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_an_absent_room_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(Unreachable):
        RoomClient("http://127.0.0.1:9").ask("GET", "/api/me", dict)
    assert main(["join", "http://127.0.0.1:9/join#x"]) == 2
    assert "does not answer" in capsys.readouterr().err


@served
async def test_an_invalid_invitation_is_refused_in_the_rooms_words(serving: Serving) -> None:
    door = RoomClient(serving.local)
    await asyncio.to_thread(door.ask, "POST", "/api/guests", dict, {"name": "Zoe"})
    with pytest.raises(RemoteRefusal, match="is no longer valid"):
        await asyncio.to_thread(door.enter, "guess")


def test_a_returning_player_of_the_same_name_is_the_same_guest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIDEPOT_DATA", str(tmp_path / "data"))

    @served
    async def come_twice(serving: Serving) -> None:
        link = read_link(f"{serving.local}/join#x")
        first, again, other = [
            await asyncio.to_thread(RoomClient.of, link.base, name)
            for name in ("Zoe", "Zoe", "Yan")
        ]
        assert first.me is not None
        ids = [(await asyncio.to_thread(door.me)).id for door in (first, again, other)]  # type: ignore[union-attr]
        assert ids[0] == ids[1] != ids[2]
        kept = tmp_path / "data" / "guests.json"
        assert os.name == "nt" or kept.stat().st_mode & 0o77 == 0

    come_twice(tmp_path)


def test_a_busy_room_gives_nobody_another_identity(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIDEPOT_DATA", str(tmp_path / "data"))

    async def busy(token: str, about: str = "") -> None:
        raise CannotWrite("room.cannot_write", reason="x")

    @served
    async def come_again(serving: Serving) -> None:
        first = await asyncio.to_thread(RoomClient.of, serving.local, "Zoe")
        with monkeypatch.context() as patched:
            patched.setattr(serving.room, "session_of", busy)
            with pytest.raises(RemoteRefusal, match="cannot write"):
                await asyncio.to_thread(RoomClient.of, serving.local, "Zoe")
        again = await asyncio.to_thread(RoomClient.of, serving.local, "Zoe")
        assert again.cookie == first.cookie
        kept = tmp_path / "data" / "guests.json"
        kept.write_text(json.dumps({serving.local: {"Zoe": "sidepot=guess"}}))
        unknown = await asyncio.to_thread(RoomClient.of, serving.local, "Zoe")
        assert await asyncio.to_thread(unknown.me) is not None

    come_again(tmp_path)


def test_the_commands_at_a_real_room(tmp_path: Path) -> None:
    (tmp_path / "callous.py").write_text(STRATEGY.replace("0.2", "0.0"))

    @served
    async def come(serving: Serving) -> None:
        ana = await Visitor(serving.local).register("Ana")
        made = await ana.create(pause=0, bots=[{"chair": 0}])
        command = [*SIDEPOT, "bot", made["link"], "--hands", "3"]
        command += ["--strategy", str(tmp_path / "callous.py"), "--seed", "1"]
        own = environment(tmp_path)
        done = await asyncio.to_thread(
            subprocess.run, command, env=own, capture_output=True, text=True, timeout=90
        )
        assert done.returncode == 0, done.stderr
        lines = await ana.get(f"/api/tables/{made['table']}/hands")
        assert len(lines) >= 3 and all("callous" in line["names"] for line in lines[:3])
        created = await asyncio.to_thread(
            subprocess.run,
            [*SIDEPOT, "join", serving.local, "--create", "ricochet", "--options", "ante=2"],
            env=own,
            input="q\n",
            capture_output=True,
            text=True,
            timeout=90,
        )
        assert created.returncode == 0, created.stderr
        assert f"Invite others with {serving.address.base}/join#" in created.stdout
        joined = await asyncio.to_thread(
            subprocess.run,
            [*SIDEPOT, "join", made["link"], "--name", "Zoe"],
            env=own,
            input="?\nq\n",
            capture_output=True,
            text=True,
            timeout=90,
        )
        assert joined.returncode == 0, joined.stderr
        assert "Type sit" in joined.stdout and "stepped away" in joined.stdout

    come(tmp_path)


@served
async def test_the_end_of_a_table_shows_the_evening_at_the_plain_table(serving: Serving) -> None:
    ana = await Visitor(serving.local).register("Ana")
    made = await ana.create(name="Friday", pause=1)
    zoe = Terminal(serving.local, made["link"], "Zoe")
    running = asyncio.create_task(zoe.run())
    async with ana.at(made["table"]) as line:
        await zoe.see("Type sit to take a chair")
        zoe.keyboard.type("sit 150 3")
        await zoe.see("Zoe sits down with 150 chips.")
        await line.sit(0)
        await line.dealt()
        if line.menu:
            await line.act("fold")
        else:
            await zoe.see("Your turn: ")
            zoe.keyboard.type("fold")
        await line.see(lambda view: view["room"]["phase"] == "pause")
        await line.send(type="end", id="end")
        await zoe.see("The evening: 1 hand of Ricochet Poker II.")
        await zoe.see("The biggest pot: 2 to ")
        accounts = await zoe.see(" owes ")
        assert "bought 150, took away 1" in accounts
    zoe.keyboard.type("q")
    await running
