"""No function of the package has too many positional parameters or lines.

Ruff holds the third bound, the complexity (`C901`).
"""

from pathlib import Path

import sidepot
from tests.architecture.functions import MOST_LINES, MOST_PARAMETERS, oversized

ROOT = Path(sidepot.__file__).parent


def test_every_function_is_within_bounds() -> None:
    assert oversized(ROOT) == []


def test_a_function_over_a_bound_is_noticed(tmp_path: Path) -> None:
    names = [f"p{k}" for k in range(MOST_PARAMETERS + 1)]
    (tmp_path / "a.py").write_text(
        f"def fits({', '.join(names[1:])}, *, more): ...\n"
        f"def wide({names[0]}, /, {', '.join(names[1:])}): ...\n"
        "class Kind:\n"
        "    async def long(self):\n" + "        await self\n" * MOST_LINES,
        "utf-8",
    )
    assert oversized(tmp_path) == ["a.py:2 wide: 10 parameters", "a.py:4 long: 61 lines"]
