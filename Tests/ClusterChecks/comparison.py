"""Compares results byte by byte, and reports the first difference."""

import json
import re

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

# The columns that identify a row of `adherence`.
KEYS = ("patient", "task", "taskGroup", "carePlan", "periodStart", "periodEnd", "period", "group")

# The row number in a message.
NUMBER = re.compile(r"\b(line|row) \d+\b|:\d+\b")


class Difference(AssertionError):
    """Raised when two results that must be equal differ."""


def same_rows(truth, found):
    """Fails if the sorted rows differ, or if the comparison does not detect a flipped bit."""
    truth, found = ordered(truth), ordered(found)
    same_tables("adherence", truth, found)
    print(
        f"    {found.num_rows} rows, {found.nbytes / 1e6:.0f} MB, every byte the same", flush=True
    )
    try:
        same_tables("adherence", truth, flipped(found))
    except Difference:
        return
    raise Difference("a flipped bit was not found")


def ordered(table):
    """Sorts the rows by their key columns, and decodes dictionaries."""
    table = plain(table)
    keys = [(name, "ascending") for name in KEYS if name in table.column_names]
    rows = table.select([name for name, _ in keys])
    table = table.take(pc.sort_indices(rows, sort_keys=keys))
    return table


def plain(table):
    """Returns a table without dictionary encoding and metadata."""
    names = table.column_names
    return pa.table({name: texts(table[name]) for name in names}).combine_chunks()


def texts(column):
    return column.cast(column.type.value_type) if pa.types.is_dictionary(column.type) else column


def flipped(table):
    """Returns a table with one bit of its last integer flipped."""
    name = next(name for name in table.column_names if pa.types.is_integer(table[name].type))
    values = table[name].to_numpy().copy()
    values[-1] ^= 1
    place = table.column_names.index(name)
    return table.set_column(place, name, pa.array(values, table[name].type))


def same_tables(name, truth, found):
    """Fails if two tables differ in their columns, types, number of rows, or in a cell."""
    truth, found = plain(truth), plain(found)
    if truth.schema != found.schema:
        raise Difference(f"{name}: columns {found.schema} in the place of {truth.schema}")
    if len(truth) != len(found):
        raise Difference(f"{name}: {len(found)} rows in the place of {len(truth)}")
    for column in truth.column_names:
        if (row := differing(truth[column], found[column])) is not None:
            pair = truth.slice(row, 1).to_pylist(), found.slice(row, 1).to_pylist()
            raise Difference(f"{name}, {column}, row {row}: {pair[1]} in the place of {pair[0]}")


def differing(truth, found):
    """Returns the first row in which two columns are not bitwise equal."""
    if pa.types.is_floating(truth.type):
        truth, found = bits(truth), bits(found)
    if truth.equals(found):
        return None
    pairs = zip(truth.to_pylist(), found.to_pylist())
    return next(row for row, (one, other) in enumerate(pairs) if one != other)


def bits(column):
    """Returns the bit patterns of numbers, so that -0 differs from 0; nulls are kept."""
    column = column.combine_chunks()
    numbers = np.asarray(column.fill_null(0.0).to_numpy(zero_copy_only=False)).view(np.int64)
    return pa.array(numbers, mask=np.asarray(column.is_null()))


def same_values(name, truth, found):
    """Fails if two structures differ in their JSON."""
    one, other = (json.dumps(value, sort_keys=True, default=str) for value in (truth, found))
    if one != other:
        place = next(i for i, (a, b) in enumerate(zip(one, other)) if a != b)
        start = max(0, place - 80)
        raise Difference(
            f"{name}: {other[start:place + 80]} in the place of {one[start:place + 80]}"
        )


def same_problems(truth, found):
    """Fails if the problems differ, except for row numbers, which are relative to a group."""
    one, other = sorted(problems(truth)), sorted(problems(found))
    if one != other:
        extra = [text for text in other if text not in one]
        lacking = [text for text in one if text not in other]
        raise Difference(f"problems: {extra[:3]} in the place of {lacking[:3]}")


def problems(table):
    """Returns the messages, without row numbers."""
    return [NUMBER.sub(" …", row["problem"]) for row in plain(table).to_pylist()]


def odd_tables():
    """Creates records of patients with unusual ids, of unknown patients, and without a patient."""
    ids = [
        "",
        " ",
        "a,b",
        "'\"`",
        "Ünï",
        "患者",
        "\u202eabc",
        "😀",
        "a\nb",
        "x" * 5000,
        "NULL",
        "0",
        "00",
    ]
    known = [*ids, "quiet", "taskless"]
    tasked = [*ids, "quiet", "stranger", None]
    events = [(name, day) for name in [*ids, "stranger", "taskless", None] for day in range(1, 29)]
    return {
        "patients": pa.table({"id": [*known, None], "zone": ["Europe/Dublin"] * (len(known) + 1)}),
        "tasks": pa.table(
            {
                "patient": tasked,
                "id": ["med"] * len(tasked),
                "schedule": ["every day at 08:00 from 2025-01-01"] * len(tasked),
                "effectiveFrom": ["2025-01-01"] * len(tasked),
            }
        ),
        "outcomes": pa.table(
            {
                "patient": [name for name, _ in events],
                "task": ["med"] * len(events),
                "time": [f"2025-02-{day:02}T08:{day}:00Z" for _, day in events],
            }
        ),
        "holds": pa.table(
            {
                "patient": ["a,b", "stranger", None],
                "from": ["2025-02-03", "2025-02-03", "2025-02-03"],
            }
        ),
    }
