"""The templates with a bank and with a board keep the laws, and have a hint for every choice."""

from pathlib import Path

import msgspec

from sidepot.designer.new import new_game
from tests.children import python
from tests.designer.plain import Done, Task


def test_the_games_with_a_bank_and_a_board_keep_the_laws(tmp_path: Path) -> None:
    files = [str(new_game(f"my-{like}", tmp_path, like)) for like in ("bank", "board")]
    asked = msgspec.json.encode(Task(files, [])).decode()
    said = python("-m", "tests.designer.plain", asked, NUMBA_DISABLE_JIT="1")
    assert msgspec.json.decode(said, type=Done).faults == ["", ""]
