"""A dealer with a real deck, who tells a `RealHand` only what a person at the table would see."""

import functools
import itertools
import random
from collections import Counter

from msgspec.structs import replace

from sidepot import cards
from sidepot.engine.action import Action
from sidepot.engine.event import HandEvent
from sidepot.engine.game import Game, Hand
from sidepot.engine.play import RAIL
from sidepot.real import Best, Card, Choice, Entry, Need, RealHand

UNSEEN = "??"


def played(game: Game, players: int, seed: int) -> Hand:
    """A hand of the engine in which everybody acts at random, with stacks that make side pots."""
    rng = random.Random(seed)
    stacks = [max(rng.choice((15, 60, 200)), game.least_stack) for _ in range(players)]
    names = [f"P{seat + 1}" for seat in range(players)]
    hand = game.deal(stacks=stacks, names=names, seed=seed)
    while not hand.over:
        hand.act(rng.choice(hand.legal))
    return hand


def begun(dealt: Hand) -> RealHand:
    """The same hand at a table with real cards, before anything is told."""
    return RealHand.begin(dealt.game, dealt.starting_stacks, dealt.names[: dealt.players])


def next_entry(dealt: Hand, real: RealHand, rng: random.Random | None = None) -> Entry:
    """The dealer's next sight: an open card, for any seat that `rng` picks, or a choice."""
    if real.needs:
        need = real.needs[0] if rng is None else rng.choice(real.needs)
        first = next(other for other in real.needs if other.seat == need.seat)
        event = dealt.events(RAIL, first.place.verb)[first.place.row]
        assert (event.kind, event.seat) == (first.kind, first.seat)
        assert event.card not in (None, UNSEEN)
        assert str(event.card) in _keys(dealt, real)
        return Card(str(event.card), None if rng is None else first.seat)
    if real.compared:
        return Best(_best(dealt, real))
    told = sum(isinstance(entry, Choice) for entry in real.entries)
    return Choice(dealt.actions[told][0], seen_action(dealt, told))


def _keys(dealt: Hand, real: RealHand) -> set[str]:
    """The cards that a phone offers to tap."""
    return {cards.text(card) for card in {*map(int, dealt.deck)} - real.gone}


def _best(dealt: Hand, real: RealHand) -> tuple[int, ...]:
    """The seats that do not pay where hands are compared; of those without chips, nobody knows."""
    paid = {event.seat for event in dealt.events(RAIL, len(real.numbers)) if event.kind == "paid"}
    left = [seat for seat in real.compared if seat not in paid]
    return tuple(seat for seat in left if real.hand.stacks[seat] or len(left) == 1)


def seen_action(dealt: Hand, number: int) -> str:
    """An action as the others see it: `??` for each card that lay face down."""
    return _seen_actions(dealt)[number]


@functools.lru_cache(maxsize=4)
def _seen_actions(dealt: Hand) -> list[str]:
    """All actions as the others see them, from one replay."""
    hand, found = dealt.again(0), []
    for seat, action in dealt.actions:
        found.append(_seen(hand, seat, action))
        hand.act(action)
    return found


def _seen(hand: Hand, seat: int, action: Action) -> str:
    """An action of a seat as the others see it."""
    if action.card is None:
        return str(action)
    up = Counter(card.card for card in hand.view(RAIL).seats[seat].cards)
    said = []
    for card in action.card.split():
        said.append(card if up[card] else UNSEEN)
        up[card] -= 1
    return " ".join([action.kind.replace("_", " "), *said])


def told(dealt: Hand, rng: random.Random | None = None) -> RealHand:
    """The whole hand, told without a mistake."""
    real = begun(dealt)
    while not real.over:
        real.tell(next_entry(dealt, real, rng))
    return real


def told_mixed(dealt: Hand, rng: random.Random) -> RealHand:
    """The whole hand, in which people spread the cards that they show in any order."""
    real, spread = begun(dealt), list[Card]()
    while not real.over:
        need = real.needs[0] if real.is_waiting else None
        if need is None or need.kind != "shown":
            real.tell(next_entry(dealt, real))
            continue
        spread = spread or _spread(dealt, need)
        real.tell(spread.pop(rng.randrange(len(spread))))
    assert not spread
    return real


def _spread(dealt: Hand, need: Need) -> list[Card]:
    """The cards that a seat turns up at once: those laid aside come after the hand."""
    later = dealt.events(RAIL, need.place.verb)[need.place.row :]
    own = itertools.takewhile(lambda event: (event.kind, event.seat) == need[1:], later)
    held = sum(card.zone != "thrown" for card in dealt.view(need.seat).seats[need.seat].cards)
    return [Card(str(event.card), need.seat) for event in itertools.islice(own, held)]


def noted(hand: Hand) -> list[HandEvent]:
    """The events: of a card that proves openers nobody tells whether it was laid aside (J8)."""
    return [replace(one, count=1) if one.kind == "shown" else one for one in hand.events()]
