"""A position as people tell it, in any game: the cards that one player knows, and the actions.

The rules deal it: a hand is played by the line of actions, or by staying in, up to the turn of the
player whose cards are told.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from sidepot import kernel
from sidepot.cards import HIDDEN, text
from sidepot.engine import setup
from sidepot.engine.action import Action
from sidepot.engine.game import Game, Hand
from sidepot.engine.kept import POT
from sidepot.engine.memory import Memory, remember
from sidepot.errors import BadPosition, BadRange
from sidepot.odds.equity import places, reading
from sidepot.odds.equity.places import Line
from sidepot.odds.equity.ranges import Combo
from sidepot.odds.equity.reading import Told
from sidepot.rules.journal import DEALING, KINDS, RECEIVED, SEEN

_PASSING = (KINDS[RECEIVED], KINDS[SEEN])
"""Events by which a player sees a card that was dealt to another."""


def deal(
    game: Game,
    hands: str,
    *,
    board: str,
    after: str,
    stacks: int | Sequence[int] | None,
    pot: int | None = None,
) -> Memory:
    """The knowledge of the player with the named cards, on their turn in a hand dealt by the rules.

    `after`: the actions from the deal on, `call, raise to 6`; `pot`: the chips that the hand before
    has left, in a game that carries them; without it the hand is by itself. Raises `BadPosition`,
    `BadCards`, `BadRange`, `BadSetup`, and `IllegalAction` for a wrong one of the actions.
    """
    beside = hands.count("/")  # as many as the players, where a board is told or a bank plays
    dealing = places.dealing_of(game, min(max(beside, game.least), game.most))
    dealing = replace(dealing, most=dealing.most_drawn)
    told = reading.read(game, hands, dealing, _no_ranking, board=board)
    seat = _asking(game, told, dealing.hand)
    each = game.stacks(len(told.hands) - game.banked, stacks)
    kept = {} if pot is None else {POT: pot}
    rows = game.batch()
    setup.seat(game, kernel.fields(rows), each, kept=kept)
    line = tuple(part.strip() for part in after.split(",") if part.strip())
    combos = [held.combos[0] for held in told.hands]
    course = places.find(game, told, combos, rows, Line(line, seat))
    hand = game.deal(stacks=each, deck=course.deck, seed=0, kept=kept)
    for number in course.script:
        hand.act(hand.legal.check(Action.decode(number)))
    _check_seen(game, hand, told, seat)
    return remember(hand, seat)


def _no_ranking() -> Sequence[Combo]:
    """Refuse a part of the best hands: a player knows their own cards. Raises `BadRange`."""
    raise BadRange("error.position_range")


def _asking(game: Game, told: Told, least: int) -> int:
    """The only seat whose cards are all named, at least so many. Raises `BadPosition`."""
    if any(len(held.combos) > 1 for held in told.hands):
        raise BadRange("error.position_range")
    whole = [
        p
        for p, held in enumerate(told.hands)
        if least <= held.dealt == len({*held.told, *held.thrown})
    ]
    if not whole:
        raise BadPosition("error.position_own_none", game=game.name, least=least)
    if len(whole) > 1:
        raise BadPosition("error.position_own", game=game.name, n=len(whole))
    return whole[0]


def _check_seen(game: Game, hand: Hand, told: Told, seat: int) -> None:
    """Raise `BadPosition` unless the cards named are those that the player has seen dealt."""
    dealing = {KINDS[kind] for kind in DEALING}
    seen = Counter(str(event.card) for event in hand.events(seat) if event.kind in dealing)
    del seen[text(HIDDEN)]
    passed = {str(event.card) for event in hand.events(seat) if event.kind in _PASSING}
    seen.update(passed - {text(HIDDEN), *seen})
    known = Counter(text(card) for held in told.hands for card in held.combos[0])
    known.update(map(text, told.board))
    if hidden := [*(known - seen)]:
        raise BadPosition("error.position_unseen", game=game.name, cards=hidden)
    if (more := (seen - known).total()) > 0:
        raise BadPosition("error.position_untold", game=game.name, n=more)
