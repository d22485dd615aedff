"""Strategies for random pyarrow columns: types, chunks, offsets, nulls, dictionaries, views."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
from hypothesis import strategies as st

#: The types of text columns.
TEXTS = [
    pa.string(),
    pa.large_string(),
    pa.string_view(),
    pa.dictionary(pa.int8(), pa.string()),
    pa.dictionary(pa.int32(), pa.large_string()),
    pa.dictionary(pa.uint16(), pa.string()),
]
UNITS = ["s", "ms", "us", "ns"]


def column(values: list[Any], kind: pa.DataType) -> pa.Array:
    """Creates a column of a type; texts are dictionary-encoded if the type is a dictionary."""
    if pa.types.is_dictionary(kind):
        return pa.array(values, kind.value_type).dictionary_encode().cast(kind)
    return pa.array(values, kind)


@st.composite
def chunked(draw: st.DrawFn, values: list[Any], kind: pa.DataType) -> pa.ChunkedArray:
    """Creates a chunked column, each chunk a slice of a longer array."""
    cuts = sorted(draw(st.lists(st.integers(0, len(values)), max_size=3)))
    pieces = []
    for start, end in zip([0, *cuts], [*cuts, len(values)]):
        before, after = draw(st.integers(0, 9)), draw(st.integers(0, 2))
        filler = values[:1] or [None]
        whole = column(filler * before + values[start:end] + filler * after, kind)
        pieces.append(whole.slice(before, end - start))
    return pa.chunked_array(pieces, kind)


@st.composite
def tables(draw: st.DrawFn) -> pa.Table:
    """Generates tables of columns with randomly chosen types."""
    rows = draw(st.integers(0, 40))
    made = {}
    for number, (kind, values) in enumerate(draw(st.lists(st.sampled_from(KINDS), max_size=5))):
        cells = draw(st.lists(st.none() | values, min_size=rows, max_size=rows))
        made[f"c{number}"] = draw(chunked(cells, kind))
    return pa.table(made)


def times(unit: str) -> st.SearchStrategy[Any]:
    """Generates times with the precision of a unit."""
    from datetime import datetime

    lowest, highest = datetime(1700, 1, 1), datetime(2250, 1, 1)
    step = {"s": 1_000_000, "ms": 1_000, "us": 1, "ns": 1}[unit]
    return st.datetimes(lowest, highest).map(
        lambda time: time.replace(microsecond=time.microsecond // step * step)
    )


def number(kind: pa.DataType) -> st.SearchStrategy[int]:
    bits = kind.bit_width
    if pa.types.is_signed_integer(kind):
        return st.integers(-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)
    return st.integers(0, 2**bits - 1)


INTEGERS = [getattr(pa, f"{sign}int{bits}")() for sign in ("", "u") for bits in (8, 16, 32, 64)]

#: Types with strategies for their values.
KINDS: list[tuple[pa.DataType, st.SearchStrategy[Any]]] = [
    *((kind, st.text(max_size=20)) for kind in TEXTS),
    *((kind, number(kind)) for kind in INTEGERS),
    (pa.float32(), st.floats(width=32, allow_nan=False)),
    (pa.float64(), st.floats(allow_nan=False)),
    (pa.bool_(), st.booleans()),
    (pa.date32(), st.dates()),
    (pa.list_(pa.string()), st.lists(st.text(max_size=5), max_size=3)),
    *((pa.timestamp(unit), times(unit)) for unit in UNITS),
]
