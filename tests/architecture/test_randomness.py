"""Nothing is drawn without a seed: tests deal the same cards every time."""

from pathlib import Path

import pytest

import sidepot
from tests.architecture.randomness import unseeded
from tests.children import ROOT

PACKAGE = Path(sidepot.__file__).parent
TESTS = ROOT / "tests"
SOURCE = PACKAGE / "entropy.py"
"""The one module that draws from the system."""


def test_the_package_draws_from_one_source() -> None:
    files = [file for file in PACKAGE.rglob("*.py") if file != SOURCE]
    assert len(files) > 100
    assert [place for file in files for place in unseeded(file)] == []
    assert unseeded(SOURCE) == ["entropy.py:10 random.SystemRandom"]


def test_tests_draw_from_seeds() -> None:
    """A command that a person runs may choose its own seed; it prints it."""
    files = [file for file in TESTS.rglob("*.py") if file.name != "__main__.py"]
    assert len(files) > 100
    assert [place for file in files for place in unseeded(file)] == []


BROKEN = {
    "import secrets": "secrets",
    "from secrets import token_bytes": "secrets",
    "import os\nos.urandom(8)": "os.urandom",
    "from os import urandom": "",
    "from os import urandom\nurandom(8)": "os.urandom",
    "import random\nrandom.SystemRandom()": "random.SystemRandom",
    "import random\nrandom.Random()": "random.Random()",
    "import random\nrandom.Random(None)": "random.Random()",
    "from random import Random\nRandom()": "random.Random()",
    "import random\nrandom.choice([1, 2])": "random.choice",
    "from random import shuffle as mix\nmix([1, 2])": "random.shuffle",
    "import random\nsorted([1, 2], key=random.random)": "random.random",
    "import numpy as np\nnp.random.default_rng()": "numpy.random.default_rng()",
    "from numpy.random import default_rng\ndefault_rng()": "numpy.random.default_rng()",
    "import numpy as np\nnp.random.shuffle([1])": "numpy.random.shuffle",
    "import uuid\nuuid.uuid4()": "uuid.uuid4",
    "import random\nrandom.Random(7).choice([1, 2])": "",
    "import random\ndef deal(rng: random.Random): rng.shuffle([1])": "",
    "import numpy as np\nnp.random.default_rng(7).random()": "",
    "def deal(random): random.shuffle([1])": "",
}
"""Modules, and what each draws from without a seed: empty for nothing."""


@pytest.mark.parametrize("text", BROKEN)
def test_a_draw_without_a_seed_is_noticed(text: str, tmp_path: Path) -> None:
    file = tmp_path / "dealing.py"
    file.write_text(f"{text}\n")
    places = [place.partition(" ")[2] for place in unseeded(file)]
    assert places == [BROKEN[text]] * bool(BROKEN[text])
