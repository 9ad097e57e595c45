"""The examples of CONTRIBUTING.md are tests that run."""

import re

import pytest

from tests.children import ROOT

EXAMPLE = re.compile(r"\(`(tests/[\w/]+[.]py)`\):\n\n```python\n(.*?)```", re.DOTALL)
EXAMPLES = EXAMPLE.findall((ROOT / "CONTRIBUTING.md").read_text("utf-8"))


@pytest.mark.parametrize(("file", "code"), EXAMPLES)
def test_an_example_stands_in_its_file(file: str, code: str) -> None:
    assert code in (ROOT / file).read_text("utf-8")


def test_every_example_has_a_file() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    assert len(EXAMPLES) == text.count("```python") > 0
