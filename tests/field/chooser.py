"""The choice of actions: random, but weighted towards the edges of the law."""

import random

from tests.field.book import Book
from tests.field.ours import Offer


def common(ours: Offer, theirs: Offer) -> Offer:
    """The actions that are legal in both engines."""
    levels = None
    if ours.raises and theirs.raises:
        lowest = max(ours.raises[0], theirs.raises[0])
        highest = min(ours.raises[1], theirs.raises[1])
        levels = (lowest, highest) if lowest <= highest else None
    return Offer(ours.fold and theirs.fold, ours.call, levels)


def choose(chance: random.Random, book: Book, seat: int, offer: Offer) -> tuple[str, int]:
    """Fold, call or raise, and to which level."""
    if offer.raises and chance.random() < readiness(book, offer.raises):
        return "raise", level(chance, book, seat, offer.raises)
    if offer.fold and chance.random() < reluctance(book, seat):
        return "fold", 0
    return "call", 0


def readiness(book: Book, raises: tuple[int, int]) -> float:
    """Short all-ins are what the law is about: most of them are made."""
    if raises[1] - book.highest < book.full():
        return 0.9
    if any(act.all_in and 0 < act.by < book.full() for act in book.acts):
        return 0.1  # a full raise would end the run of short ones
    if not any(act.by for act in book.acts) and is_deep(book, raises[1]):
        return 0.8
    return 0.2 if len(book.acts) > book.table.players else 0.3


def is_deep(book: Book, most: int) -> bool:
    """Has a player twice as much as most others?"""
    seats = range(book.table.players)
    return 2 * sum(book.live[p] and 2 * book.most(p) < most for p in seats) > sum(book.live)


def level(chance: random.Random, book: Book, seat: int, raises: tuple[int, int]) -> int:
    """Mostly small, so that many can answer; or just under the stacks of others; sometimes all."""
    lowest, highest = raises
    kind = chance.random()
    if kind < 0.25:
        return lowest
    if kind < 0.8:
        aims = [book.most(p) - 1 - chance.randrange(book.full()) for p in book.others(seat)]
        fitting = sorted(aim for aim in aims if lowest <= aim <= highest)
        return chance.choice(fitting[:1] or [lowest])
    return highest if kind < 0.9 else chance.randint(lowest, min(highest, 3 * lowest))


def reluctance(book: Book, seat: int) -> float:
    """Folds are rarer than calls, and rarest where checking is free.

    The only player at the highest bet never folds: its return is not in dispute.
    """
    if book.owes(seat):
        return 0.18
    matched = any(book.bets[p] >= book.highest for p in book.others(seat))
    return 0.04 if matched else 0.0
