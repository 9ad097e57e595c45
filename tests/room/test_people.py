"""People in a room: names, tokens, presence, chat."""

import asyncio
import json

import pytest

from sidepot.errors import NotAdmitted, Refused
from sidepot.room.live.subscription import MAX_VIEWS, MAX_WAITING, Subscription
from sidepot.room.protocol import messages as m
from sidepot.room.protocol.table_rules import GamePlan
from sidepot.room.table.names import checked_name, token_hash, unique_name
from sidepot.words import Message
from tests.room import databases
from tests.room.harness import RoomHarness, drain, last_view, reason, texts, with_room

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
HEART = "\u2764\ufe0f"


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("Ana", "Ana"),
        ("  Ana \t Bo ", "Ana Bo"),
        ("\uff21na", "Ana"),
        ("Zoë", "Zoë"),
        ("李雷", "李雷"),
        ("Ana \U0001f525", "Ana \U0001f525"),
        (FAMILY, FAMILY),
        ("\U0001f1e9\U0001f1ea", "\U0001f1e9\U0001f1ea"),
        (HEART * 24, HEART * 24),
        ("A\ufe0fna", "Ana"),
        ("\U0001f525\ufe0e", "\U0001f525"),
    ],
)
def test_names_are_made_even(given: str, shown: str) -> None:
    assert checked_name(given) == shown


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "x" * 25,
        "a\u202eb",
        "a\x00b",
        "...",
        "Z" + "\u0300" * 5,
        "you",
        "Y o u",
        "\ud800a",
        "\u3164",
        "\u115f\u1160",
        "Ann\uffa0",
        "\u1160Ann",
        "you\u3164",
        "\u034f\u17b4\ufe0f",
        "An\u200da",  # a joiner that joins nothing
        "\u200d\U0001f525",
        "\U0001f525\u200d",
        "\u2800",
        "A\u2066b",
        "\u200fAna",
        HEART * 25,
        FAMILY * 10,  # as long as ten names
        "\U0001f3f4\U000e0067\u202e",
    ],
)
def test_impossible_names_are_refused(name: str) -> None:
    with pytest.raises(Refused) as refused:
        checked_name(name)
    assert str(refused.value)


def test_nobody_is_taken_for_somebody_else() -> None:
    assert unique_name("Ana", ["Bo"]) == "Ana"
    assert unique_name("ANA", ["Ana"]) == "ANA 2"
    assert unique_name("Àna", ["Ana", "ana 2"]) == "Àna 3"
    assert unique_name("A-na", ["Ana", "Ana 2"]) == "A-na 3"
    assert unique_name("Ana \U0001f525", ["Ana", "Bo \U0001f525"]) == "Ana \U0001f525"
    assert unique_name("\u2764", [HEART]) == "\u2764 2"
    assert unique_name(FAMILY, ["\U0001f525"]) == FAMILY


@pytest.mark.parametrize("mark", "\u034f\u17b4\u17b5\u180b\ufe00\ufe0f\U000e0100")
def test_marks_that_nobody_sees_tell_no_names_apart(mark: str) -> None:
    shown = checked_name(f"Ana{mark}")
    assert unique_name(shown, ["Ana"]) == f"{shown} 2"


@pytest.mark.parametrize("filler", "\u115f\u1160\u3164\uffa0")
def test_a_name_of_former_times_with_letters_that_nobody_sees_is_taken(filler: str) -> None:
    assert unique_name("Ana", [f"Ana{filler}"]) == "Ana 2"


@with_room
async def test_a_token_is_a_secret_and_its_hash_is_stored(harness: RoomHarness) -> None:
    made = await harness.room.register("Ana")
    assert await harness.room.guest_of(made.token) == made.guest
    assert await harness.room.guest_of(made.token + "x") is None
    assert await harness.room.guest_of(token_hash(made.token)) is None
    link = await harness.room.recovery(made.guest.id)
    assert link != made.token and await harness.room.guest_of(link) is None
    back = await harness.room.recover(link)
    assert back and back.guest == made.guest and back.token not in (link, made.token)
    again = back.token
    assert await harness.room.guest_of(again) == made.guest
    assert await harness.room.table_of(made.token) is None
    stored = databases.everything(harness.path)
    assert made.token not in stored and token_hash(made.token) in stored
    renamed = await harness.room.rename(made.guest.id, " Anna ")
    assert renamed.name == "Anna" and await harness.room.guest_of(again) == renamed
    with pytest.raises(NotAdmitted):
        await harness.room.create("nobody", m.NewTable(games=[GamePlan(name="ricochet")]))


@with_room
async def test_equal_names_get_numbers_at_a_table(harness: RoomHarness) -> None:
    people = await harness.guests("Ana", "ana", "Ana")
    table = await harness.table(*people)
    names = [chair.name for _, chair in (await harness.state(table)).seated()]
    assert names == ["Ana", "ana 2", "Ana 3"]
    await harness.do(people[0], table, m.SeatBot, chair=5, strength="random")
    assert (await harness.state(table)).chairs[5].name == "Theo"


@with_room
async def test_a_new_name_is_seen_at_once_at_open_tables(harness: RoomHarness) -> None:
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo)
    looking = await harness.room.subscribe(ana, table)
    await harness.room.subscribe(bo, table)
    await harness.wait(3)
    await drain(looking)
    await harness.room.rename(bo, "Boris")
    heard = await drain(looking)
    (view,) = [message for message in heard if message["type"] == "view"]
    assert [chair["name"] for chair in view["room"]["chairs"]] == ["Ana", "Boris"]
    assert texts([view]) == ["Bo is called Boris now."]
    (here,) = [message for message in heard if message["type"] == "presence"]
    assert {"guest": bo, "name": "Boris"} in here["here"]
    assert view["hand"]["seats"][view["room"]["chairs"][1]["seat"]]["name"] == "Bo"
    await harness.play_out(table)
    await harness.wait(3)
    assert {seat["name"] for seat in (await last_view(looking))["hand"]["seats"]} == {
        "Ana",
        "Boris",
    }
    assert (await harness.room.ledger(ana, table)).accounts[1].name == "Boris"


@with_room
async def test_a_new_name_gets_a_number_too(harness: RoomHarness) -> None:
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo)
    await harness.room.subscribe(bo, table)
    await harness.room.rename(bo, "ANA")
    await harness.room.rename(bo, "Ana")
    await harness.room.rename(bo, "Ana")
    state = await harness.state(table)
    assert state.members == {ana: "Ana", bo: "Ana 2"}
    assert state.version == (await harness.state(table)).version


@with_room
async def test_a_new_name_waits_for_those_who_come_back(harness: RoomHarness) -> None:
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo)
    await harness.room.rename(bo, "Boris")  # nobody is there
    assert (await harness.state(table)).chairs[1].name == "Bo"
    await harness.room.subscribe(bo, table)
    assert (await harness.state(table)).chairs[1].name == "Boris"
    version = (await harness.state(table)).version
    await harness.room.subscribe(bo, table)
    assert (await harness.state(table)).version == version


@with_room
async def test_an_invitation_says_where_it_leads_or_that_it_is_dead(harness: RoomHarness) -> None:
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo, name="Friday")
    await harness.do(ana, table, m.SeatBot, chair=4, strength="random")
    secret = await harness.room.invite(bo, table)
    found = await harness.room.invitation(secret)
    assert found is not None
    assert (found.name, found.host, found.people, found.bots) == ("Friday", "Ana", ["Ana", "Bo"], 1)
    assert [game.title for game in found.games] == ["Ricochet Poker II"]
    assert await harness.room.invitation("x" * 40) is None
    await harness.do(ana, table, m.Remove, guest=bo)  # with whom their invitations go
    assert await harness.room.invitation(secret) is None
    secret = await harness.room.invite(ana, table)
    await harness.do(ana, table, m.End)
    assert await harness.room.invitation(secret) is None


@with_room
async def test_presence(harness: RoomHarness) -> None:
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo, public=True)
    looking = await harness.room.subscribe(ana, table)
    twice = await harness.room.subscribe(bo, table)
    again = await harness.room.subscribe(bo, table)
    nameless = await harness.room.subscribe(None, table)
    for subscription in (again, nameless, twice, twice):
        subscription.leave()
    found = [x for x in await drain(looking) if x["type"] == "presence"]
    assert [[p["name"] for p in x["here"]] for x in found] == [
        ["Ana"],
        ["Ana", "Bo"],
        ["Ana", "Bo"],
        ["Ana", "Bo"],
        ["Ana"],
    ]
    assert [x["onlookers"] for x in found] == [0, 0, 1, 0, 0]


@with_room
async def test_chat_is_a_stream_of_its_own(harness: RoomHarness) -> None:
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo)
    looking = await harness.room.subscribe(bo, table)
    await drain(looking)
    version = (await harness.state(table)).version
    first = await harness.do(ana, table, m.Chat, id="hi", text="hello\n\x07there")
    assert first == m.Ack(id="hi", version=1)
    assert await harness.do(ana, table, m.Chat, id="hi", text="hello") == first
    assert await harness.do(bo, table, m.React, reaction="nice") == m.Ack(id="c5", version=2)
    heard = [line for found in await drain(looking) for line in found["lines"]]
    assert [(x["name"], x["text"], x["reaction"]) for x in heard] == [
        ("Ana", "hello  there", None),
        ("Bo", None, "nice"),
    ]
    assert (await harness.state(table)).version == version
    assert reason(await harness.do(bo, table, m.React, reaction="rude")) == "reaction"
    assert reason(await harness.do(bo, table, m.Chat, text="\x00 ")) == "text"
    assert reason(await harness.do(bo, table, m.Chat, text="\u3164")) == "text"
    assert isinstance(await harness.do(ana, table, m.Mute, guest=bo), m.Ack)
    assert reason(await harness.do(bo, table, m.Chat, text="but")) == "muted"
    assert isinstance(await harness.do(ana, table, m.Mute, guest=bo, is_muted=False), m.Ack)
    assert reason(await harness.do(ana, table, m.Mute, guest="nobody")) == "guest"
    await harness.reopen()
    again = await harness.room.subscribe(bo, table)
    (lines,) = [x["lines"] for x in await drain(again) if x["type"] == "chat_lines"]
    assert [x["number"] for x in lines] == [1, 2]
    assert isinstance(await harness.do(bo, table, m.Chat, text="yes"), m.Ack)


@with_room
async def test_many_speak_at_once(harness: RoomHarness) -> None:
    people = await harness.guests("Ana", "Bo", "Cy")
    table = await harness.table(*people)
    said = [(guest, m.Chat(id=f"{n}", text="x")) for guest in people for n in range(10)]
    answers = await asyncio.gather(*[harness.room.handle(g, table, chat) for g, chat in said * 2])
    numbers = [answer.version for answer in answers if isinstance(answer, m.Ack)]
    assert sorted(numbers) == sorted([*range(1, 31)] * 2)


def test_a_socket_that_falls_behind_gets_one_whole_view() -> None:
    looking = Subscription("t", "g")
    looking.catch_up = lambda: b"whole"
    looking.put(b"chat")
    for n in range(MAX_VIEWS):
        looking.put(b"view %d" % n, is_view=True)
    assert asyncio.run(_read(looking, 2)) == [b"chat", b"whole"]
    assert looking.waiting == 0


def test_a_slow_socket_is_dropped() -> None:
    looking, gone = Subscription("t", "g"), list[Subscription]()
    looking.on_leave = gone.append
    for _ in range(MAX_WAITING + 5):
        looking.put(b"chat")
    (goodbye,) = asyncio.run(_read(looking, 9))
    assert json.loads(goodbye)["reason"] == "slow"
    assert gone == [looking] and looking.is_closed


async def _read(looking: Subscription, most: int) -> list[bytes]:
    found: list[bytes] = []
    while len(found) < most and (looking.waiting or looking.is_closed):
        try:
            found.append(await anext(looking))
        except StopAsyncIteration:
            break
    return found


def test_a_reader_waits_for_the_next_message() -> None:
    async def read() -> list[bytes]:
        looking = Subscription("t", None)
        reading = asyncio.ensure_future(_all(looking))
        await asyncio.sleep(0)
        looking.put(b"one")
        await asyncio.sleep(0)
        looking.close("closed", Message("room.goodbye_closed"))
        looking.put(b"never")
        return await reading

    assert [raw[:3] for raw in asyncio.run(read())] == [b"one", b'{"t']


async def _all(looking: Subscription) -> list[bytes]:
    return [raw async for raw in looking]
