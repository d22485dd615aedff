"""Decodes Arrow columns to lists of built-in Python values, without pyarrow."""

from __future__ import annotations

import ctypes
from datetime import date, datetime, timedelta, timezone
from typing import Any, Callable, Dict, Iterator, List, NamedTuple, Optional, Sequence

from ._arrow import (
    ArrowArray,
    ArrowArrayStream,
    ArrowSchema,
    Getting,
    Owned,
    Telling,
    addresses,
    children,
    metadata,
    text,
)
from .errors import EngineError


class Field(NamedTuple):
    """The name, type, unit and meaning of a result column."""

    name: str
    #: The type of its cells as listed by `regimen columns`, or the Arrow format string if the
    #: column has no such metadata.
    type: str
    #: The unit of numbers.
    unit: Optional[str]
    #: The meaning of a cell, in one line.
    meaning: Optional[str]


def schema(stream: Owned[ArrowArrayStream]) -> Owned[ArrowSchema]:
    """Returns the schema of a stream."""
    owned = Owned(ArrowSchema)
    _get(stream, stream.struct.get_schema, owned)
    return owned


def fields(described: Owned[ArrowSchema]) -> List[Field]:
    """Returns the columns of a schema, with their types, units and meanings."""
    result = []
    for column in children(described.struct):
        said = dict(metadata(column))
        kind = said.get("type", text(column.format))
        result.append(Field(text(column.name), kind, said.get("unit"), said.get("meaning")))
    return result


def batches(stream: Owned[ArrowArrayStream]) -> Iterator[Owned[ArrowArray]]:
    """Yields the batches of a stream."""
    while True:
        batch = Owned(ArrowArray)
        _get(stream, stream.struct.get_next, batch)
        if batch.is_taken:
            return
        yield batch


def columns(
    described: Owned[ArrowSchema], batch: Owned[ArrowArray], limit: Optional[int] = None
) -> List[List[Any]]:
    """Returns the values of each column of a batch, at most `limit` rows of it."""
    start, count = batch.struct.offset, batch.struct.length
    count = count if limit is None else min(count, limit)
    pairs = zip(children(described.struct), children(batch.struct))
    return [values(column, rows, start, count) for column, rows in pairs]


def _get(stream: Owned[ArrowArrayStream], function: int, place: Owned[Any]) -> None:
    """Calls a function of a stream that fills a struct, and raises the error it reports."""
    if Getting(function)(stream.address, place.address):
        said = Telling(stream.struct.get_last_error)(stream.address)
        raise EngineError(text(said) or "the stream has failed and does not say why")


def values(column: ArrowSchema, rows: ArrowArray, start: int, count: int) -> List[Any]:
    """Decodes `count` values of a column, from row `start`."""
    buffers = addresses(rows.buffers, rows.n_buffers)
    found = stored(column, rows, start, count)
    start += rows.offset
    if column.dictionary:
        known = words(column, rows)
        if rows.null_count:
            # The number of a row without a value may be any.
            found = [known[number] if 0 <= number < len(known) else None for number in found]
        else:
            found = [known[number] for number in found]
    if rows.null_count != 0 and buffers[0]:
        valid = bits(buffers[0], start, count)
        found = [value if is_there else None for value, is_there in zip(found, valid)]
    return found


def words(column: ArrowSchema, rows: ArrowArray) -> List[Any]:
    """Decodes the dictionary of a column."""
    dictionary = ArrowArray.from_address(rows.dictionary)
    kind = ArrowSchema.from_address(column.dictionary)
    return values(kind, dictionary, 0, dictionary.length)


def stored(column: ArrowSchema, rows: ArrowArray, start: int, count: int) -> List[Any]:
    """Decodes what is stored for `count` rows: with a dictionary, numbers of its words.

    The values of rows without one may be any.
    """
    buffers, start = addresses(rows.buffers, rows.n_buffers), start + rows.offset
    form = text(column.format)
    if form in _ENDS:
        return _lists(column, rows, start, count)
    return _kind(form)(form, buffers, start, count)


def _lists(column: ArrowSchema, rows: ArrowArray, start: int, count: int) -> List[Any]:
    """Decodes lists, whose items are ranges of a child column."""
    form, buffers = text(column.format), addresses(rows.buffers, rows.n_buffers)
    ends = _ENDS[form](form, buffers, start, count + 1) if count else [0]
    (kind,), (items,) = children(column), children(rows)
    found = values(kind, items, ends[0], ends[-1] - ends[0])
    return [found[a - ends[0] : b - ends[0]] for a, b in zip(ends, ends[1:])]


def _kind(form: str) -> Callable[[str, Sequence[int], int, int], List[Any]]:
    """Returns the decoder for a format."""
    return _KINDS.get(form) or _KINDS.get(form[:3]) or _unknown


def _unknown(form: str, *_: Any) -> List[Any]:
    raise EngineError(f"columns of the Arrow format '{form}' are read by pyarrow alone: to_arrow()")


def _numbers(kind: Any) -> Callable[[str, Sequence[int], int, int], List[Any]]:
    """Returns a decoder for numbers of a C type."""

    def read(_: str, buffers: Sequence[int], start: int, count: int) -> List[Any]:
        place = buffers[1] + start * ctypes.sizeof(kind)
        if not count:
            return []
        # A ctypes array would make each number by a call.
        numbers = memoryview((kind * count).from_address(place)).cast("B").cast(kind._type_)
        return numbers.tolist()

    return read


def bits(place: int, start: int, count: int) -> List[bool]:
    """Decodes `count` bits from bit `start`, least significant bit first."""
    first, last = start // 8, (start + count + 7) // 8
    packed = int.from_bytes(ctypes.string_at(place + first, last - first), "little")
    digits = bin((packed >> start % 8) | (1 << count + 8))[2:]
    return [digit == "1" for digit in digits[: -count - 1 : -1]]


def _booleans(_: str, buffers: Sequence[int], start: int, count: int) -> List[bool]:
    return bits(buffers[1], start, count)


def _texts(kind: Any) -> Callable[[str, Sequence[int], int, int], List[str]]:
    """Returns a decoder for texts whose offsets are numbers of a C type."""
    ends = _numbers(kind)

    def read(form: str, buffers: Sequence[int], start: int, count: int) -> List[str]:
        if not count:
            return []
        bounds = ends(form, buffers, start, count + 1)
        data = ctypes.string_at(buffers[2] + bounds[0], bounds[-1] - bounds[0])
        spans = ((a - bounds[0], b - bounds[0]) for a, b in zip(bounds, bounds[1:]))
        return [data[a:b].decode() for a, b in spans]

    return read


def _views(_: str, buffers: Sequence[int], start: int, count: int) -> List[str]:
    """Decodes text views: short texts are inline, longer ones are in a data buffer."""

    def one(place: int) -> str:
        size = ctypes.c_int32.from_address(place).value
        if size <= 12:
            return ctypes.string_at(place + 4, size).decode()
        number, offset = (ctypes.c_int32 * 2).from_address(place + 8)
        return ctypes.string_at(buffers[2 + number] + offset, size).decode()

    return [one(buffers[1] + 16 * row) for row in range(start, start + count)]


def _days(form: str, buffers: Sequence[int], start: int, count: int) -> List[Any]:
    first = date(1970, 1, 1).toordinal()
    days = _numbers(ctypes.c_int32)(form, buffers, start, count)
    return [_made(date.fromordinal, first + day) for day in days]


#: The number of units in a second, by the unit of a timestamp format.
_UNITS = {"s": 1, "m": 1_000, "u": 1_000_000, "n": 1_000_000_000}


def _times(form: str, buffers: Sequence[int], start: int, count: int) -> List[Any]:
    """Decodes timestamps, in the time zone of their column if it has one."""
    unit, zone = _UNITS[form[2]], _zone(form[4:])
    first = datetime(1970, 1, 1, tzinfo=timezone.utc if zone else None)

    def moment(number: int) -> datetime:
        seconds, rest = divmod(number, unit)
        time = first + timedelta(seconds=seconds, microseconds=rest * 1_000_000 // unit)
        return time.astimezone(zone) if zone else time

    times = _numbers(ctypes.c_int64)(form, buffers, start, count)
    return [_made(moment, number) for number in times]


def _zone(name: str) -> Any:
    """Returns the time zone with a name; None for an empty name."""
    if name in ("", "UTC"):
        return timezone.utc if name else None
    import zoneinfo  # pylint: disable=import-outside-toplevel

    return zoneinfo.ZoneInfo(name)


def _made(make: Callable[[int], Any], number: int) -> Any:
    """Returns a date or time; None if it is out of range, as the value behind a null may be."""
    try:
        return make(number)
    except (OverflowError, ValueError):
        return None


#: Decoders for the offsets of lists, by format.
_ENDS = {"+l": _numbers(ctypes.c_int32), "+L": _numbers(ctypes.c_int64)}

#: Decoders for columns, by format or its first three letters.
_KINDS: Dict[str, Callable[..., List[Any]]] = {
    **{
        form: _numbers(getattr(ctypes, "c_" + name))
        for form, name in zip(
            "cCsSiIlL", "int8 uint8 int16 uint16 int32 uint32 int64 uint64".split()
        )
    },
    "f": _numbers(ctypes.c_float),
    "g": _numbers(ctypes.c_double),
    "b": _booleans,
    "u": _texts(ctypes.c_int32),
    "U": _texts(ctypes.c_int64),
    "vu": _views,
    "tdD": _days,
    **{f"ts{unit}": _times for unit in "smun"},
}
