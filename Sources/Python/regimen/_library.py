"""Locates and loads the engine's shared library, and declares its functions as in `regimen.h`."""

from __future__ import annotations

import ctypes
import os
from pathlib import Path
from typing import Any, Dict, Sequence, Tuple

from ._arrow import ArrowArrayStream, Pointer
from .errors import LibraryError

#: The ABI version that this package requires.
ABI = 1

OK, INPUT, CANCELLED, SYSTEM = range(4)


class InputTable(ctypes.Structure):
    """`struct regimen_table`: a named stream, whose ownership passes to the engine."""

    _fields_ = [("name", ctypes.c_char_p), ("rows", ctypes.POINTER(ArrowArrayStream))]


class Span(ctypes.Structure):
    """`struct regimen_span`: borrowed bytes."""

    _fields_ = [("start", Pointer), ("count", ctypes.c_size_t)]


_Text = ctypes.c_char_p
_Status = ctypes.c_int32
_Out = ctypes.POINTER(Pointer)
_Stream = ctypes.POINTER(ArrowArrayStream)

#: The result type and the argument types of each function.
FUNCTIONS: Dict[str, Tuple[Any, Sequence[Any]]] = {
    "regimen_abi": (_Status, []),
    "regimen_version": (_Text, []),
    "regimen_error_text": (_Text, [Pointer]),
    "regimen_error_json": (_Text, [Pointer]),
    "regimen_error_free": (None, [Pointer]),
    "regimen_run_new": (Pointer, []),
    "regimen_run_cancel": (None, [Pointer]),
    "regimen_run_done": (ctypes.c_int64, [Pointer]),
    "regimen_run_free": (None, [Pointer]),
    "regimen_data_from_tables": (
        _Status,
        [ctypes.POINTER(InputTable), ctypes.c_size_t, _Text, _Out, _Out],
    ),
    "regimen_data_from_path": (_Status, [_Text, _Text, _Out, _Out]),
    "regimen_data_free": (None, [Pointer]),
    "regimen_adherence": (_Status, [Pointer, _Text, Pointer, _Out, _Out]),
    "regimen_refills": (_Status, [Pointer, _Text, Pointer, _Out, _Out]),
    "regimen_events": (_Status, [Pointer, _Text, Pointer, _Stream, _Out]),
    "regimen_expand": (_Status, [_Stream, _Text, Pointer, _Stream, _Out]),
    "regimen_report_table": (_Status, [Pointer, _Text, _Stream, _Out]),
    "regimen_report_text": (_Status, [Pointer, _Text, _Text, _Out, _Out]),
    "regimen_report_free": (None, [Pointer]),
    "regimen_merge": (
        _Status,
        [ctypes.POINTER(Span), ctypes.c_size_t, _Text, _Out, _Out],
    ),
    "regimen_bytes_start": (Pointer, [Pointer]),
    "regimen_bytes_count": (ctypes.c_size_t, [Pointer]),
    "regimen_bytes_free": (None, [Pointer]),
}


def place() -> Path:
    """Returns the path of the library: that in REGIMEN_LIBRARY, or the file next to this one."""
    return Path(os.environ.get("REGIMEN_LIBRARY") or Path(__file__).with_name("libregimen.so"))


_CURE = "install the wheel that `make wheel` builds, or let REGIMEN_LIBRARY name the library"


def load(path: Path) -> ctypes.CDLL:
    """Loads the library and declares its functions.

    :raises LibraryError: If the library is missing or has another ABI version.
    """
    if not path.exists():
        raise LibraryError(f"There is no library of the engine at {path} ({_CURE}).")
    try:
        loaded = ctypes.CDLL(str(path))
        _require_interface(path, loaded.regimen_abi())
        for name, (answer, arguments) in FUNCTIONS.items():
            function = getattr(loaded, name)
            function.restype, function.argtypes = answer, arguments
    except (OSError, AttributeError) as error:
        raise LibraryError(f"{path} cannot be used: {error} ({_CURE}).") from error
    return loaded


def _require_interface(path: Path, abi: int) -> None:
    """Raises an error for a library with another ABI version."""
    if abi != ABI:
        raise LibraryError(
            f"{path} has version {abi} of the interface, and this package needs {ABI} ({_CURE})."
        )


class _Deferred:
    """The library, loaded on first access to one of its functions.

    A process that only distributes work to other machines does not need the library.
    """

    def __getattr__(self, name: str) -> Any:
        loaded = load(place())
        vars(self).update({each: getattr(loaded, each) for each in FUNCTIONS})
        return getattr(loaded, name)


library = _Deferred()


def version() -> str:
    """Returns the version of the engine."""
    text: bytes = library.regimen_version()
    return text.decode()
