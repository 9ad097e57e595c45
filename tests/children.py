"""Python in a child process, for behaviour that is fixed when a process starts."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def python(*arguments: str, **environment: str) -> str:
    """The output of a child process, run like this one but for some of its environment."""
    paths = os.pathsep.join(path for path in sys.path if path)
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": paths, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
