"""Modules of files outside of any package, and of texts: each is run once a process."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import sys
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from sidepot.engine.diagnostics import diagnose
from sidepot.errors import BadGameFile
from sidepot.paths import without_links, write_whole

_PREFIX = "game file "
"""Begins the name of a module loaded from a file, before the path; no other module has it."""

_SENT = "game text "
"""Begins the name of a module made from a text, before the hash of the text."""

_TEXT, _ORIGIN = "__text__", "__origin__"
"""The names in such a module of the file's text when it was loaded, and of its `Origin`."""
_KEPT = "surrogateescape"
"""Makes of every file a text that can be made into the same bytes again."""


@dataclass(frozen=True)
class Origin:
    """The file that a module was loaded from: its name, and the SHA-256 of its bytes."""

    name: str
    digest: str


def import_anything(name: str) -> ModuleType:
    """A module by its name, which may be the name of a loaded file."""
    if name.startswith(_PREFIX):
        return import_file(Path(name.removeprefix(_PREFIX)))
    return importlib.import_module(name)


def import_file(path: Path) -> ModuleType:
    """The module of a file, run once. Raises `BadGameFile`."""
    name = f"{_PREFIX}{without_links(path)}"
    if name in sys.modules:
        return sys.modules[name]
    try:
        raw = path.read_bytes()
    except (FileNotFoundError, IsADirectoryError) as error:
        raise BadGameFile("error.file_missing", file=str(path)) from error
    except OSError as error:
        reason = error.strerror or str(error)
        raise BadGameFile("error.file_unread", file=str(path), reason=reason) from error
    return _run(path, raw, name)


def _run(path: Path, raw: bytes, name: str, file: str = "") -> ModuleType:
    """Run a file as a module of this name. Raises `BadGameFile`.

    `file`: the name of the file from which its text came, if that was another.
    """
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise BadGameFile("error.file_python", file=str(path))
    module = importlib.util.module_from_spec(spec)
    vars(module)[_TEXT] = raw.decode("utf-8", _KEPT)
    vars(module)[_ORIGIN] = Origin(file or path.name, digest_of(raw))
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise BadGameFile(
            "error.file_raises", file=str(path), reason=diagnose(error, path)
        ) from error
    return module


def digest_of(raw: bytes) -> str:
    """The hash by which the file of a game is named: its SHA-256, as `sha256sum` prints it."""
    return hashlib.sha256(raw).hexdigest()


def text_of(module: str) -> str | None:
    """The text that a module was loaded from by `import_file`; None for any other module."""
    found: str | None = vars(sys.modules[module]).get(_TEXT)
    return found


def origin_of(module: str) -> Origin | None:
    """The file that a module was loaded from, here or where its text came from.

    None for any other module.
    """
    found: Origin | None = vars(sys.modules.get(module, object)).get(_ORIGIN)
    return found


def import_text(text: str, folder: Path, file: str = "") -> ModuleType:
    """The module of a file's text, which is written below `folder` first.

    Its name and place are made from the text, so that two processes with one text have one module.
    `file`: the name of the file from which the text came.
    """
    raw = text.encode("utf-8", _KEPT)
    name = f"{_SENT}{digest_of(raw)}"
    if name in sys.modules:
        return sys.modules[name]
    path = text_place(folder, digest_of(raw))
    if not path.exists():
        write_whole(path, raw)
    return _run(path, raw, name, file)


def text_place(folder: Path, digest: str) -> Path:
    """The place below a folder for the text of this hash."""
    return folder / digest[:32] / "game.py"


def loaded() -> list[Path]:
    """The files of which modules have been made, in their order."""
    return [Path(name.removeprefix(_PREFIX)) for name in sys.modules if name.startswith(_PREFIX)]
