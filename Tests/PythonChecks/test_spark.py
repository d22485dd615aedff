"""Spark in one local process: types of ids, errors on the driver, and the article on clusters.

The comparison with two workers is in Tests/ClusterChecks. These tests need pyspark and Java.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, Iterator

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest

import regimen
from conftest import ROOT

pyspark = pytest.importorskip("pyspark")
ARTICLE = ROOT / "Sources/Reporting/Reporting.docc/Clusters.md"
QUESTION = {"schedule": "every day at 08:00", "start": "2025-01-06", "end": "2025-01-08"}
ROWS = [(n, f"2025-01-0{6 + n % 2}T08:05:00") for n in range(9)]


@pytest.fixture(scope="module")
def spark() -> Iterator[Any]:
    os.environ.update(PYSPARK_PYTHON=sys.executable, SPARK_LOCAL_IP="127.0.0.1")
    built = pyspark.sql.SparkSession.builder.master("local[1]")
    for name, value in {
        "spark.ui.enabled": "false",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.sql.shuffle.partitions": "2",
        "spark.log.level": "OFF",
        "spark.ui.showConsoleProgress": "false",
    }.items():
        built = built.config(name, value)
    session = built.getOrCreate()
    yield session
    session.stop()


@pytest.fixture(scope="module")
def events(spark: Any) -> Any:
    return spark.createDataFrame(ROWS, "patient int, time string")


def test_ids_come_back_as_integers(events: Any) -> None:
    rows = regimen.spark.adherence(events, **QUESTION)
    assert dict(rows.dtypes)["patient"] == "int"
    assert sorted(row.patient for row in rows.collect()) == list(range(9))


def test_totals_are_asked_for(events: Any) -> None:
    for totals, levels in ((False, {"task"}), (True, {"task", "cohort"})):
        report = regimen.spark.report(events, totals=totals, **QUESTION)
        assert set(report.cohort["level"]) == levels
        rows = regimen.spark.adherence(events, totals=totals, **QUESTION).collect()
        assert len(rows) == (18 if totals else 9)


def test_reports_of_spark_have_charts_and_a_page(events: Any, tmp_path: Path) -> None:
    report = regimen.spark.report(events, tables=["cohort", "statistics", "page"], **QUESTION)
    assert report.chart("survival").to_text("svg").startswith("<svg")
    assert report.page(tmp_path / "report.html").read_text().startswith("<!DOCTYPE html>")
    with pytest.raises(regimen.InputError, match="A merged report has no chart 'swimmer'"):
        report.chart("swimmer")


#: Invalid options, with the names that errors give to them.
WRONG: dict[str, dict[str, Any]] = {
    "start": {"start": None},
    "treshold": {"treshold": 1},
    "gap_days": {"gap_days": "many"},
    "schedule": {"schedule": "evry day"},
    "as_of": {"as_of": __import__("datetime").datetime(2025, 1, 6)},
    "patient": {"patient": "who"},
    "partitions": {"partitions": "two"},
    "group_bytes": {"group_bytes": 0},
    "previous": {"previous": "report", "tables": ["cohort"]},
}


@pytest.mark.parametrize("name", WRONG)
@pytest.mark.parametrize("function", ["adherence", "report", "cohort"])
def test_invalid_options_are_told_on_the_driver(events: Any, name: str, function: str) -> None:
    with pytest.raises(regimen.InputError) as caught:
        getattr(regimen.spark, function)(events, **{**QUESTION, **WRONG[name]})
    assert caught.value.field == ("who" if name == "patient" else name)


def test_what_is_no_frame_of_spark_is_told(events: Any) -> None:
    days = {"start": "2025-01-06", "end": "2025-01-08"}
    with pytest.raises(regimen.InputError, match="outcomes: is no data frame of Spark: dict"):
        regimen.spark.adherence({"patient": [1]}, **QUESTION)
    with pytest.raises(regimen.InputError, match="tasks: the table is missing"):
        regimen.spark.report(events, **days)


def test_errors_of_workers_are_input_errors(spark: Any) -> None:
    """The empty table is valid, and only the rows show that their times are ambiguous."""
    rows = spark.createDataFrame([("a", "03/04/2025 08:05")], "patient string, time string")
    with pytest.raises(regimen.InputError, match='time_format="dmy"'):
        regimen.spark.report(rows, **QUESTION)


def test_article_runs(tmp_path: Path, cohort: dict[str, pa.Table]) -> None:
    """The code of the article runs as one program, in a folder with the tables of ten patients."""
    (tmp_path / "tables").mkdir()
    for name, table in cohort.items():
        patient = table["id" if name == "patients" else "patient"].cast(pa.string())
        pq.write_table(
            table.filter(pc.starts_with(patient, "P00")), tmp_path / f"tables/{name}.parquet"
        )
    code = "".join(
        re.findall(r"^```python\n(.*?)^```", ARTICLE.read_text(), re.DOTALL | re.MULTILINE)
    )
    code += """
assert report.cohort.to_dicts() == whole.cohort.to_dicts()
assert rows.count() == len(whole.adherence)
for number in (1, 2, 3):
    assert pyarrow.parquet.read_table(f"rows-{number}").num_rows == len(whole.adherence)
"""
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, check=True)
