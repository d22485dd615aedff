"""Evaluates a cohort on a Spark cluster and compares every byte with the results of one process.

    python spark.py TOOL FOLDER --patients 2000

A master and two workers with one core each run on loopback. The check compares

- the sorted rows of `adherence`, and the tables and statistics of the cohort, both with a shuffle
and shard by shard,
- the same if a worker, its executor and its Python are killed while the rows are written,
- rows without a patient, of unknown patients and with unusual ids, of which none may be lost,
- the same shards evaluated with Ray and with Dask.

The time of each step and the peak memory of each kind of process are printed. The comparison is
itself checked with one flipped bit. All processes are ended, even after an error.
"""

import argparse
import os
import secrets
import shutil
import signal
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from pathlib import Path

import cluster
import cohort
import comparison
import pyarrow as pa
import pyarrow.parquet as pq
from pyspark.sql import SparkSession

import regimen
import regimen.shards
import regimen.spark

QUESTION = {"start": "2025-01-01", "end": "2026-01-01", "by": "week"}
PARTITIONS = 12
SHARDS = 16
HERE = Path(__file__).parent


def main():
    options = arguments()
    signal.signal(signal.SIGALRM, expire)
    signal.signal(signal.SIGTERM, expire)
    signal.alarm(options.seconds)
    shutil.rmtree(options.folder, ignore_errors=True)
    with step("cohort"):
        make(options)
    with cluster.running(options.folder / "cluster", memory="2g") as machines:
        with watched(machines) as peaks, session(machines) as spark:
            check(options.folder, machines, spark)
        for kind, size in sorted(peaks.items()):
            print(f"  most memory of {kind}: {size / 1e6:.0f} MB")
    for name in ("ray", "dask"):
        with step(name):
            example(name, options.folder)
    print("Spark, Ray and Dask say what one process says.")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("tool")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--patients", type=int, default=20_000)
    parser.add_argument("--seconds", type=int, default=1_200, help="when the check gives up")
    return parser.parse_args()


def expire(number, _):
    raise TimeoutError(f"the check was ended by {signal.Signals(number).name}")


def make(options):
    folder = options.folder / "records"
    subprocess.run(
        [options.tool, "generate", "--patients", str(options.patients), "--out", folder],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    cohort.write(cohort.read(folder), options.folder, SHARDS)


# The checks


def check(folder, machines, spark):
    """Compares the result of each method of evaluation with that of one process."""
    frames = {path.stem: spark.read.parquet(str(path)) for path in (folder / "whole").iterdir()}
    with step("rows, with a shuffle"):
        regimen.spark.adherence(**frames, **QUESTION).write.parquet(str(folder / "rows"))
    assert (
        "libregimen" not in Path("/proc/self/maps").read_text()
    ), "the driver has loaded the engine"
    with step("one process"):
        truth = single(folder / "whole")
    compare_rows(truth, folder / "rows")
    with step("report, with a shuffle"):
        found = shuffled(frames, folder / "report")
    compare(truth, found, folder / "report")
    with step("shards"):
        found = sharded(spark, folder, "by-shard")
    compare(truth, found, folder / "by-shard")
    with step("report, with a shuffle, a worker killed"):
        found = killing(machines, folder / "killed", lambda: shuffled(frames, folder / "killed"))
    compare(truth, found, folder / "killed")
    machines.start_worker()
    with step("shards, a worker killed"):
        found = killing(machines, folder / "lost", lambda: sharded(spark, folder, "lost"))
    compare(truth, found, folder / "lost")
    machines.start_worker()
    odd(spark, folder / "odd")


def single(folder):
    """Returns the report of one process, which accepts any number of rejected records."""
    tables = regimen.shards.read(tables_of(folder))
    return regimen.adherence(**tables, **QUESTION, partition="1/1")


def tables_of(folder):
    return {path.stem: str(path) for path in folder.iterdir()}


def shuffled(frames, out):
    return regimen.spark.report(**frames, out=out, partitions=PARTITIONS, **QUESTION)


def sharded(spark, folder, out):
    places = regimen.shards.find(folder / "shards")
    return regimen.shards.adherence(
        places, folder / out, map=regimen.spark.mapping(spark), **QUESTION
    )


def killing(machines, out, work):
    """Returns the result of a function during which a worker is killed, after the first rows."""
    killed = []

    def kill():
        cluster.wait_for(lambda: any(out.glob("part-*.parquet")), "the first rows", patience=600)
        assert not (out / "_SUCCESS").exists(), "the work was over before a worker could be killed"
        killed.append(machines.kill(machines.workers[0]))

    killer = threading.Thread(target=kill)
    killer.start()
    found = work()
    killer.join()
    assert (
        killed and killed[0] >= 3
    ), f"a worker, its executor and its Python should have died: {killed}"
    return found


def odd(spark, folder):
    """Compares the results for unusual ids, unknown patients and rows without a patient."""
    folder.mkdir()
    for name, table in comparison.odd_tables().items():
        pq.write_table(table, folder / f"{name}.parquet")
    frames = {path.stem: spark.read.parquet(str(path)) for path in folder.iterdir()}
    with step("odd records"):
        truth, out = single(folder), folder.parent / "odd-rows"
        found = regimen.spark.report(**frames, out=out, group_bytes=1, partitions=3, **QUESTION)
        compare(truth, found, out)


def compare(truth, found, rows):
    """Fails if a row, the table of the cohort, the statistics or the problems differ."""
    compare_rows(truth, rows)
    comparison.same_tables("cohort", pa.table(truth.cohort), pa.table(found.cohort))
    comparison.same_values("statistics", truth.statistics, found.statistics)
    comparison.same_problems(pa.table(truth.problems), pa.table(found.problems))


def compare_rows(truth, folder):
    """Compares the rows in a folder, and checks that a flipped bit is detected."""
    comparison.same_rows(pa.table(truth.adherence), pq.read_table(folder))


def example(name, folder):
    """Runs an example in a separate process, and compares its output."""
    out = folder / name
    command = [sys.executable, HERE / f"{name}_example.py", folder / "shards", out]
    quiet = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_AUTH_TOKEN": secrets.token_hex(16)}
    subprocess.run(
        command, check=True, timeout=300, env={**os.environ, **quiet}, stdout=subprocess.DEVNULL
    )
    truth = single(folder / "whole")
    compare_rows(truth, out / "rows")
    comparison.same_tables("cohort", pa.table(truth.cohort), pq.read_table(out / "cohort.parquet"))


# The environment


@contextmanager
def session(machines):
    os.environ.update(cluster.environment())
    built = SparkSession.builder.master(machines.url).appName("check-spark")
    for name, value in {
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.executor.memory": "1g",
        "spark.ui.enabled": "false",
        "spark.log.level": "ERROR",
        "spark.sql.execution.arrow.maxBytesPerBatch": str(2**31 - 1),
        "spark.ui.showConsoleProgress": "false",
    }.items():
        built = built.config(name, value)
    spark = built.getOrCreate()
    try:
        yield spark
    finally:
        spark.stop()


@contextmanager
def watched(machines):
    """Measures the peak memory of a process of each kind during the body."""
    peaks, over = {}, threading.Event()

    def watch():
        while not over.wait(0.2):
            for process in (
                member for worker in machines.workers for member in cluster.members(worker)
            ):
                kind, size = cluster.peak(process)
                if kind in ("java", "python"):
                    peaks[kind] = max(size, peaks.get(kind, 0))

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        yield peaks
    finally:
        over.set()
        watcher.join()


@contextmanager
def step(name):
    start = time.monotonic()
    yield
    print(f"  {name}: {time.monotonic() - start:.1f} s", flush=True)


if __name__ == "__main__":
    main()
