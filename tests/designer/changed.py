"""The template of `sidepot new` with one thing changed, as a designer would."""

from pathlib import Path

from sidepot.designer.new import TEMPLATE


def changed_template(folder: Path, old: str, new: str) -> Path:
    """The file of the changed game in a folder; the template has to say `old`."""
    text = TEMPLATE.read_text("utf-8")
    assert old in text
    file = folder / "my_game.py"
    file.write_text(text.replace(old, new, 1), "utf-8")
    return file
