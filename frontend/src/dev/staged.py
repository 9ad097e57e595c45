"""Record what single actions bring about, for tests of stages: `staged.py > staged.json`.

Hands of every game are played at random, boldly. Of those actions that bring about the most, the
table before and after, as the first seat and the rail see it, and the sentences are written down.
"""

import json
import random
import sys

from sidepot import games
from sidepot.engine.narration import tell
from sidepot.engine.play import RAIL
from sidepot.room.views.encode import JsonCache, sentence_json
from sidepot.room.views.table_view import HandViews

HANDS = 60
EACH, MOST = 1, 60
"""Actions written down for each game, viewer and kind of action, and the most events of one."""
STACKS = (30, 12, 45, 20)


def whole(hand, seat):
    """The hand as a seat sees it."""
    return json.loads(HandViews(hand, JsonCache()).json(seat))


def sentences(hand, seat):
    """The sentences of the last action."""
    listener = None if seat == RAIL else seat
    return [json.loads(sentence_json(m)) for m in tell(hand.news(seat), hand.names, listener)]


def bold(legal, rng):
    """A legal action, seldom a fold, often a large one."""
    choice = rng.choice([c for c in legal.ranges if c.kind != "fold"] or list(legal.ranges))
    amount = choice.highest if rng.random() < 0.6 else choice.lowest
    return next(a for a in legal if a.kind == choice.kind and a.amount == amount)


def actions(game, seat):
    """Table before, table after and sentences of actions, those that bring about the most first."""
    rng, found = random.Random(game.name), []
    players = min(max(4, game.least), game.most)
    for number in range(1, HANDS):
        hand = game.deal(stacks=(STACKS * 2)[:players], seed=number, hand=number)
        before = None
        while True:
            after = whole(hand, seat)
            after["hand"] = number
            found.append((before, after, sentences(hand, seat)))
            if hand.over:
                break
            before = after
            hand.act(bold(hand.legal, rng))
    kinds, chosen = [], []
    found.sort(key=lambda one: -len({event["kind"] for event in one[1]["events"]}))
    for before, after, said in found:
        first = [event["kind"] for event in after["events"][:1]]
        if kinds.count(first) < EACH and len(after["events"]) < MOST:
            kinds.append(first)
            chosen.append({"game": game.name, "before": before, "after": after, "said": said})
    return chosen


every = [
    one for game in games.registry().values() for seat in (0, RAIL) for one in actions(game, seat)
]
lines = (json.dumps(one, separators=(",", ":"), ensure_ascii=False) for one in every)
sys.stdout.write("[\n" + ",\n".join(lines) + "\n]\n")
