"""Care schedules, occurrences and adherence, on data frames.

Example:

    import regimen

    report = regimen.adherence(events, schedule="every day at 08:00 and 20:00")
    report.adherence.to_pandas()
"""

from . import _library
from ._questions import adherence, events, expand, refills
from ._reading import Field
from ._records import Records, open  # noqa: A004
from ._report import RefillReport, Report, merge
from ._table import Table
from .chart import Chart
from .errors import Cancelled, EngineError, InputError, LibraryError

__all__ = [
    "Cancelled",
    "Chart",
    "EngineError",
    "Field",
    "InputError",
    "LibraryError",
    "Records",
    "RefillReport",
    "Report",
    "Table",
    "adherence",
    "events",
    "expand",
    "merge",
    "open",
    "refills",
]


def __getattr__(name: str) -> str:
    """Returns `__version__`, which the engine's library reports."""
    if name == "__version__":
        return _library.version()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
