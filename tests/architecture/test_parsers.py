"""Places that parse are known: each has bounds, or reads the house's own files."""

import re
from pathlib import Path

import sidepot

ROOT = Path(sidepot.__file__).parent
PARSES = re.compile(
    r"\bjson\.loads?\b|\btomllib\.|\bmsgspec\.(json|toml|yaml|msgpack)\.(decode|Decoder)\b"
    r"|\bZipFile\(|\bnp\.load\b|\bpickle\.loads?\b|\b(lzma|zlib|gzip|bz2)\.(decompress|open)\b"
    r"|\bcsv\.(reader|DictReader)\b|\bast\.(parse|literal_eval)\b|\bsqlite3\.connect\b"
)
BOUNDED = {
    "decoding.py": "JSON: bytes and depth",
    "lab/envs/agents.py": "the bytes of a note; the model is code of somebody you trust",
    "history/plain_toml.py": "digits and names; the text is bounded by `history.splitter`",
    "history/history.py": "bytes, lines, parts of keys and digits (`history.splitter`)",
    "history/imports/poker_now.py": "characters of a line, and rows of a hand",
    "history/imports/pokerth.py": "rows of a hand, and numbers of a row",
    "bots/trained/files.py": "the bytes of all parts, and the forms of arrays",
    "room/storage/database.py": "the bytes of a row",
}
"""Readers of what others made, with what they bound."""
OWN = {
    "cli/strategies.py": "a bot's file, which is code",
    "engine/rule_pages.py": "pages and files of games, which are code",
    "kernel/cache.py": "a cache in the user's own folder",
    "lab/learn/workers.py": "answers of the user's own pool",
    "bots/trained/experts.py": "a file of the package",
    "lab/learn/house.py": "a file of the package",
    "bots/trained/packed.py": "tables of the package",
    "daily/positions.py": "a file of the package",
    "odds/equity/ranking.py": "a file of the package",
    "odds/ricochet/cache.py": "a cache in the user's own folder",
    "odds/guts/table.py": "a table of the package",
    "odds/leduc.py": "a table of the package",
    "odds/standoff/levels.py": "a table of the package",
    "odds/ricochet/opening.py": "a table of the package",
    "room/client/deal_states.py": "a table of the package",
    "designer/copied.py": "a game's file of the house, which is code",
    "designer/trial.py": "answers of a child process",
    "designer/trying.py": "answers of a child process",
    "engine/own_words.py": "a game's file, which is code",
    "engine/shape.py": "a game's file, which is code",
    "engine/source.py": "a game's file, which is code",
    "history/tables/export.py": "its own progress, in a folder of the user's",
    "lab/selfplay/network.py": "weights that the user saved",
    "lab/recording.py": "what was encoded by the caller",
    "room/storage/tenure.py": "what processes of the same room say",
    "lab/strength/measuring.py": "results that `make strength` wrote",
    "designer/gallery.py": "results that it wrote, and a game's file, which is code",
    "designer/report/house.py": "a table of the package",
    "designer/laws/diary.py": "a test's own diary",
    "designer/laws/plain.py": "answers of a child process",
    "room/web/canvas.py": "a font of the package",
    "room/web/page.py": "the manifest of the package's page",
    "words/__init__.py": "catalogues of the package",
}
"""Readers of what the program itself wrote, or of code."""


def parsers(root: Path) -> set[str]:
    """The files in which something is parsed."""
    return {
        file.relative_to(root).as_posix()
        for file in root.rglob("*.py")
        if PARSES.search(file.read_text("utf-8"))
    }


def test_every_place_that_parses_is_known() -> None:
    assert parsers(ROOT) == BOUNDED.keys() | OWN.keys()


def test_another_place_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "late.py").write_text("import json\nhead = json.loads(raw)\n")
    assert parsers(tmp_path) == {"late.py"}
