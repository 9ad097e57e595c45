"""Link previews for messengers: Open Graph tags, and a picture of a hand.

A preview is drawn for whoever asks. So it tells of a hand only at a public table that is open,
where anybody may look on, and then what the rail knew; every other link has the same preview.
"""

from __future__ import annotations

import asyncio
import re
from collections import OrderedDict
from dataclasses import dataclass
from html import escape

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from sidepot.errors import NoTable, UserError
from sidepot.room.protocol.resources import HandLine
from sidepot.room.web.app_state import AppState, client_host
from sidepot.room.web.drawings import HEIGHT, WIDTH, hand_picture
from sidepot.words import language, say

PLAIN = "/preview.png"
"""The picture of every link that has none of its own."""
_HAND = re.compile(r"/tables/([^/]{1,64})/hands/([0-9]{1,15})")
_LINKED = re.compile(r"/(replay|join|tables/[^/]+/(hands/[0-9]+|evening)|seasons/[^/]+)")
"""The paths whose links are sent to friends."""
_KEPT = 100
"""Pictures that are kept."""
_HEADERS = {"cache-control": "public, max-age=86400", "vary": "accept-language"}
"""Headers of a picture: the names of hands depend on the client's language."""


@dataclass(frozen=True)
class _Preview:
    """A preview: its title and text, and its picture with a description."""

    title: str
    text: str
    picture: str
    about: str

    def tags(self, base: str) -> str:
        """The tags for the head of a page, with the room's address before the picture's path."""
        tags = {
            "og:type": "website",
            "og:site_name": say("web.page_title"),
            "og:title": self.title,
            "og:description": self.text,
            "og:image": f"{base}{self.picture}",
            "og:image:width": str(WIDTH),
            "og:image:height": str(HEIGHT),
            "og:image:alt": self.about,
        }
        lines = [
            f'<meta property="{name}" content="{escape(text)}">' for name, text in tags.items()
        ]
        return "".join([*lines, '<meta name="twitter:card" content="summary_large_image">'])


class Previews:
    """The previews of a room; pictures are drawn one at a time, and the last ones are kept."""

    def __init__(self, state: AppState) -> None:
        self._state = state
        self._pictures: OrderedDict[tuple[str, int, str], bytes] = OrderedDict()
        self._drawing = asyncio.Lock()

    async def tags(self, path: str) -> str | None:
        """The tags for the page at a path; None for one whose links have no preview."""
        if not _LINKED.fullmatch(path):
            return None
        preview = await self._of_hand(path) or _plain(path)
        return preview.tags(self._state.address.base)

    async def _of_hand(self, path: str) -> _Preview | None:
        """The preview of a hand that anybody may look at."""
        found = _HAND.fullmatch(path)
        if not found:
            return None
        line = await self._state.room.open_hand(found[1], int(found[2]))
        if line is None:
            return None
        return _Preview(
            say("web.preview_hand_title", title=line.title, hand=line.hand),
            _text(line),
            f"{path}/preview.png",
            say("web.preview_hand_picture"),
        )

    async def picture(self, request: Request) -> Response:
        """The picture of a hand as the rail saw it; of one that not anybody may see, the plain one.

        A picture that is not kept counts as a replay of the address that asks.
        """
        table, number = str(request.path_params["table"]), int(request.path_params["hand"])
        try:
            content = await self._picture(request, table, number)
        except UserError:
            return RedirectResponse(PLAIN, 302)
        return Response(content, media_type="image/png", headers=_HEADERS)

    async def _picture(self, request: Request, table: str, number: int) -> bytes:
        key = table, number, language()
        room = self._state.room
        if await room.open_hand(table, number) is None:
            raise NoTable("web.no_picture")
        if key not in self._pictures:
            self._state.replays.check(client_host(request))
            async with self._drawing:
                if key not in self._pictures:
                    view = await room.end_of_hand(table, number)
                    self._pictures[key] = await asyncio.to_thread(hand_picture, view, number)
        self._pictures.move_to_end(key)
        content = self._pictures[key]
        while len(self._pictures) > _KEPT:
            self._pictures.popitem(last=False)
        return content


def _text(line: HandLine) -> str:
    """The winners of a hand, and the amount."""
    nets = line.nets[: len(line.names)]
    most = max(nets, default=0)
    winners = [name for name, net in zip(line.names, nets, strict=False) if net == most > 0]
    if not winners:
        return say("web.preview_played")
    return say("web.preview_won", players=winners, n=most)


def _plain(path: str) -> _Preview:
    """The preview of every other link: it is the same whatever the link leads to."""
    kind = "invitation" if path == "/join" else "evening" if "hands" not in path else "hand"
    if path == "/replay":
        kind = "hand"
    titles = {
        "hand": (say("web.preview_title"), say("web.preview_text")),
        "invitation": (say("web.preview_invitation"), say("web.preview_invitation_text")),
        "evening": (say("web.preview_evening"), say("web.preview_evening_text")),
    }
    return _Preview(*titles[kind], PLAIN, say("web.preview_picture"))
