"""Addresses: where the server listens, its public URL, and which `Host` names it accepts."""

from __future__ import annotations

import functools
import ipaddress
import socket
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from sidepot.errors import BadAddress

LOCAL = "127.0.0.1"
EVERYWHERE = "0.0.0.0"
_UNREAD = 32 * 1024
"""Bytes of a connection that wait in the system, or here, if it is not read (Linux takes twice)."""
_UNUSED_ADDRESS = "192.0.2.1"
"""An address reserved for documentation (RFC 5737); nothing is sent there."""


@dataclass(frozen=True)
class Address:
    """The room's URL from outside: `base` (scheme, host, port) begins every link that it makes."""

    base: str

    def invitation(self, token: str) -> str:
        """The link of an invitation; browsers do not send the fragment, which is the token."""
        return f"{self.base}/join#{token}"

    def recovery(self, token: str) -> str:
        """The recovery link of a guest; the fragment is the token."""
        return f"{self.base}/back#{token}"

    @property
    def is_local(self) -> bool:
        """Can links be opened on this machine alone?"""
        return is_loopback(urlsplit(self.base).hostname or "")

    def is_secure(self, host: str) -> bool:
        """Does a request with this `Host` header come by HTTPS?

        So it is where `base` has HTTPS and this very host: there is a proxy or a tunnel, also if
        its headers are not believed.
        """
        parts = urlsplit(self.base)
        return parts.scheme == "https" and parts.netloc.lower() == host.lower()

    def accepts_host(self, host: str) -> bool:
        """Is `host`, from a request's `Host` header, a name of this server?

        Accepted are IP addresses, this machine's name and the host of `base`. Any other name that
        resolves to this machine may serve DNS rebinding, an attack by another site's page.
        """
        name = (split_url(f"//{host}").hostname or "").rstrip(".")
        machine = socket.gethostname().lower()
        own = {"localhost", machine, f"{machine}.local", urlsplit(self.base).hostname}
        return name in own or _is_number(name)


@functools.lru_cache(10_000)
def group_of(host: str) -> str:
    """The address that limits count: an IPv6 network of one customer (/64), any other as it is."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if address.version == 4:
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((int(address), 64), strict=False))


def is_loopback(name: str) -> bool:
    """Is this a name or an address of the machine itself, which no other machine can reach?"""
    return name == "localhost" or (_is_number(name) and ipaddress.ip_address(name).is_loopback)


def _is_number(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def split_url(url: str) -> SplitResult:
    """The parts of a URL, all empty if it cannot be parsed."""
    try:
        return urlsplit(url)
    except ValueError:
        return urlsplit("")


def checked_url(url: str) -> str:
    """The scheme and host of a public URL. Raises `BadAddress` if it is more, or not HTTP(S)."""
    parts = split_url(url)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
        raise BadAddress("web.public_url", url=url)
    if parts.path.strip("/"):
        raise BadAddress("web.public_path", url=url)
    return f"{parts.scheme}://{parts.netloc}"


def of_lan() -> str:
    """This machine's IP address in the local network; `LOCAL` if it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((_UNUSED_ADDRESS, 9))
        except OSError:
            return LOCAL
        return str(probe.getsockname()[0])


def split_address(text: str, flag: str = "--metrics") -> tuple[str, int]:
    """The IP address and the port of HOST:PORT. Raises `BadAddress` for anything else."""
    parts = split_url(f"//{text}")
    try:
        host, port = parts.hostname or "", parts.port
    except ValueError:
        host, port = "", None
    host = LOCAL if host == "localhost" else host
    if port is None or parts.path or parts.query or not _is_number(host):
        raise BadAddress("web.metrics_address", address=text, flag=flag)
    return host, port


def bind(host: str, port: int, flag: str = "--port") -> socket.socket:
    """A socket bound to a port, not listening yet. Raises `BadAddress` if that fails.

    `flag` is the one that chooses another port.
    """
    # With the protocol named, asyncio sets TCP_NODELAY, so that small messages do not wait.
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _UNREAD)
    try:
        bound.bind((host, port))
    except OSError as error:
        bound.close()
        reason = error.strerror or str(error)
        raise BadAddress("web.port", host=host, port=port, reason=reason, flag=flag) from error
    return bound


class Proxies:
    """Addresses and networks of trusted proxies; `*` is every address."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = frozenset(names)
        self._networks = [found for name in names if (found := _network(name))]

    def __contains__(self, host: object) -> bool:
        if "*" in self._names or host in self._names:
            return True
        if not self._networks:
            return False
        try:
            address = ipaddress.ip_address(str(host))
        except ValueError:
            return False
        return any(address in network for network in self._networks)


def _network(name: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network | None:
    try:
        return ipaddress.ip_network(name)
    except ValueError:
        return None
