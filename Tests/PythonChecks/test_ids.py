"""Patient ids of results have the type of the ids in the tables, and totals are left out."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import regimen
from columns import INTEGERS, TEXTS
from conftest import DAYS, MOMENT, MONITORING, ROOT
from frames import CONSUMERS, plain
from regimen import _ids

PLAN = "every day at 08:00"
WEEK = {"start": "2025-01-06", "end": "2025-01-13"}


def events(ids: pa.Array, name: str = "patient") -> pa.Table:
    return pa.table(
        {name: ids, "time": [f"2025-01-{6 + n % 7:02}T08:05:00" for n in range(len(ids))]}
    )


def report(frame: Any, **options: Any) -> regimen.Report:
    return regimen.adherence(frame, schedule=PLAN, **{**WEEK, **options})


def number(kind: pa.DataType) -> st.SearchStrategy[int]:
    bits = kind.bit_width
    low = -(2 ** (bits - 1)) if pa.types.is_signed_integer(kind) else 0
    return st.integers(low, low + 2**bits - 1)


@settings(max_examples=40)
@given(data=st.data(), kind=st.sampled_from(INTEGERS), is_dictionary=st.booleans())
def test_integers_come_back(data: st.DataObject, kind: pa.DataType, is_dictionary: bool) -> None:
    values = data.draw(st.lists(number(kind), min_size=1, max_size=12))
    name = data.draw(st.sampled_from(["patient", "Subject ID", "pid", "mrn"]))
    ids = pa.array([*values, values[0]], kind)
    found = report(events(ids.dictionary_encode() if is_dictionary else ids, name))
    for table in (
        found.adherence,
        found.patients,
        regimen.events(events(ids), schedule=PLAN, **WEEK),
    ):
        column = pa.table(table)["patient"]
        column.validate(full=True)
        decoded = column.type.value_type if pa.types.is_dictionary(column.type) else column.type
        assert decoded == kind and set(column.to_pylist()) == set(values)
    assert pa.types.is_dictionary(pa.table(found.adherence)["patient"].type) == is_dictionary


IDS = st.lists(st.from_regex("[A-Z]{2}-?[0-9]{1,6}", fullmatch=True), min_size=1, unique=True)


@settings(max_examples=40)
@given(values=IDS, kind=st.sampled_from(TEXTS))
def test_texts_come_back(values: list[str], kind: pa.DataType) -> None:
    is_dictionary = pa.types.is_dictionary(kind)
    base = pa.array(values, kind.value_type if is_dictionary else kind)
    ids = base.dictionary_encode().cast(kind) if is_dictionary else base
    column = pa.table(report(events(ids), fold_ids=False).adherence)["patient"]
    assert set(column.to_pylist()) == set(values)
    assert pa.types.is_dictionary(column.type) == is_dictionary


#: Frames of events, and the type in which ids come back.
FRAMES = {
    "pandas int": (lambda: pd.DataFrame(PANDAS), "int64"),
    "pandas Int32": (lambda: pd.DataFrame(PANDAS).astype({"patient": "Int32"}), "int32"),
    "pandas category": (lambda: pd.DataFrame(PANDAS).astype({"patient": "category"}), "category"),
    "pandas str": (lambda: pd.DataFrame(PANDAS).astype({"patient": str}), "str"),
    "with a gap": (lambda: pd.DataFrame({**PANDAS, "patient": [7, None, 9]}), "int64"),
    "polars": (lambda: pl.DataFrame(PANDAS), "int64"),
    "dictionary": (lambda: PANDAS, "int64"),
    "records": (lambda: pd.DataFrame(PANDAS).to_dict("records"), "int64"),
}
PANDAS = {"patient": [7, 8, 9], "time": ["2025-01-06T08:05:00"] * 3}


@pytest.mark.parametrize("name", FRAMES)
def test_frames_can_be_joined_by_id(name: str) -> None:
    make, kind = FRAMES[name]
    ids = report(make(), max_rejected=0.5).adherence.to_pandas()["patient"]
    assert str(ids.dtype) == kind
    left = pd.DataFrame(
        {"patient": pd.Series([7, 9]).astype("int64" if kind == "category" else kind)}
    )
    assert len(left.merge(ids.to_frame(), on="patient")) == 2


def test_claims_and_cohorts_keep_ids(cohort: dict[str, pa.Table]) -> None:
    fills = {"Member": [5, 5], "Fill Date": ["2024-01-01", "2024-01-31"], "Days Supply": [30, 30]}
    assert set(regimen.refills(fills, measure="pdc").measures["patient"]) == {5}
    plain_fills = {"patient": [5], "date": ["2024-01-01"], "days": [30]}
    assert set(regimen.refills(plain_fills, measure="cma1").measures["patient"]) <= {5}
    tables = {name: numbered(table, name) for name, table in cohort.items()}
    found = regimen.adherence(**tables, **DAYS, as_of=MOMENT)
    assert set(found.patients["patient"]) == set(range(200))


def numbered(table: pa.Table, name: str) -> pa.Table:
    """Returns a table of the cohort with integers as ids."""
    column = "id" if name == "patients" else "patient"
    ids = pa.array([int(id[1:]) for id in table[column].to_pylist()])
    return table.set_column(table.column_names.index(column), column, ids)


def test_ids_of_two_types_are_refused(cohort: dict[str, pa.Table]) -> None:
    tables = {**cohort, "outcomes": numbered(cohort["outcomes"], "outcomes")}
    with pytest.raises(regimen.InputError, match="the ids are integers, and those of patients are"):
        regimen.adherence(**tables, **DAYS)
    mixed = {"patient": [1, "x"], "time": ["2025-01-06T08:05:00"] * 2}
    for frame in (mixed, pd.DataFrame(mixed)):
        with pytest.raises(
            regimen.InputError, match="'patient' cannot be a column: it has values of int, str"
        ):
            report(frame)


def test_options_of_ids_take_integers() -> None:
    found = report(PANDAS, only=[7, np.int64(9)])
    assert set(found.adherence["patient"]) == {7, 9}
    assert found.chart("bars", chart_patient=7).to_text("svg").startswith("<svg")


def test_an_id_without_a_column_is_a_text() -> None:
    found = report({"time": ["2025-01-06T08:05:00"], "row_id": [1]}, patient_id="ann")
    assert found.adherence["patient"] == ["ann"]


def test_names_of_id_columns_are_those_of_the_engine() -> None:
    code = (ROOT / "Sources/Interchange/Tables/Plan/ColumnRole.swift").read_text()
    names = re.search(r'\.patient: """(.*?)"""', code, re.DOTALL)[1].split()
    words = re.search(r"\.patient: \[(.*?)\]", code)[1].replace('"', "").split(", ")
    assert (_ids.NAMES, _ids.WORDS) == (names, tuple(words))


#: The tables of a report with rows of totals.
TOTALS = ["adherence", "cohort", "patients", "phases", "rolling", "breakdown", "sensitivity"]
ASKED = {
    "rolling": "7d",
    "breakdown": "slot",
    "grid": "gap-days=30,60",
    "tables": ["adherence", "cohort", "patients", "phases", "flags", "values"],
}


@pytest.fixture(scope="module")
def both() -> tuple[regimen.Report, regimen.Report]:
    """The report of some weeks without and with totals."""
    days = {"start": "2025-02-03", "end": "2025-03-03"}
    return tuple(regimen.adherence(MONITORING, **days, **ASKED, totals=t) for t in (False, True))


@pytest.mark.parametrize("name", [*TOTALS, "values", "cohort_values", "flags"])
@pytest.mark.parametrize("library", CONSUMERS)
def test_tables_have_no_totals_unless_asked_for(
    both: tuple[regimen.Report, regimen.Report], name: str, library: str
) -> None:
    without, whole = (getattr(report, name) for report in both)
    rows = [row for row in whole.to_dicts() if not is_total(row, whole)]
    assert without.to_dicts() == rows
    assert CONSUMERS[library](without).num_rows == len(rows)
    pa.table(without).validate(full=True)
    assert pa.table(without).cast(plain(without)).to_pylist() == rows
    assert (len(rows) < len(whole)) == (name in TOTALS or name == "cohort_values")


def is_total(row: dict[str, Any], table: regimen.Table) -> bool:
    """Returns whether a row adds up others, by its task and group."""
    is_of_cohort = "patient" not in row and row.get("group") == "(all)"
    return row.get("task") == "(all)" or is_of_cohort


@settings(max_examples=25)
@given(groups=st.lists(st.sampled_from(["x", "y", "z"]), min_size=1, max_size=9))
def test_sums_over_rows_count_nothing_twice(groups: list[str]) -> None:
    ids = [f"P{n}" for n in range(len(groups))]
    frame = {"patient": ids, "time": ["2025-01-06T08:05:00"] * len(ids), "arm": groups}
    found = report(frame, by="all", max_rejected=1)
    assert sum(found.cohort["patients"]) == len(found.adherence) == len(groups)
    if len(set(groups)) > 1:
        assert dict(zip(found.cohort["group"], found.cohort["patients"])) == Counter(groups)


def test_merged_reports_have_totals_if_asked_for() -> None:
    parts = [report({**PANDAS, "patient": [n, n, n + 1]}, totals=n == 1).part() for n in (1, 5)]
    assert {row["level"] for row in regimen.merge(parts).cohort} == {"task"}
    assert {row["level"] for row in regimen.merge(parts, totals=True).cohort} == {"task", "cohort"}
