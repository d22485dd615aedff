"""PyCapsules, through which libraries in one process exchange Arrow structs."""

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

#: The exported capsules, with their structs.
#
# A capsule destructor would be Python code called by ctypes, which may run while an exception is
# propagating and would discard it. So each capsule is kept here until there is no other reference
# to it; then it is dropped, and its struct is released unless a consumer has moved it.
_out: List[Tuple[Any, Owned[Any]]] = []
_lock = threading.Lock()


def handed_out(owned: Owned[Any], name: bytes) -> Any:
    """Exports a struct in a capsule; the struct is released with it unless a consumer moves it."""
    collect()
    capsule = _new(owned.address, name, None)
    with _lock:
        _out.append((capsule, owned))
    return capsule


def taken(kind: Type[Struct], capsule: Any, name: bytes) -> Owned[Struct]:
    """Moves the struct out of a capsule."""
    return moved(kind, _pointer(capsule, name))


def collect() -> None:
    """Drops the capsules without other references."""
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
    """Returns the reference count of the first element, with the references of the call itself."""
    return sys.getrefcount(entry[0])


#: The result of `_holders` for an object that is referenced only by the tuple.
_ALONE = _holders((object(), None))


def _after_collection(phase: str, _: Any) -> None:
    if phase == "stop":
        collect()


gc.callbacks.append(_after_collection)
