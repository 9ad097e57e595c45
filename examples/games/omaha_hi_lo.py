"""Omaha hi-lo, eight or better: four cards, of which two count with three of the board.

The high hand and the low hand share the pot. A low has five ranks up to the eight, aces low;
straights and flushes do not spoil it. Without a low the high hand takes it all.

<!-- examples -->
- `As 2s Jd 6h / Kd Kh Qc Qd / Jc Tc 9s 9c / 4c 3d 5h Kc / 4d 8c / 4h Th | call, call, check,
  check, check, check, check, check, check, check, check, check | +1 +1 -2` Three kings, and a low
  of 8 5 3 2 A.
<!-- /examples -->
"""

from sidepot.engine.streets import street_game
from sidepot.rules.rankings import EIGHT_OR_BETTER, HIGH, two_and_three
from sidepot.rules.streets import BIG, bet, common, down

OMAHA_HI_LO = street_game(
    name="omaha-hi-lo",
    title="Omaha Hi-Lo",
    author="traditional",
    rows=[down(4), bet(), common(3), bet(), common(1), bet(BIG), common(1), bet(BIG)],
    high=two_and_three(HIGH),
    low=two_and_three(EIGHT_OR_BETTER),
    limit="fixed-limit",
    minutes=4,
)
