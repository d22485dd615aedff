"""Encodes lists of built-in Python values as Arrow columns, without pyarrow."""

from __future__ import annotations

import json
from array import array as numbers
from datetime import date, datetime, time, timedelta, timezone, tzinfo
from decimal import Decimal
from itertools import accumulate
from typing import (
    Any,
    Callable,
    Dict,
    Iterable,
    List,
    Mapping,
    NamedTuple,
    Optional,
    Sequence,
    Set,
    Tuple,
)
from uuid import UUID

from . import _export
from ._arrow import ArrowArrayStream, Owned
from ._reading import Field
from .errors import InputError

_EPOCH = datetime(1970, 1, 1)
_DAY = date(1970, 1, 1)


def built(
    name: str,
    columns: Mapping[str, Sequence[Any]],
    fields: Sequence[Field] = (),
    needs: Callable[[Iterable[str]], Set[str]] = set,
) -> Owned[ArrowArrayStream]:
    """Returns a stream of one batch with the given columns; None is a missing value.

    :param name: The name of the table in error messages.
    :param fields: The types, units and meanings of the columns, which become their metadata.
    :param needs: Returns the columns that must have one type. In others, values of several types
        become texts, and a column of other objects is left out.
    :raises InputError: If columns differ in length, or a column that must have one type has not.
    """
    lists = _flat({str(column): list(values) for column, values in columns.items()})
    rows = _rows(name, lists)
    known = {field.name: field for field in fields}
    needed, made, unread = needs(lists), {}, []
    for column, values in lists.items():
        try:
            made[column] = _column(name, column, values, known.get(column), column in needed)
        except InputError as error:
            if column in needed:
                raise
            unread.append(error)

    def describe() -> Any:
        schemas = [
            _export.schema(column, m.form, notes=_notes(known.get(column)))
            for column, m in made.items()
        ]
        return _export.schema("", "+s", schemas)

    def batches() -> Iterable[Any]:
        arrays = [_export.array(rows, column.nulls, column.buffers) for column in made.values()]
        yield _export.array(rows, 0, [None], arrays)

    stream = _export.served(describe, iter(batches()))
    stream.unread = unread
    return stream


def columns_of(records: Iterable[Mapping[str, Any]]) -> Dict[str, List[Any]]:
    """Returns the columns of records, in the order of their first occurrence.

    >>> columns_of([{"id": "A"}, {"id": "B", "group": "x"}])
    {'id': ['A', 'B'], 'group': [None, 'x']}
    """
    records = list(records)
    names = dict.fromkeys(name for record in records for name in record)
    return {name: [record.get(name) for record in records] for name in names}


#: Columns whose values are mappings, of which each entry becomes a column of its own.
_ENTRIES = ("userInfo", "address")


def _flat(columns: Mapping[str, List[Any]]) -> Dict[str, List[Any]]:
    """Replaces each column of mappings by a column per entry, such as `userInfo.arm`."""
    flat: Dict[str, List[Any]] = {}
    for name, values in columns.items():
        if name in _ENTRIES:
            parts = columns_of(value or {} for value in values)
            flat.update({f"{name}.{entry}": part for entry, part in parts.items()})
        else:
            flat[name] = values
    return flat


class _Column(NamedTuple):
    """The Arrow format, null count and buffers of a column."""

    form: str
    nulls: int
    buffers: List[Any]


def _rows(table: str, lists: Mapping[str, Sequence[Any]]) -> int:
    """Returns the number of rows, which all columns must share."""
    rows = len(next(iter(lists.values()), ()))
    for column, values in lists.items():
        if len(values) != rows:
            text = f"has {len(values)} rows, and another column {rows} (fill up with None)"
            raise InputError(f"{table}: '{column}' {text}", source=table, field=column)
    return rows


def _notes(field: Optional[Field]) -> List[Tuple[str, str]]:
    """Returns the type, meaning and unit of a column as metadata."""
    if field is None:
        return []
    notes = [("type", field.type), ("meaning", field.meaning), ("unit", field.unit)]
    return [(name, text) for name, text in notes if text is not None]


def _column(
    table: str, name: str, values: List[Any], field: Optional[Field], is_needed: bool
) -> _Column:
    values = [_plain(value) for value in values]
    if not all(value is None or isinstance(value, (int, float)) for value in values):
        # Among texts and times, libraries mark a missing value with NaN.
        values = [
            None if isinstance(value, float) and value != value else value for value in values
        ]
    values = as_texts(values, is_needed) or values
    present = [value for value in values if value is not None]
    try:
        form, fill, pack = _kind(present or [0] * (field is not None and field.type == "integer"))
        buffers = pack([fill if value is None else value for value in values])
    except (TypeError, ValueError, OverflowError) as error:
        text = f"{table}: '{name}' cannot be a column: {error}"
        raise InputError(text, source=table, field=name) from None
    nulls = len(values) - len(present)
    valid = bits([value is not None for value in values]) if nulls else None
    return _Column(form, nulls, [valid, *buffers])


#: Types without a column type whose values have one text each.
_TEXTS = {bytes, Decimal, UUID}
#: The types of values that can become texts where a column mixes several.
_SCALARS = (str, bool, int, float, date, time, *_TEXTS)


def as_texts(values: Sequence[Any], is_needed: bool) -> Optional[List[Any]]:
    """Returns values as texts if they have no column type of their own; None for other values.

    >>> as_texts([1, "x", None], False), as_texts([1, 2.5], False), as_texts([1, "x"], True)
    (['1', 'x', None], None, None)

    :param is_needed: Whether the values must have one type.
    """
    types = {type(value) for value in values if value is not None}
    families = {float if kind is int else kind for kind in types}
    are_times = all(issubclass(kind, datetime) for kind in types)
    is_mixed = len(families) > 1 and not is_needed and not are_times
    if not (is_mixed or len(types) == 1 and types <= _TEXTS):
        return None
    if not all(issubclass(kind, _SCALARS) for kind in types):
        return None
    return [None if value is None else _text(value) for value in values]


def _text(value: Any) -> str:
    if isinstance(value, bytes):
        return value.decode(errors="replace")
    return value.isoformat() if isinstance(value, (date, time)) else str(value)


def _plain(value: Any) -> Any:
    """Converts a value to one of the column types."""
    if value is None or isinstance(value, (str, bool, int, float)):
        return value
    if type(value).__name__ in ("NaTType", "NAType"):  # of pandas
        return None
    if type(value).__name__ == "datetime64":  # of NumPy, whose nanoseconds would become a number
        return value.astype("datetime64[us]").item()
    if isinstance(value, time):
        return value.isoformat("seconds")
    if isinstance(value, (list, tuple)) and all(isinstance(each, str) for each in value):
        return ";".join(value)
    if isinstance(value, (Mapping, list, tuple)):
        return json.dumps(value, ensure_ascii=False, default=str)
    return value.item() if hasattr(value, "item") and getattr(value, "ndim", 0) == 0 else value


def _kind(values: Sequence[Any]) -> Tuple[str, Any, Callable[[List[Any]], List[Any]]]:
    """Returns the format of a column, its fill value for nulls, and the encoder of its buffers."""
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


def clocks(values: Sequence[datetime]) -> Optional[str]:
    """Returns the name of the common time zone: "" if there is none, None for several offsets.

    >>> clocks([datetime(2025, 1, 6, 8)]), clocks([datetime(2025, 1, 6, 8, tzinfo=timezone.utc)])
    ('', 'UTC')

    :raises TypeError: If only some of the times have a time zone.
    """
    zones = {value.tzinfo for value in values}
    if None in zones and len(zones) > 1:
        raise TypeError("some of its times have a zone and some have none (give all one, or none)")
    names = {_zone_name(zone) for zone in zones}
    return names.pop() if len(names) == 1 else None


def _zone_name(zone: Optional[tzinfo]) -> Optional[str]:
    """Returns the name of a time zone; None for one without a name, such as a fixed offset."""
    if zone is None:
        return ""
    name = getattr(zone, "key", None) or getattr(zone, "zone", None)  # of zoneinfo or pytz
    if name is None and str(zone) in ("UTC", "tzutc()"):
        return "UTC"
    return str(name) if name else None


def written(value: Optional[datetime]) -> str:
    """Formats a local time with its offset; returns an empty text for None.

    >>> written(datetime(2025, 1, 6, 8, 5, tzinfo=timezone(timedelta(hours=9))))
    '2025-01-06T08:05:00+09:00'
    """
    return value.isoformat(timespec="seconds") if value else ""


def _times(values: Sequence[datetime]) -> Tuple[str, Any, Callable[[List[Any]], List[Any]]]:
    """Selects the format of timestamps; with several offsets they become texts."""
    zone = clocks(values)
    if zone == "":
        return "tsu:", _EPOCH, _pack_times
    if zone is None:
        return "U", None, lambda times: _pack_texts([written(each) for each in times])
    return f"tsu:{zone}", _EPOCH.replace(tzinfo=timezone.utc), _pack_instants


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


def bits(values: Sequence[bool]) -> bytes:
    """Packs Boolean values as bits, least significant bit first."""
    text = "".join("1" if value else "0" for value in reversed(values))
    return int(text or "0", 2).to_bytes(len(values) // 8 + 1, "little")


#: Per kind of column: the types of its values, its format, its fill value for nulls, and the
#: encoder of its buffers.
_KINDS: List[Tuple[Tuple[type, ...], str, Any, Callable[[List[Any]], List[Any]]]] = [
    ((str,), "U", "", _pack_texts),
    ((bool,), "b", False, lambda values: [bits(values)]),
    ((int,), "l", 0, lambda values: [numbers("q", values)]),
    ((int, float), "g", 0.0, lambda values: [numbers("d", values)]),
]
