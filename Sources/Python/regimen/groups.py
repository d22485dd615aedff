"""Splits a frame with the rows of all tables, sorted by patient, into groups of whole patients.

Rows of ``outcomes`` keep their columns. A row of another table is a struct, or a list of one
struct, in a column for its table, which is null in all other rows: the many rows of ``outcomes``
carry one null column per table instead of all its columns.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

#: The column with a hash of the patient id, the sort key of the rows.
KEY = "@key"
#: The column with the position of a row of outcomes in its table.
ORDER = "@order"
#: The size in bytes at which a group ends with its current patient.
BYTES = 64 << 20
#: The maximum number of rows of a batch that are processed at once.
ROWS = 1 << 16


def cut(batches: Iterable[pa.RecordBatch], limit: int = BYTES) -> Iterator[pa.Table]:
    """Splits sorted rows at the first change of key after ``limit`` bytes.

    No key is in two groups.
    """
    held: list[pa.RecordBatch] = []
    size = 0
    for batch in pieces(batches):
        if held and size >= limit and (end := run(held[-1], batch)) < batch.num_rows:
            yield pa.Table.from_batches([*held, batch.slice(0, end)])
            held, size, batch = [], 0, batch.slice(end)
        held.append(batch)
        size += batch.nbytes
    if held:
        yield pa.Table.from_batches(held)


def pieces(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Splits batches into slices of at most ``ROWS`` rows, and skips empty ones."""
    for batch in batches:
        for start in range(0, batch.num_rows, ROWS):
            yield batch.slice(start, ROWS)


def run(before: pa.RecordBatch, batch: pa.RecordBatch) -> int:
    """Returns the number of leading rows with the last key of the batch before."""
    last = before.column(KEY)[-1].as_py()
    keys = batch.column(KEY).to_numpy()
    return int(np.argmax(keys != last)) if keys[-1] != last else len(keys)


def tables(group: pa.Table) -> dict[str, pa.Table]:
    """Returns the tables of a group by name; a table without rows keeps its columns."""
    own = (KEY, ORDER)
    others = [name for name in group.column_names if name[:1] == "@" and name not in own]
    found = {name[1:]: structs(group[name]) for name in others}
    return {**found, "outcomes": outcomes(group, others)}


def structs(rows: pa.ChunkedArray) -> pa.Table:
    """Returns the table of the rows in a column of structs or of lists of structs."""
    found = pc.list_flatten(rows) if pa.types.is_list(rows.type) else rows.drop_null()
    return pa.Table.from_struct_array(found.combine_chunks())


def outcomes(group: pa.Table, others: list[str]) -> pa.Table:
    """Returns the rows of ``outcomes``, for each patient in the order of the table."""
    rows = group.drop_columns(others).filter(pc.is_valid(group[ORDER]))
    if not is_ordered(rows):
        rows = rows.sort_by(ORDER)
    return rows.drop_columns([KEY, ORDER])


def is_ordered(rows: pa.Table) -> bool:
    """Returns whether the rows of each key are in the order of their table."""
    keys, order = rows[KEY].to_numpy(), rows[ORDER].to_numpy()
    return not np.any((order[1:] < order[:-1]) & (keys[1:] == keys[:-1]))
