"""How light the page is: what a browser loads that has never been here."""

from __future__ import annotations

from collections.abc import Callable

from tests.browser.person import Crowd, Person

FRONT = 130_000
"""Bytes of the front page at most, with its fonts and pictures: what somebody waits for."""
ALL = 170_000
"""Bytes with the table too, which is loaded behind it in a quiet moment."""
TABLE = "TablePage-"
"""The name of the table's script begins so."""


def first_load(person: Person, more: Callable[[Person], None] = lambda _: None) -> tuple[int, int]:
    """The compressed bytes of what the front page loads at once, and of all that it loads."""
    sizes: dict[str, int] = {}
    addresses: dict[str, str] = {}
    session = person.context.new_cdp_session(person.page)
    session.send("Network.enable")
    session.on(
        "Network.requestWillBeSent",
        lambda event: addresses.update({event["requestId"]: event["request"]["url"]}),
    )
    session.on(
        "Network.loadingFinished",
        lambda event: sizes.update({event["requestId"]: int(event["encodedDataLength"])}),
    )

    def has_table() -> bool:
        return any(TABLE in addresses.get(one, "") and ".js" in addresses[one] for one in sizes)

    person.open("/")
    more(person)
    person.page.wait_for_load_state("networkidle")
    front = 0 if has_table() else sum(sizes.values())
    person.until(has_table, "the table was not loaded")
    person.page.wait_for_load_state("networkidle")
    person.page.wait_for_timeout(700)
    return front, sum(sizes.values())


def test_the_first_load_is_light(crowd: Crowd) -> None:
    front, everything = first_load(crowd.person())
    assert 60_000 < front <= FRONT, "load what is not needed at once when it is wanted"
    assert everything <= ALL, "load what a table does not need at once when it is wanted"


def test_something_heavy_would_be_noticed(crowd: Crowd) -> None:
    def load_more(person: Person) -> None:
        person.page.evaluate("fetch('/verify.html').then(response => response.text())")

    front, everything = first_load(crowd.person(), load_more)
    assert front > FRONT and everything > ALL
