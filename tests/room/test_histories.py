"""Histories: each player's own view of a hand and a table, as `sidepot replay` takes it."""

import asyncio
import random
import re
from pathlib import Path

import pytest

from sidepot import games
from sidepot.engine.game import Game, Hand
from sidepot.engine.play import RAIL
from sidepot.errors import NotAdmitted, Refused
from sidepot.history import History, read
from sidepot.room.protocol import messages as m
from sidepot.room.protocol.table_rules import GamePlan
from sidepot.room.views import hand_history
from tests.cases import often
from tests.history.hands import ends, labels, random_hand
from tests.room.harness import PROOF, RoomHarness, drain, last_view, with_room

HASH = re.compile("[0-9a-f]{64}")
"""Of a deal or a file, in which a card's two letters may stand by chance."""


def own_card(hand: Hand, seat: int) -> str:
    return hand.view(seat).seats[seat].cards[0].card


@pytest.mark.parametrize("seed", often(range(30), always=range(8)))
def test_any_hand_as_anybody_knows_it_replays(seed: int) -> None:
    hand = random_hand(seed, ended=seed % 3 > 0)
    for viewer in range(RAIL, hand.players):
        history = History.parse(hand_history.texts(hand, {})[viewer])
        assert history.replay().finishing_stacks == ends(hand)


@pytest.mark.parametrize("seed", often(range(16), always=range(8)))
def test_hidden_cards_stay_hidden_and_the_hand_replays(seed: int, little: Game) -> None:
    rng = random.Random(seed)
    n = rng.randint(little.least, little.most)
    hand = little.deal(players=n, stacks=20, seed=seed)
    while not hand.over:
        hand.act(rng.choice(["fold", "check", "raise to 3"]))
    every = hand_history.texts(hand, {})
    assert set(every) == set(range(RAIL, n))
    for viewer, written in every.items():
        assert written == hand_history.texts(hand, {})[viewer]
        assert History.parse(written).replay().finishing_stacks == hand.stacks
        view = hand.view(viewer)
        for seat in range(n):
            is_seen = view.seats[seat].cards[0].card != "??"
            line = f"d dh p{seat + 1} {own_card(hand, seat) if is_seen else '??'}"
            assert f'"{line}"' in written
            assert is_seen or own_card(hand, seat) not in HASH.sub("", written)


def test_cards_shown_after_the_hand_are_in_every_history(little: Game) -> None:
    hand = little.deal(players=3, stacks=20, seed=5)
    hand.act("check")
    hand.act("fold")
    hand.act("fold")
    card = own_card(hand, 0)
    for viewer in (RAIL, 1, 2):
        shown = hand_history.texts(hand, {0: (card,)})[viewer]
        assert f'"d dh p1 {card}"' in shown and f'"p1 sm {card}"' in shown
        assert History.parse(shown).replay().finishing_stacks == hand.stacks
        assert card not in hand_history.texts(hand, {})[viewer]


def test_a_hand_called_off_early_does_not_tell_what_others_chose_in_secret() -> None:
    written = {}
    for choice in ("in", "out"):
        hand = games.find("guts").deal(players=3, stacks=10, seed=1)
        hand.act(choice)
        hand.act("in")
        written[choice] = hand_history.texts(hand, {})
    one, other = written.values()
    assert [one[viewer] == other[viewer] for viewer in (RAIL, 0, 1, 2)] == [True, False, True, True]
    assert '"p1 in"' in one[0] and '"p2 in"' not in one[0]
    assert all(History.parse(text).replay().called_off for text in one.values())
    hand.act("out")
    assert all(
        '"p1 out",\n  "p2 in",\n  "p3 out"' in t for t in hand_history.texts(hand, {}).values()
    )


@with_room
async def test_a_night_of_hands(harness: RoomHarness) -> None:
    ana, bo, cy = await harness.guests("Ana", "Bo", "Cy")
    table = await harness.table(ana, bo, cy, seats=2)
    await harness.room.subscribe(ana, table)
    for _ in range(3):
        await harness.wait(3)
        await harness.play_out(table)
    await harness.wait(3)
    await harness.do(ana, table, m.VoidHand, hand=4)
    for guest in (ana, bo, cy):
        path = harness.path.with_suffix(".phhs")
        path.write_text(await harness.room.histories(guest, table), "utf-8")
        assert labels(path) == (["1", "2", "3", "4"], [])
    path.with_suffix(".phh").write_text(await harness.room.history(bo, table, 2), "utf-8")
    assert [found.label for found in read(path.with_suffix(".phh"))] == ["1"]
    lines = await harness.room.hands(ana, table)
    assert [line.hand for line in lines] == [1, 2, 3, 4]
    assert [line.is_void for line in lines] == [False, False, False, True]
    assert all(sum(line.nets) == 0 and line.names for line in lines)
    (dora,) = await harness.guests("Dora")
    for ask in (harness.room.histories(dora, table), harness.room.history(dora, table, 1)):
        with pytest.raises(NotAdmitted):
            await ask
    with pytest.raises(Refused):
        await harness.room.history(ana, table, 5)


@with_room
async def test_a_player_who_has_shown_the_hand_is_not_asked_to_show_the_discards(
    harness: RoomHarness,
) -> None:
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo, games=[GamePlan(name="high-noon-standoff")])
    await harness.room.subscribe(ana, table)
    await harness.wait(3)
    while (await harness.state(table)).in_play:
        assert isinstance(await harness.act(table, "discard 0"), m.Ack)
    hand = await harness.hand(table)
    assert len(hand.winners) == 1 and not hand.view(-1).seats[hand.winners[0]].is_unseen
    assert (await harness.state(table)).may_show is None


def test_an_unseen_winner_may_show(little: Game, tmp_path: Path) -> None:
    asyncio.run(_show(tmp_path, is_shown=True))


def test_or_muck(little: Game, tmp_path: Path) -> None:
    asyncio.run(_show(tmp_path / "x", is_shown=False))


async def _show(tmp_path: Path, *, is_shown: bool) -> None:
    harness = RoomHarness(tmp_path / "room.sqlite3")
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo, games=[GamePlan(name="little")])
    looking = await harness.room.subscribe(bo, table)
    await harness.room.subscribe(ana, table)
    await harness.wait(3)
    while (await harness.state(table)).in_play:
        state = await harness.state(table)
        assert state.clock
        actor = state.chairs[state.clock.chair].guest
        await harness.act(table, "check" if actor == ana else "fold")
    state, hand = await harness.state(table), await harness.hand(table)
    assert state.may_show == 0 and state.playing
    card = own_card(hand, state.playing.chairs.index(0))
    assert all(card not in str(found) for found in await drain(looking))
    assert isinstance(await harness.do(bo, table, m.Show, hand=1), m.Refusal)
    command = m.Show if is_shown else m.Muck
    assert isinstance(await harness.do(ana, table, command, hand=1), m.Ack)
    assert isinstance(await harness.do(ana, table, command, hand=1), m.Refusal)
    view = await last_view(looking)
    written = await harness.room.history(bo, table, 1)
    History.parse(written).replay()
    assert view["room"]["shown"] == {"0": [card] if is_shown else []}
    assert (card in PROOF.sub("", written)) == is_shown and "sm" in written
    await harness.room.close()
