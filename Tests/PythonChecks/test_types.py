"""Results do not depend on the types, chunks, offsets and null encoding of columns."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, Callable

import pyarrow as pa
import pyarrow.compute as pc
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import regimen
from columns import TEXTS, UNITS, chunked
from conftest import DAYS, MOMENT
from written import csv_of

#: Patients with and without holds, with one or two doses a day, by day or by night.
CHOSEN = ["P000", "P003", "P004", "P017", "P101"]

NUMBERS = [pa.float64(), pa.float32(), pa.decimal128(20, 6), pa.int32(), pa.uint64()]


def instant(text: str) -> Any:
    """Parses an instant."""
    return pa.scalar(text).cast(pa.timestamp("us", "UTC")).as_py()


def local(text: str) -> Any:
    """Parses a local time."""
    return pa.scalar(text).cast(pa.timestamp("us")).as_py()


#: The columns with other types than texts: their types, and the parser of a text.
TYPED: dict[str, tuple[list[pa.DataType], Callable[[str], Any]]] = {
    "time": ([pa.timestamp(u, z) for u in UNITS for z in ("UTC", "Asia/Tokyo")], instant),
    "value": (NUMBERS, Decimal),
    "from": ([pa.timestamp(unit) for unit in UNITS], local),
    "to": ([pa.timestamp(unit) for unit in UNITS], local),
    "nominal": ([pa.timestamp(unit) for unit in UNITS], local),
}


@st.composite
def retyped(draw: st.DrawFn, table: pa.Table) -> pa.Table:
    """Draws a table with the columns converted to other types and reordered."""
    columns = {}
    for name in draw(st.permutations(table.column_names)):
        values = table[name].to_pylist()
        kinds, read = TYPED.get(name, ([], None))
        kind = draw(st.sampled_from([*TEXTS, *kinds * 2]))
        if kind in kinds:
            values = [None if value is None else read(value) for value in values]
            values = [
                float(v) if pa.types.is_floating(kind) and v is not None else v for v in values
            ]
        columns[name] = draw(chunked(values, kind))
    return pa.table(columns)


@pytest.fixture(scope="module")
def few(texts: dict[str, pa.Table]) -> dict[str, pa.Table]:
    """The tables of some patients, with values that every numeric type can represent."""
    chosen = pa.array(CHOSEN)
    tables = {
        name: table.filter(pc.is_in(table["id" if name == "patients" else "patient"], chosen))
        for name, table in texts.items()
    }
    outcomes = tables["outcomes"]
    rounded = [None if v is None else str(round(float(v))) for v in outcomes["value"].to_pylist()]
    place = outcomes.column_names.index("value")
    tables["outcomes"] = outcomes.set_column(place, "value", pa.array(rounded))
    return tables


@pytest.fixture(scope="module")
def expected(few: dict[str, pa.Table]) -> bytes:
    return answer(few)


def answer(tables: dict[str, pa.Table]) -> bytes:
    """Returns all tables that depend on the rows, as CSV."""
    report = regimen.adherence(**tables, **DAYS, as_of=MOMENT, tables=["adherence", "patients"])
    return csv_of(report.adherence) + csv_of(report.patients) + csv_of(report.problems)


@settings(max_examples=40)
@given(data=st.data())
def test_types_do_not_matter(
    few: dict[str, pa.Table], expected: bytes, data: st.DataObject
) -> None:
    tables = {name: data.draw(retyped(table)) for name, table in few.items()}
    assert answer(tables) == expected


def test_they_would_matter(few: dict[str, pa.Table], expected: bytes) -> None:
    """Without the first outcome, the result differs."""
    assert answer({**few, "outcomes": few["outcomes"].slice(1)}) != expected
