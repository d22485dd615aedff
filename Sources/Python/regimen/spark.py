"""Adherence on a Spark cluster: takes data frames, returns a data frame of rows or a report.

    rows = regimen.spark.adherence(patients, tasks, outcomes, start="2025-01-01", end="2026-01-01")
    rows.write.parquet("adherence")

The rows of all tables are merged into one frame, which is partitioned and sorted by a hash of the
patient id. Each worker splits its partition into groups of whole patients and evaluates them one by
one, so that its memory depends on the size of a group, not of the partition. For tables that are
already partitioned by patient, use `regimen.shards` with ``map=mapping(session)`` instead.

The driver needs the engine only for `report`, `cohort` and `statistics`, which merge partial
results there. Every node needs this package with its library. Its memory is used by the Python
workers, outside the Java heap: size ``spark.executor.memoryOverhead`` accordingly.
"""

from __future__ import annotations

import json
import os
import pickle
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial, reduce
from inspect import signature
from typing import Any

import pyarrow as pa
from pyspark import TaskContext
from pyspark.errors import PythonException
from pyspark.sql import Column, DataFrame, SparkSession, functions
from pyspark.sql.pandas.types import from_arrow_schema, to_arrow_schema
from pyspark.sql.types import StructField, StructType

import regimen
from regimen import groups, shards

Batches = Iterable[pa.RecordBatch]
#: The Spark option that limits the bytes of a batch. Without a limit Spark counts rows only.
MEASURE = "spark.sql.execution.arrow.maxBytesPerBatch"
UNLIMITED = str(2**31 - 1)
#: The schema of a frame of partial results.
PART = "part binary"


def adherence(
    patients: DataFrame,
    tasks: DataFrame | None = None,
    outcomes: DataFrame | None = None,
    holds: DataFrame | None = None,
    plans: DataFrame | None = None,
    contacts: DataFrame | None = None,
    named_events: DataFrame | None = None,
    *,
    events: DataFrame | None = None,
    partitions: int | None = None,
    group_bytes: int = groups.BYTES,
    **question: Any,
) -> DataFrame:
    """Returns the rows of ``adherence``, one per patient, task and period, in no particular order.

    The tables and options are those of ``regimen.adherence``; ``start`` and ``end`` are required.
    With a schedule, the first table contains the events or, if ``events`` is given, the ids of all
    patients. Without ``partitions`` Spark chooses the number of partitions by their size. A group
    ends with the patient at whom it reaches ``group_bytes``; a worker needs a few times that much
    memory. An invalid column or option raises ``InputError`` before any row is read; a table that
    is ambiguous may fail the action on the frame, with the text of the ``InputError``.
    """
    question = shards.asking(question, "adherence")
    require_numbers(partitions=partitions, group_bytes=group_bytes)
    cohort = (patients, tasks, outcomes, holds, plans, contacts, named_events)
    tables = given(question, events, *cohort)
    is_measured = tables["outcomes"].sparkSession.conf.get(MEASURE, None) != UNLIMITED
    frame = together(tables, partitions, is_measured, question)
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
    named_events: DataFrame | None = None,
    *,
    events: DataFrame | None = None,
    out: str | os.PathLike[str] | None = None,
    partitions: int | None = None,
    group_bytes: int = groups.BYTES,
    merges: int | None = None,
    **question: Any,
) -> regimen.Report:
    """Returns the report of the whole cohort, without the tables with rows of single patients.

    The rows of ``adherence`` are written to the folder ``out``, one Parquet file per partition; the
    folder must have the same path on all nodes. The driver receives and merges one partial result
    per partition. With very many partitions, tasks first merge these into ``merges`` partial
    results. Charts and a page need ``tables=["cohort", "statistics", "page"]``.
    """
    question = shards.asking(question, *shards.written(out), "cohort", "statistics")
    require_numbers(partitions=partitions, group_bytes=group_bytes, merges=merges)
    cohort = (patients, tasks, outcomes, holds, plans, contacts, named_events)
    tables = given(question, events, *cohort)
    frame = together(tables, partitions, False, question)
    answer(frame, question)
    with shards.folder(out) as path:
        work = partial(parts, limit=group_bytes, question=question, out=path)
        found = frame.mapInArrow(work, PART)
        if merges is not None:
            found = found.repartition(merges).mapInArrow(merged, PART)
        with unmeasured(frame.sparkSession), input_errors():
            rows = found.collect()
    parts_found = [bytes(row.part) for row in rows]
    return regimen.merge(parts_found, totals=question.get("totals", False))


def cohort(patients: DataFrame, *tables: DataFrame | None, **question: Any) -> DataFrame:
    """Returns the rows of ``cohort``; takes the arguments of `report`."""
    rows = pa.table(report(patients, *tables, **question).cohort)
    return patients.sparkSession.createDataFrame(rows.cast(plain(rows.schema)))


def statistics(patients: DataFrame, *tables: DataFrame | None, **question: Any) -> Any:
    """Returns the statistics of the cohort; takes the arguments of `report`."""
    return report(patients, *tables, **question).statistics


def mapping(session: SparkSession) -> shards.Map:
    """Returns a ``map`` for `regimen.shards` that calls a function per item in a Spark task."""

    def over(function: Callable[[Any], Any], items: Sequence[Any]) -> list[Any]:
        if not items:
            return []
        numbers = session.range(0, len(items), 1, len(items))
        work = partial(called, function=function, items=items)
        with input_errors():
            results = numbers.mapInArrow(work, "id long, result binary").collect()
        return [pickle.loads(row.result) for row in sorted(results, key=lambda row: row.id)]

    return over


@contextmanager
def unmeasured(session: SparkSession) -> Iterator[None]:
    """Disables the byte limit of batches, whose check after each row doubles the run time."""
    before = session.conf.get(MEASURE, None)
    session.conf.set(MEASURE, UNLIMITED)
    try:
        yield
    finally:
        if before is None:
            session.conf.unset(MEASURE)
        else:
            session.conf.set(MEASURE, before)


@contextmanager
def input_errors() -> Iterator[None]:
    """Raises an ``InputError`` of a worker as one of the driver."""
    try:
        yield
    except PythonException as error:
        found = re.search(r"regimen\.errors\.InputError: (.*?)\n\s*\n", f"{error}\n\n", re.DOTALL)
        if found is None:
            raise
        raise regimen.InputError(found[1]) from error


def require_numbers(**numbers: Any) -> None:
    """Raises an ``InputError`` for an argument that is neither None nor an integer above 0."""
    for name, value in numbers.items():
        if value is not None and (type(value) is not int or value < 1):
            text = f"'{name}' is not an integer above 0: '{value}'"
            raise regimen.InputError(text, field=name)


# The frame


def given(
    question: Mapping[str, Any], events: DataFrame | None, *tables: DataFrame | None
) -> dict[str, DataFrame]:
    """Returns the tables that are not None, by name; with a schedule, events are ``outcomes``."""
    if question.get("schedule") is not None:
        tables = (None, None, tables[0]) if events is None else (tables[0], None, events)
    found = {name: table for name, table in zip(shards.TABLES, tables) if table is not None}
    own = (
        ["outcomes"] if question.get("schedule") is not None else ["patients", "tasks", "outcomes"]
    )
    if missing := [name for name in own if name not in found]:
        raise regimen.InputError(f"{missing[0]}: the table is missing", source=missing[0])
    for name, table in found.items():
        require_frame(name, table, patient_column(name, question))
    return found


def patient_column(name: str, question: Mapping[str, Any]) -> str:
    """Returns the column of the patient id in a table."""
    return "id" if name == "patients" else question.get("patient") or "patient"


def require_frame(name: str, table: Any, column: str) -> None:
    """Raises an ``InputError`` for a table that is no frame, or has no column of patient ids."""
    if not hasattr(table, "sparkSession"):
        kind = type(table).__name__
        raise regimen.InputError(f"{name}: is no data frame of Spark: {kind}", source=name)
    if column not in table.columns:
        cure = f"use {', '.join(table.columns)}" + (
            "" if name == "patients" else "; patient= names it"
        )
        text = f"{name}: there is no column '{column}' of patient ids ({cure})"
        raise regimen.InputError(text, source=name, field=column)


def together(
    tables: Mapping[str, DataFrame],
    partitions: int | None,
    is_measured: bool,
    question: Mapping[str, Any],
) -> DataFrame:
    """Merges all tables into one frame, with the rows of a patient adjacent and in one partition.

    The key is a number, so that Spark sorts without comparing rows. A null list takes no space, a
    null struct takes a null per field; but Spark's byte limit measures lists slot by slot.
    """
    frames = [
        tagged(name, table, is_measured, patient_column(name, question))
        for name, table in tables.items()
    ]
    frame = reduce(partial(DataFrame.unionByName, allowMissingColumns=True), frames)
    size = () if partitions is None else (partitions,)
    return frame.repartition(*size, groups.KEY).sortWithinPartitions(groups.KEY)


def tagged(name: str, table: DataFrame, is_measured: bool, column: str) -> DataFrame:
    """Returns the rows of a table in the format of `groups`, with the key of their patient.

    Each row without a patient id gets its own key, so that these rows are spread over partitions.
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
    """Returns the column with a name, which may contain dots and backticks."""
    return functions.col("`" + name.replace("`", "``") + "`")


# The columns of the result


def answer(frame: DataFrame, question: Mapping[str, Any]) -> pa.Schema:
    """Returns the schema of ``adherence``, from an evaluation of the frame without its rows.

    The schema is empty if the table is not requested.
    """
    work = partial(empty, schema=arrow_schema(frame), question=question)
    (row,) = (
        frame.sparkSession.range(0, 1, 1, 1)
        .mapInArrow(work, "columns binary, error string")
        .collect()
    )
    if row.error is not None:
        facts = json.loads(row.error)
        raise regimen.InputError(facts.pop("text"), **facts)
    return pa.ipc.read_schema(pa.py_buffer(row.columns))


def arrow_schema(frame: DataFrame) -> pa.Schema:
    """Returns the Arrow schema of a frame; versions of Spark after 4.0 require a time zone."""
    zone: dict[str, Any] = (
        {"timezone": "UTC"} if "timezone" in signature(to_arrow_schema).parameters else {}
    )
    return to_arrow_schema(frame.schema, **zone)


def empty(_: Batches, schema: pa.Schema, question: Mapping[str, Any]) -> Batches:
    """Evaluates tables without rows; yields the schema, or the error in columns or options."""
    columns, error = pa.schema([]), None
    try:
        found = shards.shard(groups.tables(schema.empty_table()), question)
        columns = columns if found.rows is None else plain(found.rows.schema)
    except regimen.InputError as wrong:
        error = json.dumps({"text": str(wrong), **vars(wrong)})
    names = pa.array([columns.serialize().to_pybytes()], pa.binary())
    yield pa.RecordBatch.from_arrays([names, pa.array([error], pa.string())], ["columns", "error"])


def plain(schema: pa.Schema) -> pa.Schema:
    """Returns a schema that Spark supports: dictionary-encoded columns become plain texts."""
    fields = [
        column.with_type(column.type.value_type) if pa.types.is_dictionary(column.type) else column
        for column in schema
    ]
    return pa.schema(fields)


def described(schema: pa.Schema) -> StructType:
    """Returns the Spark schema, with the metadata of each column."""
    return StructType(
        [
            StructField(column.name, column.dataType, True, texts(field.metadata))
            for column, field in zip(from_arrow_schema(schema), schema)
        ]
    )


def texts(metadata: Mapping[bytes, bytes] | None) -> dict[str, str]:
    """Decodes the metadata of a column."""
    return {name.decode(): text.decode() for name, text in (metadata or {}).items()}


# Work on the workers


def evaluated(batches: Batches, limit: int, question: Mapping[str, Any]) -> Iterator[shards.Shard]:
    """Evaluates a partition, group by group."""
    for group in groups.cut(batches, limit):
        yield shards.shard(groups.tables(group), question)


def rows(batches: Batches, limit: int, question: Mapping[str, Any], schema: pa.Schema) -> Batches:
    """Yields the rows of ``adherence`` of a partition."""
    for result in evaluated(batches, limit, question):
        for batch in result.rows or ():
            yield batch.cast(schema)


def parts(batches: Batches, limit: int, question: Mapping[str, Any], out: str | None) -> Batches:
    """Yields the partial result of a partition, and writes its rows to ``out`` if given."""
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
    """Merges the partial results in a partition."""
    return one([part.as_py() for batch in batches for part in batch.column(0)])


def one(found: list[bytes]) -> Batches:
    """Yields one row with the merged partial results, or no row if there are none."""
    if len(found) > 1:
        found = [regimen.merge(found).part()]
    if found:
        yield pa.RecordBatch.from_pydict({"part": pa.array(found, pa.binary())})


def called(batches: Batches, function: Callable[[Any], Any], items: Sequence[Any]) -> Batches:
    """Calls a function with the items whose indexes are in the batches."""
    for batch in batches:
        numbers = batch.column("id")
        results = [pickle.dumps(function(items[number.as_py()])) for number in numbers]
        yield pa.RecordBatch.from_arrays(
            [numbers, pa.array(results, pa.binary())], ["id", "result"]
        )
