"""Plant faults and say which of them the tests catch: `python -m tests.planted [NAME ...]`.

A `--json` file keeps what is judged, one fault a line, and a later run goes on where one stopped.
"""

import argparse
import json
import queue
import statistics
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import ExitStack
from dataclasses import asdict, replace
from pathlib import Path

from tests.planted.planting import FAULTS, Fault, Result, copied, judge, load, root_of

HERE = Path(__file__).parents[2]


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit code: 0 if the faults that are caught are those that the list expects."""
    given = _parser().parse_args(arguments)
    known = _read(given.json)
    faults = _chosen(load(given.faults), given.name)
    if given.sound:
        faults = _sound(faults)
    for result in _judged([f for f in faults if f.name not in known], given.root, given.jobs):
        known[result.name] = result
        print(_line(result), flush=True)
        if given.json:
            with given.json.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(result)) + "\n")
    print(_summary([known[fault.name] for fault in faults]))
    return int(any((known[f.name].outcome == "caught") != f.caught for f in faults))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.planted", description=__doc__)
    parser.add_argument("name", nargs="*", help="names of faults; none: all")
    parser.add_argument("--root", type=Path, default=HERE, help="the checkout to judge")
    parser.add_argument("--json", type=Path, help="JSON lines that results are added to")
    parser.add_argument("--jobs", type=int, default=1, help="how many copies run at a time")
    parser.add_argument("--faults", type=Path, default=FAULTS, help="another list of faults")
    parser.add_argument("--sound", action="store_true", help="plant nothing: all must be missed")
    return parser


def _chosen(faults: list[Fault], names: list[str]) -> list[Fault]:
    """The faults with these names, or all."""
    if unknown := {*names} - {fault.name for fault in faults}:
        sys.exit(f"There is no fault {min(unknown)!r}.")
    return [fault for fault in faults if not names or fault.name in names]


def _sound(faults: list[Fault]) -> list[Fault]:
    """The control: faults that change nothing, one for each selection of tests."""
    firsts = {(fault.tests, fault.plain): fault for fault in reversed(faults)}
    return [replace(fault, new=fault.old, caught=False) for fault in firsts.values()]


def _read(path: Path | None) -> dict[str, Result]:
    """The results in a file, by fault."""
    if path is None or not path.exists():
        return {}
    lines = path.read_text(encoding="utf-8").splitlines()
    results = [Result(**json.loads(line)) for line in lines]
    return {result.name: result for result in results}


def _judged(faults: list[Fault], root: Path, jobs: int) -> Iterator[Result]:
    """The results of some faults as they come, from a copy of the checkout for each job."""
    if not faults:
        return
    root = root_of(root)
    copies = queue.SimpleQueue[Path]()

    def judged(fault: Fault) -> Result:
        copy = copies.get()
        try:
            return judge(fault, root, copy)
        finally:
            copies.put(copy)

    with ExitStack() as stack:
        for _ in range(jobs):
            copies.put(stack.enter_context(copied(root)))
        pool = stack.enter_context(ThreadPoolExecutor(jobs))
        for done in as_completed([pool.submit(judged, fault) for fault in faults]):
            yield done.result()


def _line(result: Result) -> str:
    """One fault, its outcome, and the test or the reason."""
    parts = "  ".join(part for part in (result.test, result.note) if part)
    return f"{result.outcome:7} {result.seconds:6.1f} s  {result.name:32} {parts}"


def _summary(results: list[Result]) -> str:
    """The number of faults with each outcome, and the names of those that were not caught."""
    counts = Counter(result.outcome for result in results)
    seconds = statistics.median(result.seconds for result in results) if results else 0
    parts = ", ".join(f"{n} {outcome}" for outcome, n in counts.most_common())
    left = [f"  {r.outcome}: {r.name}" for r in results if r.outcome != "caught"]
    return "\n".join([f"{len(results)} faults: {parts}; median {seconds:.1f} s", *left])


if __name__ == "__main__":
    sys.exit(main())
