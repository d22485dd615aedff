"""Evaluates a cohort in shards of whole patients, on any cluster.

``shard`` is the unit of work: it takes tables and returns rows and a partial result. ``adherence``
calls it for the shards in Parquet files, one after the other or with a ``map`` that distributes the
calls to processes or machines:

    places = regimen.shards.find("cohort")
    report = regimen.shards.adherence(places, out="rows", start="2025-01-01", end="2026-01-01")

Shards exchange no data; ``regimen.merge`` merges their partial results.
"""

from __future__ import annotations

import os
import shutil
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

import regimen
from regimen._keywords import AdherenceOptions
from regimen._options import encoded, known, names, require_flags

#: The arguments of ``regimen.adherence`` beside tables and options.
ARGUMENTS = ("schedule", "start", "end", "by", "as_of", "totals")
#: The tables of a shard, as in dataset folders.
TABLES = ("patients", "tasks", "outcomes", "holds", "plans", "contacts", "namedEvents")
#: Columns with few distinct texts, which are read dictionary-encoded.
REPEATED = ("patient", "task", "element", "units", "kind", "type", "status")
#: The subfolder for incomplete files.
TEMPORARY = "_temporary"

Place = Mapping[str, str]
Map = Callable[[Callable[[Any], Any], Sequence[Any]], Iterable[Any]]


class Shard(NamedTuple):
    """The result of a shard."""

    #: The rows of ``adherence`` if requested; they can be read once.
    rows: pa.RecordBatchReader | None
    #: The partial result for ``regimen.merge``.
    part: bytes


def shard(tables: Mapping[str, Any], question: Mapping[str, Any]) -> Shard:
    """Evaluates whole patients.

    :param tables: The tables by name, each an object with ``__arrow_c_stream__``. With a schedule
        the events are ``outcomes``, and ``patients`` may list all patients.
    :param question: The options of ``regimen.adherence``, completed by `asking`.
    """
    if "schedule" in question:
        own = tables.get("patients")
        report = regimen.adherence(events=tables["outcomes"], patients=own, **question)
    else:
        report = regimen.adherence(**tables, **question)
    wanted = "adherence" in question["tables"]
    rows = pa.RecordBatchReader.from_stream(report.adherence) if wanted else None
    return Shard(rows, report.part())


def asking(question: Mapping[str, Any], *tables: str) -> dict[str, Any]:
    """Completes the options of ``regimen.adherence`` for a shard.

    By default a shard is evaluated by one thread, and only the given tables are computed. ``start``
    and ``end`` are required, since the range of a shard's data is not that of the cohort. A shard
    may have no patients and any number of rejected rows, which ``summary`` counts. With a schedule,
    the columns of the events default to ``patient`` and ``time``, since inference could differ
    between shards; specify all other relevant columns, too.

    :raises InputError: If ``start`` or ``end`` is missing, or an option is unknown or of a wrong type.
    """
    known("adherence", question, (*names(AdherenceOptions), *ARGUMENTS))
    require_flags(question)
    encoded(question)
    if missing := [name for name in ("start", "end") if question.get(name) is None]:
        text = f"'{missing[0]}' is missing: each shard would take the days of its own data"
        raise regimen.InputError(text, field=missing[0])
    if "schedule" in question and not {"layout", "slots"} & set(question):
        question = {"patient": "patient", "time": "time", **question}
    wanted = question.get("tables") or tables
    wanted = wanted.split(",") if isinstance(wanted, str) else list(wanted)
    wanted += [name for name in tables if name == "adherence" and name not in wanted]
    return {"jobs": 1, "partition": "1/1", **question, "tables": wanted}


def find(root: str | os.PathLike[str]) -> list[Place]:
    """Finds the shards in a folder, sorted by name.

    Either each shard is a folder with a file or folder per table, ``root/7/outcomes.parquet``, or
    each table is a folder with a folder per shard, ``root/outcomes/shard=7``, as written by
    ``partitionBy``. The paths are absolute, since workers have other working directories.
    """
    places: dict[str, dict[str, str]] = {}
    for path in sorted(Path(root).absolute().glob("*/*")):
        table, name = path.stem, path.parent.name
        if name in TABLES:
            table, name = name, path.name
        if table in TABLES and not path.name.startswith(("_", ".")):
            places.setdefault(name, {})[table] = str(path)
    return [places[name] for name in sorted(places)]


def read(place: Place) -> dict[str, pa.Table]:
    """Reads the tables of a shard from Parquet."""
    return {
        name: pq.read_table(path, partitioning=None, use_threads=False, read_dictionary=REPEATED)
        for name, path in place.items()
    }


def evaluate(
    numbered: Iterable[tuple[int, Place]], out: str | None, question: Mapping[str, Any]
) -> bytes:
    """Evaluates shards in files, writes their rows to ``out`` if given, and merges their parts."""
    found = []
    for number, place in numbered:
        result = shard(read(place), question)
        found.append(result.part)
        if out is not None:
            write([result.rows], out, number)
    return found[0] if len(found) == 1 else regimen.merge(found).part()


def write(readers: Iterable[pa.RecordBatchReader], out: str, number: int) -> None:
    """Writes rows to a file in a folder, atomically, and replaces an earlier one."""
    unfinished = Path(out, TEMPORARY, f"{number:05}-{uuid.uuid4().hex}.parquet")
    file = None
    for rows in readers:
        file = file or pq.ParquetWriter(unfinished, rows.schema, compression="zstd")
        for batch in rows:
            file.write_batch(batch)
    if file is not None:
        file.close()
        unfinished.rename(Path(out, f"part-{number:05}.parquet"))


@contextmanager
def folder(out: str | os.PathLike[str] | None) -> Iterator[str | None]:
    """Creates a folder for rows; adds ``_SUCCESS`` at the end, or removes all rows on an error."""
    if out is None:
        yield None
        return
    path = Path(out).absolute()
    if path.exists() and any(path.iterdir()):
        raise FileExistsError(f"{path} is not empty: rows go to a folder of their own")
    (path / TEMPORARY).mkdir(parents=True)
    try:
        yield str(path)
        (path / "_SUCCESS").touch()
    except BaseException:
        for file in path.glob("part-*.parquet"):
            file.unlink()
        raise
    finally:
        shutil.rmtree(path / TEMPORARY)


def adherence(
    places: Sequence[Place],
    out: str | os.PathLike[str] | None = None,
    *,
    map: Map = map,
    per_task: int = 1,
    **question: Any,
) -> regimen.Report:
    """Evaluates shards and merges their results into a report without rows of single patients.

    A shard is held in memory as a whole, and evaluated by one thread unless ``jobs`` is given.

    :param out: The folder for the rows of ``adherence``, one Parquet file per shard. It must have
        the same path for every worker. ``_SUCCESS`` is created when all files are written.
    :param map: A function that calls a function for each item, in any process, and returns the
        results in order, such as ``map`` of ``ProcessPoolExecutor``, or
        ``regimen.spark.mapping(session)``.
    :param per_task: The number of shards per call, which are evaluated one after the other and
        return one merged result.
    """
    question = asking(question, *written(out), "cohort", "statistics")
    with folder(out) as path:
        work = partial(evaluate, out=path, question=question)
        numbered = list(enumerate(places))
        items = [numbered[at : at + per_task] for at in range(0, len(numbered), per_task)]
        parts = list(map(work, items))
    return regimen.merge(parts, totals=question.get("totals", False))


def written(out: str | os.PathLike[str] | None) -> list[str]:
    """Returns the names of the tables written to the folder, if one is given."""
    return [] if out is None else ["adherence"]
