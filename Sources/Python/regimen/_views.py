"""Streams with fewer rows or other ids than those of the engine.

Rows of totals are left out, and patient ids have the type that they have in the input.
"""

from __future__ import annotations

import ctypes
from array import array as packed
from itertools import accumulate, chain, groupby, islice
from typing import Any, Iterator, List, NamedTuple, Optional, Sequence, Tuple

from . import _building, _export, _ids, _reading
from ._arrow import ArrowArray, ArrowArrayStream, ArrowSchema, Owned, addresses, children
from ._arrow import metadata, text
from ._ids import IDType
from .errors import InputError

#: Ranges of rows, the end exclusive.
Runs = Sequence[Tuple[int, int]]

#: The column of patient ids, and the column that says what a row adds up.
PATIENT, LEVEL = "patient", "level"
#: The levels of rows that are no totals. Of `task`, rows of the cohort are totals beside those of
#: groups.
PARTS = {"task", "groupTask", "series"}

#: The sizes of values in bytes, by the first letters of a format.
_SIZES = {**dict(zip("cCsSiIlLfg", (1, 1, 2, 2, 4, 4, 8, 8, 4, 8))), "td": 4, "ts": 8}
#: The formats of `array` by the Arrow formats of integers.
_CODES = dict(zip(_ids.INTEGERS, "bBhHiIqQ"))


class View(NamedTuple):
    """The difference between the tables of a report and those of the engine."""

    #: The type of patient ids; None leaves them dictionary-encoded texts.
    ids: Optional[IDType] = None
    #: Whether tables have the rows of totals.
    totals: bool = True

    def of(self, stream: Owned[ArrowArrayStream]) -> Owned[ArrowArrayStream]:
        """Returns a stream with the rows and ids of the view."""
        described = _reading.schema(stream)
        names = [text(column.name) for column in children(described.struct)]
        converts = PATIENT in names and self.ids not in (None, IDType(_ids.TEXT, True))
        filters = not self.totals and LEVEL in names
        if not converts and not filters:
            return stream
        return _Viewed(stream, names, self.ids if converts else None, filters).served()


class _Viewed:
    """A stream of the engine with its changes."""

    def __init__(
        self,
        stream: Owned[ArrowArrayStream],
        names: List[str],
        ids: Optional[IDType],
        filters: bool,
    ) -> None:
        self._stream, self._names = stream, names
        self._schema = _reading.schema(stream)
        self._kinds = children(self._schema.struct)
        batches = _reading.batches(stream)
        # Tables of the cohort are small, and all rows decide which of them are totals.
        ahead = list(islice(batches, None if filters and PATIENT not in names else 1))
        self._batches = chain(ahead, batches)
        self._ids = ids if self._can_convert(ids, ahead) else None
        self._levels = self._parts(ahead) if filters else None

    def served(self) -> Owned[ArrowArrayStream]:
        """Returns the changed stream."""
        return _export.served(self._described, map(self._changed, self._batches))

    def _can_convert(self, ids: Optional[IDType], ahead: List[Owned[ArrowArray]]) -> bool:
        """Returns whether the engine's ids are of a type; those of a single patient may not be."""
        if ids is None or not ids.is_number:
            return ids is not None
        return all(_ids.numbers(self._values(batch, PATIENT)) is not None for batch in ahead)

    def _parts(self, ahead: List[Owned[ArrowArray]]) -> "set[str]":
        """Returns the levels of the rows to keep."""
        if PATIENT in self._names:
            return PARTS
        found = set(chain.from_iterable(self._values(batch, LEVEL) for batch in ahead))
        return PARTS - {"task"} if "groupTask" in found else PARTS

    def _values(self, batch: Owned[ArrowArray], name: str) -> List[Any]:
        """Returns the values of a column of a batch."""
        place, rows = self._names.index(name), batch.struct
        column = children(rows)[place]
        return _reading.values(self._kinds[place], column, rows.offset, rows.length)

    def _changed(self, batch: Owned[ArrowArray]) -> ArrowArray:
        runs = self._runs(batch)
        columns = [
            (
                self._retyped(kind, column, runs)
                if self._ids and name == PATIENT
                else _taken(kind, column, runs, batch)
            )
            for name, kind, column in zip(self._names, self._kinds, children(batch.struct))
        ]
        return _export.array(_count(runs), 0, [None], columns)

    def _runs(self, batch: Owned[ArrowArray]) -> Runs:
        """Returns the ranges of rows to keep."""
        start, count = batch.struct.offset, batch.struct.length
        if self._levels is None:
            return [(start, start + count)] if count else []
        runs, at = [], start
        for level, rows in groupby(self._values(batch, LEVEL)):
            end = at + len(list(rows))
            if level in self._levels:
                runs.append((at, end))
            at = end
        return _joined(runs)

    def _retyped(self, kind: ArrowSchema, column: ArrowArray, runs: Runs) -> ArrowArray:
        """Returns the ids of some rows in the type of the input."""
        assert self._ids
        if self._ids.is_dictionary:
            words = ArrowArray.from_address(column.dictionary)
            form = ArrowSchema.from_address(kind.dictionary)
            values = _reading.values(form, words, 0, words.length)
            return _taken(kind, column, runs, None, _packed(self._ids.form, values))
        if not runs:
            return _packed(self._ids.form, [])
        # The dictionary is decoded once, and not for each range.
        first, end = runs[0][0], runs[-1][1]
        all_rows = _reading.values(kind, column, first, end - first)
        return _packed(self._ids.form, [v for a, b in runs for v in all_rows[a - first : b - first]])

    def _described(self) -> ArrowSchema:
        """Returns the schema, with another type of the ids."""
        schema = _reading.schema(self._stream)
        columns = [
            self._of_ids(column) if self._ids and name == PATIENT else _moved(column)
            for name, column in zip(self._names, children(schema.struct))
        ]
        return _export.schema("", "+s", columns)

    def _of_ids(self, column: ArrowSchema) -> ArrowSchema:
        assert self._ids
        notes = dict(metadata(column))
        if self._ids.is_number and "type" in notes:
            notes["type"] = "integer"
        form, name = self._ids.form, text(column.name)
        if not self._ids.is_dictionary:
            return _export.schema(name, form, notes=list(notes.items()))
        values = _export.schema("", form)
        return _export.schema(name, text(column.format), [], list(notes.items()), values)


def sliced(stream: Owned[ArrowArrayStream], chosen: range) -> Owned[ArrowArrayStream]:
    """Returns a stream of the rows with some numbers, in the order of the stream.

    :raises InputError: If the numbers descend.
    """
    if chosen.step < 0:
        raise InputError(f"A table is sliced forward, not by steps of {chosen.step}.")
    described = _reading.schema(stream)

    def batches() -> Iterator[ArrowArray]:
        first = 0
        for batch in _reading.batches(stream):
            rows = batch.struct
            own = range(*_within(chosen, first, first + rows.length))
            at = [number - first + rows.offset for number in own]
            runs = _joined([(number, number + 1) for number in at])
            pairs = zip(children(described.struct), children(rows))
            yield _export.array(
                len(own), 0, [None], [_taken(kind, column, runs, batch) for kind, column in pairs]
            )
            first += rows.length

    return _export.served(lambda: _given(_reading.schema(stream)), batches())


def _within(chosen: range, start: int, end: int) -> Tuple[int, int, int]:
    """Returns the numbers of a range from `start` to `end` (exclusive)."""
    before = max(0, -((chosen.start - start) // chosen.step))
    return chosen.start + before * chosen.step, min(chosen.stop, end), chosen.step


def _given(owned: Owned[ArrowSchema]) -> ArrowSchema:
    return _moved(owned.struct)


def _count(runs: Runs) -> int:
    return sum(end - start for start, end in runs)


def _joined(runs: Runs) -> Runs:
    """Returns the ranges with adjacent ones joined."""
    joined: List[Tuple[int, int]] = []
    for start, end in runs:
        if joined and joined[-1][1] == start:
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return joined


def _moved(schema: ArrowSchema) -> ArrowSchema:
    """Returns a copy of a column's schema, and transfers its ownership to the caller."""
    copy = ArrowSchema.from_buffer_copy(schema)
    schema.release = None
    return copy


def _taken(
    kind: ArrowSchema,
    column: ArrowArray,
    runs: Runs,
    owner: Any,
    dictionary: Optional[ArrowArray] = None,
) -> ArrowArray:
    """Returns some rows of a column.

    :param owner: The owner of the column's dictionary, which lives as long as the result.
    :param dictionary: Another dictionary of the column.
    """
    form, buffers = text(kind.format), addresses(column.buffers, column.n_buffers)
    runs = [(start + column.offset, end + column.offset) for start, end in runs]
    valid, nulls = None, 0
    if column.null_count and buffers[0]:
        digits = _digits(buffers[0], runs)
        valid, nulls = _bits(digits), digits.count("0")
    items, found = _content(kind, column, form, buffers, runs, owner)
    made = _export.array(_count(runs), nulls, [valid, *found], items, dictionary, owner)
    if column.dictionary and dictionary is None:
        made.dictionary = column.dictionary
    return made


def _content(
    kind: ArrowSchema,
    column: ArrowArray,
    form: str,
    buffers: Sequence[int],
    runs: Runs,
    owner: Any,
) -> Tuple[List[ArrowArray], List[Any]]:
    """Returns the items of lists, or none, and the buffers of some rows except their validity."""
    if form in ("u", "U", "+l", "+L"):
        ends, spans = _ends(form, buffers[1], runs)
        if form in ("u", "U"):
            return [], [ends, _bytes(buffers[2], 1, spans)]
        (item,), (values,) = children(kind), children(column)
        return [_taken(item, values, spans, owner)], [ends]
    if form == "b":
        return [], [_bits(_digits(buffers[1], runs))]
    return [], [_bytes(buffers[1], _SIZES[form[:2] if form[0] == "t" else form], runs)]


def _digits(place: int, runs: Runs) -> str:
    """Returns the bits of some rows as binary digits, the last row first."""
    texts = []
    for start, end in reversed(runs):
        first, last, count = start // 8, (end + 7) // 8, end - start
        packed_bits = int.from_bytes(ctypes.string_at(place + first, last - first), "little")
        texts.append(f"{packed_bits >> start % 8 & (1 << count) - 1:0{count}b}")
    return "".join(texts)


def _bits(digits: str) -> bytes:
    return int(digits or "0", 2).to_bytes(len(digits) // 8 + 1, "little")


def _bytes(place: int, size: int, runs: Runs) -> bytes:
    parts = (ctypes.string_at(place + start * size, (end - start) * size) for start, end in runs)
    return b"".join(parts)


def _ends(form: str, place: int, runs: Runs) -> Tuple[Any, Runs]:
    """Returns the offsets of some rows of texts or lists, and the ranges of their contents."""
    kind, code = (ctypes.c_int32, "i") if form in ("u", "+l") else (ctypes.c_int64, "q")
    ends, spans = packed(code, [0]), []
    for start, end in runs:
        bounds = (kind * (end - start + 1)).from_address(place + start * ctypes.sizeof(kind))
        shift = ends[-1] - bounds[0]
        ends.extend(bound + shift for bound in bounds[1:])
        spans.append((bounds[0], bounds[-1]))
    return ends, spans


def _packed(form: str, ids: Sequence[Optional[str]]) -> ArrowArray:
    """Returns ids as a column of texts or of integers."""
    distinct = set(ids)
    nulls = ids.count(None) if None in distinct else 0
    valid = _building.bits([each is not None for each in ids]) if nulls else None
    if form == _ids.TEXT:
        words = {each: (each or "").encode() for each in distinct}
        texts = [words[each] for each in ids]
        contents = [packed("i", accumulate(map(len, texts), initial=0)), b"".join(texts)]
    else:
        numbers = {each: int(each or 0) for each in distinct}
        contents = [packed(_CODES[form], [numbers[each] for each in ids])]
    return _export.array(len(ids), nulls, [valid, *contents])
