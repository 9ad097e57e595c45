"""Matches, played without a room: chips, exits in order, levels, and an end, in every game."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from sidepot import games
from sidepot.engine.game import Hand
from sidepot.engine.options import Chips, EachSeat
from sidepot.engine.setup import largest_price
from sidepot.errors import Refused
from sidepot.room.protocol import messages as m
from sidepot.room.protocol.table_rules import GamePlan, MatchRules
from sidepot.room.table import events as e
from sidepot.room.table import match
from sidepot.room.table.apply import apply
from sidepot.room.table.context import Context, PendingEvents, SealedDecks, Secret
from sidepot.room.table.create import create, create_again
from sidepot.room.table.deadlines import due_events, next_due
from sidepot.room.table.decide import decide, join
from sidepot.room.table.ending import end_table
from sidepot.room.table.ledger import ledger
from sidepot.room.table.match import factor, grown, standings
from sidepot.room.table.rules import game_of
from sidepot.room.table.state import TableState
from tests.room.harness import (
    RoomHarness,
    SeededRandomness,
    check_chips,
    drain,
    last_view,
    texts,
    with_room,
)

MATCHED = [name for name, game in games.registry().items() if not game.banked]
SHORT = MatchRules(hands=6, level_hands=2)
PEOPLE = ("Ana", "Bo", "Cy")


class Table:
    """A table as data: its clock jumps to whatever is due next."""

    def __init__(
        self,
        game: str,
        rules: MatchRules = SHORT,
        people: tuple[str, ...] = PEOPLE,
        *,
        stack: int = 0,
        options: dict[str, Any] | None = None,
        seed: int = 1,
        **wanted: Any,
    ) -> None:
        self.now, self.rng = 10**12, random.Random(seed)
        self.randomness = SeededRandomness(seed)
        plan = GamePlan(name=game, options=options or {})
        new = m.NewTable(games=[plan], match=rules, least=stack, bot_pace=0, **wanted)
        self.events: list[e.AnyEvent] = create(new, people[0], people[0], self.now, self.randomness)
        self.state = apply(None, self.events)
        self.hand: Hand | None = None
        self.sealed: SealedDecks | None = None
        self.secret: Secret | None = None
        for chair, name in enumerate(people):
            self.take(join(self.context(), name, name))
            self.do(name, m.Sit, chair=chair, chips=self.state.rules.least)

    def context(self) -> Context:
        people = tuple(self.state.members)
        return Context(
            "t",
            self.state,
            self.hand,
            self.now,
            self.randomness,
            is_watched=True,
            connected=people,
            sealed=self.sealed,
            secret=self.secret,
        )

    def take(self, pending: PendingEvents | None) -> None:
        """Apply events, and check what must always hold."""
        if pending is None:
            return
        before = self.state.match.level if self.state.match else 0
        self.state = apply(self.state, pending.events)
        self.events += pending.events
        self.hand = pending.hand or self.hand
        self.sealed, self.secret = pending.sealed or self.sealed, pending.secret or self.secret
        check_chips(self.state)
        assert sum(account.net for account in ledger(self.state).accounts) == 0
        assert self.state.match and self.state.match.level >= before
        self.check_standings()

    def check_standings(self) -> None:
        """Equals alone share a place, and whoever is out stays behind."""
        order = standings(self.state)
        assert all(one.place in (n, order[n - 2].place) for n, one in enumerate(order, 1))
        assert len({one.account for one in order}) == len(order)
        assert {one.account for one in order} == (set(self.state.accounts) if order else set())
        is_out = [one.exit is not None for one in order]
        assert is_out == sorted(is_out)

    def do(self, guest: str, command: Callable[..., Any], **fields: Any) -> None:
        self.take(decide(self.context(), guest, command(id="c", **fields)))

    def ready(self) -> None:
        for guest in [chair.guest for _, chair in self.state.seated() if chair.guest]:
            self.do(guest, m.Ready)

    def step(self) -> None:
        """An action of whoever is asked, or whatever is due."""
        state = self.state
        asked = state.in_play and state.clock and (state.clock.together or (state.clock.chair,))
        waited = [n for n in asked or () if n not in state.decided and not self.is_away(n)]
        if waited:
            self.act(waited[0])
            return
        due = next_due(self.context())
        assert due is not None, "the match has come to a stop"
        self.now = max(self.now, due.at)
        pending = due_events(self.context())
        assert pending is not None and pending.events, due
        self.take(pending)

    def is_away(self, number: int) -> bool:
        return not self.state.chairs[number].is_playing

    def act(self, number: int) -> None:
        """A random action, large ones more often, so that stacks come to an end."""
        assert self.hand is not None
        one = self.rng.choice(self.hand.legal.ranges)
        amount = self.rng.choice(
            [one.lowest, one.highest, self.rng.randint(one.lowest, one.highest)]
        )
        fields = {"hand": self.state.hands, "decision": self.hand.decision}
        account = self.state.chairs[number].account
        self.now += 1000
        self.do(account, m.Act, action=str(one.at(amount)), **fields)

    def play(self, until: Callable[[TableState], bool] = lambda state: state.is_ended) -> None:
        """Play on until something holds, which must come."""
        for _ in range(20_000):
            if until(self.state):
                return
            self.step()
        raise AssertionError("the match does not end")

    def of(self, kind: type) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]


def refusal(work: Callable[[], object]) -> str:
    with pytest.raises(Refused) as caught:
        work()
    return caught.value.message.key.removeprefix("room.refused_match_")


def order(table: Table) -> list[str]:
    return [one.account for one in standings(table.state)]


def check_match(table: Table) -> None:
    """A match that has ended: all are paid out, in order, and its hands were as agreed."""
    state, rules = table.state, table.state.rules.match
    assert state.is_ended and not state.chairs and state.match and rules
    assert not rules.hands or state.match.hands <= rules.hands
    found = {one.account: one.place for one in standings(state)}
    for out in table.of(e.KnockedOut):
        told = [found[name] for name, place in found.items() if place in out.places]
        assert sorted(told) == sorted(out.places)
    levels = [raised.level for raised in table.of(e.LevelRaised)]
    assert levels == sorted(set(levels))
    prices = [largest_price(game_of(dealt.game)) for dealt in table.of(e.HandDealt)]
    assert prices == sorted(prices)
    (ended,) = table.of(e.Ended)
    first = [state.accounts[name].name for name, place in found.items() if place == 1]
    assert [ended.winner] == first or list(ended.sharing) == first


@pytest.mark.parametrize("game", MATCHED)
def test_a_match_of_every_game_ends_and_keeps_its_chips(game: str) -> None:
    people = PEOPLE[: max(games.registry()[game].least, min(3, games.registry()[game].most))]
    table = Table(game, people=people)
    table.ready()
    table.play()
    check_match(table)
    assert table.of(e.LevelRaised) or len(table.of(e.HandEnded)) < 2


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("game", MATCHED)
def test_many_matches_of_every_game_end_and_keep_their_chips(game: str, seed: int) -> None:
    registered, rng = games.registry()[game], random.Random(seed)
    n = rng.randint(registered.least, min(registered.most, 6))
    people = ("Ana", "Bo", "Cy", "Dora", "Emil", "Fay")[:n]
    grows = {"level_hands": rng.randint(1, 3)} if seed % 2 else {"level_minutes": 1}
    rules = MatchRules(hands=30, minutes=rng.choice([0, 9]), rebuys=seed % 3 == 0, **grows)
    table = Table(game, rules, people, seed=seed, stack=rng.choice([0, 30]))
    table.ready()
    table.play()
    check_match(table)


@pytest.mark.parametrize("game", MATCHED)
def test_every_amount_of_a_game_grows_by_the_same(game: str) -> None:
    registered = games.registry()[game]
    plan = GamePlan(name=game, options={})
    first, third = game_of(grown(plan, 1)), game_of(grown(plan, 3))
    for name, option in registered.declared.items():
        before, after = first.numbers[name], third.numbers[name]
        is_paid = isinstance(option.kind, (Chips, EachSeat))
        times = 3 if is_paid else 1
        wanted = tuple(n * times for n in before) if isinstance(before, tuple) else before * times
        assert after == wanted, name
    assert largest_price(third) == 3 * largest_price(first)


def test_levels_never_fall() -> None:
    factors = [factor(level) for level in range(12)]
    assert factors[:8] == [1, 2, 3, 4, 6, 8, 12, 16]
    assert factors == sorted(set(factors))


def test_prices_grow_after_as_many_hands_as_agreed() -> None:
    table = Table("ricochet-2", MatchRules(hands=9, level_hands=3), ("Ana", "Bo"), stack=100)
    table.ready()
    table.play()
    prices = [largest_price(game_of(dealt.game)) for dealt in table.of(e.HandDealt)]
    assert prices == [1, 1, 1, 2, 2, 2, 3, 3, 3]


def test_a_player_with_just_the_ante_plays_on() -> None:
    table = after_a_hand()
    broke(table, Ana=1, Bo=0, Cy=0)
    table.step()
    gone = {one.account for one in standings(table.state) if one.exit}
    assert gone == {"Bo", "Cy"}


def test_no_price_grows_above_a_quarter_of_the_average_stack() -> None:
    table = Table("kuhn", MatchRules(hands=12, level_hands=1), ("Ana", "Bo"), stack=20)
    table.ready()
    table.play()
    highest = max(largest_price(game_of(dealt.game)) for dealt in table.of(e.HandDealt))
    assert highest == 4  # 6 would be more than a quarter of 20


def test_a_match_waits_until_all_are_ready_or_all_chairs_are_taken() -> None:
    table = Table("ricochet-2", chairs=4)
    assert next_due(table.context()) is None
    table.do("Ana", m.Ready)
    table.do("Bo", m.Ready)
    assert next_due(table.context()) is None
    table.do("Cy", m.Ready)
    table.step()
    assert table.state.hands == 1
    full = Table("ricochet-2", chairs=3)
    full.step()
    assert full.state.hands == 1


def test_nobody_comes_late_or_buys_more() -> None:
    table = Table("ricochet-2")
    table.ready()
    table.play(lambda state: state.hands == 1)
    table.take(join(table.context(), "Dora", "Dora"))
    stack = table.state.rules.least
    assert refusal(lambda: table.do("Dora", m.Sit, chair=4, chips=stack)) == "begun"
    assert refusal(lambda: table.do("Ana", m.SeatBot, chair=4)) == "begun"
    assert refusal(lambda: table.do("Ana", m.BuyIn, chips=10)) == "rebuy"
    plans = [GamePlan(name="kuhn")]
    assert refusal(lambda: table.do("Ana", m.ChangeGame, games=plans)) == "games"


def test_all_begin_with_the_same_stack() -> None:
    table = Table("holdem-no-limit", stack=250)
    assert {chair.stack for chair in table.state.chairs.values()} == {250}
    assert table.state.rules.least == table.state.rules.most == 250
    assert Table("holdem-no-limit").state.rules.least == 200  # a hundred big blinds


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"match": MatchRules()}, "end"),
        ({"match": MatchRules(hands=5, level_hands=1, level_minutes=1)}, "levels"),
        ({"match": MatchRules(hands=5), "games": [GamePlan(name="ricochet-casino")]}, "bank"),
        ({"match": SHORT, "least": 50, "most": 60}, "stacks"),
        (
            {
                "match": SHORT,
                "games": [GamePlan(name="holdem-no-limit", options={"blinds": "0", "antes": "0"})],
            },
            "price",
        ),
    ],
)
def test_a_match_that_cannot_be_is_refused(fields: dict[str, Any], why: str) -> None:
    wanted = {"games": [GamePlan(name="ricochet-2")], **fields}
    work = lambda: create(m.NewTable(**wanted), "a", "Ana", 0, SeededRandomness())  # noqa: E731
    assert refusal(work) == why


def broke(table: Table, **stacks: int) -> None:
    """Give the players other stacks between hands, as if the last hand had left them so."""
    total = sum(chair.stack for chair in table.state.chairs.values())
    chairs = {chair.name: chair for chair in table.state.chairs.values()}
    for name, stack in stacks.items():
        chairs[name].stack = stack
    rest = [chair for name, chair in chairs.items() if name not in stacks]
    rest[0].stack += total - sum(chair.stack for chair in chairs.values())
    check_chips(table.state)


def after_a_hand(rules: MatchRules = SHORT, game: str = "ricochet-2", **fields: Any) -> Table:
    table = Table(game, rules, ("Ana", "Bo", "Cy", "Dora"), **fields)
    table.ready()
    table.play(lambda state: state.hands == 1 and not state.in_play)
    return table


def test_the_larger_stack_before_a_hand_is_ahead_of_others_who_go_in_it() -> None:
    table = after_a_hand()
    assert table.state.match
    table.state.match.stacks = {"Ana": 10, "Bo": 70, "Cy": 20, "Dora": 300}
    broke(table, Ana=0, Bo=0, Cy=0)
    table.step()
    (out,) = table.of(e.KnockedOut)
    assert out.chairs == (0, 2, 1) and out.places == (4, 3, 2)
    assert order(table) == ["Dora", "Bo", "Cy", "Ana"]
    table.play()
    assert table.of(e.Ended)[0].winner == "Dora"


def test_equal_stacks_before_the_hand_share_the_place_of_those_who_go_in_it() -> None:
    table = after_a_hand()
    assert table.state.match
    table.state.match.stacks = {"Ana": 50, "Bo": 50, "Cy": 20, "Dora": 300}
    broke(table, Ana=0, Bo=0, Cy=0)
    table.step()
    (out,) = table.of(e.KnockedOut)
    assert dict(zip(out.chairs, out.places, strict=True)) == {0: 2, 1: 2, 2: 4}


def test_equal_stacks_at_the_end_share_the_win() -> None:
    table = after_a_hand(MatchRules(hands=1))
    half = sum(chair.stack for chair in table.state.chairs.values()) // 2
    broke(table, Ana=half, Cy=0, Dora=0)
    table.play()
    (ended,) = table.of(e.Ended)
    assert ended.winner is None and ended.sharing == ("Ana", "Bo")


def test_a_player_who_leaves_with_chips_is_ahead_of_those_who_went_before() -> None:
    table = after_a_hand()
    broke(table, Bo=0)
    table.do("Ana", m.Leave)
    table.step()
    assert table.of(e.KnockedOut)[0].places == (4,)
    assert order(table)[2:] == ["Ana", "Bo"]
    with pytest.raises(Refused):
        table.do("Bo", m.ComeBack)


def test_a_second_buy_in_is_for_those_without_chips_and_once() -> None:
    table = after_a_hand(MatchRules(hands=9, rebuys=1))
    stack = table.state.rules.least
    broke(table, Bo=0, Cy=0)
    assert refusal(lambda: table.do("Bo", m.BuyIn, chips=stack - 1)) == "chips"
    began = table.now
    table.do("Bo", m.BuyIn, chips=stack)
    assert refusal(lambda: table.do("Bo", m.BuyIn, chips=stack)) == "rebuy"
    table.step()
    assert table.now >= began + match.REBUY_TIME - 6000
    (out,) = table.of(e.KnockedOut)
    assert out.chairs == (2,) and out.places == (4,)
    assert refusal(lambda: table.do("Cy", m.BuyIn, chips=stack)) == "rebuy"
    table.play(lambda state: state.hands == 2 and not state.in_play)
    broke(table, Bo=0)
    assert refusal(lambda: table.do("Bo", m.BuyIn, chips=stack)) == "rebuy"


def test_absent_players_pay_and_cannot_sit_on_their_chips() -> None:
    table = Table("ricochet-2", MatchRules(hands=4))
    table.ready()
    table.play(lambda state: state.hands == 1)
    table.do("Ana", m.SitOut)
    table.play()
    assert all(0 in dealt.chairs for dealt in table.of(e.HandDealt))
    check_match(table)


def test_minutes_end_a_match_with_the_hand_in_play() -> None:
    table = Table("ricochet-2", MatchRules(minutes=2))
    table.ready()
    table.play(lambda state: state.hands == 1)
    end = match.until(table.state)
    assert end == table.of(e.HandDealt)[0].at + 120_000
    table.play()
    assert max(dealt.at for dealt in table.of(e.HandDealt)) < end
    check_match(table)


def test_a_paused_match_loses_no_time() -> None:
    table = Table("ricochet-2", MatchRules(minutes=2))
    table.ready()
    table.play(lambda state: state.hands == 1)
    before = match.until(table.state)
    table.do("Ana", m.Pause)
    table.now += 500_000
    table.do("Ana", m.Pause, is_paused=False)
    assert before and match.until(table.state) == before + 500_000


def test_prices_grow_with_time_and_stay_when_the_clock_is_set_back() -> None:
    table = after_a_hand(MatchRules(hands=30, level_minutes=3), stack=500)
    table.now += 400_000
    table.step()
    assert [raised.level for raised in table.of(e.LevelRaised)] == [2]
    assert game_of(table.state.rules.games[0]).unit == 3
    table.take(PendingEvents([e.ClockMoved(at=table.now, more=0, shift=300_000)]))
    table.play(lambda state: state.hands == 2)
    assert table.state.match and table.state.match.level == 2


def test_a_waiting_pot_stays_with_the_game_when_prices_grow() -> None:
    rules = MatchRules(hands=30, level_hands=1)
    table = Table("guts", rules, stack=200)
    table.ready()
    pots = []
    for _ in range(4):
        table.play(lambda state: bool(state.hands) and not state.in_play)
        pots.append(sum(chips for _, chips in table.state.pots))
        table.play(lambda state: state.in_play is not None or state.is_ended)
    assert any(pots) and table.of(e.LevelRaised)
    shared = table.of(e.PotShared)
    assert not shared or table.state.is_ended


def test_a_game_for_three_ends_when_two_are_left() -> None:
    table = Table("ricochet", MatchRules(hands=9))
    table.ready()
    table.play(lambda state: state.hands == 1 and not state.in_play)
    broke(table, Bo=0)
    table.play()
    assert table.state.hands == 1 and order(table)[-1] == "Bo"
    check_match(table)


def bots(*chairs: int) -> list[m.BotPlan]:
    return [m.BotPlan(chair=chair, strength="random") for chair in chairs]


def test_bots_do_not_play_on_alone_or_win_an_evening_of_people() -> None:
    table = Table("ricochet-2", MatchRules(hands=9), ("Ana", "Bo"), chairs=4, bots=bots(2, 3))
    table.play(lambda state: state.hands == 1 and not state.in_play)
    broke(table, Ana=0, Bo=0)
    table.state.match.stacks.update(Ana=50, Bo=60)  # type: ignore[union-attr]
    table.play()
    assert table.state.hands == 1
    assert table.of(e.Ended)[0].winner == "Bo" != order(table)[0]


def test_a_player_among_bots_alone_may_lose_to_them() -> None:
    table = Table("ricochet-2", MatchRules(hands=9), ("Ana",), chairs=3, bots=bots(1, 2))
    table.play(lambda state: state.hands == 1 and not state.in_play)
    broke(table, Ana=0)
    table.play()
    assert table.of(e.Ended)[0].winner != "Ana"


def test_bots_buy_in_again_only_as_the_match_allows() -> None:
    table = Table("ricochet-2", MatchRules(hands=9, rebuys=1), ("Ana",), chairs=3, bots=bots(1, 2))
    table.play(lambda state: state.hands == 1 and not state.in_play)
    chair = table.state.chairs[1]
    broke(table, **{chair.name: 0})
    table.step()
    assert table.of(e.Bought)[0].chair == 1
    table.play(lambda state: state.hands == 2 and not state.in_play)
    broke(table, **{chair.name: 0})
    table.step()
    assert table.of(e.KnockedOut)[0].chairs == (1,)


@pytest.mark.parametrize("rules", [{"hands": 1}, {"minutes": 1}])
def test_nobody_buys_in_again_after_the_last_hand(rules: dict[str, int]) -> None:
    seats: dict[str, Any] = {"chairs": 4, "bots": bots(2, 3)}
    table = Table("ricochet-2", MatchRules(**rules, rebuys=1), ("Ana", "Bo"), **seats)
    table.play(lambda state: state.hands >= 1 and not state.in_play)
    if "minutes" in rules:
        table.now = table.state.idle_since = match.until(table.state) or 0
    broke(table, Bo=0, **{table.state.chairs[2].name: 0})
    assert refusal(lambda: table.do("Bo", m.BuyIn, chips=table.state.rules.least)) == "rebuy"
    table.play()
    assert not any(bought.chair == 2 for bought in table.of(e.Bought))


def test_the_host_ends_a_match_in_the_middle_of_a_hand() -> None:
    table = after_a_hand()
    table.play(lambda state: state.hands == 2 and state.in_play is not None)
    stacks = {chair.account: chair.stack for chair in table.state.chairs.values()}
    table.take(end_table(table.context()))
    check_match(table)
    assert order(table)[0] in [name for name, n in stacks.items() if n == max(stacks.values())]


def test_a_match_is_played_again_from_its_first_level() -> None:
    table = after_a_hand(MatchRules(hands=3, level_hands=1), stack=500)
    table.play()
    assert game_of(table.state.rules.games[0]).unit > 1
    again = apply(None, create_again(table.state, "Bo", "Bo", table.now, table.randomness))
    assert game_of(again.rules.games[0]).unit == 1 and again.rules.match
    assert again.match and again.match.level == 0 and again.match.began is None


def test_the_log_gives_the_same_match_again() -> None:
    table = after_a_hand(MatchRules(hands=5, rebuys=1, level_hands=1))
    table.play()
    assert apply(None, table.events) == table.state


@with_room
async def test_everybody_sees_the_course_of_a_match(harness: RoomHarness) -> None:
    ana, bo = await harness.guests("Ana", "Bo")
    match_rules = MatchRules(hands=5, minutes=10, level_hands=2)
    table = await harness.table(ana, bo, seats=0, match=match_rules, least=100)
    watched = await harness.room.subscribe(bo, table)
    for chair, guest in enumerate((ana, bo)):
        await harness.do(guest, table, m.Sit, chair=chair, chips=100)
    before = (await last_view(watched))["room"]["match"]
    assert before["began"] is before["until"] is None and before["places"] == []
    for guest in (ana, bo):
        await harness.do(guest, table, m.Ready)
    await harness.wait(1)
    await harness.play_out(table)
    seen = (await last_view(watched))["room"]["match"]
    assert (seen["hands"], seen["times"], seen["next_times"], seen["next_hands"]) == (1, 1, 2, 1)
    assert seen["until"] == seen["began"] + 600_000 and seen["next_at"] is None
    assert [one["place"] for one in seen["places"]] == [1, 2] and seen["rebuys"] == []
    for _ in range(2, 6):
        await harness.wait(4)
        await harness.play_out(table)
    await harness.wait(4)
    messages = await drain(watched)
    views = [one for one in messages if one["type"] == "view"]
    assert "wins the match." in texts(views)[-1] and messages[-1]["reason"] == "ended"
    last = views[-1]["room"]["match"]
    assert [one["hand"] for one in last["places"]] == [None, None] and last["times"] == 3
    await harness.reopen()
    state = await harness.state(table)
    assert [one.account for one in standings(state)] == [one["guest"] for one in last["places"]]
