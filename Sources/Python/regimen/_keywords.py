"""The keyword options of the public functions, for type checkers and for error messages."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import Any, Mapping, Sequence, Tuple, TypedDict, Union

#: A day: a date, or a text such as 2025-01-13.
Day = Union[date, str]
#: An instant: a datetime with a time zone, or a text such as 2025-12-31T22:00:00Z.
Moment = Union[datetime, str]
#: An instant or a local time.
Local = Union[datetime, date, str]
Texts = Union[str, Sequence[str]]


class Measuring(TypedDict, total=False):
    """Options for the scoring of outcomes and the denominator of ratios."""

    #: The knowledge cutoff: records entered later are ignored.
    as_known_at: Moment
    #: The time at which a day ends, such as 03:00; earlier times belong to the day before.
    day_boundary: Union[time, str]
    #: The scoring of outcomes for tasks that do not specify one.
    scoring: str
    #: Unit conversions, such as 'mmol/L = 18.0156 mg/dL'.
    convert: Texts
    #: The occurrences in the denominator of ratios: elapsed, offered or planned.
    denominator: str
    #: Whether skipped and declined occurrences are excluded from the denominator.
    excuse_declined: bool


class Work(TypedDict, total=False):
    """Options for the selection and grouping of patients, and for the execution."""

    #: The number of threads that evaluate patients; results do not depend on it.
    jobs: int
    #: The patients: ids, id patterns with * and ?, group:NAME or tag:NAME.
    only: Texts
    #: One share of the patients, such as 2/7 for the second of seven.
    partition: str
    #: The grouping of the cohort's rows: group, sex, tag, zone, userInfo.NAME or none.
    group_by: str
    #: The maximum percentage of rejected rows. If given, all rows of a patient may be rejected.
    allow_rejected: float


class Parameters(TypedDict, total=False):
    """Parameters of measures; `regimen report --help` describes each."""

    threshold: float
    confidence: float
    #: The tolerance in minutes within which a dose is near its planned time; unlike the window, it
    #: does not decide whether the dose is done.
    near_planned_minutes: int
    interval_tolerance: float
    gap_days: int
    grace_days: int
    restart: str
    holiday_days: int
    rolling_days: int
    coverage: float
    half_life: float
    pk_threshold: float
    horizon_days: int
    resamples: int
    seed: int
    clusters: int


class TableOptions(TypedDict, total=False):
    """Options for reading a table of events; options that are not given are inferred.

    Columns are given by name. An option for a column is called by the role of the column; where
    an option for a value has that name already, such as `zone` and `plan_start`, it has the suffix
    `_column`.
    """

    #: The time zone of the patients. Without it, local times are used as recorded, a column with a
    #: time zone keeps it, and times in UTC raise an `InputError` that asks for the zone.
    zone: Any
    #: The first day of the plan; by default the day of each patient's first event.
    plan_start: Day
    #: The matching of events to occurrences: nearest or window; by default nearest where the plan
    #: names times of day.
    matching: str
    #: The column of the patient id.
    patient: str
    #: The patient id for a table of one patient without such a column.
    patient_id: str
    #: The column of the event time, or the columns of date and time of day, such as 'date+time'.
    time: str
    #: The column of the planned time.
    planned: str
    #: The column of the task, or the id of the only task.
    task: str
    #: The column of the value; 0 and false mean that the dose was not taken.
    value: str
    #: The columns of the value's units and kind, or the units and kind of all values.
    units: str
    kind: str
    #: The column of the status of a dose; 'none' reads every row as a dose taken.
    status: str
    #: The meanings of further status words: done, missed, skipped, declined or ignored, such as
    #: {"forgot": "missed"}.
    status_words: Mapping[str, str]
    #: The column of each patient's group.
    group: str
    #: The column of each patient's time zone.
    zone_column: str
    #: The column of the first day of each patient's plan.
    plan_start_column: str
    #: The columns of the first and last day of each patient's observation period, and of its end
    #: cause.
    observed_from: str
    observed_to: str
    end_cause: str
    #: The layout: rows, with one event or planned dose per row; or days, with one patient per row
    #: and one column per day.
    layout: str
    #: Columns that represent times of day, such as {"morning": "08:00"}; each row is then one day
    #: of a patient.
    slots: Mapping[str, Union[time, str]]
    #: The minimum interval between events of a task; events closer together are merged and their
    #: amounts added. A text such as '15m', a timedelta, or seconds; by default 15 minutes.
    min_gap: Union[str, timedelta, int]
    #: The handling of duplicate rows (equal in all columns): drop or keep.
    duplicates: str
    #: Whether ids that differ only in case, spaces or leading zeros denote one patient.
    fold_ids: bool
    #: The meaning of the value 0: missed or done; by default missed.
    zeros: str
    #: The format of dates and times in texts or numbers: auto, dmy, mdy, excel, seconds,
    #: milliseconds, or a pattern such as '%d.%m.%Y %H:%M'.
    time_format: str
    #: The decimal separator: point or comma.
    decimal: str


class AdherenceOptions(Measuring, Work, Parameters, TableOptions, total=False):
    """The options of `adherence`."""

    #: The tables to compute: adherence, cohort, patients, statistics, values.
    tables: Texts
    #: The groups of measures in the table `patients`, or all or none; by default taking and phases.
    measures: Texts
    #: The lengths of rolling windows that end with each day, such as 7 or '30d'.
    rolling: Union[int, str, timedelta, Sequence[Union[int, str, timedelta]]]
    #: The breakdown of adherence: element, slot or weekday.
    breakdown: Texts
    #: Parameter values to compare, such as ["gap-days=30,60,90", "threshold=0.8,0.9"].
    grid: Texts
    #: The numerator of ratios: done, in-window or progress.
    numerator: str
    #: The first day of the week.
    week_start: str


class EventOptions(Measuring, TableOptions, total=False):
    """The options of `events`."""

    #: The patients: ids, id patterns with * and ?, group:NAME or tag:NAME; by default all.
    only: Texts
    #: The ids of tasks; by default all.
    only_task: Texts


class Look(TypedDict, total=False):
    """The appearance of pictures; Vega-Lite specifications leave it to the renderer."""

    #: The background: light, dark or paper.
    theme: str
    #: The size in pixels.
    width: float
    height: float


class ChartOptions(Look, total=False):
    """The options of charts."""

    #: The patient id; by default the whole cohort.
    patient: str
    #: The task id.
    task: str
    #: For dailySums and values: the kind and the units of the values shown.
    value_kind: str
    value_units: str
    #: For comparison: the first day and the end date (exclusive) of the earlier period.
    compare_from: Day
    compare_to: Day
    #: Whether to draw one panel per group, with shared axes.
    facet: bool
    #: The URL of the data in a specification, instead of inline data.
    data_url: str


class ExpandOptions(TypedDict, total=False):
    """The options of `expand`."""

    #: The first day of schedules that name none.
    anchor: Day
    #: Whether to include occurrences that start before the range and overlap it.
    overlap: bool
    #: The maximum number of occurrences.
    limit: int


class ClaimOptions(TypedDict, total=False):
    """Options for reading a table of claims; columns that are not given are inferred."""

    #: The column of the patient id.
    patient: str
    #: The patient id for a table of one patient without such a column.
    patient_id: str
    #: The column of the dispensing date.
    date: str
    #: The column of the days of supply, or one number of days for all rows.
    days: Union[str, float]
    #: The column of the last day of supply (inclusive), instead of `days`.
    end_date: str
    #: The column of the quantity dispensed.
    quantity: str
    #: The column of the daily dose, or one daily dose for all rows.
    dose: Union[str, float]
    #: The column of the drug, preferably its ingredient: early refills are shifted within a drug.
    drug: str
    #: The column of the drug class, over whose drugs covered days are combined.
    drug_class: str
    #: The column of the status or type of the claim.
    type: str
    #: The meanings of further status words: fill, reversal or ignore, such as
    #: {"returned": "reversal"}.
    status_words: Mapping[str, str]
    #: The columns of the first and last day (inclusive) of the observation period.
    observed_from: str
    observed_to: str
    #: The column of the end cause of the observation period.
    end_cause: str
    #: The handling of duplicate rows (equal in all columns): drop or keep.
    duplicates: str
    #: The time zone of dates given in seconds or milliseconds since 1970.
    zone: Any
    #: The format of dates in texts or numbers: auto, dmy, mdy, excel, seconds, milliseconds, or a
    #: pattern such as '%d.%m.%Y'.
    time_format: str
    #: The decimal separator: point or comma.
    decimal: str


class Refilling(TypedDict, total=False):
    """Options for measures of refills; `regimen refills --help` describes each.

    `stay_handling` is the command-line option `--stays`.
    """

    #: The offset of the observation window from each patient's first fill, in days.
    window_start: int
    #: The length of the observation window, such as 365 or '365d'; by default the window ends with
    #: the last fill in the data.
    observe: Union[int, str, timedelta]
    follow_up_days: int
    threshold: float
    min_fills: int
    min_days: int
    stay_handling: str
    no_admission_day: bool
    no_discharge_day: bool
    carry_within_drug: bool
    carry_by_dose: bool
    only_class: Texts
    only_drug: Texts
    #: The level of the rows of a patient: 'class' or 'drug'; by default 'class' where fills have
    #: one.
    level: str
    #: The combination of all drugs of a patient into one value: any, all, mean, min or max.
    combine: str
    daily: bool
    window: int
    step: int
    episodes: bool
    gap_days: float
    drug_change: bool
    dose_change: bool
    append_gap: bool
    allow_rejected: float


class RefillOptions(Refilling, ClaimOptions, total=False):
    """The options of `refills`."""


def names(*kinds: Any) -> Tuple[str, ...]:
    """Returns the names of the options in some option classes.

    >>> names(ExpandOptions)
    ('anchor', 'overlap', 'limit')
    """
    return tuple(name for kind in kinds for name in kind.__annotations__)
