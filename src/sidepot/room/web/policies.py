"""The Content-Security-Policy of pages that are made for printing."""

from __future__ import annotations

import base64
import hashlib

from sidepot.paper import PAPERS
from sidepot.paper.sheet import script, style


def paper_policy() -> str:
    """The policy of rules on paper: nothing but the one script and the style sheets by size."""
    styles = " ".join(_hash(style(paper)) for paper in PAPERS)
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src {_hash(script())}",
            f"style-src {styles}",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
        )
    )


def _hash(text: str) -> str:
    """The source expression of an inline script or style."""
    digest = hashlib.sha256(text.encode("utf-8")).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"
