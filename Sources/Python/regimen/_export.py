"""Arrow streams implemented in Python.

A consumer may release a struct on any thread, at any later time. So the objects a struct refers to
are kept in a dictionary until its release, by a key that is stored in its `private_data`.
"""

from __future__ import annotations

import ctypes
import errno
import itertools
import sys
from typing import Any, Callable, Dict, Iterator, NamedTuple, Optional, Sequence, Tuple

from ._arrow import (
    ArrowArray,
    ArrowArrayStream,
    ArrowSchema,
    Getting,
    Owned,
    Pointer,
    Releasing,
    Telling,
    children,
    release,
)

_NULLABLE = 2

_kept: Dict[int, Any] = {}
_numbers = itertools.count(1)


def keep(thing: Any) -> int:
    """Keeps an object alive until the returned key is removed from `_kept`."""
    number = next(_numbers)
    _kept[number] = thing
    return number


class _Parts(NamedTuple):
    """What a struct refers to: its own dictionary, and all else."""

    dictionary: Any
    others: Any


def pointers(structs: Sequence[ctypes.Structure]) -> "ctypes.Array[Any]":
    """Returns an array of pointers to structs."""
    return (Pointer * len(structs))(*map(ctypes.addressof, structs))


def schema(
    name: str,
    form: str,
    columns: Sequence[ArrowSchema] = (),
    notes: Sequence[Tuple[str, str]] = (),
    dictionary: Optional[ArrowSchema] = None,
) -> ArrowSchema:
    """Creates the schema of a column or, with columns, of a batch; the caller must release it.

    :param notes: The metadata of the column, as pairs of keys and values.
    :param dictionary: The schema of the values of a dictionary-encoded column.
    """
    texts = (form.encode() + b"\0", name.encode() + b"\0", _packed(notes))
    table = pointers(columns)
    made = ArrowSchema(flags=_NULLABLE, n_children=len(columns), release=_address(_release_schema))
    made.format, made.name = map(_start, texts[:2])
    made.metadata = _start(texts[2]) if notes else None
    made.children = ctypes.addressof(table) if columns else None
    made.dictionary = ctypes.addressof(dictionary) if dictionary else None
    made.private_data = keep(_Parts(dictionary, (texts, table, list(columns))))
    return made


def _packed(notes: Sequence[Tuple[str, str]]) -> bytes:
    """Encodes metadata in Arrow's format: counts and lengths take four bytes, in native order."""
    texts = [text.encode() for pair in notes for text in pair]
    return _packed_count(notes) + b"".join(_packed_count(text) + text for text in texts)


def _packed_count(items: Sequence[Any]) -> bytes:
    return len(items).to_bytes(4, sys.byteorder)


def array(
    length: int,
    nulls: int,
    buffers: Sequence[Any],
    columns: Sequence[ArrowArray] = (),
    dictionary: Optional[ArrowArray] = None,
    owner: Any = None,
) -> ArrowArray:
    """Creates the array of a column or, with columns, of a batch; the caller must release it.

    :param buffers: The buffers as bytes or arrays; None for an absent buffer.
    :param dictionary: The values of a dictionary-encoded column.
    :param owner: An object that lives as long as the array.
    """
    starts = (Pointer * len(buffers))(*map(_start, buffers))
    table = pointers(columns)
    made = ArrowArray(length=length, null_count=nulls, release=_address(_release_array))
    made.n_buffers, made.buffers = len(buffers), ctypes.addressof(starts)
    made.n_children = len(columns)
    made.children = ctypes.addressof(table) if columns else None
    made.dictionary = ctypes.addressof(dictionary) if dictionary else None
    made.private_data = keep(_Parts(dictionary, (buffers, starts, table, list(columns), owner)))
    return made


def served(
    describe: Callable[[], ArrowSchema], batches: Iterator[ArrowArray]
) -> Owned[ArrowArrayStream]:
    """Creates a stream of batches; `describe` creates a new schema for each request."""
    stream = Owned(ArrowArrayStream)
    stream.struct.get_schema = _address(_get_schema)
    stream.struct.get_next = _address(_get_next)
    stream.struct.get_last_error = _address(_get_last_error)
    stream.struct.private_data = keep(_Source(describe, batches))
    stream.struct.release = _address(_release_stream)
    return stream


class _Source:
    """The source of a stream, and its last error."""

    def __init__(self, describe: Callable[[], ArrowSchema], batches: Iterator[ArrowArray]) -> None:
        self.describe, self.batches = describe, batches
        self.error: Optional[bytes] = None

    def next(self) -> ArrowArray:
        """Returns the next batch, or the released batch that marks the end of a stream."""
        return next(self.batches, None) or ArrowArray()

    def put(self, make: Callable[[], ctypes.Structure], place: int) -> int:
        """Moves a new struct to an address; returns 0 or errno."""
        try:
            made = make()
        except BaseException as error:  # pylint: disable=broad-except
            self.error = str(error).encode() + b"\0"
            return errno.EIO
        ctypes.memmove(place, ctypes.addressof(made), ctypes.sizeof(made))
        return 0


def _source(stream: int) -> _Source:
    source: _Source = _kept[ArrowArrayStream.from_address(stream).private_data]
    return source


@Getting
def _get_schema(stream: int, place: int) -> int:
    source = _source(stream)
    return source.put(source.describe, place)


@Getting
def _get_next(stream: int, place: int) -> int:
    source = _source(stream)
    return source.put(source.next, place)


@Telling
def _get_last_error(stream: int) -> int:
    return _start(_source(stream).error) or 0


@Releasing
def _release_stream(stream: int) -> None:
    struct = ArrowArrayStream.from_address(stream)
    struct.release = None
    _kept.pop(struct.private_data, None)


def _release(struct: Any) -> None:
    """Releases a column or a batch, with those of its columns that were not moved."""
    for column in children(struct):
        release(column)
    struct.release = None
    parts = _kept.pop(struct.private_data, None)
    if parts and parts.dictionary is not None:
        release(parts.dictionary)


@Releasing
def _release_schema(place: int) -> None:
    _release(ArrowSchema.from_address(place))


@Releasing
def _release_array(place: int) -> None:
    _release(ArrowArray.from_address(place))


def _address(function: Any) -> Optional[int]:
    return ctypes.cast(function, Pointer).value


def _start(buffer: Any) -> Optional[int]:
    """Returns the address of the first byte of bytes or of an array; None for None."""
    if buffer is None:
        return None
    if isinstance(buffer, bytes):
        return ctypes.cast(ctypes.c_char_p(buffer), Pointer).value
    address: int = buffer.buffer_info()[0]
    return address


# Consumers may release a batch as late as at interpreter shutdown, when the functions must still
# exist.
for _function in (
    _get_schema,
    _get_next,
    _get_last_error,
    _release_stream,
    _release_schema,
    _release_array,
):
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(_function))
