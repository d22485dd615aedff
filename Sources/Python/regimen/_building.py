"""Lists of Python's own values become columns of Arrow, so that nothing but Python is needed."""

from __future__ import annotations

import json
from array import array as numbers
from datetime import date, datetime, timedelta, timezone
from itertools import accumulate
from typing import Any, Callable, Dict, Iterable, List, Mapping, NamedTuple, Sequence, Tuple

from . import _export
from ._arrow import ArrowArrayStream, Owned
from .errors import InputError

_EPOCH = datetime(1970, 1, 1)
_DAY = date(1970, 1, 1)


def built(name: str, columns: Mapping[str, Sequence[Any]]) -> Owned[ArrowArrayStream]:
    """A stream of one batch with columns of values; None is a value that is not there.

    :param name: What errors call the table.
    :raises InputError: Where a column is longer than another, or has values of several types.
    """
    lists = _flat({str(column): list(values) for column, values in columns.items()})
    rows = _rows(name, lists)
    made = {column: _column(name, column, values) for column, values in lists.items()}

    def describe() -> Any:
        return _export.schema("", "+s", [_export.schema(c, m.form) for c, m in made.items()])

    def batches() -> Iterable[Any]:
        arrays = [_export.array(rows, column.nulls, column.buffers) for column in made.values()]
        yield _export.array(rows, 0, [None], arrays)

    return _export.served(describe, iter(batches()))


def columns_of(records: Iterable[Mapping[str, Any]]) -> Dict[str, List[Any]]:
    """The columns of records, in the order in which they come up.

    >>> columns_of([{"id": "A"}, {"id": "B", "group": "x"}])
    {'id': ['A', 'B'], 'group': [None, 'x']}
    """
    records = list(records)
    names = dict.fromkeys(name for record in records for name in record)
    return {name: [record.get(name) for record in records] for name in names}


#: Columns whose values have entries by name, each of which is a column of its own in Arrow.
_ENTRIES = ("userInfo", "address")


def _flat(columns: Mapping[str, List[Any]]) -> Dict[str, List[Any]]:
    """The columns, with a column such as `userInfo.arm` for each entry of those that have some."""
    flat: Dict[str, List[Any]] = {}
    for name, values in columns.items():
        if name in _ENTRIES:
            parts = columns_of(value or {} for value in values)
            flat.update({f"{name}.{entry}": part for entry, part in parts.items()})
        else:
            flat[name] = values
    return flat


class _Column(NamedTuple):
    """A column as Arrow has it."""

    form: str
    nulls: int
    buffers: List[Any]


def _rows(table: str, lists: Mapping[str, Sequence[Any]]) -> int:
    """How many rows all columns have."""
    rows = len(next(iter(lists.values()), ()))
    for column, values in lists.items():
        if len(values) != rows:
            text = f"has {len(values)} rows, and another column {rows} (fill up with None)"
            raise InputError(f"{table}: '{column}' {text}", source=table, field=column)
    return rows


def _column(table: str, name: str, values: List[Any]) -> _Column:
    values = [_plain(value) for value in values]
    present = [value for value in values if value is not None]
    try:
        form, fill, pack = _kind(present)
        buffers = pack([fill if value is None else value for value in values])
    except (TypeError, ValueError, OverflowError) as error:
        text = f"{table}: '{name}' cannot be a column: {error}"
        raise InputError(text, source=table, field=name) from None
    nulls = len(values) - len(present)
    valid = _bits([value is not None for value in values]) if nulls else None
    return _Column(form, nulls, [valid, *buffers])


def _plain(value: Any) -> Any:
    """A value as one of the types that columns have."""
    if value is None or isinstance(value, (str, bool, int, float)):
        return value
    if type(value).__name__ in ("NaTType", "NAType"):  # of pandas
        return None
    if isinstance(value, (list, tuple)) and all(isinstance(each, str) for each in value):
        return ";".join(value)
    if isinstance(value, (Mapping, list, tuple)):
        return json.dumps(value, ensure_ascii=False, default=str)
    return value.item() if hasattr(value, "item") else value


def _kind(values: Sequence[Any]) -> Tuple[str, Any, Callable[[List[Any]], List[Any]]]:
    """The format of a column, what stands where nothing is, and what makes its buffers."""
    types = {type(value) for value in values}
    for allowed, form, fill, pack in _KINDS:
        if all(issubclass(kind, allowed) for kind in types):
            if bool in types and bool not in allowed and len(types) > 1:
                continue
            return form, fill, pack
    if all(issubclass(kind, datetime) for kind in types):
        return _times(values)
    if all(issubclass(kind, date) and not issubclass(kind, datetime) for kind in types):
        return "tdD", _DAY, _pack_days
    names = ", ".join(sorted(kind.__name__ for kind in types))
    raise TypeError(f"it has values of {names} (let all be of one type)")


def _times(values: Sequence[datetime]) -> Tuple[str, Any, Callable[[List[Any]], List[Any]]]:
    """Moments, all with a zone or all without one."""
    aware = {value.tzinfo is not None for value in values}
    if len(aware) > 1:
        raise TypeError("some of its times have a zone and some have none (give all one, or none)")
    if aware == {True}:
        return "tsu:UTC", _EPOCH.replace(tzinfo=timezone.utc), _pack_instants
    return "tsu:", _EPOCH, _pack_times


def _pack_instants(values: List[datetime]) -> List[Any]:
    return _pack_times([value.astimezone(timezone.utc).replace(tzinfo=None) for value in values])


def _pack_times(values: List[datetime]) -> List[Any]:
    micro = timedelta(microseconds=1)
    return [numbers("q", [(value - _EPOCH) // micro for value in values])]


def _pack_days(values: List[date]) -> List[Any]:
    return [numbers("i", [(value - _DAY).days for value in values])]


def _pack_texts(values: List[str]) -> List[Any]:
    texts = [value.encode() for value in values]
    return [numbers("q", accumulate(map(len, texts), initial=0)), b"".join(texts)]


def _bits(values: Sequence[bool]) -> bytes:
    """A bit a value, the first one lowest."""
    text = "".join("1" if value else "0" for value in reversed(values))
    return int(text or "0", 2).to_bytes(len(values) // 8 + 1, "little")


#: Of each kind of column: the types of its values, its format, what stands where nothing is, its
#: buffers.
_KINDS: List[Tuple[Tuple[type, ...], str, Any, Callable[[List[Any]], List[Any]]]] = [
    ((str,), "U", "", _pack_texts),
    ((bool,), "b", False, lambda values: [_bits(values)]),
    ((int,), "l", 0, lambda values: [numbers("q", values)]),
    ((int, float), "g", 0.0, lambda values: [numbers("d", values)]),
]
