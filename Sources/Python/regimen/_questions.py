"""What can be asked: tables, folders and stores in, reports and tables out."""

from __future__ import annotations

import ctypes
import os
from typing import TYPE_CHECKING, Any, Dict, Iterable, Mapping, Optional, Union

from . import _calling, _input
from ._building import columns_of
from ._files import PathLike
from ._input import Frame
from ._keywords import (
    AdherenceOptions,
    Day,
    EventOptions,
    ExpandOptions,
    Local,
    Moment,
    Plan,
    RefillOptions,
    Texts,
    names,
)
from ._library import InputTable, library
from ._options import encoded, known
from ._report import RefillReport, Report
from ._table import Table

if TYPE_CHECKING:
    from typing_extensions import Unpack


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
    598
    """
    function, free = library.regimen_data_from_path, library.regimen_data_free
    arguments = (os.fsencode(path), encoded(options))
    return Records(_calling.made(free, function, *arguments))


def adherence(
    patients: Source,
    tasks: Optional[Frame] = None,
    outcomes: Optional[Frame] = None,
    holds: Optional[Frame] = None,
    plans: Optional[Frame] = None,
    contacts: Optional[Frame] = None,
    *,
    schedule: Union[str, Mapping[str, str], None] = None,
    start: Optional[Day] = None,
    end: Optional[Day] = None,
    by: str = "week",
    as_of: Optional[Moment] = None,
    **options: Unpack[AdherenceOptions],
) -> Report:
    """Reports how well recorded outcomes agree with plans.

    The tables have the columns of dataset folders. With a `schedule` one table is enough: each row
    is an event of a `patient` at a `time`, and all patients have that plan. Without `start` and
    `end` the days are those of the data.

    >>> import regimen
    >>> opened = {"patient": ["A", "A"], "time": ["2025-01-06T08:05:00", "2025-01-06T20:10:00"]}
    >>> plan = "every day at 08:00 and 20:00"
    >>> report = regimen.adherence(opened, schedule=plan, start="2025-01-06", end="2025-01-08")
    >>> report.adherence.to_dicts()[0]["ratio"]
    0.5

    :param patients: The patients; or the events, if there is a schedule; or a path, or what `open`
        has opened.
    :param by: The periods: day, week, month, quarter, year, relative-week or all.
    :param as_of: The moment of the report; the end of the range unless said.
    :raises InputError: Where a table or an option cannot be used; rows that are wrong are set
        aside, and are among `problems`.
    """
    known("adherence", options, names(AdherenceOptions))
    tables = _tables(patients, tasks, outcomes, holds, plans, contacts)
    records = _records(tables, schedule, _taken(options, names(Plan)))
    question = {"start": start, "end": end, "by": by, "as_of": as_of, **options}
    if "tables" in options:
        return Report(_evaluated(records, question))
    values = {**question, "tables": ["values"]}
    return Report(_evaluated(records, question), lambda: Report(_evaluated(records, values)))


def events(
    patients: Source,
    tasks: Optional[Frame] = None,
    outcomes: Optional[Frame] = None,
    holds: Optional[Frame] = None,
    plans: Optional[Frame] = None,
    contacts: Optional[Frame] = None,
    *,
    schedule: Union[str, Mapping[str, str], None] = None,
    start: Optional[Day] = None,
    end: Optional[Day] = None,
    as_of: Optional[Moment] = None,
    **options: Unpack[EventOptions],
) -> Table:
    """Lists every occurrence with its state, and every outcome that belongs to none.

    >>> import regimen
    >>> opened = {"patient": ["A"], "time": ["2025-01-06T08:05:00"]}
    >>> days = {"start": "2025-01-06", "end": "2025-01-08"}
    >>> events = regimen.events(opened, schedule="every day at 08:00", **days)
    >>> [event["state"] for event in events.to_dicts()]
    ['completed', 'missed']
    """
    known("events", options, names(EventOptions))
    tables = _tables(patients, tasks, outcomes, holds, plans, contacts)
    plan = {} if schedule is None else _taken(options, names(Plan))
    records = _records(tables, schedule, plan)
    question = encoded({"start": start, "end": end, "as_of": as_of, **options})
    function = library.regimen_events
    return Table(
        lambda: _calling.interruptible(
            lambda run: _calling.stream(function, records.pointer, question, run)
        )
    )


def refills(
    fills: Source,
    patients: Optional[Frame] = None,
    stays: Optional[Frame] = None,
    *,
    measure: Optional[Texts] = None,
    start: Optional[Day] = None,
    end: Optional[Day] = None,
    **options: Unpack[RefillOptions],
) -> RefillReport:
    """Measures adherence from fills: days covered, possession, and CMA 1 to 9.

    >>> import regimen
    >>> fills = {"patient": ["A", "A"], "date": ["2024-01-01", "2024-01-31"], "days": [30, 30]}
    >>> report = regimen.refills(fills, measure="pdc", start="2024-01-01", end="2024-03-01")
    >>> report.measures.to_dicts()[0]["value"]
    1.0
    """
    known("refills", options, names(RefillOptions))
    tables = _given({"fills": fills, "patients": patients, "stays": stays})
    records = _records(tables, None, {})
    question = encoded({"measure": measure, "start": start, "end": end, **options})
    function, free = library.regimen_refills, library.regimen_report_free
    return RefillReport(
        _calling.interruptible(
            lambda run: _calling.made(free, function, records.pointer, question, run)
        )
    )


def expand(
    schedules: Union[str, Mapping[str, Any], Frame],
    *,
    start: Optional[Local] = None,
    end: Optional[Local] = None,
    zone: Any = None,
    **options: Unpack[ExpandOptions],
) -> Table:
    """Lists the occurrences of a schedule, or of one a row.

    A schedule is words, a recurrence rule, or JSON. A table has the column `schedule` and, if they
    differ, `id`, `zone`, `from` and `to`.

    >>> import regimen
    >>> plan = "the last Friday of every month at 08:00"
    >>> fridays = regimen.expand(plan, start="2025-01-01", end="2025-03-01")
    >>> [row["start"].day for row in fridays.to_dicts()]
    [31, 28]
    """
    known("expand", options, names(ExpandOptions))
    frame: Any = schedules
    if isinstance(schedules, str) or isinstance(schedules, Mapping) and "elements" in schedules:
        frame = {"schedule": [schedules]}
    if not isinstance(frame, Mapping) and not _input.can_be_read_again(frame):
        frame = columns_of(Table(lambda: _input.rows("schedules", frame)).to_dicts())
    asked = encoded({"start": start, "end": end, "zone": zone, **options}, days=())
    function = library.regimen_expand

    def listed(run: Any) -> Any:
        rows = _input.rows("schedules", frame)
        return _calling.stream(function, rows.struct, asked, run)

    return Table(lambda: _calling.interruptible(listed))


def _evaluated(records: Records, question: Mapping[str, Any]) -> _calling.Handle:
    """What the engine says of a cohort."""
    asked = encoded(question)
    function, free = library.regimen_adherence, library.regimen_report_free
    return _calling.interruptible(
        lambda run: _calling.made(free, function, records.pointer, asked, run)
    )


_THREE = "A cohort is patients, tasks and outcomes; or events, with a schedule."


def _tables(patients: Source, *others: Optional[Frame]) -> Dict[str, Any]:
    """The tables of a cohort that there are, by name."""
    rest = ("tasks", "outcomes", "holds", "plans", "contacts")
    return _given({"patients": patients, **dict(zip(rest, others))})


def _given(tables: Mapping[str, Any]) -> Dict[str, Any]:
    return {name: table for name, table in tables.items() if table is not None}


def _taken(options: Any, chosen: Iterable[str]) -> Dict[str, Any]:
    """Takes some options out of others."""
    return {name: options.pop(name) for name in chosen if name in options}


def _records(tables: Dict[str, Any], schedule: Any, plan: Dict[str, Any]) -> Records:
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
    return _of_tables(tables, plan)


def _of_tables(tables: Mapping[str, Any], options: Mapping[str, Any]) -> Records:
    """Hands tables to the engine, which takes them over."""
    streams = {name: _input.rows(name, frame) for name, frame in tables.items()}
    pairs = [
        InputTable(name.encode(), ctypes.pointer(stream.struct)) for name, stream in streams.items()
    ]
    inputs = (InputTable * len(pairs))(*pairs)
    function, free = library.regimen_data_from_tables, library.regimen_data_free
    return Records(_calling.made(free, function, inputs, len(pairs), encoded(options)))
