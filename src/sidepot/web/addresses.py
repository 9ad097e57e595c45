"""Addresses: where we listen, what others are told, and which names for us we believe."""

from __future__ import annotations

import ipaddress
import socket
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from sidepot.errors import BadAddress

LOCAL = "127.0.0.1"
EVERYWHERE = "0.0.0.0"
_ELSEWHERE = "192.0.2.1"
"""An address that nobody has; nothing is ever sent there."""
_BACKLOG = 1024


@dataclass(frozen=True)
class Address:
    """How the room is called from outside: `base` stands before every link that it gives away."""

    base: str

    def invitation(self, token: str) -> str:
        """The link of an invitation; browsers keep its fragment, the token, to themselves."""
        return f"{self.base}/join#{token}"

    def recovery(self, token: str) -> str:
        """The link by which a guest comes back from anywhere."""
        return f"{self.base}/back#{token}"

    @property
    def is_secure(self) -> bool:
        """Is it reached by HTTPS?"""
        return self.base.startswith("https:")

    def knows(self, host: str) -> bool:
        """Is `host`, of a request's header, a name of ours?

        A number, this machine's name, or the public one. Any other name that leads here was made to
        let somebody else's page speak with us (DNS rebinding).
        """
        name = (parts_of(f"//{host}").hostname or "").rstrip(".")
        machine = socket.gethostname().lower()
        own = {"localhost", machine, f"{machine}.local", urlsplit(self.base).hostname}
        return name in own or _is_number(name)


def _is_number(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def parts_of(url: str) -> SplitResult:
    """The parts of an address; what cannot be read as one has none."""
    try:
        return urlsplit(url)
    except ValueError:
        return urlsplit("")


def checked_url(url: str) -> str:
    """A public address as it stands before links. Raises `BadAddress`."""
    parts = parts_of(url)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
        raise BadAddress("web.public_url", url=url)
    if parts.path.strip("/"):
        raise BadAddress("web.public_path", url=url)
    return f"{parts.scheme}://{parts.netloc}"


def of_lan() -> str:
    """This machine's address for the other devices of the house; the local one if it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((_ELSEWHERE, 9))
        except OSError:
            return LOCAL
        return str(probe.getsockname()[0])


def bind(host: str, port: int) -> socket.socket:
    """A socket that has its port and does not listen yet. Raises `BadAddress`."""
    # The protocol is named for asyncio, which else lets small messages wait for one another.
    bound = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((host, port))
    except OSError as error:
        bound.close()
        reason = error.strerror or str(error)
        raise BadAddress("web.port", host=host, port=port, reason=reason) from error
    return bound
