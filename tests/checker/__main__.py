"""The command line of the checker: `python -m tests.checker --help`."""

import argparse
import random
import sys
import tempfile
from collections import Counter
from pathlib import Path

from tests.checker.broken import BROKEN
from tests.checker.faults import FAULTS
from tests.checker.run import Plan, Run

SHOWN = 10
"""Violations that are printed; all others are in the log."""


def main() -> int:
    """Run once; 1 if a promise was broken."""
    parser = argparse.ArgumentParser(prog="python -m tests.checker", description=__doc__)
    parser.add_argument("--seed", type=int, default=random.randrange(10**9), help="default: any")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--faults", nargs="*", choices=FAULTS, default=list(FAULTS))
    parser.add_argument("--tables", type=int, default=2)
    parser.add_argument("--guests", type=int, default=4, help="at each table")
    parser.add_argument("--broken", choices=BROKEN, help="a room that breaks a promise")
    parser.add_argument("--folder", type=Path, help="where the log and the database go")
    chosen = parser.parse_args()
    folder = chosen.folder or Path(tempfile.mkdtemp(prefix="sidepot-checker-"))
    faults = tuple(chosen.faults)
    plan = Plan(chosen.seed, chosen.seconds, faults, chosen.tables, chosen.guests, chosen.broken)
    run = Run(folder, plan)
    found = run.check()
    for violation in found[:SHOWN]:
        print(f"{violation.promise}: {violation.facts}")
    counts = Counter(fact["what"] for fact in run.history.facts)
    print(f"seed {plan.seed}: {len(found)} violations; {dict(counts)}")
    print(f"the log: {run.history.path}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
