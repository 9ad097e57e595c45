"""Hands told card by card end as the engine dealt them, for every game, whatever is mended."""

import random
from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from sidepot import cards, games
from sidepot.engine.game import Hand
from sidepot.errors import SidepotError
from sidepot.real import Card, Entry, RealHand
from sidepot.real.entries import loads
from tests.real.dealer import begun, next_entry, noted, played, told, told_mixed

NAMES = sorted(games.registry())
FEW = {"poker-roulette": 3}
"""Games with few players in these tests: a verb of theirs deals a whole deck."""
HANDS, COMPILED, MANY = 2, 200, 2000
"""The hands of each game in plain Python, in machine code, and in the soak."""
MENDED = 8
"""The hands of each game that are told with mistakes in machine code."""
REFILLED, TWOS, JOKER = 1003, 2058, 1543
"""Hands of Poker Roulette: the discards are dealt again; one card of the deck changes who gets
the next; so does a joker that was made up face down."""
DISCARDED, FLUSH, BROKEN, TWO_PAIRS = 5214, 2029, 1236, 13403
"""Hands of draw: a made-up discard would be part of the opener's proof; three discards are; a flush
that was laid aside in part; two pairs, beside which no third card of their ranks lies."""
SPREAD = (1032, 1208, 1333, 159, 187)
"""Hands of draw whose opener proves by discards, beside cards of a hand in any order; in the last
two a card that was kept is told where the drawn ones lie."""
LATER = 4
"""The entries that follow a wrong card before it is changed, and one."""
MISTAKEN = 0.2
"""The share of cards that are told wrong at first."""


def _hand(name: str, seed: int) -> Hand:
    game = games.registry()[name]
    most = min(game.most, FEW.get(name, 6))
    return played(game, random.Random(seed).randint(game.least, most), seed)


def same(dealt: Hand, real: RealHand) -> None:
    assert real.over
    assert noted(real.hand) == noted(dealt)
    assert real.hand.stacks == dealt.stacks
    assert real.hand.winners == dealt.winners
    assert _lying(real.hand) == _lying(dealt)


def _lying(hand: Hand) -> list[object]:
    """Everything that lies at each seat: of cards that nobody saw go, nobody knows the places."""
    seats = hand.view(-1).seats
    return [(replace(seat, cards=()), sorted(card.card for card in seat.cards)) for seat in seats]


def _hands(compiled: int = COMPILED, share: int = 1) -> list[object]:
    """The games, with the seeds of their hands; `share`: one in so many of the other sessions'."""
    return [
        *(pytest.param(name, range(HANDS // share), id=name) for name in NAMES),
        *_also("compiled", compiled, pytest.mark.compiled),
        *_also("many", MANY // share, pytest.mark.soak),
    ]


def _also(what: str, hands: int, mark: pytest.MarkDecorator) -> list[object]:
    """The same games with more hands, in another session."""
    return [pytest.param(name, range(hands), id=f"{name}-{what}", marks=mark) for name in NAMES]


@pytest.mark.compiled
@pytest.mark.parametrize("seed", [REFILLED, TWOS, JOKER])
def test_cards_that_may_not_come_are_asked_for_one_by_one(seed: int) -> None:
    dealt = _hand("poker-roulette", seed)
    same(dealt, told(dealt, random.Random(seed)))


@pytest.mark.parametrize("seed", [DISCARDED, FLUSH, BROKEN, TWO_PAIRS])
def test_no_more_discards_are_asked_for_than_prove_openers(seed: int) -> None:
    dealt = _hand("five-card-draw", seed)
    same(dealt, told(dealt))


@pytest.mark.parametrize(
    ("name", "seeds"),
    [pytest.param("five-card-draw", SPREAD, id="proof"), *_also("many", 400, pytest.mark.soak)],
)
def test_a_hand_that_is_shown_is_told_in_any_order(name: str, seeds: Sequence[int]) -> None:
    for seed in seeds:
        dealt = _hand(name, seed)
        real = told_mixed(dealt, random.Random(seed))
        assert (real.hand.stacks, real.hand.winners) == (dealt.stacks, dealt.winners)


@pytest.mark.parametrize(("name", "seeds"), _hands())
def test_a_told_hand_ends_as_it_was_dealt(name: str, seeds: range) -> None:
    for seed in seeds:
        dealt = _hand(name, seed)
        same(dealt, told(dealt, random.Random(seed) if seed % 2 else None))


@pytest.mark.parametrize(("name", "seeds"), _hands(MENDED, 2))
def test_mistakes_are_mended_by_undo_and_change(name: str, seeds: range) -> None:
    for seed in seeds:
        dealt, rng = _hand(name, seed), random.Random(seed)
        real = begun(dealt)
        while not real.over:
            entry = next_entry(dealt, real)
            if isinstance(entry, Card) and rng.random() < MISTAKEN:
                real = _mended(real, entry, rng)
            else:
                real.tell(entry)
        same(dealt, real)


def _mended(real: RealHand, entry: Card, rng: random.Random) -> RealHand:
    """A hand with a card that was told as another one at first."""
    deck = sorted({*_texts(real)} - {entry.card})
    wrong = Card(rng.choice(deck))
    try:
        real.tell(wrong)
    except SidepotError:  # it lies elsewhere
        real.tell(entry)
        return real
    if rng.random() < 0.5:
        real = real.undo()
        real.tell(entry)
        return real
    real, lost = real.change(len(real.entries) - 1, entry)
    assert lost is None
    return real


def _texts(real: RealHand) -> list[str]:
    return [cards.text(card) for card in real.hand.deck]


@pytest.mark.parametrize("name", NAMES)
def test_a_log_that_is_read_back_is_the_same_hand(name: str) -> None:
    dealt = _hand(name, 1)
    real = told(dealt)
    half = real.undo(len(real.entries) // 2)
    again = RealHand(loads(half.log.dumps()))
    while not again.over:
        again.tell(next_entry(dealt, again))
    same(dealt, again)
    assert again.log == real.log


@pytest.mark.parametrize(("name", "seeds"), _hands(MENDED, 2))
def test_a_wrong_card_is_changed_after_others_were_told(name: str, seeds: range) -> None:
    for seed in seeds:
        dealt, rng = _hand(name, seed), random.Random(seed)
        right = told(dealt).entries
        shown = [n for n, entry in enumerate(right) if isinstance(entry, Card)]
        if not shown:
            continue
        at = rng.choice(shown)
        real = _told_until_refused(begun(dealt), right[:at])
        wrong = Card(rng.choice(sorted({*_texts(real)})))
        real = _told_until_refused(real, [wrong, *right[at + 1 : at + LATER]])
        if len(real.entries) > at:
            real, _ = real.change(at, right[at])
        same(dealt, _told_until_refused(real, right[len(real.entries) :]))


def _told_until_refused(real: RealHand, entries: Sequence[Entry]) -> RealHand:
    """A hand with more entries, up to the first that is refused."""
    for entry in entries:
        try:
            real.tell(entry)
        except SidepotError:
            break
    return real
