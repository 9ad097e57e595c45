"""No message reveals a salt, a seed too early, an order or a key of a dealt deck."""

import asyncio
import base64
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sidepot import fairness, games
from sidepot.engine.play import RAIL
from sidepot.fairness import Deal
from sidepot.history.dealt_cards import DealtCards
from sidepot.history.fairness import FairnessWriter, Openings
from sidepot.room.live.subscription import Subscription
from sidepot.room.live.table import LiveTable
from sidepot.room.protocol import messages as m
from sidepot.room.protocol.table_rules import GamePlan
from sidepot.room.table import commitment
from sidepot.words import Message
from tests.cases import often
from tests.room.cutting import Cutter, cutters, next_hand
from tests.room.harness import RoomHarness

WINDOW = 6
"""So many cards in the order of a dealt deck are no coincidence."""


_CARD = rb"(?:[2-9TJQKA][cdhs]|Xx)"
TOKEN = re.compile(
    rb"[A-Za-z0-9+/]{22,}={0,2}|%b{%d,}|(?:\"%b\",?){%d,}" % (_CARD, WINDOW, _CARD, WINDOW)
)
"""What can hold a salt or a key, in hexadecimal or base64, or an order."""


class Ear:
    """Everything that is sent to anybody at one table, hand by hand."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.sent: list[tuple[str | None, bytes]] = []
        put = Subscription.put

        def hear(subscription: Subscription, raw: bytes, **others: Any) -> None:
            self.sent.append((subscription.guest, raw))
            put(subscription, raw, **others)

        monkeypatch.setattr(Subscription, "put", hear)


async def leaks(harness: RoomHarness, ear: Ear, game: str, hands: int) -> list[str]:
    """The secrets leaked in some hands, with cuts, cards shown, and a silent guest now and then."""
    least = games.find(game).least
    names = ("Ana", "Bo", "Cy")[: max(least, 2)]
    table, people = await cutters(
        harness, *names, games=[GamePlan(name=game)], automatic=False, most=10**5
    )
    rail = (await harness.guests("Rae"))[0]
    live = harness.room._live(table)
    state = await live.state()
    state.members[rail] = "Rae"
    watcher = Cutter(harness, table, rail)
    await watcher.connect()
    rng, found = random.Random(game), list[str]()
    for _ in range(hands):
        await _refill(harness, people)
        number = await _deal(harness, people, rng)
        context = await live.context()
        assert context.sealed and context.state.committed and context.state.cut
        cut = context.state.cut
        deal = commitment.deal(table, context.state.committed, context.sealed, cut)
        while (await harness.state(table)).in_play:
            legal = (await harness.hand(table)).legal
            await harness.act(table, str(rng.choice([*legal])))
        await harness.do(people[0].guest, table, rng.choice([m.Show, m.Rabbit]), hand=number)
        seats = {p.guest: (await harness.state(table)).seat_of(p.guest) for p in people}
        told = [(guest, raw) for guest, raw in ear.sent if raw]
        for guest in [*seats, rail]:
            text = await harness.room.history(guest, table, number)
            told.append((guest, text.encode()))
        seen = await _seen(harness, table)
        found += _found(deal, told, seats, seen, number)
        ear.sent.clear()
        for cutter in (*people, watcher):
            cutter.heard.clear()
    return found


async def _refill(harness: RoomHarness, people: list[Cutter]) -> None:
    state = await harness.state(people[0].table)
    for cutter in people:
        chair = state.chair_of(cutter.guest)
        assert chair is not None
        if state.chairs[chair].stack < 100:
            await harness.do(cutter.guest, cutter.table, m.BuyIn, chips=200)
        if state.chairs[chair].status == "out":
            await harness.do(cutter.guest, cutter.table, m.ComeBack)


async def _deal(harness: RoomHarness, people: list[Cutter], rng: random.Random) -> int:
    """Deal a hand, for which somebody may be silent."""
    silent = rng.choice(people) if rng.random() < 0.1 else None
    for cutter in people:
        if cutter.silent:
            await cutter.pledge()
        cutter.silent = cutter is silent
        await harness.do(cutter.guest, cutter.table, m.Ready)
    return await next_hand(harness, people)


async def _seen(harness: RoomHarness, table: str) -> dict[int, set[tuple[str, int]]]:
    """The places whose cards each viewer has seen in the end."""
    state, hand = await harness.state(table), await harness.hand(table)
    assert state.playing
    shown = {state.playing.chairs.index(chair): cards for chair, cards in state.shown.items()}
    dealt = DealtCards(hand)
    rabbit = {("deck", place) for place in state.rabbit_places}
    return {
        viewer: rabbit
        | {
            card.place
            for card, is_seen in zip(dealt.all, dealt.seen(viewer, shown), strict=True)
            if is_seen
        }
        for viewer in range(RAIL, hand.players)
    }


def _found(
    deal: Deal,
    told: list[tuple[str | None, bytes]],
    seats: dict[str, int | None],
    seen: dict[int, set[tuple[str, int]]],
    number: int,
) -> list[str]:
    """The secrets of a hand that its messages contain."""
    found = []
    secret = {viewer: set(_secrets(deal, places)) for viewer, places in seen.items()}
    is_cut = is_over = False
    for guest, raw in told:
        is_cut |= raw.startswith(b'{"type":"cut"')
        is_over |= raw.startswith((b'{"type":"proof"', b"variant"))
        seat = seats.get(guest or "")
        hidden, tokens = secret[RAIL if seat is None else seat], b" ".join(TOKEN.findall(raw))
        found += [f"hand {number}: {what}" for what, text in hidden if text in tokens]
        if not is_cut:
            early = [seed.hex().encode() for seed in deal.seeds.values()]
            found += [f"hand {number}: a seed too early" for seed in early if seed in raw]
        if not is_over and any(key in raw for key in _forms(deal.control.key)):
            found.append(f"hand {number}: the control's key too early")
    return found


def _secrets(deal: Deal, seen: set[tuple[str, int]]) -> Iterator[tuple[str, bytes]]:
    """The secrets that a viewer must never see: key, order and salts of the dealt deck."""
    deck, orders = deal.decks[deal.dealt], deal.orders()
    yield from (("the key", form) for form in _forms(deck.key))
    for stream, order in deck.streams.items():
        for place, index in enumerate(orders[stream]):
            if (stream, place) not in seen:
                salt = fairness.salt(deck.key, stream, index)
                yield from ((f"the salt of {stream} {place}", form) for form in _forms(salt))
        for first in range(len(order) - WINDOW + 1):
            part = order[first : first + WINDOW]
            yield "the order", "".join(part).encode()
            yield "the order", msgspec.json.encode(part)[1:-1]


def _forms(secret: bytes) -> list[bytes]:
    return [secret.hex().encode(), base64.b64encode(secret)]


def run(folder: Path, game: str, monkeypatch: pytest.MonkeyPatch, hands: int) -> list[str]:
    async def play() -> list[str]:
        harness = RoomHarness(folder / "room.sqlite3")
        try:
            return await leaks(harness, Ear(monkeypatch), game, hands)
        finally:
            await harness.room.close()

    return asyncio.run(play())


@pytest.mark.parametrize("hands", often((3, 12), always=(3,)))
@pytest.mark.parametrize("game", games.registry())
def test_no_secret_of_a_deal_is_sent(
    game: str, hands: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run(tmp_path, game, monkeypatch, hands) == []


@pytest.mark.soak
@pytest.mark.parametrize("game", games.registry())
def test_no_secret_is_sent_in_a_thousand_hands(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run(tmp_path, game, monkeypatch, 1000) == []


def opens_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """The proof opens every card that was dealt."""
    real = Openings.seen
    monkeypatch.setattr(Openings, "seen", lambda self, _: real(self, 0))


def tells_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    """The key of the deck that is dealt goes with every cut, as if it were a name."""
    real = commitment.dealt

    def dealt(table: str, committed: Any, sealed: Any, seeds: Any) -> commitment.Dealt:
        found = real(table, committed, sealed, seeds)
        key = getattr(sealed, found.cut.dealt).key.hex()
        return found._replace(cut=msgspec.structs.replace(found.cut, seeds={**seeds, "key": key}))

    monkeypatch.setattr(commitment, "dealt", dealt)


def tells_seeds_early(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody gets a seed at once, before all are in."""
    real = LiveTable.take

    async def take(self: LiveTable, guest: str, command: Any) -> Any:
        if isinstance(command, m.Reveal):
            self.subscribers.notice(Message("client.said", {"text": command.seed}))
        return await real(self, guest, command)

    monkeypatch.setattr(LiveTable, "take", take)


def tells_the_other_deck(monkeypatch: pytest.MonkeyPatch) -> None:
    """The history opens the deck that was dealt, in place of the control."""
    monkeypatch.setattr(Deal, "control", property(lambda deal: deal.decks[deal.dealt]))


def tells_salts_in_histories(monkeypatch: pytest.MonkeyPatch) -> None:
    """Histories open what the first seat has seen."""
    real = FairnessWriter.table
    monkeypatch.setattr(FairnessWriter, "table", lambda self, _: real(self, 0))


@pytest.mark.parametrize(
    "leak",
    [
        opens_all,
        tells_the_key,
        tells_seeds_early,
        tells_the_other_deck,
        tells_salts_in_histories,
    ],
)
def test_a_leaking_room_is_caught(
    leak: Callable[[pytest.MonkeyPatch], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    leak(monkeypatch)
    assert run(tmp_path, "high-noon-shootout", monkeypatch, 8)
