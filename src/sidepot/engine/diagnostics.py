"""Turns a traceback into the offending line of a game's file, with a suggested fix."""

from __future__ import annotations

import difflib
import re
import sys
import traceback
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path

from sidepot.errors import SidepotError
from sidepot.paths import without_links
from sidepot.rules import deck, holecards, upcards
from sidepot.words import Message

_COMPILER = "/numba/"
"""In the path of each of the compiler's own files."""
SAID = (
    *("fact.", "hand.", "zone.", "choice.", "event.", "status."),
    *("label.", "did.", "explain."),
)
"""Beginnings of keys that games may bring words for."""
_OUT_OF_RANGE = "index is out of bounds"
"""The error of machine code, which has no line, and which only games of files raise."""
_LAST = 2
"""Frames of a traceback that tell of an index: the rule's, and in plain Python that of its row."""
_DRAW = ((deck.__file__, "draw"),)
_TAKE = ((upcards.__file__, "take"), (holecards.__file__, "take"))
"""The rules that take a card from the deck, and those that add one to a hand."""
_SHOWN = 120
"""The most characters of a line that is no Python."""
_UNIFY = re.compile(r"Cannot unify .* and .* for '(\w+)")
_UNKNOWN = re.compile(r"(?:NameError: name|Untyped global name|Unknown attribute|variable) '(\w+)'")
_ARGUMENTS = re.compile(r"(?:missing a required|too many positional) argument")


def diagnose(error: BaseException, path: Path) -> str:
    """One sentence for an error: the last line of the file in the traceback, and the error."""
    if isinstance(error, SyntaxError):
        return _unparsed(error)
    if type(error).__module__.startswith("numba."):
        return _uncompiled(str(error), path)
    frames = traceback.extract_tb(error.__traceback__)
    where = own_line(frames, path)
    if isinstance(error, IndexError) and _is_in(frames, _DRAW):
        return Message("law.deck_empty", {"where": where}).text.removeprefix(": ")
    if isinstance(error, IndexError) and _is_in(frames, _TAKE):
        return Message("law.hand_full", {"where": where}).text.removeprefix(": ")
    if isinstance(error, SidepotError):
        return f"{where}: {error}".removeprefix(": ")
    if not where and _is_unlocated(error):
        return Message("law.out_of_range").text
    said = f"{type(error).__name__}: {error}".removesuffix(": ")
    return f"{where}: {said}{_nearest(error)}".removeprefix(": ")


def _unparsed(error: SyntaxError) -> str:
    """One sentence for a text that is no Python; a long line of it is cut off."""
    where = f"line {error.lineno}: " if error.lineno else ""
    line = (error.text or "").strip()
    shown = line if len(line) <= _SHOWN else line[:_SHOWN] + "..."
    said = f"{where}{error.msg}: {shown}".removesuffix(": ")
    return Message("law.no_python", {"said": said}).text


def diagnosis(error: BaseException, files: Sequence[Path]) -> str | None:
    """The sentence for an error in one of these games' files; None for any other error.

    `files`: those that are loaded, in their order.
    """
    frames = traceback.extract_tb(error.__traceback__)
    is_compiling = any(_COMPILER in frame.filename for frame in frames)
    for file in reversed(files):
        if own_line(frames, file) or (is_compiling and file is files[-1]):
            return Message(
                "law.file_fails", {"file": str(file), "reason": diagnose(error, file)}
            ).text
    if files and _is_unlocated(error):
        reason = Message("law.out_of_range")
        return Message("law.file_fails", {"file": str(files[-1]), "reason": reason}).text
    key = str(error.args[0]) if isinstance(error, KeyError) and error.args else ""
    if files and key.startswith(SAID):
        reason = Message("law.face_words", {"key": key})
        return Message("law.file_fails", {"file": str(files[0]), "reason": reason}).text
    return None


def _is_unlocated(error: BaseException) -> bool:
    """Whether an error is that of machine code for an index out of range."""
    return isinstance(error, IndexError) and str(error) == _OUT_OF_RANGE


def _is_in(frames: Sequence[traceback.FrameSummary], rules: Collection[tuple[str, str]]) -> bool:
    """Whether a traceback ends in one of some rules, by their files and names."""
    return any((frame.filename, frame.name) in rules for frame in frames[-_LAST:])


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
    own = [frame for frame in frames if Path(frame.filename) == without_links(path)]
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
    """The cause of a compiler's error, if it is a known one."""
    if found := _UNIFY.search(text):
        return Message("law.rule_unify", {"name": found[1]})
    if found := _UNKNOWN.search(text):
        return Message("law.rule_unknown", {"name": found[1]})
    if _ARGUMENTS.search(text):
        return Message("law.rule_arguments")
    return Message("law.rule_other")
