"""Modules of files outside of any package, and of texts: each is run once a process."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import sys
from pathlib import Path
from types import ModuleType

from sidepot.engine.diagnostics import diagnose
from sidepot.errors import BadGameFile
from sidepot.paths import atomic_write

_PREFIX = "game file "
"""Begins the name of a module loaded from a file, before the path; no other module has it."""

_SENT = "game text "
"""Begins the name of a module made from a text, before the hash of the text."""

_TEXT = "__text__"
"""The name in such a module of the file's text when it was loaded."""


def import_anything(name: str) -> ModuleType:
    """A module by its name, which may be the name of a loaded file."""
    if name.startswith(_PREFIX):
        return import_file(Path(name.removeprefix(_PREFIX)))
    return importlib.import_module(name)


def import_file(path: Path) -> ModuleType:
    """The module of a file, run once. Raises `BadGameFile`."""
    name = f"{_PREFIX}{path.resolve()}"
    if name in sys.modules:
        return sys.modules[name]
    if path.is_dir() or not path.exists():
        raise BadGameFile("error.file_missing", file=str(path))
    return _run(path, name)


def _run(path: Path, name: str) -> ModuleType:
    """Run a file as a module of this name. Raises `BadGameFile`."""
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise BadGameFile("error.file_python", file=str(path))
    module = importlib.util.module_from_spec(spec)
    vars(module)[_TEXT] = path.read_text("utf-8", "replace")
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise BadGameFile(
            "error.file_raises", file=str(path), reason=diagnose(error, path)
        ) from error
    return module


def text_of(module: str) -> str | None:
    """The text that a module was loaded from by `import_file`; None for any other module."""
    found: str | None = vars(sys.modules[module]).get(_TEXT)
    return found


def import_text(text: str, folder: Path) -> ModuleType:
    """The module of a file's text, which is written below `folder` first.

    Its name and place are made from the text, so that two processes with one text have one module.
    """
    digest = hashlib.sha256(text.encode()).hexdigest()
    name = f"{_SENT}{digest}"
    if name in sys.modules:
        return sys.modules[name]
    path = folder / digest[:32] / "game.py"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        with atomic_write(path) as draft:
            draft.write_text(text, "utf-8")
    return _run(path, name)


def loaded() -> list[Path]:
    """The files of which modules have been made, in their order."""
    return [Path(name.removeprefix(_PREFIX)) for name in sys.modules if name.startswith(_PREFIX)]
