"""Tables of results, which every library that knows Arrow reads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Dict, Iterator, List, NoReturn, Optional, Tuple

from . import _capsules, _reading
from ._arrow import ArrowArrayStream, Owned
from ._building import built
from ._reading import Field
from ._text import grid, html

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

#: How many rows are shown of a table.
SHOWN = 10


class Table:
    """Rows of results, in the engine's memory.

    It is an input for pyarrow, polars, DuckDB and others as it is, any number of times.

    >>> import regimen
    >>> days = regimen.expand("every day at 08:00", start="2025-01-06", end="2025-01-08")
    >>> len(days), days.columns[0]
    (2, 'id')
    """

    def __init__(self, open_rows: Callable[[], Owned[ArrowArrayStream]]) -> None:
        self._open = open_rows
        # The first stream tells at once what is wrong, and is there for whoever comes first.
        first = open_rows()
        self._opened = [first]
        self._fields = _reading.fields(_reading.schema(first))
        self._seen: Optional[Tuple[List[List[Any]], int]] = None

    def _rows(self) -> Owned[ArrowArrayStream]:
        try:
            return self._opened.pop()
        except IndexError:
            return self._open()

    def rewritten(self, column: str, change: Callable[[str], str]) -> "Table":
        """The same rows with the texts of a column changed."""

        def open_rows() -> Owned[ArrowArrayStream]:
            rows = self.to_dicts()
            columns = {name: [row[name] for row in rows] for name in self.columns}
            columns[column] = [change(text) for text in columns[column]]
            return built("rows", columns, self._fields)

        return Table(open_rows)

    @property
    def columns(self) -> List[str]:
        """The names of the columns."""
        return [field.name for field in self._fields]

    @property
    def fields(self) -> List[Field]:
        """The columns with their types, units and meanings."""
        return list(self._fields)

    def __len__(self) -> int:
        return self._look()[1]

    def _look(self) -> Tuple[List[List[Any]], int]:
        """The first rows, and how many there are."""
        if self._seen is None:
            head: List[List[Any]] = []
            count, stream = 0, self._rows()
            described = _reading.schema(stream)
            for batch in _reading.batches(stream):
                count += batch.struct.length
                if len(head) < SHOWN:
                    columns = _reading.columns(described, batch, SHOWN - len(head))
                    head.extend(map(list, zip(*columns)))
            self._seen = (head, count)
        return self._seen

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The rows as a capsule; another schema than the table's own is not made."""
        return _capsules.handed_out(self._rows(), _capsules.STREAM)

    def __arrow_c_schema__(self) -> object:
        """What the columns are, as a capsule."""
        stream = self._rows()
        described = _reading.schema(stream)
        self._opened.append(stream)
        return _capsules.handed_out(described, _capsules.SCHEMA)

    def to_arrow(self) -> "pyarrow.Table":
        """The rows as a table of pyarrow, which has the same memory."""
        return _library("pyarrow", "to_arrow").table(self)

    def to_polars(self) -> "polars.DataFrame":
        """The rows as a frame of polars."""
        return _library("polars", "to_polars").DataFrame(self)

    def to_pandas(self) -> "pandas.DataFrame":
        """The rows as a frame of pandas."""
        frames = _library("pandas", "to_pandas")
        try:
            return self.to_arrow().to_pandas()
        except ImportError:
            return frames.DataFrame(self.to_dicts(), columns=self.columns)

    def to_dicts(self) -> List[Dict[str, Any]]:
        """The rows as dictionaries of Python's own values, by Python alone.

        >>> import regimen
        >>> days = regimen.expand("every day at 08:00", start="2025-01-06", end="2025-01-07")
        >>> [str(day["start"]) for day in days.to_dicts()]
        ['2025-01-06 08:00:00+00:00']
        """
        return list(self._dicts())

    def _dicts(self) -> Iterator[Dict[str, Any]]:
        stream = self._rows()
        described = _reading.schema(stream)
        for batch in _reading.batches(stream):
            for row in zip(*_reading.columns(described, batch)):
                yield dict(zip(self.columns, row))

    def __repr__(self) -> str:
        head, _ = self._look()
        return f"{grid(self.columns, head)}\n{self._size}"

    def _repr_html_(self) -> str:
        head, _ = self._look()
        return html(self.columns, head, self._size)

    @property
    def _size(self) -> str:
        return f"{len(self):,} rows, {len(self.columns)} columns"

    def __reduce__(self) -> NoReturn:
        raise TypeError("A Table is memory of the engine and cannot be pickled: send to_arrow().")


def _library(name: str, method: str) -> Any:
    """A library that not everybody has."""
    try:
        return __import__(name)
    except ImportError:
        raise ImportError(f"{method}() needs {name}: pip install {name}") from None
