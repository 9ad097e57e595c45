"""`sidepot report`: its page, the JSON beside it, and its refusals."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from sidepot.cli import main
from sidepot.cli.report import _Measured
from sidepot.designer.new import TEMPLATE
from sidepot.designer.report.measuring import Progress
from tests.designer.changed import changed_template

FEW = ["--bots", "random", "--hands", "64", "--threads", "1"]


def test_a_page_with_pictures_and_json_beside_it_say_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "kuhn.html"
    few = [*FEW, "--bots", "random,regular"]
    assert (
        main(["report", "kuhn", *few, "--options", "ante=2", "--seed", "7", "-o", str(page)]) == 0
    )
    found = json.loads(page.with_suffix(".json").read_text("utf-8"))
    drawn = page.read_text("utf-8")
    assert (found["options"]["ante"], found["seed"], found["stopped"]) == ("2", 7, False)
    assert drawn.count("<svg") >= 7
    assert not re.search(r"(src|href)=|@import|https?:", drawn)
    assert f"{found['length']['decisions']['value']:.1f} decisions" in drawn
    assert "--hands 64 --seed 7 --options ante=2" in drawn
    assert "with seed 7" in " ".join(capsys.readouterr().out.split())


def test_texts_of_a_file_are_escaped(tmp_path: Path) -> None:
    file = changed_template(tmp_path, 'title="', 'title="<b>&')
    page = tmp_path / "odd.html"
    assert main(["report", str(file), *FEW, "-o", str(page)]) == 0
    assert "<h1>&lt;b&gt;&amp;" in page.read_text("utf-8")


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        (["nothing"], "nothing"),
        (["kuhn", "--players", "3"], "2"),
        (["kuhn", "--bots", "master"], "master"),
        (["kuhn", "--bots", "random,"], "random"),
        (["kuhn", "--seed", "-1"], "-1"),
        (["kuhn", "--options", "ante=x"], "ante"),
        (["kuhn", "-o", "none/kuhn.html"], "none"),
        (["kuhn", "-o", "kuhn.json"], ".html"),
        (["broken.py"], "broken.py"),
        (["missing.py"], "missing.py"),
    ],
)
def test_wrong_words_are_refused_and_nothing_is_written(
    given: list[str],
    reason: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    broken = Path("broken.py")
    broken.write_text(TEMPLATE.read_text("utf-8").replace("@compiled", "@"), "utf-8")
    assert main(["report", *given]) == 2
    assert reason in capsys.readouterr().err
    assert [file.name for file in tmp_path.iterdir() if file.suffix != ".pyc"] == ["broken.py"]


def test_ctrl_c_writes_what_was_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(self: _Measured, progress: Progress) -> None:
        if progress.part == "watch":
            raise KeyboardInterrupt

    monkeypatch.setattr(_Measured, "__call__", stop)
    page = tmp_path / "kuhn.html"
    assert main(["report", "kuhn", *FEW, "-o", str(page)]) == 130
    found = json.loads(page.with_suffix(".json").read_text("utf-8"))
    assert found["stopped"] and found["pots"] and found["broke"] is None
    assert "Stopped before the end" in page.read_text("utf-8")
