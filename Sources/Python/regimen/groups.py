"""Rows of all tables in one frame, sorted by patient, cut into groups of whole patients.

A row of ``outcomes`` has its columns as they are, and a row of another table is a struct, or a list
of one, in the column of its table: the many rows carry the columns of the few as one that is null.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

#: The column with a hash of the patient's id, by which the rows are sorted.
KEY = "@key"
#: The column with the place of a row of outcomes in its table.
ORDER = "@order"
#: How many bytes a group has before it ends with its last patient.
BYTES = 64 << 20
#: The most rows of a batch that are looked at as one.
ROWS = 1 << 16


def cut(batches: Iterable[pa.RecordBatch], limit: int = BYTES) -> Iterator[pa.Table]:
    """Cuts sorted rows where a key ends, once ``limit`` bytes are held: no key is in two groups."""
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
    """The batches, large ones in pieces, and none without rows."""
    for batch in batches:
        for start in range(0, batch.num_rows, ROWS):
            yield batch.slice(start, ROWS)


def run(before: pa.RecordBatch, batch: pa.RecordBatch) -> int:
    """How many rows of a batch still have the last key of the one before."""
    last = before.column(KEY)[-1].as_py()
    keys = batch.column(KEY).to_numpy()
    return int(np.argmax(keys != last)) if keys[-1] != last else len(keys)


def tables(group: pa.Table) -> dict[str, pa.Table]:
    """The tables whose rows a group has; one without rows is there with its columns."""
    own = (KEY, ORDER)
    others = [name for name in group.column_names if name[:1] == "@" and name not in own]
    found = {name[1:]: structs(group[name]) for name in others}
    return {**found, "outcomes": outcomes(group, others)}


def structs(rows: pa.ChunkedArray) -> pa.Table:
    """The table of the rows that stand in a column of structs or lists of them."""
    found = pc.list_flatten(rows) if pa.types.is_list(rows.type) else rows.drop_null()
    return pa.Table.from_struct_array(found.combine_chunks())


def outcomes(group: pa.Table, others: list[str]) -> pa.Table:
    """The rows of no other table, in the order in which their table has those of each patient."""
    rows = group.drop_columns(others).filter(pc.is_valid(group[ORDER]))
    if not is_ordered(rows):
        rows = rows.sort_by(ORDER)
    return rows.drop_columns([KEY, ORDER])


def is_ordered(rows: pa.Table) -> bool:
    """Whether the rows of each key follow each other as in their table."""
    keys, order = rows[KEY].to_numpy(), rows[ORDER].to_numpy()
    return not np.any((order[1:] < order[:-1]) & (keys[1:] == keys[:-1]))
