"""The records to evaluate: tables, or paths of folders, stores and tables."""

from __future__ import annotations

import ctypes
import os
from typing import Any, Dict, Iterable, Mapping, NamedTuple, Optional, Sequence, Union

from . import _calling, _ids, _input, _reading
from ._arrow import ArrowArrayStream, Owned
from ._files import PathLike
from ._ids import IDType
from ._input import Frame
from ._library import InputTable, library
from ._options import Asked, encoded
from .errors import InputError


class Records:
    """Opened records, which can be evaluated any number of times."""

    def __init__(
        self,
        handle: _calling.Handle,
        ids: Optional[IDType] = None,
        unread: Sequence[InputError] = (),
    ) -> None:
        self._handle = handle
        #: The type of the patient ids in the tables; None for those of files.
        self.ids = ids
        #: The errors of columns that were left out.
        self.unread = list(unread)

    @property
    def pointer(self) -> Any:
        """The engine's pointer to the records."""
        return self._handle.pointer

    def __reduce__(self) -> Any:
        raise TypeError("Records are memory of the engine and cannot be pickled: send their path.")


#: A table, opened records, or the path of a folder of tables or Arrow files, a store or a table.
Source = Union[Frame, PathLike, Records]


def open(path: PathLike, **options: Any) -> Records:  # pylint: disable=redefined-builtin
    """Opens a folder of records, a store, or a folder of Arrow files, for repeated evaluation.

    The path of a single file, CSV with any delimiter or Arrow, is read as a table of events if
    `schedule` is given, else as a table of claims.

    >>> import regimen
    >>> records = regimen.open("Datasets/monitoring")
    >>> week = {"start": "2025-02-03", "end": "2025-02-10"}
    >>> len(regimen.adherence(records, **week).adherence)
    294
    """
    function, free = library.regimen_data_from_path, library.regimen_data_free
    arguments = (os.fsencode(path), encoded(options))
    return Records(_calling.abandonable(lambda: _calling.made(free, function, *arguments)))


#: The tables of a cohort other than the patients.
_OTHERS = ("tasks", "outcomes", "holds", "plans", "contacts", "namedEvents")


class Input(NamedTuple):
    """The arguments of a function on a cohort that specify its records."""

    #: The first argument: the patients, the events of a schedule, a path, or opened records.
    data: Optional[Source]
    #: The tables tasks, outcomes, holds, plans, contacts and named events.
    others: Sequence[Optional[Frame]]
    patients: Optional[Source]
    events: Optional[Source]
    schedule: Any
    #: The options for reading the table of events.
    options: Dict[str, Any]

    def open(self) -> Records:
        """Opens the records."""
        if self.schedule is not None:
            return self._of_events()
        surplus = "events" if self.events is not None else next(iter(self.options), None)
        if surplus is not None:
            raise InputError(f"'{surplus}' is of a table of events, which takes schedule=.")
        patients = self._one("patients", self.data, self.patients)
        tables = given({"patients": patients, **dict(zip(_OTHERS, self.others))})
        if not _is_place(patients) and len(tables) < 3:
            raise InputError(
                "A cohort is patients, tasks and outcomes; or events, with a schedule."
            )
        return opened(tables)

    def _of_events(self) -> Records:
        """Opens a table of events, with the list of all patients if given."""
        surplus = next(iter(given(dict(zip(_OTHERS, self.others)))), None)
        if surplus is not None:
            raise InputError(f"'{surplus}' is one table too many beside a schedule.")
        data: Any = self.data
        patients: Any = self.patients
        if self.events is not None and data is not None:
            data, patients = None, self._one("patients", data, patients)
        events = self._one("events", data, self.events)
        if events is None:
            raise InputError("A schedule is of a table of events: events=…, or the first argument.")
        if isinstance(events, Records):
            raise InputError("Open records have their plans: leave out schedule=.")
        options = {"schedule": self.schedule, **self.options}
        if patients is not None and _is_place(patients):
            options["patients"], patients = os.fspath(patients), None
        if not _is_place(events):
            return of_tables(given({"outcomes": events, "patients": patients}), options)
        if patients is not None:
            raise InputError("Beside a path of events the patients are a path too.")
        return open(events, **options)

    @staticmethod
    def _one(name: str, first: Optional[Source], second: Optional[Source]) -> Any:
        """Returns the one of two arguments that is given."""
        if first is not None and second is not None:
            raise InputError(f"'{name}' is given twice.")
        return second if first is None else first


def _is_place(source: Any) -> bool:
    return isinstance(source, (str, os.PathLike, Records))


def given(tables: Mapping[str, Any]) -> Dict[str, Any]:
    """Returns the entries that are not None."""
    return {name: table for name, table in tables.items() if table is not None}


def taken(options: Any, chosen: Iterable[str]) -> Dict[str, Any]:
    """Removes the chosen options and returns them."""
    return {name: options.pop(name) for name in chosen if name in options}


def opened(tables: Dict[str, Any]) -> Records:
    """Opens the tables of a dataset or of fills, or the path or records given as the first one."""
    first, *rest = tables.items()
    if not _is_place(first[1]):
        return of_tables(tables, {})
    if rest:
        raise InputError(f"'{rest[0][0]}' is one table too many beside a path.")
    return first[1] if isinstance(first[1], Records) else open(first[1])


#: The required columns of a table of fills, and all its columns.
_FILLS = {"patient", "date", "days"}
_OF_FILLS = _FILLS | {"dose", "class", "observedFrom", "observedTo", "endCause"}


def of_fills(
    data: Any, patients: Optional[Frame], stays: Optional[Frame], options: Dict[str, Any]
) -> Records:
    """Opens fills or claims.

    A table is read as claims if options for claims are given, or if its columns are not those of
    fills.

    :param options: The options for reading a table of claims.
    """
    options = given(options)
    others = given({"patients": patients, "stays": stays})
    if _is_place(data):
        if others or not options:
            return opened({"fills": data, **others})
        if isinstance(data, Records):
            raise InputError(f"Open records are read already: leave out '{next(iter(options))}'.")
        return open(data, **options)
    if others and options:
        raise InputError(f"'{next(iter(options))}' is of a table of claims, which stands alone.")
    stream = _input.rows("fills", data)
    is_fills = not options and (bool(others) or _FILLS <= _columns(stream) <= _OF_FILLS)
    name = "fills" if is_fills else "claims"
    streams = {name: _input.rows(name, frame) for name, frame in others.items()}
    return _of_streams({name: stream, **streams}, options)


def _columns(stream: Owned[ArrowArrayStream]) -> "set[str]":
    return {field.name for field in _reading.fields(_reading.schema(stream))}


def of_tables(tables: Mapping[str, Any], options: Mapping[str, Any]) -> Records:
    """Opens tables, and transfers the ownership of their streams to the engine."""
    streams = {name: _input.rows(name, frame, options) for name, frame in tables.items()}
    return _of_streams(streams, options)


def _of_streams(
    streams: Mapping[str, Owned[ArrowArrayStream]], options: Mapping[str, Any]
) -> Records:
    asked = encoded(options)
    ids = _ids.common({name: _id_type(name, each, options) for name, each in streams.items()})
    unread = [error for stream in streams.values() for error in stream.unread]
    try:
        handle = _calling.abandonable(lambda: _opened(streams, asked))
    except InputError as error:
        raise _with(error, unread) from None
    return Records(handle, ids, unread)


def _id_type(
    table: str, stream: Owned[ArrowArrayStream], options: Mapping[str, Any]
) -> Optional[IDType]:
    described = _reading.schema(stream)
    names = [field.name for field in _reading.fields(described)]
    return _ids.kind(described, _ids.column(names, table, options))


def _with(error: InputError, unread: Sequence[InputError]) -> InputError:
    """Returns an error that also tells the columns that could not be read."""
    if not unread:
        return error
    text = "\n".join([str(error), *map(str, unread)])
    return InputError(text, source=error.source, line=error.line, field=error.field)


def _opened(streams: Mapping[str, Owned[ArrowArrayStream]], asked: Asked) -> _calling.Handle:
    """Opens streams in the engine; keeps them alive during the call."""
    pairs = [
        InputTable(name.encode(), ctypes.pointer(stream.struct)) for name, stream in streams.items()
    ]
    inputs = (InputTable * len(pairs))(*pairs)
    function, free = library.regimen_data_from_tables, library.regimen_data_free
    return _calling.made(free, function, inputs, len(pairs), asked)
