"""Streams with other ids than those of the engine, or with some of their rows.

Patient ids have the type that they have in the input.
"""

from __future__ import annotations

import ctypes
from array import array as packed
from itertools import chain, groupby, islice, repeat
from typing import Any, Iterator, List, Optional, Sequence, Tuple

from . import _export, _ids, _reading
from ._arrow import ArrowArray, ArrowArrayStream, ArrowSchema, Owned, Part, addresses, children
from ._arrow import metadata, text
from ._ids import IDType
from .errors import InputError

#: Ranges of rows, the end exclusive.
Runs = Sequence[Tuple[int, int]]

#: The column of patient ids.
PATIENT = "patient"

#: The sizes of values in bytes, by the first letters of a format.
_SIZES = {**dict(zip("cCsSiIlLfg", (1, 1, 2, 2, 4, 4, 8, 8, 4, 8))), "td": 4, "ts": 8}
#: The formats of `array` by the Arrow formats of integers.
_CODES = dict(zip(_ids.INTEGERS, "bBhHiIqQ"))


def with_ids(
    ids: Optional[IDType], stream: Owned[ArrowArrayStream]
) -> Owned[ArrowArrayStream]:
    """Returns a stream of the engine with patient ids of a type; None leaves them as they are."""
    described = _reading.schema(stream)
    names = [text(column.name) for column in children(described.struct)]
    if ids in (None, IDType(_ids.TEXT, True)) or PATIENT not in names:
        return stream
    assert ids
    return _Retyped(stream, names.index(PATIENT), ids).served()


class _Retyped:
    """A stream of the engine with ids of another type."""

    def __init__(self, stream: Owned[ArrowArrayStream], place: int, ids: IDType) -> None:
        self._stream, self._place = stream, place
        self._schema = _reading.schema(stream)
        self._kind = children(self._schema.struct)[place]
        batches = _reading.batches(stream)
        ahead = list(islice(batches, 1))
        self._batches = chain(ahead, batches)
        self._ids = ids if self._can_convert(ids, ahead) else None

    def served(self) -> Owned[ArrowArrayStream]:
        """Returns the changed stream."""
        return _export.served(self._described, map(self._changed, self._batches))

    def _can_convert(self, ids: IDType, ahead: List[Owned[ArrowArray]]) -> bool:
        """Returns whether the engine's ids are of a type; those of a single patient may not be."""
        columns = (children(batch.struct)[self._place] for batch in ahead)
        return not ids.is_number or all(
            _ids.numbers(_reading.words(self._kind, column)) is not None for column in columns
        )

    def _changed(self, batch: Owned[ArrowArray]) -> ArrowArray:
        # Columns are moved as they are, which have the offset of the engine's batches: 0.
        assert not batch.struct.offset
        columns = [
            self._retyped(batch, column) if self._ids and place == self._place else _moved(column)
            for place, column in enumerate(children(batch.struct))
        ]
        return _export.array(batch.struct.length, 0, [None], columns)

    def _retyped(self, batch: Owned[ArrowArray], column: ArrowArray) -> ArrowArray:
        """Returns the ids in the type of the input; the engine's are numbers of words."""
        assert self._ids and not column.null_count
        count, kind, words = batch.struct.length, self._kind, _reading.words(self._kind, column)
        if self._ids.is_dictionary:
            dictionary = _packed(self._ids.form, [(word, 1) for word in words])
            return _taken(kind, column, [(0, count)], None, dictionary)
        # A patient has many rows, so that few words are looked up.
        runs = groupby(_reading.stored(kind, column, 0, count))
        lengths = [(words[number], len(list(equal))) for number, equal in runs]
        return _packed(self._ids.form, lengths)

    def _described(self) -> ArrowSchema:
        """Returns the schema, with another type of the ids."""
        schema = _reading.schema(self._stream)
        columns = [
            self._of_ids(column) if self._ids and place == self._place else _moved(column)
            for place, column in enumerate(children(schema.struct))
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


def _moved(column: Part) -> Part:
    """Returns a copy of a column or of its schema, and transfers its ownership to the caller."""
    copy = type(column).from_buffer_copy(column)
    column.release = None
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


def _packed(form: str, runs: Sequence[Tuple[str, int]]) -> ArrowArray:
    """Returns ids as a column of texts or of integers.

    :param runs: Each id, and how many times in a row it occurs.
    """
    if form == _ids.TEXT:
        words = [(each.encode(), count) for each, count in runs]
        ends = packed("i", [0])
        for word, count in words:
            size, end = len(word), ends[-1]
            ends.extend(range(end + size, end + size * count + 1, size) if size else [end] * count)
        contents = [ends, b"".join(word * count for word, count in words)]
    else:
        numbers = (repeat(int(each), count) for each, count in runs)
        contents = [packed(_CODES[form], chain.from_iterable(numbers))]
    return _export.array(sum(count for _, count in runs), 0, [None, *contents])
