"""Adherence on a cluster: data frames of Spark in, a data frame of rows or a report out.

    rows = regimen.spark.adherence(patients, tasks, outcomes, start="2025-01-01", end="2026-01-01")
    rows.write.parquet("adherence")

The rows of all tables become one frame, which is divided by a hash of the patient's id and sorted
by it. A worker cuts what it gets into groups of whole patients and gives each to the engine, so
that its memory is that of a group, however large the partition. Who has tables that are divided by
patient already needs none of this: `regimen.shards` with ``map=mapping(session)``.

The driver does without the engine, but for `report`, `cohort` and `statistics`, which merge parts
there. Every node needs this package with its library. What it takes is in Python's workers, outside
Java's heap: ``spark.executor.memoryOverhead`` has to leave room for it.
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial, reduce
from typing import Any

import pyarrow as pa
from pyspark import TaskContext
from pyspark.sql import Column, DataFrame, SparkSession, functions
from pyspark.sql.pandas.types import from_arrow_schema, to_arrow_schema
from pyspark.sql.types import StructField, StructType

import regimen
from regimen import groups, shards

Batches = Iterable[pa.RecordBatch]
#: How many bytes Spark hands to Python at once. Without a limit it counts rows alone.
MEASURE = "spark.sql.execution.arrow.maxBytesPerBatch"
UNLIMITED = str(2**31 - 1)
#: The rows of a frame of parts.
PART = "part binary"


def adherence(
    patients: DataFrame,
    tasks: DataFrame | None = None,
    outcomes: DataFrame | None = None,
    holds: DataFrame | None = None,
    plans: DataFrame | None = None,
    contacts: DataFrame | None = None,
    *,
    events: DataFrame | None = None,
    partitions: int | None = None,
    group_bytes: int = groups.BYTES,
    **question: Any,
) -> DataFrame:
    """The rows of ``adherence``: one for each patient, task and period, in no order.

    The tables and the question are those of ``regimen.adherence``; the days must be given. With a
    schedule the first table has the events, or, beside ``events``, the ids of all patients. Without
    ``partitions`` Spark chooses how many there are, by their size. A group ends with the patient
    with whom it has ``group_bytes``: a worker needs a few times that. A wrong column or question
    raises ``InputError`` at once, before any row is read.
    """
    question = shards.asking(question, "adherence")
    tables = given(question, events, patients, tasks, outcomes, holds, plans, contacts)
    is_measured = patients.sparkSession.conf.get(MEASURE, None) != UNLIMITED
    frame = together(tables, partitions, is_measured, question.get("patient", "patient"))
    schema = answer(frame, question)
    work = partial(rows, limit=group_bytes, question=question, schema=schema)
    return frame.mapInArrow(work, described(schema))


def report(
    patients: DataFrame,
    tasks: DataFrame | None = None,
    outcomes: DataFrame | None = None,
    holds: DataFrame | None = None,
    plans: DataFrame | None = None,
    contacts: DataFrame | None = None,
    *,
    events: DataFrame | None = None,
    out: str | os.PathLike[str] | None = None,
    partitions: int | None = None,
    group_bytes: int = groups.BYTES,
    merges: int | None = None,
    **question: Any,
) -> regimen.Report:
    """The report of the whole cohort, without the tables that have rows of patients.

    Rows of ``adherence`` go to the folder ``out`` on the way, a file of Parquet for each partition,
    which all nodes have to see under that name. Only parts come to the driver, one of each
    partition, which merges them; where there are very many, tasks merge them into ``merges``
    before.
    """
    question = shards.asking(question, *shards.written(out), "cohort", "statistics")
    tables = given(question, events, patients, tasks, outcomes, holds, plans, contacts)
    frame = together(tables, partitions, False, question.get("patient", "patient"))
    answer(frame, question)
    with shards.folder(out) as path:
        work = partial(parts, limit=group_bytes, question=question, out=path)
        found = frame.mapInArrow(work, PART)
        if merges is not None:
            found = found.repartition(merges).mapInArrow(merged, PART)
        with unmeasured(frame.sparkSession):
            rows = found.collect()
    return regimen.merge([bytes(row.part) for row in rows])


def cohort(patients: DataFrame, *tables: DataFrame | None, **question: Any) -> DataFrame:
    """The rows of ``cohort``, by the arguments of `report`."""
    rows = pa.table(report(patients, *tables, **question).cohort)
    return patients.sparkSession.createDataFrame(rows.cast(plain(rows.schema)))


def statistics(patients: DataFrame, *tables: DataFrame | None, **question: Any) -> Any:
    """The cohort's statistics, by the arguments of `report`."""
    return report(patients, *tables, **question).statistics


def mapping(session: SparkSession) -> shards.Map:
    """The ``map`` of `regimen.shards` that calls a function for each item in a task of Spark."""

    def over(function: Callable[[Any], Any], items: Sequence[Any]) -> list[Any]:
        if not items:
            return []
        numbers = session.range(0, len(items), 1, len(items))
        work = partial(called, function=function, items=items)
        results = numbers.mapInArrow(work, "id long, result binary").collect()
        return [pickle.loads(row.result) for row in sorted(results, key=lambda row: row.id)]

    return over


@contextmanager
def unmeasured(session: SparkSession) -> Iterator[None]:
    """Spark does without measuring a batch after each row, which takes as long as all else."""
    before = session.conf.get(MEASURE, None)
    session.conf.set(MEASURE, UNLIMITED)
    try:
        yield
    finally:
        if before is None:
            session.conf.unset(MEASURE)
        else:
            session.conf.set(MEASURE, before)


# The frame


def given(
    question: Mapping[str, Any], events: DataFrame | None, *tables: DataFrame | None
) -> dict[str, DataFrame]:
    """The tables that there are, by name; events of a schedule are its outcomes."""
    if "schedule" in question:
        tables = (None, None, tables[0]) if events is None else (tables[0], None, events)
    return {name: table for name, table in zip(shards.TABLES, tables) if table is not None}


def together(
    tables: Mapping[str, DataFrame], partitions: int | None, is_measured: bool, patient: str
) -> DataFrame:
    """All rows in one frame, those of a patient in one partition and next to each other.

    The column ``patient`` has the ids, and ``id`` in the table of patients.

    The key is a number: Spark sorts by it without comparing rows. A list that is null costs
    nothing, and a struct a null for each of its columns; but Spark measures lists slot by slot.
    """
    frames = [
        tagged(name, table, is_measured, "id" if name == "patients" else patient)
        for name, table in tables.items()
    ]
    frame = reduce(partial(DataFrame.unionByName, allowMissingColumns=True), frames)
    size = () if partitions is None else (partitions,)
    return frame.repartition(*size, groups.KEY).sortWithinPartitions(groups.KEY)


def tagged(name: str, table: DataFrame, is_measured: bool, column: str) -> DataFrame:
    """A table's rows as `groups` has them, with the key of their patient.

    Rows that name no patient have keys of their own, so that they do not come to one partition.
    """
    row = functions.monotonically_increasing_id()
    patient = named(column).cast("string")
    key = functions.when(patient.isNull(), functions.xxhash64(row))
    columns = [key.otherwise(functions.xxhash64(patient)).alias(groups.KEY)]
    fields = [named(field).alias(field) for field in table.columns]
    if name == "outcomes":
        return table.select(*columns, row.alias(groups.ORDER), *fields)
    record = functions.struct(*fields)
    return table.select(
        *columns, (record if is_measured else functions.array(record)).alias(f"@{name}")
    )


def named(name: str) -> Column:
    """A column by its name, whatever is in it."""
    return functions.col("`" + name.replace("`", "``") + "`")


# The answer's columns


def answer(frame: DataFrame, question: Mapping[str, Any]) -> pa.Schema:
    """The columns of ``adherence``, as a worker answers the question of a frame without rows.

    Without columns where the question does not ask for the table.
    """
    work = partial(empty, schema=to_arrow_schema(frame.schema), question=question)
    (row,) = (
        frame.sparkSession.range(0, 1, 1, 1)
        .mapInArrow(work, "columns binary, error string")
        .collect()
    )
    if row.error is not None:
        raise regimen.InputError(row.error)
    return pa.ipc.read_schema(pa.py_buffer(row.columns))


def empty(_: Batches, schema: pa.Schema, question: Mapping[str, Any]) -> Batches:
    """Asks the engine about nobody; what is wrong with question or columns is an answer too."""
    columns, error = pa.schema([]), None
    try:
        found = shards.shard(groups.tables(schema.empty_table()), question)
        columns = columns if found.rows is None else plain(found.rows.schema)
    except regimen.InputError as wrong:
        error = str(wrong)
    names = pa.array([columns.serialize().to_pybytes()], pa.binary())
    yield pa.RecordBatch.from_arrays([names, pa.array([error], pa.string())], ["columns", "error"])


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
            StructField(column.name, column.dataType, True, texts(field.metadata))
            for column, field in zip(from_arrow_schema(schema), schema)
        ]
    )


def texts(metadata: Mapping[bytes, bytes] | None) -> dict[str, str]:
    """What a column's metadata say."""
    return {name.decode(): text.decode() for name, text in (metadata or {}).items()}


# What workers do


def evaluated(batches: Batches, limit: int, question: Mapping[str, Any]) -> Iterator[shards.Shard]:
    """Evaluates a partition, group by group."""
    for group in groups.cut(batches, limit):
        yield shards.shard(groups.tables(group), question)


def rows(batches: Batches, limit: int, question: Mapping[str, Any], schema: pa.Schema) -> Batches:
    """The rows of a partition."""
    for result in evaluated(batches, limit, question):
        for batch in result.rows or ():
            yield batch.cast(schema)


def parts(batches: Batches, limit: int, question: Mapping[str, Any], out: str | None) -> Batches:
    """The part of a partition; its rows are written where they are wanted."""
    found: list[bytes] = []

    def passing() -> Iterator[pa.RecordBatchReader]:
        for result in evaluated(batches, limit, question):
            found.append(result.part)
            if result.rows is not None:
                yield result.rows

    if out is None:
        for _ in passing():
            pass
    else:
        task = TaskContext.get()
        shards.write(passing(), out, 0 if task is None else task.partitionId())
    return one(found)


def merged(batches: Batches) -> Batches:
    """The parts of a partition as one."""
    return one([part.as_py() for batch in batches for part in batch.column(0)])


def one(found: list[bytes]) -> Batches:
    """A row with the one part that some come to; none where there are none."""
    if len(found) > 1:
        found = [regimen.merge(found).part()]
    if found:
        yield pa.RecordBatch.from_pydict({"part": pa.array(found, pa.binary())})


def called(batches: Batches, function: Callable[[Any], Any], items: Sequence[Any]) -> Batches:
    """Calls a function with the items whose numbers are in the batches."""
    for batch in batches:
        numbers = batch.column("id")
        results = [pickle.dumps(function(items[number.as_py()])) for number in numbers]
        yield pa.RecordBatch.from_arrays(
            [numbers, pa.array(results, pa.binary())], ["id", "result"]
        )
