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
from sidepot.room.table.state import TableState
from sidepot.room.views.encode import JsonCache
from sidepot.room.views.narration import last_news
from sidepot.room.views.table_view import HandViews
from sidepot.words.wire import encode

HANDS = 60
EACH, MOST = 2, 60
"""Actions written down for each game and viewer, and the most events of one."""
STACKS = (30, 12, 45, 20)


def whole(hand, seat, verbs):
    """The hand as a seat sees it after the last verbs."""
    state = TableState(version=1, name="", host="", rules=None, idle_since=0)
    return json.loads(b"".join(HandViews(hand, JsonCache(), state, verbs).pieces(seat)))


def sentences(hand, seat, verbs):
    """The sentences of the last verbs."""
    listener = None if seat == RAIL else seat
    news = last_news(hand, verbs)[seat]
    return [json.loads(encode(m)) for m in tell(news, hand.names, listener)]


def bold(legal, rng):
    """A legal action, seldom a fold, often a large one."""
    choice = rng.choice([c for c in legal.ranges if c.kind != "fold"] or list(legal.ranges))
    amount = choice.highest if rng.random() < 0.6 else choice.lowest
    return next(a for a in legal if a.kind == choice.kind and a.amount == amount)


def play(hand, rng):
    """Play an action, or those of all who decide at the same time; returns how many."""
    asked = len(hand.asked) if len(hand.asked) > 1 else 1
    for _ in range(asked):
        hand.act(bold(hand.legal, rng))
    return asked


def actions(game, seat):
    """Table before, table after and sentences of actions, those that bring about the most first."""
    rng, found = random.Random(game.name), []
    players = min(max(4, game.least), game.most)
    for number in range(1, HANDS):
        hand = game.deal(stacks=(STACKS * 2)[:players], seed=number, hand=number)
        before, verbs = None, 1
        while True:
            after = whole(hand, seat, verbs)
            after["hand"] = number
            found.append((before, after, sentences(hand, seat, verbs)))
            if hand.over:
                break
            before = after
            verbs = play(hand, rng)
    first, chosen = [], []
    found.sort(key=lambda one: (one[0] is not None, -len({e["kind"] for e in one[1]["events"]})))
    for before, after, said in found:
        kinds = [stage["kind"] for stage in after["stages"]]
        if kinds and kinds not in first and len(after["events"]) < MOST:
            first.append(kinds)
            chosen.append({"game": game.name, "before": before, "after": after, "said": said})
    return chosen[:EACH]


every = [
    one for game in games.registry().values() for seat in (0, RAIL) for one in actions(game, seat)
]
lines = (json.dumps(one, separators=(",", ":"), ensure_ascii=False) for one in every)
sys.stdout.write("[\n" + ",\n".join(lines) + "\n]\n")
