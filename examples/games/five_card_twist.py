"""Five-card stud with a twist: after the fourth bet each player may buy one card for another.

For an open card comes an open one, for the hidden card a hidden one, and all see what went and what
came. The price of a card goes into the pot and never back. Then there is a last bet, and the best
hand wins.

<!-- examples -->
- `As / Kc / Ad Kd / 2c 7c 8h / 3c 4d 9s / 4c 2s Jd / Ah / 9h | pay, call, check, check, check,
  check, check, check, replace open 2s, replace open Jd, check, check | +4 -4` Three aces win.
<!-- /examples -->
"""

from sidepot.engine.streets import BRING_IN, street_game
from sidepot.rules.rankings import HIGH
from sidepot.rules.streets import BIG, HIGH_HAND, LOW_CARD, SMALL, bet, down, replace, up

FIVE_CARD_TWIST = street_game(
    name="five-card-twist",
    title="Five-Card Stud with a Twist",
    author="traditional",
    rows=[
        *(down(1), up(1), bet(SMALL, LOW_CARD)),
        *(up(1), bet(SMALL, HIGH_HAND)),
        *(up(1), bet(BIG, HIGH_HAND)),
        *(up(1), bet(BIG, HIGH_HAND)),
        *(replace(), bet(BIG, HIGH_HAND)),
    ],
    high=HIGH,
    forced=BRING_IN,
    limit="fixed-limit",
    minutes=4,
)
