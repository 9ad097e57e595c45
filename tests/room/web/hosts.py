"""Hosts of a room as network namespaces, a proxy before them, and people who play through it.

`python -m tests.room.web.hosts FOLDER FAULTS`, run in the namespace of the proxy, plays, and prints
as a line of JSON what was acknowledged.
"""

import asyncio
import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

from tests.children import ROOT
from tests.room import databases
from tests.room.web.process import environment
from tests.room.web.server import LIMIT
from tests.room.web.several import Evening, evening

HOSTING = ROOT / "docs" / "hosting"
CADDY, IP = shutil.which("caddy"), shutil.which("ip")
PROXY = "10.0.0.10"
HOSTS = ("10.0.0.1", "10.0.0.2")
SITE = f"http://{PROXY}:8080"
SILENT = 2.0
TABLES, PEOPLE, PACE = 4, 3, 0.3


def ip(*words: str) -> None:
    assert IP
    subprocess.run([IP, *words], check=True, capture_output=True, timeout=LIMIT)


def namespace(address: str) -> str:
    """The name of the network namespace that stands for a host."""
    return f"sidepot-{os.environ['SIDEPOT_TEST_HOSTS']}-{address.rpartition('.')[2]}"


def inside(address: str) -> list[str]:
    """The prefix that runs a command on a host."""
    assert IP
    return [IP, "netns", "exec", namespace(address)]


@contextlib.contextmanager
def network() -> Iterator[None]:
    """The proxy's host and the others, on a switch that nothing else is connected to."""
    os.environ["SIDEPOT_TEST_HOSTS"] = str(os.getpid())
    proxy, all_of_them = namespace(PROXY), (PROXY, *HOSTS)
    try:
        for address in all_of_them:
            ip("netns", "add", namespace(address))
            ip("-n", namespace(address), "link", "set", "lo", "up")
        ip("-n", proxy, "link", "add", "switch", "type", "bridge")
        ip("-n", proxy, "addr", "add", f"{PROXY}/24", "dev", "switch")
        ip("-n", proxy, "link", "set", "switch", "up")
        for n, address in enumerate(HOSTS):
            host, port = namespace(address), f"port{n}"
            ip(
                "-n",
                proxy,
                "link",
                "add",
                port,
                "type",
                "veth",
                "peer",
                "name",
                "net",
                "netns",
                host,
            )
            ip("-n", proxy, "link", "set", port, "master", "switch", "up")
            ip("-n", host, "addr", "add", f"{address}/24", "dev", "net")
            ip("-n", host, "link", "set", "net", "up")
        yield
    finally:
        for address in all_of_them:
            with contextlib.suppress(subprocess.CalledProcessError):
                ip("netns", "delete", namespace(address))


def flags(address: str, url: str) -> list[str]:
    """Those of the unit of several hosts, with this database and this site."""
    unit = (HOSTING / "sidepot@.service").read_text("utf-8").replace("%i", "1")
    (line,) = re.findall(r"^ExecStart=\S+ (.*)$", unit, re.MULTILINE)
    found = [word.replace("${ADDRESS}", address) for word in line.split()]
    found[found.index("--database") + 1] = url
    found[found.index("--public-url") + 1] = SITE
    return found


class Host:
    """A host with one process of the room, as its unit starts it."""

    def __init__(self, folder: Path, address: str, *, relay: bool = True) -> None:
        self.folder, self.address = folder / address, address
        self.folder.mkdir(exist_ok=True)
        self.flags = flags(address, databases.own_url(folder))
        if not relay:
            at = self.flags.index("--relay")
            del self.flags[at : at + 2]
        self.start()

    def start(self) -> None:
        with (self.folder / "log").open("a") as log:
            self.process = subprocess.Popen(
                [*inside(self.address), sys.executable, "-m", "sidepot", *self.flags],
                cwd=ROOT,
                env=environment(self.folder),
                stdout=log,
                stderr=log,
            )

    def wait(self) -> None:
        """Wait until it is healthy, as who restarts one after the other does."""
        end = time.monotonic() + 3 * LIMIT
        while not is_healthy(f"http://{self.address}:8001"):
            said = (self.folder / "log").read_text("utf-8")
            assert time.monotonic() < end and self.process.poll() is None, said
            time.sleep(0.1)

    def end(self, how: signal.Signals) -> None:
        self.process.send_signal(how)
        self.process.wait(LIMIT)


def is_healthy(base: str) -> bool:
    try:
        with urllib.request.urlopen(f"{base}/healthz", timeout=1) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


@contextlib.contextmanager
def caddy(folder: Path) -> Iterator[None]:
    """The proxy, with the file of several hosts but for the name of its site."""
    text = (HOSTING / "Caddyfile.several").read_text("utf-8")
    assert "\ncards.example.org {" in text
    text = text.replace("\ncards.example.org {", f"\n{SITE} {{").replace(
        "{\n", "{\n\tadmin off\n", 1
    )
    (folder / "Caddyfile").write_text(text, "utf-8")
    assert CADDY
    with (folder / "caddy.log").open("w") as log:
        process = subprocess.Popen(
            [CADDY, "run", "--config", "Caddyfile", "--adapter", "caddyfile"],
            cwd=folder,
            env={**os.environ, "HOME": str(folder)},
            stdout=log,
            stderr=log,
        )
    try:
        end = time.monotonic() + LIMIT
        while not is_healthy(SITE):
            assert time.monotonic() < end, (folder / "caddy.log").read_text("utf-8")
            time.sleep(0.1)
        yield
    finally:
        process.kill()
        process.wait(LIMIT)


async def fail_over(hosts: list[Host], night: Evening) -> dict[str, float]:
    """Kill a host and start it again, then restart one after the other; who was silent for long."""
    silent = {"killed": await _restarted(hosts[0], night, signal.SIGKILL)}
    for host in hosts:
        silent[f"ended {host.address}"] = await _restarted(host, night, signal.SIGTERM)
    return silent


async def vanish(hosts: list[Host], night: Evening) -> dict[str, float]:
    """Pull the cable of a host, and then its plug: nothing that it had says goodbye."""
    ip("-n", namespace(PROXY), "link", "set", "port0", "down")
    hosts[0].end(signal.SIGKILL)
    return {"vanished": await night.go_on(3, 3 * LIMIT)}


async def _restarted(host: Host, night: Evening, how: signal.Signals) -> float:
    """End a host's process, and start it again when all go on; how long a table was silent."""
    host.process.send_signal(how)
    silent = await night.go_on(5)
    await asyncio.to_thread(host.end, how)
    host.start()
    await asyncio.to_thread(host.wait)
    await asyncio.sleep(2)  # until the proxy knows too, as the page says
    return silent


def play(folder: Path, faults: Callable[[list[Host], Evening], Awaitable[dict[str, float]]]) -> Any:
    """Play through the proxy while hosts fail; what was acknowledged, and who was silent."""
    hosts = [Host(folder, address) for address in HOSTS]

    async def run() -> dict[str, Any]:
        async with evening([SITE], TABLES, PEOPLE, seed=5, pace=PACE) as night:
            await night.go_on(10)
            silent = await faults(hosts, night)
            await night.go_on(10, 3 * LIMIT)
        return {"answers": night.answers, "silent": silent}

    try:
        for host in hosts:
            host.wait()
        with caddy(folder):
            return asyncio.run(run())
    finally:
        for host in hosts:
            host.end(signal.SIGKILL)


if __name__ == "__main__":
    print(json.dumps(play(Path(sys.argv[1]), globals()[sys.argv[2]])))
