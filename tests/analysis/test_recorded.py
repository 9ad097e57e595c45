"""The coach's expert in recorded hands: its own table, or the nearest one, named as such."""

from __future__ import annotations

import pytest

from sidepot import games, kernel
from sidepot.analysis import Analysis, analyzing, remember, sentences
from sidepot.analysis.analyzing import strategy_for
from sidepot.bots.trained import experts
from sidepot.engine.game import Game, Hand
from sidepot.games import registry
from sidepot.history import History
from sidepot.odds.result import sampled_value
from sidepot.room.views import hand_history
from tests.cases import often


def _limits(game: Game) -> list[Game]:
    """A game with each of its limits."""
    if "limit" not in game.declared:
        return [game]
    limits = [game.with_options(limit=name) for name in ("no-limit", "pot-limit", "fixed-limit")]
    return [each for each in limits if experts.learned_for(each)]


LEARNED = [
    each for game in registry().values() if experts.learned_for(game) for each in _limits(game)
]
HOLDEM, FIXED = games.find("holdem-no-limit"), games.find("holdem-fixed-limit")
SHOOTOUT, SHOWDOWN = games.find("high-noon-shootout"), games.find("high-noon-showdown")


def dealt(game: Game, players: int, stacks: int | None = None) -> Hand:
    """A hand at its first decision."""
    return game.deal(players=players, stacks=stacks, seed=3)


def recorded(hand: Hand) -> Hand:
    """A hand read from the history that the room writes for the seat to act."""
    text = hand_history.texts(hand, {})[hand.actor or 0]
    return History.parse(text).replay()[0]


def unlike(hand: Hand) -> tuple[int | None, tuple[str, ...], tuple[int, int] | None]:
    """The differences that the coach names between a hand and its expert's training."""
    memory = remember(hand)
    strategy = strategy_for(hand.game, memory.view)
    assert strategy is not None
    found = analyzing._unlike(strategy, memory)
    return found["trained_for"], found["trained_with"], found["trained_stacks"]


@pytest.mark.parametrize("players", often(range(2, 7), always=(3,)))
def test_hands_of_the_room_find_the_table_that_plays_in_them(players: int) -> None:
    for game in LEARNED:
        if players < game.least:
            continue
        hand = recorded(dealt(game, players))
        found, own = strategy_for(hand.game, remember(hand).view), experts.find(game, players)
        assert found is not None and own is not None, game.name
        assert found.table is own.table and experts.differences(found, hand.game) == ()


OTHERS = [
    (HOLDEM, {"blinds": "1/3"}, 3, ("blinds=1/2",)),
    (HOLDEM, {"blinds": "2/5"}, 4, ("blinds=1/2",)),
    (HOLDEM, {"blinds": "1/2/4"}, 6, ("blinds=1/2",)),
    (HOLDEM, {"blinds": "2/4", "antes": "1"}, 5, ("antes=0", "blinds=1/2")),
    (HOLDEM, {"antes": "1/1/1", "antes_match": "yes"}, 3, ("antes=0", "antes_match=no")),
    (FIXED, {"blinds": "1/2", "big_bet": "8"}, 2, ("big_bet=0",)),
    (SHOOTOUT, {"limit": "fixed-limit", "small_bet": "3"}, 3, ("small_bet=2",)),
    (SHOWDOWN, {"mids": "3"}, 4, ("mids=4",)),
]


@pytest.mark.parametrize(("game", "options", "players", "wanted"), OTHERS)
def test_other_options_have_the_nearest_table_which_names_its_own(
    game: Game, options: dict[str, str], players: int, wanted: tuple[str, ...]
) -> None:
    hand = recorded(dealt(game.with_options(**options), players))
    assert unlike(hand)[1] == wanted


def test_another_limit_or_game_has_no_table() -> None:
    roulette = games.find("poker-roulette")
    for game in (roulette.with_options(limit="pot-limit"), games.find("seven-card-stud")):
        hand = dealt(game, 3)
        assert strategy_for(game, hand.record(hand.actor or 0)) is None


@pytest.mark.parametrize(
    ("players", "stack", "wanted"),
    [
        (2, 800, None),
        (2, 1000, (20, 800)),
        (3, 1000, (20, 200)),
        (6, 12, (20, 200)),
        (6, 200, None),
    ],
)
def test_stacks_that_were_not_learned_are_named(
    players: int, stack: int, wanted: tuple[int, int] | None
) -> None:
    assert unlike(recorded(dealt(HOLDEM, players, stack)))[2] == wanted


def test_a_deep_player_can_win_no_more_than_another_has() -> None:
    hand = HOLDEM.deal(stacks=(5000, 100, 80), seed=3)
    assert kernel.fields(hand.record(0)).chips.stack.max() > 4000 and unlike(hand)[2] is None


def said(**trained: object) -> list[str]:
    """The sentences about the expert."""
    call = sampled_value("call", 1.0, 0.3, share=1.0)
    found = Analysis(seat=0, pot=3, method="played", choices=(call,), advice="call", **trained)  # type: ignore[arg-type]
    return [message.text for message in sentences(found)][4:]


def test_the_sentences_name_the_table() -> None:
    assert said() == []
    assert said(trained_for=6) == [
        "The expert has learned this game for 6 players, the nearest there is."
    ]
    assert said(trained_with=("antes=0", "blinds=1/2"), trained_stacks=(20, 200)) == [
        "The expert has learned this game with antes=0 and blinds=1/2, the nearest there is.",
        "It has learned with stacks of 20 to 200 chips, and plays as with the nearest of these.",
    ]
    assert said(trained_for=3, trained_with=("mids=4",)) == [
        "The expert has learned this game for 3 players with mids=4, the nearest there is."
    ]
