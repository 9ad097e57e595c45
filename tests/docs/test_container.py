"""The container: its page shows its files, they fit the program; a soak builds and runs it."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from sidepot.cli import build_parser
from tests.children import ROOT
from tests.docs.test_hosting import blocks
from tests.room.postgres import Server

PAGE = (ROOT / "docs" / "container.md").read_text("utf-8")
FILES = ROOT / "docs" / "hosting"
CONTAINER = (ROOT / "Containerfile").read_text("utf-8")
COMPOSE = (FILES / "compose.yaml").read_text("utf-8")
STEPS = re.findall(r"^([A-Z]+) ((?:.*\\\n)*.*)", CONTAINER, re.MULTILINE)
"""The instructions of the Containerfile, each with its text."""


def said(instruction: str) -> list[str]:
    """The texts of all instructions of a kind, each on one line."""
    return [
        " ".join(text.replace("\\\n", " ").split()) for kind, text in STEPS if kind == instruction
    ]


@pytest.mark.parametrize("name", ["compose.yaml", "Caddyfile.container"])
def test_the_page_shows_the_file(name: str) -> None:
    assert (FILES / name).read_text("utf-8") in blocks(PAGE)
    assert f"hosting/{name}" in PAGE


def test_the_image_runs_as_nobody_special_and_writes_to_its_volumes_alone() -> None:
    assert said("USER") == ["10001:10001"] and said("HEALTHCHECK")[0].count("/healthz") == 1
    folders = dict(pair.split("=") for pair in said("ENV")[0].split())
    volumes = said("VOLUME")[0]
    assert f'"{folders["SIDEPOT_DATA"]}"' in volumes and f'"{folders["SIDEPOT_CACHE"]}"' in volumes
    assert f"chown 10001:10001 {folders['SIDEPOT_DATA']} {folders['SIDEPOT_CACHE']}" in CONTAINER
    instructions = [kind for kind, _ in STEPS]
    assert instructions.index("USER") > max(
        place for place, kind in enumerate(instructions) if kind in ("RUN", "COPY")
    )


def test_only_what_is_locked_is_installed() -> None:
    [install, *_] = said("RUN")
    assert "--require-hashes --only-binary :all:" in install and "--no-index --no-deps" in install
    kept = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    assert kept[0] == "*" and set(kept[1:]) >= {"!requirements/container.txt", "!dist/*.whl"}


def test_the_commands_of_image_and_compose_file_are_those_of_the_program() -> None:
    [command] = said("CMD")
    chosen = build_parser().parse_args(re.findall(r'"([^"]+)"', command))
    assert chosen.lan and chosen.port == 8000 and said("EXPOSE") == ["8000"]
    chosen = build_parser().parse_args(
        [re.sub(r"\$\{.*?\}", "example.org", one) for one in compose_command()]
    )
    [proxy] = chosen.trusted_proxy
    caddy = COMPOSE.partition("\n  caddy:\n")[2]
    assert f"ipv4_address: {proxy}\n" in caddy and chosen.public_url == "https://example.org"
    assert chosen.database == "postgresql://sidepot@database/sidepot"


def compose_command() -> list[str]:
    """The command of the room in the compose file."""
    return re.findall(r"^      - (serve|--.*)$", COMPOSE, re.MULTILINE)


CADDY = shutil.which("caddy")


@pytest.mark.soak
@pytest.mark.skipif(not CADDY, reason="there is no Caddy here")
@pytest.mark.parametrize("name", ["Caddyfile", "Caddyfile.several", "Caddyfile.container"])
def test_caddy_takes_its_files(name: str, tmp_path: Path) -> None:
    text = (FILES / name).read_text("utf-8")
    for given, is_valid in ((text, True), (text.replace("reverse_proxy", "reverse_proxi"), False)):
        file = tmp_path / "Caddyfile"
        file.write_text(given)
        done = subprocess.run(
            [str(CADDY), "validate", "--adapter", "caddyfile", "--config", str(file)],
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "SIDEPOT_HOST": "cards.example.org", "HOME": str(tmp_path)},
        )
        assert (done.returncode == 0) == is_valid, done.stderr


PROGRAM = "/opt/sidepot/bin/sidepot"
PAGE_FILE = "src/sidepot/room/web/page/index.html"
JSON = {"Content-Type": "application/json"}
BUILDERS = [shutil.which(name) for name in ("buildah", "debootstrap")]


class Builder:
    """Buildah without a daemon and without namespaces, with its images in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self._options = ["--root", str(folder / "images"), "--runroot", str(folder / "run")]

    def command(self, *words: str) -> list[str]:
        return ["buildah", *self._options, "--storage-driver", "vfs", *words]

    def __call__(self, *words: str) -> str:
        done = subprocess.run(self.command(*words), capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout.strip()


def base(builder: Builder, folder: Path) -> str:
    """A small Debian with Python as an image: no registry is needed."""
    packages = "--include=python3,python3-venv,ca-certificates"
    debian = ["debootstrap", "--variant=minbase", packages, "bookworm", str(folder / "debian")]
    subprocess.run(debian, check=True, capture_output=True)
    made = builder("from", "scratch")
    builder("copy", made, str(folder / "debian"), "/")
    builder("commit", made, "localhost/base")
    return "localhost/base"


def checkout(folder: Path) -> Path:
    """A copy of the checkout with its environment and page, and the wheels that the lock names."""
    caches = (".cache", ".hypothesis", ".*_cache", "__pycache__")
    left_out = shutil.ignore_patterns(*caches, ".git", ".venv", "node_modules", "dist", "screens")
    shutil.copytree(ROOT, folder, symlinks=True, ignore=left_out)
    for name in (".venv", "frontend/node_modules"):
        (folder / name).symlink_to(ROOT / name)
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "download"]
    wheels = ["--no-deps", "--dest", str(folder / "dist" / "wheels")]
    locked = ["--only-binary", ":all:", "--require-hashes", "--requirement"]
    lock = str(ROOT / "requirements" / "container.txt")
    subprocess.run([*pip, *wheels, *locked, lock], check=True)
    return folder


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


@contextlib.contextmanager
def running(
    command: list[str], address: str, settings: dict[str, str] | None = None
) -> Iterator[subprocess.Popen[bytes]]:
    """A server, once it answers; it ends with the block."""
    with subprocess.Popen(command, start_new_session=True, env=settings) as process:
        try:
            while process.poll() is None:
                with contextlib.suppress(OSError):
                    urllib.request.urlopen(address, timeout=2).close()
                    break
                time.sleep(0.2)
            yield process
        finally:
            if process.poll() is None:
                os.killpg(process.pid, 15)


needs_builders = pytest.mark.skipif(
    not all(BUILDERS) or os.geteuid() != 0,
    reason="there is no buildah and debootstrap here, or no root for them",
)
Inside = Callable[..., list[str]]


@pytest.fixture(scope="module")
def inside(tmp_path_factory: pytest.TempPathFactory) -> Inside:
    """A command line that runs in a container of the image, which `make image` builds once.

    Every instruction runs in Buildah's chroot, and the room's port is the machine's own.
    """
    folder = tmp_path_factory.mktemp("image")
    builder = Builder(folder)
    isolated = ["--isolation", "chroot", "--pull-never"]
    arguments = ["--build-arg", f"BASE={base(builder, folder)}", "--build-arg", "PIP_NO_INDEX=1"]
    make = ["make", "image", "--old-file", ".venv/.play", "--old-file", PAGE_FILE]
    given = [f"BUILDER={shlex.join(builder.command())}", f"ARGS={shlex.join(isolated + arguments)}"]
    folder = checkout(folder / "checkout")
    done = subprocess.run([*make, *given], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    made = builder("from", "--pull-never", "sidepot")
    return lambda *words: builder.command("run", "--isolation", "chroot", made, "--", *words)


def out(command: list[str]) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


@pytest.mark.soak
@needs_builders
def test_the_image_is_built_and_plays(inside: Inside) -> None:
    assert out(inside("/usr/bin/id", "-u")).strip() == "10001"
    assert "Kuhn" in out(inside(PROGRAM, "rules", "kuhn"))
    assert "10 hands" in out(inside(PROGRAM, "simulate", "kuhn", "--hands", "10"))
    for folder in ("/var/lib/sidepot", "/var/cache/sidepot"):
        assert out(inside("/usr/bin/stat", "--format=%a", folder)).strip() == "700"
    refused = subprocess.run(inside("/usr/bin/touch", "/opt/sidepot/a"), check=False)
    assert refused.returncode != 0


@pytest.mark.soak
@needs_builders
def test_the_room_of_the_image_is_healthy_until_it_ends(inside: Inside) -> None:
    [check] = re.findall(r"CMD (\[.*\])", said("HEALTHCHECK")[0])
    probe = inside(*json.loads(check))
    assert subprocess.run(probe, check=False, capture_output=True).returncode != 0
    with running(inside(PROGRAM, "serve", "--lan"), "http://127.0.0.1:8000/healthz") as room:
        assert room.poll() is None
        assert subprocess.run(probe, check=False).returncode == 0


@pytest.mark.soak
@needs_builders
@pytest.mark.skipif(not CADDY, reason="there is no Caddy here")
def test_the_image_serves_on_postgresql_behind_caddy(inside: Inside, tmp_path: Path) -> None:
    """Each service by the words of the compose file, but for names and ports.

    The room has no capability and, as its root is read-only there, writes to its volumes alone.
    """
    server = Server()
    name = server.empty()
    port, front = free_port(), f"http://127.0.0.1:{free_port()}"
    here = {"--database": server.url(name), "--public-url": front, "--trusted-proxy": "127.0.0.1"}
    flags = [word.partition("=")[0] for word in compose_command()]
    command = [f"{flag}={here[flag]}" if flag in here else flag for flag in flags]
    serve = inside(PROGRAM, *command, f"--port={port}")
    serve.insert(serve.index("run") + 1, "--cap-drop=all")
    ready = json.loads(re.findall(r"test: (\[.*\])", COMPOSE)[0])
    assert (
        subprocess.run(
            [*ready[1:], "--dbname", server.url(name)], check=False, capture_output=True
        ).returncode
        == 0
    )
    began = time.time()
    file = tmp_path / "Caddyfile"
    text = (FILES / "Caddyfile.container").read_text("utf-8")
    text = text.replace("room:8000", f"127.0.0.1:{port}").replace("{\n", "{\n\tadmin off\n", 1)
    file.write_text(text)
    proxy = [str(CADDY), "run", "--adapter", "caddyfile", "--config", str(file)]
    settings = {**os.environ, "SIDEPOT_HOST": front, "HOME": str(tmp_path)}
    with running(serve, f"http://127.0.0.1:{port}/healthz"), running(proxy, front, settings):
        ask = urllib.request.Request(f"{front}/api/guests", b'{"name": "Ana"}', JSON)
        with urllib.request.urlopen(ask) as answer:
            assert answer.status in (200, 201) and "sidepot" in answer.headers["set-cookie"]
    written = ("/usr/bin/find", "/opt", "/usr", "/var", "/srv", "-newermt", f"@{began}")
    kept = ("-not", "-path", "/var/lib/sidepot*", "-not", "-path", "/var/cache/sidepot*")
    found = subprocess.run(  # it fails at folders that this user may not read
        inside(*written, *kept, "-type", "f"), check=False, capture_output=True, text=True
    )
    assert found.stdout == ""
    with contextlib.closing(server.connect(name)) as connection:
        assert connection.execute("SELECT count(*) FROM guests").fetchall() == [(1,)]
    server.end()
