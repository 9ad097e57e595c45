"""Clients at a real room: every hand is cut by all of them, and every proof checks."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from msgspec.structs import replace

from sidepot.room.client.bot import seat_bot
from sidepot.room.client.connection import Breach, TableConnection
from sidepot.room.client.fairness import DealStatus
from sidepot.room.client.http import RoomClient
from sidepot.room.client.links import read_link
from sidepot.room.protocol import messages as m
from sidepot.room.views import deals
from sidepot.room.web.serving import Serving
from sidepot.words import Message
from tests.room.web.server import Visitor, served
from tests.room.web.test_join import Terminal
from tests.waiting import until

LIMIT = 60.0
"""Seconds that anything may take, a game's compilation too."""


@dataclass
class Player:
    """Somebody who sits down and plays the first legal action, over a `TableConnection`."""

    name: str
    connection: TableConnection
    breaches: list[Message] = field(default_factory=list)
    deals: dict[int, DealStatus] = field(default_factory=dict)
    """The last state of the deal of each hand, after its proof."""
    cuts: dict[int, DealStatus] = field(default_factory=dict)
    """The state of the deal of each hand, after its cut."""
    refused: list[str] = field(default_factory=list)
    acks: int = 0
    sent: int = 0
    acts: bool = True
    """Otherwise they let their clock run, and the hand goes on."""

    async def play(self) -> None:
        answered = None
        async for message in self.connection.messages():
            if isinstance(message, Breach):
                self.breaches.append(message.message)
            elif isinstance(message, m.Refusal):
                self.refused.append(message.reason.key)
            elif isinstance(message, m.Ack):
                self.acks += 1
            elif isinstance(message, m.Proof):
                self.deals[message.hand] = self._status(message.hand)
            elif isinstance(message, m.Cut):
                self.cuts[message.hand] = self._status(message.hand)
            elif isinstance(message, m.View):
                if message.chair is None and not self.sent:
                    await self._sit(message)
                hand = message.hand
                if self.acts and hand and hand.menu and answered != (hand.hand, hand.decision):
                    answered = (hand.hand, hand.decision)
                    await self._act(hand.hand, hand.decision, hand.menu[0].kind)

    def _status(self, hand: int) -> DealStatus:
        status = self.connection.deals.status(hand)
        assert status
        return status

    async def _sit(self, view: m.View) -> None:
        """Take a chair for which nobody else asks: bots take the first."""
        self.sent += 1
        chair = {"Ana": 1, "Zoe": 2}[self.name]
        await self.connection.send(m.Sit, chair=chair, chips=view.room.rules.least)

    async def _act(self, hand: int, decision: int, kind: str) -> None:
        self.sent += 1
        due = {"hand": hand, "decision": decision}
        await self.connection.send(m.Act, action=kind.replace("_", " "), **due)


async def come(serving: Serving, link: str, name: str) -> Player:
    client = RoomClient(serving.local)
    await asyncio.to_thread(client.register, name)
    table = await asyncio.to_thread(client.enter, read_link(link).invitation)
    return Player(name, TableConnection(client, table))


@contextlib.asynccontextmanager
async def playing(*players: Player) -> AsyncIterator[None]:
    tasks = [asyncio.create_task(player.play()) for player in players]
    try:
        async with asyncio.timeout(LIMIT):
            yield
    finally:
        for task in tasks:
            task.cancel()
        for ended in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(ended, Exception):
                raise ended


def fold(view: object, rng: object) -> str:
    return "fold"


@pytest.mark.parametrize("game", ["ricochet-2", "holdem-no-limit"])
def test_two_clients_and_a_bot_cut_every_hand_and_every_proof_checks(
    game: str, tmp_path: Any
) -> None:
    @served
    async def play(serving: Serving) -> None:
        host = await Visitor(serving.local).register("Host")
        made = await host.create(chairs=6, pause=0, games=[{"name": game}])
        ana, zoe, rob = [await come(serving, made["link"], name) for name in ("Ana", "Zoe", "Rob")]
        reports: list[Message] = []
        async with host.at(made["table"]) as line:
            await line.do("pause")
            bot = asyncio.create_task(
                seat_bot(rob.connection.client, made["table"], fold, reports.append)
            )
            async with playing(ana, zoe):
                await line.see(lambda view: len(view["room"]["chairs"]) == 3)
                await line.do("pause", is_paused=False)
                await until(lambda: min(len(ana.deals), len(zoe.deals)) >= 5)
            bot.cancel()
            await asyncio.gather(bot, return_exceptions=True)
        for player in (ana, zoe):
            assert player.breaches == [] and player.refused == [] and player.acks >= 1
            for hand in range(1, 6):
                status = player.deals[hand]
                assert sorted(status.cut_by or ()) == ["Ana", "Rob", "Zoe"]
                assert status.is_ours and status.is_proven and status.turn == 1
        [counts] = reports
        assert counts.key == "fair.counts" and int(str(counts.values["proven"])) >= 5
        assert not counts.values["wrong"] and not counts.values["unchecked"]

    play(tmp_path)


def mute(player: Player) -> Callable[[], None]:
    """Let nothing that a player sends about deals get to the room; returns the way back."""
    connection: Any = player.connection
    write = connection._write

    async def swallow(socket: Any, message: Any) -> None:
        if not isinstance(message, (m.Pledge, m.Reveal)):
            await write(socket, message)

    def restore() -> None:
        connection._write = write

    connection._write = swallow
    return restore


@served
async def test_a_silent_player_is_named_and_stays_out_until_they_pledge_again(
    serving: Serving,
) -> None:
    host = await Visitor(serving.local).register("Host")
    made = await host.create(chairs=6, pause=0)
    ana, zoe = [await come(serving, made["link"], name) for name in ("Ana", "Zoe")]
    async with playing(ana, zoe):
        await until(lambda: len(zoe.deals) >= 2)
        restore = mute(zoe)
        await until(lambda: any(deal.missing for deal in ana.cuts.values()))
        first = next(deal for deal in ana.cuts.values() if deal.missing)
        await until(lambda: first.hand + 2 in ana.cuts)
        restore()
        socket: Any = zoe.connection._socket
        await socket.close()
        last = max(ana.cuts)
        await until(lambda: any(len(ana.cuts[n].cut_by or ()) == 2 for n in ana.cuts if n > last))
        back = next(n for n in ana.cuts if n > last and len(ana.cuts[n].cut_by or ()) == 2)
        await until(lambda: back in zoe.deals and back in ana.deals)
    assert first.missing == [["Zoe"]] and first.turn == 2 and first.cut_by == ["Ana"]
    later = ana.cuts[first.hand + 1]
    assert later.missing == [] and later.cut_by == ["Ana"]
    assert zoe.deals[back].is_ours and zoe.deals[back].is_proven
    assert ana.breaches == [] and zoe.breaches == [] and ana.refused == [] == zoe.refused


@served
async def test_the_terminal_says_who_cut(serving: Serving) -> None:
    host = await Visitor(serving.local).register("Host")
    made = await host.create(chairs=6, pause=1)
    ana = await come(serving, made["link"], "Ana")
    ana.acts = False
    zoe = Terminal(serving.local, made["link"], "Zoe")
    running = asyncio.create_task(zoe.run())
    async with playing(ana):
        await zoe.see("Type sit")
        zoe.keyboard.type("deal")
        await zoe.see("This client has seen no deal here yet.")
        zoe.keyboard.type("sit")
        await zoe.see("Hand 1, Ricochet Poker II. (cut by ")
        zoe.keyboard.type("deal")
        said = await zoe.see("NOT PROVEN YET: the proof comes when the hand is over.")
        assert "The decks of hand 1 were fixed at" in said and "Yours is among them" in said
    zoe.keyboard.type("q")
    await running


def other_deck(table: str, hand: int, cut: Any) -> m.Cut:
    """The cut of a room that deals from the deck that the seeds did not choose."""
    told = m.Cut(table=table, hand=hand, turn=cut.turn, dealt=cut.dealt, seeds=cut.seeds)
    return replace(told, dealt="ab".replace(cut.dealt, ""))


def test_a_breach_is_reported_at_once_in_every_front_end(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    monkeypatch.setattr(deals, "_cut", other_deck)

    @served
    async def play(serving: Serving) -> None:
        host = await Visitor(serving.local).register("Host")
        made = await host.create(chairs=6, pause=1)
        rob = await come(serving, made["link"], "Rob")
        zoe = Terminal(serving.local, made["link"], "Zoe")
        running = asyncio.create_task(zoe.run())
        reports: list[Message] = []
        bot = asyncio.create_task(
            seat_bot(rob.connection.client, made["table"], fold, reports.append)
        )
        await zoe.see("Type sit")
        zoe.keyboard.type("sit")
        await zoe.see("Hand 1: the room dealt from the deck that the seeds did not choose.")
        await zoe.see("Hand 1, Ricochet Poker II. (THE DEAL IS NOT TO BE TRUSTED: type deal)")
        zoe.keyboard.type("deal")
        await zoe.see("Hand 1: the room dealt from the deck that the seeds did not choose.")
        async with asyncio.timeout(LIMIT):
            await until(lambda: reports)
        assert reports[0].key == "fair.breach_dealt"
        bot.cancel()
        await asyncio.gather(bot, return_exceptions=True)
        zoe.keyboard.type("q")
        await running

    play(tmp_path)
