"""The libraries whose frames go in, and those that take tables: each from and to pyarrow."""

from __future__ import annotations

from typing import Any, Callable

import duckdb
import nanoarrow
import pandas as pd
import polars as pl
import pyarrow as pa

import regimen


class Batch:
    """A table as one batch, by the protocol of arrays."""

    def __init__(self, table: pa.Table) -> None:
        batches = table.combine_chunks().to_batches()
        self.batch = batches[0] if batches else pa.RecordBatch.from_pylist([], schema=table.schema)

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        return self.batch.__arrow_c_array__(requested_schema)


def duck(table: pa.Table) -> duckdb.DuckDBPyRelation:
    """A relation of the one connection that all tables of a test share."""
    return duckdb.from_arrow(table).select("*")


#: What holds rows, made from a table.
PRODUCERS: dict[str, Callable[[pa.Table], Any]] = {
    "pyarrow": lambda table: table,
    "reader": lambda table: table.to_reader(max_chunksize=7_000),
    "batch": Batch,
    "polars": pl.DataFrame,
    "pandas": lambda table: table.to_pandas(),
    "pandas by arrow": lambda table: table.to_pandas(types_mapper=pd.ArrowDtype),
    "duckdb": duck,
    "nanoarrow": nanoarrow.ArrayStream,
    "dictionary": lambda table: table.to_pydict(),
    "records": lambda table: table.to_pylist(),
}

#: What takes a table of results, and gives a table of pyarrow for comparison.
CONSUMERS: dict[str, Callable[[regimen.Table], pa.Table]] = {
    "pyarrow": pa.table,
    "polars": lambda table: pl.DataFrame(table).to_arrow(),
    "pandas": lambda table: pa.Table.from_pandas(table.to_pandas(), preserve_index=False),
    "duckdb": lambda table: through_duckdb(table),
    "nanoarrow": lambda table: pa.table(nanoarrow.ArrayStream(table)),
    "python": lambda table: pa.Table.from_pylist(table.to_dicts(), schema=plain(table)),
}


def through_duckdb(rows: regimen.Table) -> pa.Table:
    """What DuckDB selects of a table, which it finds by the variable's name."""
    return duckdb.sql("SELECT * FROM rows").to_arrow_table()


def plain(table: regimen.Table) -> pa.Schema:
    """The schema with texts in the place of dictionaries."""
    return pa.schema([field.with_type(decoded(field.type)) for field in pa.schema(table)])


def decoded(kind: pa.DataType) -> pa.DataType:
    return kind.value_type if pa.types.is_dictionary(kind) else kind
