"""Files that are written whole or not at all."""

import os
from pathlib import Path

import pytest

from sidepot import paths


def test_a_pipe_is_written_and_stays_one(tmp_path: Path) -> None:
    """`-o /dev/null` of the system's owner would otherwise leave a plain file in its place."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        paths.write_whole(pipe, b"hand")
        assert os.read(reader, 9) == b"hand" and pipe.is_fifo()
    finally:
        os.close(reader)
    assert [*tmp_path.iterdir()] == [pipe]


def test_a_link_leads_to_the_file_that_is_written(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "file")
    paths.write_whole(link, b"hand")
    assert link.is_symlink() and (tmp_path / "file").read_bytes() == b"hand"


def test_an_error_leaves_the_old_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"old")
    with pytest.raises(ZeroDivisionError), paths.atomic_write(tmp_path / "file") as draft:
        draft.write_bytes(b"new")
        raise ZeroDivisionError
    assert (tmp_path / "file").read_bytes() == b"old" and len([*tmp_path.iterdir()]) == 1
