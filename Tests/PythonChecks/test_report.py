"""Reports, tables and charts as Python objects."""

from __future__ import annotations

import gc
import pickle
import xml.dom.minidom
from datetime import date, datetime, timezone
from pathlib import Path

import altair
import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import regimen
from columns import tables
from conftest import DAYS, MOMENT, tool
from frames import CONSUMERS, plain
from regimen import _input
from regimen._table import Table
from written import csv_of


@pytest.fixture(scope="module")
def report(cohort: dict[str, pa.Table]) -> regimen.Report:
    return regimen.adherence(**cohort, **DAYS, as_of=MOMENT)


@pytest.mark.parametrize("name", CONSUMERS)
@pytest.mark.parametrize("table", ["adherence", "patients"])
def test_every_library_reads_tables(report: regimen.Report, table: str, name: str) -> None:
    own = getattr(report, table)
    expected = pa.table(own).cast(plain(own)).to_pylist()
    found = CONSUMERS[name](own)
    assert found.column_names == own.columns
    assert cells(found) == [list(map(cell, row.values())) for row in expected]


def cells(table: pa.Table) -> list[list[object]]:
    return [list(map(cell, row.values())) for row in table.to_pylist()]


def cell(value: object) -> object:
    """Undoes conversions by libraries: NaN becomes None, and times lose their time zone."""
    if value != value:
        return None
    if isinstance(value, datetime):
        return value.replace(tzinfo=None)
    return value


def test_tables_are_valid_and_are_there_again(report: regimen.Report) -> None:
    table = report.adherence
    for _ in range(3):
        pa.table(table).validate(full=True)
    assert pa.schema(table).names == table.columns
    assert len(table) == pa.table(table).num_rows == len(table.to_dicts())


def test_empty_periods_are_rows_on_request(cohort: dict[str, pa.Table]) -> None:
    asked = {**cohort, **DAYS, "as_of": MOMENT, "tables": ["adherence"]}
    few = regimen.adherence(**asked).adherence.to_dicts()
    all_rows = regimen.adherence(**asked, empty_periods=True).adherence.to_dicts()
    assert len(all_rows) == 200 * 3 * 51 > len(few)
    names = ("patient", "task", "period")
    kept = {tuple(row[name] for name in names) for row in few}
    left = [row for row in all_rows if tuple(row[name] for name in names) not in kept]
    assert {(row["due"], row["unscheduled"], row["ratioMissing"]) for row in left} == {
        (0, 0, "noOccurrences")
    }


def test_columns_are_those_asked_for(cohort: dict[str, pa.Table]) -> None:
    asked = {**cohort, **DAYS, "as_of": MOMENT}
    chosen = {**asked, "columns": ["ratio", "due"]}
    whole, few = regimen.adherence(**asked), regimen.adherence(**chosen)
    names = ["patient", "task", "period", "periodStart", "due", "ratio"]
    assert few.adherence.columns == names
    assert all(few.adherence[name] == whole.adherence[name] for name in names)
    assert few.patients.columns == ["patient", "task", "due", "ratio"]
    totals = regimen.adherence(**chosen, totals=True)
    assert totals.adherence.columns == ["patient", "level", *names[1:], "taskGroup", "carePlan"]
    assert few.cohort.columns == whole.cohort.columns
    assert few.values.columns == whole.values.columns
    with pytest.raises(regimen.InputError, match="did you mean 'ratio'"):
        regimen.adherence(**asked, columns="raito")


def test_fields_say_what_the_tool_says(report: regimen.Report) -> None:
    import json

    said = json.loads(tool("columns", "adherence", "--format", "json"))
    own = [
        {"table": "adherence", "column": name, "type": kind, "unit": unit, "meaning": meaning}
        for name, kind, unit, meaning in report.adherence.fields
    ]
    assert own == said


@settings(max_examples=60)
@given(table=tables(), first=st.none() | st.integers(-50, 50), last=st.none() | st.integers(-50, 50))
def test_tables_are_sequences_of_rows(table: pa.Table, first: int | None, last: int | None) -> None:
    table = table.select([f.name for f in table.schema if f.type != pa.string_view()])
    own, rows = Table(lambda: _input.rows("rows", table)), table.to_pylist()
    assert list(own) == rows and bool(own) == bool(rows)
    assert own[first:last].to_dicts() == rows[first:last]
    assert own[first:last:3].to_dicts() == rows[first:last:3]
    assert all(own[name] == column for name, column in table.to_pydict().items())
    assert [own[number] for number in range(-len(rows), 0)] == rows
    with pytest.raises(IndexError):
        own[len(rows)]


def test_wrong_index_is_told(report: regimen.Report) -> None:
    with pytest.raises(KeyError, match="did you mean 'patient'"):
        report.adherence["patinet"]
    with pytest.raises(regimen.InputError, match="sliced forward"):
        report.adherence[::-1]


def test_pandas_takes_tables(report: regimen.Report) -> None:
    own = report.patients
    frame = pd.DataFrame(own)
    assert list(frame.columns) == own.columns and len(frame) == len(own)
    assert frame["ratio"].dropna().tolist() == [each for each in own["ratio"] if each is not None]


def test_table_shows_its_first_rows(report: regimen.Report) -> None:
    lines = repr(report.adherence).splitlines()
    assert lines[0].split()[:4] == ["patient", "group", "level", "task"]
    assert lines[1].split()[:4] == ["P000", "A", "task", "med"]
    assert len(lines) == 12
    assert lines[-1].endswith(" columns")
    assert max(map(len, lines)) <= 125
    assert report.adherence._repr_html_().count("<tr>") == 11


def test_report_shows_what_the_tool_prints(report: regimen.Report) -> None:
    assert "group" in str(report) and repr(report) == str(report)


@pytest.mark.parametrize("kind", ["report", "merged", "refills"])
def test_notebooks_show_the_report_with_a_chart(report: regimen.Report, kind: str) -> None:
    shown: regimen.Report | regimen.RefillReport = report
    if kind == "merged":
        shown = regimen.merge([report.part()])
    elif kind == "refills":
        shown = regimen.refills("Datasets/refills", measure="pdc")
    page = xml.dom.minidom.parseString(shown._repr_html_())
    (text,), pictures = page.getElementsByTagName("pre"), page.getElementsByTagName("svg")
    assert text.firstChild.data == str(shown)
    assert len(pictures) == 1


def test_tables_outlive_their_report(cohort: dict[str, pa.Table]) -> None:
    report = regimen.adherence(**cohort, **DAYS)
    table, arrow = report.cohort, pa.table(report.cohort)
    reader = pa.RecordBatchReader.from_stream(report.cohort)
    expected = csv_of(table)
    del report
    gc.collect()
    assert csv_of(table) == expected
    del table
    gc.collect()
    assert reader.read_all().equals(arrow)


def test_events_outlive_their_records(cohort: dict[str, pa.Table]) -> None:
    days = {"start": "2025-03-08", "end": "2025-03-10"}
    expected = pa.table(regimen.events(**cohort, **days))
    frames = dict(cohort)
    reader = pa.RecordBatchReader.from_stream(regimen.events(**frames, **days))
    del frames
    gc.collect()
    assert reader.read_all().equals(expected)


def test_values_are_made_when_they_are_asked_for(
    report: regimen.Report, cohort: dict[str, pa.Table]
) -> None:
    own = regimen.adherence(**cohort, **DAYS, as_of=MOMENT, tables=["values"])
    assert csv_of(report.values) == csv_of(own.values)
    with pytest.raises(regimen.InputError):
        regimen.adherence(**cohort, **DAYS, tables=["cohort"]).values


@pytest.mark.parametrize("what", ["report", "table", "records"])
def test_pickling_is_refused(report: regimen.Report, what: str) -> None:
    thing = {
        "report": report,
        "table": report.cohort,
        "records": regimen.open("Datasets/monitoring"),
    }[what]
    with pytest.raises(TypeError, match="memory of the engine and cannot be pickled: send"):
        pickle.dumps(thing)


def test_days_are_objects_or_texts(cohort: dict[str, pa.Table]) -> None:
    texts = regimen.adherence(**cohort, start="2025-02-03", end="2025-03-03", as_of=MOMENT)
    moment = datetime(2025, 12, 31, 23, tzinfo=timezone.utc).replace(hour=22)
    objects = regimen.adherence(
        **cohort, start=date(2025, 2, 3), end=datetime(2025, 3, 3), as_of=moment
    )
    assert csv_of(objects.adherence) == csv_of(texts.adherence)


def test_chart_is_a_specification_and_a_picture(report: regimen.Report, tmp_path: Path) -> None:
    chart = report.chart("survival", theme="dark")
    bundle = chart._repr_mimebundle_()
    assert bundle["application/vnd.vegalite.v6+json"] == chart.to_dict()
    assert bundle["image/svg+xml"].startswith("<svg")
    assert bundle["text/plain"] == "Chart('survival')"
    assert isinstance(chart.to_altair(), altair.TopLevelMixin)
    names = ["a.vl.json", "a.svg", "a.csv", "a.json", "a.plotly.json"]
    for name in names:
        assert chart.save(tmp_path / name).read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([*names, "a.meta.json"])


def test_chart_is_the_tools(report: regimen.Report, tmp_path: Path) -> None:
    out = tmp_path / "survival.vl.json"
    tool(
        *("chart", "Datasets/monitoring", "--chart", "survival", "--from", DAYS["start"]),
        *("--to", DAYS["end"], "--day-boundary", DAYS["day_boundary"], "--as-of", MOMENT),
        *("--out", out),
    )
    own = report.chart("survival").save(tmp_path / "own.vl.json")
    assert own.read_bytes() == out.read_bytes()


def test_page_is_written_whole(report: regimen.Report, tmp_path: Path) -> None:
    page = report.page(tmp_path / "report.html")
    text = page.read_text()
    assert text.startswith("<!DOCTYPE html>") and text.rstrip().endswith("</html>")
    assert [path.name for path in tmp_path.iterdir()] == ["report.html"]


def test_refills_have_charts_and_a_page(tmp_path: Path) -> None:
    report = regimen.refills("Datasets/refills", measure=["pdc", "cma7"])
    assert {row["measure"] for row in report.measures.to_dicts()} == {"pdc", "cma7"}
    for kind in ("fills", "windows", "persistence", "distribution"):
        assert report.chart(kind).to_text("svg").startswith("<svg")
    assert "R003" in report.chart("fills", chart_patient="R003").to_text("svg")
    assert report.page(tmp_path / "refills.html").read_text().startswith("<!DOCTYPE html>")
    assert "pdc" in str(report)
