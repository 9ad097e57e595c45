"""Hands are dealt by a commitment, and by the seeds of those who take part."""

from itertools import pairwise
from unittest import mock

import msgspec
import pytest

from sidepot import fairness, games
from sidepot.fairness import Attempt, from_hex
from sidepot.history.dealt_cards import DealtCards
from sidepot.room.protocol import messages as m
from sidepot.room.protocol.table_rules import GamePlan
from sidepot.room.table import events as e
from sidepot.room.table import rules
from sidepot.room.table.commitment import LEAD
from tests.room.archived import rows
from tests.room.cutting import Cutter, answer_all, commitment_comes, cutters, next_hand
from tests.room.harness import RoomHarness, drain, reason, with_room


def log(harness: RoomHarness) -> list[e.AnyEvent]:
    return [e.decode(raw) for (raw,) in rows(harness, "SELECT event FROM log ORDER BY version")]


async def ask_for_seeds(harness: RoomHarness, people: list[Cutter]) -> None:
    """All say that they are ready, so that the commitment is made at once."""
    for cutter in people:
        assert isinstance(await harness.do(cutter.guest, cutter.table, m.Ready), m.Ack)


async def deck_of(cutter: Cutter) -> list[int]:
    return list((await cutter.harness.hand(cutter.table)).deck)


@with_room
async def test_a_hand_is_cut_by_all_who_have_pledged(harness: RoomHarness) -> None:
    table, people = await cutters(harness, "Ana", "Bo", "Cy")
    assert await next_hand(harness, people) == 1
    ana = people[0]
    told, cut = ana.last, ana.of("cut")[-1]
    assert sorted(cut["seeds"]) == sorted(told["pledges"]) == sorted(p.guest for p in people)
    at = Attempt(table, 1, 1)
    roots = dict(zip("ab", [list(map(bytes.fromhex, r)) for r in told["roots"]], strict=True))
    prev, pledges = bytes.fromhex(told["prev"]), from_hex(told["pledges"])
    commitment = fairness.commitment(prev, at, told["streams"], roots, pledges)
    assert commitment.hex() == told["commitment"] and prev == fairness.NO_COMMITMENT
    assert cut["dealt"] == fairness.dealt(at, from_hex(cut["seeds"]))
    context = await harness.room._live(table).context()
    assert context.sealed
    sealed = getattr(context.sealed, cut["dealt"]).streams["deck"]
    order = fairness.cut(52, at, "deck", from_hex(cut["seeds"]))
    assert await deck_of(ana) == [sealed[place] for place in order]


@with_room
async def test_commitments_are_a_chain(harness: RoomHarness) -> None:
    table, people = await cutters(harness, "Ana", "Bo")
    for hand in range(1, 5):
        assert await next_hand(harness, people) == hand
        await harness.play_out(table)
    told = people[0].of("commitment")
    assert [one["hand"] for one in told] == [1, 2, 3, 4]
    assert [one["prev"] for one in told[1:]] == [one["commitment"] for one in told[:-1]]
    assert len({seed for cut in people[0].of("cut") for seed in cut["seeds"].values()}) == 8


@with_room
async def test_nobody_waits_for_the_cut(harness: RoomHarness) -> None:
    """The commitment is made in the pause, and the deal comes when it would have come anyway."""
    table, people = await cutters(harness, "Ana", "Bo", pause=6)
    await next_hand(harness, people)
    await harness.play_out(table)
    over = (await harness.state(table)).idle_since
    await next_hand(harness, people)
    committed, dealt = log(harness)[-2:]
    assert isinstance(committed, e.Committed) and isinstance(dealt, e.HandDealt)
    assert (committed.at - over, dealt.at - over) == (6000 - LEAD, 6000)


@with_room
async def test_a_pledge_of_the_rail_hurries_no_deal(harness: RoomHarness) -> None:
    """Bots play, and an onlooker has pledged; the pause is as long as ever."""
    bots = [m.BotPlan(chair=chair, strength="random") for chair in (0, 1)]
    await cutters(harness, "Ana", seats=0, bots=bots, pause=6)
    await harness.wait(20)
    deals = [event.at for event in log(harness) if isinstance(event, e.HandDealt)]
    assert [after - before for before, after in pairwise(deals)] == [6000] * 2


@with_room
async def test_without_a_pause_the_hand_is_dealt_with_the_last_seed(harness: RoomHarness) -> None:
    table, people = await cutters(harness, "Ana", "Bo", automatic=False)
    await ask_for_seeds(harness, people)
    assert (await harness.state(table)).in_play is None
    await answer_all(people)
    assert (await harness.state(table)).in_play


@with_room
async def test_without_a_pledge_a_hand_is_committed_and_dealt_at_once(harness: RoomHarness) -> None:
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo)
    looking = await harness.room.subscribe(ana, table, checks=True)
    await harness.wait(3)
    committed, dealt = log(harness)[-2:]
    assert isinstance(committed, e.Committed) and isinstance(dealt, e.HandDealt)
    assert committed.pledges == {} and dealt.cut == e.Seeds(
        1, dealt.cut.dealt if dealt.cut else "", {}
    )
    kinds = [message["type"] for message in await drain(looking)]
    assert kinds[-3:] == ["commitment", "cut", "view"]


@with_room
async def test_a_client_that_does_not_check_gets_no_deal_messages(harness: RoomHarness) -> None:
    table, people = await cutters(harness, "Ana", "Bo")
    looking = await harness.room.subscribe(people[1].guest, table)
    await next_hand(harness, people)
    await harness.play_out(table)
    kinds = {message["type"] for message in await drain(looking)}
    assert kinds == {"welcome", "view", "presence", "chat_lines"}


@with_room
async def test_a_silent_player_is_named_and_left_out_until_they_pledge(
    harness: RoomHarness,
) -> None:
    table, people = await cutters(harness, "Ana", "Bo")
    ana, bo = people
    bo.silent = True
    await next_hand(harness, people)
    first, second = ana.of("commitment")
    assert (first["turn"], second["turn"], second["missing"]) == (1, 2, [["Bo"]])
    assert second["prev"] == first["commitment"] and second["roots"] != first["roots"]
    assert [*second["pledges"]] == [ana.guest] == [*ana.of("cut")[-1]["seeds"]]
    said = [said["text"] for view in ana.of("view") for said in view["said"]]
    assert any(text.startswith("Bo did not answer in time") for text in said)
    await harness.play_out(table)
    bo.silent = False
    await next_hand(harness, people)
    assert ana.last["turn"] == 1 and bo.guest not in ana.last["pledges"]
    await harness.play_out(table)
    await bo.pledge()
    await next_hand(harness, people)
    assert bo.guest in ana.last["pledges"] and bo.guest in ana.of("cut")[-1]["seeds"]


@with_room
async def test_all_silent_means_not_cut(harness: RoomHarness) -> None:
    _, people = await cutters(harness, "Ana", "Bo")
    for cutter in people:
        cutter.silent = True
    await next_hand(harness, people)
    assert people[0].last["missing"] == [["Ana", "Bo"]] and people[0].of("cut")[-1]["seeds"] == {}


@with_room
async def test_a_hand_waits_for_a_seed_two_seconds(harness: RoomHarness) -> None:
    table, people = await cutters(harness, "Ana", "Bo", automatic=False)
    people[1].silent = True
    await ask_for_seeds(harness, people)
    await answer_all(people)
    assert (await harness.state(table)).in_play is None
    await harness.wait(1.9)
    await answer_all(people)
    assert people[0].last["turn"] == 1
    await harness.wait(0.2)
    await answer_all(people)
    assert people[0].last["turn"] == 2 and (await harness.state(table)).in_play


@with_room
async def test_after_a_restart_the_same_commitment_is_answered_again(harness: RoomHarness) -> None:
    _, people = await cutters(harness, "Ana", "Bo", automatic=False)
    ana, bo = people
    bo.silent = True
    await ask_for_seeds(harness, people)
    await answer_all(people)
    told = ana.last
    await harness.reopen()
    await harness.sleep(1)
    bo.silent = False
    for cutter in people:
        await cutter.connect()
    await harness.wait(3.9)  # those who come back late are waited for
    await answer_all(people)
    assert {**told, "awaited": True} in ana.of("commitment")[-2:] and told in bo.heard
    cut = ana.of("cut")[-1]
    assert sorted(cut["seeds"]) == sorted(told["pledges"])
    assert cut["seeds"] == {g: p.seeds[told["pledges"][g]] for p in people for g in [p.guest]}
    committed = [event for event in log(harness) if isinstance(event, e.Committed)]
    assert len(committed) == 1


@with_room
async def test_a_newcomer_to_a_hand_is_sent_its_cut(harness: RoomHarness) -> None:
    table, people = await cutters(harness, "Ana", "Bo")
    await next_hand(harness, people)
    again = await harness.room.subscribe(people[0].guest, table, checks=True)
    found = await drain(again)
    told, cut = (
        next(one for one in found if one["type"] == kind) for kind in ("commitment", "cut")
    )
    assert told == {**people[0].last, "awaited": False} and cut == people[0].of("cut")[-1]


@with_room
async def test_seats_that_change_the_deck_need_a_new_commitment(harness: RoomHarness) -> None:
    """Poker Roulette takes a second deck for the sixth player; nobody was missing."""
    guests = await harness.guests("Ana", "Bo", "Cy", "Dee", "Eli", "Fay")
    table = await harness.table(*guests, games=[GamePlan(name="poker-roulette")], seats=5)
    people = [Cutter(harness, table, guest) for guest in guests]
    for cutter in people:
        await cutter.connect()
    await commitment_comes(harness, people)
    sat = await harness.do(guests[5], table, m.Sit, chair=5, chips=100)
    assert isinstance(sat, m.Ack)
    await next_hand(harness, people)
    first, second = people[0].of("commitment")
    assert (first["turn"], second["turn"], second["missing"]) == (1, 2, [[]])
    assert guests[5] in people[0].of("cut")[-1]["seeds"] and len(await deck_of(people[0])) == 108


@with_room
async def test_sitting_out_once_the_seeds_are_in_shifts_no_cards(harness: RoomHarness) -> None:
    """The host's computer knows the deal by then; sitting out would change who gets which card."""
    _, people = await cutters(harness, "Ana", "Bo", "Cy", pause=6)
    await commitment_comes(harness, people)
    assert isinstance(await harness.do(people[1].guest, people[1].table, m.SitOut), m.Ack)
    await next_hand(harness, people)
    first, second = people[0].of("commitment")
    assert (second["turn"], second["missing"]) == (2, [[]]) and first["roots"] != second["roots"]
    assert people[1].guest not in people[0].of("cut")[-1]["seeds"]
    told = [said["key"] for view in people[0].of("view") for said in view["said"]]
    assert "room.recommitted" in told and "room.recut" not in told


@with_room
async def test_a_newcomer_in_a_chair_needs_a_new_commitment(harness: RoomHarness) -> None:
    """The newcomer's pledge is not in the old one: their client would accuse the room."""
    guests = await harness.guests("Ana", "Bo", "Cy")
    table = await harness.table(*guests, seats=2, pause=6)
    people = [Cutter(harness, table, guest) for guest in guests]
    for cutter in people:
        await cutter.connect()
    await commitment_comes(harness, people)
    assert isinstance(await harness.do(guests[1], table, m.Leave), m.Ack)
    assert isinstance(await harness.do(guests[2], table, m.Sit, chair=1, chips=100), m.Ack)
    await next_hand(harness, people)
    first, second = people[0].of("commitment")
    assert (first["turn"], second["turn"], second["missing"]) == (1, 2, [[]])
    assert set(people[0].of("cut")[-1]["seeds"]) == {guests[0], guests[2]}


@with_room
async def test_nobody_is_silent_before_two_seconds(harness: RoomHarness) -> None:
    """The host names another game at once; the new commitment waits for the seeds of the old."""
    table, people = await cutters(harness, "Ana", "Bo", automatic=False)
    await ask_for_seeds(harness, people)
    plan = GamePlan(name="holdem-no-limit")
    changed = await harness.do(people[0].guest, table, m.ChangeGame, games=[plan])
    assert isinstance(changed, m.Ack)
    await answer_all(people)
    assert people[0].last["missing"] == [[]] and len(people[0].of("cut")[-1]["seeds"]) == 2
    assert people[0].of("cut")[-1]["turn"] == 2


@with_room
async def test_a_player_who_reloads_the_page_in_the_pause_is_waited_for(
    harness: RoomHarness,
) -> None:
    ana, *_ = await harness.guests("Ana")
    bots = [m.BotPlan(chair=1, strength="random")]
    table = await harness.table(ana, bots=bots, pause=1)
    await harness.wait(5)  # nobody looks, so that nothing is dealt, and the pause is over
    cutter = Cutter(harness, table, ana)
    await cutter.connect()
    assert await next_hand(harness, [cutter]) == 1
    assert [*cutter.of("cut")[-1]["seeds"]] == [ana]


@with_room
async def test_a_newcomer_who_pledges_nothing_is_waited_for_two_seconds(
    harness: RoomHarness,
) -> None:
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo, pause=0)
    await harness.room.subscribe(ana, table, checks=True)
    await harness.wait(1.9)
    assert (await harness.state(table)).hands == 0
    await harness.wait(0.2)
    assert (await harness.state(table)).hands == 1


@with_room
async def test_a_pause_that_begins_anew_is_kept_though_all_are_silent(harness: RoomHarness) -> None:
    guests = await harness.guests("Ana", "Bo", "Cy")
    table = await harness.table(*guests, seats=2, pause=30)
    people = [Cutter(harness, table, guest) for guest in guests]
    for cutter in people:
        cutter.silent = True
        await cutter.connect()
    await commitment_comes(harness, people)
    assert isinstance(await harness.do(guests[2], table, m.Sit, chair=2, chips=100), m.Ack)
    sat = harness.clock.time
    while not (await harness.state(table)).hands:
        await harness.wait(0.5)
    dealt = next(event for event in log(harness) if isinstance(event, e.HandDealt))
    assert 30_000 <= dealt.at - sat <= 32_000


@with_room
async def test_a_commitment_to_a_game_that_is_gone_stops_nothing(harness: RoomHarness) -> None:
    table, people = await cutters(harness, "Ana", "Bo", automatic=False)
    await ask_for_seeds(harness, people)
    registry = dict(games.registry())
    del registry["ricochet-2"]
    with mock.patch.object(games, "registry", lambda: registry):
        rules._game.cache_clear()
        await harness.reopen()
        plan = GamePlan(name="holdem-no-limit")
        for cutter in people:
            await cutter.connect()
        changed = await harness.do(people[0].guest, table, m.ChangeGame, games=[plan])
        assert isinstance(changed, m.Ack)
        await ask_for_seeds(harness, people)
        assert await next_hand(harness, people) == 1
    rules._game.cache_clear()


@with_room
async def test_a_proof_that_fails_stops_nothing(harness: RoomHarness) -> None:
    table, people = await cutters(harness, "Ana", "Bo")
    await next_hand(harness, people)
    with mock.patch.object(DealtCards, "seen", side_effect=ZeroDivisionError):
        await harness.play_out(table)
    assert await next_hand(harness, people) == 2


@with_room
async def test_a_revealed_seed_cannot_be_pledged_again(harness: RoomHarness) -> None:
    table, people = await cutters(harness, "Ana", "Bo")
    await next_hand(harness, people)
    told = people[0].last["pledges"]
    for guest in (people[0].guest, people[1].guest):
        answer = await harness.do(guest, table, m.Pledge, pledge=told[people[0].guest])
        assert reason(answer) == "pledge"


@with_room
async def test_seeds_belong_to_one_commitment(harness: RoomHarness) -> None:
    """Another process has dealt and committed meanwhile."""
    table, people = await cutters(harness, "Ana", "Bo", automatic=False)
    people[1].silent = True
    await ask_for_seeds(harness, people)
    await answer_all(people)
    live = harness.room._live(table)
    state = (await live.context()).state
    assert len(live._cuts.reveals(state).seeds) == 1
    assert state.committed
    other = msgspec.structs.replace(state.committed, commitment="00" * 32)
    assert not live._cuts.reveals(msgspec.structs.replace(state, committed=other)).seeds


@with_room
async def test_a_wrong_answer_is_refused_with_its_reason(harness: RoomHarness) -> None:
    table, people = await cutters(harness, "Ana", "Bo", automatic=False)
    ana, bo = people
    bo.silent = ana.silent = True
    await ask_for_seeds(harness, people)
    await answer_all(people)
    told = ana.last
    assert reason(await ana.reveal(told, seed="00" * 32)) == "seed"
    assert reason(await ana.reveal(told, turn=2)) == "reveal"
    assert reason(await ana.reveal(told, hand=2)) == "reveal"
    cy = (await harness.guests("Cy"))[0]
    fields = {"hand": 1, "turn": 1, "seed": "00" * 32, "pledge": "11" * 32}
    assert isinstance(await harness.do(cy, table, m.Reveal, **fields), m.Refusal)
    assert isinstance(await harness.do(cy, table, m.Pledge, pledge="11" * 32), m.Refusal)
    assert isinstance(await ana.reveal(told), m.Ack)
    assert (await harness.state(table)).in_play is None
    assert isinstance(await bo.reveal(told), m.Ack)
    assert (await harness.state(table)).in_play
    assert reason(await bo.reveal(told)) == "reveal"


@with_room
async def test_the_proof_comes_when_the_hand_is_over(harness: RoomHarness) -> None:
    table, people = await cutters(harness, "Ana", "Bo")
    await next_hand(harness, people)
    assert people[0].of("proof") == []
    await harness.play_out(table)
    await answer_all(people)
    proof = people[0].of("proof")[-1]
    seen = [event["card"] for event in people[0].of("view")[-1]["hand"]["events"]]
    assert proof["hand"] == 1 and len(proof["leaves"][0]) == 52
    assert {card for card in seen if card} <= {card for _, _, card, _ in proof["opened"]}


@pytest.mark.parametrize("game", ["holdem-no-limit", "ricochet-2", "high-noon-shootout"])
def test_a_player_of_the_hand_may_ask_for_a_rabbit_hunt(game: str, tmp_path: object) -> None:
    @with_room
    async def play(harness: RoomHarness) -> None:
        plan = GamePlan(name=game)
        table, people = await cutters(harness, "Ana", "Bo", games=[plan], pause=60)
        await next_hand(harness, people, 70)
        ana = people[0]
        assert reason(await harness.do(ana.guest, table, m.Rabbit, hand=1)) == "rabbit_hand"
        deck = await deck_of(ana)
        await harness.play_out(table, "fold")
        outsider = (await harness.guests("Cy"))[0]
        assert isinstance(await harness.do(outsider, table, m.Rabbit, hand=1), m.Refusal)
        assert isinstance(await harness.do(ana.guest, table, m.Rabbit, hand=1), m.Ack)
        state = await harness.state(table)
        places = state.rabbit_places
        assert len(places) == (1 if game == "ricochet-2" else len(state.rabbit)) > 0
        assert min(places) > 1 and max(places) < len(deck)
        await answer_all(people)
        opened = people[1].of("proof")[-1]["rabbit"]
        assert [(place, card) for _, place, card, _ in opened] == list(
            zip(places, state.rabbit, strict=True)
        )
        assert reason(await harness.do(ana.guest, table, m.Rabbit, hand=1)) == "rabbit_none"
        told = await harness.room.history(ana.guest, table, 1)
        assert all(card in told for card in state.rabbit) and "rabbit = [[" in told

    play(tmp_path)  # type: ignore[arg-type]


@with_room
async def test_a_table_may_forbid_rabbit_hunts(harness: RoomHarness) -> None:
    table, people = await cutters(harness, "Ana", "Bo", rabbit=False)
    await next_hand(harness, people)
    await harness.play_out(table)
    assert reason(await harness.do(people[0].guest, table, m.Rabbit, hand=1)) == "rabbit"
