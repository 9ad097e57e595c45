"""The page of security: each promise names tests, and the tests are there."""

import re

import pytest

from tests.children import ROOT

PAGE = ROOT / "docs" / "security.md"
NAMED = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")


def promises(page: str) -> list[tuple[str, str]]:
    """The rows of the page that promise something: the promise, and the tests."""
    _, _, promised = page.partition("## What is promised")
    rows = re.findall(r"^\| (.+) \| (.*) \|$", promised.partition("\n## ")[0], re.M)
    return [(text, tests) for text, tests in rows if text not in ("promise", "---")]


def untested(page: str) -> list[str]:
    """Promises without a test, and tests that do not exist."""
    found = []
    for text, tests in promises(page):
        named = NAMED.findall(tests)
        if not named or NAMED.sub("", tests).strip():
            found.append(text)
        found += [f"{path}::{name}" for path, name in named if not exists(path, name)]
    return found


def exists(path: str, name: str) -> bool:
    """Is there such a test?"""
    file = ROOT / path
    text = file.read_text("utf-8") if file.exists() else ""
    return re.search(rf"^(async )?def {name}\(|^{name} = ", text, re.M) is not None


def test_every_promise_names_tests_that_exist() -> None:
    page = PAGE.read_text("utf-8")
    assert len(promises(page)) > 25 and untested(page) == []


@pytest.mark.parametrize(
    "tests",
    [
        "",
        "we looked",
        "`tests/room/test_ids.py::test_that_nobody_wrote`",
        "`tests/nowhere.py::test_a`",
        "`tests/room/test_ids.py::test_a_repeated_id_gets_the_first_answer` and more",
    ],
)
def test_an_empty_promise_is_found(tests: str) -> None:
    assert untested(f"## What is promised\n\n| All is well. | {tests} |\n")


def test_every_attacker_has_promises() -> None:
    page = PAGE.read_text("utf-8")
    attackers = re.findall(
        r"^\| ((?:a|who|the) [\w ]+) \|", page.partition("## What is pro")[0], re.M
    )
    assert len(attackers) == len(re.findall("^### Against ", page, re.M)) == 8
