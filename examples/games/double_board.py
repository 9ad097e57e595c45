"""Double-board hold'em: two boards, and the best hand with each wins half of every pot.

The cards of the first board come first on each street.

<!-- examples -->
- `As Ad / Ks Kd / 2c Ah 7c 8d Kh 7d 8h / 2d 3c 4s / 2h 9c 9h | call, check, check, check, check,
  check, check, check | +0 +0` Three aces with the first board, three kings with the second.
<!-- /examples -->
"""

from sidepot.engine.streets import street_game
from sidepot.rules.rankings import HIGH, on_places
from sidepot.rules.streets import bet, common, down

FIRST, SECOND = (0, 1, 2, 6, 8), (3, 4, 5, 7, 9)

DOUBLE_BOARD = street_game(
    name="double-board",
    title="Double-Board Hold'em",
    author="traditional",
    rows=[
        *(down(2), bet()),
        *(common(3), common(3), bet()),
        *(common(1), common(1), bet()),
        *(common(1), common(1), bet()),
    ],
    high=on_places(HIGH, FIRST),
    low=on_places(HIGH, SECOND),
    limit="no-limit",
    minutes=3,
    says={"high_half": "first_board", "low_half": "second_board"},
    words={
        "event.first_board": "The half of the first board.",
        "event.second_board": "The half of the second board.",
        "did.first_board": "first board",
        "did.second_board": "second board",
    },
)
