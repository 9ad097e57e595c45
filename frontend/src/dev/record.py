"""Record the messages of a table, for the dev page and the tests: `python record.py URL`.

Guests play in the room at URL (`sidepot serve`) and choose among the legal actions with a seeded
rng. What the first of them receives is written down: whole hands from the deal on, and single views
of which a condition is true. It needs the library `websockets`.
"""

import asyncio
import json
import random
import sys
import urllib.request
from pathlib import Path

import websockets

FOLDER = Path(__file__).parent / "fixtures"
NAMES = ["Jo", "Ana", "Bea", "Kit", "Theo", "Omar", "Noor", "Lev", "Mia", "Cem"]
NAMES += ["Ida", "Raj", "Zoe", "Finn", "Lin", "Emil", "Vera", "Sam", "Tuva", "Hugo"]
MAX_HANDS = 400
"""After so many hands a condition is thought never to come true."""


def is_seen_through(view):
    """Is this the end of a hand in which most did not fold?"""
    folded = [seat for seat in view["hand"]["seats"] if seat["status"] == "folded"]
    return view["room"]["phase"] == "pause" and 2 * len(folded) < len(view["hand"]["seats"])


def live(view):
    """The seats still in the hand."""
    return [seat for seat in view["hand"]["seats"] if seat["status"] == "live"]


def kinds(view):
    """Kinds of actions that the viewer may take now."""
    return {choice["kind"] for choice in view["hand"]["menu"]}


def in_play(view, least):
    """Is somebody to act, with at least so many cards at the seats?"""
    hand = view["hand"]
    return hand["to_act"] is not None and sum(len(s["cards"]) for s in hand["seats"]) >= least


def pile(view, least):
    """How many live seats have so many cards or more."""
    return sum(len(seat["cards"]) >= least for seat in live(view))


def rich(view):
    """Are there no giant stacks?"""
    stacks = [seat["stack"] for seat in view["hand"]["seats"]]
    return max(stacks) < 1000


def sides(view, n):
    """Have at least so many pots been paid out, to several players?"""
    paid = {e["count"] for e in view["hand"]["events"] if "side" in e["kind"]}
    winners = [won for won in view["hand"]["result"] if won["won"]]
    return len(paid) >= n - 1 and len(winners) > 1


CONDITIONS = {
    "ricochet-your-turn": lambda v: "buy" in kinds(v) and 4 <= len(live(v)) < 6 and in_play(v, 15),
    "ricochet-other-turn": lambda v: not kinds(v) and 4 <= len(live(v)) < 6 and in_play(v, 15),
    "ricochet-showdown": is_seen_through,
    "eight-complete": lambda v: in_play(v, 37),
    "nine-bet": lambda v: (
        "raise_to" in kinds(v) and len(live(v)) >= 7 and v["hand"]["board"] and rich(v)
    ),
    "nine-discard": lambda v: "discard" in kinds(v) and v["hand"]["board"] and rich(v),
    "nine-other-turn": lambda v: not kinds(v) and len(live(v)) >= 7 and in_play(v, 20),
    "showdown-pay": lambda v: "pay" in kinds(v) and v["hand"]["board"],
    "standoff-discard": lambda v: "discard" in kinds(v) and v["hand"]["board"],
    "holdem-your-turn": lambda v: (
        "raise_to" in kinds(v) and len(v["hand"]["board"]) == 4 and rich(v)
    ),
    "holdem-three-pots": lambda v: len(v["hand"]["pots"]) >= 3 and in_play(v, 4),
    "holdem-three-won": lambda v: is_seen_through(v) and sides(v, 3),
    "roulette-your-turn": lambda v: "raise_to" in kinds(v) and pile(v, 6) >= 2 and rich(v),
    "roulette-lay": lambda v: "lay" in kinds(v) and pile(v, 5) >= 2,
    "roulette-long": lambda v: bool(kinds(v)) and pile(v, 13) and pile(v, 10) >= 2,
    "roulette-nine": lambda v: bool(kinds(v)) and pile(v, 6) >= 5,
    "roulette-ten": lambda v: bool(kinds(v)) and pile(v, 7) >= 4 and len(live(v)) >= 8,
    "roulette-twenty": lambda v: bool(kinds(v)) and pile(v, 6) >= 5,
    "ten-your-turn": lambda v: bool(kinds(v)) and len(v["hand"]["board"]) == 3,
    "two-your-turn": lambda v: bool(kinds(v)) and len(v["hand"]["board"]) == 3,
}
TABLES = [
    (
        "ricochet-2",
        6,
        [200] * 6,
        "hand-ricochet",
        [n for n in CONDITIONS if n.startswith("ricochet")],
    ),
    ("high-noon-shootout", 4, [200] * 4, "hand-shootout", []),
    ("high-noon-shootout", 9, [200] * 9, None, [n for n in CONDITIONS if n.startswith("nine")]),
    ("high-noon-showdown", 5, [200] * 5, "hand-showdown", ["showdown-pay"]),
    ("high-noon-standoff", 4, [200] * 4, "hand-standoff", ["standoff-discard"]),
    ("holdem-no-limit", 6, [200, 60, 90, 140, 200, 200], "hand-holdem", ["holdem-your-turn"]),
    (
        "holdem-no-limit",
        6,
        [400, 40, 90, 150, 400, 400],
        None,
        ["holdem-three-pots", "holdem-three-won"],
    ),
    ("holdem-no-limit", 2, [200, 200], None, ["two-your-turn"]),
    ("holdem-no-limit", 10, [200] * 10, None, ["ten-your-turn"]),
    ("ricochet-2", 8, [200] * 8, None, ["eight-complete"]),
    ("poker-roulette", 5, [500] * 5, "hand-roulette", []),
    ("poker-roulette limit=fixed-limit", 5, [500] * 5, None, ["roulette-your-turn"]),
    ("poker-roulette stock_to_active=yes betting=final", 4, [500] * 4, None, ["roulette-lay"]),
    ("poker-roulette betting=final", 6, [500] * 6, None, ["roulette-long"]),
    ("poker-roulette betting=final", 9, [500] * 9, None, ["roulette-nine"]),
    ("poker-roulette betting=final", 10, [500] * 10, None, ["roulette-ten"]),
    ("poker-roulette limit=fixed-limit", 20, [500] * 20, None, ["roulette-twenty"]),
]
"""Game with options, number of players, stacks, the hand to record, and the conditions."""


def ask(base, path, body, cookie=""):
    """The response to a request of the HTTP API, and the cookie that came with it."""
    headers = {"content-type": "application/json", "cookie": cookie}
    request = urllib.request.Request(base + path, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request) as response:
        return json.load(response), (response.headers["set-cookie"] or "").partition(";")[0]


def answer(hand, rng):
    """An action of the menu: seldom a fold, and seldom the highest raise."""
    menu = [c for c in hand["menu"] if c["kind"] != "fold" or len(hand["menu"]) == 1]
    folding = len(menu) < len(hand["menu"]) and rng.random() < 0.03
    choice = hand["menu"][0] if folding else rng.choice(menu)
    if choice["cards"]:
        amount = [rng.choice(choice["cards"])]
    elif choice["counted"] and choice["kind"] == "buy":
        amount = [str(choice["highest"])]
    elif choice["counted"]:
        bold = rng.random() < 0.05
        amount = [str(choice["highest"] if bold else min(choice["lowest"] * 2, choice["highest"]))]
    else:
        amount = []
    return " ".join([choice["kind"].replace("_", " "), *amount])


class Recorder:
    """Writes down what a table is to bring, and knows when it has all."""

    def __init__(self, hand, conditions):
        self.hand, self.conditions = hand, set(conditions)
        self.run, self.messages = [], {}

    def receive(self, message):
        """A message to the first guest."""
        if message["type"] in ("welcome", "presence", "chat_lines"):
            self.messages[message["type"]] = message
        if message["type"] != "view" or not message["hand"]:
            return
        self.run = (
            self.run if self.run and self.run[-1]["room"]["hand"] == message["room"]["hand"] else []
        )
        self.run.append(message)
        for name in [name for name in sorted(self.conditions) if CONDITIONS[name](message)]:
            self.conditions.discard(name)
            self.write(name, [message])
        if self.hand and is_seen_through(message) and self.run[0]["hand"]["decision"] == 0:
            self.write(self.hand, self.run)
            self.hand = None

    def write(self, name, views):
        """Write a file: the first messages of a connection, and the views."""
        data = json.dumps(
            [*self.messages.values(), *views], ensure_ascii=False, separators=(",", ":")
        )
        (FOLDER / f"{name}.json").write_text(data.replace('{"type"', '\n{"type"') + "\n", "utf-8")
        print(name, len(views), "views")

    @property
    def done(self):
        """Has everything been recorded?"""
        return not self.conditions and not self.hand


async def guest(base, table, cookie, chair, chips, recorder, watched):
    """A guest: sits down and acts until everything is recorded."""
    rng = random.Random(chair)
    url = base.replace("http", "ws", 1) + "/api/socket"
    async with websockets.connect(url, additional_headers={"cookie": cookie}) as socket:
        number = 0

        async def say(kind, **fields):
            nonlocal number
            number += 1
            await socket.send(json.dumps({"type": kind, "id": str(number), **fields}))

        await socket.send(json.dumps({"type": "hello", "protocol": 2, "table": table}))
        await say("sit", chair=chair, chips=chips)
        asked, bought = None, -1
        async for raw in socket:
            message = json.loads(raw)
            if watched:
                recorder.receive(message)
            if message["type"] == "goodbye" or recorder.done:
                return
            if message["type"] != "view":
                continue
            room, hand = message["room"], message["hand"]
            mine = next((c for c in room["chairs"] if c["chair"] == chair), None)
            is_broke = mine and not mine["stack"] + mine["coming"]
            if is_broke and room["phase"] in ("pause", "waiting") and bought < room["hand"]:
                bought = room["hand"]
                await say("buy_in", chips=chips)
            if mine and mine["status"] == "out" and mine["stack"]:
                await say("come_back")
            if room["hand"] > MAX_HANDS:
                raise SystemExit(f"never seen: {recorder.conditions} {recorder.hand or ''}")
            if hand and hand["menu"] and asked != (hand["hand"], hand["decision"]):
                asked = hand["hand"], hand["decision"]
                await say(
                    "act", hand=hand["hand"], decision=hand["decision"], action=answer(hand, rng)
                )


async def play(base, game, players, stacks, hand, conditions):
    """A table at which one game is played until everything is recorded."""
    cookies = [ask(base, "/api/guests", {"name": NAMES[n]})[1] for n in range(players)]
    name, *options = game.split()
    chosen = {"name": name, "options": dict(option.split("=") for option in options)}
    plan = {"games": [chosen], "least": 20, "most": 500, "pause": 1, "public": True}
    table = ask(base, "/api/tables", {**plan, "chairs": players}, cookies[0])[0]["table"]
    for cookie in cookies[1:]:
        ask(base, f"/api/tables/{table}/guests", {}, cookie)
    recorder = Recorder(hand, conditions)
    async with asyncio.TaskGroup() as group:
        for n in range(players):
            group.create_task(guest(base, table, cookies[n], n, stacks[n], recorder, n == 0))


async def main(base, *names):
    """All tables, or those that record the named files."""
    FOLDER.mkdir(exist_ok=True)
    for game, players, stacks, hand, conditions in TABLES:
        wanted = [name for name in conditions if not names or name in names]
        whole_hand = hand if not names or hand in names else None
        if wanted or whole_hand:
            await play(base, game, players, stacks, whole_hand, wanted)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
