"""Looks for texts that cost more than they weigh: `python -m tests.foreign.fuzz READER`.

It is guided by coverage, and begins with the reader's own texts and with all attacks in small. A
text is found if its reader raises what is no refusal, or takes more seconds or memory than a
multiple of its length. It is kept beside this file, where the tests read it for good.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import re
import sys
import time
import tracemalloc
from pathlib import Path

import atheris

CORPUS = Path(__file__).parent / "corpus"
SECONDS, EVEN_SO_SECONDS = 20e-6, 0.05
"""Of processor time: for each byte of a text, and for any."""
BYTES, EVEN_SO_BYTES = 160, 1_000_000
"""Of memory, likewise."""
WORDS = re.compile(rb'"[\w ]{1,30}"|\w{2,30}')
"""What texts are made of, to be put together in other ways."""


class Found(Exception):
    """A text that costs more than it weighs."""


def check(reader: Reader, text: bytes) -> None:
    """Read a text, and raise `Found` if that was dear."""
    seconds = min_seconds(reader, text)
    most = SECONDS * len(text) + EVEN_SO_SECONDS
    if seconds > most:
        raise Found(f"{seconds:.3f} s for {len(text)} bytes, {most:.3f} at most")
    tracemalloc.start()
    try:
        tried(reader, text)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    if peak > BYTES * len(text) + EVEN_SO_BYTES:
        raise Found(f"{peak} bytes of memory for {len(text)} bytes")


def min_seconds(reader: Reader, text: bytes) -> float:
    """The least time of a few tries: the first one loads and compiles, and any may be held up."""
    best = float("inf")
    for _ in range(4):
        began = time.process_time()
        tried(reader, text)
        best = min(best, time.process_time() - began)
        if best <= EVEN_SO_SECONDS:
            break
    return best


def keep(folder: Path, text: bytes) -> Path:
    """Write a text to a folder under its hash."""
    file = folder / hashlib.sha256(text).hexdigest()[:16]
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text)
    return file


def main() -> None:
    """Fuzz one reader for some seconds; the exit status is not 0 if something was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("reader", choices=READERS)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--work", type=Path, required=True, help="a folder for what is tried")
    chosen = parser.parse_args()
    reader = READERS[chosen.reader]

    def one(text: bytes) -> None:
        try:
            check(reader, text)
        except BaseException:
            kept = CORPUS / chosen.reader if chosen.reader in readers() else chosen.work
            print(f"kept: {keep(kept, text)}", flush=True)
            raise

    options = [f"-max_total_time={chosen.seconds}", f"-seed={chosen.seed}", "-timeout=60"]
    options += [f"-max_len={reader.most}", "-rss_limit_mb=3000", "-print_final_stats=1"]
    options += [f"-artifact_prefix={chosen.work}/", f"-dict={dictionary(reader, chosen.work)}"]
    atheris.Setup([sys.argv[0], *options, *folders(chosen.reader, chosen.work)], one)
    atheris.Fuzz()


def folders(name: str, work: Path) -> list[str]:
    """A folder to begin with, which grows, and the corpus that was kept."""
    (work / "begin").mkdir(parents=True, exist_ok=True)
    small = (attack(1000) for attack in ATTACKS.values())
    for number, text in enumerate([*READERS[name].texts, *small]):
        (work / "begin" / str(number)).write_bytes(text)
    kept = CORPUS / name
    return [str(work / "begin"), *([str(kept)] if kept.is_dir() else [])]


def dictionary(reader: Reader, work: Path) -> Path:
    """The words of a reader's texts, as the fuzzer takes them."""
    work.mkdir(parents=True, exist_ok=True)
    words = {word for text in reader.texts for word in WORDS.findall(text)}
    lines = ["".join(f"\\x{byte:02x}" for byte in word) for word in sorted(words)]
    file = work / "words.dict"
    file.write_text("".join(f'"{line}"\n' for line in lines), "ascii")
    return file


with atheris.instrument_imports(include=["sidepot", "tomllib", "zipfile"]):
    import tomllib

    from tests.foreign.attacks import ATTACKS
    from tests.foreign.readers import Reader, readers, tried


def unbounded(raw: bytes) -> None:
    """Read TOML as it is."""
    with contextlib.suppress(ValueError):
        tomllib.loads(raw.decode())


READERS = {**readers(), "unbounded": Reader(unbounded, [b"name = [1]"])}
"""The last one is there to be found."""

if __name__ == "__main__":
    main()
