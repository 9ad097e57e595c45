"""One card that a player shows after a hand; the others stay hidden."""

from sidepot.history import History
from sidepot.room.protocol import messages as m
from sidepot.room.protocol.table_rules import GamePlan
from sidepot.room.table.play import showable_cards
from tests.room.harness import PROOF, RoomHarness, drain, reason, with_room

GAMES = ["high-noon-shootout", "high-noon-showdown", "poker-roulette", "badugi", "holdem-no-limit"]
GAMES += ["five-card-draw", "seven-card-stud"]


@with_room
async def test_one_card_of_the_winner_and_of_a_player_who_folded(harness: RoomHarness) -> None:
    for game in GAMES:
        await show_one_card_each(harness, game)


async def show_one_card_each(harness: RoomHarness, game: str) -> None:
    ana, bo, cy, dora = await harness.guests("Ana", "Bo", "Cy", "Dora")
    table = await harness.table(ana, bo, cy, dora, seats=3, games=[GamePlan(name=game)])
    looking = await harness.room.subscribe(dora, table)
    await harness.room.subscribe(ana, table)
    await harness.wait(3)
    while (await harness.state(table)).in_play:
        kinds = [choice.kind for choice in (await harness.hand(table)).legal.ranges]
        await harness.act(table, "fold" if "fold" in kinds else None)
    state, hand = await harness.state(table), await harness.hand(table)
    assert state.playing and state.may_show is not None
    folded = next(number for number in state.playing.chairs if number != state.may_show)
    hidden = []
    for number in (folded, state.may_show):
        guest = state.chairs[number].guest or ""
        seat = state.playing.chairs.index(number)
        first, *others = showable_cards(hand, seat)
        hidden += others
        other = showable_cards(hand, (seat + 1) % 3)[0]
        show = {"hand": 1, "card": other}
        assert reason(await harness.do(guest, table, m.Show, **show)) == "show"
        show = {"hand": 1, "card": first}
        assert reason(await harness.do(dora, table, m.Show, **show)) == "seated"
        assert isinstance(await harness.do(guest, table, m.Show, **show), m.Ack)
        assert reason(await harness.do(guest, table, m.Show, **show)) == "show"
        assert (await harness.state(table)).shown[number] == (first,)
    assert (await harness.state(table)).may_show is None
    sent, written = str(await drain(looking)), await harness.room.history(dora, table, 1)
    History.parse(written).replay()
    for text in (sent, PROOF.sub("", written)):
        assert all(f"{card}" not in text for card in hidden)


@with_room
async def test_no_card_is_shown_while_the_hand_goes_on(harness: RoomHarness) -> None:
    ana, bo, cy = await harness.guests("Ana", "Bo", "Cy")
    table = await harness.table(ana, bo, cy, games=[GamePlan(name="holdem-no-limit")])
    await harness.room.subscribe(ana, table)
    await harness.wait(3)
    await harness.act(table, "fold")
    state, hand = await harness.state(table), await harness.hand(table)
    assert state.playing
    for number in state.playing.chairs:
        guest = state.chairs[number].guest or ""
        card = showable_cards(hand, state.playing.chairs.index(number))[0]
        assert reason(await harness.do(guest, table, m.Show, hand=1, card=card)) == "show"


@with_room
async def test_a_card_that_all_have_seen_is_not_shown_again(harness: RoomHarness) -> None:
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo)
    await harness.room.subscribe(ana, table)
    await harness.wait(3)
    await harness.play_out(table)
    state, hand = await harness.state(table), await harness.hand(table)
    assert state.playing
    seat = state.playing.chairs.index(0)
    card = hand.view(seat).seats[seat].cards[0].card
    assert reason(await harness.do(ana, table, m.Show, hand=1, card=card)) == "show"
