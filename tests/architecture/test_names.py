"""A name is public where something outside its module uses it, or its `__all__` says so."""

from pathlib import Path

import sidepot
from tests.architecture.names import needless, read, trespasses

ROOT = Path(sidepot.__file__).parent.parent
TOP = ROOT.parent
OTHERS = [
    file
    for folder in ("tests", "docs", "benchmarks", "examples")
    for file in (TOP / folder).rglob("*.py")
]


def test_every_public_name_is_used_or_meant() -> None:
    assert needless(ROOT, OTHERS) == []


def test_no_module_uses_private_names_of_another() -> None:
    assert trespasses(ROOT) == []


def test_every_name_in_all_exists() -> None:
    for module in read(ROOT).values():
        imported = set(module.meant or ()) - module.names.keys()
        assert all(hasattr(__import__(module.name, fromlist=["_"]), name) for name in imported)


def test_a_needless_name_is_noticed(tmp_path: Path) -> None:
    package = tmp_path / "sidepot"
    package.mkdir()
    (package / "a.py").write_text(
        "LIMIT = 3\n_OWN = 1\nclass Kind: ...\nclass Extra: ...\n"
        "def take(kind: Kind) -> int:\n    return LIMIT\ndef lost(): ...\n"
    )
    (package / "b.py").write_text(
        "from sidepot.a import take, _OWN\nfrom sidepot import c\nprint(take, _OWN, c.other)\n"
    )
    (package / "c.py").write_text("__all__ = ['meant']\ndef meant(): ...\ndef other(): ...\n")
    assert needless(tmp_path, []) == ["sidepot.a.Extra", "sidepot.a.LIMIT", "sidepot.a.lost"]
    assert trespasses(tmp_path) == [
        "sidepot.b uses sidepot.a._OWN",
        "sidepot.b uses sidepot.c.other",
    ]
