"""Tables to play at: their options, and the players' stacks."""

import random
from dataclasses import dataclass

CARDS = 52
MOST = 10


@dataclass(frozen=True)
class Table:
    """A hand before its first card. Seat 0 is the dealer's left, the last one has the button."""

    number: int
    fixed: bool
    stacks: tuple[int, ...]
    blinds: tuple[int, ...]
    """In the order of posting: heads-up the dealer is first. Below 0: a newcomer's post."""
    antes: tuple[int, ...]
    antes_match: bool
    min_bet: int
    small_bet: int
    big_bet: int
    deck: tuple[int, ...]

    @property
    def players(self) -> int:
        return len(self.stacks)

    def poster(self, i: int) -> int:
        """The seat that makes post number i."""
        return 1 - i if self.players == 2 else i

    def size(self, street: int) -> int:
        """The smallest bet; in fixed-limit the bet."""
        if self.fixed:
            return self.small_bet if street < 2 else self.big_bet
        return self.min_bet


def table(number: int) -> Table:
    """Table number so and so: always the same one."""
    chance = random.Random(f"table {number}")
    fixed = chance.random() < 0.3
    players = chance.choice((2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 8, 9, 10))
    small, big = chance.choice(((1, 2), (1, 3), (2, 4), (5, 10), (3, 5), (0, 4), (2, 2)))
    antes, match = agreed_antes(chance, players, big)
    small_bet = chance.choice((big, big, big, big + big // 2, 2 * big))
    if players == 2 and small == big:
        small = 0  # PokerKit lets the wrong one of two equal blinds open
    if chance.random() < 0.65:
        stacks = crowd(chance, players, big, fixed=fixed)
    else:
        stacks = [stack(chance, big) for _ in range(players)]
    blinds = posts(chance, players, small, big)
    if small == 0 or chance.random() < 0.7:
        pay_the_highest(blinds, antes, stacks)
    return Table(
        number=number,
        fixed=fixed,
        stacks=tuple(stacks),
        blinds=tuple(blinds),
        antes=tuple(antes),
        antes_match=match,
        min_bet=chance.choice((big, big, big, 2 * big)),
        small_bet=small_bet,
        big_bet=2 * small_bet,
        deck=tuple(chance.sample(range(CARDS), CARDS)),
    )


def posts(chance: random.Random, players: int, small: int, big: int) -> list[int]:
    """Blinds, in one hand of four with straddles, in one of six with newcomers."""
    blinds = [small, big] + [0] * (players - 2)
    if players > 3 and chance.random() < 0.25:
        blinds[2] = 2 * big
        if players > 5 and chance.random() < 0.3:
            blinds[3] = 4 * big
    if players > 4 and chance.random() < 0.17:
        blinds[chance.randrange(4, players)] = -big
    return blinds


def agreed_antes(chance: random.Random, players: int, big: int) -> tuple[list[int], bool]:
    """None, the same for everybody (matching or not), or the big blind's alone."""
    kind = chance.choice(("none", "none", "all", "all", "all match", "big blind"))
    if kind == "big blind":
        return [0, big] + [0] * (players - 2), False
    ante = 0 if kind == "none" else chance.choice((1, 1, 2, big))
    return [ante] * players, kind == "all match"


def crowd(chance: random.Random, players: int, big: int, *, fixed: bool) -> list[int]:
    """A few deep stacks, and the others so close together that all-ins are short raises.

    In half of the crowds the first to act is deep, and each later player has more than the last.
    """
    base = big * chance.randint(3, 16)
    spread = 2 * big if fixed else base + base // 2
    stacks = [base + chance.randint(0, spread) for _ in range(players)]
    deep = chance.sample(range(players), min(players, chance.choice((2, 3, 3))))
    if chance.random() < 0.6:
        first = 2 % players
        rising = sorted(stacks)
        stacks = [rising[(seat - first) % players] for seat in range(players)]
        deep[0] = first
    for seat in deep:
        stacks[seat] = base * chance.randint(3, 9)
    return stacks


def stack(chance: random.Random, big: int) -> int:
    """Many short, some deep; whole bets and odd chips."""
    kind = chance.random()
    if kind < 0.12:
        return chance.randint(1, 2 * big)
    if kind < 0.75:
        return chance.randint(2 * big, 14 * big)
    if kind < 0.9:
        return big * chance.randint(10, 40)
    return chance.randint(40 * big, 300 * big)


def pay_the_highest(blinds: list[int], antes: list[int], stacks: list[int]) -> None:
    """Let the highest post be paid in full: else the two engines part at the first call.

    Where nobody has posted anything PokerKit does not know who opens.
    """
    highest = max(map(abs, blinds))
    i = blinds.index(highest)
    seat = 1 - i if len(stacks) == 2 else i
    stacks[seat] = max(stacks[seat], antes[i] + highest)
