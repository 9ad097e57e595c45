"""Opens pages in the user's browser."""

from __future__ import annotations

import threading
import webbrowser


def show(url: str) -> None:
    """Open a page in the background; without a graphical browser, do nothing."""
    threading.Thread(target=_open, args=(url,), name="sidepot-browser", daemon=True).start()


def _open(url: str) -> None:
    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return
    # A text browser would take over the terminal in which the room runs.
    if type(browser) is not webbrowser.GenericBrowser:
        browser.open(url)
