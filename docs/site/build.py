"""The build of the site: sources in a folder for each language, and the generator's settings."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from babel import Locale
from docs.site.navigation import navigation
from docs.site.tree import ENGLISH, ROOT, Tree, english, other_languages, translated

from sidepot.words import say, speaking

BESIDE = tuple(Path(__file__).parent / name for name in ("style.css", "landmarks.js"))
"""Files that every page loads."""
ICON = ROOT / "frontend" / "public" / "icon.svg"
"""The button that the room shows too."""
_EMPTY_HEAD = re.compile(r"<th[^>]*></th>")
"""The head of a table's corner: to a screen reader it is a cell, and no head."""
_SCHEMES = {"light": ("default", "sun", "night"), "dark": ("slate", "moon", "day")}
"""The palettes: of which scheme, with which icon, and what a press on that switches to."""
_FEATURES = (
    *("navigation.indexes", "navigation.tabs", "navigation.tabs.sticky", "navigation.top"),
    *("navigation.footer", "content.code.copy", "search.highlight", "toc.follow"),
)


def trees() -> list[Tree]:
    """The sources of the site in every language."""
    return [english(), *(translated(language) for language in other_languages())]


def build(folder: Path, url: str | None = None, sources: Sequence[Tree] = ()) -> None:
    """Build the site into a folder, of its `trees` or of other sources.

    Raises `SystemExit` where a link or an anchor is dead.
    """
    if folder.exists() and any(folder.iterdir()) and not (folder / "sitemap.xml").exists():
        sys.exit(f"{folder} has something else than a site; name another folder")
    shutil.rmtree(folder, ignore_errors=True)
    with tempfile.TemporaryDirectory() as work:
        for tree in sources or trees():
            made = _built(tree, Path(work) / tree.language, url)
            home = folder if tree.language == ENGLISH else folder / tree.language
            shutil.copytree(made, home, dirs_exist_ok=True)
    for page in folder.rglob("*.html"):
        page.write_text(_EMPTY_HEAD.sub("<td></td>", page.read_text("utf-8")), "utf-8")


def _built(tree: Tree, sources: Path, url: str | None) -> Path:
    """The folder of the built pages of one language, among its sources and settings."""
    tree.files |= {file.name: file.read_bytes() for file in (*BESIDE, ICON)}
    tree.write(sources / "pages")
    settings = sources / "zensical.toml"
    with speaking(tree.language):
        said = _settings(tree, url)
    lines = [f"project.{name} = {_value(value)}\n" for name, value in said.items()]
    settings.write_text("".join(lines), "utf-8")
    _run(settings)
    return sources / "site"


def _run(settings: Path) -> None:
    """Run the generator, which is silent about what went well."""
    beside = Path(sys.executable).with_name("zensical")
    command = str(beside) if beside.exists() else shutil.which("zensical")
    if command is None:
        sys.exit("the site's generator is not installed: make .venv/.dev")
    ran = subprocess.run(
        [command, "build", "--clean", "--strict", "--config-file", str(settings)],
        check=False,
        capture_output=True,
        text=True,
    )
    if ran.returncode:
        sys.exit(ran.stdout + ran.stderr)


def _settings(tree: Tree, url: str | None) -> dict[str, Any]:
    """The generator's settings for one language."""
    here = "" if tree.language == ENGLISH else f"{tree.language}/"
    address = {"site_url": f"{url.rstrip('/')}/{here}"} if url else {}
    return {
        "site_name": "Sidepot",
        "site_description": say("browser.front.head"),
        "docs_dir": "pages",
        "site_dir": "site",
        "use_directory_urls": False,
        "nav": navigation(tree),
        "extra_css": [file.name for file in BESIDE if file.suffix == ".css"],
        "extra_javascript": [file.name for file in BESIDE if file.suffix == ".js"],
        "theme": _theme(tree.language),
        "extra": {"generator": False, "alternate": list(_languages(tree.language))},
        "markdown_extensions": _extensions(),
        **address,
    }


def _theme(language: str) -> dict[str, Any]:
    """The look: the system's fonts, since nothing is fetched from afar; light and dark."""
    palette = [
        {
            "media": f"(prefers-color-scheme: {name})",
            "scheme": scheme,
            "primary": "custom",
            "accent": "custom",
            "toggle": {
                "icon": f"lucide/{icon}",
                "name": say(f"browser.settings.theme_{other}"),
            },
        }
        for name, (scheme, icon, other) in _SCHEMES.items()
    ]
    return {
        "language": language,
        "font": False,
        "logo": ICON.name,
        "favicon": ICON.name,
        "features": list(_FEATURES),
        "palette": palette,
    }


def _languages(current: str) -> Iterator[dict[str, str]]:
    """The links to the site's other languages."""
    up = "" if current == ENGLISH else "../"
    for language in (ENGLISH, *other_languages()):
        name = (Locale(language).get_display_name() or language).capitalize()
        folder = "" if language == ENGLISH else f"{language}/"
        to = "./" if language == current else f"{up}{folder}"
        yield {"name": name, "link": to + "index.html", "lang": language}


def _extensions() -> dict[str, Any]:
    """The Markdown that forges read, and no more."""
    return {
        "tables": {},
        "toc": {
            "permalink": True,
            "slugify": {"object": "pymdownx.slugs.slugify", "kwds": {"case": "lower"}},
        },
        "pymdownx": {
            "betterem": {},
            "highlight": {"pygments_lang_class": True},
            "magiclink": {},
            "superfences": {},
            "tilde": {"subscript": False},
        },
    }


def _value(value: Any) -> str:
    if isinstance(value, dict):
        inner = ", ".join(f"{json.dumps(name)} = {_value(one)}" for name, one in value.items())
        return f"{{ {inner} }}"
    if isinstance(value, list):
        return f"[{', '.join(_value(one) for one in value)}]"
    return json.dumps(value, ensure_ascii=False)
