"""`sidepot verify FILE...|LINK`: says what histories prove of their deals, and what not."""

from __future__ import annotations

import argparse
import io
import json
import re
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TextIO
from urllib.parse import urlsplit

from sidepot import progress
from sidepot.cli.progress import Line
from sidepot.cli.reading import add_files, declare_files
from sidepot.errors import BadAddress, BadHistory, UserError
from sidepot.words import Message, say

if TYPE_CHECKING:
    from sidepot.history import Found
    from sidepot.history.verify.chain import Chain, TableChain
    from sidepot.history.verify.hands import CheckedHand
    from sidepot.history.verify.page import Comparison

_TABLE = re.compile("/tables/([A-Za-z0-9_-]+)/?")
_LONGEST_NAME = 500
"""Characters of a file's name, or of a link, that are printed."""


def declare(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags to its parser."""
    parser.add_argument("files", nargs="*", metavar="FILE|LINK", help=say("cli.verify_files"))
    declare_files(parser)
    parser.add_argument("--name", default="", help=say("cli.verify_name"))
    parser.add_argument("--page", metavar="URL", help=say("cli.verify_page"))
    parser.add_argument("--json", action="store_true", help=say("cli.verify_json"))


def run(chosen: argparse.Namespace) -> None:
    """Verify the histories, and the page. Raises `BadHistory` at the end if anything is wrong."""
    if not chosen.files and chosen.page is None:
        raise BadHistory("error.verify_nothing")
    add_files(chosen.game_files)
    wrong = 0
    if chosen.page is not None:
        wrong += not _verify_page(chosen.page, chosen.out, is_json=chosen.json)
    if chosen.files:
        wrong += _verify_files(chosen.files, chosen.name, chosen.out, is_json=chosen.json)
    if wrong:
        raise BadHistory("error.verify_wrong", n=wrong)


def _verify_files(files: Sequence[str], name: str, out: TextIO, *, is_json: bool) -> int:
    """Print what the hands of some files prove; returns how much is wrong."""
    from sidepot.history.verify import hands
    from sidepot.history.verify.chain import Chain

    chain, counts = Chain(), Counter[str]()
    deals: set[Hashable] = set()
    with Line() as line, progress.listening(lambda _: line.show(say("session.compiling"))):
        for label, checked, file in _all_checked(files, name, chain):
            counts[checked.status] += _is_first(checked, deals)
            text = json.dumps(_facts(file, label, checked)) if is_json else None
            print(text or _report(file, label, checked), file=out)
            if not out.isatty():  # printed hands are a terminal's progress already
                line.show(say("verify.progress", n=counts.total()))
    tables = list(chain.tables())
    if is_json:
        facts = {"hands": counts, "tables": [table._asdict() for table in tables]}
        print(json.dumps(facts), file=out)
    else:
        print("\n".join(_summary(counts, tables)), file=out)
    return counts[hands.WRONG] + counts[hands.UNREAD]


def _is_first(checked: CheckedHand, deals: set[Hashable]) -> bool:
    """Whether a hand counts: a deal that is proven to two players, or twice, is one deal."""
    from sidepot.history.verify import hands

    if checked.proof is None or checked.status in (hands.WRONG, hands.UNREAD):
        return True
    is_first = checked.proof.proof.at not in deals
    deals.add(checked.proof.proof.at)
    return is_first


def _all_checked(
    files: Sequence[str], name: str, chain: Chain
) -> Iterator[tuple[str, CheckedHand, str]]:
    """Each hand of some files or tables, with its label before it and its file behind.

    A file that cannot be read counts as one hand without a label.
    """
    from sidepot.history.verify.hands import unread

    for file in files:
        try:
            for found in _found(file, name):
                yield found.label, _checked_hand(found, chain), file
        except UserError as error:
            yield "", unread(error), file


def _found(file: str, name: str) -> Iterator[Found]:
    """The hands of a file, or of a table by a link to it."""
    from sidepot.history import read
    from sidepot.history.history import read_stream

    return read_stream(io.BytesIO(_downloaded(file, name))) if "://" in file else read(file)


def _downloaded(link: str, name: str) -> bytes:
    """The histories of a table, as a guest of this computer knows them.

    Raises `BadAddress`, `Unreachable`, `RemoteRefusal`; `BadHistory` if no hand is over.
    """
    from sidepot.room.client.http import RoomClient
    from sidepot.room.client.links import read_link, read_room

    client = RoomClient.saved(read_room(link), name)
    parts = urlsplit(link)
    at_table = _TABLE.fullmatch(parts.path)
    if not at_table and not parts.fragment:
        raise BadAddress("client.table_link", link=link)
    table = at_table[1] if at_table else client.enter(read_link(link).invitation)
    raw = client.download(f"/api/tables/{table}/night.phhs")
    if not raw:
        raise BadHistory("error.verify_empty")
    return raw


def _checked_hand(found: Found, chain: Chain) -> CheckedHand:
    """A hand, verified by itself and against those before."""
    from dataclasses import replace

    from sidepot.history.verify.hands import check, unread

    if isinstance(found.hand, BadHistory):
        return unread(found.hand)
    checked = check(found.hand)
    if checked.proof is None:
        return checked
    linked = chain.add(checked.proof, found.hand)
    return replace(checked, breaches=[*checked.breaches, *linked.breaches], notes=linked.notes)


def _report(file: str, label: str, checked: CheckedHand) -> str:
    """A hand in words: a line, and one for each earlier turn, note and breach."""
    from sidepot.history.notation import short
    from sidepot.history.verify import hands

    lines = [_headline(checked)]
    if checked.proof and checked.status != hands.WRONG:
        for turn, names in enumerate(checked.proof.missing, 1):
            values = {"turn": turn, "names": [short(name) for name in names]}
            lines.append(
                Message("verify.was_missing", values)
                if names
                else Message("verify.was_again", {"turn": turn})
            )
    lines += [*checked.notes, *(breach.message for breach in checked.breaches)]
    values = {"file": short(file, _LONGEST_NAME), "hand": label, "said": lines[0]}
    head = Message("verify.hand", values) if label else Message("verify.file", values)
    return "\n  ".join(map(str, [head, *lines[1:]]))


def _headline(checked: CheckedHand) -> Message:
    from sidepot.history.verify import hands

    if checked.status == hands.WRONG:
        return Message("verify.wrong")
    if checked.status == hands.UNREAD:
        return Message("verify.unread")
    if checked.proof is None:
        return Message("verify.bare")
    if checked.status == hands.UNCUT:
        return Message("verify.uncut")
    proof = checked.proof.proof
    return Message("verify.proven", {"n": len(proof.opened), "seeds": len(proof.seeds)})


def _summary(counts: Counter[str], tables: Sequence[TableChain]) -> Iterator[str]:
    """Sentences that say what is proven and what is not."""
    from sidepot.history.verify import hands

    for table in tables:
        yield from map(str, _chained(table))
    if counts[hands.PROVEN]:
        yield say("verify.is_proven", n=counts[hands.PROVEN])
    if counts[hands.UNCUT]:
        yield say("verify.is_uncut", n=counts[hands.UNCUT])
    if counts[hands.BARE]:
        yield say("verify.is_bare", n=counts[hands.BARE])
    if counts[hands.WRONG]:
        yield say("verify.is_wrong", n=counts[hands.WRONG])
    if counts[hands.UNREAD]:
        yield say("verify.is_unread", n=counts[hands.UNREAD])
    if counts[hands.PROVEN] or counts[hands.UNCUT]:
        yield say("verify.not_proven")


def _chained(table: TableChain) -> Iterator[Message]:
    """The findings about a table's chain, as sentences."""
    from sidepot.history.notation import short

    values = {"table": short(table.table), "first": table.first, "last": table.last}
    if table.gaps:
        yield Message("verify.gaps", {**values, "hands": [str(n) for n in table.gaps]})
    else:
        yield Message("verify.chained", values)
    if table.unlinked:
        yield Message("verify.unlinked", {"hands": [str(n) for n in table.unlinked]})


def _facts(file: str, label: str, checked: CheckedHand) -> dict[str, Any]:
    """The facts of a hand that `--json` prints."""
    facts: dict[str, Any] = {
        "file": file,
        "label": label,
        "status": checked.status,
        "wrong": [{"kind": kind, "said": str(message)} for kind, message in checked.breaches],
        "notes": list(map(str, checked.notes)),
    }
    if checked.proof is None:
        return facts
    proof = checked.proof.proof
    return {
        **facts,
        **proof.at._asdict(),
        "prev": proof.prev.hex(),
        "commitment": proof.commitment.hex(),
        "dealt": proof.dealt,
        "cut_by": list(proof.seeds),
        "missing": checked.proof.missing,
        "opened": [[card.stream, card.place, card.card] for card in proof.opened],
        "rabbit": [[card.stream, card.place, card.card] for card in checked.proof.rabbit],
    }


def _verify_page(url: str, out: TextIO, *, is_json: bool) -> bool:
    """Print how a room's page compares with the installed one; is it the same?"""
    from sidepot.history.verify.page import compare, installed
    from sidepot.room.client.http import RoomClient
    from sidepot.room.client.links import read_room
    from sidepot.room.web import FOLDER

    client, files = RoomClient(read_room(url)), installed(FOLDER)
    if not files:
        raise BadHistory("error.verify_unbuilt")
    found = compare(files, client.file)
    if is_json:
        print(json.dumps({"page": client.base, **found._asdict()}), file=out)
    else:
        print("\n".join(map(str, _compared(client.base, found))), file=out)
    return found.is_same


def _compared(url: str, found: Comparison) -> Iterator[Message]:
    """The result of comparing a page, as sentences."""
    from sidepot.history.notation import short

    if found.is_same:
        yield Message("verify.page_same", {"url": url, "n": found.same})
        return
    yield Message("verify.page_other", {"url": url, "n": found.same})
    if found.differing:
        yield Message("verify.page_differing", {"names": list(map(short, found.differing))})
    if found.missing:
        yield Message("verify.page_missing", {"names": list(map(short, found.missing))})
    if found.extra:
        yield Message("verify.page_extra", {"names": list(map(short, found.extra))})
