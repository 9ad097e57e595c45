"""`sidepot verify`: its verdict on files, on a table of a room, and on a room's page."""

import json
import threading
from collections.abc import Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from sidepot import paths
from sidepot.cli import main, verify
from sidepot.history import History
from sidepot.history.fairness import FIELD
from sidepot.room import web
from tests.history.fair_hands import evening, fair_hand
from tests.history.hands import write

Captured = pytest.CaptureFixture[str]


@pytest.fixture
def hands() -> list[History]:
    return [hand.history() for hand in evening(3)]


def test_an_evening_is_proven(hands: list[History], tmp_path: Path, capsys: Captured) -> None:
    path = write(tmp_path / "x.phhs", *hands)
    assert main(["verify", str(path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(": ")[0] for line in lines[:3]] == [
        f"{path}, hand {n}" for n in (1, 2, 3)
    ]
    assert all("proven; 3 seeds cut the deck" in line for line in lines[:3])
    assert lines[3] == ("Table tAbLe: hands 1 to 3 are all here, and none was put in between.")
    assert lines[4].startswith("Proven, in 3 hands: ")
    assert lines[5].startswith("No history can prove ") and len(lines) == 6


def test_an_unproven_deal_is_not_called_proven(
    hands: list[History], tmp_path: Path, capsys: Captured
) -> None:
    bare = replace(hands[0], others={})
    uncut = fair_hand(hand=7, seeds={}).history()
    turned = fair_hand(hand=8, turn=3, missing=[["Bo", "Cy\x1b"], []], table="two").history()
    path = write(tmp_path / "x.phhs", bare, uncut, hands[0], turned)
    assert main(["verify", str(path)]) == 0
    said = capsys.readouterr().out
    assert "hand 1: not proven: this history holds no proof of its deal" in said
    assert "hand 2: committed, not cut: " in said
    assert "turn 1: Bo and Cy\N{REPLACEMENT CHARACTER} did not reveal their seeds" in said
    assert "turn 2: no seed was missing" in said
    assert "hands between 1 and 7 are not here, after 1" in said
    assert "Proven, in 2 hands" in said
    assert "Only committed, in 1 hand:" in said and "Not proven, in 1 hand:" in said


def test_a_deal_in_several_histories_counts_once(tmp_path: Path, capsys: Captured) -> None:
    """In two players' histories, or under two labels."""
    fair = fair_hand()
    ana = write(tmp_path / "ana.phhs", fair.history(0), fair.history(0))
    bo = write(tmp_path / "bo.phhs", fair.history(1))
    assert main(["verify", str(ana), str(bo)]) == 0
    assert "Proven, in 1 hand" in capsys.readouterr().out


def test_differing_histories_of_one_hand_are_found_out(tmp_path: Path, capsys: Captured) -> None:
    told, other = fair_hand().history(0), fair_hand().history(1)
    ana = write(tmp_path / "ana.phhs", told)
    bo = write(tmp_path / "bo.phhs", replace(other, players=("x",) * len(other.names)))
    assert main(["verify", str(ana), str(bo)]) == 2
    assert "tells of other stacks, actions or cards" in capsys.readouterr().out


def test_a_wrong_proof_exits_with_2(hands: list[History], tmp_path: Path, capsys: Captured) -> None:
    one = write(tmp_path / "one.phhs", *hands)
    other = write(tmp_path / "other.phhs", fair_hand(seed=2, hand=2).history(1))
    assert main(["verify", str(one), str(other)]) == 2
    said = capsys.readouterr()
    assert f"{other}, hand 1: WRONG\n  two commitments to the same hand" in said.out
    assert "Wrong, in 1 hand: see above." in said.out
    assert said.err == "sidepot: not everything is in order: 1 finding\n"


SEEDS = {"ana": b"a" * 32, "bo": b"b" * 32}


def test_a_seed_that_was_used_before_is_reported(tmp_path: Path, capsys: Captured) -> None:
    first = fair_hand(hand=2, seeds=SEEDS).history()
    mixed = fair_hand(hand=4, seeds=SEEDS | {"bo": b"n" * 32}).history()
    path = write(tmp_path / "x.phhs", first, mixed)
    assert main(["verify", str(path)]) == 0
    said = capsys.readouterr().out
    note = "the seed of the guest ana was used before, in hand 2 by ana"
    assert "hand 2: proven; 2 seeds cut the deck" in said and f" can be seen\n  {note}" in said
    assert main(["verify", "--json", str(path)]) == 0
    assert note in json.loads(capsys.readouterr().out.splitlines()[1])["notes"][0]
    path = write(tmp_path / "y.phhs", first, fair_hand(hand=4, seeds=SEEDS).history())
    assert main(["verify", str(path)]) == 2
    said = capsys.readouterr().out
    assert "hand 2: WRONG\n  all its seeds, of ana and bo, were used before, the first" in said


HUGE = [("turn", "0x" + "f" * 800), ("hand", "0x" + "f" * 30), ("hand", "9223372036854775807")]


@pytest.mark.parametrize(("field", "number"), HUGE, ids=["long", "above a word", "a word"])
def test_huge_numbers_are_refused(
    field: str, number: str, hands: list[History], tmp_path: Path, capsys: Captured
) -> None:
    honest = write(tmp_path / "one.phh", hands[0])
    head, fair = honest.read_text().split("_fairness", 1)
    assert fair.count(f"{field} = 1,") == 1
    (tmp_path / "two.phh").write_text(
        f"{head}_fairness{fair.replace(f'{field} = 1,', f'{field} = {number},')}"
    )
    assert main(["verify", str(honest), str(tmp_path / "two.phh")]) == 2
    said = capsys.readouterr().out
    assert f"WRONG\n  _fairness.{field} is a whole number from 1 to 2147483647, not " in said
    assert "Proven, in 1 hand" in said


def test_a_hand_with_more_leaves_than_fit_is_refused(
    hands: list[History], tmp_path: Path, capsys: Captured
) -> None:
    for n, said in ((10_000, "the deck that was not dealt and lies open is not"), (65_537, "")):
        leaves = [["00" * 32] * n]
        long = replace(hands[0], others={FIELD: {**hands[0].others[FIELD], "leaves": leaves}})
        assert main(["verify", str(write(tmp_path / f"{n}.phh", long))]) == 2
        assert (said or "cannot be verified") in capsys.readouterr().out


def test_facts_are_an_object_a_line(hands: list[History], tmp_path: Path, capsys: Captured) -> None:
    broken = replace(hands[1], others={FIELD: {**hands[1].others[FIELD], "prev": "0" * 64}})
    path = write(tmp_path / "x.phhs", hands[0], broken, replace(hands[2], others={}))
    assert main(["verify", "--json", str(path)]) == 2
    first, second, third, last = map(json.loads, capsys.readouterr().out.splitlines())
    proof = hands[0].others[FIELD]
    assert (first["status"], first["wrong"]) == ("proven", [])
    assert (first["table"], first["hand"], first["turn"]) == ("tAbLe", 1, 1)
    assert first["commitment"] == proof["commitment"] and first["cut_by"] == ["ana", "bo", "cy"]
    assert first["opened"] == [card[:3] for card in proof["opened"]]
    assert second["status"] == "wrong"
    assert {found["kind"] for found in second["wrong"]} == {"commitment", "chain"}
    assert (third["status"], "table" in third) == ("bare", False)
    assert last["hands"] == {"proven": 1, "wrong": 1, "bare": 1}
    assert last["tables"][0]["table"] == "tAbLe"


def test_other_inputs_are_refused(hands: list[History], tmp_path: Path, capsys: Captured) -> None:
    empty, noise = tmp_path / "empty.phhs", tmp_path / "noise.phhs"
    empty.write_text("")
    noise.write_text("once upon a time")
    good = write(tmp_path / "good.phhs", *hands)
    assert main(["verify"]) == 2
    assert "name a file with hand histories" in capsys.readouterr().err
    files = [str(tmp_path / "none"), str(empty), str(noise), str(good)]
    assert main(["verify", *files]) == 2
    said = capsys.readouterr()
    assert f"{files[0]}: cannot be verified\n  cannot be read: " in said.out
    assert f"{empty}, hand 1: cannot be verified\n  the field variant is missing" in said.out
    assert f"{noise}, hand 1: cannot be verified\n  it is not TOML" in said.out
    assert "Proven, in 3 hands" in said.out and "3 findings" in said.err
    assert "Not verified: 3 findings above" in said.out and "Wrong" not in said.out


def test_a_field_of_a_proof_that_is_not_one(
    hands: list[History], tmp_path: Path, capsys: Captured
) -> None:
    fields = {**hands[0].others[FIELD], "dealt": "c"}
    path = write(tmp_path / "x.phhs", replace(hands[0], others={FIELD: fields}))
    assert main(["verify", str(path)]) == 2
    assert "_fairness.dealt is a or b, not c" in capsys.readouterr().out


def test_ctrl_c_ends_it(
    hands: list[History], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    path = write(tmp_path / "x.phhs", *hands)
    monkeypatch.setattr(verify, "_checked_hand", interrupted)
    assert main(["verify", str(path)]) == 130


class Server(HTTPServer):
    """A room that serves what it is given, the histories to the guest of one cookie alone."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.files: dict[str, bytes] = {}
        self.base = f"http://127.0.0.1:{self.server_port}"


class Handler(BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        if self.path.startswith("/api/") and self.headers["cookie"] != "guest=ana":
            said = {"key": "x", "values": {}, "text": "you are nobody here"}
            self.answer(401, json.dumps({"reason": said}).encode())
        elif self.path in self.server.files:
            self.answer(200, self.server.files[self.path])
        else:
            self.answer(404, b"<html>nothing</html>")

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["content-length"]))
        self.answer(200, b'{"table": "tAbLe"}')

    def answer(self, status: int, body: bytes) -> None:
        self.send_response(status)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Write no log."""


@pytest.fixture
def room() -> Iterator[Server]:
    server = Server()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def save_guests(guests: dict[str, dict[str, str]]) -> None:
    paths.data().mkdir(parents=True, exist_ok=True)
    (paths.data() / "guests.json").write_text(json.dumps(guests))


def test_a_link_to_a_table(
    hands: list[History],
    room: Server,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: Captured,
) -> None:
    monkeypatch.setenv("SIDEPOT_DATA", str(tmp_path))
    text = write(tmp_path / "x.phhs", *hands).read_bytes()
    room.files["/api/tables/tAbLe/night.phhs"] = text
    table, invitation = f"{room.base}/tables/tAbLe", f"{room.base}/join#token"
    assert main(["verify", table]) == 2
    assert "no guest of this computer is known at" in capsys.readouterr().out
    save_guests({room.base: {"Ana": "guest=ana"}})
    for link in (table, invitation):
        assert main(["verify", link]) == 0
        assert "Proven, in 3 hands" in capsys.readouterr().out
    assert main(["verify", room.base]) == 2
    assert "is not a link to a table" in capsys.readouterr().out
    save_guests({room.base: {"Ana": "guest=ana", "Bo": "guest=bo"}})
    assert main(["verify", table]) == 2
    assert "choose one with --name" in capsys.readouterr().out
    assert main(["verify", table, "--name", "Ana"]) == 0
    assert main(["verify", table, "--name", "Bo"]) == 2
    assert "you are nobody here" in capsys.readouterr().out
    assert main(["verify", "ftp://x/tables/y"]) == 2
    room.files["/api/tables/tAbLe/night.phhs"] = b""
    assert main(["verify", table, "--name", "Ana"]) == 2
    assert "no hand of this table is over yet" in capsys.readouterr().out


def built(folder: Path) -> dict[str, bytes]:
    """A page that has been built, and what a room serves of it."""
    files = {"index.html": b'<script src="/assets/a.js"></script>', "assets/a.js": b"1"}
    for name, raw in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(raw)
    (folder / "assets" / "a.js.br").write_bytes(b"packed")
    return {"/": files["index.html"], **{f"/{name}": raw for name, raw in files.items()}}


def test_the_page_of_a_room(
    room: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.setattr(web, "FOLDER", tmp_path)
    assert main(["verify", "--page", room.base]) == 2
    assert "the page is not built here" in capsys.readouterr().err
    room.files = built(tmp_path)
    assert main(["verify", "--page", room.base]) == 0
    assert "serves the installed page: 2 files, byte for byte" in capsys.readouterr().out
    other = b'<script src="/assets/a.js"></script><link href="/assets/spy.js">'
    for files, said in (
        ({"/assets/a.js": b"2"}, "differing: assets/a.js"),
        (
            {"/": other},
            "differing: index.html\nnamed by the room's first page, and not installed: ",
        ),
        ({"/index.html": b""}, "differing: index.html"),
    ):
        room.files = built(tmp_path) | files
        assert main(["verify", "--page", room.base]) == 2
        assert said in capsys.readouterr().out
    del room.files["/assets/a.js"]
    assert main(["verify", "--json", "--page", room.base]) == 2
    facts = json.loads(capsys.readouterr().out)
    assert facts["missing"] == ["assets/a.js"] and facts["differing"] == ["index.html"]


@pytest.mark.parametrize("url", ["nothing", "http://", "http://127.0.0.1:1"])
def test_a_page_that_cannot_be_asked_for(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.setattr(web, "FOLDER", tmp_path)
    built(tmp_path)
    assert main(["verify", "--page", url]) == 2
    assert capsys.readouterr().err.startswith("sidepot: ")
