"""Fixtures that the web's tests share with those of the room."""

from tests.room.conftest import little

__all__ = ["little"]
