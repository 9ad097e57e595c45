"""Between hands: who is dealt in, who has the button, who names the game, and the deal."""

from __future__ import annotations

from collections.abc import Iterator

from sidepot.engine.game import Game
from sidepot.protocol.messages import GamePlan
from sidepot.room.table import events as e
from sidepot.room.table.context import Context, PendingEvents, Secret, takes_part
from sidepot.room.table.play import after_verb, checksum, deal_again
from sidepot.room.table.rules import game_of, known
from sidepot.room.table.state import TableState


def _players(state: TableState, game: Game) -> list[int]:
    """The chairs that are dealt in to a game, from the dealer's left on; the last one deals."""
    unit = game.unit
    able = [number for number, chair in state.seated() if takes_part(chair, unit)]
    if not able:
        return []
    button = _next_button(state, able)
    at = able.index(button) + 1
    return able[at:] + able[:at]


def _next_button(state: TableState, able: list[int]) -> int:
    """Who deals next: the first to the left of who dealt last."""
    last = state.button
    if last is None:
        return able[-1]
    return next((number for number in able if number > last), able[0])


def is_possible(state: TableState, plan: GamePlan) -> bool:
    """Do as many want to play as the game permits (D1)?"""
    return any(game.least <= len(_players(state, game)) <= game.most for game in known([plan]))


def possible(state: TableState) -> list[int]:
    """The games of the list that can be dealt now, by their places."""
    return [i for i, plan in enumerate(state.rules.games) if is_possible(state, plan)]


def _dealer(state: TableState) -> int | None:
    """Who deals the next hand, whatever is played."""
    unit = _least_unit(state)
    able = [number for number, chair in state.seated() if takes_part(chair, unit)]
    return _next_button(state, able) if able else None


def _least_unit(state: TableState) -> int:
    """The least ante of the games on the list: who has less plays none of them."""
    return min(game.unit for game in known(state.rules.games))


def next_hand(state: TableState) -> int | None:
    """When the next hand may be dealt; None where nobody can or wants to play."""
    choices = possible(state)
    if state.is_ended or state.paused_at is not None or state.in_play or not choices:
        return None
    unit = _least_unit(state)
    people = [c for _, c in state.seated() if c.guest and takes_part(c, unit)]
    if people and all(chair.is_ready for chair in people):
        return state.idle_since
    if state.rules.automatic or not people:
        return state.idle_since + (0 if _is_complete(state) else state.rules.pause)
    return None


def _is_complete(state: TableState) -> bool:
    """Is this the first hand, and nobody else can come for whom it could wait?"""
    return not state.hands and len(state.chairs) == state.rules.chairs


def prepare(context: Context) -> PendingEvents:
    """What comes next on the way to a deal: chips, the choice of a game, the deal itself."""
    repairs = list(_repairs(context))
    if repairs:
        return PendingEvents(repairs)
    state = context.state
    if state.chosen and is_possible(state, state.chosen):
        return _deal(context, state.chosen)
    if not state.rules.dealers_choice:
        return _deal(context, state.rules.games[0])
    return _choose(context)


def _repairs(context: Context) -> Iterator[e.AnyEvent]:
    """Bots that are short buy in; people whom no game deals in sit out (C2)."""
    units = [game.unit for game in context.games]
    for number, chair in context.state.seated():
        if chair.bot and chair.stack < max(units):
            yield e.Bought(at=context.now, chair=number, chips=context.state.rules.most)
        elif chair.guest and chair.is_playing and chair.stack < min(units):
            yield e.SatOut(at=context.now, chair=number, why="chips" if chair.stack else "empty")


def _choose(context: Context) -> PendingEvents:
    """Ask the dealer for the game (D1); a bot takes any."""
    state = context.state
    number = _dealer(state)
    assert number is not None
    if state.chairs[number].guest:
        return PendingEvents([e.ChoiceAsked(at=context.now, chair=number)])
    choices = possible(state)
    game = choices[context.randomness.below(len(choices))]
    return PendingEvents([e.GameChosen(at=context.now, chair=number, game=game, how="bot")])


def choose_again(context: Context, chair: int) -> PendingEvents:
    """Nobody has chosen in time: the last game again, or the first that can be dealt (D1)."""
    state = context.state
    plans, choices = state.rules.games, possible(state)
    again = [i for i in choices if plans[i] == state.game]
    game = [*again, *choices, 0][0]
    return PendingEvents([e.GameChosen(at=context.now, chair=chair, game=game, how="clock")])


def _deal(context: Context, plan: GamePlan) -> PendingEvents:
    """Shuffle and deal."""
    state, game = context.state, game_of(plan)
    chairs = tuple(_players(state, game))
    cards, randomness = game.cards_for(len(chairs)), context.randomness
    deck = randomness.shuffle(cards)
    second = randomness.shuffle(cards) if game.refills else None
    secret = Secret(deck, randomness.seed(), second)
    stacks = tuple(state.chairs[number].stack for number in chairs)
    names = tuple(state.chairs[number].name for number in chairs)
    number = state.hands + 1
    hand = deal_again(plan, number, stacks, names, secret)
    dealt = e.HandDealt(
        at=context.now,
        hand=number,
        game=plan,
        chairs=chairs,
        names=names,
        stacks=stacks,
        turn=None if hand.actor is None else chairs[hand.actor],
        checksum=checksum(hand),
    )
    return PendingEvents([dealt, *after_verb(context, hand, number, chairs)], hand, secret)
