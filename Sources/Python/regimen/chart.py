"""Charts, which notebooks display and which can be saved to files."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, Dict, Mapping, Optional

from ._files import PathLike, written
from ._keywords import ChartFormat, Look
from .errors import InputError

if TYPE_CHECKING:
    import altair
    from typing_extensions import Unpack

#: The formats of files by name suffix, longer suffixes first.
FORMATS = {
    ".vl.json": "vegaLite",
    ".plotly.json": "plotly",
    ".echarts.json": "echarts",
    ".chartjs.json": "chartJS",
    ".carekit.json": "careKit",
    ".meta.json": "metadata",
    ".json": "json",
    ".csv": "csv",
    ".svg": "svg",
    ".png": "png",
    ".pdf": "pdf",
}
#: The formats to which appearance options apply.
PICTURES = {"svg", "png", "pdf", "plotly", "echarts"}


class Chart:
    """A chart of a report.

    >>> import regimen
    >>> opened = {"patient": ["A"], "time": ["2025-01-06T08:05:00"]}
    >>> report = regimen.adherence(
    ...     opened, schedule="every day at 08:00", start="2025-01-06", end="2025-01-20"
    ... )
    >>> report.chart("bars").to_dict()["$schema"]
    'https://vega.github.io/schema/vega-lite/v6.json'
    """

    def __init__(
        self, kind: str, draw: Callable[[Mapping[str, Any]], bytes], look: Mapping[str, Any]
    ) -> None:
        #: The kind of chart.
        self.kind = kind
        self._form = draw
        self._look = dict(look)
        # Invalid options raise an error here, not later when a notebook displays the chart.
        self._specification = draw({"format": "vegaLite"})

    def to_dict(self) -> Dict[str, Any]:
        """Returns the Vega-Lite specification, with inline data."""
        specification: Dict[str, Any] = json.loads(self._specification)
        return specification

    def _draw(self, form: str, look: Mapping[str, Any]) -> bytes:
        """Renders the chart in a format; the chart's appearance options apply to pictures only."""
        return self._form({"format": form, **(self._look if form in PICTURES else {}), **look})

    def to_text(
        self, format: ChartFormat, **look: Unpack[Look]
    ) -> str:  # pylint: disable=redefined-builtin
        """Returns the chart in a text format, such as vegaLite, svg, csv or json."""
        return self._draw(format, look).decode()

    def to_altair(self) -> "altair.Chart":
        """Returns the chart as an Altair chart, for further changes.

        In a chart of several panels, `properties(width=…, height=…)` sets the size of each panel; rows
        of a fixed height, such as the numbers at risk, keep it.
        """
        try:
            import altair  # pylint: disable=import-outside-toplevel
        except ImportError:
            raise ImportError("to_altair() needs altair: pip install altair") from None
        chart = altair.Chart.from_dict(self.to_dict())
        if _panels(chart):
            kind = type(type(chart).__name__, (_Panels, type(chart)), {})
            object.__setattr__(
                chart, "__class__", kind
            )  # Altair's own method would set a property.
        return chart

    def save(self, path: PathLike, **look: Unpack[Look]) -> Path:
        """Writes the chart in the format given by the suffix of the file name.

        Beside the rows of `bars.csv` it writes their metadata, `bars.meta.json`.

        :param look: The appearance of a picture: `theme`, `width` and `height`.
        :raises InputError: If the suffix is unknown.
        """
        name = Path(path).name
        form = next((form for end, form in FORMATS.items() if name.lower().endswith(end)), None)
        if form is None:
            cure = f"let it end in {', '.join(FORMATS)}"
            raise InputError(f"'{name}' does not tell the form of the chart ({cure})", field="path")
        saved = written(Path(path), self._draw(form, look))
        if form == "csv":
            written(saved.with_name(f"{saved.name[:-4]}.meta.json"), self._draw("metadata", {}))
        return saved

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Dict[str, Any]:
        """Returns the representations for notebooks: Vega-Lite, SVG and plain text."""
        specification = self.to_dict()
        version = re.search(r"vega-lite/v(\d+)", specification.get("$schema", "v6"))
        number = version[1] if version else "6"
        return {
            f"application/vnd.vegalite.v{number}+json": specification,
            "image/svg+xml": self.to_text("svg"),
            "text/plain": repr(self),
        }

    def __repr__(self) -> str:
        return f"Chart({self.kind!r})"


class _Panels:
    """Adds a size to an Altair chart of several panels, which has none of its own."""

    def properties(self, **changes: Any) -> Any:
        """Returns a copy with other properties; `width` and `height` are those of each panel."""
        size: Dict[str, Any] = {
            name: changes.pop(name) for name in ("width", "height") if name in changes
        }
        return _resized(super().properties(**changes), size)  # type: ignore[misc]


def _panels(chart: Any) -> Optional[str]:
    """Returns the property with the panels of an Altair chart; None for a single chart."""
    return next((name for name in ("vconcat", "hconcat", "concat") if name in chart._kwds), None)


def _resized(chart: Any, size: Mapping[str, Any]) -> Any:
    """Returns a copy of a chart with another size, or with another size of each panel."""
    copy, panels = chart.copy(deep=False), _panels(chart)
    if panels:
        copy[panels] = [_resized(panel, size) for panel in chart[panels]]
        return copy
    for name, value in size.items():
        if isinstance(copy[name], (int, float)):
            copy[name] = value
    return copy
