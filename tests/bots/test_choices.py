"""The regular bots of the betting games, position by position, in both forms."""

from typing import Any

import pytest

import sidepot
from sidepot import bots, kernel
from sidepot.engine.game import Game, Hand
from tests.cases import often
from tests.children import python

TABLES: list[tuple[str, dict[str, Any]]] = [
    ("high-noon-standoff", {}),
    ("high-noon-showdown", {"mids": 3}),
    ("high-noon-showdown", {"ante": 7, "short_mid": "fold"}),
    ("high-noon-shootout", {}),
    ("high-noon-shootout", {"limit": "pot-limit", "ante": 0}),
    ("high-noon-shootout", {"limit": "fixed-limit"}),
    ("holdem-no-limit", {}),
    ("holdem-fixed-limit", {}),
]
STACKS = (150, 31, 9, 77, 200, 12, 60, 150, 18)

SHORT = (40, 15, 60)
IN_BOTH_FORMS = {
    "high-noon-standoff": SHORT,
    "high-noon-showdown": SHORT,
    "high-noon-shootout": SHORT,
    "holdem-no-limit": SHORT,
    "ricochet-casino": (500, 500),
}
"""Games with stacks."""
QUICKLY = {"NUMBA_OPT": "1", "NUMBA_LOOP_VECTORIZE": "0", "NUMBA_SLP_VECTORIZE": "0"}
"""Flags with which a child compiles in half the time."""


def named(name: str, **options: Any) -> Game:
    """A game with some options."""
    return sidepot.game(name).with_options(**options)


def dealt(name: str, cards: str, **options: Any) -> Hand:
    """A hand of two; the first five or two cards are the first player's."""
    return named(name, **options).deal(players=2, stacks=200, seed=1, deck=cards)


def chosen(hand: Hand) -> str:
    """The regular bot's choice."""
    bot = bots.find(hand.game)
    action = bot.choose(hand.record(hand.actor or 0), kernel.generator(3))
    return str(hand.legal.check(action))


def up_to(hand: Hand, *actions: str) -> Hand:
    """The hand after some actions."""
    for action in actions:
        hand.act(action)
    return hand


@pytest.mark.parametrize("number", often(range(12), always=(1, 2)))
@pytest.mark.parametrize(("name", "options"), TABLES)
def test_the_choice_is_legal_at_every_position_of_random_play(
    name: str, options: dict[str, Any], number: int
) -> None:
    game, rngs = named(name, **options), kernel.generator(number)
    regular, stray = bots.find(game), bots.find(game, "random")
    stacks = STACKS[number % 3 : number % 3 + 2 + number % 8]
    hand = game.deal(stacks=stacks, seed=4, hand=number)
    while not hand.over:
        view = hand.record(hand.actor or 0)
        assert regular.choose(view, rngs) in hand.legal
        hand.act(stray.choose(view, rngs))


def played(name: str) -> list[str]:
    """The actions and the last bytes of a hand, with few samples: plain Python is slow.

    Only in a process of its own, for machine code keeps the number of samples.
    """
    from sidepot.bots import equity, high_noon

    high_noon.SAMPLES = equity.DEALS = 3
    game, rngs, found = sidepot.game(name), kernel.generator(5), list[str]()
    bot, hand = bots.find(game), game.deal(stacks=IN_BOTH_FORMS[name], seed=2)
    while not hand.over:
        action = bot.choose(hand.record(hand.actor or 0), rngs)
        hand.act(action)  # which refuses what is not on the menu
        found.append(str(action))
    return [*found, bytes(hand).hex()]


@pytest.mark.compiled
@pytest.mark.parametrize("name", often(IN_BOTH_FORMS, always=("holdem-no-limit",)))
def test_the_plain_form_chooses_the_same(name: str) -> None:
    code = f"from tests.bots.test_choices import played; print(*played({name!r}), sep='\\n')"
    compiled, plain = (
        python("-c", code, NUMBA_DISABLE_JIT=off, **QUICKLY).splitlines() for off in "01"
    )
    assert len(plain) > len(IN_BOTH_FORMS[name])
    assert plain == compiled


def test_hidden_cards_do_not_affect_the_choice() -> None:
    """Hands that differ only in the opponents' cards have the same view, and the same choice."""
    ours = "2c 7d 9h Jd Kc"
    rest = ["As Ks Qs Js Ts", "2d 2h 3c 4d 6s"]
    assert len({chosen(dealt("high-noon-shootout", f"{ours} {other}")) for other in rest}) == 1


@pytest.mark.parametrize("cards", ["2c 7d 9h Jd Kc", "As Ks Qs Js 9d"])
def test_the_first_discard_waits(cards: str) -> None:
    hand = up_to(dealt("high-noon-standoff", cards))
    assert chosen(hand) == "keep"


THIRD = ["keep"] * 4
"""Both have waited twice."""


@pytest.mark.parametrize(
    ("cards", "best"),
    [
        ("As Ks Qs Js Ts 2c 2d 5h 7h 9d 3c 4c 6d 8h", "keep"),
        ("As Ks Qs Js 9d 2c 2d 5h 7h Td 3c 4s 6d 8s", "discard 9d"),
        ("8c 8d 8h 8s 2d 2c 3d 5h 7h Td 3c Ac 6d Kh", "keep"),
    ],
    ids=["a made hand", "a draw to a flush", "four alike"],
)
def test_the_third_discard_serves_the_final_hand(cards: str, best: str) -> None:
    hand = up_to(dealt("high-noon-standoff", cards), *THIRD)
    if best == "keep":
        assert chosen(hand) in ("keep", "discard 2d")
    else:
        assert chosen(hand) == best


def test_nothing_is_folded_that_could_be_checked() -> None:
    for name in ("high-noon-shootout", "holdem-no-limit"):
        hand = dealt(name, "2c 7d 4h 9d Jc")
        while "check" not in hand.legal:
            hand.act("call")
        assert not chosen(hand).startswith("fold")


def test_a_weak_hand_folds_to_a_large_bet_and_a_royal_flush_raises_it() -> None:
    weak, royal = "2c 7d 4h 9d Jc", "As Ks Qs Js Ts"
    answers = [
        chosen(up_to(dealt("high-noon-shootout", f"3h 3d 5c 6s 8h {cards}"), "bet 100"))
        for cards in (weak, royal)
    ]
    assert answers[0] == "fold"
    assert answers[1].startswith("raise to")


def test_a_mid_is_paid_with_a_hand_and_not_without() -> None:
    after = ["pay", "pay", "keep", "keep"] * 3
    table = "5c Kd 5d 2s 5h 2d"
    weak = up_to(dealt("high-noon-showdown", f"3c 4d 6h 7s 9c Qd Qh Jc Jd As {table}"), *after)
    strong = up_to(dealt("high-noon-showdown", f"8c 8d 8h Ks Kh Qd Qh Jc Jd As {table}"), *after)
    assert (chosen(weak), chosen(strong)) == ("fold", "pay")


@pytest.mark.usefixtures("enough_samples")
def test_aces_raise_before_the_flop_and_deuce_seven_folds_to_a_raise() -> None:
    aces = dealt("holdem-no-limit", "7c 2d As Ad")
    assert chosen(aces).startswith("raise to")
    assert chosen(up_to(dealt("holdem-no-limit", "7c 2d As Ad"), "raise to 20")) == "fold"
