"""Mistakes in a file's rules that are found in its source, each with its line and its fix."""

from __future__ import annotations

from pathlib import Path

import pytest

from sidepot import games
from sidepot.designer.new import TEMPLATE, TEMPLATES
from sidepot.engine.game_files import source_of
from sidepot.engine.source import check_source
from sidepot.errors import LawBroken
from tests.designer.changed import changed_template
from tests.laws.little import LITTLE

WAITING = "    s.waiting -= 1\n"
MISTAKES: dict[str, tuple[str, str, str]] = {
    "random": (WAITING, "    s.waiting -= 1 + random.randrange(1)\n", "chance is the order of the"),
    "clock": (WAITING, "    s.waiting -= int(time.time() > 0)\n", "a rule uses time, but must do"),
    "numpy": (WAITING, "    s.waiting -= np.random.randint(1, 2)\n", "a rule uses random"),
    "import": (WAITING, "    import random\n" + WAITING, "import random: a rule cannot import"),
    "none": ("    best = s.", "    best = None\n    s.", "best = None: plain Python can do this"),
    "fraction": ("chips.pot(s.chips, s.seats))", "chips.pot(s.chips, s.seats) / 2)", "use //"),
    "text": (WAITING, "    s.waiting -= len('x')\n", "a rule has no texts, only whole numbers"),
    "try": (
        WAITING,
        "    try:\n        s.waiting -= 1\n    finally:\n        s.opened = 0\n",
        "no try",
    ),
    "dict": (WAITING, "    s.waiting -= {1: 1}[1]\n", "a rule has no dict inside; it has whole"),
    "returns": ("1, seats.count(s.seats) - 1\n    go_on(s)", "1, 1\n    return s", "nobody reads"),
    "verb": ("@compiled\ndef step", "def step", "the verb step is not compiled; write @compiled"),
    "float": ("chips.pot(s.chips, s.seats))", "int(chips.pot(s.chips, s.seats) * 0.5))", "use //"),
    "fraction in place": (WAITING, "    s.waiting /= 2\n", "s.waiting /= 2: / makes a fraction"),
    "circle": (
        "    best = s.",
        "    go_on(s)\n    best = s.",
        "go_on calls itself, by go_on > go_on",
    ),
    "flat": (WAITING, "    s.waiting += s.hole.card.flat[9]\n", "whether flat has such a place"),
    "not compiled": ("@compiled\ndef go_on", "def go_on", "write @compiled above it, in line"),
}


CHANCES = {
    "randint": ("from random import randint", "randint(0, 0)"),
    "dice": ("import random as dice", "dice.randint(0, 0)"),
    "made": ("import random\nmade = random.Random(1)", "made.randint(0, 0)"),
    "drawn": ("import numpy as np\ndrawn = np.random.default_rng(1)", "int(drawn.integers(1))"),
    "other": ("import numpy.random as other", "other.randint(0, 1)"),
    "monotonic": ("from time import monotonic", "int(monotonic()) % 1"),
}


@pytest.mark.parametrize("name", list(CHANCES))
def test_chance_is_known_by_any_name(name: str, tmp_path: Path) -> None:
    imported, called = CHANCES[name]
    text = TEMPLATE.read_text("utf-8").replace("from typing", f"{imported}\nfrom typing", 1)
    file = tmp_path / "my_game.py"
    file.write_text(text.replace(WAITING, f"    s.waiting -= 1 + {called}\n"), "utf-8")
    with pytest.raises(LawBroken, match=rf"line \d+: .*a rule uses {name}, but must do the same"):
        check_source(file)


def test_a_value_on_one_way_and_nothing_on_another_is_found(tmp_path: Path) -> None:
    rule = "\n\n@compiled\ndef first(s: OneCard) -> int:\n    {}\n"
    file = tmp_path / "my_game.py"
    for body, is_wrong in {
        "for p in range(s.seats.n):\n        if s.seats.live[p]:\n            return p": True,
        "if s.opened:\n        return 1": True,
        "if s.opened:\n        return 1\n    else:\n        s.opened = 1": True,
        "while True:\n        if s.opened:\n            break\n        return 1": True,
        "while True:\n        if s.opened:\n            return 1": False,
        "if s.opened:\n        return 1\n    else:\n        return 0": False,
        "if s.opened:\n        return\n    s.opened = 1": False,
    }.items():
        file.write_text(TEMPLATE.read_text("utf-8") + rule.format(body), "utf-8")
        if not is_wrong:
            check_source(file)
            continue
        with pytest.raises(LawBroken, match=r"def first.*: first returns a value on one way"):
            check_source(file)


@pytest.mark.parametrize("mistake", list(MISTAKES))
def test_a_mistake_is_reported_with_its_line_and_fix(mistake: str, tmp_path: Path) -> None:
    old, new, said = MISTAKES[mistake]
    file = changed_template(tmp_path, old, new)
    with pytest.raises(LawBroken, match=r"line \d+: ") as broken:
        check_source(file)
    line, _, rest = str(broken.value).removeprefix("line ").partition(": ")
    code = rest.partition(": ")[0]
    assert said in str(broken.value)
    assert file.read_text("utf-8").splitlines()[int(line) - 1].strip().startswith(code)


def test_functions_that_are_not_rules_may_do_anything(tmp_path: Path) -> None:
    file = tmp_path / "my_game.py"
    more = "\n\ndef face(s):\n    import random\n    return random.random() / 2, None\n"
    file.write_text(TEMPLATE.read_text("utf-8") + more, "utf-8")
    check_source(file)


def test_all_games_of_the_house_and_of_the_examples_are_read_without_a_finding() -> None:
    examples = Path(__file__).parents[2] / "examples"
    files = {source_of(game) for game in (*games.registry().values(), LITTLE)}
    templates = [file for file, _ in TEMPLATES.values()]
    for file in (*files, *templates, examples / "one_card.py"):
        check_source(file)
