"""Short-deck hold'em, or six plus: no card below the six, and a flush beats a full house.

Ace, six, seven, eight and nine are the lowest straight.

<!-- examples -->
- `Ah Kh / 9c 9d / 6d 6h 9h Qh / 8d Qs / 7s 7d | call, check, check, check, check, check, check,
  check | +2 -2` The flush beats nines full of queens.
<!-- /examples -->
"""

from sidepot import cards
from sidepot.engine.streets import street_game
from sidepot.rules.rankings import SHORT_DECK
from sidepot.rules.streets import bet, common, down

SHORT_DECK_HOLDEM = street_game(
    name="short-deck",
    title="Short-Deck Hold'em",
    author="traditional",
    rows=[down(2), bet(), common(3), bet(), common(1), bet(), common(1), bet()],
    high=SHORT_DECK,
    most=6,
    limit="no-limit",
    deck=cards.deck(ranks="6789TJQKA"),
    minutes=2,
)
