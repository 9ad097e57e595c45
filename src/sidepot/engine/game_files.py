"""Loads games from files outside of any package."""

from __future__ import annotations

import difflib
import hashlib
import importlib
import importlib.util
import inspect
import re
import sys
import traceback
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import ModuleType

from sidepot.engine.game import Game
from sidepot.engine.shape import check_record
from sidepot.engine.source import check_source
from sidepot.engine.verbs import check_verbs
from sidepot.errors import BadGameFile, EngineError, SidepotError
from sidepot.paths import atomic_write
from sidepot.rules import actions, deck
from sidepot.words import DEFAULT, Message, catalogue, read_game_file

_PREFIX = "game file "
"""Begins the name of a module loaded from a file, before the path; no other module has it."""

_SENT = "game text "
"""Begins the name of a module made from a text, before the hash of the text."""

_TEXT = "__text__"
"""The name in such a module of the file's text when it was loaded."""


def load_game(path: Path) -> Game:
    """The game in a file. Raises `BadGameFile` with the line that is wrong."""
    module = import_file(path)
    found = [value for value in vars(module).values() if isinstance(value, Game)]
    if len(found) != 1:
        names = [game.name for game in found]
        raise BadGameFile("error.file_games", file=str(path), n=len(found), names=names)
    _check_fields(found[0], path)
    _check_words(path)
    return found[0]


def _check_words(path: Path) -> None:
    """Raise `BadGameFile` for words in another language, beside the file, that cannot be read."""
    for file in sorted(path.parent.glob(f"{path.stem}.*.toml")):
        try:
            read_game_file(file)
        except (OSError, ValueError) as error:
            raise BadGameFile("error.file_raises", file=str(file), reason=str(error)) from error


def _check_fields(game: Game, path: Path) -> None:
    """Raise `BadGameFile` for options, verbs, a record or rules that cannot be, with the line."""
    try:
        _ = game.numbers
        check_verbs(game.verbs)
        check_record(game.record)
        game.layout()
        _check_says(game)
        check_source(path)
    except Exception as error:
        reason = error.message if isinstance(error, SidepotError) else blame(error, path)
        raise BadGameFile("error.file_raises", file=str(path), reason=reason) from error


def _check_says(game: Game) -> None:
    """Raise `EngineError` for names of its own (`says`) for which the catalogue has no words."""
    known = catalogue(DEFAULT)
    for kind, name in game.says.items():
        needed = [f"event.{name}", f"did.{name}"]
        if known.has(f"event.{kind}_you"):
            needed.append(f"event.{name}_you")
        if kind in actions.KINDS:
            form = "_one" if actions.KINDS.index(kind) in actions.COUNTED else ""
            needed = [f"choice.{name}{form}", f"label.{name}", f"explain.{name}"]
        missing = [key for key in needed if not known.has(key)]
        if missing:
            values = {"game": game.name, "kind": kind, "name": name, "missing": missing}
            raise EngineError("law.says_words", **values)


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
        raise BadGameFile("error.file_raises", file=str(path), reason=blame(error, path)) from error
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


def blame(error: BaseException, path: Path) -> str:
    """One sentence for an error: the last line of the file in the traceback, and the error."""
    if isinstance(error, SyntaxError):
        return f"line {error.lineno}: {error.msg}: {(error.text or '').strip()}"
    if type(error).__module__.startswith("numba."):
        return _uncompiled(str(error), path)
    frames = traceback.extract_tb(error.__traceback__)
    where = own_line(frames, path)
    if isinstance(error, IndexError) and _is_in_draw(frames):
        return Message("law.deck_empty", {"where": where}).text
    if isinstance(error, SidepotError):
        return f"{where}: {error}".removeprefix(": ")
    said = f"{type(error).__name__}: {error}".removesuffix(": ")
    return f"{where}: {said}{_nearest(error)}".removeprefix(": ")


def blamed(error: BaseException) -> str | None:
    """The sentence for an error of a game's file that is loaded; None if it is somebody else's."""
    frames = traceback.extract_tb(error.__traceback__)
    files = [Path(name.removeprefix(_PREFIX)) for name in sys.modules if name.startswith(_PREFIX)]
    is_compiling = any(_COMPILER in frame.filename for frame in frames)
    for file in reversed(files):
        if own_line(frames, file) or (is_compiling and file is files[-1]):
            return Message("law.file_fails", {"file": str(file), "reason": blame(error, file)}).text
    key = str(error.args[0]) if isinstance(error, KeyError) and error.args else ""
    if files and key.startswith(SAID):
        reason = Message("law.face_words", {"key": key})
        return Message("law.file_fails", {"file": str(files[0]), "reason": reason}).text
    return None


_COMPILER = "/numba/"
"""In the path of each of the compiler's own files."""
SAID = (
    *("fact.", "hand.", "zone.", "choice.", "event.", "status."),
    *("label.", "did.", "explain."),
)
"""Beginnings of keys that games may bring words for."""


def _is_in_draw(frames: Sequence[traceback.FrameSummary]) -> bool:
    """Whether a traceback ends in the drawing of a card."""
    return any((f.filename, f.name) == (deck.__file__, "draw") for f in frames[-_LAST:])


_LAST = 2
"""Frames of a traceback that tell of an index: the rule's, and in plain Python that of its row."""


def _nearest(error: BaseException) -> str:
    """The name that was probably meant, where an error is about one that there is not."""
    name, known = getattr(error, "name", None), list[str]()
    if isinstance(error, ImportError):
        known = dir(sys.modules.get(name or ""))
        name = next(iter(re.findall(r"cannot import name '(\w+)'", str(error))), None)
    elif isinstance(error, AttributeError):
        known = dir(error.obj)
    elif isinstance(error, NameError) and error.__traceback__:
        frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
        known = [*frames[-1].f_locals, *frames[-1].f_globals]
    found = difflib.get_close_matches(name or "", known, n=1)
    return Message("law.nearest", {"name": found[0]}).text if name and found else ""


def own_line(frames: Iterable[traceback.FrameSummary], path: Path) -> str:
    """The last line of a file in a traceback; empty if the file is not in it."""
    own = [frame for frame in frames if Path(frame.filename) == path.resolve()]
    return f"line {own[-1].lineno}: {(own[-1].line or '').rstrip(':(')}" if own else ""


def _uncompiled(text: str, path: Path) -> str:
    """One sentence for the compiler's long error: the innermost line of the file, and the cure."""
    named = re.findall(r'File "(.*?)", line (\d+)', text)
    lines = [int(number) for file, number in named if Path(file).name == path.name]
    where: Message | str = ""
    if lines:
        code = path.read_text("utf-8", "replace").splitlines()[lines[0] - 1 : lines[0]]
        where = Message("law.line", {"line": lines[0], "code": "".join(code).strip()})
    return Message("law.uncompiled", {"where": where, "reason": _reason(text)}).text


def _reason(text: str) -> Message:
    """What the compiler means by an error, as far as that is known."""
    if found := _UNIFY.search(text):
        return Message("law.rule_unify", {"name": found[1]})
    if found := _UNKNOWN.search(text):
        return Message("law.rule_unknown", {"name": found[1]})
    if _ARGUMENTS.search(text):
        return Message("law.rule_arguments")
    return Message("law.rule_other")


_UNIFY = re.compile(r"Cannot unify .* and .* for '(\w+)")
_UNKNOWN = re.compile(r"(?:NameError: name|Untyped global name|Unknown attribute|variable) '(\w+)'")
_ARGUMENTS = re.compile(r"(?:missing a required|too many positional) argument")


def source_of(game: Game) -> Path:
    """The file that defines a game's rules."""
    begin = getattr(game.verbs.begin, "py_func", game.verbs.begin)
    return Path(inspect.getfile(begin))
