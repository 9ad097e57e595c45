"""High-low declare: seven-card stud in which all say what they go for.

After the last bet all say at the same time whether they go high, low or both ways, and only those
who go for a half can win it. Whoever goes both ways wins both alone, or nothing. Where all go the
same way, the pot is not halved. Straights and flushes do not spoil a low.

<!-- examples -->
- `As 2d / Kc Ks / 3c Kd / 4c 5h 8d / 4d 7c 8h / 4h 9c Qs / 4s Jd Qh | pay, call, check, check,
  check, check, check, check, check, check, low, low | +3 -3` Both go low, and three kings win
  nothing.
<!-- /examples -->
"""

from sidepot.engine.streets import BRING_IN, street_game
from sidepot.rules.rankings import HIGH, LOW
from sidepot.rules.streets import BIG, HIGH_HAND, LOW_CARD, SMALL, bet, declare, down, up

HI_LO_DECLARE = street_game(
    name="hi-lo-declare",
    title="High-Low Declare",
    author="traditional",
    rows=[
        *(down(2), up(1), bet(SMALL, LOW_CARD)),
        *(up(1), bet(SMALL, HIGH_HAND)),
        *(up(1), bet(BIG, HIGH_HAND)),
        *(up(1), bet(BIG, HIGH_HAND)),
        *(down(1), bet(BIG, HIGH_HAND)),
        declare(),
    ],
    high=HIGH,
    low=LOW,
    forced=BRING_IN,
    limit="fixed-limit",
    minutes=5,
)
