"""Programs and libraries: their versions, the form in which games are played, and extras."""

from __future__ import annotations

import os
import platform
import shutil
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

from sidepot import __version__
from sidepot.cli.checkup.finding import Finding
from sidepot.words import Message

EXTRAS: Mapping[str, Sequence[str]] = {
    "web": (
        *("alembic", "h11", "markdown_it", "prometheus_client", "segno", "sqlalchemy"),
        *("starlette", "uvicorn", "websockets"),
    ),
    "postgres": ("psycopg",),
    "cluster": ("distributed",),
    "tables": ("pyarrow",),
    "envs": ("gymnasium", "pettingzoo", "pyspiel"),
}
"""The modules of each extra of the package that a command or a page asks for."""
_USES = {
    "web": Message("doctor.use_web"),
    "postgres": Message("doctor.use_postgres"),
    "cluster": Message("doctor.use_cluster"),
    "tables": Message("doctor.use_tables"),
    "envs": Message("doctor.use_envs"),
}
_LIBRARIES = ("numpy", "numba", "llvmlite", "msgspec", "rich")


def is_there(module: str) -> bool:
    """Is a module installed? It is not imported."""
    return find_spec(module) is not None


def versions() -> Finding:
    """The versions of Sidepot, Python, its libraries and the system."""
    found = {name: _version(name) for name in _LIBRARIES}
    facts = {
        "sidepot": __version__,
        "python": platform.python_version(),
        "implementation": platform.python_implementation(),
        "system": platform.system(),
        "machine": platform.machine(),
        **found,
    }
    libraries = [f"{name} {number}" for name, number in found.items() if number]
    return Finding(
        "versions", "ok", Message("doctor.versions", {**facts, "libraries": libraries}), facts=facts
    )


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def form() -> Finding:
    """Are games compiled, and is their code kept for the next start?"""
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        return _form("off", Message("doctor.form_off"), Message("doctor.form_off_help"))
    if not is_there("numba"):
        return _form("plain", Message("doctor.form_plain"), Message("doctor.form_plain_help"))
    if (reason := _unimportable()) is not None:
        values = {"reason": reason, "folder": str(Path.cwd())}
        return Finding(
            "form",
            "wrong",
            Message("doctor.form_broken", values),
            Message("doctor.form_broken_help", values),
            {"form": "plain", "reason": reason},
        )
    from sidepot.kernel import private

    if not private.is_caching():
        help = Message("doctor.form_uncached_help", private.tested())
        return _form("uncached", Message("doctor.form_uncached"), help)
    return Finding("form", "ok", Message("doctor.form_compiled"), facts={"form": "compiled"})


def _form(form: str, said: Message, help: Message) -> Finding:
    return Finding("form", "note", said, help, {"form": form})


def _unimportable() -> str | None:
    """The reason for which numba is installed and cannot be imported; None if it can be."""
    try:
        import numba  # noqa: F401
    except ImportError as error:
        return str(error)
    return None


def extras() -> Iterator[Finding]:
    """A finding for each extra: whole, or the modules that it lacks."""
    for extra, modules in EXTRAS.items():
        missing = [module for module in modules if not is_there(module)]
        name, facts = f"extra_{extra}", {"missing": missing}
        if not missing:
            yield Finding(name, "ok", Message("doctor.extra", {"extra": extra}), facts=facts)
            continue
        values = {"extra": extra, "modules": missing, "use": _USES[extra]}
        yield Finding(
            name,
            "note",
            Message("doctor.extra_missing", values),
            Message("doctor.extra_help", values),
            facts,
        )


def tunnels(programs: Sequence[str]) -> Finding:
    """Which programs that give a room an address for elsewhere are installed."""
    found = [name for name in programs if shutil.which(name)]
    facts = {"installed": found}
    if found:
        return Finding("tunnels", "ok", Message("doctor.tunnels", {"programs": found}), facts=facts)
    values = {"programs": list(programs)}
    return Finding(
        "tunnels",
        "note",
        Message("doctor.tunnels_none", values),
        Message("doctor.tunnels_help", values),
        facts,
    )
