"""Sets up a record before a hand: seats, stacks, options, and the order of the cards."""

from __future__ import annotations

import functools
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

import numpy as np

from sidepot import entropy, kernel
from sidepot.cards import HIDDEN, NONE, parse, text
from sidepot.engine import keeping
from sidepot.engine.definition import Definition
from sidepot.engine.options import Chips, EachSeat, Number, declared, whole
from sidepot.errors import BadCards, BadSetup, expect
from sidepot.kernel import Fields, Records
from sidepot.rules.carried import GOES_ON

_DEFAULT_STACK = 200
"""The default stack, as a multiple of the largest price at the table."""
MOST_CHIPS = 10**12
"""The largest stack in chips: far below what could overflow 64 bits at any table."""
SEED_BITS = 63
_MOST_SEEDS = 2**SEED_BITS
"""The number of experiments, and of hands in each."""


def seat(
    game: Definition,
    s: Fields,
    stacks: Sequence[int],
    *,
    button: int | None = None,
    kept: keeping.Values | None = None,
    goes_on: int = GOES_ON,
) -> None:
    """Write everything into a record that `begin` needs, except the order of the deck.

    `stacks` of the players, in chips; a bank begins with 0. `button` is the last seat by default.
    `kept` and `goes_on`: see `keeping.write`. Raises `BadSetup` for what cannot be dealt.
    """
    _check_stacks(game, stacks)
    for name, number in game.numbers.items():
        _write_option(s.options, name, _spread(game, name, number, len(stacks)))
    n = len(stacks) + game.banked
    s.seats.n, s.seats.least, s.seats.banked = n, game.least + game.banked, game.banked
    s.seats.button = n - 1 if button is None or game.banked else button
    s.chips.stack[:] = 0
    s.chips.stack[: len(stacks)] = stacks
    s.deck.size = len(game.cards_for(len(stacks)))
    s.deck.reach = min(s.deck.size, game.reach * len(stacks) + game.common)
    if game.is_listed:
        s.deck.listed[:] = game.cards_for(game.most)
    keeping.write(game, s, len(stacks), kept, goes_on=goes_on)


def before_deal(
    game: Definition,
    stacks: Sequence[int],
    deck: Sequence[int],
    second: Sequence[int] = (),
    *,
    kept: keeping.Values | None = None,
    goes_on: int = GOES_ON,
) -> Records:
    """A record before `begin`, with the deck in an order; see `seat`.

    `second` is ignored by games that deal no discards again.
    """
    _check_stacks(game, stacks)
    rows = kernel.filled(game.direct.layout, _blank_table(game, len(stacks)))
    s = kernel.fields(rows)
    s.chips.stack[: len(stacks)] = stacks
    keeping.write(game, s, len(stacks), kept, goes_on=goes_on)
    lay(s, deck)
    lay_second(s, second if game.deals_again else ())
    return rows


@functools.lru_cache(maxsize=1 << 7)
def _blank_table(game: Definition, players: int) -> bytes:
    """The bytes of a record that `seat` has written, for players whose stacks are to come."""
    return seated(game, players, MOST_CHIPS)


def shares(chips: int, players: int) -> list[int]:
    """Equal shares of a pot for which no hand follows; odd chips go to the first seats."""
    each, odd = divmod(chips, players)
    return [each + (place < odd) for place in range(players)]


def _write_option(options: Fields, name: str, number: Number) -> None:
    """Write an option's value into the record; missing numbers of a row are 0."""
    if not isinstance(number, tuple):
        setattr(options, name, number)
        return
    row = getattr(options, name)
    row[:] = 0
    row[: len(number)] = number


def _spread(game: Definition, name: str, number: Number, players: int) -> Number:
    """An option's number or row; for an option by seat, one number alone applies to all."""
    if not isinstance(number, tuple) or not isinstance(game.kind(name), EachSeat):
        return number
    return number * players if len(number) == 1 else number[:players]


def seated(game: Definition, players: int | None, stacks: int | Sequence[int] | None) -> bytes:
    """The bytes of a record that `seat` has written, for the numbers requested."""
    rows = game.batch()
    seat(game, kernel.fields(rows), stacks_of(game, players, stacks))
    return kernel.to_bytes(rows)


def stacks_of(
    game: Definition, players: int | None, stacks: int | Iterable[int] | None
) -> list[int]:
    """Every player's stack, in chips, for the numbers requested. Raises `BadSetup`."""
    if players is not None:
        _check_players(game, players)
    if stacks is None:
        stacks = _DEFAULT_STACK * max([game.unit, *prices(game)])
    seats = game.least if players is None else players
    each = list(stacks) if isinstance(stacks, Iterable) else [stacks] * seats
    if players is not None and players != len(each):
        raise BadSetup("error.stacks_count", stacks=len(each), players=players)
    _check_stacks(game, each)
    return [int(stack) for stack in each]


def prices(game: Definition) -> Iterable[int]:
    """The prices among the options, in chips; default bets follow from them."""
    for option in game.declared.values():
        if type(option.kind) is Chips:
            yield game.numbers[option.name]
        elif isinstance(option.kind, EachSeat):
            yield from game.numbers[option.name]


def largest_price(game: Definition) -> int:
    """The largest price in a game, in chips: its ante, or the cost of something it sells."""
    return max([game.unit, *prices(game)])


def priced(game: Definition) -> Iterable[str]:
    """The names of the options that are chips, also of those that no table may choose."""
    for name, option in declared(game.options).items():
        is_row = isinstance(option.kind, EachSeat) and option.kind.highest > 1  # else flags
        if is_row or isinstance(option.kind, Chips):
            yield name


def _check_players(game: Definition, n: int) -> None:
    """Raise `BadSetup` for a number of players that the game does not allow."""
    if isinstance(n, str) or whole(n) is None or not game.least <= n <= game.most:
        raise BadSetup("error.players", game=game.name, players=game.said_players, n=n)


def _check_stacks(game: Definition, stacks: Sequence[int]) -> None:
    """Raise `BadSetup` for stacks that cannot be dealt in (C1, C2)."""
    _check_players(game, len(stacks))
    for stack in stacks:
        if isinstance(stack, str) or whole(stack) is None:
            raise BadSetup("error.stack_whole", stack=str(stack))
        if not 0 <= stack <= MOST_CHIPS:
            raise BadSetup("error.stack_range", stack=stack, highest=MOST_CHIPS)
        if stack < game.ante == game.least_stack:
            raise BadSetup("error.stack_ante", stack=stack, ante=game.ante)
        if not stack:
            raise BadSetup("error.stack_empty")


def lay_deck(
    game: Definition,
    rows: Records,
    seed: int | None,
    hand: int,
    deck: Sequence[int] | str | None,
    second: Sequence[int] | None = None,
) -> None:
    """Write the orders of the deck: those given, or from a seed, or from the system's randomness.

    Raises `BadSetup` for invalid seed or hand numbers, `BadCards` for an invalid deck.
    """
    if deck is None and second is None:
        _shuffle(game, rows, seed, hand)
        return
    s = kernel.fields(rows)
    cards = _cards_in(game, s)
    is_whole = deck is not None and not isinstance(deck, str)
    if is_whole and (second is not None or not game.deals_again):
        check_seed(0 if seed is None else seed)
        check_seed(hand)
    elif seed is None:
        lay(s, entropy.source.sample(cards, len(cards)))
        lay_second(s, entropy.source.sample(cards, len(cards)) if game.deals_again else ())
    else:
        _shuffle(game, rows, seed, hand)
    if deck is not None:
        lay(s, _checked_deck(cards, deck, s.deck.card[: len(cards)].tolist()))
    if second is not None:
        lay_second(s, _checked_deck(cards if game.deals_again else (), second, []))


def _cards_in(game: Definition, s: Fields) -> Sequence[int]:
    """The physical cards that a record is dealt from."""
    return s.deck.listed[: s.deck.size].tolist() if game.keeps_cards else game.cards_for(s.seats.n)


def _shuffle(game: Definition, rows: Records, seed: int | None, hand: int) -> None:
    """Shuffle the deck by a seed or the system's randomness. Raises `BadSetup`."""
    if seed is None:
        places = len(game.cards_for(game.most)) * (1 + game.refills)
        game.direct.shuffle_by(rows, entropy.source.randbytes(_WORD * places))
    else:
        check_seed(seed)
        check_seed(hand)
        game.direct.shuffle(rows, int(seed), int(hand))
    if game.refills and not game.deals_again:
        lay_second(kernel.fields(rows), ())


_WORD = 8
"""The bytes of the random numbers of `Direct.shuffle_by`."""


def lay(s: Fields, order: Sequence[int]) -> None:
    """Write the order of the deck into a record."""
    s.deck.card[:] = NONE
    s.deck.card[: len(order)] = order


def lay_second(s: Fields, order: Sequence[int]) -> None:
    """Write the order in which discards are dealt again."""
    s.deck.second[:] = NONE
    s.deck.second[: len(order)] = order


def check_seed(number: int) -> None:
    """Raise `BadSetup` for an invalid number of an experiment or of a hand."""
    if (type(number) is not int and whole(number) is None) or not 0 <= number < _MOST_SEEDS:
        raise BadSetup("error.seed", seed=str(number), highest=_MOST_SEEDS - 1)


def _checked_deck(
    cards: Sequence[int], deck: Sequence[int] | str, shuffled: list[int]
) -> list[int]:
    """A complete order of the cards; text names the cards on top. Raises `BadCards`."""
    expect(deck, (Sequence, np.ndarray), "argument.cards")
    if isinstance(deck, str):
        top = physical(parse(deck), cards)
        deck = top + [card for card in shuffled if card not in top]
    if len(deck) != len(cards) or set(deck) != set(cards):  # physical cards differ from each other
        found, wanted = Counter(deck), Counter(cards)
        raise BadCards(
            "error.deck",
            size=len(cards),
            n=len(deck),
            wrong=_quoted(found - wanted),
            missing=_quoted(wanted - found),
        )
    return list(deck)


def physical(codes: Sequence[int], cards: Sequence[int]) -> list[int]:
    """The physical cards for codes: a different copy for each equal code, while there is one."""
    left: dict[str, list[int]] = defaultdict(list)
    for card in reversed(cards):
        left[text(card)].append(card)
    return [left[text(code)].pop() if left[text(code)] else code for code in codes]


def _quoted(cards: Counter[int]) -> str:
    """The first few of some cards, as an error quotes them."""
    known = [card if isinstance(card, str) or card < HIDDEN else text(card) for card in cards]
    few = [str(card) for card in known[:5]] + ["..."] * (len(known) > 5)
    return " ".join(few) or "-"
