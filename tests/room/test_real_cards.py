"""Tables with real cards: hands told to the room end as they were dealt, whoever tells them."""

import random
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from sidepot.engine import keeping
from sidepot.engine.game import Hand
from sidepot.errors import Refused
from sidepot.games import registry
from sidepot.history import History
from sidepot.real import Best, Card, Choice, Entry, Misdeal, RealHand
from sidepot.room.protocol import messages as m
from sidepot.room.protocol.table_rules import GamePlan
from tests.real.dealer import next_entry, noted
from tests.room.conftest import listed
from tests.room.harness import RoomHarness, drain, last_view, reason, texts, with_room

NAMES = sorted(registry())
FEW = {"poker-roulette": 3}
HANDS, MANY = 1, 40
COMPARED = Path(__file__).parents[2] / "examples" / "games" / "three_five_seven.py"
"""A game whose players compare cards that nobody shows."""
PEOPLE = ("Ana", "Bo", "Cy", "Di", "Ed", "Flo")


def _hand(name: str, seed: int) -> Hand:
    """A hand of the engine in which everybody acts at random, as a room deals its first one."""
    game, rng = registry()[name], random.Random(seed)
    players = rng.randint(game.least, min(game.most, FEW.get(name, len(PEOPLE))))
    stacks = [max(rng.choice((15, 60, 200)), game.least_stack) for _ in range(players)]
    kept = keeping.join(game, {}, [{}] * players) if game.keeps else None
    hand = game.deal(stacks=stacks, names=PEOPLE[:players], seed=seed, hand=1, kept=kept)
    while not hand.over:
        hand.act(rng.choice(hand.legal))
    return hand


class Felt:
    """A table with real cards, whose first guest tells what lies open."""

    def __init__(self, harness: RoomHarness, guests: Sequence[str], table: str) -> None:
        self.harness, self.guests, self.table = harness, guests, table

    async def real(self) -> RealHand:
        position = (await self.harness.room._live(self.table).context()).real
        assert position is not None
        return position.real

    async def do(self, command: Any, /, by: int = 0, **fields: Any) -> m.Answer:
        return await self.harness.do(self.guests[by], self.table, command, **fields)

    async def tell(self, entry: Entry, by: int = 0, **fields: Any) -> m.Answer:
        state = await self.harness.state(self.table)
        at = len((await self.real()).entries)
        return await self.do(
            m.Tell, by, **{"hand": state.hands, "at": at, "entry": entry, **fields}
        )

    async def told(self, *entries: Entry) -> None:
        for entry in entries:
            answer = await self.tell(entry)
            assert isinstance(answer, m.Ack), answer


async def felt(harness: RoomHarness, game: str, stacks: Sequence[int], **wanted: Any) -> Felt:
    """A table at which the first two have phones and the others none, before the first hand."""
    guests = await harness.guests(*PEOPLE[:2])
    people = [
        m.PersonPlan(chair=chair, name=PEOPLE[chair], chips=stacks[chair])
        for chair in range(2, len(stacks))
    ]
    made = await harness.room.create(
        guests[0],
        m.NewTable(
            games=[GamePlan(name=game)],
            cards="real",
            least=min(stacks),
            most=10**6,
            people=people,
            **wanted,
        ),
    )
    await harness.room.join(guests[1], made.table, made.invitation)
    for chair, guest in enumerate(guests[: len(stacks)]):
        done = await harness.do(guest, made.table, m.Sit, chair=chair, chips=stacks[chair])
        assert isinstance(done, m.Ack), done
    return Felt(harness, guests, made.table)


async def ricochet(harness: RoomHarness) -> Felt:
    """The first hand of three, with three cards told: Bo is the lowest."""
    table = await felt(harness, "ricochet-2", [100, 100, 100])
    assert isinstance(await table.do(m.NextHand, hand=0), m.Ack)
    await table.told(Card("9h"), Card("4c"), Card("Ks"))
    return table


@with_room
async def test_the_coach_asked_as_at_a_dealt_table_tells_the_way(harness: RoomHarness) -> None:
    table = await ricochet(harness)
    asked: tuple[tuple[Any, dict[str, Any]], ...] = ((m.Advise, {}), (m.Act, {"action": "fold"}))
    for command, fields in asked:
        refused = await table.do(command, hand=1, decision=0, **fields)
        assert isinstance(refused, m.Refusal) and refused.reason.key == "room.refused_told"


REFUSED: tuple[tuple[Any, dict[str, int]], ...] = (
    (m.Advise, {"hand": 1, "decision": 0}),
    (m.Show, {"hand": 1}),
    (m.Muck, {"hand": 1}),
    (m.Hold, {}),
    (m.Rabbit, {"hand": 1}),
    (m.Choose, {"game": 0}),
    (m.SeatBot, {"chair": 5}),
)
"""Commands for dealt cards, which the help of the plain table leaves out at one with real cards."""


@with_room
async def test_commands_for_dealt_cards_are_refused(harness: RoomHarness) -> None:
    table = await felt(harness, "holdem-no-limit", [100, 100, 100])
    for done, fields in ((m.NextHand, {"hand": 0}), (m.PayOut, {"hand": 1})):
        if done is m.PayOut:
            await table.told(Choice(2, "fold"), Choice(0, "fold"))
        assert isinstance(await table.do(done, **fields), m.Ack)
        for command, own in REFUSED:
            assert isinstance(await table.do(command, **own), m.Refusal), command


def _games() -> list[Any]:
    plain = [pytest.param(name, range(HANDS), id=name) for name in NAMES]
    return plain + [
        pytest.param(name, range(HANDS, MANY), id=f"{name}-many", marks=pytest.mark.soak)
        for name in NAMES
    ]


@pytest.mark.parametrize(("name", "seeds"), _games())
def test_a_told_hand_ends_as_the_room_would_deal_it(name: str, seeds: range, tmp_path: Any) -> None:
    @with_room
    async def play(harness: RoomHarness) -> None:
        for seed in seeds:
            await _compare(harness, _hand(name, seed))

    play(tmp_path)


async def _compare(harness: RoomHarness, dealt: Hand) -> None:
    """Tell a hand from two phones, with a restart in its middle, and compare its end."""
    stacks = dealt.starting_stacks[: dealt.players]
    # the last seat deals: the chairs stand in the order of the seats
    table = await felt(harness, dealt.game.name, stacks)
    assert isinstance(await table.do(m.NextHand, hand=0), m.Ack)
    number, rng = 0, random.Random(1)
    while not (real := await table.real()).over:
        entry = next_entry(dealt, real, rng)
        by = rng.randrange(min(2, len(stacks)))
        answer = await table.tell(entry, by)
        assert isinstance(answer, m.Ack), (answer, entry)
        number += 1
        if number == 3:
            await harness.reopen()
    assert noted(real.hand) == noted(dealt)
    assert isinstance(await table.do(m.PayOut, hand=1), m.Ack)
    [line] = await harness.room._services.store.hands(table.table)
    assert tuple(line.nets)[: dealt.players] == tuple(dealt.payoffs)[: dealt.players]
    state = await harness.state(table.table)
    assert [chair.stack for _, chair in state.seated()] == list(dealt.stacks)[: dealt.players]


@with_room
async def test_the_next_question_goes_to_everybody(harness: RoomHarness) -> None:
    table = await ricochet(harness)
    looking = await harness.room.subscribe(table.guests[1], table.table)
    real = (await last_view(looking))["real"]
    assert [said["text"] for said in real["next"]] == ["Bo is the lowest: fold or buy 1 to 4."]
    assert (real["needs"], real["actor"]) == ([], 1)
    assert [choice["kind"] for choice in real["menu"]] == ["fold", "buy"]
    assert real["gone"] == {"4c": 1, "9h": 1, "Ks": 1}
    assert len(real["deck"]) == 52
    await table.told(Choice(1, "buy 2"))
    view = await last_view(looking)
    assert [said["text"] for said in view["real"]["next"]] == ["Deal Bo 1 card face up."]
    assert view["real"]["needs"] == [{"seat": 1, "kind": "dealt"}]
    assert [entry["said"]["text"] for entry in view["real"]["entries"]][-1] == "Bo: buy 2."
    assert "Bo buys 2 cards for 2." in texts([view]) or texts([view])


@with_room
async def test_two_phones_that_tell_the_same_thing_tell_it_once(harness: RoomHarness) -> None:
    table = await ricochet(harness)
    for by in (0, 1):
        assert isinstance(await table.tell(Choice(1, "fold"), by, at=3), m.Ack)
    assert len((await table.real()).entries) == 4
    late = await table.tell(Choice(1, "buy 1"), by=1, at=3)
    assert isinstance(late, m.Refusal)
    assert late.reason.key == "real.late"


@with_room
async def test_any_phone_says_once_whose_hand_is_the_best(harness: RoomHarness) -> None:
    with listed(COMPARED):
        table = await felt(harness, "three-five-seven", [60] * 3)
        await table.do(m.NextHand, hand=0)
        await table.told(*(Choice(seat, "in") for seat in range(3)))
        looking = await harness.room.subscribe(table.guests[1], table.table)
        real = (await last_view(looking))["real"]
        assert (real["compared"], real["actor"], real["needs"]) == ([0, 1, 2], None, [])
        for seats in ((2, 1), (1, 2)):
            assert isinstance(await table.tell(Best(seats), by=1, at=3), m.Ack)
        late = await table.tell(Best((0,)), at=3)
        assert isinstance(late, m.Refusal)
        await harness.reopen()
        assert (await table.real()).hand.stacks == (56, 59, 59)


@with_room
async def test_the_same_id_gets_the_first_answer(harness: RoomHarness) -> None:
    table = await ricochet(harness)
    first = await table.tell(Choice(1, "fold"), id="one")
    await table.told(Choice(0, "fold"))
    assert await table.tell(Choice(1, "fold"), id="one") == first
    assert len((await table.real()).entries) == 5


@with_room
async def test_kept_entries_count_once_however_often_they_are_sent(harness: RoomHarness) -> None:
    table = await ricochet(harness)
    kept: list[Entry] = [Choice(1, "buy 2"), Card("4d"), Choice(0, "fold")]
    await table.tell(kept[0], by=1, at=3)  # another phone told the same meanwhile
    for _ in range(2):
        for n, entry in enumerate(kept):
            assert isinstance(await table.tell(entry, at=3 + n, id=f"kept {n}"), m.Ack)
        await harness.reopen()
    assert (await table.real()).entries[3:] == kept


@with_room
async def test_another_entry_from_another_phone_is_a_conflict(harness: RoomHarness) -> None:
    table = await ricochet(harness)
    await table.told(Choice(1, "buy 2"), Card("4d"))
    assert isinstance(await table.tell(Choice(1, "buy 2"), by=1, at=3), m.Ack)
    late = await table.tell(Card("4h"), by=1, at=4)
    assert isinstance(late, m.Refusal)
    assert late.reason.key == "real.late"
    assert len((await table.real()).entries) == 5


@pytest.mark.parametrize(("seat", "answer"), [(1, m.Ack), (2, m.Refusal)])
def test_equal_cards_are_one_if_they_went_to_the_same_seat(
    seat: int, answer: type, tmp_path: Any
) -> None:
    @with_room
    async def play(harness: RoomHarness) -> None:
        table = await ricochet(harness)
        await table.told(Choice(1, "buy 2"), Card("4d"))
        assert isinstance(await table.tell(Card("4d", seat), by=1, at=4), answer)

    play(tmp_path)


@with_room
async def test_undo_and_change_mend_what_was_told_wrong(harness: RoomHarness) -> None:
    table = await ricochet(harness)
    await table.told(Choice(1, "buy 1"))
    answer = await table.do(m.TakeBack, by=1, hand=1, at=4, to=3)
    assert isinstance(answer, m.Ack)
    # the other phone asks for the same
    assert isinstance(await table.do(m.TakeBack, hand=1, at=4, to=3), m.Ack)
    assert len((await table.real()).entries) == 3
    # Ana had the 2 of hearts: she is the lowest, not Bo
    changed = await table.do(m.Retell, hand=1, at=3, number=0, entry=Card("2h"))
    assert isinstance(changed, m.Ack)
    real = await table.real()
    assert (real.actor, len(real.entries)) == (0, 3)
    await harness.reopen()
    assert (await table.real()).log == real.log


@with_room
async def test_a_change_by_mistake_is_changed_back_also_after_a_restart(
    harness: RoomHarness,
) -> None:
    table = await ricochet(harness)
    await table.told(Choice(1, "buy 1"))
    before = (await table.real()).entries
    await table.do(m.Retell, hand=1, at=4, number=0, entry=Card("2h"))
    await harness.reopen()
    await table.do(m.Retell, hand=1, at=3, number=0, entry=before[0])
    assert (await table.real()).entries == before


@with_room
async def test_an_entry_that_became_impossible_is_named(harness: RoomHarness) -> None:
    table = await ricochet(harness)
    looking = await harness.room.subscribe(table.guests[0], table.table)
    await table.told(Choice(1, "fold"))
    await table.do(m.Retell, hand=1, at=4, number=0, entry=Card("2h"))
    view = await last_view(looking)
    assert view["real"]["cut"].startswith("Entry 4 is not possible any more")
    assert len(view["real"]["entries"]) == 3


IMPOSSIBLE = [
    (Card("9h"), "real.no_card"),
    (Choice(0, "fold"), "real.turn_of"),
    (Choice(1, "buy 9"), "error.action_range"),
    (Choice(1, "dance"), "error.action_now"),
]


@pytest.mark.parametrize(("entry", "key"), IMPOSSIBLE)
def test_impossible_tellings_get_a_sentence_each(entry: Entry, key: str, tmp_path: Any) -> None:
    @with_room
    async def play(harness: RoomHarness) -> None:
        table = await ricochet(harness)
        answer = await table.tell(entry)
        assert isinstance(answer, m.Refusal)
        assert answer.reason.text
        assert answer.reason.key == key or key.startswith("error")
        assert len((await table.real()).entries) == 3

    play(tmp_path)


@with_room
async def test_a_card_that_lies_open_is_not_told_twice(harness: RoomHarness) -> None:
    table = await ricochet(harness)
    await table.told(Choice(1, "buy 1"))
    answer = await table.tell(Card("9h"))
    assert isinstance(answer, m.Refusal)
    assert answer.reason.key == "real.twice"


@with_room
async def test_a_misdeal_gives_the_chips_back_and_the_same_dealer_deals_again(
    harness: RoomHarness,
) -> None:
    table = await ricochet(harness)
    dealer = (await harness.state(table.table)).button
    await table.told(Misdeal())
    await table.do(m.PayOut, hand=1)
    assert isinstance(await table.do(m.NextHand, hand=1), m.Ack)
    state = await harness.state(table.table)
    assert (state.hands, state.button) == (2, dealer)
    assert [chair.stack for _, chair in state.seated()] == [100, 100, 100]


@with_room
async def test_a_hand_is_paid_out_when_the_next_one_is_asked_for(harness: RoomHarness) -> None:
    table = await ricochet(harness)
    assert reason(await table.do(m.PayOut, hand=1)) == "not_over"
    await table.told(Choice(1, "fold"), Choice(0, "fold"))
    state = await harness.state(table.table)
    assert [chair.stack for _, chair in state.seated()] == [100, 100, 100]
    for by in (0, 1):  # the other phone too
        assert isinstance(await table.do(m.PayOut, by, hand=1), m.Ack)
    for by in (0, 1):
        assert isinstance(await table.do(m.NextHand, by, hand=1), m.Ack)
    state = await harness.state(table.table)
    assert (state.hands, [chair.stack for _, chair in state.seated()]) == (2, [99, 99, 102])


@with_room
async def test_real_chips_are_not_counted(harness: RoomHarness) -> None:
    (ana,) = await harness.guests("Ana")
    people = [m.PersonPlan(chair=n, name=PEOPLE[n]) for n in (1, 2)]
    plan = [GamePlan(name="holdem-no-limit")]
    wanted = m.NewTable(games=plan, cards="real", real_chips=True, people=people)
    made = await harness.room.create(ana, wanted)
    table = Felt(harness, [ana], made.table)
    deep = (await harness.state(made.table)).rules.most
    await table.do(m.Sit, chair=0, chips=deep)
    looking = await harness.room.subscribe(ana, made.table)
    for hand in range(3):
        assert isinstance(await table.do(m.NextHand, hand=hand), m.Ack)
        said = (await last_view(looking))["real"]["next"][-1]["text"]
        assert "raise to 4 or more" in said
        assert str(deep) not in said
        while not (real := await table.real()).over:
            action = "fold" if real.entries else f"raise to {deep}"
            await table.told(Choice(real.actor or 0, action))
        await table.do(m.PayOut, hand=hand + 1)
        state = await harness.state(made.table)
        assert [chair.stack for _, chair in state.seated()] == [deep] * 3
    await table.do(m.End)
    ledger = await harness.room.ledger(ana, made.table)
    assert {one.net for one in ledger.accounts} == {0}
    dealt = m.NewTable(games=plan, real_chips=True)
    with pytest.raises(Refused):
        await harness.room.create(ana, dealt)


@with_room
async def test_a_table_that_ends_pays_a_hand_out_that_is_over(harness: RoomHarness) -> None:
    table = await ricochet(harness)
    await table.told(Choice(1, "fold"), Choice(0, "fold"))
    await table.do(m.End)
    ledger = await harness.room.ledger(table.guests[0], table.table)
    assert {one.name: one.net for one in ledger.accounts} == {"Ana": -1, "Bo": -1, "Cy": 2}


@with_room
async def test_a_stack_is_corrected_in_the_middle_of_a_hand(harness: RoomHarness) -> None:
    table = await ricochet(harness)
    await table.told(Choice(1, "buy 4"))
    answer = await table.do(m.Correct, chair=1, chips=-98, reason="there were only two")
    assert isinstance(answer, m.Ack)
    real = await table.real()
    assert real.log.stacks[1] == 2 or real.log.stacks[0] == 2
    assert len(real.entries) == 3
    await harness.reopen()
    assert (await table.real()).log == real.log


@with_room
async def test_a_history_says_that_its_cards_were_real(harness: RoomHarness) -> None:
    table = await ricochet(harness)
    await table.told(Choice(1, "fold"), Choice(0, "fold"))
    await table.do(m.PayOut, hand=1)
    text = await harness.room.history(table.guests[0], table.table, 1)
    assert '_source = "real cards"' in text
    assert "_fairness" not in text
    last = History.parse(text).replay()[-1]
    assert last.stacks == (99, 99, 102)
    evening = await harness.room.evening(table.guests[1], table.table)
    assert evening.hands == 1


@with_room
async def test_only_those_who_sit_tell_the_cards(harness: RoomHarness) -> None:
    table = await ricochet(harness)
    (di,) = await harness.guests("Di")
    made = await harness.room.invite(table.guests[0], table.table)
    await harness.room.join(di, table.table, made)
    tell = {"hand": 1, "at": 3, "entry": Choice(1, "fold")}
    assert reason(await harness.do(di, table.table, m.Tell, **tell)) == "teller"


@with_room
async def test_somebody_takes_their_own_seat_with_a_phone(harness: RoomHarness) -> None:
    table = await ricochet(harness)
    (cy,) = await harness.guests("Cyril")
    link = await harness.room.invite(table.guests[0], table.table)
    await harness.room.join(cy, table.table, link)
    assert isinstance(await harness.do(cy, table.table, m.TakeSeat, chair=2), m.Ack)
    await table.told(Choice(1, "fold"), Choice(0, "fold"))
    looking = await harness.room.subscribe(cy, table.table)
    view = await last_view(looking)
    assert view["hand"]["seat"] is not None
    await table.do(m.PayOut, hand=1)
    ledger = await harness.room.ledger(cy, table.table)
    assert {one.name: one.net for one in ledger.accounts}["Cyril"] == 2


@with_room
async def test_bots_have_no_seat_where_cards_are_real(harness: RoomHarness) -> None:
    table = await felt(harness, "ricochet-2", [100, 100])
    assert reason(await table.do(m.SeatBot, chair=3)) == "real"


@with_room
async def test_no_clock_runs_where_cards_are_real(harness: RoomHarness) -> None:
    table = await ricochet(harness)
    looking = await harness.room.subscribe(table.guests[0], table.table)
    await harness.wait(600)
    assert all(found["type"] != "view" or found["version"] for found in await drain(looking))
    real = await table.real()
    assert (real.actor, len(real.entries)) == (1, 3)


SECRETS = [(["As", "Ad"], "pair of aces"), (["7c", "2d"], "seven high")]
"""Two cards that Bo may hold, and what they make."""


async def _peeked(harness: RoomHarness, cards: Sequence[str]) -> tuple[m.Answer, list[Any]]:
    """Bo's answer at his own phone in hold'em, and all that left for others or was kept."""
    table = await felt(harness, "holdem-no-limit", [200, 200, 200])
    looking = [await harness.room.subscribe(guest, table.table) for guest in table.guests]
    await table.do(m.NextHand, hand=0)
    playing = (await harness.state(table.table)).playing
    assert playing is not None
    found = await table.do(m.Peek, by=1, hand=1, cards=cards)
    await table.told(Choice(playing.accounts.index(await _actor(table)), "call"))
    sent = [message for subscription in looking for message in await drain(subscription)]
    kept = [harness.query(f"SELECT * FROM {name}") for name in ("log", "answers", "secrets")]
    return found, [sent, kept]


async def _actor(table: Felt) -> str:
    playing = (await table.harness.state(table.table)).playing
    actor = (await table.real()).actor
    assert playing is not None and actor is not None
    return playing.accounts[actor]


def test_own_cards_are_told_to_their_own_phone_alone(tmp_path: Any) -> None:
    found, shares = [], []
    for n, (cards, name) in enumerate(SECRETS):

        @with_room
        async def play(harness: RoomHarness, cards: Any = cards, name: str = name) -> None:
            answer, others = await _peeked(harness, cards)
            assert isinstance(answer, m.OwnCards), answer
            assert sorted(card.card for card in answer.seat.cards) == sorted(cards)
            assert answer.seat.hand is not None
            assert name in answer.seat.hand.text
            assert "if all stay in" in answer.said[0].text.lower()
            shares.append(int(re.findall(r"(\d+)%", answer.said[0].text)[0]))
            found.append(others)

        (tmp_path / str(n)).mkdir()
        play(tmp_path / str(n))
    assert found[0] == found[1]
    assert shares[0] > shares[1]


@with_room
async def test_cards_that_cannot_be_ones_own_are_refused(harness: RoomHarness) -> None:
    table = await felt(harness, "holdem-no-limit", [200, 200])
    await table.do(m.NextHand, hand=0)
    for cards in (["As"], ["As", "As"], ["As", "Ad", "Ah"]):
        assert reason(await table.do(m.Peek, hand=1, cards=cards)) == "peek"
    answer = await table.do(m.Peek, hand=1, cards=["As", "Zz"])
    assert isinstance(answer, m.Refusal)
    (di,) = await harness.guests("Di")
    await harness.room.join(
        di, table.table, await harness.room.invite(table.guests[0], table.table)
    )
    assert reason(await harness.do(di, table.table, m.Peek, hand=1, cards=["As", "Ad"])) == "seated"


@with_room
async def test_nobody_is_sent_a_hidden_card(harness: RoomHarness) -> None:
    table = await felt(harness, "holdem-no-limit", [200, 200, 200])
    looking = await harness.room.subscribe(table.guests[1], table.table)
    await table.do(m.NextHand, hand=0)
    view = await last_view(looking)
    assert {card["card"] for seat in view["hand"]["seats"] for card in seat["cards"]} == {"??"}
    assert view["real"]["gone"] == {}
    assert view["hand"]["menu"] == [] == view["showable"]


@pytest.mark.parametrize("go", [m.Leave, m.SitOut])
@pytest.mark.parametrize("chair", [1, 2])
def test_a_seat_that_leaves_in_mid_hand_is_paid_when_it_is_over(
    go: Any, chair: int, tmp_path: Any
) -> None:
    @with_room
    async def play(harness: RoomHarness) -> None:
        table = await felt(harness, "ricochet-2", [100] * 4)
        await table.do(m.NextHand, hand=0)
        await table.told(*map(Card, ("9h", "4c", "Ks", "Qs")))
        left = await table.do(go, 1) if chair == 1 else await table.do(go, 0, chair=chair)
        assert isinstance(left, m.Ack)
        await table.told(*(Choice(seat, "fold") for seat in (1, 0, 3)))
        await table.do(m.TakeBack, hand=1, at=7, to=6)
        await table.told(Choice(3, "fold"))
        for command in (m.PayOut, m.NextHand):
            assert isinstance(await table.do(command, hand=1), m.Ack)
        assert sorted((await table.real()).names) == sorted({*PEOPLE[:4]} - {PEOPLE[chair]})
        ledger = await harness.room.ledger(table.guests[0], table.table)
        assert {one.name: one.net for one in ledger.accounts} == {
            **dict.fromkeys(PEOPLE[:4], -1),
            "Cy": 3,
        }

    play(tmp_path)
