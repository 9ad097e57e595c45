"""`make release` and the forge's workflow: what they write, and what they refuse."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from release import __main__ as making
from release import changelog, ends, smoke

from tests.children import ROOT

LOG = """# Changelog

Nothing yet.

## Unreleased

- A new game.

## [0.9.0] - 2026-01-01

- The old one.
"""


def test_the_changelog_gets_a_heading_above_what_is_new() -> None:
    text = changelog.released(LOG, "1.0.0", "2026-02-03")
    headings = re.findall("^## .*", text, re.M)
    assert headings == ["## Unreleased", "## [1.0.0] - 2026-02-03", "## [0.9.0] - 2026-01-01"]
    assert "2026-02-03\n\n- A new game.\n\n## [0.9.0]" in text
    with pytest.raises(changelog.NothingToRelease):
        changelog.unreleased(text)


def test_the_next_release_has_notes() -> None:
    assert len(changelog.unreleased((ROOT / "CHANGELOG.md").read_text("utf-8"))) > 100


@pytest.mark.parametrize("text", ["# Changelog\n", "# Changelog\n\n## Unreleased\n\n## [0.9.0]\n"])
def test_a_changelog_without_news_is_refused(text: str) -> None:
    with pytest.raises(changelog.NothingToRelease):
        changelog.unreleased(text)


def test_version_and_changelog_are_written_into_the_tree(tmp_path: Path) -> None:
    (tmp_path / making.VERSION_FILE).parent.mkdir(parents=True)
    (tmp_path / making.VERSION_FILE).write_text('"""Doc."""\n__version__ = "1.0.0.dev0"\n')
    (tmp_path / "CHANGELOG.md").write_text(LOG)
    making.edit(tmp_path, "1.0.0")
    assert (tmp_path / making.VERSION_FILE).read_text() == '"""Doc."""\n__version__ = "1.0.0"\n'
    assert "## [1.0.0] - " in (tmp_path / "CHANGELOG.md").read_text()


@pytest.mark.parametrize("version", ["1.0", "1.0.0.dev0", "v1.0.0", "one"])
def test_a_version_that_is_none_is_refused(version: str) -> None:
    with pytest.raises(making.CannotRelease, match="no version"):
        making._check(version, is_tagging=False)


def test_nothing_is_tagged_while_an_address_leads_nowhere() -> None:
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    assert making.placeholders(text)
    assert making.placeholders(text.replace(".example", ".org")) == []


def test_the_tests_at_both_ends_are_there() -> None:
    assert [path for path in (*ends.PLAIN, *ends.COMPILED) if not (ROOT / path).exists()] == []


def test_the_workflow_runs_what_is_there() -> None:
    text = (ROOT / ".github" / "workflows" / "tests.yml").read_text("utf-8")
    makefile = (ROOT / "Makefile").read_text("utf-8")
    targets = {word for line in re.findall(r"run: make (.*)", text) for word in line.split()}
    assert {"check", "test", "page"} <= targets
    named = {name for name in targets if not name.startswith(".venv/")}
    assert [name for name in named if not re.search(rf"^{name}:", makefile, re.M)] == []
    for system in ("ubuntu", "macos", "windows"):
        assert f"{system}-latest" in text
    for script in re.findall(r"run: python (\S+\.py)", text):
        assert (ROOT / script).exists()


@pytest.mark.soak
def test_the_smoke_test_passes_in_this_environment() -> None:
    done = subprocess.run([sys.executable, smoke.__file__], check=False)
    assert done.returncode == 0


@pytest.mark.soak
@pytest.mark.parametrize("platform", ["win32", "darwin"])
def test_calls_that_a_system_lacks_stand_in_a_branch(platform: str, tmp_path: Path) -> None:
    command = ["mypy", "--platform", platform, "--cache-dir", str(tmp_path), "src"]
    done = subprocess.run([sys.executable, "-m", *command], cwd=ROOT, check=False)
    assert done.returncode == 0


@pytest.mark.skipif(sys.platform == "win32", reason="the stand-in is a shell script")
def test_a_python_that_does_not_start_is_not_tried(tmp_path: Path) -> None:
    """Managers of versions leave commands for Pythons that are not switched on."""
    shim = tmp_path / "python3.12"
    shim.write_text("#!/bin/sh\nexit 127\n", "utf-8")
    shim.chmod(0o755)
    assert making.starts(sys.executable)
    assert not making.starts(str(shim))
    assert not making.starts(str(tmp_path / "python3.99"))
