"""Computes adherence with Ray, one task per shard, by the same function as with Spark and Dask.

python ray_example.py SHARDS OUT
"""

import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import ray

import regimen
import regimen.shards


def mapping(function, items):
    """Calls a function for each item in a Ray task."""
    task = ray.remote(num_cpus=1)(function_of(function))
    return ray.get([task.remote(item) for item in items])


def function_of(work):
    """Wraps a callable in a plain function, which Ray requires."""
    return lambda item: work(item)


shards, out = sys.argv[1:]
ray.init(num_cpus=2, include_dashboard=False, _node_ip_address="127.0.0.1")
report = regimen.shards.adherence(
    regimen.shards.find(shards),
    Path(out, "rows"),
    map=mapping,
    start="2025-01-01",
    end="2026-01-01",
    by="week",
)
pq.write_table(pa.table(report.cohort), Path(out, "cohort.parquet"))
print(pa.table(report.cohort).num_rows, "rows of the cohort")
