"""A room on the loopback lets the house in at a press on its own machine, and at no other."""

import asyncio
import socket
from pathlib import Path

import pytest

from sidepot.room.web import addresses
from sidepot.room.web.addresses import Address
from tests.room.web.server import company, open_server

HOUSE = "127.0.0.2"
"""Another address of this machine, in the place of the one in the network."""


def test_addresses_of_the_machine_itself_are_local() -> None:
    for base in ("http://127.0.0.1:8000", "http://localhost:8000", "http://[::1]:8000"):
        assert Address(base).is_local
    for base in ("http://192.168.1.7:8000", "https://poker.example"):
        assert not Address(base).is_local


def test_a_press_lets_the_house_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "of_lan", lambda: HOUSE)

    async def open_it() -> None:
        async with open_server(tmp_path) as serving:
            (ana,), table = await company(serving.local, "Ana", games=[{"name": "kuhn"}])
            path = f"/api/tables/{table}/invitations"
            assert (await ana.post(path))["link"].startswith("http://127.0.0.1:")
            for _ in range(2):  # a second press does nothing
                await ana.post("/api/house")
            link = (await ana.post(path))["link"]
            assert link.startswith(f"http://{HOUSE}:")
            there = link.partition("/join")[0]
            (bo,), _ = await company(there, "Bo", games=[{"name": "kuhn"}])
            assert (await bo.get("/api/me"))["name"] == "Bo"

    asyncio.run(open_it())


@pytest.mark.parametrize("host", ["192.168.1.7:8000", "poker.local"])
def test_nobody_else_opens_it(tmp_path: Path, host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "poker")

    async def ask() -> None:
        async with open_server(tmp_path) as serving:
            (ana,), _ = await company(serving.local, "Ana", games=[{"name": "kuhn"}])
            reply = await ana.ask("POST", "/api/house", headers={"host": host})
            assert (reply.status, reply.reason) == (403, "web.house_here")

    asyncio.run(ask())


def test_a_room_with_an_address_of_its_own_is_not_opened(tmp_path: Path) -> None:
    async def ask() -> None:
        async with open_server(tmp_path, public_url="https://poker.example") as serving:
            (ana,), _ = await company(serving.local, "Ana", games=[{"name": "kuhn"}])
            assert (await ana.ask("POST", "/api/house")).status == 403

    asyncio.run(ask())


def test_a_machine_without_a_network_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(addresses, "of_lan", lambda: addresses.LOCAL)

    async def ask() -> None:
        async with open_server(tmp_path) as serving:
            (ana,), _ = await company(serving.local, "Ana", games=[{"name": "kuhn"}])
            reply = await ana.ask("POST", "/api/house")
            assert (reply.status, reply.reason) == (409, "web.no_network")

    asyncio.run(ask())
