"""Conversions between pyarrow tables and the tables of other libraries, as input and output."""

from __future__ import annotations

from typing import Any, Callable

import duckdb
import nanoarrow
import pandas as pd
import polars as pl
import pyarrow as pa

import regimen


class Batch:
    """An exporter of a table as one batch, through `__arrow_c_array__`."""

    def __init__(self, table: pa.Table) -> None:
        batches = table.combine_chunks().to_batches()
        self.batch = batches[0] if batches else pa.RecordBatch.from_pylist([], schema=table.schema)

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        return self.batch.__arrow_c_array__(requested_schema)


def duck(table: pa.Table) -> duckdb.DuckDBPyRelation:
    """Creates a relation of the connection that all tables of a test share."""
    return duckdb.from_arrow(table).select("*")


#: Conversions of a pyarrow table to the kinds of input.
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

#: Conversions of a result table to a pyarrow table through other libraries, for comparison.
CONSUMERS: dict[str, Callable[[regimen.Table], pa.Table]] = {
    "pyarrow": pa.table,
    "polars": lambda table: pl.DataFrame(table).to_arrow(),
    "pandas": lambda table: pa.Table.from_pandas(table.to_pandas(), preserve_index=False),
    "duckdb": lambda table: through_duckdb(table),
    "nanoarrow": lambda table: pa.table(nanoarrow.ArrayStream(table)),
    "python": lambda table: pa.Table.from_pylist(table.to_dicts(), schema=plain(table)),
}


def through_duckdb(rows: regimen.Table) -> pa.Table:
    """Selects all rows with DuckDB, which finds the table by the name of the variable."""
    return duckdb.sql("SELECT * FROM rows").to_arrow_table()


def plain(table: regimen.Table) -> pa.Schema:
    """Returns the schema with texts instead of dictionaries."""
    return pa.schema([field.with_type(decoded(field.type)) for field in pa.schema(table)])


def decoded(kind: pa.DataType) -> pa.DataType:
    return kind.value_type if pa.types.is_dictionary(kind) else kind
