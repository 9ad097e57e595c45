"""State that games keep between hands: it follows players, waits for them, outlives the room."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sidepot import cards
from sidepot.bots.follower import Follower
from sidepot.engine import keeping
from sidepot.engine.game import Hand
from sidepot.history import History
from sidepot.history.verify.hands import PROVEN
from sidepot.room.client.fairness import DealChecker
from sidepot.room.protocol import messages as m
from sidepot.room.protocol.table_rules import GamePlan
from sidepot.room.table import events as e
from sidepot.room.table import state as states
from sidepot.room.table import waiting_values
from sidepot.room.table.apply import apply
from sidepot.words.wire import decode_hook
from tests.laws.legs import LEGS
from tests.laws.sticky import STICKY
from tests.room.conftest import added
from tests.room.cutting import Cutter, answer_all, cutters, next_hand
from tests.room.harness import RoomHarness, check_chips, with_room
from tests.room.test_fair_histories import checked

PLANS = [GamePlan(name=game.name) for game in (LEGS, STICKY)]
ONLY_LEGS, ONLY_STICKY = PLANS[:1], PLANS[1:]


@pytest.fixture(autouse=True)
def both_games() -> Iterator[None]:
    """Both games are on the list for a while."""
    with added(LEGS, STICKY):
        yield


async def dealt(harness: RoomHarness, table: str) -> Hand:
    """The next hand, as it was dealt."""
    for _ in range(10):
        await harness.wait(1)
        if (await harness.state(table)).in_play:
            return await harness.hand(table)
    raise AssertionError("no hand is dealt")


async def by_name(harness: RoomHarness, table: str) -> dict[str, int]:
    """The legs with which the hand in play began, by the players' names."""
    hand = await harness.hand(table)
    return dict(zip(hand.names, hand.kept["legs"], strict=True))


async def win(harness: RoomHarness, table: str, name: str) -> None:
    """All others fold, so that one wins."""
    while (await harness.state(table)).in_play:
        hand = await harness.hand(table)
        assert hand.actor is not None
        await harness.act(table, "check" if hand.names[hand.actor] == name else "fold")


@with_room
async def test_legs_follow_their_players(harness: RoomHarness) -> None:
    ana, bo, cy, dora = await harness.guests("Ana", "Bo", "Cy", "Dora")
    table = await harness.table(ana, bo, cy, games=ONLY_LEGS)
    for guest in (ana, bo, cy):
        await harness.room.subscribe(guest, table)
    await dealt(harness, table)
    assert await by_name(harness, table) == {"Ana": 0, "Bo": 0, "Cy": 0}
    await win(harness, table, "Bo")
    hand = await dealt(harness, table)  # the deal has moved on, and with it all seats
    assert await by_name(harness, table) == {"Ana": 0, "Bo": 1, "Cy": 0} and hand.kept["pot"] == 3
    await harness.reopen()
    assert bytes(await harness.hand(table)) == bytes(hand)
    await harness.do(bo, table, m.SitOut)
    await win(harness, table, "Cy")
    await harness.do(ana, table, m.Leave)
    await harness.do(ana, table, m.Admit, guest=dora)
    await harness.room.join(dora, table)
    await harness.room.subscribe(dora, table)
    await harness.do(dora, table, m.Sit, chair=3, chips=100)
    await dealt(harness, table)
    assert await by_name(harness, table) == {"Cy": 1, "Dora": 0}  # Bo's waits
    await harness.do(bo, table, m.ComeBack)
    await harness.reopen()
    await win(harness, table, "Dora")
    await harness.room.subscribe(bo, table)
    await harness.room.subscribe(cy, table)
    await dealt(harness, table)
    assert await by_name(harness, table) == {"Bo": 1, "Cy": 1, "Dora": 1}
    await harness.do(cy, table, m.Leave)
    await win(harness, table, "Bo")  # Bo takes the pot with a second leg
    state = await harness.state(table)
    check_chips(state)
    assert not state.pots and [won.players for won in state.kept] == [
        {guest: {"legs": 0} for guest in (bo, dora)}
    ]


@with_room
async def test_a_player_who_leaves_and_returns_begins_anew(harness: RoomHarness) -> None:
    ana, bo, cy = await harness.guests("Ana", "Bo", "Cy")
    table = await harness.table(ana, bo, cy, games=ONLY_LEGS)
    for guest in (ana, bo, cy):
        await harness.room.subscribe(guest, table)
    await dealt(harness, table)
    await win(harness, table, "Bo")
    await harness.do(bo, table, m.Leave)
    await harness.do(bo, table, m.Sit, chair=1, chips=100)
    await dealt(harness, table)
    assert await by_name(harness, table) == {"Ana": 0, "Bo": 0, "Cy": 0}
    await win(harness, table, "Ana")
    for guest in (ana, bo, cy):
        await harness.do(guest, table, m.Leave)
    assert (await harness.state(table)).kept == []


@with_room
async def test_a_hand_called_off_restores_the_kept_state(harness: RoomHarness) -> None:
    guests = await harness.guests("Ana", "Bo")
    table = await harness.table(*guests, games=ONLY_LEGS)
    await harness.room.subscribe(guests[0], table)
    await dealt(harness, table)
    await win(harness, table, "Ana")
    await dealt(harness, table)
    await harness.do(guests[0], table, m.VoidHand, hand=2)
    await dealt(harness, table)
    assert await by_name(harness, table) == {"Ana": 1, "Bo": 0}


@with_room
async def test_a_games_kept_state_goes_with_it(harness: RoomHarness) -> None:
    guests = await harness.guests("Ana", "Bo")
    table = await harness.table(*guests, games=PLANS, dealers_choice=True)
    for guest in guests:
        await harness.room.subscribe(guest, table)
    for game in (0, 1):
        await harness.wait(4)
        state = await harness.state(table)
        assert state.clock and state.clock.kind == "choice"
        dealer = state.chairs[state.clock.chair].guest
        await harness.do(dealer or "", table, m.Choose, game=game)
        await harness.wait(4)
        await harness.play_out(table, "check")
    assert [kept.game for kept in (await harness.state(table)).kept] == PLANS
    await harness.do(guests[0], table, m.ChangeGame, games=ONLY_STICKY)
    state = await harness.state(table)
    assert [kept.game for kept in state.kept if kept.game in ONLY_STICKY] == ONLY_STICKY
    others = [kept for kept in state.kept if kept.game not in ONLY_STICKY]
    assert [(kept.table, kept.players) for kept in others] == [({"pot": 2}, {})]  # until shared


async def sticky(harness: RoomHarness) -> tuple[str, list[Cutter], str]:
    """A table at which a card lies open, with the three who play there, and that card."""
    table, people = await cutters(harness, "Ana", "Bo", "Cy", games=ONLY_STICKY)
    await next_hand(harness, people)
    await harness.play_out(table, "check")
    card = (await harness.hand(table)).keeps["open"]
    assert card
    return table, people, card


@with_room
async def test_a_card_that_stays_is_in_no_deck(harness: RoomHarness) -> None:
    table, people, card = await sticky(harness)
    for _ in range(2):
        assert await next_hand(harness, people) > 1
        hand = await harness.hand(table)
        assert hand.kept["open"] == card and hand.view(-1).board[0].card == card
        aside = keeping.cards_in(STICKY, hand.kept)
        assert sorted([*map(cards.text, hand.deck), *aside]) == sorted(map(cards.text, range(52)))
        await harness.play_out(table, "check")
        card = hand.keeps["open"]
    found = await checked(harness, table, people)
    assert [hand.status for hand in found] == [PROVEN] * 9
    await answer_all(people)
    rail = DealChecker()
    rail.receive(m.Welcome(protocol=2, table=table, guest=None, name=None, chair=None, now=0))
    for sent in people[0].heard:
        if sent["type"] in ("commitment", "cut", "view", "proof"):
            assert not rail.receive(
                msgspec.convert(sent, m.FromServer, dec_hook=decode_hook)
            ).breaches
    proven = rail.status()
    assert proven and proven.is_proven


@with_room
async def test_a_seat_follows_a_hand_that_begins_with_a_card(harness: RoomHarness) -> None:
    table, people, card = await sticky(harness)
    await next_hand(harness, people)
    await harness.play_out(table, "check")
    await answer_all(people)
    sent = [msgspec.convert(one, m.View, dec_hook=decode_hook).hand for one in people[0].of("view")]
    views = [one for one in sent if one and one.hand == 2]
    assert views[0].kept == {"open": card, "held": ["", "", ""]}
    follower = Follower(STICKY, views[0])
    for view in views[1:-1]:  # the winner depends on cards that are seen only then
        follower.see(view)
    assert follower.hand and follower.hand.kept["open"] == card
    assert follower.hand.view(-1).board == views[-1].board


@with_room
async def test_a_card_of_somebody_who_sits_out_goes_back(harness: RoomHarness) -> None:
    table, people, card = await sticky(harness)
    state = await harness.state(table)
    (waiting,) = state.kept
    guest = people[1].guest
    own: dict[str, int | str] = {"held": "2c" if card != "2c" else "3c"}
    waiting.players[guest] = own
    chairs = [chair for chair, who in state.seated() if who.guest != guest]
    kept = waiting_values.kept_for(state, ONLY_STICKY[0], chairs)
    assert kept == {"open": card, "held": ["", ""]}
    waiting_values.put_back_cards(state, ONLY_STICKY[0], [people[0].guest, people[2].guest])
    assert waiting.players[guest] == {}


@with_room
async def test_the_history_of_a_hand_says_what_it_began_with(harness: RoomHarness) -> None:
    table, people, card = await sticky(harness)
    await next_hand(harness, people)
    await harness.play_out(table, "check")
    hand = await harness.hand(table)
    for cutter in people:
        history = History.parse(await harness.room.history(cutter.guest, table, 2))
        assert history.kept == {"open": card, "held": ["", "", ""]}
        done = history.replay()
        assert done.hand.keeps == hand.keeps and done.finishing_stacks == hand.stacks


@with_room
async def test_logs_and_snapshots_of_before_are_read(harness: RoomHarness) -> None:
    table, _, _ = await sticky(harness)
    stored = harness.query(f"SELECT event FROM log WHERE table_id = '{table}' ORDER BY version")
    events: list[Any] = []
    for (raw,) in stored:
        old = json.loads(raw)
        for name in ("kept", "keeps", "aside"):
            old.pop(name, None)
        events.append(e.decode(json.dumps(old).encode()))
    assert apply(None, events).kept == []
    snapshot = json.loads(msgspec.json.encode(await harness.state(table)))
    assert snapshot.pop("kept")
    assert states.decode(json.dumps(snapshot).encode()).kept == []


FORGETTING: dict[str, tuple[str, Any]] = {
    "keep": ("what is kept is forgotten", test_a_hand_called_off_restores_the_kept_state),
    "drop_player": (
        "it stays when its player leaves",
        test_a_player_who_leaves_and_returns_begins_anew,
    ),
    "put_back_cards": ("a card is in two places", test_a_card_of_somebody_who_sits_out_goes_back),
}
"""Tables that forget what they should keep, or keep it: what they do not do, and who notices."""


@pytest.mark.parametrize("fault", FORGETTING)
def test_a_table_that_forgets_is_noticed(
    fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting_values, fault, lambda *_: None)
    _, play = FORGETTING[fault]
    with pytest.raises(AssertionError):
        play(tmp_path)
