"""Computes adherence with Dask, one task per shard, by the same function as with Spark and Ray.

python dask_example.py SHARDS OUT
"""

import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
from dask.distributed import Client

import regimen
import regimen.shards


def main(shards, out):
    with Client(
        n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None
    ) as client:
        report = regimen.shards.adherence(
            regimen.shards.find(shards),
            Path(out, "rows"),
            map=lambda work, items: client.gather(client.map(work, items)),
            start="2025-01-01",
            end="2026-01-01",
            by="week",
        )
    pq.write_table(pa.table(report.cohort), Path(out, "cohort.parquet"))
    print(pa.table(report.cohort).num_rows, "rows of the cohort")


if __name__ == "__main__":
    main(*sys.argv[1:])
