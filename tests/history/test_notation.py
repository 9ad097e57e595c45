"""Lines of histories, read and written."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidepot.engine.action import Action
from sidepot.errors import BadHistory
from sidepot.history.notation import FORMS, WORDS, Line, line_of
from sidepot.rules import actions

LINES = {
    "d dh p1 Kc": Line("dh", 0, ("Kc",)),
    "d dh p8 ??": Line("dh", 7, ("??",)),
    "d db KcTdXx": Line("db", cards=("Kc", "Td", "Xx")),
    "p1 f": Line("f", 0),
    "p2 cc": Line("cc", 1),
    "p3 cbr 40": Line("cbr", 2, amount=40),
    "p4 buy 2": Line("buy", 3, amount=2),
    "p1 cbr 47.50": Line("cbr", 0, amount=Decimal("47.50")),
    "p1 cbr 0.00000001": Line("cbr", 0, amount=Decimal("0.00000001")),
    "p1 sd": Line("sd", 0),
    "p2 sd Kc": Line("sd", 1, ("Kc",)),
    "p2 sd ??": Line("sd", 1, ("??",)),
    "p1 sb quickdraw 5": Line("sb quickdraw", 0, amount=5),
    "p7 sb cover 2": Line("sb cover", 6, amount=2),
    "p1 sb": Line("sb", 0),
    "p1 sm": Line("sm", 0),
    "p1 sm -": Line("sm", 0, ("-",)),
    "p1 sm KcTd": Line("sm", 0, ("Kc", "Td")),
    "void": Line("void"),
    "# just talk": Line("", commentary="just talk"),
    "p1 f # he sighs # twice": Line("f", 0, commentary="he sighs # twice"),
}
WRONG = [
    "",
    " ",
    "f",
    "p1",
    "p0 f",
    "p1 fold",
    "P1 f",
    "p1 f 2",
    "p1 buy",
    "p1 buy two",
    "p1 buy -1",
    "p1 buy 1.5",
    "p1 buy 1 1",
    "p1 cbr",
    "p1 cbr " + "9" * 19,
    "p1 sd Kc7",
    "p1 sd -",
    "p1 cbr 1.",
    "p1 cbr .5",
    "p1 cbr 1.0000000001",
    "p1 sb Pair 5",
    "d dh Kc",
    "d dh p1",
    "d dh p1 kc",
    "d dh p1 1c",
    "d dh p1 K",
    "d db",
    "d p1 Kc",
    "void p1",
    "p1 f, p2 f",
    "p1\u00a0f\x00",
]


@pytest.mark.parametrize("text", LINES)
def test_a_line_is_read_and_written(text: str) -> None:
    assert Line.parse(text) == LINES[text]
    assert str(LINES[text]) == text


@pytest.mark.parametrize("text", WRONG)
def test_a_malformed_line_is_refused_with_the_known_forms(text: str) -> None:
    with pytest.raises(BadHistory) as refusal:
        Line.parse(text)
    assert all(form in str(refusal.value) for form in FORMS)
    assert str(refusal.value).isprintable()


def test_a_long_line_is_quoted_in_part() -> None:
    with pytest.raises(BadHistory) as refusal:
        Line.parse("p1 " + "x" * 10_000)
    assert len(str(refusal.value)) < 450


def test_spaces_do_not_matter() -> None:
    assert Line.parse("  d  dh \t p1 Kc#x") == Line("dh", 0, ("Kc",), commentary="x")


def test_every_kind_of_action_has_a_word() -> None:
    assert set(WORDS) == set(actions.KINDS)


@given(st.integers(0, 98), st.sampled_from(actions.KINDS), st.integers(0, 10**15), st.text())
def test_actions_go_both_ways(seat: int, kind: str, amount: int, talk: str) -> None:
    line = line_of(seat, Action(kind, amount))
    assert Line.parse(str(line)) == line
    assert Line.parse(f"{line} #{talk}").commentary == talk.strip()
