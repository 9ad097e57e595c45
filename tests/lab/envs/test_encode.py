"""An observation shows all that a seat may know, and changes with every number of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sidepot
from sidepot import games, kernel
from sidepot.cards import HIDDEN, NONE
from sidepot.engine.game import Game, Hand
from sidepot.errors import BadSeat, BadSetup
from sidepot.lab.envs import Encoder, encoder_of
from sidepot.lab.envs.parts import PARTS, How
from tests.cases import often

GAMES = sorted(games.registry())
ONE_CARD = Path(__file__).parents[3] / "examples" / "one_card.py"
FAMILIES = (
    "badugi",
    "high-noon-shootout",
    "holdem-no-limit",
    "kuhn",
    "poker-roulette",
    "ricochet-2",
    "ricochet-casino",
    "seven-card-stud",
    str(ONE_CARD),
)
"""Games of which each stands for others that are like it: those are tried by `make soak`."""
SOME = often([*GAMES, str(ONE_CARD)], always=FAMILIES)
SAME_IN_ALL_HANDS = (
    "options",
    "seats.n",
    "seats.least",
    "seats.banked",
    "betting.limit",
    "deck.listed",
)
FOLLOWS = ("deck.size", "deck.reach", "up.strength", "up.held", "piles.n")
"""What is left out, because it follows from the table and what is shown."""
BEFORE = ("betting.leader", "betting.times", "betting.past")
"""What is left out, because it tells of who bet before."""
ERASED = ("deck.card", "deck.second", "journal", "pad", "refill.place", "refill.under")
CARDS = (
    "up.card",
    "hole.card",
    "thrown.card",
    "refill.card",
    "board.card",
    "active",
    "match",
    "piles.card",
)
MOVES = ("piles.seat", "piles.down")
"""Moved with the card that they belong to."""


def few(game: Game) -> int:
    """Three players, or as many as the game has."""
    return min(3, game.most)


def hands_of(game: Game, players: int, count: int) -> Iterator[Hand]:
    """Moments of random hands."""
    chance = np.random.default_rng(1)
    for number in range(count):
        hand = game.deal(players=players, seed=3, hand=number)
        while not hand.over:
            yield hand
            legal = list(hand.legal.ranges)
            choice = legal[chance.integers(len(legal))]
            hand.act(choice.at(int(chance.integers(choice.lowest, choice.highest + 1))))


def observed(encoder: Encoder, rows: Any, seat: int) -> bytes:
    """The observation of a concealed record."""
    out = np.full(encoder.size, np.nan, np.float32)
    encoder.encode(rows, seat, out)
    assert not np.isnan(out).any(), "a number is not written"
    return out.tobytes()


def numbers_of(record: Any, path: str = "") -> Iterator[tuple[str, Any, tuple[int, ...]]]:
    """Every number of a record: its path, the array or part that holds it, and its place there."""
    for name in record.dtype.names:
        kind = record.dtype.fields[name][0]
        if kind.names:
            yield from numbers_of(record[name], f"{path}{name}.")
        elif kind.subdtype:
            for place in np.ndindex(kind.shape):
                yield path + name, record[name], place
        else:
            yield path + name, record, (name,)


def left_out(path: str) -> bool:
    """Whether a field is not shown."""
    return path.startswith((*SAME_IN_ALL_HANDS, *FOLLOWS, *BEFORE, *ERASED, *MOVES))


def is_in_use(path: str, holder: Any, place: tuple[Any, ...], seats: int, game: Game) -> bool:
    """Whether a number belongs to a seat at the table, or to none."""
    if not isinstance(place[0], int) or game.max_seats not in holder.shape:
        return True
    axis = holder.shape.index(game.max_seats)
    return int(place[axis]) < seats


def check_every_number(encoder: Encoder, hand: Hand, seat: int) -> int:
    """Every number that a seat may know changes what it sees; returns how many were tried."""
    rows, seats = hand.record(seat), hand.seats
    before, tried = observed(encoder, rows, seat), 0
    record = rows.view(np.ndarray)[0]
    for path, holder, place in list(numbers_of(record)):
        if not is_in_use(path, holder, place, seats, hand.game):
            continue
        key = place[0] if len(place) == 1 else place
        was = int(holder[key])
        changed = other(path, was, seats)
        if changed is None:
            continue
        holder[key] = changed
        after = observed(encoder, rows, seat)
        holder[key] = was
        assert (after == before) == left_out(path), f"{path}{list(place)}: {was} to {changed}"
        tried += 1
    return tried


def other(path: str, was: int, seats: int) -> int | None:
    """Another value of a number, None where it has none that can be."""
    if path.startswith(CARDS):
        return None if was in (HIDDEN, NONE) else (was + 5) % 52
    if path in ("seats.actor", "seats.button"):
        return (was + 1) % seats
    if path.startswith(("options", "deck.card", "deck.second", *MOVES)):
        return None
    if path.endswith((".live", ".acted", ".shown", ".lies", ".done")):
        return 1 - was
    return was + 1


@pytest.mark.parametrize("name", SOME)
def test_every_number_is_seen(name: str) -> None:
    game = games.find(name)
    encoder, hands = encoder_of(game, few(game)), hands_of(game, few(game), 1)
    tried = sum(
        check_every_number(encoder, hand, k % few(game)) for k, hand in enumerate(hands) if k < 2
    )
    assert tried > 40


@pytest.mark.soak
@pytest.mark.parametrize("name", [*GAMES, str(ONE_CARD)])
def test_every_number_is_seen_by_every_seat(name: str) -> None:
    game = games.find(name)
    encoder, tried = encoder_of(game, few(game)), 0
    for hand in hands_of(game, few(game), 3):
        for seat in range(hand.seats):
            tried += check_every_number(encoder, hand, seat)
    assert tried > 500


@pytest.mark.parametrize("name", SOME)
def test_equal_records_are_equally_seen_with_and_without_a_journal(name: str) -> None:
    game = games.find(name)
    encoder = encoder_of(game, few(game))
    for hand in hands_of(game, few(game), 1):
        with_journal = hand.record(hand.actor or 0)
        bare = game.batch(journal=False)
        for field in bare.dtype.names:
            if field not in ("journal", "pad"):
                bare[field] = with_journal[field]
        seat = hand.actor or 0
        assert observed(encoder, bare, seat) == observed(encoder, with_journal, seat)


@pytest.mark.parametrize("name", SOME)
def test_different_views_of_a_player_have_different_observations(name: str) -> None:
    """Random moments of one seat: different tables, as pages draw them, have other observations."""
    game = games.find(name)
    encoder = encoder_of(game, few(game))
    tables: dict[bytes, str] = {}
    for hand in hands_of(game, few(game), 25):
        if hand.actor != 0:
            continue
        table = hand.view(0)
        cards = [[sorted(card.card for card in seat.cards) for seat in table.seats], table.pots]
        said = repr((cards, [seat.stack for seat in table.seats], table.board))
        seen = observed(encoder, hand.record(0), 0)
        assert tables.setdefault(seen, said) == said
    assert len(tables) > (15 if len(game.deck) > 3 else 5)  # Kuhn poker has no more


def test_seats_are_turned_so_that_the_observer_is_first() -> None:
    game = sidepot.game("ricochet-2")
    hand = game.deal(stacks=[100, 60, 20], deck="Kc 7d 2s")
    encoder = encoder_of(game, stack=[100, 60, 20])
    ranges = {r.name: r for r in encoder.ranges}
    for me in range(3):
        out = np.zeros(encoder.size, np.float32)
        encoder.encode(hand.record(me), me, out)

        def shown(name: str, out: Any = out) -> Any:
            found = ranges[name]
            return out[found.first : found.first + found.size].reshape(found.shape)

        stacks = np.roll([99, 59, 19], -me) / 100
        assert np.allclose(shown("chips.stack"), stacks)
        cards = np.roll(np.array([11 * 4, 5 * 4 + 1, 3]), -me)
        assert [row.argmax() for row in shown("up.card")] == cards.tolist()
        assert shown("up.card").sum() == 3
        assert shown("seats.actor").argmax() == (2 - me) % 3


def test_equal_cards_of_two_decks_count_twice() -> None:
    game = sidepot.game("poker-roulette")
    hand = game.deal(players=6, seed=1)
    encoder = encoder_of(game, 6)
    rows = hand.record(0)
    rows["active"][0, 0] = [7, 54 + 7]
    out = np.zeros(encoder.size, np.float32)
    encoder.encode(rows, 0, out)
    (active,) = (r for r in encoder.ranges if r.name == "active")
    assert out[active.first + 7] == 2


def test_a_number_that_is_not_shown_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    from sidepot.rules.chips import Chips

    monkeypatch.setitem(PARTS, Chips, {**PARTS[Chips], "paid": How.LEFT_OUT})
    game = sidepot.game("ricochet-2")
    with pytest.raises(AssertionError, match=r"chips\.paid"):
        check_every_number(encoder_of(game, 3), game.deal(players=3, seed=1), 0)


def test_the_ranges_fill_the_observation() -> None:
    for name in GAMES:
        encoder = encoder_of(sidepot.game(name))
        ends = [(r.first, r.first + r.size) for r in encoder.ranges]
        assert [first for first, _ in ends] == [0, *(end for _, end in ends[:-1])]
        assert ends[-1][1] == encoder.size


def test_arrays_and_seats_that_do_not_fit_are_refused() -> None:
    game = sidepot.game("ricochet-2")
    encoder, hand = encoder_of(game, 3), game.deal(players=3)
    with pytest.raises(BadSeat):
        encoder.encode(hand.record(0), 3, np.zeros(encoder.size, np.float32))
    for out in (np.zeros(encoder.size), np.zeros(5, np.float32)):
        with pytest.raises(BadSetup, match="an observation is"):
            encoder.encode(hand.record(0), 0, out)


def test_the_journal_is_left_out_of_the_observation() -> None:
    game = sidepot.game("high-noon-shootout")
    hand = game.deal(players=3, seed=1)
    rows = hand.record(0)
    before = observed(encoder_of(game, 3), rows, 0)
    kernel.fields(rows).journal.n = 0
    assert observed(encoder_of(game, 3), rows, 0) == before
