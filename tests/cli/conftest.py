"""What the commands save goes to a folder of the test's own."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's data folder."""
    monkeypatch.setenv("SIDEPOT_DATA", str(tmp_path / "data"))
    return tmp_path / "data"
