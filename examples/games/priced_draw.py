"""Draw for a price: five-card draw in which every card of the exchange is paid for, into the pot.

Everybody antes and gets five cards face down. After a round of betting each player may exchange up
to four cards, at the price of one card each; what is paid never goes back. Whoever cannot pay for a
card keeps their hand. Then there is a second round, and the best hand wins.

<!-- examples -->
- `Ks Kd 9c 5h 2d / Ac Jh Ts 7d 4c / 3s / Kh 8s | check, check, exchange 5h 2d, keep, bet 4,
  call | +5 -5` Three kings win the antes and the bet, and their own two chips back.
<!-- /examples -->
"""

from sidepot.engine.streets import ANTES, street_game
from sidepot.rules.rankings import HIGH
from sidepot.rules.streets import BIG, bet, down, draw

PRICED_DRAW = street_game(
    name="priced-draw",
    title="Draw for a Price",
    author="traditional",
    rows=[down(5), bet(), draw(4, priced=True), bet(BIG)],
    high=HIGH,
    forced=ANTES,
    most=6,
    limit="fixed-limit",
    minutes=3,
)
