"""Flags for running bulk play: threads, a cluster, and a recording to resume from."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sidepot.cli.extras import require_extra
from sidepot.cli.reading import Flags, count
from sidepot.cli.saving import check_place
from sidepot.words import say

if TYPE_CHECKING:
    from concurrent.futures import Executor


def declare_workers(parser: argparse.ArgumentParser, threads: str) -> None:
    """Add `--threads`, with its help, or else `--cluster`; and `--record`."""
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--threads", type=count, default=1, metavar="T", help=threads)
    declare_cluster(where)
    parser.add_argument("--record", type=Path, metavar="FILE", help=say("cli.record"))


def declare_cluster(parser: Flags) -> None:
    """Add `--cluster`."""
    parser.add_argument("--cluster", metavar="ADDRESS", help=say("cli.cluster"))


def end_if_stopped(stopped: bool) -> None:
    """End the command like Ctrl-C does in shells, once what was done has been printed."""
    if stopped:
        raise KeyboardInterrupt


@contextmanager
def workers(chosen: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """The arguments `threads`, `pool` and `record` of the flags, for one piece of work.

    Raises `MissingExtra`, `PoolFailed` and `NotSaved`.
    """
    if chosen.record:
        check_place(chosen.record)
    with cluster_or_none(chosen.cluster) as pool:
        yield {"threads": chosen.threads, "pool": pool, "record": chosen.record}


@contextmanager
def cluster_or_none(address: str | None) -> Iterator[Executor | None]:
    """The cluster at an address, if one is given. Raises `MissingExtra` and `PoolFailed`."""
    if address is None:
        yield None
        return
    with require_extra("cluster"):
        import distributed  # noqa: F401
    from sidepot.lab.pools import cluster

    with cluster(address) as pool:
        yield pool
