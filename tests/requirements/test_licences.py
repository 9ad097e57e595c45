"""Whatever ships has the text of its licence: in the built page, and in the file of Python's."""

import asyncio
import json
import re
from pathlib import Path
from unittest import mock

import pytest
from docs import licences

from sidepot.room.web import FOLDER
from tests.children import ROOT
from tests.room.web.server import Reply, Visitor, open_server

MODULES = ROOT / "frontend" / "node_modules"
FONT = re.compile(r"^([a-z-]+?)-latin")
needs_page = pytest.mark.skipif(
    not (FOLDER / "licences.txt").exists(), reason="the page is not built"
)


def titles(text: str) -> list[str]:
    return re.findall(rf"^{licences.RULE}\n(.+ \((?:page|Python)\))\n{licences.RULE}$", text, re.M)


def missing(page: str, folder: Path = FOLDER) -> list[str]:
    """The fonts and packages that lie in a built page, and have no licence in it."""
    fonts = {match[1] for path in folder.rglob("*.woff2") if (match := FONT.match(path.name))}
    lock = json.loads((ROOT / "frontend" / "package.json").read_text("utf-8"))
    packages = [*lock["dependencies"], "svelte", *(f"@fontsource/{font}" for font in fonts)]
    wanted = [f"{name} (page)" for name in packages]
    wanted += [f"{name} (Python)" for name in licences.locked()]
    return [name for name in wanted if name.lower() not in map(str.lower, titles(page))]


def test_every_locked_package_has_its_licence() -> None:
    text = licences.FILE.read_text("utf-8")
    assert titles(text) == [f"{name} (Python)" for name in licences.locked()]
    parts = re.split(rf"^{licences.RULE}\n.+ \(Python\)\n{licences.RULE}$", text, flags=re.M)
    assert all(len(part) > 500 for part in parts[1:])


@needs_page
def test_every_font_and_package_of_the_page_has_its_licence() -> None:
    page = (FOLDER / "licences.txt").read_text("utf-8")
    assert len(list(FOLDER.rglob("*.woff2"))) >= 3
    assert missing(page) == []
    assert page.count("SIL OPEN FONT LICENSE Version 1.1") >= 2


@needs_page
def test_a_room_gives_them_to_everybody(tmp_path: Path) -> None:
    async def ask() -> Reply:
        async with open_server(tmp_path) as serving:
            return await Visitor(serving.local).ask("GET", "/licences.txt")

    reply = asyncio.run(ask())
    assert reply.status == 200 and reply.headers["content-type"].startswith("text/plain")
    assert reply.content == (FOLDER / "licences.txt").read_bytes()
    assert "/licences.txt" in "".join(p.read_text("utf-8") for p in FOLDER.rglob("*.js"))


@needs_page
@pytest.mark.parametrize("name", ["@fontsource/besley (page)", "svelte (page)", "numpy (Python)"])
def test_one_that_is_missing_is_found(name: str) -> None:
    page = (FOLDER / "licences.txt").read_text("utf-8").replace(f"\n{name}\n", "\nsomething\n")
    assert missing(page) == [name]


@needs_page
def test_a_new_font_without_a_licence_is_found(tmp_path: Path) -> None:
    (tmp_path / "papyrus-latin-400-normal-AbCd.woff2").touch()
    page = (FOLDER / "licences.txt").read_text("utf-8")
    assert missing(page, tmp_path) == ["@fontsource/papyrus (page)"]


def test_a_package_without_a_licence_is_an_error() -> None:
    bare = mock.Mock(files=[])
    with (
        mock.patch.object(licences, "distribution", return_value=bare),
        pytest.raises(licences.NoLicence, match="bare is installed without"),
    ):
        licences.page(["bare"])
