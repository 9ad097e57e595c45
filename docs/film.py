"""A recorded hand at the table as an animated picture, for the home of the site.

`make film` plays it on the front end's dev page, whose clock stands still between two views, and
writes `docs/pictures/played.webp`. Every frame but the first has only the part that has changed.
"""

from __future__ import annotations

import base64
import struct
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from docs.scenes import prefer
from docs.screens import PICTURES, browser, page_of

if TYPE_CHECKING:
    from playwright.sync_api import Page

FILE = PICTURES / "played.webp"
NAME, VIEWS = "hand-ricochet", 16
"""The recording, and its views; after the last one its connection is lost."""
SIZE = (900, 620)
_PACE = 1_000
"""Milliseconds of the page from one view to the next."""
_SHOWN, _END = 1_400, 5_000
"""Milliseconds for which a view is shown, and the last one."""
_TIMES = 3
"""A picture that moves for ever disturbs whoever reads beside it."""
_ANIMATED, _REPLACING = 2, 2
"""Flags of the container: there are frames, and each replaces what it covers, and stays."""
_CHANGED = """async ([before, after]) => {
  const draw = async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d', {willReadFrequently: true});
    context.drawImage(image, 0, 0);
    return context;
  };
  const now = await draw(after);
  const {width, height} = now.canvas;
  let [left, top, right, bottom] = [0, 0, width, height];
  if (before) {
    const old = (await draw(before)).getImageData(0, 0, width, height).data;
    const data = now.getImageData(0, 0, width, height).data;
    [left, top, right, bottom] = [width, height, 0, 0];
    for (let i = 0; i < data.length; i += 4) {
      if (data[i] === old[i] && data[i + 1] === old[i + 1] && data[i + 2] === old[i + 2]) continue;
      const x = (i / 4) % width, y = Math.floor(i / 4 / width);
      [left, right] = [Math.min(left, x), Math.max(right, x + 1)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y + 1)];
    }
    if (left >= right) return null;
    [left, top] = [left - (left % 2), top - (top % 2)];
  }
  const part = new OffscreenCanvas(right - left, bottom - top);
  part.getContext('2d').drawImage(now.canvas, -left, -top);
  const bytes = new Uint8Array(await (await part.convertToBlob({type: 'image/webp', quality: 0.6}))
    .arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return [left, top, part.width, part.height, btoa(text)];
}"""
"""The part of a picture that differs from the one before, as a WebP; null where none does."""


class Frame(NamedTuple):
    """A part of the picture: its place, which is even, its size, its WebP, and its milliseconds."""

    left: int
    top: int
    width: int
    height: int
    webp: bytes
    shown: int


def main() -> None:
    """Write the picture."""
    with page_of() as base, browser() as chromium:
        width, height = SIZE
        context = chromium.new_context(
            viewport={"width": width, "height": height}, reduced_motion="reduce"
        )
        frames = _frames(context.new_page(), f"{base}/dev.html?name={NAME}&pace={_PACE}")
        context.close()
    FILE.write_bytes(animated(SIZE, frames))
    print(f"{FILE.relative_to(Path.cwd())}: {len(frames)} frames, {FILE.stat().st_size} bytes")


def _frames(page: Page, address: str) -> list[Frame]:
    """The views of the recording, one after the other."""
    prefer(page, {})
    page.clock.install()
    page.goto(address)
    page.locator("[data-dock]").wait_for()
    frames, before = list[Frame](), ""
    while len(frames) < VIEWS:
        after = base64.b64encode(page.screenshot()).decode()
        if found := page.evaluate(_CHANGED, [before, after]):  # else it is not drawn yet
            left, top, width, height, webp = found
            shown = _END if len(frames) == VIEWS - 1 else _SHOWN
            frames.append(Frame(left, top, width, height, base64.b64decode(webp), shown))
            before = after
            page.clock.run_for(_PACE)
    return frames


def animated(size: tuple[int, int], frames: list[Frame]) -> bytes:
    """The frames as one WebP, by its container format."""
    width, height = size
    head = struct.pack("<I", _ANIMATED) + _three(width - 1) + _three(height - 1)
    loop = struct.pack("<IH", 0xFFFFFFFF, _TIMES)
    chunks = [_chunk(b"VP8X", head), _chunk(b"ANIM", loop)]
    for frame in frames:
        place = (frame.left // 2, frame.top // 2, frame.width - 1, frame.height - 1, frame.shown)
        where = b"".join(map(_three, place)) + bytes([_REPLACING])
        chunks.append(_chunk(b"ANMF", where + _bitstream(frame.webp)))
    return _chunk(b"RIFF", b"WEBP" + b"".join(chunks))


def _bitstream(webp: bytes) -> bytes:
    """The chunk of a still WebP that has its picture."""
    at = 12
    while webp[at : at + 4] not in (b"VP8 ", b"VP8L"):
        at += 8 + struct.unpack_from("<I", webp, at + 4)[0] + (webp[at + 4] & 1)
    length = struct.unpack_from("<I", webp, at + 4)[0]
    return webp[at : at + 8 + length + (length & 1)]


def _chunk(name: bytes, content: bytes) -> bytes:
    return name + struct.pack("<I", len(content)) + content + b"\0" * (len(content) & 1)


def _three(number: int) -> bytes:
    return number.to_bytes(3, "little")


if __name__ == "__main__":
    main()
