"""The weight of the page: the bytes that a new visitor's browser loads."""

from __future__ import annotations

from itertools import takewhile

import pytest

from tests.browser.person import Crowd, Person

FRONT = 120_000
"""Bytes of the front page at most, with its fonts and pictures: what somebody waits for."""
ALL = 167_300
"""Bytes with the table too, which is loaded behind it in a quiet moment."""
TABLE = "TablePage-"
"""The name of the table's script begins so."""


def first_load(person: Person) -> tuple[int, int]:
    """The compressed bytes that are asked for before the table is, and of all that is loaded."""
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
    person.open("/")
    person.until(
        lambda: any(TABLE in addresses.get(one, "") and ".js" in addresses[one] for one in sizes),
        "the table was not loaded",
    )
    person.page.wait_for_load_state("networkidle")
    person.page.wait_for_timeout(700)
    front = takewhile(lambda one: TABLE not in addresses[one], addresses)
    return sum(sizes.get(one, 0) for one in front), sum(sizes.values())


def test_the_first_load_is_light(crowd: Crowd) -> None:
    front, everything = first_load(crowd.person())
    assert 60_000 < front <= FRONT, "load what is not needed at once when it is wanted"
    assert everything <= ALL, "load what a table does not need at once when it is wanted"


@pytest.mark.soak
def test_something_heavy_would_be_noticed(crowd: Crowd) -> None:
    person = crowd.person()
    person.page.add_init_script("fetch('/verify.html').then(response => response.text())")
    front, everything = first_load(person)
    assert front > FRONT and everything > ALL
