"""A person's browser, where there is one."""

from __future__ import annotations

import threading
import webbrowser


def show(url: str) -> None:
    """Open a page, without waiting for it. Where there is no browser with windows, do nothing."""
    threading.Thread(target=_open, args=(url,), name="sidepot-browser", daemon=True).start()


def _open(url: str) -> None:
    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return
    # Browsers of the terminal would take it away from the room.
    if type(browser) is not webbrowser.GenericBrowser:
        browser.open(url)
