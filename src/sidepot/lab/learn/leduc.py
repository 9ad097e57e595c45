"""Solves Leduc poker for the table that ships (`odds.leduc`): a minute of one core.

`python -m sidepot.lab.learn.leduc` writes it, and prints what a best reply wins from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Any

from sidepot import kernel, paths
from sidepot.games.leduc import LEDUC
from sidepot.kernel import Records
from sidepot.lab.learn.exact import Tree, solve
from sidepot.odds import leduc

_ROUNDS = 2000
_TRIFLE = 1e-3
"""A rarer action is what early rounds have left, and is not played."""


def _place_of(view: Records) -> int:
    """The information set of a concealed record: suits make no difference."""
    record: Any = kernel.fields(view)
    return leduc.place_of(record)


def _main() -> None:
    tree = Tree(LEDUC)
    found = {place: _meant(shares) for place, shares in solve(tree, _place_of, _ROUNDS).items()}
    lines = leduc.text({place: [*shares.values()] for place, shares in found.items()})
    file = Path(str(resources.files("sidepot.odds"))) / leduc.FILE
    with paths.atomic_write(file) as draft:
        draft.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    gained = tree.exploitability(lambda view: found[_place_of(view)])
    print(f"{len(found)} sets; a best reply gains {gained:.6f} antes a hand")


def _meant(shares: Mapping[int, float]) -> dict[int, float]:
    kept = {action: share * (share >= _TRIFLE) for action, share in shares.items()}
    whole = sum(kept.values())
    return {action: round(share / whole, leduc.DIGITS) for action, share in kept.items()}


if __name__ == "__main__":
    _main()
