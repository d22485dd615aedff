"""Reports: their tables, texts and charts."""

from __future__ import annotations

import ctypes
import json
from html import escape
from pathlib import Path
from typing import (
    TYPE_CHECKING,
    Any,
    Callable,
    Dict,
    Iterable,
    List,
    Mapping,
    NoReturn,
    Optional,
    Sequence,
)

from . import _calling
from ._arrow import Pointer
from ._files import PathLike, written
from ._library import Span, library
from ._keywords import ChartKind, ChartOptions, Look, MergeOptions, RefillChart
from ._options import documented, encoded, known, names
from ._table import Table
from ._ids import IDType
from ._views import with_ids
from .chart import Chart
from .errors import InputError, in_python

if TYPE_CHECKING:
    from typing_extensions import Unpack

#: The options that request tables which `tables` does not.
_ASKED_BY = {"rolling": "rolling", "breakdown": "breakdown", "sensitivity": "grid"}
#: The tables with rows of single patients, which merged reports do not have.
_OF_PATIENTS = ("adherence", "patients", "rolling", "breakdown", "values")


class Answer:
    """The base class of reports of plans and of fills."""

    def __init__(
        self,
        handle: _calling.Handle,
        ids: Optional[IDType] = None,
        unread: Sequence[InputError] = (),
    ) -> None:
        """Creates a report, with patient ids of a type; None leaves those of the engine."""
        self._handle = handle
        self._ids = ids
        self._unread = [f"{error} (The column is not used.)" for error in unread]

    def _table(self, name: str) -> Table:
        """Returns a table of the report by name."""
        handle, wanted, ids = self._handle, name.encode(), self._ids
        function = library.regimen_report_table
        try:
            return Table(lambda: with_ids(ids, _calling.stream(function, handle.pointer, wanted)))
        except InputError as error:
            text = f"The report has no table '{name}' ({self._cure(name)})."
            raise InputError(text, field=error.field) from error

    def _cure(self, name: str) -> str:
        """Returns how to get a table that the report does not have."""
        return f"ask for it by {_ASKED_BY.get(name, 'tables')}="

    def _text(self, name: str, options: bytes = b"{}") -> bytes:
        """Returns a text of the report by name."""
        function = library.regimen_report_text
        arguments = (self._handle.pointer, name.encode(), options)
        text = _calling.made(library.regimen_bytes_free, function, *arguments)
        return _bytes(text.pointer)

    @property
    def problems(self) -> Table:
        """The rejected records and the warnings, with table, row and column."""
        return self._table("problems").rewritten("problem", in_python)

    @property
    def assumptions(self) -> List[str]:
        """The decisions made where the tables are ambiguous, as sentences.

        Each sentence names the keyword argument that changes the decision.
        """
        assumptions: List[str] = self.summary.get("assumptions", [])
        return assumptions + self._unread

    @property
    def summary(self) -> Dict[str, Any]:
        """The definitions behind the figures, and the numbers of records read and rejected."""
        summary: Dict[str, Any] = json.loads(self._text("summary"))
        for name in ("assumptions", "problems"):
            if isinstance(summary.get(name), list):
                summary[name] = [in_python(text) for text in summary[name]]
        return summary

    def _chart(self, kind: str, options: Mapping[str, Any]) -> Chart:
        """Returns a chart of the report; appearance options apply to pictures only."""
        known("chart", options, names(ChartOptions))
        look = {name: value for name, value in options.items() if name in names(Look)}
        asked = {name: value for name, value in options.items() if name not in look}

        def draw(form: Mapping[str, Any]) -> bytes:
            return self._drawn("chart", encoded({"chart": kind, **asked, **form}))

        return Chart(kind, draw, look)

    def page(self, path: PathLike) -> Path:
        """Writes the report as a self-contained HTML page, and returns its path."""
        return written(Path(path), self._drawn("page", b"{}"))

    def _drawn(self, name: str, options: bytes) -> bytes:
        """Returns the page or a chart, which the table `page` has the data of.

        :raises InputError: If `tables` is given without `page`, as by default in shards.
        """
        try:
            return self._text(name, options)
        except InputError as error:
            if "'page'' is missing" not in str(error):
                raise
            text = f"The report has no {name} (add 'page' to tables=, for parts in all of them)."
            raise InputError(text, field="tables") from error

    def __str__(self) -> str:
        """Returns the range, the assumptions, the table of the cohort and the problem count."""
        text = in_python(self._text("cohort").decode().rstrip("\n"))
        text += "".join(f"\n\n{sentence}" for sentence in self._unread)
        count = self.summary.get("records", {}).get("problems", len(self._table("problems")))
        return text + (f"\n\nProblems: {count} (report.problems)" if count else "")

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        """Returns the text of the report and, if it has charts, one of them, for notebooks."""
        try:
            picture = self._chart("distribution", {}).to_text("svg")
        except InputError:
            picture = ""
        return f"<div><pre>{escape(str(self))}</pre>{picture}</div>"

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            "A report is memory of the engine and cannot be pickled: send part() or its tables."
        )


class Report(Answer):
    """The adherence of a cohort: its recorded outcomes compared with its plans.

    >>> import regimen
    >>> opened = {"patient": ["A", "A"], "time": ["2025-01-06T08:05:00", "2025-01-07T08:10:00"]}
    >>> report = regimen.adherence(opened, schedule="every day at 08:00")
    >>> [(row["patient"], row["done"], row["due"]) for row in report.patients]
    [('A', 2.0, 2.0)]
    """

    def __init__(
        self,
        handle: _calling.Handle,
        ids: Optional[IDType] = None,
        unread: Sequence[InputError] = (),
        values: Optional[Callable[[], "Report"]] = None,
    ) -> None:
        """Creates a report; `values` computes the tables of values on first use."""
        super().__init__(handle, ids, unread)
        self._make_values = values
        self._values: Optional[Report] = None

    def _with_values(self) -> "Report":
        if self._make_values and self._values is None:
            self._values = self._make_values()
        return self._values or self

    @property
    def adherence(self) -> Table:
        """Adherence per patient, task and period."""
        return self._table("adherence")

    @property
    def cohort(self) -> Table:
        """Adherence of the cohort per group, task and period."""
        return self._table("cohort")

    @property
    def patients(self) -> Table:
        """Streaks, dosing days and measures per patient and task, over the whole range."""
        return self._table("patients")

    @property
    def phases(self) -> Table:
        """Initiation, persistence and implementation per group, task and period."""
        return self._table("phases")

    @property
    def flags(self) -> Table:
        """The patients' tasks that are paused, stopped, never started or declining."""
        return self._table("flags")

    @property
    def rolling(self) -> Table:
        """Adherence in a rolling window per patient, task and day; requires option `rolling`."""
        return self._table("rolling")

    @property
    def breakdown(self) -> Table:
        """Adherence per patient, task and element, slot or weekday; requires option `breakdown`."""
        return self._table("breakdown")

    @property
    def sensitivity(self) -> Table:
        """Adherence of the cohort per combination of parameters; requires option `grid`."""
        return self._table("sensitivity")

    @property
    def values(self) -> Table:
        """The recorded values, summarized per patient."""
        return self._with_values()._table("values")

    @property
    def cohort_values(self) -> Table:
        """The recorded values, summarized for the cohort."""
        return self._with_values()._table("cohortValues")

    @property
    def statistics(self) -> Dict[str, Any]:
        """The survival curves, intervals, tests and trajectories of the cohort."""
        statistics: Dict[str, Any] = json.loads(self._text("statistics"))
        return statistics

    @documented(ChartOptions, Look)
    def chart(self, kind: ChartKind, **options: Unpack[ChartOptions]) -> Chart:
        """Returns a chart of the cohort, or of one patient with the option `chart_patient`.

        Kinds for a cohort: bars, sparkline, ribbon, distribution, groups, lasagna, survival,
        covered, funnel, clock, swimmer, values, comparison. Kinds for a patient: bars, rolling,
        sparkline, calendar, chronology, weekdayHours, interdose, clock, swimmer, streaks,
        dailySums, values, comparison.
        """
        return self._chart(kind, options)

    def part(self) -> bytes:
        """Returns the partial result of these patients, which `merge` combines with others."""
        return self._text("part")


class RefillReport(Answer):
    """Adherence computed from dispensed supply: fills or claims.

    >>> import regimen
    >>> fills = {"patient": ["A", "A"], "date": ["2024-01-01", "2024-02-15"], "days": [30, 30]}
    >>> report = regimen.refills(fills, measure="pdc", start="2024-01-01", end="2024-04-01")
    >>> len(report.measures)
    1
    """

    @property
    def measures(self) -> Table:
        """The measures per patient, broken down as the options request."""
        return self._table("measures")

    @documented(ChartOptions, Look)
    def chart(self, kind: RefillChart, **options: Unpack[ChartOptions]) -> Chart:
        """Returns a chart; kinds: fills, windows, persistence, distribution."""
        return self._chart(kind, options)


class MergedReport(Report):
    """A report of merged parts, without tables and charts of single patients except `flags`."""

    def _cure(self, name: str) -> str:
        if name in _OF_PATIENTS:
            return (
                "a merged report has no records of patients: take it from the reports of the parts"
            )
        return "the reports of the parts have it, if asked for"

    def _chart(self, kind: str, options: Mapping[str, Any]) -> Chart:
        try:
            return super()._chart(kind, options)
        except InputError as error:
            if "merged parts" not in str(error):
                raise
            chosen = "of a patient" if options.get("chart_patient") else f"'{kind}'"
            cure = "draw it from the report of the part that has them"
            text = (
                f"A merged report has no chart {chosen}, as it has no records of patients ({cure})."
            )
            raise InputError(text, field="chart") from error


@documented(MergeOptions)
def merge(
    parts: Iterable[bytes], *, totals: bool = False, **options: Unpack[MergeOptions]
) -> Report:
    """Merges partial results of disjoint sets of patients into one report.

    All parts must come from reports with the same options; their order does not matter. The merged
    report has no tables with rows of single patients except `flags`, and charts of the cohort alone.

    >>> import regimen
    >>> def part(patient):
    ...     opened = {"patient": [patient], "time": ["2025-01-06T08:05:00"]}
    ...     days = {"start": "2025-01-06", "end": "2025-01-08"}
    ...     return regimen.adherence(opened, schedule="every day at 08:00", **days).part()
    >>> regimen.merge([part("A"), part("B")]).cohort.to_dicts()[0]["patients"]
    2

    :param totals: Whether tables have rows of totals, as in `adherence`.
    :raises InputError: If a part is given twice, or parts do not belong together.
    """
    known("merge", options, names(MergeOptions))
    kept = list(parts)
    _refuse_twice(kept)
    return MergedReport(_merged(kept, encoded({**options, "no_totals": not totals})))


def _merged(parts: Sequence[bytes], options: bytes) -> _calling.Handle:
    """Merges parts in the engine."""
    spans = (Span * len(parts))(*(Span(_start(part), len(part)) for part in parts))
    function, free = library.regimen_merge, library.regimen_report_free
    return _calling.made(free, function, spans, len(parts), options)


def _refuse_twice(parts: Sequence[bytes]) -> None:
    """Raises an InputError for a part that is no bytes, or that repeats an earlier one.

    Parts without patients may be equal.
    """
    first: Dict[bytes, int] = {}
    for number, part in enumerate(parts, 1):
        if not isinstance(part, bytes):
            kind = type(part).__name__
            raise InputError(f"Part {number} is not bytes: {kind} (give the results of part())")
        if first.setdefault(part, number) != number and _has_patients(part):
            text = f"Part {number} is the same as part {first[part]}"
            raise InputError(f"{text}, so that its patients would count twice (leave it out)")


def _has_patients(part: bytes) -> bool:
    records = MergedReport(_merged([part], b"{}")).summary["records"]
    return bool(records["patients"]["read"])


def _start(part: bytes) -> Optional[int]:
    return ctypes.cast(ctypes.c_char_p(part), Pointer).value


def _bytes(text: Pointer) -> bytes:
    count = library.regimen_bytes_count(text)
    return ctypes.string_at(library.regimen_bytes_start(text), count) if count else b""
