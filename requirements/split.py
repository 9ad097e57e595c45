"""Splits the lock of agents: torch stands apart, once with CUDA and once without.

PyPI's wheel of torch for Linux asks for gigabytes of NVIDIA's libraries; the one that is built
without CUDA asks for none, and some machines offer it to pip. A lock with the hashes of both would
always get the first: pip prefers files whose hash the index tells. So `make` tries `agents.txt`
with `agents-cpu.txt`, and then with `agents-cuda.txt`. `make lock` runs this.
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
"""The hashes of torch 2.13.0+cpu, which the index does not have: add those that you use."""


def blocks(lock: str) -> Iterator[str]:
    """The head of a lock, and then each package with its hashes."""
    yield from re.split(r"^(?=[A-Za-z0-9])", lock, flags=re.MULTILINE)


def split(lock: str) -> dict[str, str]:
    """The locks of one: without torch, torch without CUDA, and torch with what it needs."""
    head, *packages = blocks(lock)
    torch = [one for one in packages if TORCH.match(one)]
    cuda = [one for one in packages if CUDA.match(one)]
    rest = [one for one in packages if one not in (*torch, *cuda)]
    parts = {"": rest, "-cpu": map(without_cuda, torch), "-cuda": [*torch, *cuda]}
    return {name: head + "".join(part) for name, part in parts.items()}


def without_cuda(torch: str) -> str:
    """The package torch with the hashes of its wheels without CUDA alone."""
    known = [f" \\\n    --hash=sha256:{digest}" for digest in WITHOUT_CUDA.values()]
    return torch.partition(" \\\n")[0] + "".join(known) + "\n"


def main() -> None:
    """Split the lock that is named, and write the others beside it."""
    file = Path(sys.argv[1])
    locks = split(file.read_text("utf-8"))
    if not TORCH.search(locks["-cuda"]):
        raise SystemExit(f"{file} has another torch: put its hashes without CUDA into {__file__}")
    for name, lock in locks.items():
        file.with_stem(file.stem + name).write_text(lock, "utf-8")


if __name__ == "__main__":
    main()
