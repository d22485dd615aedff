"""The options that functions take beside those that they name, for type checkers and for errors."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import Any, Mapping, Sequence, Tuple, TypedDict, Union

#: A day: a date, or a text as 2025-01-13.
Day = Union[date, str]
#: A moment: a time with its zone, or a text as 2025-12-31T22:00:00Z.
Moment = Union[datetime, str]
#: A moment, or what the clock on the wall shows.
Local = Union[datetime, date, str]
Texts = Union[str, Sequence[str]]


class Measuring(TypedDict, total=False):
    """How outcomes are measured, and which occurrences count."""

    #: The moment whose knowledge counts: what was recorded later is left out.
    as_known_at: Moment
    #: When a day ends, as 03:00: earlier times belong to the day before.
    day_boundary: Union[time, str]
    #: How outcomes are measured, where a task does not say.
    scoring: str
    #: How amounts of one unit become those of another, as 'mmol/L = 18.0156 mg/dL'.
    convert: Texts
    #: Which occurrences ratios are of: elapsed, offered or planned.
    denominator: str
    #: Leave what was skipped or declined out of the denominator.
    excuse_declined: bool


class Work(TypedDict, total=False):
    """Whose report is made, and how the work is done."""

    #: How many threads evaluate patients; the results are the same.
    jobs: int
    #: Whose: ids, patterns of ids with * and ?, group:NAME or tag:NAME.
    only: Texts
    #: One share of the patients, as 2/7, the second of seven.
    partition: str
    #: What the cohort's rows are grouped by: group, sex, tag, zone, userInfo.NAME or none.
    group_by: str
    #: How many of the rows in a hundred may be set aside, and all of any patient.
    allow_set_aside: float


class Parameters(TypedDict, total=False):
    """What measures take for granted; `regimen report --help` explains each."""

    threshold: float
    confidence: float
    #: How near its planned time a dose counts as near it; the window is another thing.
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
    """How a table of events is read; what is not given is found in the table.

    A column goes by its name. An option that names a column is called by the column's role; where
    a value has that name already, as `zone` and `plan_start`, the column's option ends in
    `_column`.
    """

    #: The time zone of the patients' clocks. Without it times keep the clock that was written, a
    #: column with a zone has its own, and UTC is a question.
    zone: Any
    #: The first day of the plan; the day of each patient's first event unless given.
    plan_start: Day
    #: How events find what was planned: nearest or window; nearest where the plan names times.
    matching: str
    #: The column of the patient's id.
    patient: str
    #: The id of the one patient of a table without such a column.
    patient_id: str
    #: The column of when it happened, or those of date and time of day, as 'date+time'.
    time: str
    #: The column of when it was planned.
    planned: str
    #: The column of the task, or the id of the one task.
    task: str
    #: The column of a value; 0 and false are doses not taken.
    value: str
    #: The column of the value's units and that of its kind, or the units and kind of all.
    units: str
    kind: str
    #: The column that says whether a dose was taken; 'none' reads every row as a dose.
    status: str
    #: The meaning of its words, beside those that are known: done, missed, skipped, declined or
    #: ignored, as {"forgot": "missed"}.
    status_words: Mapping[str, str]
    #: The column of each patient's group.
    group: str
    #: The column of each patient's time zone.
    zone_column: str
    #: The column of the first day of each patient's plan.
    plan_start_column: str
    #: The columns of the first and the last day on which each patient is observed, and of why it ended.
    observed_from: str
    observed_to: str
    end_cause: str
    #: What a row is: rows, an event or planned dose each; or days, a patient with a column a day.
    layout: str
    #: Columns that are times of the day, as {"morning": "08:00"}; a row is a day of a patient then.
    slots: Mapping[str, Union[time, str]]
    #: Events of one task closer than this are one, their amounts added: as '15m', a timedelta or a
    #: number of seconds; 15 minutes unless given.
    min_gap: Union[str, timedelta, int]
    #: Rows that are the same in all columns: drop or keep.
    duplicates: str
    #: Whether ids that differ in capitals, spaces or leading zeros alone are one patient.
    fold_ids: bool
    #: What a value of 0 says of a dose: missed or done; missed unless given.
    zeros: str
    #: The format of dates and times that are text or numbers: auto, dmy, mdy, excel, seconds,
    #: milliseconds, or a pattern as '%d.%m.%Y %H:%M'.
    time_format: str
    #: The mark in front of decimals: point or comma.
    decimal: str


class AdherenceOptions(Measuring, Work, Parameters, TableOptions, total=False):
    """The options of `adherence`."""

    #: The tables that are made: adherence, cohort, patients, statistics, values.
    tables: Texts
    #: The groups of measures in the table `patients`, all or none; by default taking and phases.
    measures: Texts
    #: Also the last days before the end of each day, as 7 or '30d'.
    rolling: Union[int, str, timedelta, Sequence[Union[int, str, timedelta]]]
    #: Also apart by element, slot or weekday.
    breakdown: Texts
    #: Values of parameters to compare, as ["gap-days=30,60,90", "threshold=0.8,0.9"].
    grid: Texts
    #: What ratios count: done, in-window or progress.
    numerator: str
    #: The day that begins a week.
    week_start: str


class EventOptions(Measuring, TableOptions, total=False):
    """The options of `events`."""

    #: Whose: ids, patterns of ids with * and ?, group:NAME or tag:NAME; all unless given.
    only: Texts
    #: The ids of tasks; all unless given.
    only_task: Texts


class Look(TypedDict, total=False):
    """How pictures look; Vega-Lite leaves that to who draws it."""

    #: On what it is drawn: light, dark or paper.
    theme: str
    #: In pixels.
    width: float
    height: float


class ChartOptions(Look, total=False):
    """The options of charts."""

    #: The patient's id; the whole cohort unless said.
    patient: str
    #: The task's id.
    task: str
    #: Of dailySums and values: the kind and the unit of the values that are meant.
    value_kind: str
    value_units: str
    #: Of comparison: the first of the earlier days, and the first day behind them.
    compare_from: Day
    compare_to: Day
    #: One panel a group, on the same axes.
    facet: bool
    #: Where a specification finds its rows, instead of having them itself.
    data_url: str


class ExpandOptions(TypedDict, total=False):
    """The options of `expand`."""

    #: The day from which a schedule counts that names none.
    anchor: Day
    #: Include occurrences that are under way as the range begins.
    overlap: bool
    #: The most occurrences to list.
    limit: int


class ClaimOptions(TypedDict, total=False):
    """How a table of claims is read; columns that are not named are found in the table."""

    #: The column of the patient's id.
    patient: str
    #: The id of the one patient of a table without such a column.
    patient_id: str
    #: The column of the day of dispensing.
    date: str
    #: The column of the days of supply, or a number of days for all rows.
    days: Union[str, float]
    #: The column of the last day of supply (inclusive), in place of `days`.
    end_date: str
    #: The column of the quantity dispensed.
    quantity: str
    #: The column of the amount taken a day, or an amount for all rows.
    dose: Union[str, float]
    #: The column of the drug, at best its ingredient: early refills shift within a drug.
    drug: str
    #: The column of the class of drugs, which unites the days of its drugs.
    drug_class: str
    #: The column of the status or type of the claim.
    type: str
    #: The meaning of its words, beside those that are known: fill, reversal or ignore, as
    #: {"returned": "reversal"}.
    status_words: Mapping[str, str]
    #: The columns of the first and the last day (inclusive) on which the patient is observed.
    observed_from: str
    observed_to: str
    #: The column of the reason why observation ended.
    end_cause: str
    #: Rows that are the same in all columns: drop or keep.
    duplicates: str
    #: The time zone of dates that count seconds or milliseconds.
    zone: Any
    #: The format of dates that are text or numbers: auto, dmy, mdy, excel, seconds, milliseconds,
    #: or a pattern as '%d.%m.%Y'.
    time_format: str
    #: The mark in front of decimals: point or comma.
    decimal: str


class Refilling(TypedDict, total=False):
    """How fills are measured; `regimen refills --help` explains each.

    `stay_handling` is its `--stays`.
    """

    #: The offset of the observation window from each patient's first fill, in days.
    window_start: int
    #: The length of the observation window, as 365 or '365d'; to the last fill in the data unless said.
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
    #: The rows of a patient: one for each 'class' or 'drug'; the class where fills have one, unless said.
    level: str
    #: One value for all drugs of a patient: any, all, mean, min or max.
    combine: str
    daily: bool
    window: int
    step: int
    episodes: bool
    gap_days: float
    drug_change: bool
    dose_change: bool
    append_gap: bool
    allow_set_aside: float


class RefillOptions(Refilling, ClaimOptions, total=False):
    """The options of `refills`."""


def names(*kinds: Any) -> Tuple[str, ...]:
    """The names of the options of some kinds.

    >>> names(ExpandOptions)
    ('anchor', 'overlap', 'limit')
    """
    return tuple(name for kind in kinds for name in kind.__annotations__)
