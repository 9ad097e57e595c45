"""A table for people, in the modes of Gymnasium's `render`."""

from __future__ import annotations

from sidepot.engine.accessors import provider
from sidepot.engine.view import TableView
from sidepot.errors import BadSetup
from sidepot.lab.envs.kinds import Picture

MODES = ["ansi", "rgb_array", "human"]
"""A text; rows of pixels; the text printed at every step."""


def checked(mode: str | None) -> str | None:
    """A mode, or None for none. Raises `BadSetup`."""
    if mode is not None and mode not in MODES:
        raise BadSetup("error.render_mode", given=str(mode), legal=MODES)
    return mode


def rendered(mode: str | None, view: TableView) -> Picture:
    """A view in a mode: a text, an array of uint8, or None for what was printed."""
    if mode == "ansi":
        return str(view)
    if mode == "rgb_array":
        drawn: Picture = provider("picture")(view)
        return drawn
    if mode == "human":
        print(view)
    return None
