"""Ranges of hands as poker players write them: `QQ+, AK, A5s-A2s`, and the best so many percent."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Sequence

from sidepot.cards import CODES, RANKS, SIZE, parse, text
from sidepot.errors import BadCards, BadRange

Combo = tuple[int, ...]
"""The physical cards of one hand."""
Ranking = Callable[[], Sequence[Combo]]
"""All hands of a game, the best first."""

ANY = ("*", "?", "any", "random")
"""Words for a hand of any cards."""
_MOST_CARDS = 3
"""The most cards of a hand that may be written by ranks alone."""
_PERCENT = re.compile(r"(?:top\s*)?([0-9]+(?:\.[0-9]+)?)\s*%", re.IGNORECASE)
_KIND = re.compile(rf"([{RANKS}]+)([so]?)", re.IGNORECASE)
_SHOWN = 40
"""The most characters of a wrong item that are shown."""
_EXAMPLES = {1: "K, Q", 2: "QQ+, AK, A5s-A2s, KhQh, top 10%", 3: "AAA, AKQs, AhKhQh"}
_SUITED, _OFFSUIT = "s", "o"


def combos(line: str, cards: Sequence[int], size: int, ranking: Ranking) -> list[Combo]:
    """The hands of `size` physical cards that a range means, each of them once.

    `ranking` is asked for where a part of the best hands is meant. Raises `BadRange` for a text
    that is no range.
    """
    found: dict[frozenset[int], Combo] = {}
    for item in line.split(","):
        for combo in _of_item(item.strip(), cards, size, ranking):
            found.setdefault(frozenset(combo), combo)
    return list(found.values())


def _of_item(item: str, cards: Sequence[int], size: int, ranking: Ranking) -> Iterator[Combo]:
    """The hands of one item of a range."""
    percent = _PERCENT.fullmatch(item)
    if percent:
        return _best(float(percent[1]), item, ranking)
    explicit = _explicit(item, size)
    if explicit is not None:
        return _copies(explicit, cards)
    if size <= _MOST_CARDS:
        kinds = _kinds(item, size)
        if kinds is not None:
            return itertools.chain.from_iterable(of_kind(*kind, cards) for kind in kinds)
    if not item:
        raise BadRange("error.range_nothing")
    example = _EXAMPLES.get(size, text(cards[-1]) + "...")
    raise BadRange("error.range", item=item[:_SHOWN], n=size, example=example)


def _best(percent: float, item: str, ranking: Ranking) -> Iterator[Combo]:
    """The best part of all hands, at least one."""
    if not 0 < percent <= 100:
        raise BadRange("error.range_percent", item=item)
    ranked = ranking()
    return iter(ranked[: max(1, round(len(ranked) * percent / 100))])


def _explicit(item: str, size: int) -> list[int] | None:
    """The codes of a whole hand written card by card; None if it is not written so."""
    try:
        codes = parse(item)
    except BadCards:
        return None
    return codes if len(codes) == size and "?" not in item else None


def _copies(codes: Sequence[int], cards: Sequence[int]) -> Iterator[Combo]:
    """The hands of physical cards with these codes: one for each choice among equal cards."""
    each = [[card for card in cards if card % CODES == code] for code in codes]
    return (combo for combo in itertools.product(*each) if len({*combo}) == len(combo))


def _kinds(item: str, size: int) -> list[tuple[str, str]] | None:
    """The kinds of hand of an item, `("AK", "s")` each; None if it is not written so."""
    ends = [_kind(part, size) for part in item.removesuffix("+").split("-")]
    known = [end for end in ends if end is not None]
    if len(known) < len(ends) or len(ends) > 2:
        return None
    if len(known) == 1 and not item.endswith("+"):
        return known
    if size != 2 or (len(known) == 2 and item.endswith("+")):
        return None
    return _upward(*known[0]) if len(known) == 1 else _between(known[0], known[1])


def _kind(part: str, size: int) -> tuple[str, str] | None:
    """One kind of hand, its ranks the highest first."""
    found = _KIND.fullmatch(part.strip())
    if not found or len(found[1]) != size or (size == 1 and found[2]):
        return None
    ranks = "".join(sorted(found[1].upper(), key=RANKS.index, reverse=True))
    return ranks, found[2].lower()


def _upward(ranks: str, suits: str) -> list[tuple[str, str]]:
    """`QQ+`: pairs up to aces. `A5s+`: with every second card up to the one below the first."""
    high, low = (RANKS.index(rank) for rank in ranks)
    if high == low:
        return [(rank * 2, suits) for rank in RANKS[low:]]
    return [(RANKS[high] + rank, suits) for rank in RANKS[low:high]]


def _between(one: tuple[str, str], other: tuple[str, str]) -> list[tuple[str, str]] | None:
    """`77-99`, `A5s-A2s`, `JTs-87s`: every kind from one to another; None if there is no way."""
    (a, b), (c, d) = ([RANKS.index(rank) for rank in kind[0]] for kind in (one, other))
    if one[1] != other[1] or (a == b) != (c == d):
        return None
    if a == c and a != b:
        return [(RANKS[a] + RANKS[low], one[1]) for low in range(min(b, d), max(b, d) + 1)]
    if a - b != c - d:
        return None
    return [(RANKS[high] + RANKS[high - a + b], one[1]) for high in range(min(a, c), max(a, c) + 1)]


def of_kind(ranks: str, suits: str, cards: Sequence[int]) -> Iterator[Combo]:
    """The hands of a kind: suited, offsuit, or either."""
    plain = [card for card in cards if card % CODES < SIZE]
    of_rank = [[card for card in plain if text(card)[0] == rank] for rank in ranks]
    for combo in itertools.product(*of_rank):
        is_doubled = any(
            one >= other and text(one)[0] == text(other)[0]
            for one, other in itertools.pairwise(combo)
        )
        is_suited = len({text(card)[1] for card in combo}) == 1
        if not is_doubled and suits != (_OFFSUIT if is_suited else _SUITED):
            yield combo


def kind_of(hand: Sequence[str]) -> str:
    """The kind of a hand of cards as texts, the highest first: `AKs`, `QQ`."""
    ranks = "".join(card[0] for card in hand)
    if len({*ranks}) < len(ranks) or len(hand) == 1:
        return ranks
    return ranks + (_SUITED if len({card[1] for card in hand}) == 1 else _OFFSUIT)
