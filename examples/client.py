"""A client of the card room in JSON: `python client.py LINK [NAME]`.

It takes a free chair and always plays the first legal action. It needs the library `websockets`,
and of Sidepot only the checker, by which it takes part in the deals and checks that they are fair.
"""

import asyncio
import itertools
import json
import sys
import urllib.request

import msgspec
import websockets

from sidepot.decoding import JsonReader
from sidepot.room.client.fairness import DealChecker
from sidepot.room.protocol.messages import FromServer

FROM_SERVER = JsonReader(FromServer, most=2**20)


def ask(base, path, body, cookie=""):
    """Send a request to the HTTP API; returns the answer, and the cookie that it sets."""
    headers = {"content-type": "application/json", "cookie": cookie}
    request = urllib.request.Request(base + path, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request) as response:
        return json.load(response), (response.headers["set-cookie"] or "").partition(";")[0]


async def take_part(socket, checker, raw):
    """Send what a deal asks for, and say what is wrong with it."""
    step = checker.receive(FROM_SERVER.read(raw))
    for command in step.commands:
        await socket.send(msgspec.json.encode(command).decode())
    print(*step.breaches, sep="\n", end="\n" if step.breaches else "")


async def main(link, name="Forty"):
    """Join the table of the invitation, and play until it ends."""
    base, invitation = link.split("/join#")
    _, cookie = ask(base, "/api/guests", {"name": name})
    table = ask(base, "/api/invitations", {"invitation": invitation}, cookie)[0]["table"]
    url, numbers = base.replace("http", "ws", 1) + "/api/socket", itertools.count()
    hello = {"type": "hello", "protocol": 2, "table": table, "checks": True}
    async with websockets.connect(url, additional_headers={"cookie": cookie}) as socket:
        await socket.send(json.dumps(hello))
        last, checker = None, DealChecker()
        async for raw in socket:
            await take_part(socket, checker, raw)
            message = json.loads(raw)
            if message["type"] != "view":
                print(str(message)[:300])
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
                argument = [str(choice["lowest"])] if choice["counted"] else choice["cards"][:1]
                action = " ".join([choice["kind"].replace("_", " "), *argument])
                now = {"hand": hand["hand"], "decision": hand["decision"]}
                command = {"type": "act", "action": action, **now}
            if command and command != last:
                last = command
                await socket.send(json.dumps({**command, "id": str(next(numbers))}))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
