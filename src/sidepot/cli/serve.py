"""`sidepot serve`: runs a card room for browsers, terminals and bots."""

from __future__ import annotations

import argparse
import contextlib
import gc
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING, NoReturn

from sidepot.cli.database import declare_database
from sidepot.cli.reading import count, days, port
from sidepot.words import Message, say

if TYPE_CHECKING:
    from sidepot.cli.preparing import Preparation
    from sidepot.room.web.serving import Plan, Serving
    from sidepot.terminal.screen import Screen

PORT = 8000
"""The default port of a room."""


def declare(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags to its parser."""
    parser.add_argument(
        "--port", type=port, default=PORT, metavar="N", help=say("cli.serve_port", n=PORT)
    )
    parser.add_argument("--open", action="store_true", help=say("cli.serve_open"))
    parser.add_argument(
        "--game", action="append", default=[], metavar="FILE", help=say("cli.serve_game")
    )
    parser.add_argument("--games", type=Path, metavar="FOLDER", help=say("cli.serve_games"))
    parser.add_argument(
        "--strategy",
        type=Path,
        action="append",
        default=[],
        metavar="FILE",
        help=say("cli.serve_strategy"),
    )
    declare_database(parser)
    parser.add_argument("--keep", type=days, metavar="DAYS", help=say("cli.serve_keep"))
    parser.add_argument("--lan", action="store_true", help=say("cli.serve_lan"))
    parser.add_argument("--share", action="store_true", help=say("cli.serve_share"))
    parser.add_argument("--public-url", metavar="URL", help=say("cli.serve_public_url"))
    parser.add_argument(
        "--trusted-proxy",
        action="append",
        default=[],
        metavar="ADDRESS",
        help=say("cli.serve_trusted_proxy"),
    )
    parser.add_argument("--log", action="store_true", help=say("cli.serve_log"))
    parser.add_argument("--metrics", metavar="HOST:PORT", help=say("cli.serve_metrics"))
    parser.add_argument(
        "--workers", type=count, default=1, metavar="N", help=say("cli.serve_workers")
    )
    parser.add_argument("--relay", metavar="HOST:PORT", help=say("cli.serve_relay"))
    # Set by the parent process only (`cli.several`).
    parser.add_argument("--listening", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--told", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--place", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--at-once", action="store_true", help=argparse.SUPPRESS)


def run(chosen: argparse.Namespace) -> None:
    """Bind the port and listen until Ctrl-C or SIGTERM.

    Games are compiled in the background; a spare among several processes compiles them before.
    """
    with _uncollected():
        from sidepot.room.web import addresses
        from sidepot.room.web.serving import Plan
        from sidepot.terminal.screen import Screen

    program = _tunnel_program(chosen)
    _register(chosen)
    screen = Screen()
    if chosen.place is not None and not _take_place(chosen, screen):
        return
    plan = Plan(
        chosen.port,
        chosen.database,
        chosen.lan,
        chosen.public_url,
        [*chosen.trusted_proxy, *([addresses.LOCAL] if program else [])],
        chosen.metrics,
        keep_days=chosen.keep,
        relay=chosen.relay,
        listening=chosen.listening,
    )
    if chosen.open and not sys.stdin.isatty():
        from sidepot.cli.trial import play_trial

        play_trial(plan, screen)
        return
    log = _open_log(chosen, screen)
    if chosen.workers > 1:
        _serve_with_several(chosen, screen, log)
    serving = _bind(plan, chosen, screen)
    if serving:
        _open_folder(chosen, serving, screen)
        with _shared(serving, program, screen):
            _serve(serving, chosen, screen)


@contextlib.contextmanager
def _uncollected() -> Iterator[None]:
    """Leave out the garbage collector among imports, which make no garbage that it could find.

    What they made stays to the end, so that it need not look at that later either.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def _open_folder(chosen: argparse.Namespace, serving: Serving, screen: Screen) -> None:
    """Read the folder of games, if there is one, and say what is wrong in it.

    Raises `BadGameFile`.
    """
    from sidepot.paths import without_links

    if chosen.games is None:
        return
    try:
        faults = serving.room.use_folder(without_links(chosen.games))
    except BaseException:
        serving.abandon()
        raise
    if not chosen.place:
        screen.say(*faults.values())


def _open_log(chosen: argparse.Namespace, screen: Screen) -> IO[str] | None:
    """Send the log to standard error, or, so that a terminal stays readable, to a file.

    Returns the file for several processes, None where they write to standard error.
    """
    from sidepot.room.web import logs

    shared = None
    if chosen.place is None and not chosen.log and sys.stderr.isatty():
        with contextlib.suppress(OSError):
            if chosen.workers > 1:
                shared = logs.to_shared_file()
            file = shared.name if shared else str(logs.to_data_folder())
            screen.say(Message("serve.log", {"file": file}))
            return shared
    logs.to_stderr()
    return None


def _tunnel_program(chosen: argparse.Namespace) -> str | None:
    """The program that shares the room, None where nobody asked. Raises `BadAddress`."""
    from sidepot.cli.tunnels import installed_program
    from sidepot.errors import BadAddress

    if not chosen.share:
        return None
    if chosen.public_url or chosen.workers > 1:
        raise BadAddress("serve.share_once")
    return installed_program()


@contextlib.contextmanager
def _shared(serving: Serving, program: str | None, screen: Screen) -> Iterator[None]:
    """Give the room the address of a tunnel inside the `with` block. Raises `BadAddress`."""
    from sidepot.cli.tunnels import tunnel

    if program is None:
        yield
        return
    ended = Message("serve.share_ended", {"program": program})
    with contextlib.ExitStack() as stack:
        try:
            made = tunnel(program, serving.port, lambda: screen.say(ended))
            serving.share(stack.enter_context(made))
        except BaseException:
            serving.abandon()
            raise
        yield


def _register(chosen: argparse.Namespace) -> None:
    """Add the games and strategies from the files given. Raises what reading them raises."""
    from sidepot import games

    for path in chosen.game:
        games.add_file(Path(path))
    if chosen.strategy:
        from sidepot.bots.trained.offers import offer_files

        offer_files(chosen.strategy)


def _bind(plan: Plan, chosen: argparse.Namespace, screen: Screen) -> Serving | None:
    """Bind the room's port and open its database.

    None after `--open` has shown a room that runs already. Raises `DatabaseInUse`.
    """
    from sidepot.cli.browser import show_and_end
    from sidepot.errors import DatabaseInUse
    from sidepot.room.web.serving import Serving

    try:
        return Serving.anywhere(plan) if chosen.open else Serving(plan)
    except DatabaseInUse as error:
        if not (chosen.open and error.address):
            raise
        screen.say(Message("serve.running", {"url": error.address}))
        show_and_end(error.address)
        return None


def _serve(serving: Serving, chosen: argparse.Namespace, screen: Screen) -> None:
    """Run the room until it is stopped, and compile its games meanwhile, or before."""
    from sidepot.cli.browser import show
    from sidepot.cli.hangup import look_on_hangup
    from sidepot.cli.several import LISTENS, PREPARED

    preparation = _prepare(serving, chosen, screen)
    is_preparing = preparation is not None and preparation.is_needed

    def listening() -> None:
        if preparation:
            preparation.start()
        if chosen.games and preparation:
            serving.room.on_new_games(preparation.add)
            look_on_hangup(serving.room)
        if chosen.told is not None:
            os.write(chosen.told, LISTENS if is_preparing else LISTENS + PREPARED)
            return
        is_shown = chosen.lan or chosen.public_url or chosen.share
        _greet(screen, serving, is_shown)
        _tell_form(screen)
        if chosen.open:
            # Cookies belong to a host: open the one that links use, to stay the same guest.
            show(serving.address.base if is_shown else serving.local)

    serving.run(listening)


def _prepare(serving: Serving, chosen: argparse.Namespace, screen: Screen) -> Preparation | None:
    """The compilation to start in the background; None where the games are compiled before.

    They are by a spare, but for those of a folder, which it has read after that; and without a
    cache where other processes may run the room: one that took over their tables would let them
    wait until it has compiled what they play.
    """
    from sidepot import games, warm
    from sidepot.cli.preparing import Preparation
    from sidepot.cli.several import PREPARED
    from sidepot.room.storage.postgres import is_address

    todo = None
    if chosen.place is not None and not _opens_at_once(chosen):
        todo = games.in_folder()
    if todo != [] and is_address(chosen.database) and not warm.is_shared():
        _get_ready(screen)
        todo = []
    if todo is not None and chosen.games is None:
        return None

    def over() -> None:
        if chosen.told is not None:
            os.write(chosen.told, PREPARED)

    files, is_first = list(map(Path, chosen.game)), not chosen.place
    helpers = None if is_first else 1
    return Preparation(serving.room, files, chosen.strategy, helpers=helpers, over=over, todo=todo)


def _take_place(chosen: argparse.Namespace, screen: Screen) -> bool:
    """Get ready, and wait for a place among several; False if there is none any more.

    What one process does for all, that at the first place does.
    """
    from sidepot.cli.several import wait_for_place
    from sidepot.room.web.ready import import_all

    import_all()
    if not _opens_at_once(chosen):
        _get_ready(screen)
    chosen.place = wait_for_place(chosen.place)
    if chosen.place:
        chosen.metrics = chosen.keep = None
    return chosen.place is not None


def _opens_at_once(chosen: argparse.Namespace) -> bool:
    """Whether a process of several opens the room before its games are compiled."""
    from sidepot import warm

    return chosen.at_once and warm.is_shared()


def _get_ready(screen: Screen) -> None:
    """Compile all games before anybody comes."""
    from sidepot import games
    from sidepot.warm import warm, warming_in_background

    todo = list(games.registry().values())
    with screen.getting_ready(), warming_in_background(todo):
        for game in todo:
            warm(game)


def _greet(screen: Screen, serving: Serving, for_others: bool) -> None:
    screen.say(Message("serve.open", {"url": serving.local}))
    if for_others:
        screen.say(Message("serve.others", {"url": serving.address.base}))
        screen.qr_code(serving.address.base)
    screen.say(Message("serve.end"))


def _tell_form(screen: Screen) -> None:
    """Say in a line why hands are played as plain Python, where they are."""
    from sidepot import warm

    if not warm.has_compiler():
        screen.say(Message("session.plain"))
    elif warm.is_first_start():
        screen.say(Message("serve.compiling"))


def _serve_with_several(
    chosen: argparse.Namespace, screen: Screen, log: IO[str] | None
) -> NoReturn:
    """Serve with several processes, and exit. Raises `BadAddress`, `BadDatabase`."""
    from sidepot.cli.several import Several
    from sidepot.errors import BadAddress
    from sidepot.room.storage.postgres import is_address
    from sidepot.room.web import addresses

    if not is_address(chosen.database):
        raise BadAddress("serve.workers_database")
    if chosen.relay and addresses.split_address(chosen.relay, "--relay")[1]:
        raise BadAddress("serve.workers_relay", address=chosen.relay)
    host = addresses.EVERYWHERE if chosen.lan else addresses.LOCAL
    bound = addresses.bind(host, chosen.port)
    local = f"http://{addresses.LOCAL}:{bound.getsockname()[1]}"

    def listening() -> None:
        screen.say(Message("serve.open", {"url": local}))
        if chosen.lan or chosen.public_url:
            screen.say(Message("serve.others", {"url": chosen.public_url or local}))
        screen.say(Message("serve.end"))

    sys.exit(Several(bound, chosen, log).run(listening))
