"""The keyword options of the public functions, for type checkers, docstrings and error messages.

Generated from the specification of options in Sources/Reporting/Options: do not edit. A test
compares this file with the specification, and writes what it should be to .build/keywords.py.
"""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import Any, Literal, Mapping, Sequence, TypedDict, Union

#: A day: a date, or a text such as 2025-01-13.
Day = Union[date, str]
#: An instant: a datetime with a time zone, or a text such as 2025-12-31T22:00:00Z.
Moment = Union[datetime, str]
#: An instant or a local time.
Local = Union[datetime, date, str]
#: A time of day, or a text such as 08:00.
Time = Union[time, str]
#: A share from 0 to 1, or a text such as '5%'.
Share = Union[float, str]
#: A number of days: a number, a timedelta, or a text such as '30d'.
Days = Union[int, timedelta, str]
#: A length of time: a timedelta, or a text such as '15m'.
Duration = Union[timedelta, str]
#: A plan in plain words, as a recurrence rule or as JSON, or plans by task id.
Plan = Union[str, Mapping[str, Any]]
By = Literal["day", "week", "month", "quarter", "year", "relative-week", "all"]
Tables = Literal[
    "adherence", "cohort", "patients", "statistics", "page", "phases", "values", "flags"
]
Measures = Literal[
    "taking",
    "phases",
    "streaks",
    "days",
    "composites",
    "targets",
    "timing",
    "signals",
    "trend",
    "patterns",
    "coverage",
    "all",
    "none",
]
Breakdown = Literal["element", "slot", "weekday"]
Measure = Literal[
    "pdc",
    "mpr",
    "mpr-capped",
    "mprm",
    "cr",
    "csa",
    "cmg",
    "cmos",
    "1-cmg",
    "cma1",
    "cma2",
    "cma3",
    "cma4",
    "cma5",
    "cma6",
    "cma7",
    "cma8",
    "cma9",
    "all",
]
ChartFormat = Literal[
    "vegaLite",
    "csv",
    "metadata",
    "json",
    "chartJS",
    "plotly",
    "echarts",
    "svg",
    "png",
    "pdf",
    "careKit",
]
ChartKind = Literal[
    "bars",
    "rolling",
    "sparkline",
    "calendar",
    "chronology",
    "weekdayHours",
    "interdose",
    "clock",
    "swimmer",
    "lasagna",
    "survival",
    "covered",
    "ribbon",
    "funnel",
    "streaks",
    "dailySums",
    "values",
    "distribution",
    "groups",
    "comparison",
]
RefillChart = Literal["fills", "windows", "persistence", "distribution"]

#: Options that are days.
DAYS = {"compare_from", "compare_to", "end", "plan_start", "start"}
#: Options that are instants.
INSTANTS = {"as_of", "knowledge_cutoff"}
#: Options that are numbers of days.
DAY_COUNTS = {"observe", "rolling"}
#: The names of the engine that are not those of the keyword arguments in camelCase.
ENGINE_NAMES = {
    "data_url": "dataURL",
    "drug_class": "class",
    "fold_ids": "foldIDs",
    "patient_id": "patientID",
}


class Measuring(TypedDict, total=False):
    """Options of the matching of outcomes and of the denominator.

    :param knowledge_cutoff: The knowledge cutoff: records of a later time are ignored.
    :param day_boundary: The day boundary, as 03:00: earlier times belong to the day before.
        Default: 00:00.
    :param scoring: The scoring of outcomes, for tasks without their own. Default: recorded.
    :param denominator: The denominator of the ratios. Default: elapsed.
    :param excuse_declined: Exclude skipped and declined occurrences from the denominator.
    :param convert: Conversions between units, in addition to those of the same quantity, as 'mmol/L
        = 18.0156 mg/dL' or 'glucose: mmol/L = …' for one kind.
    """

    knowledge_cutoff: Moment
    day_boundary: Time
    scoring: Literal[
        "recorded", "summed", "reached", "fractionReached", "fractionRecorded", "fractionInRange"
    ]
    denominator: Literal["elapsed", "offered", "planned"]
    excuse_declined: bool
    convert: Union[str, Sequence[str]]


class Work(TypedDict, total=False):
    """Options of the selection and grouping of patients, and of the execution.

    :param only: The patients: ids, patterns with * and ?, group:NAME or tag:NAME. Default: all.
    :param jobs: The number of threads; it does not affect the results. Default: all cores.
    :param partition: One shard of the patients, as 2/7, the second of seven; the reports of all
        shards can be merged. Default: all.
    :param group_by: The grouping of the cohort's rows: group, sex, tag, zone, userInfo.NAME or
        none. Default: group.
    :param max_rejected: The share of rows that may be rejected, as 5%, including all rows of a
        patient, who then has no ratio. Default: 5%, but not all rows of any patient.
    """

    only: Union[str, Sequence[str]]
    jobs: int
    partition: str
    group_by: str
    max_rejected: Share


class Parameters(TypedDict, total=False):
    """The parameters of measures.

    :param threshold: The ratio from which a patient counts as adherent. Default: 4/5.
    :param confidence: The confidence level of intervals. Default: 0.95.
    :param near_planned_minutes: How near its planned time a dose counts for nearPlannedOf…, in
        minutes, whatever its window. Default: 120.
    :param interval_tolerance: The tolerance of intervals between doses, as a share of the planned
        interval. Default: 0.25.
    :param gap_days: The days without an event that mean discontinuation. Default: 30.
    :param grace_days: The days after the last event that still count as persistent. Default: 0.
    :param restart: Whether events after such a gap continue the treatment, or the first gap ends
        it. Default: allowed.
    :param holiday_days: The consecutive due days without an event that are a drug holiday. Default:
        3.
    :param rolling_days: The window of the rolling ratios in days. Default: 7.
    :param coverage: The duration of a dose's effect, as a multiple of the planned interval.
        Default: the task's drug.
    :param half_life: The half-life, as a multiple of the planned interval. Default: that of the
        task's drug.
    :param pk_threshold: The level above which the drug is effective, in doses. Default: that of the
        task's drug.
    :param horizon_days: The horizon of restricted mean survival in days. Default: 150.
    :param resamples: The number of bootstrap resamples. Default: 2000.
    :param seed: The seed of the bootstrap. Default: 20250101.
    :param clusters: The maximum number of trajectory groups; the Caliński-Harabasz criterion
        chooses from 2 up. Default: 6.
    """

    threshold: Share
    confidence: float
    near_planned_minutes: int
    interval_tolerance: float
    gap_days: int
    grace_days: int
    restart: Literal["allowed", "ends"]
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
    """Options of a table of events; columns that are not named are detected.

    :param zone: The time zone of patients without one. Default: local times as written; times in
        UTC alone are an error.
    :param plan_start: The start date of the schedules. Default: each patient's first event of the
        task.
    :param matching: The matching of events to planned times. Default: nearest if the schedule has
        times of day.
    :param patient: The column of the patient's id. Default: detected.
    :param patient_id: The patient's id for a table of one patient without such a column.
    :param time: The column of the event time, or those of its date and time of day, as DATE+TIME.
        Default: detected.
    :param planned: The column of the planned time. Default: detected.
    :param task: The column of the task, or the name of the only task. Default: detected.
    :param value: The column of a value. Default: detected.
    :param units: The column of its units, or the units of all values. Default: detected.
    :param kind: The column of its kind, or the kind of all values.
    :param status: The column of whether a dose was taken, or none if every row is a dose. Default:
        detected.
    :param status_words: The meaning of its words: done, missed, skipped, declined or ignored.
    :param event: The column of named events that the schedule follows, such as surgery; a row with
        one is no dose.
    :param zone_column: The column of each patient's time zone. Default: detected.
    :param plan_start_column: The column of the start date of each patient's schedule. Default:
        detected.
    :param group: The column of each patient's group. Default: detected.
    :param observed_from: The column of the first day on which each patient is observed. Default:
        detected.
    :param observed_to: The column of the last day on which each patient is observed (inclusive).
        Default: detected.
    :param end_cause: The column of why observation ended: death, withdrawal, switch, completed,
        deviceReturned, dataEnd, or any other cause. Default: detected.
    :param layout: The layout: rows, an event or planned dose per row; counts, a day with the number
        of doses; or days, a patient with a column for each date. Default: detected.
    :param slots: The columns for times of day, with their times, in a table with a row per day.
    :param min_gap: Events of one task closer than this are merged, with amounts added. Default:
        15m.
    :param duplicates: The treatment of rows that repeat an earlier one in every field. Default:
        drop, with a warning.
    :param fold_ids: Treat ids that differ only in case, spaces, marks or leading zeros as one
        patient.
    :param zeros: The meaning of the value 0 for a dose. Default: missed.
    :param time_format: The format of dates and times: auto, dmy, mdy, seconds or milliseconds since
        1970, excel, or a pattern such as %d.%m.%Y %H:%M. Default: auto.
    :param decimal: The decimal mark. Default: detected.
    """

    zone: Any
    plan_start: Day
    matching: Literal["window", "nearest", "keyed"]
    patient: str
    patient_id: str
    time: str
    planned: str
    task: str
    value: str
    units: str
    kind: str
    status: str
    status_words: Mapping[str, Literal["done", "missed", "skipped", "declined", "ignored"]]
    event: str
    zone_column: str
    plan_start_column: str
    group: str
    observed_from: str
    observed_to: str
    end_cause: str
    layout: Literal["rows", "counts", "days"]
    slots: Mapping[str, Time]
    min_gap: Duration
    duplicates: Literal["drop", "keep"]
    fold_ids: bool
    zeros: Literal["missed", "done"]
    time_format: str
    decimal: Literal["point", "comma"]


class AdherenceOptions(Measuring, Work, Parameters, TableOptions, total=False):
    """The options of `adherence`.

    :param week_start: The first day of the week. Default: monday.
    :param numerator: The numerator of the ratios. Default: done.
    :param tables: The tables to compute, each of which takes additional time. Default: all but
        values, for streams of records adherence.
    :param columns: The columns of the tables with rows for each patient, as due,done,ratio, beside
        those that identify a row; other measures are not computed. Default: all.
    :param empty_periods: Add rows of adherence for periods in which nothing was planned or
        recorded.
    :param rolling: Add rolling windows at the end of each day, as 7d or 30d.
    :param breakdown: Add a breakdown by element, slot or weekday.
    :param grid: Values of a parameter to compare, as gap-days=30,60,90, for several parameters in
        all combinations.
    :param main_task: The task whose flags come first, and whose phases the page shows. Default:
        flags of medications, then by how often a task is due; phases of the task with the most due.
    :param previous: The folder of a previous report, whose flags.csv tells which flags are new,
        continuing or resolved.
    :param measures: The groups of measures in the table of patients. Default: taking, phases.
    """

    week_start: Literal[
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"
    ]
    numerator: Literal["done", "in-window", "progress"]
    tables: Union[Tables, Sequence[Tables]]
    columns: Union[str, Sequence[str]]
    empty_periods: bool
    rolling: Union[Days, Sequence[Days]]
    breakdown: Union[Breakdown, Sequence[Breakdown]]
    grid: Union[str, Sequence[str]]
    main_task: str
    previous: str
    measures: Union[Measures, Sequence[Measures]]


class EventOptions(Measuring, TableOptions, total=False):
    """The options of `events`.

    :param only: The patients: ids, patterns with * and ?, group:NAME or tag:NAME. Default: all.
    :param only_task: A task's id. Default: all.
    """

    only: Union[str, Sequence[str]]
    only_task: Union[str, Sequence[str]]


class MergeOptions(TypedDict, total=False):
    """The options of `merge`.

    :param jobs: The number of threads; it does not affect the results. Default: all cores.
    """

    jobs: int


class Look(TypedDict, total=False):
    """The appearance of pictures; Vega-Lite specifications leave it to the renderer.

    :param theme: The theme for SVG, PNG, PDF, Plotly and ECharts. Default: light.
    :param width: The width in pixels. Default: that of the kind.
    :param height: The height in pixels. Default: that of the kind.
    :param scale: The pixels of a PNG for each pixel of the width and the height. Default: 1.
    """

    theme: Literal["light", "dark", "paper"]
    width: float
    height: float
    scale: float


class ChartOptions(Look, total=False):
    """The options of charts.

    :param chart_patient: The patient's id. Default: the whole cohort.
    :param chart_task: The task's id. Default: the only one, or all together if the chart supports
        it.
    :param value_kind: With dailySums and values: the kind of the values, if there are several.
    :param value_units: With dailySums and values: the unit of the values, if there are several.
    :param compare_from: With comparison: the start date of the earlier range. Default: a range of
        equal length.
    :param compare_to: With comparison: the end date of the earlier range (exclusive). Default:
        `start`.
    :param facet: One panel per group, on the same axes, for bars, sparkline, ribbon, distribution,
        survival, covered.
    :param data_url: The URL of the rows of a Vega-Lite specification. Default: inline.
    """

    chart_patient: str
    chart_task: str
    value_kind: str
    value_units: str
    compare_from: Day
    compare_to: Day
    facet: bool
    data_url: str


class ExpandOptions(TypedDict, total=False):
    """The options of `expand`.

    :param plan_start: The start date of a plan without one. Default: for words and rules the start
        of the range.
    :param overlap: Include occurrences in progress at the start of the range.
    :param limit: The maximum number of occurrences to list.
    """

    plan_start: Day
    overlap: bool
    limit: int


class ClaimOptions(TypedDict, total=False):
    """Options of a table of claims; columns that are not named are detected.

    :param patient: The column of the patient's id. Default: detected.
    :param patient_id: The patient's id for a table of one patient without such a column.
    :param date: The column of the day of dispensing, which is used as written: an offset never
        moves it.
    :param days: The column of the days that the supply lasts, or a number of days for all fills; a
        column of that name comes first.
    :param end_date: The column of the last day that the supply lasts (inclusive), in place of
        `days`.
    :param quantity: The column of the quantity dispensed; with `dose` in place of `days`.
    :param dose: The column of the amount taken a day, or an amount for all fills.
    :param drug: The column of the drug, ideally its ingredient: early refills shift within a drug.
    :param drug_class: The column of the class of drugs, which unites the days of its drugs.
    :param type: The column of the status or type of the claim, or none to read every row as a fill.
        Reversals cancel the nearest fill of the patient with the same drug, class, days and
        quantity on their day or before, as rows with negative days or quantity do; void and
        canceled rows without a matching fill are ignored.
    :param status_words: The meaning of further words of `type`: fill, reversal or ignore.
    :param observed_from: The column of the first day on which the patient is observed.
    :param observed_to: The column of the last day on which the patient is observed (inclusive).
    :param end_cause: The column of why observation ended: death, withdrawal, switch, completed,
        deviceReturned, dataEnd, or any other cause.
    :param duplicates: The treatment of rows that repeat an earlier one in every field. Default:
        drop, with a warning.
    :param zone: The time zone of dates that count seconds or milliseconds since 1970.
    :param time_format: The format of dates and times: auto, dmy, mdy, seconds or milliseconds since
        1970, excel, or a pattern such as %d.%m.%Y %H:%M. Default: auto.
    :param decimal: The decimal mark. Default: detected.
    """

    patient: str
    patient_id: str
    date: str
    days: Union[str, float]
    end_date: str
    quantity: str
    dose: Union[str, float]
    drug: str
    drug_class: str
    type: str
    status_words: Mapping[str, Literal["fill", "reversal", "ignore"]]
    observed_from: str
    observed_to: str
    end_cause: str
    duplicates: Literal["drop", "keep"]
    zone: Any
    time_format: str
    decimal: Literal["point", "comma"]


class Refilling(TypedDict, total=False):
    """Options of measures of refills.

    :param max_rejected: The share of rows that may be rejected, as 5%, including all rows of a
        patient, who then has no ratio. Default: 5%, but not all rows of any patient.
    :param window_start: The offset of the observation window, in days after a patient's first fill.
        Default: 0.
    :param observe: The length of the observation window, as 365d, even beyond the data. Default: to
        the last fill in the data.
    :param follow_up_days: The number of days after a patient's first fill in which fills are
        considered. Default: the end of the observation, at least 730 with `observe`; with `start`,
        from the first fill of all.
    :param threshold: The ratio from which a patient counts as adherent; 0.9 for antiretrovirals.
        Default: 4/5.
    :param min_fills: The minimum number of days with a fill for eligibility in days covered.
        Default: 2.
    :param min_days: The minimum number of days of treatment for eligibility. Default: 91.
    :param stay_handling: The effect of hospital stays on days covered: exclude removes their days
        and shifts the supply past them (CMS), ignore does neither. Default: exclude.
    :param no_admission_day: Count the day of admission as outside the stay.
    :param no_discharge_day: Count the day of discharge as outside the stay.
    :param carry_within_drug: In CMA 5 to 9, carry supply over only to fills of the same drug; days
        covered always do.
    :param carry_by_dose: Adjust the duration of carried-over supply by the ratio of the doses.
    :param only_class: Only the fills of this class. Default: all.
    :param only_drug: Only the fills of this drug. Default: all.
    :param level: The rows of a patient: one for each class, or one for each drug. Default: class if
        fills have one, otherwise drug.
    :param combine: One value for all drugs or classes of a patient: any measures all fills
        together, with days covered being those with any drug; all counts the days covered by all
        drugs or classes; mean, min or max of the values of each (AdhereR's CMA_polypharmacy).
        Default: none, a value per drug or class.
    :param daily: With `combine` mean, min and max: the mean over the values of each day.
    :param window: The length of sliding windows in days. Default: none; 90 in charts.
    :param step: The step of sliding windows in days. Default: 30.
    :param episodes: A row for each treatment episode.
    :param gap_days: The permissible gap within an episode in days. Default: 90.
    :param drug_change: Start a new episode at each change of drug.
    :param dose_change: Start a new episode at each change of dose.
    :param append_gap: Extend an episode that ends with a gap by the permissible gap.
    """

    max_rejected: Share
    window_start: int
    observe: Days
    follow_up_days: int
    threshold: Share
    min_fills: int
    min_days: int
    stay_handling: Literal["exclude", "ignore"]
    no_admission_day: bool
    no_discharge_day: bool
    carry_within_drug: bool
    carry_by_dose: bool
    only_class: Union[str, Sequence[str]]
    only_drug: Union[str, Sequence[str]]
    level: Literal["class", "drug"]
    combine: Literal["any", "all", "mean", "min", "max"]
    daily: bool
    window: int
    step: int
    episodes: bool
    gap_days: float
    drug_change: bool
    dose_change: bool
    append_gap: bool


class RefillOptions(Refilling, ClaimOptions, total=False):
    """The options of `refills`."""
