"""The results of the benchmarks, without their timing.

`python -m benchmarks.signatures` compares every signature with the one recorded beside this file;
`--write` records the present ones, so that a change of results shows in the diff.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from benchmarks import (
    bots,
    by_hand,
    envs,
    equity,
    experts,
    fair,
    histories,
    learn,
    odds,
    play,
    pools,
    rank,
    solving,
)

FILE = Path(__file__).with_name("signatures.json")
_PLAYED = (play, by_hand, histories, pools, envs)
PARTS = (*_PLAYED, rank, odds, equity, fair, solving, bots, learn, experts)
"""Those that compute the same every time."""


def works() -> Mapping[str, Callable[[], str]]:
    """The function that computes each signature, by the name of its line in the report."""
    return {name: work for part in PARTS for name, work in part.signatures().items()}


def kept() -> dict[str, str]:
    """The recorded signatures."""
    return dict(json.loads(FILE.read_text("utf-8")))


def differing(made: Mapping[str, str], held: Mapping[str, str]) -> list[str]:
    """One sentence for each benchmark whose signature differs from the record."""
    return list(_differing(made, held))


def _differing(made: Mapping[str, str], held: Mapping[str, str]) -> Iterator[str]:
    for name, signature in made.items():
        if name in held and signature != held[name]:
            yield f"{name}: the signature is {signature}, and was {held[name]}"


def main() -> None:
    """Compute every signature, one after the other."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.signatures", description=__doc__)
    parser.add_argument("--write", action="store_true")
    chosen = parser.parse_args()
    made = {}
    for name, work in works().items():
        made[name] = work()
        print(f"{made[name]}  {name}", flush=True)
    if chosen.write:
        FILE.write_text(json.dumps(made, indent=1) + "\n", "utf-8")
    elif wrong := differing(made, kept()):
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main()
