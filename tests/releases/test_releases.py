"""Files of a release are read by this version: strategies, games, messages.

Hands are read in `tests/history/test_kept.py`, databases in `tests/room/test_released.py`.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from sidepot import games, kernel
from sidepot.bots.trained import files
from sidepot.errors import BadLearned
from sidepot.room.protocol.messages import PROTOCOL, AnyCommand, FromClient, FromServer
from sidepot.words.wire import decode_hook
from tests.releases import FOLDER, NOW, making, named, released

READERS = {
    "server": msgspec.json.Decoder(FromClient),
    "client": msgspec.json.Decoder(FromServer, dec_hook=decode_hook),
}
RELEASES = sorted(path for path in FOLDER.iterdir() if path.name[0].isdigit())
FROM_SERVER = {"welcome", "view", "ack", "refusal", "chat_lines", "presence"}


def messages(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


def unread(lines: list[dict[str, Any]]) -> list[str]:
    """The messages that their readers refuse."""
    found = []
    for line in lines:
        try:
            READERS[line["to"]].decode(json.dumps(line["message"]))
        except msgspec.ValidationError as error:
            found.append(f"{line['message']['type']}: {error}")
    return found


@pytest.mark.parametrize("file", released("messages.jsonl"), ids=named)
def test_released_messages_are_read(file: Path) -> None:
    lines = messages(file)
    assert unread(lines) == []
    kinds = {(line["to"], line["message"]["type"]) for line in lines}
    assert {("client", kind) for kind in FROM_SERVER} <= kinds
    hello = next(line["message"] for line in lines if line["message"]["type"] == "hello")
    assert hello["protocol"] == PROTOCOL


def test_the_release_at_hand_has_a_command_of_every_kind() -> None:
    kinds = {line["message"]["type"] for line in messages(RELEASES[-1] / "messages.jsonl")}
    assert {kind.__struct_config__.tag for kind in get_args(AnyCommand)} <= kinds


def test_a_message_that_lost_a_field_is_noticed() -> None:
    lines = messages(RELEASES[-1] / "messages.jsonl")
    sit = next(line for line in lines if line["message"]["type"] == "sit")
    assert unread([{"to": "server", "message": {**sit["message"], "chair": "first"}}]) != []


@pytest.mark.parametrize("file", released("*.sidepot"), ids=named)
def test_a_released_strategy_plays(file: Path) -> None:
    game = games.find(file.stem)
    strategy, rngs = files.load(file, game), kernel.generator(3)
    for seed in range(3):
        hand = game.deal(seed=seed)
        while not hand.over:
            hand.act(strategy.choose(hand.record(hand.actor or 0), rngs))
        assert sum(hand.payoffs) == 0
    with pytest.raises(BadLearned):
        files.load(file, games.find("leduc"))


@pytest.mark.parametrize("file", released("games/*.py"), ids=named)
def test_a_released_game_is_played(file: Path) -> None:
    game = games.find(str(file))
    assert game.rules_version == 1
    for seed in range(3):
        hand, chance = game.deal(seed=seed), random.Random(seed)
        while not hand.over:
            hand.act(chance.choice(list(hand.legal)[:20]))
        assert game.banked or sum(hand.payoffs) == 0
        bot = game.bot("regular")
        other = game.deal(seed=seed)
        assert bot.act(other.view()) in other.legal


def test_every_release_has_all_files_and_making_changes_none(capsys: Any) -> None:
    wanted = [path.relative_to(NOW) for path, _ in making.writers()]
    assert [path for path in wanted if not (NOW / path).exists()] == []
    before = {path: path.read_bytes() for path in NOW.rglob("*.*") if path.is_file()}
    making.main()
    assert capsys.readouterr().out == ""
    assert {path: path.read_bytes() for path in before} == before
