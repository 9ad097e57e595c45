"""The page for browsers: which address gives what, in which encoding, and how long it is kept."""

import asyncio
import gzip
import json
import re
from pathlib import Path

import pytest

from sidepot import words
from sidepot.room.web import page
from sidepot.room.web.page import PAGE_PATHS
from sidepot.room.web.serving import Serving
from tests.room.web.server import Reply, Visitor, open_server, served

ROUTES = Path(__file__).parents[3] / "frontend" / "src" / "lib" / "routes.ts"
INDEX = b"<!doctype html><title>Sidepot</title>"
SCRIPT = b"export default 1\n" * 20


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A page as the build leaves it, as small as can be."""
    folder = tmp_path / "page"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_bytes(INDEX)
    (folder / "assets" / "index-abc.js").write_bytes(SCRIPT)
    (folder / "assets" / "index-abc.js.gz").write_bytes(gzip.compress(SCRIPT))
    (folder / "assets" / "index-abc.js.br").write_bytes(b"brotli")
    (folder / "assets" / "font-abc.woff2").write_bytes(b"font")
    (folder / "verify.html").write_bytes(INDEX)
    monkeypatch.setattr(page, "FOLDER", folder)
    return tmp_path


def ask(folder: Path, path: str, **headers: str) -> Reply:
    async def visit() -> Reply:
        async with open_server(folder) as serving:
            return await asyncio.to_thread(Visitor(serving.local).call, "GET", path, None, headers)

    return asyncio.run(visit())


@pytest.mark.parametrize(
    "path",
    ["/", "/join", "/back", "/seasons", "/lobby", "/new", "/verify", "/tables/x", "/rules/y"],
)
def test_every_address_of_the_page_gives_it(built: Path, path: str) -> None:
    reply = ask(built, path)
    assert (reply.status, reply.content) == (200, INDEX)
    assert reply.headers["cache-control"] == "no-cache"
    assert "script-src 'self'" in reply.headers["content-security-policy"]
    assert reply.headers["referrer-policy"] == "no-referrer"


PREVIEWED = INDEX.replace(b"<title>", b"<head><title>") + b"</head>"


def test_links_to_hands_have_a_preview_that_reveals_nothing(built: Path) -> None:
    (built / "page" / "index.html").write_bytes(PREVIEWED)
    port = re.compile(rb":[0-9]+/preview")
    texts = set()
    for path in ("/tables/x/hands/1", "/tables/y/hands/22"):
        reply = ask(built, path)
        assert reply.status == 200 and b'property="og:title"' in reply.content, path
        assert re.search(rb'"og:image" content="http[^"]+/preview.png"', reply.content), path
        assert reply.headers["cache-control"] == "no-cache"
        texts.add(port.sub(b"", reply.content))
    assert len(texts) == 1, "the same for all, so that it tells of none"
    assert b"og:" not in ask(built, "/tables/x").content
    for path in ("/replay", "/join", "/tables/x/evening", "/seasons/x"):
        assert b'property="og:title"' in ask(built, path).content, path


def test_other_addresses_give_the_page_too_which_says_that_there_is_nothing(built: Path) -> None:
    for path in ("/nowhere", "/tables/", "/tables/a/b", "/assets/index-old.js", "/../index.html"):
        assert (reply := ask(built, path)).status == 404 and reply.content == INDEX
    nothing = ask(built, "/api/nowhere")
    assert nothing.status == 404 and INDEX not in nothing.content


def test_files_named_by_their_content_are_kept_for_ever_and_come_compressed(built: Path) -> None:
    path = "/assets/index-abc.js"
    plain = ask(built, path)
    assert plain.content == SCRIPT and "content-encoding" not in plain.headers
    assert plain.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert plain.headers["content-type"].startswith("text/javascript")
    for accepted, encoding in (
        ("gzip, deflate, br", "br"),
        ("gzip", "gzip"),
        ("br;q=0, gzip", "gzip"),
        ("br;q=0.1", "br"),
        ("identity", None),
    ):
        packed = ask(built, path, **{"accept-encoding": accepted})
        assert packed.headers["content-encoding"] == encoding, accepted
        assert packed.headers["vary"] == "accept-encoding"
    assert ask(built, "/assets/font-abc.woff2").headers["content-type"] == "font/woff2"


def test_parts_of_the_page_carry_no_headers_of_documents(built: Path) -> None:
    for path in ("/assets/index-abc.js", "/assets/font-abc.woff2"):
        headers = ask(built, path).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert "content-security-policy" not in headers, path
    for path in ("/", "/manifest.webmanifest", "/nowhere", "/assets/index-old.js"):
        assert "default-src 'none'" in ask(built, path).headers["content-security-policy"], path


def test_the_manifest_is_in_the_readers_language(built: Path) -> None:
    manifest = {"name": "Sidepot", "icons": []}
    (built / "page" / "manifest.webmanifest").write_text(json.dumps(manifest))
    said = set()
    for name in words.languages():
        reply = ask(built, "/manifest.webmanifest", **{"accept-language": name})
        assert reply.headers["vary"] == "accept-language"
        assert reply.headers["content-type"] == "application/manifest+json"
        with words.speaking(name):
            own = {"lang": name, "description": words.say("browser.front.head")}
        assert json.loads(reply.content) == manifest | own
        said.add(reply.headers["etag"])
    assert len(said) == len(words.languages())


def test_the_page_of_one_file_is_saved_and_not_shown(built: Path) -> None:
    saved = ask(built, "/verify.html")
    assert saved.status == 200 and saved.content == INDEX
    assert saved.headers["content-disposition"] == 'attachment; filename="sidepot-verify.html"'
    assert "content-disposition" not in ask(built, "/verify").headers


def test_unchanged_files_are_not_sent_again(built: Path) -> None:
    tag = ask(built, "/").headers["etag"]
    again = ask(built, "/", **{"if-none-match": tag})
    assert (again.status, again.content) == (304, b"")


def test_a_room_without_a_page_says_so_and_is_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page, "FOLDER", tmp_path / "none")
    reply = ask(tmp_path, "/")
    assert reply.status == 503 and b"make page" in reply.content
    assert ask(tmp_path, "/api/games").status == 200


def test_the_server_and_the_page_know_the_same_addresses() -> None:
    patterns = re.findall(r"path: '([^']+)'", ROUTES.read_text("utf-8"))
    assert len(patterns) >= 8
    for pattern in patterns:
        path = re.sub(r":\w+", "x", pattern.replace(":hand", "7"))
        assert PAGE_PATHS.fullmatch(path), pattern
    parts = {part for pattern in patterns for part in pattern.split("/")}
    names = {part for part in parts if not part.startswith(":")}
    assert names == {"", *re.findall(r"[a-z]{2,}", PAGE_PATHS.pattern)}


@served
async def test_games_describe_themselves(serving: Serving) -> None:
    offers = {offer["name"]: offer for offer in await Visitor(serving.local).get("/api/games")}
    shootout = offers["high-noon-shootout"]
    assert (shootout["family"], shootout["version"]) == ("High Noon", "Shootout")
    assert offers["ricochet-2"]["version"] == "Ricochet Poker II"
    assert shootout["idea"].startswith("Five cards face down, and three times")
    assert all(offer["has_picture"] and offer["minutes"] for offer in offers.values())


@served
async def test_rules_come_as_html_and_pictures_as_svg(serving: Serving) -> None:
    visitor = Visitor(serving.local)
    rules = await visitor.get("/api/games/ricochet-2/rules")
    assert rules["title"] == "Ricochet Poker II"
    assert "<h1>Ricochet Poker</h1>" in rules["html"] and "<table>" in rules["html"]
    drawn = await visitor.ask("GET", "/api/games/ricochet-2/picture.svg")
    assert drawn.headers["content-type"].startswith("image/svg+xml") and b"<svg" in drawn.content
    for path in ("rules", "picture.svg"):
        wrong = await visitor.ask("GET", f"/api/games/whist/{path}")
        assert (wrong.status, wrong.reason) == (404, "error.game")


@served
async def test_links_come_as_codes_too(serving: Serving) -> None:
    ana = await Visitor(serving.local).register("Ana")
    made = await ana.create()
    code = made["code"]
    assert code["side"] > 30 and re.fullmatch(r"(M\d+ \d+h\d+v1h-\d+z)+", code["path"])
    again = await ana.post(f"/api/tables/{made['table']}/invitations")
    assert again["code"] != code


@served
async def test_public_answers_are_compressed_and_private_ones_are_not(serving: Serving) -> None:
    """A compressed answer's length would reveal a secret in it."""
    visitor = Visitor(serving.local)
    for path in ("games", "games/ricochet-2/rules", "games/ricochet-2/picture.svg"):
        for accepted, wanted in (("gzip, br", "gzip"), ("identity", None), ("gzip;q=0", None)):
            headers = {"accept-encoding": accepted}
            reply = await asyncio.to_thread(visitor.call, "GET", f"/api/{path}", None, headers)
            assert reply.headers.get("content-encoding") == wanted
            assert (reply.content[:2] == b"\x1f\x8b") == (wanted == "gzip")
            assert reply.headers["vary"] == "accept-encoding, accept-language"
    headers = {"accept-encoding": "gzip"}
    own = await asyncio.to_thread(visitor.call, "GET", "/api/session", None, headers)
    assert "content-encoding" not in own.headers
