"""Walks through `client.deal_states`, which the page's tests walk too: deal_walks.json.

`python -m tests.fairness.deal_walks` writes the file anew when the names of messages change.
"""

import json
import random
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeVar, cast

from sidepot.room.client.deal_states import DealTrack, ViewTrack
from sidepot.room.protocol import messages as m

Json = dict[str, Any]
T = TypeVar("T")
FILE = Path(__file__).with_name("deal_walks.json")
WALKS, STEPS = 8, 32


def deal_step(track: DealTrack, step: Json) -> list[str | None]:
    """The name of a commitment or cut, the state it leads to, and the breach reported."""
    if "lose" in step:
        track.lose()
        return [None, track.state, None]
    if "dealt" in step:
        at = {"table": "t", "hand": step["hand"], "turn": step["turn"]}
        name = track.name_cut(m.Cut(**at, dealt=step["dealt"], seeds={}))
        return [name, *_taken(track, name)]
    sent = cast(m.Commitment, SimpleNamespace(**step))
    name = track.name_commitment(sent)
    found = [name, *_taken(track, name)]
    if name not in ("same", "old"):
        track.remember(sent)
    return found


def view_step(track: ViewTrack, step: Json) -> list[str | None]:
    """The name of a view, the state it leads to, and the breach reported; twice at the end of a
    hand.
    """
    if "lose" in step:
        track.lose()
        return [None, track.state, None]
    if "proof" in step:
        return ["proof", *_taken(track, "proof")]
    hand = SimpleNamespace(
        hand=step["of"],
        decision=step["decision"],
        result=[{}] if step["is_over"] else [],
        asked=list(range(step["asked"])),
    )
    room = SimpleNamespace(hand=step["hand"], rabbit=["As"] * step["shown"], shown={})
    told = None if step["of"] is None else hand
    view = SimpleNamespace(room=room, hand=told, is_whole=step["is_whole"])
    known = dict(zip(("is_fixed", "is_cut", "is_next_fixed"), step["known"], strict=True))
    names = track.names(cast(m.View, view), **known)
    return [part for name in names for part in (name, *_taken(track, name))]


def _taken(track: DealTrack | ViewTrack, name: str) -> list[str | None]:
    said = track.take(name)
    return [track.state, said]


def made() -> list[Json]:
    """Random walks, mostly along an honest room's steps."""
    found = []
    for seed in range(WALKS):
        rng = random.Random(seed)
        found.append({"track": "deals", "steps": _walk(rng, DealTrack(), _deal_of, deal_step)})
        found.append({"track": "views", "steps": _walk(rng, ViewTrack(), _view_of, view_step)})
    return found


def _walk(
    rng: random.Random,
    track: T,
    step_of: Callable[[random.Random, T], Json],
    take: Callable[[T, Json], list[str | None]],
) -> list[list[Any]]:
    """Random steps of a track, each with its findings."""
    steps: list[list[Any]] = []
    for _ in range(STEPS):
        step = {"lose": True} if rng.random() < 0.03 else step_of(rng, track)
        steps.append([step, take(track, step)])
    return steps


def _deal_of(rng: random.Random, track: DealTrack) -> Json:
    hand, turn = track.latest
    if rng.random() < 0.45:
        by = (0, 0) if rng.random() < 0.85 else rng.choice([(1, 0), (-1, 0), (0, 1)])
        return {"hand": hand + by[0], "turn": turn + by[1], "dealt": rng.choice("aaaab")}
    last = track.last.hex() if track.last else "00"
    if rng.random() < 0.15:
        return {"hand": hand, "turn": turn, "prev": "22", "commitment": last}
    nexts = [(hand + 1, 1)] * 4 + [(hand, turn + 1)] * 4
    at = rng.choice([*nexts, (hand + 2, 1), (hand + 1, 2), (hand - 1, 1), (hand, turn)])
    prev = last if rng.random() < 0.85 else "33"
    fresh = rng.randbytes(3).hex()
    return {"hand": at[0], "turn": at[1], "prev": prev, "commitment": fresh}


def _view_of(rng: random.Random, track: ViewTrack) -> Json:
    if track.is_over and rng.random() < 0.2:
        return {"proof": True}
    hand, may = track.hand or 0, rng.random()
    is_next = track.is_over and may < 0.5
    hand += rng.choice([1] * 9 + [2, -1]) if is_next else may > 0.95
    due = 0 if is_next or not track.hand else rng.choice([track._decision, track._next])
    return {
        "hand": hand,
        "of": rng.choice([hand] * 16 + [None, hand - 1]),
        "decision": max(0, due if rng.random() < 0.85 else due + rng.choice([-1, 1, 2])),
        "is_over": rng.random() < (0.9 if track.is_over and not is_next else 0.35),
        "asked": rng.choice([0, 0, 0, 3]),
        "shown": rng.choice([0, 0, 1, 2]),
        "is_whole": rng.random() < 0.06,
        "known": [rng.random() < 0.85, rng.random() < 0.85, rng.random() < 0.4],
    }


def written(walks: list[Json]) -> str:
    """A line for each walk."""
    return "[\n" + ",\n".join(json.dumps(walk, separators=(",", ":")) for walk in walks) + "\n]\n"


if __name__ == "__main__":
    FILE.write_text(written(made()), "utf-8")
