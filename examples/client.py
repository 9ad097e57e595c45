"""A guest at a table of the card room, without Sidepot: `python client.py LINK [NAME]`.

It takes a free chair and plays the first thing that it may do. It needs the library `websockets`.
"""

import asyncio
import itertools
import json
import sys
import urllib.request

import websockets


def ask(base, path, body, cookie=""):
    """A request of the HTTP API: its answer, and the cookie that came with it."""
    headers = {"content-type": "application/json", "cookie": cookie}
    request = urllib.request.Request(base + path, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request) as response:
        return json.load(response), (response.headers["set-cookie"] or "").partition(";")[0]


async def main(link, name="Forty"):
    """Come in by the link, and play until the table ends."""
    base, invitation = link.split("/join#")
    _, cookie = ask(base, "/api/guests", {"name": name})
    table = ask(base, "/api/invitations", {"invitation": invitation}, cookie)[0]["table"]
    url, numbers = base.replace("http", "ws", 1) + "/api/socket", itertools.count()
    async with websockets.connect(url, additional_headers={"cookie": cookie}) as socket:
        await socket.send(json.dumps({"type": "hello", "protocol": 2, "table": table}))
        done = None
        async for raw in socket:
            message = json.loads(raw)
            if message["type"] != "view":
                print(message)
                continue
            room, hand = message["room"], message["hand"]
            for said in message["said"]:
                print(said["text"])
            free = set(range(room["rules"]["chairs"])) - {c["chair"] for c in room["chairs"]}
            command = None
            if message["chair"] is None and free:
                command = {"type": "sit", "chair": min(free), "chips": room["rules"]["least"]}
            elif hand and hand["menu"] and room["phase"] == "playing":
                choice = hand["menu"][0]
                what = [str(choice["lowest"])] if choice["counted"] else choice["cards"][:1]
                action = " ".join([choice["kind"].replace("_", " "), *what])
                now = {"hand": hand["hand"], "decision": hand["decision"]}
                command = {"type": "act", "action": action, **now}
            if command and command != done:
                done = command
                await socket.send(json.dumps({**command, "id": str(next(numbers))}))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
