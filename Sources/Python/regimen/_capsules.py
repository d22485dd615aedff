"""PyCapsules, by which Arrow's structs pass between the libraries of one process."""

from __future__ import annotations

import ctypes
import gc
import sys
import threading
from typing import Any, List, Tuple, Type

from ._arrow import Owned, Struct, moved

STREAM = b"arrow_array_stream"
SCHEMA = b"arrow_schema"
ARRAY = b"arrow_array"

_new = ctypes.pythonapi.PyCapsule_New
_new.restype, _new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_pointer.restype, _pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]

#: The capsules that were handed out, with what is in them.
#
# A capsule's own destructor would be Python code that runs while an exception is on its way, which
# ctypes then loses. So each is kept here and dropped, and with it what nobody has taken over, once
# nobody else has it.
_out: List[Tuple[Any, Owned[Any]]] = []
_lock = threading.Lock()


def handed_out(owned: Owned[Any], name: bytes) -> Any:
    """A capsule with a struct, which is released after it unless its consumer takes it over."""
    collect()
    capsule = _new(owned.address, name, None)
    with _lock:
        _out.append((capsule, owned))
    return capsule


def taken(kind: Type[Struct], capsule: Any, name: bytes) -> Owned[Struct]:
    """Takes over the struct in a capsule."""
    return moved(kind, _pointer(capsule, name))


def collect() -> None:
    """Drops the capsules that nobody else has."""
    if not _out or not _lock.acquire(blocking=False):
        return
    kept: List[Tuple[Any, Owned[Any]]] = []
    dropped: List[Tuple[Any, Owned[Any]]] = []
    try:
        for entry in _out:
            (kept if _holders(entry) > _ALONE else dropped).append(entry)
        _out[:] = kept
    finally:
        _lock.release()


def _holders(entry: Tuple[Any, Any]) -> int:
    """How many have what is in front, with those that every call adds."""
    return sys.getrefcount(entry[0])


#: What `_holders` answers of what is in a tuple and nowhere else.
_ALONE = _holders((object(), None))


def _after_collection(phase: str, _: Any) -> None:
    if phase == "stop":
        collect()


gc.callbacks.append(_after_collection)
