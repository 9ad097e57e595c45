"""My Board: two cards each, four in the middle, and a bet after each deal. By YOUR NAME.

The best five of all six cards win. The game is a table of streets, deals and rounds of betting, and
of what ranks its hands: change a row and run `sidepot check` on the file.

Said while somebody plays the game for the first time:

<!-- first hand -->
- `deal` You have two cards face down, and four will lie in the middle for all.
- `choice check` Nobody has bet: check for nothing, or bet if your cards are good.
- `choice call` Somebody has bet: pay as much to stay in, or fold.
- `event board` These cards count for everybody.
- `end` The best five cards take the pot.
<!-- /first hand -->

Hands with their cards, their actions and the results: every check plays them.

<!-- examples -->
- `Ks Kd / 7h 7s / 9c / 2d 3h 4s / 9d 8c | check, check, check, check, bet 4, call | +5 -5`
  The kings win: each paid the ante and the big bet.
<!-- /examples -->
"""

from sidepot.engine.streets import ANTES, street_game
from sidepot.rules.rankings import HIGH
from sidepot.rules.streets import BIG, bet, common, down

MY_BOARD = street_game(
    name="my-board",
    title="My Board",
    author="YOUR NAME",
    forced=ANTES,  # what is paid before the deal: ANTES, BLINDS, or a BRING_IN
    rows=[down(2), bet(), common(3), bet(), common(1), bet(BIG)],
    high=HIGH,  # `two_and_three(HIGH)`: two cards of the hand must count
    limit="fixed-limit",  # or "pot-limit", "no-limit"; without it the table chooses
    most=8,
)
