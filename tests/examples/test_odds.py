"""Positions of the example games whose answer anybody knows: certain wins, losses and halves.

A batch of deals in plain Python tells no close chances apart, but a certain win is certain.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest

from sidepot.analysis import Analysis, analyze, read_position
from sidepot.games import find
from sidepot.odds.sentences import kind_name
from tests.examples.test_games import FOLDER


class Known(NamedTuple):
    """A position and an action, how often it wins all and wins at all, and the final hand."""

    game: str
    hands: str
    after: str
    action: str
    wins: float
    takes: float
    kind: str


CHECKED = ", check" * 6
BOUGHT = ", ".join(["bid 0, bid 5"] * 4)
TWO = "?? ?? Kh 9d Jh Js ??"
CHANCES = (
    Known("omaha_hi_lo", "* / As 2s Kd Kh / 3c 4d 8h Kc Ks", f"call{CHECKED}", "check", 0.9, 1.0,
          "four of a kind, and a low"),
    Known("razz", f"As 2d 3c 4c 5d Kd Ks / {TWO}", f"pay, call{CHECKED}", "check", 1.0, 1.0,
          "a five low"),
    Known("razz", "Kc Ks Kd Qd Qs Js Jd / ?? ?? 9c 8d 3h 2s ??", f"pay, call{CHECKED}", "check",
          0.0, 0.0, "a low with a pair"),
    Known("follow_the_queen", "As Ad Ah Ac 2d Qs 7c / ?? ?? 4h 2h 4c Jd ??", f"pay, call{CHECKED}",
          "check", 1.0, 1.0, "five of a kind"),
    Known("anaconda", "2c 3c 4c Ac Ad Kh Ks / Ah As 9h ?? ?? ?? ??",
          "check, check, pass on 2c 3c 4c, pass on Ah As 9h", "check", 0.75, 0.75, ""),
    Known("chicago", f"As Ad Ah Ac 2c 3d 4d / {TWO}", f"pay, call{CHECKED}", "check", 1.0, 1.0,
          "four of a kind, and the ace of spades in the hole"),
    Known("double_board", "* / As Ad / 2c Ah Ac 3c 4d 5h 8d 7d 8h 9s", f"call{CHECKED}", "check",
          0.5, 1.0, "four of a kind, and a pair"),
    Known("short_deck", "* / Ah Kh / Qh Jh Th 9c 8d", f"call{CHECKED}", "check", 1.0, 1.0,
          "a royal flush"),
    Known("five_card_twist", "As Ad Ah Ac 2c / ?? Kd Kh Qd Js", f"pay, call{CHECKED}", "keep",
          1.0, 1.0, "four of a kind"),
    Known("priced_draw", "As Ks Qs Js Ts / *", "", "check", 1.0, 1.0, "a royal flush"),
    Known("triple_draw", "7c 5d 4h 3s 2c / *", "", "check", 1.0, 1.0, "a seven low"),
    Known("hi_lo_declare", f"As 2s 3s 4s 5s 7c 8h / {TWO}", f"pay, call{CHECKED}, check, check",
          "both", 0.75, 1.0, "a straight flush, and a low"),
)  # fmt: skip
"""Chances in games of betting; they are the least, but where a hand takes nothing."""
VALUES = (
    ("acey_deucey", "2c Ad / *", "", "wager 2"),
    ("caribbean_stud", "Kc Kd Kh Ks 2c / ?? ?? ?? ?? Qd", "", "call"),
    ("caribbean_stud", "7c 5d 4h 3s 2c / ?? ?? ?? ?? Ad", "", "fold"),
    ("card_auction", "2c 3d / * / As Ah Ad Ac 7h", BOUGHT, "bid 0"),
    ("three_five_seven", "As Ad Ac / *", "", "in"),
)


def asked(name: str, hands: str, after: str) -> Analysis:
    """The coach's answer from a batch of deals."""
    position = read_position(find(str(FOLDER / f"{name}.py")), hands, after=after)
    return analyze(position, seconds=0, outlook=True)


@pytest.mark.parametrize("known", CHANCES, ids=lambda known: f"{known.game} {known.hands}")
def test_a_certain_end_is_told_by_odds_and_outlook(known: Known) -> None:
    found = asked(known.game, known.hands, known.after)
    chance = next(one for one in found.chances if one.action == known.action)
    assert found.outlook
    for told in (chance, found.outlook):
        assert told.win >= known.wins and told.win + told.tie >= known.takes - 1e-9
        assert known.takes or told.win + told.tie == 0
    if known.kind:
        assert [kind_name(one).text for one in found.outlook.hands] == [known.kind]


@pytest.mark.parametrize(("game", "hands", "after", "best"), VALUES)
def test_the_choice_that_anybody_would_make_is_the_best(
    game: str, hands: str, after: str, best: str
) -> None:
    found = asked(game, hands, after)
    value = found.value(best)
    assert all(value >= choice.value for choice in found.choices)
