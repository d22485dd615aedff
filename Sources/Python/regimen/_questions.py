"""The public functions, which evaluate tables, folders and stores."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Mapping, Optional, Sequence, Union

from . import _calling, _input
from ._building import columns_of
from ._input import Frame
from ._keywords import (
    AdherenceOptions,
    By,
    ClaimOptions,
    Day,
    EventOptions,
    ExpandOptions,
    Local,
    Measure,
    Measuring,
    Moment,
    Parameters,
    Plan,
    RefillOptions,
    Refilling,
    TableOptions,
    Work,
)
from ._library import library
from ._options import Asked, documented, encoded, known, names, require_flags
from ._records import Input, Records, Source, of_fills, taken
from ._report import RefillReport, Report
from ._table import Table
from ._views import with_ids

if TYPE_CHECKING:
    from typing_extensions import Unpack


@documented(Measuring, Work, Parameters, TableOptions, AdherenceOptions)
def adherence(
    data: Optional[Source] = None,
    /,
    tasks: Optional[Frame] = None,
    outcomes: Optional[Frame] = None,
    holds: Optional[Frame] = None,
    plans: Optional[Frame] = None,
    contacts: Optional[Frame] = None,
    named_events: Optional[Frame] = None,
    *,
    patients: Optional[Source] = None,
    events: Optional[Source] = None,
    schedule: Optional[Plan] = None,
    start: Optional[Day] = None,
    end: Optional[Day] = None,
    by: By = "week",
    as_of: Optional[Moment] = None,
    totals: bool = False,
    **options: Unpack[AdherenceOptions],
) -> Report:
    """Computes adherence by comparing recorded outcomes with plans.

    The tables have the columns of dataset folders. With a `schedule`, one table is enough: each row
    is an event of a patient, and all patients share the plan. Its columns are inferred from their
    names and contents, or given by role, such as `patient="subject"`. The report's `assumptions`
    list the decisions about the table; an ambiguity raises an `InputError` that names the keyword
    argument to resolve it.

    >>> import regimen
    >>> opened = {"patient": ["A", "A"], "time": ["2025-01-06T08:05:00", "2025-01-06T20:10:00"]}
    >>> plan = "every day at 08:00 and 20:00"
    >>> days = {"start": "2025-01-06", "end": "2025-01-08", "as_of": "2025-01-09T00:00:00Z"}
    >>> report = regimen.adherence(opened, schedule=plan, **days)
    >>> report.adherence.to_dicts()[0]["ratio"]
    0.5

    Without `as_of`, days after the last event are not counted, which is reported in `problems`.

    The plan of a patient starts on the day of the first event, unless `plan_start` or a column
    gives the first day. Patients without events are included only if `patients` lists all of them:

    >>> report = regimen.adherence(
    ...     patients={"id": ["A", "B"]}, events=opened, schedule=plan, plan_start="2025-01-06"
    ... )
    >>> report.cohort.to_dicts()[0]["patients"]
    2

    :param data: The patients; with a schedule, the events; the path of a folder, a store or a table
        of events; or the result of `open`.
    :param patients: The patients; with a schedule, a table with the ids of all patients and
        optionally the columns start, zone and group.
    :param events: The events to compare with the schedule, instead of `data`.
    :param schedule: The plan in plain words, as a recurrence rule or as JSON; or a mapping from
        task ids to plans.
    :param start: The first day of the report; by default the day of the first event, or the
        earliest known start of a plan if that is earlier.
    :param end: The end date (exclusive) of the report; by default the day after the last event. A
        dose of the last evening that was taken after midnight does not add a day.
    :param by: The periods.
    :param as_of: The instant of the report; by default the instant at which the last window in the
        range expires.
    :param totals: Whether tables have rows of totals besides those of each task and group, as
        described by the column `level`. Patients without a group are in the totals alone.
    :raises InputError: If a table or an option is invalid, or a table is ambiguous. Invalid rows
        are rejected and listed in `problems`.
    """
    known("adherence", options, names(AdherenceOptions))
    require_flags(options)
    others = (tasks, outcomes, holds, plans, contacts, named_events)
    reading = taken(options, names(TableOptions))
    records = Input(data, others, patients, events, schedule, reading).open()
    question = {"start": start, "end": end, "by": by, "as_of": as_of, **options}
    question["no_totals"] = not totals
    values = encoded({**question, "tables": ["values"], "columns": None, "empty_periods": None})
    asked = encoded(question)
    handle, ids = _evaluated(records, asked), records.ids
    later = None if "tables" in options else lambda: Report(_evaluated(records, values), ids)
    return Report(handle, ids, records.unread, later)


@documented(Measuring, EventOptions, TableOptions)
def events(
    data: Optional[Source] = None,
    /,
    tasks: Optional[Frame] = None,
    outcomes: Optional[Frame] = None,
    holds: Optional[Frame] = None,
    plans: Optional[Frame] = None,
    contacts: Optional[Frame] = None,
    named_events: Optional[Frame] = None,
    *,
    patients: Optional[Source] = None,
    events: Optional[Source] = None,  # pylint: disable=redefined-outer-name
    schedule: Optional[Plan] = None,
    start: Optional[Day] = None,
    end: Optional[Day] = None,
    as_of: Optional[Moment] = None,
    **options: Unpack[EventOptions],
) -> Table:
    """Lists every occurrence with its state, and every outcome without an occurrence.

    The arguments are those of `adherence`; `only` and `only_task` select patients and tasks.

    >>> import regimen
    >>> opened = {"patient": ["A"], "time": ["2025-01-06T08:05:00"]}
    >>> days = {"start": "2025-01-06", "end": "2025-01-08", "as_of": "2025-01-09T00:00:00Z"}
    >>> events = regimen.events(opened, schedule="every day at 08:00", **days)
    >>> [event["state"] for event in events.to_dicts()]
    ['done', 'missed']
    """
    known("events", options, names(EventOptions))
    others = (tasks, outcomes, holds, plans, contacts, named_events)
    reading = taken(options, names(TableOptions))
    records = Input(data, others, patients, events, schedule, reading).open()
    question = encoded({"start": start, "end": end, "as_of": as_of, **options})
    function = library.regimen_events
    return Table(
        lambda: with_ids(
            records.ids,
            _calling.interruptible(
                lambda run: _calling.stream(function, records.pointer, question, run)
            ),
        )
    )


@documented(Refilling, ClaimOptions)
def refills(
    data: Source,
    /,
    patients: Optional[Frame] = None,
    stays: Optional[Frame] = None,
    *,
    measure: Union[Measure, Sequence[Measure], None] = None,
    start: Optional[Day] = None,
    end: Optional[Day] = None,
    **options: Unpack[RefillOptions],
) -> RefillReport:
    """Computes adherence from fills or claims: PDC, MPR and CMA 1 to 9.

    A table with the columns `patient`, `date` and `days` has one fill per row. Any other table, and
    any table with options for its columns, is read as claims: its columns are inferred from their
    names and contents, or given by role, such as `date="Fill Date"`, and reversals cancel fills.
    The report's `assumptions` list the decisions about the table; an ambiguity raises an
    `InputError` that names the keyword argument to resolve it.

    >>> import regimen
    >>> fills = {"patient": ["A", "A"], "date": ["2024-01-01", "2024-01-31"], "days": [30, 30]}
    >>> report = regimen.refills(fills, measure="pdc", start="2024-01-01", end="2024-03-01")
    >>> report.measures.to_dicts()[0]["value"]
    1.0

    :param data: The fills or claims; the path of a folder or of a table of claims; or the result of
        `open`.
    :param stays: Hospital stays; only with fills.
    :raises InputError: If a table or an option is invalid, or a table of claims is ambiguous.
    """
    known("refills", options, names(RefillOptions))
    reading = taken(options, names(ClaimOptions))
    question = encoded({"measure": measure, "start": start, "end": end, **options})
    records = of_fills(data, patients, stays, reading)
    function, free = library.regimen_refills, library.regimen_report_free
    handle = _calling.interruptible(
        lambda run: _calling.made(free, function, records.pointer, question, run)
    )
    return RefillReport(handle, records.ids, records.unread)


@documented(ExpandOptions)
def expand(
    schedules: Union[str, Mapping[str, Any], Frame],
    *,
    start: Optional[Local] = None,
    end: Optional[Local] = None,
    zone: Any = None,
    **options: Unpack[ExpandOptions],
) -> Table:
    """Lists the occurrences of a schedule, or of a table with one schedule per row.

    A schedule is given in plain words, as a recurrence rule or as JSON. A table has the column
    `schedule` and, for values that differ between rows, `id`, `planStart`, `zone`, `from` and `to`. A
    schedule without a date starts on `plan_start`, by default the day of `start`.

    >>> import regimen
    >>> plan = "the last Friday of every month at 08:00"
    >>> fridays = regimen.expand(plan, start="2025-01-01", end="2025-03-01")
    >>> [row["start"].day for row in fridays.to_dicts()]
    [31, 28]
    >>> thirds = regimen.expand("every 3 days", plan_start="2025-01-01", start="2025-01-09", end="2025-01-15")
    >>> [row["start"].day for row in thirds.to_dicts()]
    [10, 13]
    """
    known("expand", options, names(ExpandOptions))
    frame: Any = schedules
    if isinstance(schedules, str) or isinstance(schedules, Mapping) and "elements" in schedules:
        frame = {"schedule": [schedules]}
    if not isinstance(frame, Mapping) and not _input.can_be_read_again(frame):
        frame = columns_of(Table(lambda: _input.rows("schedules", frame)).to_dicts())
    asked = encoded({"start": start, "end": end, "zone": zone, **options}, days=("plan_start",))
    function = library.regimen_expand

    def listed(run: Any) -> Any:
        rows = _input.rows("schedules", frame)
        return _calling.stream(function, rows.struct, asked, run)

    return Table(lambda: _calling.interruptible(listed))


def _evaluated(records: Records, asked: Asked) -> _calling.Handle:
    """Evaluates adherence in the engine."""
    function, free = library.regimen_adherence, library.regimen_report_free
    return _calling.interruptible(
        lambda run: _calling.made(free, function, records.pointer, asked, run)
    )
