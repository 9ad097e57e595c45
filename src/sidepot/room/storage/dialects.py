"""Functions that SQLite and PostgreSQL name differently."""

from __future__ import annotations

from typing import Any

from sqlalchemy import BigInteger
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import FunctionElement
from sqlalchemy.types import TypeEngine


class later_of(FunctionElement[int]):
    """The later one of two times."""

    type: TypeEngine[int] = BigInteger()
    inherit_cache = True
    name = "later_of"


class time_of(FunctionElement[int]):
    """The time of an event of the log."""

    type: TypeEngine[int] = BigInteger()
    inherit_cache = True
    name = "time_of"


class arrival_in(FunctionElement[int]):
    """The order in which the rows of `tokens` were inserted, by any of its columns.

    SQLite counts the rows by itself; in PostgreSQL a column that the models do not name does.
    """

    type: TypeEngine[int] = BigInteger()
    inherit_cache = True
    name = "arrival_in"


@compiles(later_of)
def _later(element: later_of, compiler: Any, **given: Any) -> str:
    return f"max({compiler.process(element.clauses, **given)})"


@compiles(later_of, "postgresql")
def _later_on_server(element: later_of, compiler: Any, **given: Any) -> str:
    return f"greatest({compiler.process(element.clauses, **given)})"


@compiles(time_of)
def _time(element: time_of, compiler: Any, **given: Any) -> str:
    raw = compiler.process(element.clauses, **given)
    return f"CAST(json_extract(CAST({raw} AS TEXT), '$.at') AS BIGINT)"


@compiles(time_of, "postgresql")
def _time_on_server(element: time_of, compiler: Any, **given: Any) -> str:
    raw = compiler.process(element.clauses, **given)
    return f"(convert_from({raw}, 'UTF8')::json ->> 'at')::bigint"


@compiles(arrival_in)
def _arrival(element: arrival_in, compiler: Any, **given: Any) -> str:
    return "tokens.rowid"


@compiles(arrival_in, "postgresql")
def _arrival_on_server(element: arrival_in, compiler: Any, **given: Any) -> str:
    return "tokens.number"
