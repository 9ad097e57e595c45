"""Write, then read: the same history; replay: the same hand."""

import datetime
import re
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sidepot
from sidepot.cards import text
from sidepot.engine.game import Hand
from sidepot.errors import BadHistory
from sidepot.history import History, phh
from sidepot.history.notation import FORMS, Line
from tests.history.hands import KNOWN, ends, known, random_hand
from tests.laws.little import LITTLE
from tests.suites import held

TEXT = st.text(st.characters(exclude_categories=["Cs"]))
TAKEN = {"variant", "antes", "starting_stacks", "finishing_stacks", "_options", "players"} | {
    *(phh.BLINDS, phh.TRIMMED, phh.CALLED_OFF, "min_bet", "small_bet", "big_bet")
}
NAMES = TEXT.filter(lambda name: name not in TAKEN | {"actions"})
TIMES = st.one_of(
    st.dates(),
    st.times(),
    st.datetimes(),
    st.datetimes(timezones=st.just(datetime.timezone(datetime.timedelta(hours=-5, minutes=-30)))),
)
SIMPLE = st.one_of(TEXT, st.integers(), st.floats(allow_nan=False), st.booleans(), TIMES)
VALUES = st.recursive(
    SIMPLE, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3)
)
FIELDS = st.dictionaries(NAMES, VALUES, max_size=4)
HANDS = 4
"""Of each game."""


@given(st.integers(0), FIELDS, TEXT, st.data())
def test_write_then_read_is_the_identity(
    seed: int, others: dict[str, Any], talk: str, data: st.DataObject
) -> None:
    history = History.from_hand(random_hand(seed), **others)
    names = data.draw(st.lists(TEXT, min_size=len(history.antes), max_size=len(history.antes)))
    spoken = (*history.actions, f"# {talk}")
    history = replace(history, players=tuple(names), actions=spoken)
    text = history.text()
    assert History.parse(text) == history
    assert History.parse(text).text() == text
    assert History.parse(history.text(data.draw(TEXT))) == history


@given(st.integers(0), st.booleans())
def test_a_replay_is_the_hand_again(seed: int, ended: bool) -> None:
    check_replay(random_hand(seed, ended=ended))


@pytest.mark.parametrize("seed", range(HANDS))
@pytest.mark.parametrize("name", held("histories"))
def test_a_replay_is_the_hand_again_in_every_game(name: str, seed: int) -> None:
    check_replay(random_hand(seed, name))


def check_replay(hand: Hand) -> None:
    """Check that a written hand is read and replayed identically, for everybody."""
    done = History.parse(History.from_hand(hand).text()).replay()
    assert done.called_off is not hand.over
    assert done.hand.payoffs == hand.payoffs
    assert done.hand.actions == hand.actions
    for seat in range(-1, hand.players):
        assert done.hand.events(seat) == hand.events(seat)
        assert record(done.hand, seat) == record(hand, seat)
    assert done.finishing_stacks == ends(hand)


def record(hand: Hand, seat: int) -> bytes:
    """A seat's record. PHH writes every option, also those that follow from others.

    Which of two equal cards was which no history says.
    """
    if len(set(map(text, hand.deck))) < len(hand.deck):
        return repr(hand.view(seat)).encode()
    rows = hand.record(seat)
    if hand.game.code:
        rows["options"] = np.zeros_like(rows["options"])
    return bytes(rows.tobytes())


def test_options_are_those_that_differ_and_the_ante_is_antes() -> None:
    hand = sidepot.game("ricochet", ante=5, card_price=3, tie_ends="any").deal(players=3, seed=1)
    history = History.from_hand(hand)
    assert history.antes == (5, 5, 5)
    assert history.options == {"card_price": 3}
    assert history.replay().hand.game.settings == hand.game.settings
    assert "_options = { card_price = 3 }\n" in history.text()


def test_default_options_are_not_written() -> None:
    assert "_options" not in History.from_hand(random_usual()).text()


def random_usual() -> sidepot.Hand:
    return sidepot.game("ricochet-2").deal(players=3, seed=1)


def test_half_a_surrogate_pair_is_replaced() -> None:
    name = History.parse(known(players=("\ud800", "b", "c")).text()).players
    assert name == ("\N{REPLACEMENT CHARACTER}", "b", "c")


def test_cards_face_down_are_written_open_and_replayed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sidepot.games.registry", lambda: {"little": LITTLE})
    hand = LITTLE.deal(stacks=[10, 20, 30], seed=5)
    for action in ("raise to 4", "check", "fold"):
        hand.act(action)
    history = History.from_hand(hand)
    assert history.actions[3:] == ("p1 cbr 4", "p2 cc", "p3 f")
    assert not any("??" in line for line in history.actions)
    done = history.replay()
    assert done.hand.stacks == hand.stacks
    assert done.hand.events(0) == hand.events(0)
    hidden = replace(history, actions=("d dh p1 ??", *history.actions[1:]))
    with pytest.raises(BadHistory, match=r'action 1 "d dh p1 \?\?": .* nobody saw'):
        hidden.replay()


def test_called_off_gives_the_chips_back() -> None:
    done = known(*KNOWN.actions[:4], "void # fire alarm", finishing_stacks=(20, 20, 20)).replay()
    assert done.called_off and done.finishing_stacks == (20, 20, 20)


def test_commentary_alone_may_stand_anywhere() -> None:
    lines = [line for action in KNOWN.actions for line in ("# hm", action)]
    assert known(*lines, "#").replay().hand.over


def test_cards_may_be_shown_at_the_end() -> None:
    assert known(*KNOWN.actions, "p1 sm Ts", "p3 sm 3c7s", "p1 sm").replay().hand.over


def test_a_player_without_a_name_is_called_by_their_seat() -> None:
    assert known(players=None).replay().hand.names == ("p1", "p2", "p3")


def test_the_example_of_the_docs_is_good() -> None:
    page = (Path(__file__).parents[2] / "docs" / "histories.md").read_text("utf-8")
    ours, phhs = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    assert History.parse(ours).replay().finishing_stacks == (26, 18, 16)
    assert History.parse(phhs).replay().finishing_stacks == (Decimal("0.5"), Decimal("5.5"))


def test_the_docs_name_every_form() -> None:
    page = (Path(__file__).parents[2] / "docs" / "histories.md").read_text("utf-8")
    shown = {
        Line.parse(text).word for text in re.findall(r"^\| `(.*?)` \|", page, re.M) if _is(text)
    }
    assert shown == {Line.parse(_example(form)).word for form in FORMS} | {""}


def _is(text: str) -> bool:
    try:
        Line.parse(text)
    except BadHistory:
        return False
    return True


def _example(form: str) -> str:
    examples = {"pN": "p1", "CARDS": "Kc", "CARD": "Kc", "N": "2", "AMOUNT": "40", "NAME": "bid"}
    return " ".join(examples.get(part, part) for part in form.split())
