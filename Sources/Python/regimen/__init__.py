"""Care schedules, occurrences and adherence, on data frames.

Example:

    import regimen

    report = regimen.adherence(events, schedule="every day at 08:00 and 20:00")
    report.adherence.to_pandas()
"""

import importlib
from typing import Any, List

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


#: The modules that need pyarrow or pyspark, which are imported on first use.
_MODULES = ("groups", "shards", "spark")


def __getattr__(name: str) -> Any:
    """Returns a module on first use, or `__version__`, which the engine's library reports."""
    if name == "__version__":
        return _library.version()
    if name in _MODULES:
        return importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> List[str]:
    return sorted({*globals(), *_MODULES, "__version__"})
