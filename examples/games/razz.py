"""Razz: seven-card stud for the lowest hand. Aces are low; straights and flushes do not count.

The highest open card brings it in, later the lowest open hand opens.

<!-- examples -->
- `Ac 2c 3c / Kc Kd Qd / 9c 4d Qh / 9d 5s Jc / 9h Kh Js / 9s Ks Jh | pay, call, check, check,
  check, check, check, check, check, check | +3 -3` Five to the ace.
<!-- /examples -->
"""

from sidepot.engine.streets import BRING_IN, street_game
from sidepot.rules.rankings import LOW
from sidepot.rules.streets import BIG, HIGH_CARD, LOW_HAND, SMALL, bet, down, up

RAZZ = street_game(
    name="razz",
    title="Razz",
    author="traditional",
    rows=[
        *(up(1, hidden=2), bet(SMALL, HIGH_CARD)),
        *(up(1), bet(SMALL, LOW_HAND)),
        *(up(1), bet(BIG, LOW_HAND)),
        *(up(1), bet(BIG, LOW_HAND)),
        *(down(1), bet(BIG, LOW_HAND)),
    ],
    high=LOW,
    forced=BRING_IN,
    limit="fixed-limit",
    minutes=4,
)
