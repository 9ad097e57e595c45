"""Properties of every hand that can be played."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import sidepot
from sidepot.engine.action import Action
from sidepot.engine.game import Hand
from sidepot.errors import IllegalAction
from sidepot.rules.actions import COUNTED, KINDS, PICKED, SETS
from tests.rules.table import pot

slow = settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])


@st.composite
def hands(draw: st.DrawFn) -> Hand:
    """A hand just dealt: any game, options, stacks and seed."""
    game = draw(st.sampled_from(list(sidepot.games.registry().values())))
    values = {name: st.sampled_from(o.kind.extremes) for name, o in game.declared.items()}
    game = game.with_options(**draw(st.fixed_dictionaries({}, optional=values)))
    stack = st.integers(game.unit, 10 * game.unit)
    stacks = draw(st.lists(stack, min_size=game.least, max_size=game.most))
    return game.deal(stacks=stacks, seed=draw(st.integers(0, 2**32)))


@slow
@given(hands(), st.data())
def test_chips_are_conserved_and_an_action_is_its_text(hand: Hand, data: st.DataObject) -> None:
    """C5, and act(str(action)) is act(action)."""
    chips = sum(hand.starting_stacks)
    twin = hand.copy()
    while not hand.over:
        choice = data.draw(st.sampled_from(hand.legal.ranges))
        action = choice.at(data.draw(st.integers(choice.lowest, choice.highest)))
        assert hand.act(action) == twin.act(str(action))
        assert bytes(hand) == bytes(twin)
        assert sum(hand.stacks) + hand.bank + pot(hand) == chips
        assert min(hand.stacks) >= 0
    assert sum(hand.payoffs) + hand.bank == 0
    assert pot(hand) == 0


@slow
@given(hands(), st.text() | st.from_regex(r"\A\s*[a-z_]+( to)? *[-+]?[0-9.]{0,3}\s*\Z"))
def test_any_text_is_an_action_or_refused(hand: Hand, text: str) -> None:
    before = bytes(hand)
    if text in hand.legal:
        hand.act(text)
        assert bytes(hand) != before
    else:
        with pytest.raises(IllegalAction):
            hand.act(text)
        assert bytes(hand) == before


@given(st.sampled_from([k for k in KINDS if KINDS.index(k) not in SETS]), st.integers(0, 10**15))
def test_an_action_comes_back_from_its_text_and_from_its_number(kind: str, amount: int) -> None:
    action = Action(kind, amount)
    assert Action.decode(action.number) == action
    said = amount if KINDS.index(kind) in (*COUNTED, *PICKED) else 0
    assert Action.parse(str(action)) == Action(kind, said)
