"""Screens on which a test runs: some every time, others in `make soak` alone."""

from __future__ import annotations

import pytest

from tests.browser.person import DESKTOP, PHONE, Json
from tests.cases import often

ACROSS: Json = {**PHONE, "viewport": {"width": 844, "height": 390}}
SMALL: Json = {**PHONE, "viewport": {"width": 360, "height": 640}}
LANDSCAPE: Json = {"viewport": {"width": 844, "height": 390}, "has_touch": True}
BOTH: Json = {**DESKTOP}
"""A desk for the first to come, and a phone for the second."""
SIZES = {
    "both": BOTH,
    "desktop": DESKTOP,
    "phone": PHONE,
    "small": SMALL,
    "across": ACROSS,
    "landscape": LANDSCAPE,
}


def on(always: str, soak: str = "") -> pytest.MarkDecorator:
    """The screens of a test's crowd, by their names: tried every time, and in `make soak`."""
    names = [*always.split(), *soak.split()]
    sizes = often([SIZES[name] for name in names], [SIZES[name] for name in always.split()])
    return pytest.mark.parametrize("crowd", sizes, ids=names, indirect=True)


def playing(games: list[str], **always: str) -> pytest.MarkDecorator:
    """Games by the name of a screen: tried there every time, and all on all in `make soak`."""
    cases = [
        pytest.param(
            game,
            SIZES[size],
            id=f"{game}-{size}",
            marks=() if game in always[size].split() else pytest.mark.soak,
        )
        for game in games
        for size in always
    ]
    return pytest.mark.parametrize(("name", "crowd"), cases, indirect=["crowd"])
