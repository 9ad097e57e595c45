"""Builds the site: `make site` writes it into `site/`, checked."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from docs.site.build import build
from docs.site.check import faults
from docs.site.tree import ROOT


def main() -> int:
    """Build, and name every dead link, lost anchor and foreign file of the built pages."""
    parser = argparse.ArgumentParser(prog="make site", description="Build the site.")
    parser.add_argument("--folder", type=Path, default=ROOT / "site", help="where to")
    parser.add_argument("--url", help="the address that it will have, for its map")
    chosen = parser.parse_args()
    build(chosen.folder, chosen.url)
    found = faults(chosen.folder)
    pages = len(list(chosen.folder.rglob("*.html")))
    print("\n".join([*found, f"{pages} pages in {chosen.folder}, {len(found)} faults"]))
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
