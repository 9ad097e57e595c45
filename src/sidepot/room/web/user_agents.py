"""Which browser a `User-Agent` header names, and on what system: only words from these lists."""

from __future__ import annotations

_BROWSERS = (
    ("sidepot/", "Sidepot"),
    ("edg", "Edge"),
    ("opr/", "Opera"),
    ("opera", "Opera"),
    ("vivaldi", "Vivaldi"),
    ("samsungbrowser", "Samsung Internet"),
    ("duckduckgo", "DuckDuckGo"),
    ("firefox", "Firefox"),
    ("fxios", "Firefox"),
    ("chrome", "Chrome"),
    ("crios", "Chrome"),
    ("chromium", "Chrome"),
    ("safari", "Safari"),
)
"""Parts of the header and the browsers they name; most name some of those below them too."""
_SYSTEMS = (
    ("iphone", "iPhone"),
    ("ipad", "iPad"),
    ("android", "Android"),
    ("cros ", "ChromeOS"),
    ("windows", "Windows"),
    ("mac os", "macOS"),
    ("macintosh", "macOS"),
    ("darwin", "macOS"),
    ("linux", "Linux"),
    ("freebsd", "FreeBSD"),
)
_MAX_READ = 400


def describe(user_agent: str) -> str:
    """The browser and the system as "Firefox/Linux"; what the header does not say is empty.

    Nothing of the header itself is in it, whatever somebody sends.
    """
    lowered = user_agent[:_MAX_READ].lower()
    browser = next((name for part, name in _BROWSERS if part in lowered), "")
    system = next((name for part, name in _SYSTEMS if part in lowered), "")
    return f"{browser}/{system}"
