"""The wheel is whole: built twice it has the same bytes, and it says all that is packed in it."""

import email
import email.policy
import json
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import hatch_build
import pytest
from release.__main__ import unpack

from sidepot.room.web import FOLDER
from tests.children import ROOT

pytestmark = pytest.mark.skipif(
    not (FOLDER / "licences.txt").exists(), reason="the page is not built"
)


def build(root: Path, target: str, folder: Path) -> Path:
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(folder)]
    subprocess.run(command, cwd=root, check=True, capture_output=True)
    (built,) = folder.iterdir()
    return built


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout."""
    return build(ROOT, "wheel", tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def metadata(wheel: Path) -> email.message.EmailMessage:
    with zipfile.ZipFile(wheel) as packed:
        (name,) = (name for name in packed.namelist() if name.endswith(".dist-info/METADATA"))
        text = packed.read(name)
    return email.message_from_bytes(text, policy=email.policy.default)


def materials(wheel: Path) -> dict[str, str]:
    """The works of others in a wheel by its bill of materials, with the licence of each."""
    with zipfile.ZipFile(wheel) as packed:
        (name,) = (name for name in packed.namelist() if "/sboms/" in name)
        bill = json.loads(packed.read(name))
    assert bill["bomFormat"] == "CycloneDX"
    assert all(len(part["hashes"][0]["content"]) == 128 for part in bill["components"])
    return {part["name"]: part["licenses"][0]["license"]["id"] for part in bill["components"]}


@pytest.mark.soak("`make release` compares both")
def test_a_source_distribution_makes_the_same_wheel_without_node(
    wheel: Path, tmp_path: Path
) -> None:
    source = build(ROOT, "sdist", tmp_path / "dist")
    unpack(source, tmp_path / "source")
    (root,) = (tmp_path / "source").iterdir()
    assert (root / hatch_build.PAGE / "index.html").exists()
    assert not (root / "frontend" / "node_modules").exists()
    again = build(root, "wheel", tmp_path / "again")
    assert again.name == wheel.name and again.read_bytes() == wheel.read_bytes()


def test_everything_is_in_the_wheel_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        names = set(packed.namelist())
    wanted = {"sidepot/py.typed", "sidepot/room/web/page/index.html", "sidepot/games/ricochet.md"}
    assert wanted <= names
    assert {name.partition("/")[0].partition("-")[0] for name in names} == {"sidepot"}
    ours = (path for path in (ROOT / "src").rglob("*.py"))
    assert {path.relative_to(ROOT / "src").as_posix() for path in ours} <= names
    assert not [name for name in names if name.endswith((".pyc", ".map", ".orig"))]


def test_the_bill_of_materials_lists_what_is_packed_in_the_page(
    wheel: Path, metadata: email.message.EmailMessage
) -> None:
    found = materials(wheel)
    dependencies = json.loads((ROOT / "frontend" / "package.json").read_text("utf-8"))
    assert {*dependencies["dependencies"], "svelte", "@fontsource/besley"} <= found.keys()
    assert set(metadata["License-Expression"].split(" AND ")) == {"MIT", *found.values()}


def test_the_readme_of_an_index_leads_somewhere(metadata: email.message.EmailMessage) -> None:
    text = metadata.get_content()
    assert metadata["Description-Content-Type"] == "text/markdown"
    targets = re.findall(r'\]\(([^)]+)\)|src="([^"]+)"', text)
    assert len(targets) > 10
    assert [each for pair in targets for each in pair if each and "://" not in each] == []


@pytest.mark.parametrize(
    ("text", "absolute"),
    [
        ("[a](docs/a.md#b)", "[a](PAGES/docs/a.md#b)"),
        ("![a](docs/a.png)", "![a](RAW/docs/a.png)"),
        ('<img src="docs/a.svg">', '<img src="RAW/docs/a.svg">'),
        ("[a](#b) [c](https://d.example)", "[a](#b) [c](https://d.example)"),
    ],
)
def test_relative_links_become_absolute(text: str, absolute: str) -> None:
    assert hatch_build.absolute(text, "PAGES/", "RAW/") == absolute


def test_classifiers_and_links_of_the_project_are_known(
    metadata: email.message.EmailMessage,
) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert {"Homepage", "Documentation", "Source", "Issues", "Changelog"} == set(project["urls"])
    assert metadata["Summary"] == project["description"]
    assert "Typing :: Typed" in (metadata.get_all("Classifier") or ())
