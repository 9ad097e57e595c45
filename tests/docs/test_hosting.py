"""The page of hosting shows the files that it speaks of, and the limits that hold."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from sidepot.cli import build_parser
from sidepot.room.web import http_protocol, intake, socket, socket_protocol
from sidepot.room.web.limits import BODY, Limits, Rate
from tests.children import ROOT

PAGE = (ROOT / "docs" / "hosting.md").read_text("utf-8")
FILES = ROOT / "docs" / "hosting"
UNIT = FILES / "sidepot.service"
SEVERAL = FILES / "sidepot@.service"
ANALYZE = shutil.which("systemd-analyze")


def blocks(page: str) -> list[str]:
    """The blocks of code of a page."""
    return re.findall(r"^```\w*\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize(
    "name", ["sidepot.service", "Caddyfile", "Caddyfile.several", "nftables.conf"]
)
def test_the_page_shows_the_file(name: str) -> None:
    text = (FILES / name).read_text("utf-8")
    assert text in blocks(PAGE)
    assert text.replace(".0.0.", ".1.1.") not in blocks(PAGE)
    assert f"hosting/{name}" in PAGE


def test_the_unit_of_several_hosts_differs_in_its_first_lines_alone() -> None:
    own, one = (
        (FILES / name).read_text("utf-8").split("\n# Limits", 1)
        for name in (SEVERAL.name, UNIT.name)
    )
    assert own[0] in blocks(PAGE) and f"hosting/{SEVERAL.name}" in PAGE
    assert own[1] == one[1]


def test_the_hosts_are_the_same_in_all_files() -> None:
    """The proxy and the firewall speak of the addresses and ports at which the units serve."""
    command = settings(SEVERAL.read_text("utf-8"))["ExecStart"].replace("%i", "1").split()
    chosen = build_parser().parse_args(
        [one.replace("${ADDRESS}", "10.0.0.1") for one in command][1:]
    )
    assert chosen.relay == "10.0.0.1:8101" and chosen.lan
    proxy, wall = (
        (FILES / name).read_text("utf-8") for name in ("Caddyfile.several", "nftables.conf")
    )
    assert f"reverse_proxy 10.0.0.1:{chosen.port} 10.0.0.2:{chosen.port} {{" in proxy
    assert f"{chosen.public_url.removeprefix('https://')} {{" in proxy
    assert f"tcp dport 8001-8009 ip saddr != {chosen.trusted_proxy[0]} drop" in wall
    assert "tcp dport 8101-8109 ip saddr != { 10.0.0.1, 10.0.0.2 } drop" in wall


def settings(unit: str) -> dict[str, str]:
    return dict(line.split("=", 1) for line in unit.splitlines() if re.match(r"\w+=", line))


def test_the_unit_serves_with_flags_that_there_are() -> None:
    found = settings(UNIT.read_text("utf-8"))
    command = found["ExecStart"].split()
    assert command[0].endswith("/sidepot")
    chosen = build_parser().parse_args(command[1:])
    assert chosen.metrics and chosen.public_url and chosen.trusted_proxy
    assert found["UMask"] == "0077" and found["NoNewPrivileges"] == "yes"
    assert int(found["LimitNOFILE"]) > 2 * Limits().connections
    assert {"TasksMax", "MemoryMax", "ProtectSystem", "SystemCallFilter"} <= set(found)


def analyze(
    folder: Path, unit: str, *command: str, name: str = UNIT.name
) -> subprocess.CompletedProcess[str]:
    path = folder / name.replace("@", "@1")
    path.write_text(unit.replace("/opt/sidepot/bin/sidepot", "/bin/true"))
    assert ANALYZE
    return subprocess.run(
        [ANALYZE, *command, str(path)], capture_output=True, text=True, check=False, timeout=60
    )


@pytest.mark.skipif(not ANALYZE, reason="there is no systemd here")
@pytest.mark.parametrize("file", [UNIT, SEVERAL], ids=lambda file: file.name)
def test_systemd_finds_nothing_wrong_with_the_unit(file: Path, tmp_path: Path) -> None:
    unit = file.read_text("utf-8")
    done = analyze(tmp_path, unit, "verify", name=file.name)
    assert (done.returncode, done.stderr) == (0, "")
    wrong = analyze(tmp_path, unit.replace("UMask", "Umasq"), "verify", name=file.name)
    assert "Unknown key" in wrong.stderr


@pytest.mark.skipif(not ANALYZE, reason="there is no systemd here")
def test_the_unit_leaves_little_open(tmp_path: Path) -> None:
    strict = ("security", "--offline=true", "--threshold=20")
    unit = UNIT.read_text("utf-8")
    assert analyze(tmp_path, unit, *strict).returncode == 0
    for line in ("CapabilityBoundingSet=\n", "SystemCallFilter=@system-service\n", "UMask=0077\n"):
        assert line in unit
    loose = re.sub(r"(?m)^(Protect|Restrict|Private|System|Capab)\w+=.*\n", "", unit)
    assert analyze(tmp_path, loose, *strict).returncode != 0


def _daily(rate: Rate) -> int:
    return round(rate.per_second * 24 * 3600)


def said(limits: Limits) -> list[str]:
    """The sentences that the page needs about the limits."""
    frames, hello = limits.frames, socket.HELLO_TIMEOUT
    return [
        f"{limits.address_connections} connections, and {limits.arrivals.burst} new ones at once",
        f"at once and {limits.arrivals.per_second:g} a second |",
        f"{limits.sockets} sockets",
        f"{limits.visits.burst} requests at once and {limits.visits.per_second:g} a second",
        f"of the API {limits.requests.burst}, and {limits.requests.per_second:g} a second",
        f"{limits.handshakes.burst} new sockets at once",
        f"{limits.replays.burst} hands uploaded for replay at once, and "
        f"{limits.replays.per_second:g} a second |",
        f"at once and {limits.handshakes.per_second:g} a second |",
        f"| new guests, an address | {limits.guests.burst} | {_daily(limits.guests)} a day |",
        f"| new tables, an address | {limits.address_creations.burst} | "
        f"{_daily(limits.address_creations)} a day |",
        f"| {limits.creations.burst}, and {limits.tables} open | "
        f"{_daily(limits.creations)} a day |",
        f"| {limits.links.burst} | {_daily(limits.links)} a day |",
        f"| a guest | {limits.own_sockets} sockets |",
        f"{frames.burst} frames at once and {frames.per_second:g} a second",
        f"{http_protocol.DEADLINES['head']:g} s for the head of a request, "
        f"{http_protocol.DEADLINES['body']:g} s for its body; 5 s without a request; "
        f"{hello:g} s for a hello",
        f"{BODY // 1024} KB, in at most {socket_protocol.MOST_FRAGMENTS} fragments",
        f"{intake.PATIENCE:g} s in which it takes nothing",
        f"{limits.connections:,} connections",
        f"closed after {intake.ENDURANCE:g} seconds",
    ]


def test_the_page_names_the_limits_that_hold() -> None:
    for one in said(Limits()):
        assert one in PAGE, one
    assert not all(one in PAGE for one in said(Limits(sockets=121)))
