"""Errors are reported once and precisely; valid rows are evaluated."""

from __future__ import annotations

import pickle
from datetime import date, datetime
from typing import Any, Callable

import pyarrow as pa
import pytest

import regimen

PATIENTS = {"id": ["A", "B"], "zone": ["UTC", "Europe/Berlin"]}
TASKS = {
    "patient": ["A", "B"],
    "id": ["med"] * 2,
    "schedule": ['{"elements": [{"start": "2025-01-06T08:00:00", "every": "P1D"}]}'] * 2,
}
OUTCOMES = {
    "patient": ["A", "B"],
    "task": ["med"] * 2,
    "time": ["2025-01-06T08:05:00Z", "2025-01-07T07:05:00Z"],
}
WEEK = {"start": "2025-01-06", "end": "2025-01-13"}
EVENTS = {"patient": ["A"], "time": ["2025-01-06T08:00:00"]}


def cohort(**changed: Any) -> dict[str, Any]:
    """Returns the tables, with some columns replaced."""
    tables = {"patients": PATIENTS, "tasks": TASKS, "outcomes": OUTCOMES}
    return {name: {**table, **changed.get(name, {})} for name, table in tables.items()}


def test_sound_tables_have_no_problems() -> None:
    report = regimen.adherence(**cohort(), **WEEK)
    rows = report.adherence.to_dicts()
    assert [(row["patient"], row["done"]) for row in rows if row["level"] == "task"] == [
        ("A", 1),
        ("B", 1),
    ]
    assert len(report.problems) == 0


#: Columns of an invalid type: the table, the column, its values.
TYPES = {
    "time of numbers": ("outcomes", "time", pa.array([1.5, 2.5])),
    "time of truths": ("outcomes", "time", pa.array([True, False])),
    "value of lists": ("outcomes", "value", pa.array([[1.0], [2.0]])),
    "zone of numbers": ("patients", "zone", pa.array([1.5, 2.5])),
    "schedule of dates": ("tasks", "schedule", pa.array([date(2025, 1, 1)] * 2)),
}


@pytest.mark.parametrize("name", TYPES)
def test_wrong_type_names_its_column(name: str) -> None:
    table, column, values = TYPES[name]
    tables = {own: pa.table(columns) for own, columns in cohort().items()}
    names = [each for each in tables[table].column_names if each != column]
    tables[table] = tables[table].select(names).append_column(column, values)
    with pytest.raises(regimen.InputError) as caught:
        regimen.adherence(**tables, **WEEK)
    assert caught.value.field == column
    assert f"'{column}'" in str(caught.value) and "(" in str(caught.value)


def test_missing_column_is_said() -> None:
    tables = cohort()
    del tables["outcomes"]["patient"]
    with pytest.raises(regimen.InputError, match="'patient' is missing") as caught:
        regimen.adherence(**tables, **WEEK)
    assert caught.value.field == "patient"


#: Invalid rows: the table, the change to it, the row and the column.
ROWS = {
    "time": ("outcomes", {"time": ["2025-01-06T08:05:00Z", "yesterday"]}, 2, "time"),
    "patient": ("outcomes", {"patient": ["A", "Z"]}, 2, "patient"),
    "value": ("outcomes", {"value": [float("nan"), 1.0]}, 1, "value"),
    "zone": ("patients", {"zone": ["UTC", "Mars/Base"]}, 2, "zone"),
}


@pytest.mark.parametrize("name", ROWS)
def test_bad_row_is_rejected_with_its_place(name: str) -> None:
    table, changed, row, column = ROWS[name]
    report = regimen.adherence(**cohort(**{table: changed}), **WEEK, max_rejected=1)
    problem = report.problems.to_dicts()[0]
    assert (problem["source"], problem["line"]) == (table, row)
    assert problem["problem"].startswith(f"{table}:{row}: '{column}' ")


def test_rows_are_counted_over_all_chunks() -> None:
    times = pa.chunked_array([["2025-01-06T08:05:00Z"] * 5, ["never"]])
    outcomes = pa.table({"patient": ["A"] * 6, "task": ["med"] * 6, "time": times})
    report = regimen.adherence(PATIENTS, TASKS, outcomes, **WEEK, max_rejected=1)
    assert report.problems.to_dicts()[0]["line"] == 6


def test_too_many_bad_rows_are_refused() -> None:
    with pytest.raises(regimen.InputError):
        regimen.adherence(**cohort(outcomes={"time": ["never", "never"]}), **WEEK)


def test_errors_reach_other_processes() -> None:
    error = regimen.InputError("no", source="outcomes", line=3, field="time")
    copy = pickle.loads(pickle.dumps(error))
    assert (str(copy), vars(copy)) == ("no", {"source": "outcomes", "line": 3, "field": "time"})


def adherence(**options: Any) -> Callable[[], object]:
    return lambda: regimen.adherence(EVENTS, schedule="every day at 08:00", **options)


#: Invalid options: the options, the option's name in Python, and a part of the message.
OPTIONS = {
    "no moment": (adherence(as_of=datetime(2025, 1, 6)), "as_of", "tzinfo=timezone.utc"),
    "no time": (adherence(as_of=date(2025, 1, 6)), "as_of", "say the time and its zone"),
    "no day": (adherence(start=datetime(2025, 1, 6, 8)), "start", "is not a day"),
    "no date": (adherence(start="soon"), "start", "'start' is not a date: 'soon'"),
    "no period": (adherence(by="fortnight"), "by", "'by' cannot be 'fortnight'"),
    "no number": (adherence(gap_days="many"), "gap_days", "'gap_days' is not a whole number"),
    "no zone": (adherence(zone="Mars/Base"), "zone", "is not a time zone: 'Mars/Base'"),
    "no column": (
        adherence(patient="who"),
        "patient",
        "'patient' cannot be 'who' (use patient, time)",
    ),
    "no start column": (adherence(plan_start_column="x"), "plan_start_column", "cannot be 'x'"),
    "no length": (adherence(min_gap="15"), "min_gap", "as in 15m, not '15'"),
    "no word": (adherence(status_words={"nap": "asleep"}), "status_words", "cannot be 'asleep'"),
    "no rows": (adherence(duplicates="merge"), "duplicates", "(use drop, keep)"),
    "no ids": (adherence(fold_ids="yes"), "fold_ids", "'fold_ids' is not a Boolean"),
    "no slots": (
        adherence(slots={"time": "8 pm"}),
        "slots",
        "'slots' is not a time of day: '8 pm'",
    ),
    "no patients": (
        lambda: regimen.events(*cohort().values(), **WEEK, only="nobody"),
        "only",
        "'only' names an unknown patient: 'nobody'",
    ),
    "no plan": (
        lambda: regimen.adherence(EVENTS, schedule="evry day at 08:00", **WEEK),
        "schedule",
        "did you mean 'every'?",
    ),
    "no kind": (
        lambda: adherence(**WEEK)().chart("pie"),
        "chart",
        "'chart' cannot be 'pie'",
    ),
    "no form": (lambda: adherence(**WEEK)().chart("bars").save("bars.doc"), "path", ".svg"),
    "no folder": (lambda: regimen.adherence("nowhere"), None, "nowhere"),
    "no table": (lambda: regimen.adherence("nowhere.csv", schedule="daily"), None, "nowhere.csv"),
    "no schedule": (
        lambda: regimen.adherence("Datasets/tables/caps.csv"),
        None,
        "it is a table (write by schedule= what was planned)",
    ),
    "misspelled": (adherence(treshold=0.9), "treshold", "Did you mean 'threshold'?"),
    "of another": (lambda: regimen.expand("daily", gap_days=3), "gap_days", "unexpected"),
    "no part": (lambda: regimen.merge([b"no part"]), None, ""),
    "part of text": (lambda: regimen.merge(["part"]), None, "is not bytes: str"),
    "flags not computed": (
        adherence(previous="report", tables=["cohort"]),
        "previous",
        "is of the table of flags, which is not computed (add 'flags' to tables=)",
    ),
    "flags not in a text": (adherence(previous="report", tables="cohort"), "previous", "flags"),
}


@pytest.mark.parametrize("name", OPTIONS)
def test_wrong_option_is_said_by_its_name(name: str) -> None:
    ask, option, text = OPTIONS[name]
    with pytest.raises(regimen.InputError) as caught:
        ask()
    assert text in str(caught.value)
    assert caught.value.field == option


#: Calls with invalid combinations of arguments.
CALLS = {
    "two tables": (lambda: regimen.adherence(PATIENTS, TASKS), "patients, tasks and outcomes"),
    "beside a path": (lambda: regimen.adherence("folder", TASKS), "one table too many"),
    "beside a schedule": (
        lambda: regimen.adherence(EVENTS, TASKS, schedule="every day at 08:00"),
        "one table too many",
    ),
    "no events": (
        lambda: regimen.adherence(patients=PATIENTS, schedule="every day at 08:00"),
        "events=",
    ),
    "events twice": (
        lambda: regimen.adherence(EVENTS, patients=PATIENTS, events=EVENTS, schedule="daily"),
        "'patients' is given twice",
    ),
    "without a schedule": (
        lambda: regimen.adherence(**cohort(), **WEEK, patient="id"),
        "'patient' is of a table of events, which takes schedule=",
    ),
    "events without a schedule": (lambda: regimen.adherence(events=EVENTS), "schedule="),
    "open records": (
        lambda: regimen.adherence(regimen.open("Datasets/monitoring"), schedule="daily"),
        "leave out schedule=",
    ),
    "a frame beside a path": (
        lambda: regimen.adherence("events.csv", patients=PATIENTS, schedule="daily"),
        "the patients are a path too",
    ),
}


@pytest.mark.parametrize("name", CALLS)
def test_wrong_call_is_an_input_error(name: str) -> None:
    call, text = CALLS[name]
    with pytest.raises(regimen.InputError) as caught:
        call()
    assert text in str(caught.value)
