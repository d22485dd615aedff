"""Long-running calls: Ctrl-C, the global interpreter lock, threads and memory."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pyarrow as pa
import pytest

import regimen
from conftest import DAYS
from written import csv_of

#: Calls that take seconds: an evaluation, and a slow input stream.
LONG = {
    "evaluating": """
records = regimen.open("Datasets/monitoring")
def work():
    days = {"start": "2025-01-13", "end": "2036-01-01"}
    regimen.adherence(records, **days, by="day", measures="all", jobs=1)
""",
    "reading": """
def slowly():
    for day in range(40):
        time.sleep(0.1)
        yield pa.record_batch({"patient": ["A"], "time": [f"2025-02-{day % 28 + 1:02}T08:00:00"]})
schema = pa.schema({"patient": pa.string(), "time": pa.string()})
def work():
    events = pa.RecordBatchReader.from_batches(schema, slowly())
    regimen.adherence(events, schedule="every day at 08:00", **DAYS)
""",
}

INTERRUPTED = """
import sys, time
import pyarrow as pa
import regimen

DAYS = {"start": "2025-01-13", "end": "2026-01-01"}
%s
print("begun", flush=True)
try:
    work()
    print("whole")
except KeyboardInterrupt:
    print("interrupted", flush=True)
report = regimen.adherence("Datasets/monitoring", start="2025-02-03", end="2025-02-10")
print(len(report.adherence) > 0, flush=True)
"""


@pytest.mark.parametrize("name", LONG)
def test_interrupt_ends_long_work(name: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED % LONG[name]], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout.readline() == "begun\n"
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        sent = time.monotonic()
        assert process.stdout.readline() == "interrupted\n"
        taken = time.monotonic() - sent
        assert process.stdout.readline() == "True\n"
    assert process.returncode == 0
    print(f"{name}: interrupted after {taken:.3f} s")
    assert taken < 1


def test_others_run_meanwhile(cohort: dict[str, pa.Table]) -> None:
    """Python threads run during calls of the engine, from the main thread and from another."""
    steps, is_over = [0], threading.Event()

    def count() -> None:
        while not is_over.is_set():
            steps[0] += 1
            time.sleep(0.001)

    counter = threading.Thread(target=count)
    counter.start()
    try:
        seen = []
        for call in (lambda work: work(), in_thread):
            before, begin = steps[0], time.monotonic()
            call(lambda: regimen.adherence(**cohort, **DAYS, jobs=1))
            seen.append((steps[0] - before) / (time.monotonic() - begin))
    finally:
        is_over.set()
        counter.join()
    assert min(seen) > 50, f"steps a second: {seen}"


def in_thread(work: object) -> None:
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()


def test_threads_share_what_is_open(cohort: dict[str, pa.Table]) -> None:
    """Several threads may evaluate the same records and read tables of the same report."""
    alone = regimen.adherence(**cohort, **DAYS)
    expected = csv_of(alone.cohort)
    with ThreadPoolExecutor(4) as pool:
        tables = [pool.submit(lambda: csv_of(alone.cohort)) for _ in range(8)]
        reports = [pool.submit(lambda: regimen.adherence(**cohort, **DAYS)) for _ in range(4)]
        assert all(table.result() == expected for table in tables)
        assert all(csv_of(report.result().cohort) == expected for report in reports)


def test_threads_take_the_same_table() -> None:
    """Tables may be read completely, partly or never during garbage collections."""
    table = regimen.adherence("Datasets/monitoring", start="2025-02-03", end="2025-03-03").adherence
    rows = len(table)

    def take(number: int) -> int:
        pa.RecordBatchReader.from_stream(table).read_next_batch()
        table.__arrow_c_stream__()
        if number % 5 == 0:
            gc.collect()
        return pa.table(table).num_rows

    with ThreadPoolExecutor(4) as pool:
        assert set(pool.map(take, range(200))) == {rows}


ALIVE = """
import duckdb, pyarrow as pa, polars as pl
import regimen

doses = {"patient": ["A"], "time": ["2025-01-06T08:05:00"]}
days = {"start": "2025-01-06", "end": "2025-01-10"}
report = regimen.adherence(doses, schedule="every day at 08:00", **days)
table, events = report.adherence, regimen.events(doses, schedule="every day at 08:00", **days)
whole, frame = pa.table(table), pl.DataFrame(events)
reader, capsule = pa.RecordBatchReader.from_stream(events), table.__arrow_c_stream__()
begun = pa.RecordBatchReader.from_stream(table)
begun.read_next_batch()
relation = duckdb.sql("SELECT * FROM whole")
served = pa.RecordBatchReader.from_stream(regimen._table.Table(lambda: regimen._input.rows("x", doses)))
print("end", flush=True)
"""


def test_program_ends_while_all_is_alive() -> None:
    """Other libraries may release tables as late as at interpreter shutdown."""
    done = subprocess.run(
        [sys.executable, "-c", ALIVE],
        capture_output=True,
        check=False,
        text=True,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "end\n", "")


def resident() -> int:
    """Returns the resident memory of this process, in bytes."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def once(events: object) -> None:
    """Creates a report whose tables other libraries read completely, partly or never."""
    report = regimen.adherence(
        events, schedule="every day at 08:00", start="2025-01-06", end="2025-03-06", jobs=1
    )
    table = report.adherence
    pa.table(table)
    pa.RecordBatchReader.from_stream(table)
    table.__arrow_c_stream__()
    report.problems.to_dicts()
    with pytest.raises(regimen.InputError):
        regimen.adherence(events, schedule="nonsense", start="2025-01-06", end="2025-03-06")


#: The number of reports for each kind of table.
REPORTS = {"pyarrow": 1_000, "dictionary": 200}


@pytest.mark.parametrize("kind", REPORTS)
def test_reports_take_no_more_memory_than_some(kind: str) -> None:
    columns = {
        "patient": [f"P{n % 10}" for n in range(300)],
        "time": [f"2025-01-{6 + n // 20:02}T08:05:00" for n in range(300)],
    }
    events = pa.table(columns) if kind == "pyarrow" else columns
    for _ in range(100):
        once(events)
    gc.collect()
    before = resident()
    for _ in range(REPORTS[kind]):
        once(events)
    gc.collect()
    grown = resident() - before
    print(f"{REPORTS[kind]} reports: {grown / 1e6:.1f} MB more")
    assert grown < 8 << 20


def test_cancelled_elsewhere_is_an_error_of_its_own() -> None:
    assert issubclass(regimen.Cancelled, Exception)
    assert not issubclass(regimen.Cancelled, regimen.InputError)
