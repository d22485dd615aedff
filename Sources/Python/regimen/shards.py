"""A cohort in shards, each with whole patients: what every cluster runs, and what runs them.

``shard`` is all that a cluster needs to know: tables in, rows and a part out. ``adherence`` calls
it for files of Parquet, one shard after the other or by the ``map`` of whoever has more processes
or machines:

    places = regimen.shards.find("cohort")
    report = regimen.shards.adherence(places, out="rows", start="2025-01-01", end="2026-01-01")

Nothing moves between the shards but their parts, which ``regimen.merge`` puts together.
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

#: The tables that a shard may have, as in dataset folders.
TABLES = ("patients", "tasks", "outcomes", "holds", "plans", "contacts")
#: Columns of few different texts, which are read as numbers into a list of them.
REPEATED = ("patient", "task", "element", "units", "kind", "type", "status")
#: Where files wait until they are whole.
TEMPORARY = "_temporary"

Place = Mapping[str, str]
Map = Callable[[Callable[[Any], Any], Sequence[Any]], Iterable[Any]]


class Shard(NamedTuple):
    """What a shard comes to."""

    #: The rows of ``adherence``, which can be read once, if the question asks for them.
    rows: pa.RecordBatchReader | None
    #: What ``regimen.merge`` takes.
    part: bytes


def shard(tables: Mapping[str, Any], question: Mapping[str, Any]) -> Shard:
    """Evaluates whole patients: tables by name in, rows and a part out.

    A table is whatever has ``__arrow_c_stream__``. The question is what `asking` makes of that of
    ``regimen.adherence``; with a schedule in it the events are ``outcomes``, beside which
    ``patients`` may list all patients.
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
    """A question for one thread, and for no more tables than are needed unless it says which.

    The days must be given: those of a shard's data are not those of all. As part of a whole it may
    be about nobody, and have as many rows rejected as there are: ``summary`` counts them. With a
    schedule the events are in the columns ``patient`` and ``time`` unless the question names
    others, since each shard would find its own; name the others that matter too.
    """
    if missing := [name for name in ("start", "end") if question.get(name) is None]:
        raise TypeError(
            f"'{missing[0]}' is missing: each shard would take the days of its own data"
        )
    if "schedule" in question and not {"layout", "slots"} & set(question):
        question = {"patient": "patient", "time": "time", **question}
    wanted = question.get("tables") or tables
    wanted = wanted.split(",") if isinstance(wanted, str) else list(wanted)
    wanted += [name for name in tables if name == "adherence" and name not in wanted]
    return {"jobs": 1, "partition": "1/1", **question, "tables": wanted}


def find(root: str | os.PathLike[str]) -> list[Place]:
    """Finds the shards below a folder, in order of their names.

    Either each shard is a folder with a file or folder for each table, ``root/7/outcomes.parquet``,
    or each table is a folder with a folder for each shard, ``root/outcomes/shard=7``, as
    ``partitionBy`` writes it. The paths are absolute, since workers are in folders of their own.
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
    """The part of some shards in files; their rows are written where they are wanted."""
    found = []
    for number, place in numbered:
        result = shard(read(place), question)
        found.append(result.part)
        if out is not None:
            write([result.rows], out, number)
    return found[0] if len(found) == 1 else regimen.merge(found).part()


def write(readers: Iterable[pa.RecordBatchReader], out: str, number: int) -> None:
    """Writes rows as a file of a folder, whole or not at all, in the place of an earlier one."""
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
    """Makes a folder for rows: ``_SUCCESS`` says that all are there, and after an error none is."""
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
    """Evaluates shards and merges their parts: the report of all, without rows of patients.

    The rows of ``adherence`` go to the folder ``out``, a file of Parquet for each shard, which
    every worker has to see under that name; ``_SUCCESS`` stands there when all are written. ``map``
    calls a function for each shard in whatever process, and answers in their order: that of
    ``ProcessPoolExecutor``, or ``regimen.spark.mapping(session)``. A shard is held in memory as a
    whole, and evaluated by one thread unless ``jobs`` says more. Where there are very many, a call
    takes ``per_task`` of them, one after the other, and answers one part.
    """
    question = asking(question, *written(out), "cohort", "statistics")
    with folder(out) as path:
        work = partial(evaluate, out=path, question=question)
        numbered = list(enumerate(places))
        items = [numbered[at : at + per_task] for at in range(0, len(numbered), per_task)]
        parts = list(map(work, items))
    return regimen.merge(parts)


def written(out: str | os.PathLike[str] | None) -> list[str]:
    """The tables that go to a folder, if there is one."""
    return [] if out is None else ["adherence"]
