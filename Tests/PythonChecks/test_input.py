"""Conversions between Python values and Arrow, compared with pyarrow; without the engine."""

from __future__ import annotations

import gc
import uuid
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

import regimen
from columns import tables
from frames import PRODUCERS
from regimen import _export, _input
from regimen._table import Table

MIXED = {
    "id": ["a", "b", None],
    "count": [1, None, 3],
    "share": [1.5, 2, None],
    "open": [True, None, False],
    "day": [date(2025, 1, 2), None, date(1960, 1, 1)],
    "local": [datetime(2025, 1, 2, 3, 4, 5, 6), None, datetime(1960, 1, 1)],
    "time": [datetime(2025, 1, 2, tzinfo=timezone.utc), None, None],
    "nothing": [None, None, None],
}


def passed(frame: object) -> Table:
    """Creates a result table with the rows of the input."""
    return Table(lambda: _input.rows("rows", frame))


def test_builder_makes_what_pyarrow_reads() -> None:
    table = pa.table(passed(MIXED))
    table.validate(full=True)
    assert table.to_pydict() == MIXED
    kinds = [str(field.type) for field in table.schema]
    assert kinds[:5] == ["large_string", "int64", "double", "bool", "date32[day]"]
    assert kinds[5:] == ["timestamp[us]", "timestamp[us, tz=UTC]", "large_string"]


def test_nested_values_become_texts() -> None:
    nested = {"schedule": [{"elements": []}, None], "tags": [["a", "b"], []]}
    assert passed(nested).to_dicts() == [
        {"schedule": '{"elements": []}', "tags": "a;b"},
        {"schedule": None, "tags": ""},
    ]


PLAN = "every day at 08:00 from 6 January 2025"


def test_entries_become_columns() -> None:
    nested = [{"id": "A", "userInfo": {"arm": "x"}}, {"id": "B", "userInfo": None}]
    assert passed(nested).to_dicts() == [
        {"id": "A", "userInfo.arm": "x"},
        {"id": "B", "userInfo.arm": None},
    ]
    report = regimen.adherence(
        [{**each, "zone": "UTC"} for each in nested],
        [{"patient": each, "id": "t", "schedule": PLAN} for each in "AB"],
        {"patient": ["A"], "task": ["t"], "time": ["2025-01-06T08:00:00Z"]},
        start="2025-01-06",
        end="2025-01-08",
        group_by="userInfo.arm",
    )
    assert {row["group"] for row in report.cohort.to_dicts()} == {"x"}


@settings(max_examples=60)
@given(
    st.lists(
        st.fixed_dictionaries(
            {
                "text": st.none() | st.text(),
                "number": st.none() | st.integers(-(2**63), 2**63 - 1),
                "flag": st.none() | st.booleans(),
                "day": st.none() | st.dates(),
                "time": st.none() | st.datetimes(),
            }
        ),
        max_size=70,
    )
)
def test_builder_keeps_all_values(records: list[dict[str, object]]) -> None:
    table = passed(records)
    pa.table(table).validate(full=True)
    assert table.to_dicts() == records
    assert pa.table(table).to_pylist() == records


@settings(max_examples=80)
@given(tables())
def test_reader_reads_what_pyarrow_writes(table: pa.Table) -> None:
    assert passed(table).to_dicts() == table.to_pylist()


@pytest.mark.parametrize("name", PRODUCERS)
def test_every_library_is_read(name: str) -> None:
    table = pa.table({"id": ["a", "a longer text than twelve", None], "n": [1, 2, 3]})
    frame = PRODUCERS[name](table)
    assert passed(frame).to_dicts() == table.to_pylist()


def test_index_of_pandas_is_a_column_if_it_has_a_name() -> None:
    frame = pa.table({"id": ["a", "b", "c"], "n": [1, 2, 3]}).to_pandas()
    assert passed(frame[frame.n > 1]).columns == ["id", "n"]
    assert set(passed(frame.set_index("id")).columns) == {"id", "n"}


def test_pandas_without_pyarrow(monkeypatch: pytest.MonkeyPatch) -> None:
    frame = pa.table({"id": ["a", None], "n": [1.5, None], "t": [datetime(2025, 1, 1), None]})
    frame = frame.to_pandas()
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    assert passed(frame).to_dicts() == [
        {"id": "a", "n": 1.5, "t": datetime(2025, 1, 1)},
        {"id": None, "n": None, "t": None},
    ]


WRONG = {
    "lengths": ({"a": [1], "b": [1, 2]}, "rows: 'b' has 2 rows, and another column 1"),
    "types": (
        {"patient": [1, "x"]},
        "rows: 'patient' cannot be a column: it has values of int, str",
    ),
    "truth and numbers": ({"patient": [True, 2]}, "it has values of bool, int"),
    "zones": (
        {"patient": [datetime(2025, 1, 1), datetime(2025, 1, 1, tzinfo=timezone.utc)]},
        "some of its times have a zone and some have none",
    ),
    "size": ({"patient": [2**70]}, "rows: 'patient' cannot be a column"),
    "object": (object(), "rows: is no table: object"),
    "text": ("rows.csv", "rows: is no table: str"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_no_table_is_said(name: str) -> None:
    frame, text = WRONG[name]
    with pytest.raises(regimen.InputError) as caught:
        _input.rows("rows", frame)
    assert text in str(caught.value)
    assert caught.value.source == "rows"


def test_stream_that_fails_says_why() -> None:
    def broken() -> object:
        yield pa.record_batch({"a": [1]})
        raise RuntimeError("half-way")

    reader = pa.RecordBatchReader.from_batches(pa.schema({"a": pa.int64()}), broken())
    with pytest.raises(regimen.EngineError, match="half-way"):
        passed(reader).to_dicts()


def test_what_is_served_is_let_go() -> None:
    """Streams served by Python may be read completely, partly or never, by other libraries."""
    gc.collect()
    before = len(_export._kept)
    for _ in range(3):
        table = passed(MIXED)
        table.to_dicts()
        pa.RecordBatchReader.from_stream(table).read_next_batch()
        pa.RecordBatchReader.from_stream(table)
        table.__arrow_c_stream__()
        table.__arrow_c_schema__()
        pa.schema(table)
    del table
    gc.collect()
    assert len(_export._kept) == before


def test_error_passes_a_capsule_that_dies_with_it() -> None:
    def refuse(_: object) -> None:
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        refuse(passed(MIXED).__arrow_c_stream__())


def test_opens_folders_of_arrow_files():
    records = regimen.open(Path(__file__).parents[2] / "Datasets" / "columns")
    report = regimen.adherence(records, start="2025-01-06", end="2025-01-08", by="all")
    rows = [row for row in report.adherence.to_dicts() if row["task"] == "tablet"]
    assert [(row["patient"], row["due"], row["done"]) for row in rows] == [
        ("a", 2, 2),
        ("b", 4, 1),
    ]


#: Values of columns that no library can convert, or that have several types.
ODD = [
    object(),
    1j,
    timedelta(days=1),
    {"a", "b"},
    [1, "a"],
    {"a": 1},
    np.array([1, 2]),
    2**70,
    b"bytes",
    uuid.UUID(int=1),
    Decimal("1.5"),
    "text",
    1,
    2.5,
    True,
    date(2025, 1, 1),
    datetime(2025, 1, 1),
    datetime(2025, 1, 1, tzinfo=timezone.utc),
    None,
]
MAKERS = {
    "dictionary": dict,
    "pandas": pd.DataFrame,
    "records": lambda columns: pd.DataFrame(columns).to_dict("records"),
}


@settings(max_examples=120, phases=[Phase.generate])
@given(
    values=st.lists(st.sampled_from(range(len(ODD))), min_size=4, max_size=4),
    kind=st.sampled_from(sorted(MAKERS)),
)
def test_a_column_that_is_not_used_is_of_any_type(values: list[int], kind: str) -> None:
    odd = [ODD[place] for place in values]
    used = {"patient": [1, 1, 2, 2], "time": [f"2025-01-06T08:{n:02}:00" for n in range(0, 60, 16)]}
    days = {"start": "2025-01-06", "end": "2025-01-07"}
    options = {"schedule": "every day at 08:00", "status": "none", **days}
    frame = MAKERS[kind]({**used, "remarks": pd.Series(odd, dtype=object).tolist()})
    found = regimen.adherence(frame, **options)
    assert found.adherence.to_dicts() == regimen.adherence(used, **options).adherence.to_dicts()


@pytest.mark.parametrize("kind", MAKERS)
def test_a_column_that_is_left_out_is_told(kind: str) -> None:
    times = ["2025-01-06T08:05:00", "2025-01-07T08:05:00"]
    frame = MAKERS[kind]({"patient": ["A", "A"], "time": times, "raw": [object(), object()]})
    report = regimen.adherence(frame, schedule="every day at 08:00")
    assert "'raw' cannot be a column" in report.assumptions[-1]
    assert report.assumptions[-1] in str(report)
    with pytest.raises(regimen.InputError, match="'raw' cannot be a column") as caught:
        regimen.adherence(frame, schedule="every day at 08:00", status="raw")
    assert caught.value.field == "raw"


@pytest.mark.parametrize("kind", MAKERS)
def test_values_of_several_types_are_read_as_texts(kind: str) -> None:
    times = ["2025-01-06T08:05:00", "2025-01-07T08:05:00"]
    frame = MAKERS[kind]({"patient": ["A", "A"], "time": times, "status": ["taken", b"missed"]})
    days = {"start": "2025-01-06", "end": "2025-01-08"}
    report = regimen.adherence(frame, schedule="every day at 08:00", **days, by="all")
    assert report.adherence["done"] == [1.0]
