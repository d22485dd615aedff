"""What the engine has found, as tables, texts and charts."""

from __future__ import annotations

import ctypes
import json
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
)

from . import _calling
from ._arrow import Pointer
from ._files import PathLike, written
from ._library import Span, library
from ._keywords import ChartOptions, Look, names
from ._options import encoded, known
from ._table import Table
from .chart import Chart
from .errors import InputError, in_python

if TYPE_CHECKING:
    from typing_extensions import Unpack

#: The options that tables are asked for by, where it is not `tables`.
_ASKED_BY = {"rolling": "rolling", "breakdown": "breakdown", "sensitivity": "grid"}


class Answer:
    """What reports of plans and of fills have in common."""

    def __init__(self, handle: _calling.Handle) -> None:
        self._handle = handle

    def _table(self, name: str) -> Table:
        """A table of the report."""
        handle, wanted = self._handle, name.encode()
        function = library.regimen_report_table
        try:
            return Table(lambda: _calling.stream(function, handle.pointer, wanted))
        except InputError as error:
            cure = f"ask for it by {_ASKED_BY.get(name, 'tables')}="
            text = f"The report has no table '{name}' ({cure})."
            raise InputError(text, field=error.field) from error

    def _text(self, name: str, options: bytes = b"{}") -> bytes:
        """A text of the report."""
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
        """What was decided where the tables can be read in several ways, a sentence each.

        The sentence names the keyword that decides otherwise.
        """
        assumptions: List[str] = self.summary.get("assumptions", [])
        return assumptions

    @property
    def summary(self) -> Dict[str, Any]:
        """The definitions behind the numbers, and how many records were read and rejected."""
        summary: Dict[str, Any] = json.loads(self._text("summary"))
        for name in ("assumptions", "problems"):
            if isinstance(summary.get(name), list):
                summary[name] = [in_python(text) for text in summary[name]]
        return summary

    def _chart(self, kind: str, options: Mapping[str, Any]) -> Chart:
        """A chart of the report by its options, of which some are of pictures alone."""
        known("chart", options, names(ChartOptions))
        look = {name: value for name, value in options.items() if name in names(Look)}
        asked = {name: value for name, value in options.items() if name not in look}

        def draw(form: Mapping[str, Any]) -> bytes:
            return self._text("chart", encoded({"chart": kind, **asked, **form}))

        return Chart(kind, draw, look)

    def page(self, path: PathLike) -> Path:
        """Writes the report as a page for browsers, which needs nothing beside it."""
        return written(Path(path), self._text("page"))

    def __str__(self) -> str:
        """The days, the assumptions, the cohort's table, and the number of problems."""
        text = in_python(self._text("cohort").decode().rstrip("\n"))
        count = self.summary.get("records", {}).get("problems", len(self._table("problems")))
        return text + (f"\n\nProblems: {count} (report.problems)" if count else "")

    def __repr__(self) -> str:
        return str(self)

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            "A report is memory of the engine and cannot be pickled: send part() or its tables."
        )


class Report(Answer):
    """How well a cohort's outcomes agree with its plans.

    >>> import regimen
    >>> opened = {"patient": ["A", "A"], "time": ["2025-01-06T08:05:00", "2025-01-07T08:10:00"]}
    >>> report = regimen.adherence(opened, schedule="every day at 08:00")
    >>> [(row["level"], row["done"], row["due"]) for row in report.patients.to_dicts()]
    [('task', 2.0, 2.0), ('patient', 2.0, 2.0)]
    """

    def __init__(
        self, handle: _calling.Handle, values: Optional[Callable[[], "Report"]] = None
    ) -> None:
        """A report; the values cost their own time, and wait until they are asked for."""
        super().__init__(handle)
        self._make_values = values
        self._values: Optional[Report] = None

    def _with_values(self) -> "Report":
        if self._make_values and self._values is None:
            self._values = self._make_values()
        return self._values or self

    @property
    def adherence(self) -> Table:
        """Each patient by task and period."""
        return self._table("adherence")

    @property
    def cohort(self) -> Table:
        """The cohort by group, task and period."""
        return self._table("cohort")

    @property
    def patients(self) -> Table:
        """Each patient by task over the whole range, with streaks, dosing days and measures."""
        return self._table("patients")

    @property
    def phases(self) -> Table:
        """Initiation, persistence and implementation by group, task and period."""
        return self._table("phases")

    @property
    def rolling(self) -> Table:
        """Each patient by task and day over the last days before it; by the option `rolling`."""
        return self._table("rolling")

    @property
    def breakdown(self) -> Table:
        """Each patient by task and part of the plan or of the week; by the option `breakdown`."""
        return self._table("breakdown")

    @property
    def sensitivity(self) -> Table:
        """The cohort by each combination of the option `grid`."""
        return self._table("sensitivity")

    @property
    def values(self) -> Table:
        """The values that were recorded, of each patient."""
        return self._with_values()._table("values")

    @property
    def cohort_values(self) -> Table:
        """The values that were recorded, of the cohort."""
        return self._with_values()._table("cohortValues")

    @property
    def statistics(self) -> Dict[str, Any]:
        """Curves, intervals, tests and trajectories of the cohort."""
        statistics: Dict[str, Any] = json.loads(self._text("statistics"))
        return statistics

    def chart(self, kind: str, **options: Unpack[ChartOptions]) -> Chart:
        """A picture of the cohort, or of a patient by the option `patient`.

        Kinds: bars, sparkline, ribbon, distribution, groups, lasagna, survival, covered, funnel,
        clock, swimmer, values, comparison; of a patient bars, rolling, sparkline, calendar,
        chronology, weekdayHours, interdose, clock, swimmer, streaks, dailySums, values, comparison.
        """
        return self._chart(kind, options)

    def part(self) -> bytes:
        """The counts of these patients, which `merge` puts together with those of others."""
        return self._text("part")


class RefillReport(Answer):
    """How well patients were supplied, by what was dispensed to them.

    >>> import regimen
    >>> fills = {"patient": ["A", "A"], "date": ["2024-01-01", "2024-02-15"], "days": [30, 30]}
    >>> report = regimen.refills(fills, measure="pdc", start="2024-01-01", end="2024-04-01")
    >>> len(report.measures)
    1
    """

    @property
    def measures(self) -> Table:
        """Each patient by measure, or by what else the options ask for."""
        return self._table("measures")

    def chart(self, kind: str, **options: Unpack[ChartOptions]) -> Chart:
        """A picture: fills, windows, persistence or distribution."""
        return self._chart(kind, options)


def merge(parts: Iterable[bytes], **options: Any) -> Report:
    """One report of the parts of reports that ask the same of different patients, in any order.

    The tables with rows of single patients are not in it.

    >>> import regimen
    >>> def part(patient):
    ...     opened = {"patient": [patient], "time": ["2025-01-06T08:05:00"]}
    ...     days = {"start": "2025-01-06", "end": "2025-01-08"}
    ...     return regimen.adherence(opened, schedule="every day at 08:00", **days).part()
    >>> regimen.merge([part("A"), part("B")]).cohort.to_dicts()[0]["patients"]
    2
    """
    kept = list(parts)
    spans = (Span * len(kept))(*(Span(_start(part), len(part)) for part in kept))
    function, free = library.regimen_merge, library.regimen_report_free
    return Report(_calling.made(free, function, spans, len(kept), encoded(options)))


def _start(part: bytes) -> Optional[int]:
    return ctypes.cast(ctypes.c_char_p(part), Pointer).value


def _bytes(text: Pointer) -> bytes:
    count = library.regimen_bytes_count(text)
    return ctypes.string_at(library.regimen_bytes_start(text), count) if count else b""
