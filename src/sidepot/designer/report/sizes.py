"""The sizes of a report's parts, in proportion to the hands that are counted.

Other parts are dearer than counting, or need fewer hands for the same precision.
"""

from __future__ import annotations

from sidepot.lab.simulate import SESSION

_SKILL, _VARIANT, _WATCHED, _MATCHES = 4, 12, 40, 200
"""The hands that are counted, for each hand of a comparison and of a variant, for each hand that is
watched and each match."""
_MOST_WATCHED, _MOST_MATCHES = 600, 100


def whole(hands: int) -> int:
    """The hands that are counted, in whole sessions."""
    return -(-hands // SESSION) * SESSION


def deals(hands: int, players: int) -> int:
    """The deals of a comparison; each is a hand for every player."""
    return max(hands // (_SKILL * players), 1)


def watched(hands: int) -> int:
    """The hands of the sample that is watched decision by decision."""
    return max(min(hands // _WATCHED, _MOST_WATCHED), 1)


def matches(hands: int) -> int:
    """The matches to the first player who is broke."""
    return max(min(hands // _MATCHES, _MOST_MATCHES), 2)


def of_variant(hands: int) -> int:
    """The hands of each variant, in whole sessions."""
    return whole(-(-hands // _VARIANT))


def deals_of_variant(hands: int, players: int) -> int:
    """The deals of a variant's comparison."""
    return max(of_variant(hands) // players, 1)
