"""Results for the monitoring cohort through Arrow are byte-identical to the tool's output."""

from __future__ import annotations

import json
from datetime import date, datetime
from pathlib import Path

import pyarrow as pa
import pyarrow.compute
import pyarrow.csv
import pytest

import regimen
from conftest import DAYS, MOMENT, MONITORING, ROOT, tool
from frames import PRODUCERS, plain
from written import csv_of

OPTIONS = {"rolling": ["7d"], "breakdown": ["slot", "weekday"], "measures": "all"}
TABLES = [
    "adherence",
    "cohort",
    "phases",
    "patients",
    "flags",
    "rolling",
    "breakdown",
    "values",
    "cohort_values",
]
ALL = ["adherence", "cohort", "phases", "patients", "flags", "statistics", "values"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tool's output for the cohort."""
    out = tmp_path_factory.mktemp("report")
    tool(
        *("report", MONITORING, "--from", DAYS["start"], "--to", DAYS["end"], "--by", "week"),
        *("--day-boundary", DAYS["day_boundary"], "--as-of", MOMENT, "--out", out),
        *("--tables", ",".join(ALL), "--measures", "all", "--rolling", "7d"),
        *("--breakdown", "slot", "--breakdown", "weekday"),
    )
    return out


@pytest.fixture(scope="module")
def report(cohort: dict[str, pa.Table]) -> regimen.Report:
    return regimen.adherence(**cohort, **DAYS, **OPTIONS, as_of=MOMENT, tables=ALL, totals=True)


@pytest.mark.parametrize("name", TABLES)
def test_tables_are_the_tools_bytes(report: regimen.Report, folder: Path, name: str) -> None:
    file = "cohortValues" if name == "cohort_values" else name
    assert csv_of(getattr(report, name)) == (folder / f"{file}.csv").read_bytes()


def test_statistics_are_the_tools(report: regimen.Report, folder: Path) -> None:
    assert report.statistics == json.loads((folder / "cohort.json").read_text())


def test_reference_agrees(report: regimen.Report) -> None:
    """The doses per patient agree with an independent reference."""
    golden = json.loads((ROOT / "Datasets/golden/mems/expected.json").read_text())["patients"]
    doses = {row["patient"]: row for row in report.patients.to_dicts() if row["task"] == "med"}
    for patient in golden:
        row = doses[patient["id"]]
        assert (row["due"], row["done"]) == (patient["expected"], patient["taken"])
        assert row["ratio"] == pytest.approx(patient["adherence"], rel=1e-9)
        assert row["longestStreak"] == patient["longestTakenStreak"]
    assert len(doses) == len(golden) == 200


def rows(table: regimen.Table) -> pa.Table:
    """Returns the rows as one batch without dictionaries."""
    return pa.table(table).cast(plain(table)).combine_chunks()


@pytest.mark.parametrize("name", PRODUCERS)
def test_every_library_gives_the_same(
    cohort: dict[str, pa.Table], report: regimen.Report, name: str
) -> None:
    frames = {table: PRODUCERS[name](rows) for table, rows in cohort.items()}
    own = regimen.adherence(**frames, **DAYS, as_of=MOMENT, tables=["adherence"], totals=True)
    assert rows(own.adherence).equals(rows(report.adherence))


@pytest.mark.parametrize("place", [MONITORING, str(MONITORING), "opened"])
def test_folder_gives_the_same(report: regimen.Report, place: object) -> None:
    source = regimen.open(MONITORING) if place == "opened" else place
    own = regimen.adherence(source, **DAYS, as_of=MOMENT, tables=["adherence"], totals=True)
    assert rows(own.adherence).equals(rows(report.adherence))


def test_texts_give_the_same(texts: dict[str, pa.Table], report: regimen.Report) -> None:
    own = regimen.adherence(**texts, **DAYS, as_of=MOMENT, tables=["adherence"], totals=True)
    assert rows(own.adherence).equals(rows(report.adherence))


def test_events_are_the_tools_bytes(cohort: dict[str, pa.Table]) -> None:
    days = {"start": "2025-03-08", "end": "2025-03-11"}
    expected = tool("events", MONITORING, "--from", days["start"], "--to", days["end"])
    assert csv_of(regimen.events(**cohort, **days)) == expected


def test_refills_are_the_tools_bytes() -> None:
    measures = ["pdc", "cma7"]
    expected = tool(
        *("refills", ROOT / "Datasets/refills", "--measure", "pdc,cma7", "--format", "csv")
    )
    fills, stays = (
        pa.csv.read_csv(ROOT / f"Datasets/refills/{name}.csv") for name in ("fills", "stays")
    )
    assert csv_of(regimen.refills(fills, stays=stays, measure=measures).measures) == expected


SCHEDULES = [
    "every day at 08:00",
    "the last Friday of every month at 08:00",
    "FREQ=WEEKLY;BYDAY=MO",
]


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_occurrences_are_the_tools(schedule: str) -> None:
    days, zone = ("2025-01-01", "2025-12-31"), "America/New_York"
    expected = tool("expand", schedule, "--from", days[0], "--to", days[1], "--zone", zone)
    own = regimen.expand(schedule, start=days[0], end=days[1], zone=zone)
    found = [
        [instant(row["start"]), instant(row["end"]), row["element"], str(row["ordinal"])]
        + [row["nominal"].isoformat()]
        for row in own.to_dicts()
    ]
    assert found == [line.split(",")[:5] for line in expected.decode().splitlines()[1:]]
    assert len(own) == len(found) > 10


def test_schedules_of_a_table_are_expanded_each_in_its_zone() -> None:
    plans = {
        "id": ["a", "b"],
        "schedule": ["every day at 08:00", "every Monday at 09:00"],
        "zone": ["Europe/Berlin", None],
    }
    days = {"start": date(2025, 1, 6), "end": "2025-01-08", "zone": "America/New_York"}
    found = [(row["id"], instant(row["start"])) for row in regimen.expand(plans, **days).to_dicts()]
    assert found == [
        ("a", "2025-01-06T07:00:00Z"),
        ("a", "2025-01-07T07:00:00Z"),
        ("b", "2025-01-06T14:00:00Z"),
    ]
    reader = pa.table(plans).to_reader()
    assert regimen.expand(reader, **days).to_dicts() == regimen.expand(plans, **days).to_dicts()


def instant(value: datetime) -> str:
    return value.strftime("%Y-%m-%dT%H:%M:%SZ")


def test_events_and_a_schedule_are_the_tools(tmp_path: Path) -> None:
    """A table of events with a schedule gives the same result as the same table in a file."""
    rows = [
        ("A", "2025-01-06T08:05:00Z"),
        ("A", "2025-01-07T21:10:00Z"),
        ("B", "2025-01-06T08:00:00Z"),
    ]
    file = tmp_path / "events.csv"
    file.write_text("patient,time\n" + "".join(f"{a},{b}\n" for a, b in rows))
    schedule = "every day at 08:00 and 20:00"
    tool(
        *("report", file, "--patient", "patient", "--time", "time", "--schedule", schedule),
        *("--from", "2025-01-06", "--to", "2025-01-10", "--out", tmp_path / "out", "--zone", "UTC"),
    )
    events = {"patient": [a for a, _ in rows], "time": [b for _, b in rows]}
    days = {"start": "2025-01-06", "end": "2025-01-10", "zone": "UTC"}
    report = regimen.adherence(events, schedule=schedule, **days, totals=True)
    assert csv_of(report.adherence) == (tmp_path / "out/adherence.csv").read_bytes()


def test_all_tables_count() -> None:
    """Holds, care plans and contacts are read besides the three required tables."""
    plan = '{"elements": [{"start": "2025-01-06T08:00:00", "every": "P1D"}]}'
    report = regimen.adherence(
        {"id": ["A"], "zone": ["UTC"]},
        {"patient": ["A"], "id": ["t"], "schedule": [plan], "carePlan": ["p"]},
        {"patient": ["A"], "task": ["t"], "time": ["2025-01-06T08:00:00Z"]},
        holds={"patient": ["A"], "from": [datetime(2025, 1, 7)], "to": [datetime(2025, 1, 8)]},
        plans={"patient": ["A"], "id": ["p"], "title": ["Plan"]},
        contacts={"patient": ["A"], "id": ["c"], "givenName": ["Ann"]},
        start=date(2025, 1, 6),
        end=date(2025, 1, 9),
        totals=True,
    )
    rows = {(row["task"], row["carePlan"]): row for row in report.adherence.to_dicts()}
    assert set(rows) == {("t", None), ("(all)", None), ("(all)", "p")}
    assert (rows["t", None]["due"], rows["t", None]["onHold"]) == (2, 1)
    assert len(report.problems) == 0


def test_plans_follow_named_events() -> None:
    """The table of named events dates the elements that follow them."""
    plan = '{"elements": [{"after": {"event": "surgery", "offset": "P1D", "time": "09:00"}}]}'
    tables = (
        {"id": ["A", "B"], "zone": ["UTC", "UTC"]},
        {"patient": ["A", "B"], "id": ["t", "t"], "schedule": [plan, plan]},
        {"patient": ["A"], "task": ["t"], "time": ["2025-01-07T09:10:00Z"]},
    )
    surgery = {"patient": ["A"], "event": ["surgery"], "time": [datetime(2025, 1, 6, 8)]}
    days = {"start": date(2025, 1, 6), "end": date(2025, 1, 9)}
    events = regimen.events(*tables, named_events=surgery, **days).to_dicts()
    assert [(row["key"], row["state"]) for row in events] == [
        ("surgery#1/2025-01-07T09:00:00", "done")
    ]
    report = regimen.adherence(*tables, named_events=surgery, **days)
    rows = {row["patient"]: row["ratioMissing"] for row in report.adherence.to_dicts()}
    assert rows == {"A": None, "B": "eventMissing"}


def test_parts_merge_to_the_whole(cohort: dict[str, pa.Table], report: regimen.Report) -> None:
    ids = pa.compute.unique(cohort["patients"]["id"])
    parts = []
    for chosen in (ids[:50], ids[50:]):
        shard = {
            name: table.filter(
                pa.compute.is_in(table["id" if name == "patients" else "patient"], chosen)
            )
            for name, table in cohort.items()
        }
        parts.append(regimen.adherence(**shard, **DAYS, as_of=MOMENT, tables=ALL).part())
    merged = regimen.merge(reversed(parts))
    whole = regimen.adherence(**cohort, **DAYS, as_of=MOMENT, tables=ALL)
    assert csv_of(merged.cohort) == csv_of(whole.cohort)
    assert merged.statistics == whole.statistics
    assert str(merged) == str(whole)


def test_a_plan_counts_from_its_anchor_whatever_is_looked_at() -> None:
    def days(start: str) -> list[int]:
        rows = regimen.expand(
            "every 3 days", plan_start="2025-01-01", start=start, end="2025-01-20"
        )
        return [row["start"].day for row in rows.to_dicts()]

    assert days("2025-01-09") == [10, 13, 16, 19]
    assert days("2025-01-12") == [13, 16, 19]
    table = {"schedule": ["every 3 days"], "planStart": ["2025-01-02"]}
    rows = regimen.expand(table, start="2025-01-09", end="2025-01-15")
    assert [row["start"].day for row in rows.to_dicts()] == [11, 14]
