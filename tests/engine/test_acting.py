"""`Hand.act`: actions as objects and as text, and the refusal of all other text."""

import random
import re
from pathlib import Path

import pytest

import sidepot
from sidepot.cards import SIGNS
from sidepot.engine.action import Action
from sidepot.engine.game import Hand
from sidepot.errors import IllegalAction, UserError
from tests.rules.table import deal, play

GAME = sidepot.game("ricochet-2")


def dealt() -> Hand:
    return deal(GAME, 100, "5c 9d Kh 3d 4h")


@pytest.mark.parametrize("text", ["buy 2", " buy 2 ", "BUY 2", "Buy  2", "buy\t2", "buy2\n"])
def test_an_action_by_text_is_the_action_by_object(text: str) -> None:
    by_object, by_text = dealt(), dealt()
    by_object.act(Action("buy", 2))
    by_text.act(text)
    assert bytes(by_text) == bytes(by_object)
    assert by_text.actions == [(0, Action("buy", 2))]


def test_fold_in_capitals_between_spaces() -> None:
    hand = dealt()
    hand.act(" FOLD ")
    assert hand.actions == [(0, Action("fold"))]


def test_act_returns_the_events() -> None:
    hand = dealt()
    events = hand.act("buy 1")
    assert [event.kind for event in events] == ["bought", "to_beat", "dealt", "out_beaten"]
    assert events == hand.events(0, -1)


NOT_NOW = ["buy", "buy 0", "buy 5", "buy 9", "fold 3", "check", "call", "call 5", "raise to 40"]
NOT_EVER = {
    "empty": "",
    "blank": "  ",
    "negative": "buy -1",
    "a fraction": "buy 2.5",
    "a sum": "buy 1+1",
    "two numbers": "buy 2 3",
    "two actions": "fold buy 1",
    "a number": "2",
    "raise without to": "raise 40",
    "noise": "xyzzy",
    "suits": "♠♥",
    "a look-alike": "f\u043eld",
    "a null": "fold\0",
    "many digits": "buy " + "9" * 30,
    "long": "fold" * 5000,
}


@pytest.mark.parametrize("text", NOT_NOW)
def test_an_illegal_action_is_answered_with_the_legal_ones(text: str) -> None:
    hand = dealt()
    with pytest.raises(IllegalAction) as caught:
        hand.act(text)
    legal = ("choose buy 1 to 4", "choose fold", f"choose {hand.legal}")
    assert str(caught.value).endswith(legal)


def test_the_refusal_quotes_the_action() -> None:
    with pytest.raises(IllegalAction, match=r"^fold 3 is not possible"):
        dealt().act("fold 3")


@pytest.mark.parametrize("text", NOT_EVER.values(), ids=NOT_EVER)
def test_text_that_is_no_action_is_answered_with_the_legal_ones(text: str) -> None:
    hand = dealt()
    with pytest.raises(IllegalAction) as caught:
        hand.act(text)
    assert "fold or buy 1 to 4" in str(caught.value)


@pytest.mark.parametrize("text", [*NOT_NOW, *NOT_EVER.values()], ids=[*NOT_NOW, *NOT_EVER])
def test_a_refused_action_leaves_the_hand_as_it_was(text: str) -> None:
    hand = dealt()
    before = bytes(hand), list(hand.actions), hand.events(), hand.events(verb=-1)
    with pytest.raises(IllegalAction):
        hand.act(text)
    assert (bytes(hand), list(hand.actions), hand.events(), hand.events(verb=-1)) == before


@pytest.mark.parametrize("action", [Action("buy", 0), Action("buy", 5), Action("check")])
def test_actions_as_objects_are_refused_too(action: Action) -> None:
    hand = dealt()
    before = bytes(hand)
    with pytest.raises(IllegalAction):
        hand.act(action)
    assert bytes(hand) == before


def test_an_action_of_an_unknown_kind_is_refused_too() -> None:
    with pytest.raises(IllegalAction):
        dealt().act(Action("dance"))


def test_nothing_can_be_done_when_the_hand_is_over() -> None:
    hand = dealt()
    play(hand, "fold, fold")
    before = bytes(hand)
    with pytest.raises(IllegalAction, match="the hand is over"):
        hand.act("fold")
    assert bytes(hand) == before


def test_illegal_actions_are_user_errors() -> None:
    assert issubclass(IllegalAction, UserError)


@pytest.mark.parametrize("name", ["badugi", "five-card-draw", "anaconda"])
def test_cards_of_an_action_are_read_as_screens_print_them(name: str) -> None:
    own = Path(f"examples/games/{name}.py").resolve()
    game, rng = sidepot.game(str(own) if own.exists() else name), random.Random(1)
    read = 0
    for seed in range(5):
        hand = game.deal(seed=seed)
        while not hand.over and read < 40:
            for action in list(hand.legal)[-20:]:
                shown = re.sub("[2-9TJQKA][cdhs]", lambda c: c[0][0] + SIGNS[c[0][1]], str(action))
                read += shown != str(action)
                assert hand.legal.check(shown) == action
            hand.act(rng.choice([a for a in hand.legal if a.kind != "fold"]))
    assert read
