"""Records that questions are asked of: tables, or where they are."""

from __future__ import annotations

import ctypes
import os
from typing import Any, Dict, Iterable, Mapping, Optional, Union

from . import _calling, _input
from ._arrow import ArrowArrayStream, Owned
from ._files import PathLike
from ._input import Frame
from ._library import InputTable, library
from ._options import Asked, encoded


class Records:
    """Records that were opened, for one question or several."""

    def __init__(self, handle: _calling.Handle) -> None:
        self._handle = handle

    @property
    def pointer(self) -> Any:
        """What the engine knows them by."""
        return self._handle.pointer

    def __reduce__(self) -> Any:
        raise TypeError("Records are memory of the engine and cannot be pickled: send their path.")


#: Rows, or where records are: a folder of tables or Arrow files, or a store.
Source = Union[Frame, PathLike, Records]


def open(path: PathLike, **options: Any) -> Records:  # pylint: disable=redefined-builtin
    """Opens a folder of records, a store, or a folder of Arrow files, for several questions.

    >>> import regimen
    >>> records = regimen.open("Datasets/monitoring")
    >>> week = {"start": "2025-02-03", "end": "2025-02-10"}
    >>> len(regimen.adherence(records, **week).adherence)
    800
    """
    function, free = library.regimen_data_from_path, library.regimen_data_free
    arguments = (os.fsencode(path), encoded(options))
    return Records(_calling.made(free, function, *arguments))


_THREE = "A cohort is patients, tasks and outcomes; or events, with a schedule."


def cohort_tables(patients: Source, *others: Optional[Frame]) -> Dict[str, Any]:
    """The tables of a cohort that there are, by name."""
    rest = ("tasks", "outcomes", "holds", "plans", "contacts")
    return given({"patients": patients, **dict(zip(rest, others))})


def given(tables: Mapping[str, Any]) -> Dict[str, Any]:
    """The tables that there are."""
    return {name: table for name, table in tables.items() if table is not None}


def taken(options: Any, chosen: Iterable[str]) -> Dict[str, Any]:
    """Takes some options out of others."""
    return {name: options.pop(name) for name in chosen if name in options}


def opened(tables: Dict[str, Any], schedule: Any, plan: Dict[str, Any]) -> Records:
    """Opens tables, or what the first one names."""
    (first_name, first), *rest = tables.items()
    is_place = isinstance(first, (str, os.PathLike, Records))
    if (is_place or schedule is not None) and rest:
        raise TypeError(f"'{rest[0][0]}' is one table too many beside a path or a schedule.")
    if is_place:
        return first if isinstance(first, Records) else open(first, **plan)
    if schedule is not None:
        tables, plan = {"outcomes": first}, {"schedule": schedule, **plan}
    elif first_name == "patients" and len(tables) < 3:
        raise TypeError(_THREE)
    return of_tables(tables, plan)


def of_tables(tables: Mapping[str, Any], options: Mapping[str, Any]) -> Records:
    """Hands tables to the engine, which takes them over."""
    streams = {name: _input.rows(name, frame) for name, frame in tables.items()}
    asked = encoded(options)
    return Records(_calling.abandonable(lambda: _opened(streams, asked)))


def _opened(streams: Mapping[str, Owned[ArrowArrayStream]], asked: Asked) -> _calling.Handle:
    """What the engine makes of streams, which live as long as this does."""
    pairs = [
        InputTable(name.encode(), ctypes.pointer(stream.struct)) for name, stream in streams.items()
    ]
    inputs = (InputTable * len(pairs))(*pairs)
    function, free = library.regimen_data_from_tables, library.regimen_data_free
    return _calling.made(free, function, inputs, len(pairs), asked)
