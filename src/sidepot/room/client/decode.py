"""A client's reading of a room's messages: nonsense is refused, unknown names are left out."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from msgspec.structs import replace

from sidepot.engine.view import TableView
from sidepot.errors import Unreachable, UserError
from sidepot.words import DEFAULT, catalogue

_NONSENSE = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""Errors of messages in the protocol's form that say nothing: a seat that is not there."""


@contextmanager
def understood(base: str) -> Iterator[None]:
    """Use what the room at `base` has sent. Raises `Unreachable` where it makes no sense."""
    try:
        yield
    except UserError:
        raise
    except _NONSENSE as error:
        reason = f"{type(error).__name__}: {error}"
        raise Unreachable("client.unreachable", url=base, reason=reason) from error


def in_known_words(view: TableView) -> TableView:
    """A view whose events and choices go by their usual names where a game's own are not known."""
    has = catalogue(DEFAULT).has
    return replace(
        view,
        events=tuple(e if has(f"event.{e.said}") else replace(e, said="") for e in view.events),
        menu=tuple(c if has(f"explain.{c.said}") else replace(c, said="") for c in view.menu),
    )
