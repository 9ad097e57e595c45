"""Previews in messengers: the picture of a hand, and nothing of private tables."""

import asyncio
import re
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from sidepot.engine.view import ResultView, SeatView, TableView
from sidepot.room.protocol.resources import (
    AccountView,
    EveningView,
    HandLine,
    Highlight,
    LedgerView,
    PlayedGame,
)
from sidepot.room.web import page, previews
from sidepot.room.web.canvas import Box, Canvas, text_width
from sidepot.room.web.drawings import HEIGHT, WIDTH, evening_picture, hand_picture
from sidepot.room.web.faces import face
from sidepot.room.web.limits import Limits, Rate
from sidepot.room.web.serving import Serving
from sidepot.rules.layout import LaidCard
from sidepot.words import Message
from tests.room.web.server import FAST, Visitor, company, open_server, served

INK, PAPER = "#000000", "#ffffff"


def decoded(png: bytes) -> Any:
    """The pixels of a PNG; every checksum is looked at."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    chunks, at = {}, 8
    while at < len(png):
        (size,) = struct.unpack(">I", png[at : at + 4])
        kind, content = png[at + 4 : at + 8], png[at + 8 : at + 8 + size]
        (checksum,) = struct.unpack(">I", png[at + 8 + size : at + 12 + size])
        assert checksum == zlib.crc32(kind + content)
        chunks[kind], at = content, at + 12 + size
    width, height, depth, colors = struct.unpack(">IIBB", chunks[b"IHDR"][:10])
    assert (depth, colors) == (8, 2) and b"IEND" in chunks
    rows = np.frombuffer(zlib.decompress(chunks[b"IDAT"]), np.uint8).reshape(height, -1)
    assert not rows[:, 0].any() and rows.shape[1] == 1 + 3 * width
    return rows[:, 1:].reshape(height, width, 3)


def test_a_rectangle_covers_exactly_its_area() -> None:
    canvas = Canvas(10, 8, PAPER)
    canvas.rect(Box(2, 3, 4, 2), INK)
    pixels = decoded(canvas.png())
    assert pixels.shape == (8, 10, 3)
    assert not pixels[3:5, 2:6].any()
    assert (pixels == 255).sum() == 3 * (80 - 8)


def test_half_a_pixel_is_half_as_dark_and_the_outside_is_clipped() -> None:
    canvas = Canvas(4, 4, PAPER)
    canvas.rect(Box(-5, -5, 6.5, 20), INK)
    pixels = decoded(canvas.png())[..., 0]
    assert not pixels[:, 0].any() and set(pixels[:, 1]) == {128} and set(pixels[:, 2]) == {255}
    canvas.rect(Box(50, 50, 4, 4), INK)
    canvas.fill([], INK)


def test_a_hole_stays_open_and_an_overlap_is_filled() -> None:
    square = [(0.0, 0.0), (8.0, 0.0), (8.0, 8.0), (0.0, 8.0)]
    hole = [(2.0, 2.0), (2.0, 6.0), (6.0, 6.0), (6.0, 2.0)]
    for inner, middle in ((hole, 255), (hole[::-1], 0)):
        canvas = Canvas(8, 8, PAPER)
        canvas.fill([square, inner], INK)
        assert decoded(canvas.png())[4, 4, 0] == middle


def test_text_has_its_width_and_long_text_is_shortened() -> None:
    canvas = Canvas(300, 60, PAPER)
    assert canvas.text("Łukasz", (5, 40), 30, INK) == pytest.approx(text_width("Łukasz", 30))
    dark = np.flatnonzero((decoded(canvas.png())[..., 0] < 128).any(axis=0))
    assert dark[0] >= 5 and dark[-1] <= 5 + text_width("Łukasz", 30)
    assert Canvas(300, 60, PAPER).text("W" * 80, (0, 40), 30, INK, most=200) <= 200


def seat(name: str, *cards: str) -> SeatView:
    laid = tuple(LaidCard(card) for card in cards)
    return SeatView(name, 100, 0, 0, "live", (), laid, None, (), None)


def hand(*seats: SeatView) -> TableView:
    result = [ResultView(i, 0, 10 if i == 0 else -10) for i in range(len(seats))]
    plain = {"version": 1, "game": "x", "hand": 3, "decision": 1, "to_act": None, "facts": {}}
    rest: dict[str, Any] = {"board": [], "pots": [], "events": [], "seat": None, "menu": []}
    return TableView(**plain, **rest, title="A game", result=result, seats=list(seats))  # type: ignore[arg-type]


def test_a_picture_shows_other_cards_otherwise_and_hidden_ones_never() -> None:
    known = hand_picture(hand(seat("Ana", "Ks"), seat("Bo", "??")), 3)
    assert decoded(known).shape == (HEIGHT, WIDTH, 3)
    assert known == hand_picture(hand(seat("Ana", "Ks"), seat("Bo", "??")), 3)
    assert known != hand_picture(hand(seat("Ana", "Kh"), seat("Bo", "??")), 3)
    assert known != hand_picture(hand(seat("Ana", "Ks"), seat("Bo", "2c")), 3)


def test_anything_that_people_are_called_is_drawn() -> None:
    crowd = [seat(name, *["Th"] * n) for n, name in enumerate(["数学", "", "x" * 300, "é\u0301"])]
    crowd += [seat("Ana", "Jo", "*", "As") for _ in range(20)]
    decoded(hand_picture(hand(*crowd), 10**15))


@pytest.mark.soak("test_the_evening_over_the_wire draws one every time")
def test_an_evening_of_nothing_and_of_much_is_drawn() -> None:
    for hands in (0, 1, 200):
        accounts = [AccountView(f"P{i}", "g", 0, 0, 0, i - 5) for i in range(11)]
        lines = [[i * n for n in range(hands + 1)] for i in range(11)]
        view = EveningView(
            "t",
            "Friday",
            "Ana",
            True,
            1,
            2,
            hands,
            [PlayedGame("x", "A game", hands)],
            LedgerView(accounts, []),
            [hands] * 11,
            [0] * 11,
            list(range(hands + 1)),
            lines,
            [],
            None,
        )
        decoded(drawn := evening_picture(view))
    won = Message("evening.headline_won", {"player": "P9"})
    said = Message("client.said", {"text": "The hand of the night"})
    best = Highlight("best_hand", 1, said, ["Ks", "Kh"])
    told = msgspec.structs.replace(view, headline=won, winners=["P9"], highlights=[best])
    next_day = msgspec.structs.replace(told, began=2 * 86_400_000)
    late = msgspec.structs.replace(told, began=2 * 86_400_000 - 1)
    dated, others = evening_picture(next_day), (evening_picture(told), evening_picture(told, "a/b"))
    assert len({drawn, dated, *others}) == 4
    assert evening_picture(late, east=1) == dated
    assert evening_picture(late, east=-1) == evening_picture(late)


def drawn_face(name: str, *, is_bot: bool) -> bytes:
    canvas = Canvas(60, 60, PAPER)
    face(canvas, name, 5, 5, 50, is_bot=is_bot)
    return canvas.png()


def test_a_bots_face_is_grey_and_a_persons_is_their_own() -> None:
    person, bot = drawn_face("Ana", is_bot=False), drawn_face("Ana", is_bot=True)
    assert person != bot and person != drawn_face("Bo", is_bot=False)
    inner = decoded(bot)[15:45, 15:45].astype(int)
    light = inner[inner.sum(axis=2) > 300]
    assert len(light) and (light.max(axis=1) - light.min(axis=1) < 20).all()


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A page of one file."""
    (tmp_path / "page").mkdir()
    (tmp_path / "page" / "index.html").write_bytes(b"<html><head></head><body></body></html>")
    monkeypatch.setattr(page, "FOLDER", tmp_path / "page")
    yield


async def a_hand(serving: Serving, *names: str, **wanted: Any) -> tuple[list[Visitor], str]:
    """Two people who have played a hand; the table's id."""
    people, table = await company(serving.local, *names or ("Ana", "Bo"), **FAST, **wanted)
    ana, bo = people
    async with ana.at(table) as a, bo.at(table) as b:
        await a.sit(0)
        await b.sit(1)
        await a.dealt()
        first = a if (await a.see(lambda view: view["hand"]["to_act"] is not None)) else b
        seat = first.view["hand"]["to_act"]
        actor = a if a.view["hand"]["seat"] == seat else b
        await actor.act("fold")
        await a.see(lambda view: view["room"]["hand"] >= 1 and view["room"]["phase"] != "playing")
        await a.do("pause", is_paused=True)
    return people, table


def tags(html: bytes) -> dict[str, str]:
    found = re.findall(r'property="og:([a-z:]+)" content="([^"]*)"', html.decode())
    return dict(found)


def test_a_hand_at_a_public_table_has_a_preview_of_its_own(tmp_path: Path, built: None) -> None:
    @served
    async def play(serving: Serving) -> None:
        (ana, _), table = await a_hand(serving, public=True)
        stranger = Visitor(serving.local)
        path = f"/tables/{table}/hands/1"
        seen = tags((await stranger.ask("GET", path)).content)
        assert seen["title"].endswith(", hand 1") and "won" in seen["description"]
        assert seen["image"] == f"{serving.address.base}{path}/preview.png"
        picture = await stranger.ask("GET", f"{path}/preview.png")
        assert picture.headers["content-type"] == "image/png"
        decoded(picture.content)
        nothing = await stranger.ask("GET", f"/tables/{table}/hands/77/preview.png")
        assert (nothing.status, nothing.headers["location"]) == (302, previews.PLAIN)
        async with ana.at(table) as line:  # a closed table has no preview any more
            await line.do("close", is_closed=True)
        closed = await stranger.ask("GET", f"{path}/preview.png")
        assert closed.status == 302
        assert tags((await stranger.ask("GET", path)).content) == tags(
            (await stranger.ask("GET", "/tables/nowhere/hands/1")).content
        )

    play(tmp_path)


def test_names_stay_text_in_a_preview(tmp_path: Path, built: None) -> None:
    @served
    async def play(serving: Serving) -> None:
        names = '"><script>', "<img onerror=a()>"
        _, table = await a_hand(serving, *names, public=True)
        head = (await Visitor(serving.local).ask("GET", f"/tables/{table}/hands/1")).content
        assert b"<script" not in head and b"<img" not in head
        assert b"&lt;script&gt; won" in head or b"&lt;img onerror=a()&gt; won" in head

    play(tmp_path)


def test_a_private_table_looks_like_one_that_does_not_exist(tmp_path: Path, built: None) -> None:
    @served
    async def play(serving: Serving) -> None:
        (ana, _), table = await a_hand(serving)
        for who in (ana, Visitor(serving.local)):
            own = await who.ask("GET", f"/tables/{table}/hands/1")
            other = await who.ask("GET", "/tables/nowhere/hands/1")
            assert own.content == other.content and own.status == other.status
            pictures = [
                await who.ask("GET", f"/tables/{name}/hands/1/preview.png")
                for name in (table, "nowhere")
            ]
            assert [reply.status for reply in pictures] == [302, 302]
            assert pictures[0].content == pictures[1].content

    play(tmp_path)


def test_a_preview_of_the_private_would_be_noticed(
    tmp_path: Path, built: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sidepot.room import service

    monkeypatch.setattr(service, "_is_open", lambda state: True)
    with pytest.raises(AssertionError):
        test_a_private_table_looks_like_one_that_does_not_exist(tmp_path, None)


def test_pictures_are_rationed(tmp_path: Path) -> None:
    asyncio.run(_pictures_are_rationed(tmp_path))


async def _pictures_are_rationed(tmp_path: Path) -> None:
    limits = Limits(replays=Rate(1, 0.001))
    async with open_server(tmp_path, limits=limits) as serving:
        _, table = await a_hand(serving, public=True)
        stranger = Visitor(serving.local)
        path = f"/tables/{table}/hands/1/preview.png"
        replies = [await stranger.ask("GET", path) for _ in range(3)]
        assert [reply.status for reply in replies] == [200] * 3  # it is kept
        (ana, _), other = await a_hand(serving, public=True)
        refused = await stranger.ask("GET", f"/tables/{other}/hands/1/preview.png")
        assert refused.status == 302
        assert (await ana.ask("GET", f"/api/tables/{other}/evening.png")).status == 429


@served
async def test_the_evening_over_the_wire(serving: Serving) -> None:
    (ana, bo), table = await a_hand(serving)
    for path in ("evening", "evening.png"):
        url = f"/api/tables/{table}/{path}"
        assert (await bo.ask("GET", url)).status == 200
        assert (await Visitor(serving.local).ask("GET", url)).status == 401
        stranger = await Visitor(serving.local).register("Cy")
        assert (await stranger.ask("GET", url)).status == 403
    again = f"/api/tables/{table}/again"
    assert (await bo.ask("POST", again)).status == 409
    async with ana.at(table) as line:
        await line.send(type="end", id="end")
        await line.closed()
    made = await bo.post(again)
    assert made["link"].startswith(f"{serving.address.base}/join#")
    assert (await ana.post(again))["table"] == made["table"]
    assert (await ana.get(f"/api/tables/{table}/evening"))["next"] == made["table"]


@served
async def test_seasons_over_the_wire(serving: Serving) -> None:
    (ana, bo), table = await a_hand(serving)
    url = f"/api/tables/{table}/season"
    assert (await ana.ask("POST", url, {"name": "Winter"})).status == 409
    async with ana.at(table) as line:
        await line.send(type="end", id="end")
        await line.closed()
    made = await ana.post(url, {"name": "Winter"})
    assert (await bo.get(f"/api/seasons/{made['id']}"))["name"] == "Winter"
    assert [line["id"] for line in await bo.get("/api/me/seasons")] == [made["id"]]
    stranger = await Visitor(serving.local).register("Cy")
    assert (await stranger.ask("GET", f"/api/seasons/{made['id']}")).status == 404
    out = f"/api/seasons/{made['id']}/evenings/{table}"
    assert (await bo.ask("DELETE", out)).status == 409
    assert (await ana.ask("DELETE", out)).status == 200
    assert (await ana.ask("GET", f"/api/seasons/{made['id']}")).status == 404


@served
async def test_an_invitation_is_looked_at_before_one_has_a_name(serving: Serving) -> None:
    ana = await Visitor(serving.local).register("Ana")
    made = await ana.create(name="Friday", **FAST)
    secret = made["link"].partition("#")[2]
    stranger = Visitor(serving.local)
    found = await stranger.post("/api/invitations/look", {"invitation": secret})
    assert (found["name"], found["host"], found["people"]) == ("Friday", "Ana", [])
    dead = await stranger.ask("POST", "/api/invitations/look", {"invitation": "x"})
    assert (dead.status, dead.reason) == (404, "web.no_invitation")


def test_a_hand_that_nobody_won_has_a_text() -> None:
    line = HandLine(
        hand=3,
        at=0,
        game="ricochet-2",
        names=["Ana", "Bo"],
        nets=[0, 0],
        is_void=False,
        guests=["a", "b"],
        pot=0,
        actions=2,
        feats=[],
        title="Ricochet",
    )
    assert previews._text(line) == "Watch the hand step by step."
