"""Measures importing columns into the engine and exporting them, compared with other libraries.

    column_rows.py parquet-weekly|columns-in|columns-out|W1-columns regimen|polars|memset FOLDER

The folder has a cohort's patients and tasks, and the columns of its outcomes, which are first converted to Parquet.
Wall-clock time with two threads. The engine is loaded from REGIMEN_LIBRARY, or from .build/release.
"""

import ctypes
import json
import os
import sys
import time
from pathlib import Path

from measuring import report

ROOT = Path(__file__).resolve().parents[2]
os.environ.setdefault("REGIMEN_LIBRARY", str(ROOT / ".build/release/libRegimenC.so"))
os.environ["POLARS_MAX_THREADS"] = "2"
sys.path.insert(0, str(ROOT / "Sources/Python"))

TASKS = ["tablet", "exercise", "survey"]
FIRST_MONDAY = "2025-01-06"
DAYS = {"start": FIRST_MONDAY, "end": "2026-02-02", "by": "week"}


def table(folder):
    """The outcomes: keys in local time, instants in UTC, and the week of each."""
    import numpy
    import pyarrow

    def column(name, kind):
        return numpy.fromfile(folder / f"{name}.{kind}", {"i32": "<i4", "i64": "<i8"}[kind])

    first = numpy.datetime64(FIRST_MONDAY, "s")
    tasks = pyarrow.DictionaryArray.from_arrays(column("task", "i32"), TASKS)
    numbers = column("patient", "i32")
    names = [f"P{number}" for number in range(numbers.max() + 1)]
    return pyarrow.table({
        "patient": pyarrow.DictionaryArray.from_arrays(numbers, names),
        "task": tasks, "element": tasks,
        "nominal": pyarrow.array(first + column("local", "i32").astype("m8[s]")),
        "time": pyarrow.array(column("start", "i64"), pyarrow.timestamp("s", "UTC")),
        "week": column("week", "i32"),
    })


def cohort(folder):
    """The patients and tasks."""
    import pyarrow
    import pyarrow.csv

    patients = pyarrow.csv.read_csv(folder / "dataset/patients.csv")
    with open(folder / "dataset/tasks.ndjson", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    tasks = [{**row, "schedule": json.dumps(row["schedule"])} for row in rows]
    return patients, pyarrow.Table.from_pylist(tasks)


def answer(task, week, count):
    """The total, and a sum in which each task's week has its own weight."""
    import numpy

    task, week, count = (numpy.asarray(column, "i8") for column in (task, week, count))
    return int(count.sum()), int((count * (1000 * task + week)).sum())


def weeks(adherence):
    """The result of a table of adherence: the count of each task in each week."""
    import numpy
    import pyarrow.compute

    adherence = adherence.filter(pyarrow.compute.equal(adherence["level"].cast("string"), "task"))
    task = pyarrow.compute.index_in(adherence["task"].cast("string"), pyarrow.array(TASKS))
    week = (adherence["periodStart"].to_numpy() - numpy.datetime64(FIRST_MONDAY)).astype("i8") // 7
    return answer(task, week, adherence["done"])


def from_parquet_to_parquet(system, folder):
    """The weeks of a cohort: by the engine from schedules and instants, by polars from labels."""
    import pyarrow.parquet

    parquet, result = folder / "outcomes.parquet", folder / "result.parquet"
    pyarrow.parquet.write_table(table(folder), parquet, compression="zstd")
    if system == "polars":
        import polars

        def work():
            rows = polars.read_parquet(parquet, columns=["patient", "task", "week"])
            rows.group_by("patient", "task", "week").len().write_parquet(result)

        def read(_):
            groups = polars.read_parquet(result)
            task = [TASKS.index(name) for name in groups["task"].cast(str)]
            return answer(task, groups["week"], groups["len"])

        return work, read
    import regimen

    patients, tasks = cohort(folder)
    names = ["patient", "task", "element"]
    columns = names + ["nominal", "time"]

    def work():
        outcomes = pyarrow.parquet.read_table(parquet, columns=columns, read_dictionary=names)
        done = regimen.adherence(patients, tasks, outcomes, tables=["adherence"], jobs=2, **DAYS)
        pyarrow.parquet.write_table(pyarrow.table(done.adherence), result)

    return work, lambda _: weeks(pyarrow.parquet.read_table(result))


def rows_in(system, folder):
    """Importing rows: the engine groups them by patient; polars copies them into its own memory."""
    outcomes = table(folder).drop(["week"])
    count = outcomes.num_rows
    if system == "polars":
        import polars

        return lambda: polars.from_arrow(outcomes), lambda frame: (len(frame), "")
    from regimen._records import of_tables

    patients, tasks = cohort(folder)
    tables = {"patients": patients, "tasks": tasks, "outcomes": outcomes}
    return lambda: of_tables(tables, {}), lambda _: (count, "")


def rows_out(system, folder):
    """Exporting rows of adherence, and summing one of their columns."""
    import pyarrow
    import pyarrow.compute
    import regimen

    patients, tasks = cohort(folder)
    outcomes = table(folder).drop(["week"])
    done = regimen.adherence(patients, tasks, outcomes, tables=["adherence"], **DAYS).adherence
    if system == "polars":
        import polars

        taken = polars.DataFrame(done)
        return lambda: taken.to_arrow()["due"], lambda due: (len(due), "")
    return lambda: pyarrow.table(done)["due"], lambda due: (len(due), "")


SCHEDULES = 1_000


def occurrences(system, _):
    """A daily schedule over a hundred years, a thousand times: starts and ends as columns."""
    import regimen

    count = SCHEDULES * 36_525
    if system == "memset":
        size = count * 16

        def fill():
            buffer = ctypes.create_string_buffer(0)
            ctypes.resize(buffer, size)
            ctypes.memset(buffer, 0x5A, size)
            return buffer

        return fill, lambda _: (count, "")
    import pyarrow

    day = {"schedule": "every day at 08:00", "zone": "America/New_York"}
    rows = pyarrow.Table.from_pylist([{"id": f"S{row}", **day} for row in range(SCHEDULES)])
    ask = {"start": "2000-01-01", "end": "2100-01-01"}
    return lambda: pyarrow.table(regimen.expand(rows, **ask)), lambda made: (made.num_rows, "")


WORK = {
    "parquet-weekly": from_parquet_to_parquet, "columns-in": rows_in, "columns-out": rows_out,
    "W1-columns": occurrences,
}


if __name__ == "__main__":
    row, system, folder = sys.argv[1:4]
    work, read = WORK[row](system, Path(folder))
    unit = "occurrence" if row == "W1-columns" else "outcome"
    report(row, system, work, read, per=unit, clock=time.perf_counter_ns, runs=5)
