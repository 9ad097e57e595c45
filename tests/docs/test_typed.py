"""The bots in the docs run, and pass `mypy --strict` as users have it."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BOTS = ROOT / "docs" / "bots.md"
LITTLE = ROOT / "examples" / "little_bot.py"


def examples() -> list[str]:
    """The files in Python on the page about bots; its dialogs are tried elsewhere."""
    return re.findall(
        r"^```python\n((?!>>>).*?)^```", BOTS.read_text("utf-8"), re.DOTALL | re.MULTILINE
    )


def wrong(texts: list[str], folder: Path) -> list[str]:
    """The errors that mypy finds in some texts, each in a file of its own."""
    files = [folder / f"example_{n}.py" for n in range(len(texts))]
    for file, text in zip(files, texts, strict=True):
        file.write_text(text, "utf-8")
    config = folder / "mypy.ini"
    config.write_text(
        f"[mypy]\nstrict = true\nmypy_path = {ROOT / 'src'}\nfollow_imports = silent\n"
    )
    options = ["--config-file", config, "--cache-dir", folder]
    command = [sys.executable, "-m", "mypy", *map(str, [*options, *files])]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    return re.findall(r"example_\d+\.py:\d+: error: .*", done.stdout)


BROKEN = """
import sidepot


def act(view: sidepot.TableView) -> str:
    return view.seat


def first(hand: sidepot.Hand) -> str:
    return hand.legal[0]
"""


@pytest.mark.soak
def test_bots_from_the_docs_are_typed_and_mistakes_in_them_are_seen(tmp_path: Path) -> None:
    texts = [*examples(), LITTLE.read_text("utf-8"), BROKEN]
    found = wrong(texts, tmp_path)
    assert [line.partition(":")[0] for line in found] == [f"example_{len(texts) - 1}.py"] * 2


def test_the_page_shows_the_example() -> None:
    assert len(examples()) == 2
    assert examples()[0].rpartition("def act")[2].splitlines()[1:] == [
        line
        for line in LITTLE.read_text("utf-8").rpartition("def act")[2].splitlines()[1:]
        if '"""' not in line
    ]


@pytest.mark.parametrize("text", examples())
def test_the_examples_run(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(text, "docs/bots.md", "exec"), {"__name__": "docs"})
    assert capsys.readouterr().out.count("\n") in (0, 5)
