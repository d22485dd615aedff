"""Tables from other programs: the correct result, or an error or problem that gives the reason."""

from __future__ import annotations

from datetime import datetime, time, timedelta, timezone
from typing import Any
from zoneinfo import ZoneInfo

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import doors
import regimen
from conftest import ROOT

DAYS = {"start": "2025-01-06", "end": "2025-01-10"}
DAILY = "every day at 08:00"


@pytest.mark.parametrize("case", doors.EVENTS, ids=lambda case: case["file"])
def test_files_are_read_as_by_the_tool(case: dict[str, Any]) -> None:
    path = doors.FOLDER / case["file"]
    found, told = doors.answer(lambda: regimen.adherence(path, schedule=case["plan"]))
    if "truth" in case:
        assert found == pytest.approx(case["truth"], abs=0.06), told
    else:
        assert told and (found is None or "--" not in " ".join(told))


@pytest.mark.parametrize("reader", doors.READERS)
@pytest.mark.parametrize("case", doors.EVENTS, ids=lambda case: case["file"])
def test_frames_of_events_are_right_or_tell(case: dict[str, Any], reader: str) -> None:
    frame = doors.frame(reader, case["file"])
    if frame is None:
        pytest.skip("the library does not read the file")
    found, told = doors.answer(lambda: regimen.adherence(frame, schedule=case["plan"]))
    assert not doors.is_false(case.get("truth"), found, told), (found, told)
    assert not any("--" in text for text in told), told


@pytest.mark.parametrize("reader", doors.READERS)
@pytest.mark.parametrize("case", doors.CLAIMS, ids=lambda case: case["file"])
def test_frames_of_claims_are_right_or_tell(case: dict[str, Any], reader: str) -> None:
    frame = doors.frame(reader, case["file"])
    if frame is None:
        pytest.skip("the library does not read the file")
    given = case.get("options", [])
    days = {"start": given[1], "end": given[3]} if given else {}
    found, told = doors.answer(lambda: regimen.refills(frame, measure="pdc", **days))
    assert not doors.is_false(case.get("truth"), found, told), (found, told)


@pytest.mark.parametrize("case", doors.CLAIMS, ids=lambda case: case["file"])
def test_files_of_claims_are_read_as_by_the_tool(case: dict[str, Any]) -> None:
    given = case.get("options", [])
    days = {"start": given[1], "end": given[3]} if given else {}
    path = doors.FOLDER / case["file"]
    found, told = doors.answer(lambda: regimen.refills(path, measure="pdc", **days))
    assert not doors.is_false(case.get("truth"), found, told), (found, told)
    assert not any("--" in text for text in told), told


def test_frames_of_claims_as_texts_are_those_of_files() -> None:
    """Data frames of texts, which keep all information, need no additional options."""
    days = {"start": "2024-01-01", "end": "2025-01-01"}
    for file in ("22-claims-reversal.csv", "24d-claims-offset.csv", "24i-claims-float.csv"):
        (truth,) = [case["truth"] for case in doors.CLAIMS if case["file"] == file]
        frame = doors.frame("pandas, texts", file)
        for data in (doors.FOLDER / file, frame):
            found, told = doors.answer(lambda: regimen.refills(data, measure="pdc", **days))
            assert found == pytest.approx(truth, abs=0.06), told


def test_columns_of_claims_can_be_named() -> None:
    claims = {"who": ["A", "A"], "on": ["01/02/2024", "02/03/2024"], "what": ["new", "new"]}
    columns = {"patient": "who", "date": "on", "days": 30, "drug_class": "what"}
    days = {"start": "2024-02-01", "end": "2024-04-01"}
    with pytest.raises(regimen.InputError, match="time_format="):
        regimen.refills(claims, measure="pdc", **columns, **days)
    report = regimen.refills(claims, measure="pdc", time_format="dmy", **columns, **days)
    assert report.measures.to_dicts()[0]["value"] == 1.0


def test_claims_stand_alone() -> None:
    fills = {"patient": ["A"], "date": ["2024-01-01"], "days": [30]}
    stays = {"patient": ["A"], "from": ["2024-01-02"], "to": ["2024-01-03"]}
    with pytest.raises(regimen.InputError, match="'date' is of a table of claims"):
        regimen.refills(fills, stays=stays, date="date")


def test_most_frames_are_right() -> None:
    """Most data frames that keep all information have the correct result without options."""
    right = 0
    for case in doors.EVENTS:
        frame = doors.frame("pandas, texts", case["file"])
        if frame is not None and "truth" in case:
            found, _ = doors.answer(lambda: regimen.adherence(frame, schedule=case["plan"]))
            right += found is not None and abs(found - case["truth"]) < 0.06
    assert right >= 20


def doses(times: Any, **columns: Any) -> dict[str, Any]:
    """Creates events of one patient."""
    return {"patient": ["A"] * len(times), "time": times, **columns}


def ratio(events: Any, schedule: str = DAILY, **options: Any) -> float | None:
    found, told = doors.answer(
        lambda: regimen.adherence(events, schedule=schedule, **{**DAYS, **options})
    )
    assert not told, told
    return found


def question(events: Any, **options: Any) -> str:
    with pytest.raises(regimen.InputError) as caught:
        regimen.adherence(events, schedule=DAILY, **{**DAYS, **options})
    assert "--" not in str(caught.value)
    return str(caught.value)


NEW_YORK = ZoneInfo("America/New_York")
#: Three of the four days of `DAYS`.
MORNINGS = [datetime(2025, 1, day, 8, 5) for day in (6, 7, 9)]

#: Mornings at 08:05 in the time zone of the column; other zones show other times of day.
ZONED = {
    "dictionary": [time.replace(tzinfo=NEW_YORK) for time in MORNINGS],
    "offset": [time.replace(tzinfo=timezone(timedelta(hours=9))) for time in MORNINGS],
    "several offsets": [
        time.replace(tzinfo=timezone(timedelta(hours=hours)))
        for time, hours in zip(MORNINGS, (9, 8, -5))
    ],
    "pandas": pd.Series(MORNINGS).dt.tz_localize("America/New_York"),
    "pandas offset": pd.Series(MORNINGS).dt.tz_localize(timezone(timedelta(hours=9))),
    "pandas objects": pd.Series(
        [time.replace(tzinfo=timezone(timedelta(hours=h))) for time, h in zip(MORNINGS, (9, 8, 7))],
        dtype=object,
    ),
    "polars": pl.Series(MORNINGS).dt.replace_time_zone("America/New_York"),
    "pyarrow": pa.compute.assume_timezone(pa.array(MORNINGS), "America/New_York"),
}


@pytest.mark.parametrize("name", ZONED)
def test_the_zone_of_a_column_is_that_of_the_clocks(name: str) -> None:
    times = ZONED[name]
    columns = doses(times)
    if name.startswith("pandas"):
        columns = pd.DataFrame(columns)
    elif name == "polars":
        columns = pl.DataFrame(columns)
    elif name == "pyarrow":
        columns = pa.table(columns)
    assert ratio(columns, matching="window") == 75.0


def test_times_in_utc_are_a_question() -> None:
    times = pd.Series(MORNINGS).dt.tz_localize("UTC")
    events = pd.DataFrame(doses(times))
    assert 'zone="America/New_York"' in question(events)
    assert ratio(events, zone="UTC") == 75.0
    assert "zone=" in question(events.assign(time=times.dt.tz_convert("Etc/UTC")))


@pytest.mark.parametrize("kind", ["pandas", "dictionary"])
def test_times_with_and_without_a_zone_are_refused_by_name(kind: str) -> None:
    mixed = [MORNINGS[0], MORNINGS[1].replace(tzinfo=timezone.utc)]
    columns = doses(pd.Series(mixed, dtype=object) if kind == "pandas" else mixed)
    events = pd.DataFrame(columns) if kind == "pandas" else columns
    assert "'time' cannot be a column: some of its times have a zone" in question(events)


#: Representations of a missing value.
MISSING = {
    "None": None,
    "NaN": float("nan"),
    "NaT": pd.NaT,
    "NA": pd.NA,
    "text NaN": "nan",
    "text None": "None",
    "text NaT": "NaT",
    "text NA": "<NA>",
    "empty": "",
}


@pytest.mark.parametrize("name", MISSING)
@pytest.mark.parametrize("kind", ["pandas", "dictionary", "records"])
def test_missing_ids_are_no_patients(kind: str, name: str) -> None:
    columns = {
        "patient": ["A", "B", MISSING[name], "A", "B"],
        "time": ["2025-01-06 08:00", "2025-01-06 08:01", "2025-01-07 08:01"]
        + ["2025-01-09 08:00"] * 2,
    }
    frame = pd.DataFrame(columns)
    events = {"pandas": frame, "dictionary": columns, "records": frame.to_dict("records")}[kind]
    report = regimen.adherence(events, schedule=DAILY, **DAYS, max_rejected=0.5)
    ids = {row["patient"] for row in report.patients.to_dicts()}
    assert ids == {"A", "B"}
    assert "'patient' is missing" in report.problems.to_dicts()[0]["problem"]


@pytest.mark.parametrize("name", ["None", "NaT", "empty"])
@pytest.mark.parametrize("kind", ["pandas", "polars", "dictionary"])
def test_missing_times_are_problems(kind: str, name: str) -> None:
    times = [MORNINGS[0], MORNINGS[2], pd.NaT if name == "NaT" and kind != "polars" else None]
    if name == "empty":
        times = ["2025-01-06 08:05", "2025-01-09 08:05", ""]
    make = {"pandas": pd.DataFrame, "polars": pl.DataFrame, "dictionary": dict}[kind]
    report = regimen.adherence(make(doses(times)), schedule=DAILY, **DAYS, max_rejected=0.5)
    assert report.problems.to_dicts()[0]["line"] == 3
    assert doors.ratio(report) == 50.0


#: Values of three doses, of which the second was not taken.
NOT_TAKEN = {
    "bool": [True, False, True],
    "int": [1, 0, 1],
    "float": [1.0, 0.0, 2.5],
    "numpy": np.array([True, False, True]),
    "objects": pd.Series([True, False, True], dtype=object),
    "nullable": pd.Series([1, 0, 1], dtype="Int64"),
    "texts": ["1", "0", "1"],
    "words": ["True", "False", "True"],
}


@pytest.mark.parametrize("name", NOT_TAKEN)
@pytest.mark.parametrize("kind", ["pandas", "polars", "dictionary"])
def test_zero_and_false_are_doses_not_taken(kind: str, name: str) -> None:
    values = NOT_TAKEN[name]
    values = values.tolist() if kind != "pandas" and hasattr(values, "tolist") else values
    make = {"pandas": pd.DataFrame, "polars": pl.DataFrame, "dictionary": dict}[kind]
    events = make(doses(MORNINGS, dose=values))
    assert ratio(events, value="dose") == 50.0


def test_zeros_can_be_taken() -> None:
    events = doses(MORNINGS, dose=[1, 0, 1])
    assert ratio(events, value="dose", zeros="done") == 75.0


#: Options that change the reading of a table: the events, the options, the percentage.
DECIDED = {
    "words": (
        doses(MORNINGS, status=["taken", "nap", "taken"]),
        {"status_words": {"nap": "missed"}},
        50.0,
    ),
    "every row": (doses(MORNINGS, status=["taken", "missed", "taken"]), {"status": "none"}, 75.0),
    "gap of text": (doses([*MORNINGS, datetime(2025, 1, 9, 8, 50)]), {"min_gap": "1h"}, 75.0),
    "gap of time": (doses(MORNINGS), {"min_gap": timedelta(minutes=30)}, 75.0),
    "gap of seconds": (doses(MORNINGS), {"min_gap": "900s"}, 75.0),
    "slots": (
        {
            "patient": ["A"] * 3,
            "day": ["2025-01-06", "2025-01-07", "2025-01-09"],
            "x": ["y", "n", "y"],
        },
        {"slots": {"x": time(8)}, "time": "day"},
        50.0,
    ),
    "one patient": ({"time": MORNINGS, "note": ["a", "b", "c"]}, {"patient_id": "ann"}, 75.0),
    "days first": (
        doses(["06/01/2025 08:05", "07/01/2025 08:05", "09/01/2025 08:05"]),
        {"time_format": "dmy"},
        75.0,
    ),
    "duplicates": (doses([*MORNINGS, MORNINGS[2]]), {"duplicates": "drop"}, 75.0),
    "ids": (
        {"patient": ["A1", "a1", "A1"], "time": MORNINGS},
        {"fold_ids": True},
        75.0,
    ),
    "events": (
        {
            "patient": ["A"] * 4,
            "time": ["2025-01-05", *(f"{time:%Y-%m-%d %H:%M}" for time in MORNINGS)],
            "what": ["surgery", "", "", ""],
        },
        {"event": "what", "schedule": "every day at 08:00 from 1 day after surgery"},
        75.0,
    ),
    "first day": (doses(MORNINGS[1:]), {"plan_start": "2025-01-06"}, 50.0),
    "column of first days": (
        doses(MORNINGS[1:], since=["2025-01-06"] * 2),
        {"plan_start_column": "since"},
        50.0,
    ),
}


@pytest.mark.parametrize("name", DECIDED)
def test_options_decide(name: str) -> None:
    events, options, percentage = DECIDED[name]
    assert ratio(events, **options) == percentage


def test_questions_name_keywords() -> None:
    assert 'time_format="dmy"' in question(doses(["02/01/2025 08:00", "03/01/2025 08:00"]))
    assert 'status_words={"nap": "missed"}' in question(
        doses(MORNINGS, status=["taken", "nap", "taken"])
    )
    ids = {"patient": ["A1", "a1", "A1"], "time": MORNINGS}
    report = regimen.adherence(ids, schedule=DAILY, **DAYS)
    (problem,) = [row["problem"] for row in report.problems.to_dicts()]
    assert "fold_ids=True merges them" in problem and "fold_ids=False" in problem
    assert "fold_ids=True" in report.summary["problems"][0]


def test_report_says_what_it_assumes() -> None:
    report = regimen.adherence(doses(MORNINGS), schedule=DAILY)
    reading, begin = report.assumptions
    assert reading.startswith("The schedule: every day at 08:00")
    assert begin.startswith("Each plan begins on the day of its patient's first")
    assert "plan_start=" in begin and "patients=" in begin
    shown = str(report)
    assert shown.startswith("1 patient, 2025-01-06 to 2025-01-09 (the days of the data), by week")
    assert f"Assumed:\n- {reading}\n- {begin}\n" in shown
    assert "Problems" not in shown
    told = regimen.adherence(doses(MORNINGS), schedule=DAILY, plan_start="2025-01-06")
    assert told.assumptions == [reading]


def test_days_are_those_of_the_plans_and_the_data() -> None:
    known = regimen.adherence(doses(MORNINGS[1:]), schedule=DAILY, plan_start="2025-01-06")
    assert str(known).startswith("1 patient, 2025-01-06 to 2025-01-09 (the days of the data)")
    late = doses(["2025-01-06 20:00", "2025-01-08 00:20"])
    report = regimen.adherence(late, schedule="every day at 20:00")
    assert str(report).startswith("1 patient, 2025-01-06 to 2025-01-07 (the days of the data)")
    assert doors.ratio(report) == 100.0


def test_ids_of_several_sites_are_told() -> None:
    events = {"site": ["Bern", "Rome", "Rome"], "patient": ["A"] * 3, "time": MORNINGS}
    report = regimen.adherence(events, schedule=DAILY)
    (problem,) = [row["problem"] for row in report.problems.to_dicts()]
    assert "'site' has several values for 1 id" in problem


def test_report_counts_its_problems() -> None:
    days = [f"2025-01-{day:02} 08:00" for day in range(6, 26)]
    report = regimen.adherence(doses([*days, "soon"]), schedule=DAILY)
    assert str(report).endswith("\n\nProblems: 1 (report.problems)")


def test_parts_keep_assumptions() -> None:
    whole = regimen.adherence(doses(MORNINGS), schedule=DAILY, **DAYS)
    assert regimen.merge([whole.part()]).assumptions == whole.assumptions != []


@pytest.mark.parametrize("kind", ["frame", "path"])
def test_patients_without_an_event_count(kind: str, tmp_path: Any) -> None:
    patients: Any = {"id": ["A", "B"], "start": ["2025-01-06", "2025-01-06"], "arm": ["x", "y"]}
    events: Any = doses(MORNINGS)
    if kind == "path":
        pd.DataFrame(patients).to_csv(tmp_path / "patients.csv", index=False)
        pd.DataFrame(events).to_csv(tmp_path / "events.csv", index=False)
        patients, events = tmp_path / "patients.csv", tmp_path / "events.csv"
    report = regimen.adherence(patients=patients, events=events, schedule=DAILY, **DAYS)
    rows = {row["patient"]: row for row in report.patients.to_dicts() if row["level"] == "task"}
    assert {id: (row["due"], row["done"]) for id, row in rows.items()} == {
        "A": (4, 3),
        "B": (4, 0),
    }
    assert {row["group"] for row in rows.values()} == {"x", "y"}
    alone = regimen.adherence(events, schedule=DAILY, **DAYS)
    assert doors.ratio(alone) == 75.0


def test_a_list_of_patients_names_its_rows() -> None:
    patients = {"id": ["A", None]}
    with pytest.raises(regimen.InputError, match="patients:2: 'id' is missing"):
        regimen.adherence(patients=patients, events=doses(MORNINGS), schedule=DAILY)


def test_events_are_those_of_chosen_patients_and_tasks() -> None:
    events = {"patient": ["A", "B", "B"], "time": MORNINGS, "drug": ["x", "x", "y"]}
    question = {"schedule": DAILY, **DAYS}
    found = regimen.events(events, only="B", only_task="x", task="drug", **question).to_dicts()
    assert {(row["patient"], row["task"]) for row in found} == {("B", "x")}
    with pytest.raises(regimen.InputError, match="'only' names an unknown patient"):
        regimen.events(events, only=["nobody"], **question)


def test_arrow_files_are_tables() -> None:
    path = ROOT / "Datasets/columns/events.arrow"
    report = regimen.adherence(path, schedule="every day at 08:00 and 20:00", zone="UTC")
    assert {row["patient"] for row in report.patients.to_dicts()} == {"a", "b"}


def test_whole_numbers_with_a_gap_are_ids() -> None:
    frame = pd.DataFrame({"patient": [101, 101, None, 102], "time": [*MORNINGS, MORNINGS[0]]})
    assert str(frame.patient.dtype) == "float64"
    report = regimen.adherence(frame, schedule=DAILY, **DAYS, max_rejected=0.5)
    assert {row["patient"] for row in report.patients.to_dicts()} == {101, 102}


def test_columns_of_a_frame_are_named_once() -> None:
    frame = pd.DataFrame([["A", "A", MORNINGS[0]]], columns=["patient", "patient", "time"])
    assert "names a column a second time: 'patient'" in question(frame)
