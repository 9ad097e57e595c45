"""A match: equal stacks, prices that grow, exits in order, and an end.

Its course is part of the state (`MatchState`), and everything here is a function of the state and
the time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from sidepot.engine.options import Chips, EachSeat, Number
from sidepot.engine.setup import largest_price
from sidepot.errors import UserError
from sidepot.room.protocol.table_rules import GamePlan, MatchRules, TableRules
from sidepot.room.protocol.views import PlaceView
from sidepot.room.table import events as e
from sidepot.room.table.clock import SECOND
from sidepot.room.table.rules import available_games, game_of
from sidepot.room.table.state import Chair, Exit, MatchState, TableState

REBUY_TIME = 20 * SECOND
"""The time in which a player without chips may buy in again; the next hand waits as long."""
_STACK_SHARE = 4
"""No price grows above this part of the average stack: one in four."""
_MINUTE = 60 * SECOND
_MOST_LEVELS = 40


@dataclass(frozen=True)
class Standing:
    """A player's place in a match, the best being 1; `exit` is None for one who is still in it."""

    place: int
    account: str
    stack: int
    exit: Exit | None


@dataclass(frozen=True)
class NextLevel:
    """The level to come, after so many hands or at a time (ms since 1970)."""

    level: int
    hands: int | None
    at: int | None


def factor(level: int) -> int:
    """The multiple of the first prices at a level: 1, 2, 3, 4, 6, 8, 12, 16 and so on."""
    if level < 2:
        return level + 1
    return (3 if level % 2 == 0 else 4) << (level // 2 - 1)


def grown(plan: GamePlan, times: int) -> GamePlan:
    """A game whose amounts of chips are all a multiple of what they are in `plan`.

    Raises `UserError` where the game does not allow as much, or is not there any more.
    """
    if times == 1:
        return plan
    game = game_of(plan)
    options = dict(plan.options)
    for name, option in game.declared.items():
        if isinstance(option.kind, (Chips, EachSeat)):
            options[name] = _text(option.kind, game.numbers[name], times)
    found = replace(plan, options=options)
    game_of(found)
    return found


def _text(kind: Chips | EachSeat, number: Number, times: int) -> int | str:
    """The value of an option for a number, or a row of numbers, that has grown."""
    if isinstance(kind, Chips):
        assert isinstance(number, int)
        return kind.value(number * times)
    assert isinstance(number, tuple)
    return kind.value(tuple(each * times for each in number))


def first_rules(state: TableState) -> TableRules:
    """The rules with which the table began: at the first level, if it is a match."""
    return replace(state.rules, games=state.match.games) if state.match else state.rules


def running(state: TableState) -> MatchState | None:
    """The course of a match that has begun; None at other tables."""
    match = state.match
    return match if match and match.began is not None else None


def is_waited_for(state: TableState) -> bool:
    """Does a match wait for its players to come?"""
    return state.match is not None and state.match.began is None


def is_dealt_in(state: TableState, chair: Chair, unit: int) -> bool:
    """Is a player of a match dealt in, where the ante is `unit`?

    Absent players are: they pay, and fold.
    """
    is_in = chair.status != "leaving" and not is_out(state, chair)
    return is_in and chair.stack >= unit


def is_out(state: TableState, chair: Chair) -> bool:
    """Is a player out of the match? Nobody is at other tables."""
    return state.match is not None and state.match.is_out(chair.account)


def players(state: TableState) -> list[int]:
    """The chairs of those who are not out of a match; all chairs at other tables."""
    return [number for number, chair in state.seated() if not is_out(state, chair)]


def _unit(state: TableState) -> int:
    """The fewest chips with which a player can go on."""
    return min((game.least_stack for game in available_games(state.rules.games)), default=1)


def _seated(state: TableState) -> list[tuple[int, Chair]]:
    """The players who are in the match, with their chairs."""
    seated = ((number, state.chairs[number]) for number in players(state))
    return [(number, chair) for number, chair in seated if chair.status != "leaving"]


def may_rebuy(state: TableState, number: int) -> bool:
    """May a player, who has run out of chips, buy in again?"""
    match, chair = running(state), state.chairs[number]
    if match is None or state.rules.match is None or state.is_in_hand(number):
        return False
    if match.is_out(chair.account) or chair.stack + chair.pending_chips >= _unit(state):
        return False
    if _was_last_hand(state):
        return False
    return match.rebought.count(chair.account) < state.rules.match.rebuys


def _broke(state: TableState) -> list[int]:
    """The chairs of those who cannot pay any more, in the order in which they are out."""
    match, unit = running(state), _unit(state)
    if match is None:
        return []
    broke = [(number, chair) for number, chair in _seated(state) if chair.stack < unit]
    broke.sort(key=lambda one: _rank(_exit(match, one[1], match.hands), unit))
    return [number for number, _ in broke]


def until(state: TableState) -> int | None:
    """When the last hand of a match has been dealt at the latest; None where no time ends it."""
    match, rules = running(state), state.rules.match
    if match is None or match.began is None or rules is None or not rules.minutes:
        return None
    return match.began + rules.minutes * _MINUTE


def _was_last_hand(state: TableState) -> bool:
    """Does no hand follow for sure? Chips that are bought then would count and never be played."""
    match, rules, end = running(state), state.rules.match, until(state)
    if match is None or rules is None:
        return True
    if _are_all_played(match, rules):
        return True
    longest = max(state.rules.pause * SECOND, REBUY_TIME)
    return end is not None and state.idle_since + longest >= end


def _are_all_played(match: MatchState, rules: MatchRules) -> bool:
    """Have all hands of a match been played? One with an end by time has no number of them."""
    return bool(rules.hands) and match.hands >= rules.hands


def _is_decided(state: TableState) -> bool:
    """Are too few players left, or only bots where people have played, or were all hands played?"""
    match, rules = running(state), state.rules.match
    if match is None or rules is None:
        return False
    left = _seated(state)
    had_people = any(account.guest for account in state.accounts.values())
    least = min((game.least for game in available_games(state.rules.games)), default=2)
    is_alone = len(left) < max(least, 2)
    are_bots = had_people and not any(chair.guest for _, chair in left)
    return is_alone or are_bots or _are_all_played(match, rules)


def due(state: TableState) -> int | None:
    """When the match next takes somebody out, or ends, if nothing is dealt before.

    It is in milliseconds since 1970; None while it does not.
    """
    if running(state) is None or state.is_ended or state.in_play:
        return None
    after_pause = state.idle_since + state.rules.pause * SECOND
    if broke := _broke(state):
        waits = any(state.chairs[n].guest and may_rebuy(state, n) for n in broke)
        return max(after_pause, state.idle_since + REBUY_TIME * waits)
    if _is_decided(state):
        return after_pause
    end = until(state)
    return None if end is None else max(after_pause, end)


def is_stopped(state: TableState) -> bool:
    """Is nothing dealt before somebody is out of the match, or it ends?"""
    return bool(_broke(state)) or _is_decided(state)


def is_over(state: TableState, now: int) -> bool:
    """Has a match ended? Only between hands, when all have gone who can play no more."""
    end = until(state)
    return _is_decided(state) or (end is not None and now >= end)


def repairs(state: TableState, now: int) -> Iterator[e.AnyEvent]:
    """The next events of a match before a deal: buy-ins of bots, exits, or a new level."""
    if running(state) is None:
        return
    broke = _broke(state)
    bots = [number for number in broke if state.chairs[number].bot and may_rebuy(state, number)]
    if bots:
        yield from (e.Bought(at=now, chair=n, chips=state.rules.most) for n in bots)
    elif broke:
        yield e.KnockedOut(at=now, chairs=tuple(broke), places=tuple(_places(state, broke)))
    elif not is_over(state, now):
        yield from _raised(state, now)


def _places(state: TableState, chairs: Sequence[int]) -> Iterator[int]:
    """The places of players who go now."""
    assert state.match is not None
    match, accounts = state.match, [state.chairs[number].account for number in chairs]
    exits = [_exit(match, state.chairs[number], match.hands) for number in chairs]
    places = {one.account: one.place for one in standings(state, exits)}
    return (places[account] for account in accounts)


def _raised(state: TableState, now: int) -> Iterator[e.LevelRaised]:
    """The event that lets the prices grow, unless the next hand's deck is committed already."""
    match = state.match
    if match is None or state.next_commitment:
        return
    for level in range(min(_level_by(state, now), _MOST_LEVELS), match.level, -1):
        games = _games_at(state, level)
        if games:
            yield e.LevelRaised(at=now, level=level, games=games)
            return


def _level_by(state: TableState, now: int) -> int:
    """The level that the hands played, or the time, ask for."""
    match, rules = running(state), state.rules.match
    if match is None or match.began is None or rules is None:
        return 0
    if rules.level_hands:
        return match.hands // rules.level_hands
    return (now - match.began) // (rules.level_minutes * _MINUTE) if rules.level_minutes else 0


def _games_at(state: TableState, level: int) -> list[GamePlan]:
    """The games at a level; none where the stacks, or a game's options, do not allow it."""
    assert state.match is not None
    left = [chair.stack for _, chair in _seated(state)]
    try:
        games = [grown(plan, factor(level)) for plan in state.match.games]
        highest = max(largest_price(game_of(plan)) for plan in games)
    except UserError:
        return []
    return games if highest * _STACK_SHARE * len(left) <= sum(left) else []


def next_level(state: TableState) -> NextLevel | None:
    """The next level of a match; None where no price grows any more."""
    course, rules = state.match, state.rules.match
    if course is None or rules is None or state.is_ended or not _games_at(state, course.level + 1):
        return None
    if rules.level_hands:
        left = rules.level_hands - course.hands % rules.level_hands
        return NextLevel(course.level + 1, left, None)
    if rules.level_minutes and course.began is not None:
        at = course.began + (course.level + 1) * rules.level_minutes * _MINUTE
        return NextLevel(course.level + 1, None, at)
    return None


def standings(state: TableState, leaving: Sequence[Exit] = ()) -> list[Standing]:
    """All who play or played in a match, the best first; those of `leaving` as if they were out.

    Whoever is in it comes before those who are not. These follow by the hand of their exit, then by
    the chips left, then by those with which they began the hand. Equals share their place.
    """
    match = running(state)
    if match is None:
        return []
    exits = [*match.exits, *leaving]
    gone = {each.account for each in exits}
    chairs = [chair for _, chair in state.seated() if chair.account not in gone]
    here = [_exit(match, chair, match.hands) for chair in chairs]
    unit = _unit(state)
    order = [((one.account not in gone, *_rank(one, unit)), one) for one in (*here, *exits)]
    order.sort(key=lambda each: each[0], reverse=True)
    ranks = [rank for rank, _ in order]
    places = [1 + ranks.index(rank) for rank in ranks]
    return [
        Standing(place, one.account, one.stack, one if one.account in gone else None)
        for place, (_, one) in zip(places, order, strict=True)
    ]


def _rank(one: Exit, unit: int) -> tuple[int, int, int]:
    """By its hand and chips; the stack before the hand counts where too few are left to play."""
    return one.hand, one.stack, one.before if one.stack < unit else 0


def _exit(match: MatchState, chair: Chair, hand: int) -> Exit:
    """An exit with what the chair has now."""
    stack = chair.stack + chair.pending_chips
    return Exit(chair.account, hand, stack, match.stacks.get(chair.account, stack))


def places(state: TableState) -> list[PlaceView]:
    """The standings as they are shown."""
    return [_place(state, one) for one in standings(state)]


def _place(state: TableState, one: Standing) -> PlaceView:
    account, match = state.accounts[one.account], state.match
    is_out = match is not None and one.exit is not None and one.exit.hand <= match.hands
    hand = one.exit.hand if one.exit and is_out else None  # the others stayed to the end
    return PlaceView(one.place, account.name, account.guest, account.bot, one.stack, hand)


def winners(state: TableState) -> list[str]:
    """The names of those who won a match, or lead it: no bots where people played each other.

    They are several where equals share the first place.
    """
    order = [(one.place, state.accounts[one.account]) for one in standings(state)]
    people = [one for one in order if one[1].guest]
    those = people if len(people) > 1 else order
    return [account.name for place, account in those if place == those[0][0]]


def note_deal(state: TableState, event: e.HandDealt) -> None:
    """Note the stacks with which a hand begins; the first hand begins the match."""
    match = state.match
    if match:
        match.began = event.at if match.began is None else match.began
        match.stacks = {
            state.chairs[number].account: stack
            for number, stack in zip(event.chairs, event.stacks, strict=True)
        }


def note_rebuy(state: TableState, event: e.Bought) -> None:
    """Note a second buy-in."""
    match = running(state)
    if match:
        match.rebought.append(state.chairs[event.chair].account)


def shift(state: TableState, by: int) -> None:
    """Move the end of a match by milliseconds in which it was paused, or the clock was set."""
    match = running(state)
    if match and match.began is not None:
        match.began += by


def note_exit(state: TableState, chair: Chair, *, is_end: bool = False) -> None:
    """Note that a player is out of the match; `is_end`: because it ends."""
    match = running(state)
    if match and not match.is_out(chair.account):
        match.exits.append(_exit(match, chair, match.hands + is_end))


def note_level(state: TableState, event: e.LevelRaised) -> None:
    """Give everything that belongs to the games to the same games with their new prices."""
    match = state.match
    assert match is not None
    before, after = state.rules.games, event.games

    def renewed(plan: GamePlan) -> GamePlan:
        return after[before.index(plan)] if plan in before else plan

    match.level = event.level
    state.rules = replace(state.rules, games=after)
    state.game, state.chosen = (plan and renewed(plan) for plan in (state.game, state.chosen))
    state.kept = [replace(each, game=renewed(each.game)) for each in state.kept]
