"""`sidepot serve --share`: a program that is installed makes a tunnel, and ends with the room."""

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from sidepot.cli import tunnels
from sidepot.errors import BadAddress
from tests.room.web.process import SIDEPOT, environment, serving
from tests.room.web.server import LIMIT

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the programs are shell scripts")
ADDRESS = {
    "cloudflared": "https://warm-tea.trycloudflare.com",
    "tailscale": "https://laptop.tail1234.ts.net",
    "ngrok": "https://ab-12.ngrok-free.app",
}
SAID = {
    "cloudflared": "2026-01-01T00:00:00Z INF |  {address}    |",
    "tailscale": "{address}/",
    "ngrok": 'lvl=info msg="started tunnel" addr=http://localhost:8000 url={address}',
}


def install(folder: Path, name: str, said: str, then: str = "exec sleep 600") -> Path:
    """A program that says something; its arguments and its process are in files beside it."""
    program = folder / name
    lines = ("#!/bin/sh", f'echo "$@" > {folder}/arguments', f"echo $$ > {folder}/process")
    program.write_text("\n".join([*lines, f"echo '{said}'", then, ""]))
    program.chmod(0o700)
    return folder


def is_running(folder: Path) -> bool:
    process = int((folder / "process").read_text())
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize("name", ADDRESS)
def test_each_program_names_its_address_and_ends(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, name, SAID[name].format(address=ADDRESS[name]))
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    monkeypatch.setattr(tunnels, "PROGRAMS", {name: tunnels.PROGRAMS[name]})
    assert tunnels.installed_program() == name
    with tunnels.tunnel(name, 8123, pytest.fail) as address:
        assert address == ADDRESS[name]
        assert "8123" in (tmp_path / "arguments").read_text()
        assert is_running(tmp_path)
    assert not is_running(tmp_path)


def test_the_reason_of_a_failed_program_is_in_the_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, "ngrok", "ERR_NGROK_4018: no account", "exit 1")
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    with pytest.raises(BadAddress, match="no account"), tunnels.tunnel("ngrok", 8123, pytest.fail):
        pass


def test_the_end_of_a_tunnel_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(
        tmp_path,
        "ngrok",
        f"url={ADDRESS['ngrok']}",
        f"while [ ! -e {tmp_path}/end ]; do sleep 0.02; done",
    )
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    ended = threading.Event()
    with tunnels.tunnel("ngrok", 8123, ended.set):
        (tmp_path / "end").touch()
        assert ended.wait(LIMIT)


def test_a_room_is_shared_under_the_address_of_its_tunnel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = ADDRESS["cloudflared"]
    programs = tmp_path / "programs"
    programs.mkdir()
    install(programs, "cloudflared", SAID["cloudflared"].format(address=address))
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    with serving(tmp_path, "--share") as served:
        assert any(address in line for line in served.said)
        assert f"127.0.0.1:{served.port}" in (programs / "arguments").read_text()
        assert served.end(signal.SIGTERM) == 0
    assert not is_running(programs)


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        ([], "cloudflared, tailscale or ngrok"),
        pytest.param(
            ["--public-url", "https://poker.example"],
            "leave out --public-url",
            marks=pytest.mark.soak,
        ),
        pytest.param(
            ["--workers", "2"], "leave out --public-url and --workers", marks=pytest.mark.soak
        ),
    ],
)
def test_a_room_that_cannot_be_shared_says_how(tmp_path: Path, flags: list[str], said: str) -> None:
    done = subprocess.run(
        [*SIDEPOT, "serve", "--share", "--port", "0", *flags],
        env=environment(tmp_path, PATH=str(tmp_path), LANGUAGE="en"),
        capture_output=True,
        text=True,
        check=False,
        timeout=LIMIT,
    )
    assert done.returncode == 2 and said in done.stderr, done.stderr


def test_a_room_whose_tunnel_fails_is_closed(tmp_path: Path) -> None:
    install(tmp_path, "cloudflared", "cannot reach the edge", "exit 1")
    done = subprocess.run(
        [*SIDEPOT, "serve", "--share", "--port", "0"],
        env=environment(tmp_path, PATH=f"{tmp_path}:/usr/bin:/bin", NUMBA_DISABLE_JIT="1"),
        capture_output=True,
        text=True,
        check=False,
        timeout=LIMIT,
    )
    assert done.returncode == 2 and "cannot reach the edge" in done.stderr, done.stderr
