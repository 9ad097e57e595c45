"""Between hands: who is dealt in, who has the button, who names the game, and the deal."""

from __future__ import annotations

from collections.abc import Iterator

from sidepot.games.game import Game
from sidepot.room import entries as e
from sidepot.room.messages import GamePlan
from sidepot.room.playing import after_verb, checksum, deal_again
from sidepot.room.scene import Draft, Scene, Secret, takes_part
from sidepot.room.settings import game_of, known
from sidepot.room.state import TableState


def players(state: TableState, game: Game) -> list[int]:
    """The chairs that are dealt in to a game, from the dealer's left on; the last one deals."""
    unit = game.unit
    able = [number for number, chair in state.seated() if takes_part(chair, unit)]
    if not able:
        return []
    button = next_button(state, able)
    at = able.index(button) + 1
    return able[at:] + able[:at]


def next_button(state: TableState, able: list[int]) -> int:
    """Who deals next: the first to the left of who dealt last."""
    last = state.button
    if last is None:
        return able[-1]
    return next((number for number in able if number > last), able[0])


def is_possible(state: TableState, plan: GamePlan) -> bool:
    """Do as many want to play as the game permits (D1)?"""
    return any(game.least <= len(players(state, game)) <= game.most for game in known([plan]))


def possible(state: TableState) -> list[int]:
    """The games of the list that can be dealt now, by their places."""
    return [i for i, plan in enumerate(state.rules.games) if is_possible(state, plan)]


def dealer(state: TableState) -> int | None:
    """Who deals the next hand, whatever is played."""
    unit = _least_unit(state)
    able = [number for number, chair in state.seated() if takes_part(chair, unit)]
    return next_button(state, able) if able else None


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
        return state.calm_from
    if state.rules.automatic or not people:
        return state.calm_from + (0 if _is_complete(state) else state.rules.pause)
    return None


def _is_complete(state: TableState) -> bool:
    """Is this the first hand, and nobody else can come for whom it could wait?"""
    return not state.hands and len(state.chairs) == state.rules.chairs


def prepare(scene: Scene) -> Draft:
    """What comes next on the way to a deal: chips, the choice of a game, the deal itself."""
    repairs = list(_repairs(scene))
    if repairs:
        return Draft(repairs)
    state = scene.state
    if state.chosen and is_possible(state, state.chosen):
        return _deal(scene, state.chosen)
    if not state.rules.dealers_choice:
        return _deal(scene, state.rules.games[0])
    return _choose(scene)


def _repairs(scene: Scene) -> Iterator[e.AnyEntry]:
    """Bots that are short buy in; people whom no game deals in sit out (C2)."""
    units = [game.unit for game in scene.games]
    for number, chair in scene.state.seated():
        if chair.bot and chair.stack < max(units):
            yield e.Bought(at=scene.now, chair=number, chips=scene.state.rules.most)
        elif chair.guest and chair.is_playing and chair.stack < min(units):
            yield e.SatOut(at=scene.now, chair=number, why="chips" if chair.stack else "empty")


def _choose(scene: Scene) -> Draft:
    """Ask the dealer for the game (D1); a bot takes any."""
    state = scene.state
    number = dealer(state)
    assert number is not None
    if state.chairs[number].guest:
        return Draft([e.ChoiceAsked(at=scene.now, chair=number)])
    choices = possible(state)
    game = choices[scene.chance.below(len(choices))]
    return Draft([e.GameChosen(at=scene.now, chair=number, game=game, how="bot")])


def choose_again(scene: Scene, chair: int) -> Draft:
    """Nobody has chosen in time: the last game again, or the first that can be dealt (D1)."""
    state = scene.state
    plans, choices = state.rules.games, possible(state)
    again = [i for i in choices if plans[i] == state.game]
    game = [*again, *choices, 0][0]
    return Draft([e.GameChosen(at=scene.now, chair=chair, game=game, how="clock")])


def _deal(scene: Scene, plan: GamePlan) -> Draft:
    """Shuffle and deal."""
    state, game = scene.state, game_of(plan)
    chairs = tuple(players(state, game))
    cards, chance = game.cards_for(len(chairs)), scene.chance
    deck = chance.shuffle(cards)
    second = chance.shuffle(cards) if game.refills else None
    secret = Secret(deck, chance.seed(), second)
    stacks = tuple(state.chairs[number].stack for number in chairs)
    names = tuple(state.chairs[number].name for number in chairs)
    number = state.hands + 1
    hand = deal_again(plan, number, stacks, names, secret)
    dealt = e.HandDealt(
        at=scene.now,
        hand=number,
        game=plan,
        chairs=chairs,
        names=names,
        stacks=stacks,
        turn=None if hand.actor is None else chairs[hand.actor],
        told=checksum(hand),
    )
    return Draft([dealt, *after_verb(scene, hand, number, chairs)], hand, secret)
