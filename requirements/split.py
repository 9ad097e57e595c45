"""Splits the lock of agents in two: what everybody needs, and what torch needs for CUDA.

PyPI's wheel of torch for Linux asks for a gigabyte of NVIDIA's libraries; the one that is built
without CUDA asks for none. Pip takes whichever the machine offers: `make` installs the first lock
alone if that is enough, and else both. `make lock` runs this.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

CUDA = re.compile("(nvidia|cuda|triton)\\b")
"""The packages that only a torch with CUDA needs."""
TORCH = re.compile("torch==2[.]13[.]0\\b")
WITHOUT_CUDA = {
    "cp311, Linux, x86-64": "6746dbcbeb526eb61330b76b41ff1b4eb848951103a892eeb080dfa2b264667b",
}
"""The hashes of torch 2.13.0+cpu, which the index does not have: add those of wheels that you use."""


def blocks(lock: str) -> Iterator[str]:
    """The head of a lock, and then each package with its hashes."""
    yield from re.split(r"^(?=[A-Za-z0-9])", lock, flags=re.MULTILINE)


def split(lock: str) -> tuple[str, str]:
    """The two locks of one."""
    head, *packages = blocks(lock)
    mine = [with_hashes(one) if TORCH.match(one) else one for one in packages if not CUDA.match(one)]
    return head + "".join(mine), head + "".join(one for one in packages if CUDA.match(one))


def with_hashes(torch: str) -> str:
    """The package torch with the hashes of its wheels without CUDA."""
    known = [f" \\\n    --hash=sha256:{digest}" for digest in WITHOUT_CUDA.values()]
    return torch.rstrip("\n") + "".join(known) + "\n"


def main() -> None:
    """Split the lock that is named, and write the other beside it."""
    file = Path(sys.argv[1])
    lock, cuda = split(file.read_text("utf-8"))
    if not TORCH.search(lock):
        raise SystemExit(f"{file} has another torch: put its hashes without CUDA into {__file__}")
    file.write_text(lock, "utf-8")
    file.with_stem(f"{file.stem}-cuda").write_text(cuda, "utf-8")


if __name__ == "__main__":
    main()
