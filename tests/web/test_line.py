"""The connection of a socket: what is delivered past ASGI."""

import pytest
from websockets.frames import Frame, Opcode

from sidepot.web import line


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536, 100_000])
def test_a_text_is_framed_as_the_library_frames_it(size: int) -> None:
    text = b"x" * size
    assert line._head(size) + text == Frame(Opcode.TEXT, text).serialize(mask=False)
