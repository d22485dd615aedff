"""A CSV writer for result tables, independent of the tool's."""

from __future__ import annotations

import csv
import io
from datetime import date, datetime
from typing import Any

import regimen


def csv_of(table: regimen.Table) -> bytes:
    """Formats a table as the tool does."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(table.columns)
    kinds = [field.type for field in table.fields]
    for row in table.to_dicts():
        writer.writerow([cell(kind, value) for kind, value in zip(kinds, row.values())])
    return out.getvalue().encode()


def cell(kind: str, value: Any) -> str:
    """Formats a value by the type of its column."""
    if value is None:
        return ""
    return WORDS[kind](value)


def number(value: float) -> str:
    """Formats a number with the fewest digits that parse to the same value."""
    return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)


def instant(value: datetime) -> str:
    return value.strftime("%Y-%m-%dT%H:%M:%SZ")


def day(value: date) -> str:
    return value.isoformat()


WORDS = {
    "text": str,
    "key": str,
    "json": str,
    "list": ";".join,
    "integer": str,
    "boolean": lambda value: str(value).lower(),
    "decimal": lambda value: f"{round(value * 1e6) / 1e6:.6f}",
    "number": number,
    "date": day,
    "instant": instant,
    "localTime": lambda value: value.isoformat(),
}
