"""Deuce-to-seven triple draw: five cards, three draws, and the lowest hand wins.

Aces are high, and straights and flushes count: the best hand is 7 5 4 3 2 of several suits. There
are four rounds of betting, and a draw of up to five cards after each but the last.

<!-- examples -->
- `7c 5d 4h 3s Kd / 9c 8d 4s 3h 2s / Ah / 2h | call, check, exchange Kd, keep, check, check, keep,
  keep, check, check, keep, keep, check, check | +2 -2` The best hand there is.
<!-- /examples -->
"""

from sidepot.engine.streets import street_game
from sidepot.rules.rankings import DEUCE_TO_SEVEN
from sidepot.rules.streets import BIG, bet, down, draw

TRIPLE_DRAW = street_game(
    name="triple-draw",
    title="2-7 Triple Draw",
    author="traditional",
    rows=[down(5), bet(), draw(5), bet(), draw(5), bet(BIG), draw(5), bet(BIG)],
    high=DEUCE_TO_SEVEN,
    most=6,
    limit="fixed-limit",
    minutes=4,
)
