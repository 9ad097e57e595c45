"""Files that releases have written, each read by all later versions of the same major version."""

from pathlib import Path

FOLDER = Path(__file__).parent
NOW = FOLDER / "1.0"
"""The files of the release that is prepared."""


def released(pattern: str) -> list[Path]:
    """The files of all releases by a pattern: `histories/*.phh`."""
    return sorted(FOLDER.glob(f"*/{pattern}"))


def named(file: Path) -> str:
    """A file's release and name, by which tests are called."""
    return f"{file.relative_to(FOLDER).parts[0]}-{file.stem}"
