"""The structs of Arrow's C data and stream interfaces, and who releases them.

A producer fills a struct, a consumer calls its `release` once. Whoever has moved a struct sets
`release` of the old place to null, which here reads as None.
"""

from __future__ import annotations

import ctypes
import weakref
from typing import Generic, List, Optional, Tuple, Type, TypeVar

Pointer = ctypes.c_void_p


class ArrowSchema(ctypes.Structure):
    """What a column is: its type as a format text, its name and its metadata."""

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
    """Batches of one schema, one after the other, until one is released."""

    _fields_ = [
        ("get_schema", Pointer),
        ("get_next", Pointer),
        ("get_last_error", Pointer),
        ("release", Pointer),
        ("private_data", Pointer),
    ]


#: `get_schema` and `get_next`: a stream and where the answer goes; 0, or an errno.
Getting = ctypes.CFUNCTYPE(ctypes.c_int, Pointer, Pointer)
#: `get_last_error`: the address of a text.
Telling = ctypes.CFUNCTYPE(Pointer, Pointer)
#: `release`.
Releasing = ctypes.CFUNCTYPE(None, Pointer)

Struct = TypeVar("Struct", ArrowSchema, ArrowArray, ArrowArrayStream)


class Owned(Generic[Struct]):
    """A struct that is released with this object, unless somebody has taken it over."""

    def __init__(self, kind: Type[Struct]) -> None:
        self.struct: Struct = kind()
        weakref.finalize(self, release, self.struct)

    @property
    def address(self) -> int:
        """Where the struct is."""
        return ctypes.addressof(self.struct)

    @property
    def is_taken(self) -> bool:
        """Whether the struct was released, or moved elsewhere."""
        return self.struct.release is None


def release(struct: ctypes.Structure) -> None:
    """Releases what nobody has released or moved."""
    if struct.release is not None:
        Releasing(struct.release)(ctypes.addressof(struct))


def moved(kind: Type[Struct], address: int) -> Owned[Struct]:
    """Takes over what stands at an address."""
    owned = Owned(kind)
    there = kind.from_address(address)
    ctypes.memmove(owned.address, address, ctypes.sizeof(kind))
    there.release = None
    return owned


def addresses(start: Optional[int], count: int) -> List[int]:
    """The pointers of an array of them; 0 in the place of null."""
    return [] if not count else list((ctypes.c_size_t * count).from_address(start or 0))


Part = TypeVar("Part", ArrowSchema, ArrowArray)


def children(struct: Part) -> List[Part]:
    """The columns of a batch or of its schema, which live as long as it does."""
    return [type(struct).from_address(a) for a in addresses(struct.children, struct.n_children)]


def text(address: Optional[int]) -> str:
    """The text that ends with a zero."""
    return ctypes.string_at(address).decode() if address else ""


def metadata(schema: ArrowSchema) -> List[Tuple[str, str]]:
    """The pairs of names and texts of a column."""
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
