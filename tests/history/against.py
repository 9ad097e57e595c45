"""Hands of hold'em for PHH: random ones of ours, and the same file replayed by PokerKit."""

import random
import warnings

from pokerkit import HandHistory as Theirs
from pokerkit import State

from sidepot import games
from sidepot.engine.action import Choice
from sidepot.engine.game import Game, Hand

ANTES = ("0", "0", "1", "0/2", "0/0/3", "2")
BLINDS = ("1/2", "1/2", "2/4", "1/2/4", "1/2/4/8", "1/2/0/2", "1/2/0/-2", "0/2", "2/2")
SHORT = 40
"""Chips that are less than a capped round costs."""


def random_table(rng: random.Random) -> Game:
    """Hold'em with antes, blinds, straddles and posts as they are met."""
    game = games.find(rng.choice(("holdem-no-limit", "holdem-fixed-limit")))
    antes, blinds = rng.choice(ANTES), rng.choice(BLINDS)
    match = "yes" if rng.random() < 0.3 and "/" not in antes else "no"
    return game.with_options(antes=antes, blinds=blinds, antes_match=match)


def random_hand(seed: int) -> Hand:
    """A hand of it, with short stacks, played at random to its end; some throw their hands away."""
    rng = random.Random(seed)
    game = random_table(rng)
    n = rng.choice((2, 2, 3, 3, 4, 5, 6, 9))
    if n == 2:
        game = game.with_options(blinds="1/2")
    if rng.random() < 0.3:
        game = game.with_facts(mucks=[int(rng.random() < 0.3) for _ in range(n)])
    stacks = [rng.choice((rng.randint(12, 30), rng.randint(30, 300))) for _ in range(n)]
    hand = game.deal(stacks=stacks, seed=rng.randrange(2**40))
    while not hand.over:
        choices = [c for c in hand.legal.ranges if _is_wanted(hand, c, rng)]
        choice = rng.choice(choices)
        reach = rng.choice((0, 0, 1, 0.1))
        spread = int(reach * (choice.highest - choice.lowest))
        hand.act(choice.at(choice.lowest + rng.randint(0, spread)))
    return hand


def _is_wanted(hand: Hand, choice: Choice, rng: random.Random) -> bool:
    """Not every fold; in fixed-limit no short raise, since PokerKit knows no half bet."""
    if choice.kind == "fold":
        return rng.random() < 0.4
    deep = hand.game.code == "NT" or hand.stacks[hand.actor or 0] > SHORT
    return deep or choice.kind not in ("bet", "raise_to")


def replayed(text: str) -> State:
    """The end of a hand as PokerKit plays it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        *_, state = Theirs.loads(text)
    return state


def rewritten(text: str) -> str:
    """The same hand as PokerKit writes it when it has played it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        history = Theirs.loads(text)
        *_, state = history
        again = Theirs.from_game_state(history.create_game(), state)
        again.ante_trimming_status = history.ante_trimming_status
    return str(again.dumps())
