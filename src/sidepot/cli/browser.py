"""Opens pages in the user's browser."""

from __future__ import annotations

import threading
import webbrowser

_PATIENCE = 5.0
"""Seconds for a browser to start before the program may end."""


def show(url: str) -> threading.Thread:
    """Open a page in the background; without a graphical browser, do nothing."""
    thread = threading.Thread(target=_open, args=(url,), name="sidepot-browser", daemon=True)
    thread.start()
    return thread


def show_and_end(url: str) -> None:
    """Open a page, from a program that ends afterwards."""
    show(url).join(_PATIENCE)


def _open(url: str) -> None:
    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return
    # A text browser would take over the terminal in which the room runs.
    if type(browser) is not webbrowser.GenericBrowser:
        browser.open(url)
