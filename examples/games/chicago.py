"""Chicago: seven-card stud in which the highest spade in the hole wins half of the pot.

The other half goes to the best five of seven cards. A spade that lies open does not count, and
where nobody has one in the hole, the best hand takes it all.

<!-- examples -->
- `As 2d / Kc Ks / 3c Kd / 4c 5h 8d / 4d 7c 8h / 4h 9c Qs / 4s Jd Qh | pay, call, check, check,
  check, check, check, check, check, check | +0 +0` A full house, and the ace of spades.
<!-- /examples -->
"""

from typing import Any

from sidepot.cards import NONE, RANKS, SUITS
from sidepot.engine.streets import BRING_IN, street_game
from sidepot.kernel import compiled
from sidepot.rules.rankings import HIGH, Named, Ranking, Seen
from sidepot.rules.streets import BIG, HIGH_HAND, LOW_CARD, SMALL, bet, down, up
from sidepot.words import Message

SPADES = SUITS.index("s")


@compiled
def spade(s: Any, p: int) -> int:
    """The highest spade that a seat has in the hole, as a number above 0, or 0."""
    highest = 0
    for k in range(s.hole.size[p]):
        if s.hole.card[p, k] % 4 == SPADES:
            highest = max(highest, s.hole.card[p, k] + 1)
    return highest


def named(seen: Seen) -> Named | None:
    """That spade in words."""
    highest = max((code for code in seen.down if code % 4 == SPADES), default=NONE)
    if highest == NONE:
        return None
    return Named(Message("hand.hole_spade", {"first": RANKS[highest // 4]}), ())


CHICAGO = street_game(
    name="chicago",
    title="Chicago",
    author="traditional",
    rows=[
        *(down(2), up(1), bet(SMALL, LOW_CARD)),
        *(up(1), bet(SMALL, HIGH_HAND)),
        *(up(1), bet(BIG, HIGH_HAND)),
        *(up(1), bet(BIG, HIGH_HAND)),
        *(down(1), bet(BIG, HIGH_HAND)),
    ],
    high=HIGH,
    low=Ranking(spade, named),
    forced=BRING_IN,
    limit="fixed-limit",
    minutes=4,
    says={"low_half": "spade_half", "no_low": "no_spade"},
    words={
        "hand.hole_spade": "the {first:rank} of spades in the hole",
        "event.spade_half": "The half of the highest spade in the hole.",
        "event.no_spade": "Nobody has a spade in the hole.",
        "did.spade_half": "spade",
        "did.no_spade": "no spade",
    },
)
