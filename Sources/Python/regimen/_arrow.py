"""The structs of Arrow's C data and C stream interfaces, and their ownership.

A producer fills a struct, and the consumer calls its `release` once. A consumer that moves a struct
sets `release` of the source struct to null, which ctypes reads as None.
"""

from __future__ import annotations

import ctypes
import weakref
from typing import Generic, List, Optional, Tuple, Type, TypeVar

from .errors import InputError

Pointer = ctypes.c_void_p


class ArrowSchema(ctypes.Structure):
    """The format string, name and metadata of a column."""

    _fields_ = [
        ("format", Pointer),
        ("name", Pointer),
        ("metadata", Pointer),
        ("flags", ctypes.c_int64),
        ("n_children", ctypes.c_int64),
        ("children", Pointer),
        ("dictionary", Pointer),
        ("release", Pointer),
        ("private_data", Pointer),
    ]


class ArrowArray(ctypes.Structure):
    """The buffers of a column, or the columns of a batch."""

    _fields_ = [
        ("length", ctypes.c_int64),
        ("null_count", ctypes.c_int64),
        ("offset", ctypes.c_int64),
        ("n_buffers", ctypes.c_int64),
        ("n_children", ctypes.c_int64),
        ("buffers", Pointer),
        ("children", Pointer),
        ("dictionary", Pointer),
        ("release", Pointer),
        ("private_data", Pointer),
    ]


class ArrowArrayStream(ctypes.Structure):
    """A sequence of batches with one schema; a released batch marks its end."""

    _fields_ = [
        ("get_schema", Pointer),
        ("get_next", Pointer),
        ("get_last_error", Pointer),
        ("release", Pointer),
        ("private_data", Pointer),
    ]


#: The type of `get_schema` and `get_next`: takes a stream and an output struct; returns 0 or errno.
Getting = ctypes.CFUNCTYPE(ctypes.c_int, Pointer, Pointer)
#: The type of `get_last_error`, which returns the address of a text.
Telling = ctypes.CFUNCTYPE(Pointer, Pointer)
#: The type of `release`.
Releasing = ctypes.CFUNCTYPE(None, Pointer)

Struct = TypeVar("Struct", ArrowSchema, ArrowArray, ArrowArrayStream)


class Owned(Generic[Struct]):
    """A struct that is released with this object, unless its ownership was transferred."""

    def __init__(self, kind: Type[Struct]) -> None:
        self.struct: Struct = kind()
        #: For a stream, the errors of columns that could not be converted and are left out.
        self.unread: List[InputError] = []
        weakref.finalize(self, release, self.struct)

    @property
    def address(self) -> int:
        """The address of the struct."""
        return ctypes.addressof(self.struct)

    @property
    def is_taken(self) -> bool:
        """Whether the struct was released or moved."""
        return self.struct.release is None


def release(struct: ctypes.Structure) -> None:
    """Releases a struct, unless it was released or moved before."""
    if struct.release is not None:
        Releasing(struct.release)(ctypes.addressof(struct))


def moved(kind: Type[Struct], address: int) -> Owned[Struct]:
    """Moves the struct at an address to a new owner."""
    owned = Owned(kind)
    there = kind.from_address(address)
    ctypes.memmove(owned.address, address, ctypes.sizeof(kind))
    there.release = None
    return owned


def addresses(start: Optional[int], count: int) -> List[int]:
    """Returns the addresses in an array of pointers, with 0 for null."""
    return [] if not count else list((ctypes.c_size_t * count).from_address(start or 0))


Part = TypeVar("Part", ArrowSchema, ArrowArray)


def children(struct: Part) -> List[Part]:
    """Returns the columns of a batch or schema, which are valid as long as the parent."""
    return [type(struct).from_address(a) for a in addresses(struct.children, struct.n_children)]


def text(address: Optional[int]) -> str:
    """Decodes a null-terminated text."""
    return ctypes.string_at(address).decode() if address else ""


def metadata(schema: ArrowSchema) -> List[Tuple[str, str]]:
    """Decodes the metadata of a column, as pairs of keys and values."""
    at = schema.metadata
    if not at:
        return []
    count, at = ctypes.c_int32.from_address(at).value, at + 4
    parts = []
    for _ in range(2 * count):
        size = ctypes.c_int32.from_address(at).value
        parts.append(ctypes.string_at(at + 4, size).decode())
        at += 4 + size
    return list(zip(parts[::2], parts[1::2]))
