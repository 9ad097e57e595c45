"""Examples in a game's file are read and played, and what was played can be one."""

from dataclasses import replace
from pathlib import Path

import pytest

from sidepot import games
from sidepot.designer.laws import conformance
from sidepot.designer.odd import odd_hands
from sidepot.engine import examples
from sidepot.errors import BadGameFile
from sidepot.games import leduc
from sidepot.kernel import compiled
from sidepot.rules import chips, journal
from tests.cases import often
from tests.laws.little import LITTLE

EVERY = 15
OFTEN = ("high-noon-shootout", "holdem-no-limit", "ricochet-2", "ricochet-casino")


FILES = sorted(map(str, (Path(__file__).parents[2] / "examples" / "games").glob("*.py")))
RAZZ = next(file for file in FILES if file.endswith("razz.py"))


@pytest.mark.parametrize("name", often([*games.registry(), *FILES], always=(*OFTEN, RAZZ)))
def test_a_hand_that_was_played_is_an_example_of_itself(name: str) -> None:
    """At every size of table, with every option."""
    traces = conformance._traces_of(games.find(name))[::EVERY]
    nameable = [t for t in traces if t.case.kept is None and not t.case.game.deals_again]
    assert nameable or games.find(name).deals_again or games.find(name).keeps_values
    for trace in nameable:
        hand = trace.hand()
        line = str(examples.of(hand, [str(action) for _, action in hand.actions]))
        again = examples.parse(line)
        assert str(again) == line
        other = again.deal(games.find(name))
        for action in again.actions:
            other.act(action)
        assert other.over
        assert other.payoffs == again.payoffs == hand.payoffs
        assert other.events() == hand.events()


@pytest.mark.parametrize(
    "line",
    [
        "Ks 7d",
        "Ks 7d | check, check",
        "Ks 7d | check | soon",
        "Ks 7d | check | ",
        "ante | Ks 7d | check | +1 -1",
        "stacks=20/many | Ks 7d | check | +1 -1",
        "a=1 | b=2 | Ks 7d | check | +1 -1",
    ],
)
def test_a_line_that_is_no_example_is_refused_with_the_form_of_one(line: str) -> None:
    with pytest.raises(BadGameFile, match=r"is no example; write cards, actions and results"):
        examples.parse(line)


def test_options_stacks_and_marks_between_hands_may_stand_in_an_example() -> None:
    example = examples.parse("ante=3 stacks=9/3/4 | 9c / 9d / 2s | check, check, fold | -3 6 -3")
    hand = example.deal(LITTLE.with_options(ante=7))
    assert hand.stacks == (6, 0, 1) and hand.game.pairs == ["ante=3"]
    assert example.payoffs == (-3, 6, -3)


def test_a_page_has_no_examples_for_players() -> None:
    page = "Rules.\n\n<!-- examples -->\n- `Ks | fold | +1` x\n<!-- /examples -->\n\nMore.\n"
    assert examples.without(page) == "Rules.\n\nMore.\n"
    assert [str(found) for found in examples.read(page)] == ["Ks | fold | +1"]


def test_odd_hands_are_short_and_each_of_another_kind() -> None:
    found = list(odd_hands(conformance._traces_of(games.find("holdem-no-limit"))))
    assert [odd.title for odd in found] == [
        "Several pots",
        "A pot is split",
        "The shortest stack wins",
        "Many show their cards",
        "Nobody else is left",
    ]
    assert len({odd.example for odd in found}) == len(found)
    split = found[1]
    assert any("split" in sentence for sentence in split.told)


def test_equal_hands_of_which_one_wins_are_told_to_be_read() -> None:
    @compiled
    def step(s: leduc.Leduc, action: int) -> None:
        leduc.step(s, action)
        if s.chips.won[0] and s.chips.won[1]:
            s.chips.stack[1] -= s.chips.won[1]
            s.chips.won[1], s.journal.n = 0, s.journal.n - 2
            chips.win(s.chips, s.journal, journal.WON, 0, s.chips.paid[1])

    game = replace(leduc.LEDUC, name="first", verbs=leduc.LEDUC.verbs._replace(step=step))
    for of_pair, wanted in ((leduc.LEDUC, 0), (game, 1)):
        titles = [odd.title for odd in odd_hands(conformance._traces_of(of_pair))]
        assert titles.count("Of equal hands one wins") == wanted
