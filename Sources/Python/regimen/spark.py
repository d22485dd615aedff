"""Adherence on a cluster: data frames of Spark in, a data frame of rows or a report out.

    rows = regimen.spark.adherence(patients, tasks, outcomes, start="2025-01-01", end="2026-01-01")
    rows.write.parquet("adherence")

The rows of all tables become one frame, which is divided by a hash of the patient's id and sorted by it. A
worker cuts what it gets into groups of whole patients and gives each to the engine, so that its memory is
that of a group, however large the partition. Who has tables that are divided by patient already needs none of
this: `regimen.shards` with ``map=mapping(session)``.

The driver does without the engine, but for `report`, `cohort` and `statistics`, which merge parts there. Every
node needs this package with its library. What it takes is in Python's workers, outside Java's heap:
``spark.executor.memoryOverhead`` has to leave room for it.
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial, reduce
from typing import Any

import pyarrow as pa
from pyspark import TaskContext
from pyspark.sql import Column, DataFrame, SparkSession, functions
from pyspark.sql.pandas.types import from_arrow_schema, to_arrow_schema
from pyspark.sql.types import StructField, StructType

import regimen
from regimen import groups, shards

Batches = Iterator[pa.RecordBatch]
Work = Callable[[Batches], Batches]


def adherence(
    patients: DataFrame,
    tasks: DataFrame,
    outcomes: DataFrame,
    holds: DataFrame | None = None,
    *,
    partitions: int | None = None,
    group_bytes: int = groups.BYTES,
    plans: DataFrame | None = None,
    contacts: DataFrame | None = None,
    **question: Any,
) -> DataFrame:
    """The rows of ``adherence``: one for each patient, task and period, in no order.

    The question is that of ``regimen.adherence``. Without ``partitions`` Spark chooses how many there are, by their
    size. A group ends with the patient with whom it has ``group_bytes``: a worker needs some few times that.
    A wrong column or question raises ``InputError`` at once, before any row is read.
    """
    tables = given(patients, tasks, outcomes, holds, plans, contacts)
    frame = together(tables, partitions)
    schema = answer(frame, question)
    work = partial(rows, limit=group_bytes, question=question, schema=schema)
    return frame.mapInArrow(work, described(schema))


def report(
    patients: DataFrame,
    tasks: DataFrame,
    outcomes: DataFrame,
    holds: DataFrame | None = None,
    *,
    out: str | os.PathLike[str] | None = None,
    partitions: int | None = None,
    group_bytes: int = groups.BYTES,
    plans: DataFrame | None = None,
    contacts: DataFrame | None = None,
    **question: Any,
) -> regimen.Report:
    """The report of the whole cohort, without the tables that have rows of patients.

    Rows of ``adherence`` go to the folder ``out`` on the way, a file of Parquet for each partition, which all nodes
    have to see under that name. Only parts come to the driver, which merges them.
    """
    frame = together(given(patients, tasks, outcomes, holds, plans, contacts), partitions)
    answer(frame, question)
    with shards.folder(out) as path:
        work = partial(parts, limit=group_bytes, question=question, out=path)
        found = [bytes(row.part) for row in frame.mapInArrow(work, "part binary").collect()]
    return regimen.merge(found)


def cohort(patients: DataFrame, *tables: DataFrame | None, **question: Any) -> DataFrame:
    """The rows of ``cohort``, by the arguments of `report`."""
    rows = pa.table(report(patients, *tables, **question).cohort)
    return patients.sparkSession.createDataFrame(rows.cast(plain(rows.schema)))


def statistics(patients: DataFrame, *tables: DataFrame | None, **question: Any) -> Any:
    """The cohort's statistics, by the arguments of `report`."""
    return report(patients, *tables, **question).statistics


def mapping(session: SparkSession) -> shards.Map:
    """Calls a function for each of some items as a task of Spark each: the ``map`` of `regimen.shards`."""

    def over(function: Callable[[Any], Any], items: Sequence[Any]) -> list[Any]:
        if not items:
            return []
        numbers = session.range(0, len(items), 1, len(items))
        work = partial(called, function=function, items=items)
        results = numbers.mapInArrow(work, "id long, result binary").collect()
        return [pickle.loads(row.result) for row in sorted(results, key=lambda row: row.id)]

    return over


# The frame


def given(*tables: DataFrame | None) -> dict[str, DataFrame]:
    """The tables that there are, by name."""
    return {name: table for name, table in zip(shards.TABLES, tables) if table is not None}


def together(tables: Mapping[str, DataFrame], partitions: int | None) -> DataFrame:
    """All rows in one frame, those of a patient in one partition and next to each other.

    The key is a number: Spark sorts by it without comparing rows.
    """
    frames = [tagged(name, table) for name, table in tables.items()]
    frame = reduce(partial(DataFrame.unionByName, allowMissingColumns=True), frames)
    size = [] if partitions is None else [partitions]
    return frame.repartition(*size, groups.KEY).sortWithinPartitions(groups.KEY)


def tagged(name: str, table: DataFrame) -> DataFrame:
    """A table's rows as `groups` has them, with the key of their patient.

    Rows that name no patient have keys of their own, so that they do not come to one partition.
    """
    row = functions.monotonically_increasing_id()
    patient = field("id" if name == "patients" else "patient").cast("string")
    key = functions.when(patient.isNull(), functions.xxhash64(row))
    columns = [key.otherwise(functions.xxhash64(patient)).alias(groups.KEY)]
    fields = [field(column).alias(column) for column in table.columns]
    if name == "outcomes":
        return table.select(*columns, row.alias(groups.ORDER), *fields)
    return table.select(*columns, functions.array(functions.struct(*fields)).alias(groups.column(name)))


def field(name: str) -> Column:
    """A column by its name, whatever is in it."""
    return functions.col("`" + name.replace("`", "``") + "`")


# The answer's columns


def answer(frame: DataFrame, question: Mapping[str, Any]) -> pa.Schema:
    """The columns of ``adherence``, as a worker answers the question of a frame without rows."""
    work = partial(empty, schema=to_arrow_schema(frame.schema), question=question)
    (row,) = frame.sparkSession.range(0, 1, 1, 1).mapInArrow(work, "columns binary, error string").collect()
    if row.error is not None:
        raise regimen.InputError(row.error)
    return pa.ipc.read_schema(pa.py_buffer(row.columns))


def empty(_: Batches, schema: pa.Schema, question: Mapping[str, Any]) -> Batches:
    """Asks the engine about nobody; what is wrong with the question or the columns is an answer too."""
    columns, error = None, None
    try:
        found = shards.shard(groups.tables(schema.empty_table()), **question)
        columns = plain(found.rows.schema).serialize().to_pybytes()
    except regimen.InputError as wrong:
        error = str(wrong)
    yield pa.RecordBatch.from_pydict(
        {"columns": pa.array([columns], pa.binary()), "error": pa.array([error], pa.string())}
    )


def plain(schema: pa.Schema) -> pa.Schema:
    """A schema as Spark knows it: texts in the place of numbers into a list of texts."""
    fields = [
        column.with_type(column.type.value_type) if pa.types.is_dictionary(column.type) else column
        for column in schema
    ]
    return pa.schema(fields)


def described(schema: pa.Schema) -> StructType:
    """The schema for Spark, each column with what it means."""
    return StructType(
        [
            StructField(column.name, column.dataType, True, texts(schema.field(column.name).metadata))
            for column in from_arrow_schema(schema)
        ]
    )


def texts(metadata: Mapping[bytes, bytes] | None) -> dict[str, str]:
    """What a column's metadata say."""
    return {name.decode(): text.decode() for name, text in (metadata or {}).items()}


# What workers do


def evaluated(batches: Batches, limit: int, question: Mapping[str, Any]) -> Iterator[shards.Shard]:
    """Evaluates a partition, group by group."""
    for group in groups.cut(batches, limit):
        yield shards.shard(groups.tables(group), **question)


def rows(batches: Batches, limit: int, question: Mapping[str, Any], schema: pa.Schema) -> Batches:
    """The rows of a partition."""
    for result in evaluated(batches, limit, question):
        for batch in result.rows:
            yield batch.cast(schema)


def parts(batches: Batches, limit: int, question: Mapping[str, Any], out: str | None) -> Batches:
    """The parts of a partition's groups; its rows are written where they are wanted."""
    found = []

    def passing() -> Iterator[pa.RecordBatchReader]:
        for result in evaluated(batches, limit, question):
            found.append(result.part)
            yield result.rows

    if out is None:
        for _ in passing():
            pass
    else:
        shards.write(passing(), out, TaskContext.get().partitionId())
    yield pa.RecordBatch.from_pydict({"part": pa.array(found, pa.binary())})


def called(batches: Batches, function: Callable[[Any], Any], items: Sequence[Any]) -> Batches:
    """Calls a function with the items whose numbers are in the batches."""
    for batch in batches:
        numbers = batch.column("id")
        results = [pickle.dumps(function(items[number.as_py()])) for number in numbers]
        yield pa.RecordBatch.from_arrays([numbers, pa.array(results, pa.binary())], ["id", "result"])
