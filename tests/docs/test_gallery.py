"""The gallery: games of a folder on one page, and those of `examples/games` on the site."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from docs.site import gallery as on_site

from sidepot.designer import gallery
from sidepot.designer.gallery import Checked
from sidepot.engine.modules import digest_of
from sidepot.errors import BadGameFile


def test_every_example_was_checked_as_it_is() -> None:
    kept = gallery.read_kept(on_site.KEPT)
    files = gallery.files_of(on_site.EXAMPLES)
    assert {digest_of(file.read_bytes()) for file in files} == kept.keys()
    assert not [checked for checked in kept.values() if checked.fault]


def test_the_sites_gallery_has_rules_hand_and_hash_of_each_example_and_fetches_nothing() -> None:
    found = on_site.entries()
    made = on_site.files(found)
    for entry in found:
        assert f'id="{entry.anchor}"' in made[on_site.FILE] and entry.digest in made[on_site.FILE]
        assert f"{on_site.FILE}#{entry.anchor}" in made[on_site.PAGE]
    assert made[on_site.FILE].count("<svg") >= len(found)
    assert not re.search(r"<script|<link|src=|url\(", made[on_site.FILE])


def test_a_broken_file_is_in_the_gallery_with_its_fault_and_without_markup(tmp_path: Path) -> None:
    file = tmp_path / "bad.py"
    file.write_text('"""A *game*.\n\n<script>alert(1)</script>"""\n1 / 0\n', "utf-8")
    digest = digest_of(file.read_bytes())
    kept = {digest: Checked(fault="<b>line 4</b>")}
    page = gallery.page("Ours", gallery.entries([file], kept, limit=1, plain=True))
    assert "&lt;b&gt;line 4" in page and "<em>game</em>" in page and "<script" not in page


def test_a_result_is_used_again_only_for_the_same_bytes(tmp_path: Path) -> None:
    file = tmp_path / "one.py"
    file.write_bytes(Path("examples/one_card.py").read_bytes())
    known = Checked(3, 4, odd=[], plain=True)
    kept = {digest_of(file.read_bytes()): known}
    (entry,) = gallery.entries([file], kept, limit=1, plain=True)
    assert entry.checked is known and entry.game
    written = gallery.written_kept(kept, [entry])
    (tmp_path / "kept.json").write_text(written, "utf-8")
    assert gallery.read_kept(tmp_path / "kept.json") == kept


@pytest.mark.parametrize("text", ["[]", "{", '{"a": 1}', '{"a": {"b": 1}}', json.dumps("x")])
def test_a_file_without_results_is_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "kept.json").write_text(text, "utf-8")
    with pytest.raises(BadGameFile, match=r"kept\.json"):
        gallery.read_kept(tmp_path / "kept.json")
