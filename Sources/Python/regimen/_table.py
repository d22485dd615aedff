"""Result tables, which every library with support for Arrow can read."""

from __future__ import annotations

import difflib
from typing import (
    TYPE_CHECKING,
    Any,
    Callable,
    Dict,
    Iterator,
    List,
    NoReturn,
    Optional,
    SupportsIndex,
    Tuple,
    Union,
    overload,
)

from . import _capsules, _reading, _views
from ._arrow import ArrowArrayStream, Owned, children
from ._building import built
from ._reading import Field
from ._text import grid, html

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

#: The number of rows in the representation of a table.
SHOWN = 10


class Table:
    """A table of results, in the engine's memory.

    It implements the Arrow PyCapsule interface, so that pyarrow, polars, DuckDB and other libraries
    accept it as input, any number of times.

    >>> import regimen
    >>> days = regimen.expand("every day at 08:00", start="2025-01-06", end="2025-01-08")
    >>> len(days), days.columns[0]
    (2, 'id')

    Iteration yields rows as dictionaries. An index is the name of a column, the number of a row
    (from 0, negative from the end), or a slice of rows:

    >>> [row["ordinal"] for row in days], days["ordinal"], days[-1]["ordinal"], len(days[:1])
    ([0, 1], [0, 1], 1, 1)
    """

    def __init__(self, open_rows: Callable[[], Owned[ArrowArrayStream]]) -> None:
        self._open = open_rows
        # The first stream is opened here so that errors are raised early; the first reader uses it.
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
        """Returns a table with the texts of a column replaced by those `change` returns."""

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

    def __iter__(self) -> Iterator[Dict[str, Any]]:
        return self._dicts()

    @overload
    def __getitem__(self, index: str) -> List[Any]: ...

    @overload
    def __getitem__(self, index: slice) -> "Table": ...

    @overload
    def __getitem__(self, index: SupportsIndex) -> Dict[str, Any]: ...

    def __getitem__(self, index: "Union[str, slice, SupportsIndex]") -> Any:
        """Returns a column as a list, a row as a dictionary, or a table of some rows."""
        if isinstance(index, str):
            return self._column(index)
        if isinstance(index, slice):
            chosen = range(len(self))[index]
            return Table(lambda: _views.sliced(self._rows(), chosen))
        row = range(len(self))[index]
        return self[row : row + 1].to_dicts()[0]

    def _column(self, name: str) -> List[Any]:
        if name not in self.columns:
            near = difflib.get_close_matches(name, self.columns, 1)
            hint = f"did you mean '{near[0]}'?" if near else f"columns: {', '.join(self.columns)}"
            raise KeyError(f"The table has no column '{name}' ({hint})")
        place, stream = self.columns.index(name), self._rows()
        described = _reading.schema(stream)
        kind = children(described.struct)[place]
        found: List[Any] = []
        for batch in _reading.batches(stream):
            rows = batch.struct
            column = children(rows)[place]
            found.extend(_reading.values(kind, column, rows.offset, rows.length))
        return found

    def _look(self) -> Tuple[List[List[Any]], int]:
        """Returns the first rows and the number of all rows."""
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
        """Returns a capsule with a stream of the rows; `requested_schema` is ignored."""
        return _capsules.handed_out(self._rows(), _capsules.STREAM)

    def __arrow_c_schema__(self) -> object:
        """Returns a capsule with the schema."""
        stream = self._rows()
        described = _reading.schema(stream)
        self._opened.append(stream)
        return _capsules.handed_out(described, _capsules.SCHEMA)

    def to_arrow(self) -> "pyarrow.Table":
        """Returns the rows as a pyarrow table, without copying."""
        return _library("pyarrow", "to_arrow").table(self)

    def to_polars(self) -> "polars.DataFrame":
        """Returns the rows as a polars data frame."""
        return _library("polars", "to_polars").DataFrame(self)

    def to_pandas(self) -> "pandas.DataFrame":
        """Returns the rows as a pandas data frame."""
        frames = _library("pandas", "to_pandas")
        try:
            return self.to_arrow().to_pandas()
        except ImportError:
            return frames.DataFrame(self.to_dicts(), columns=self.columns)

    def to_dicts(self) -> List[Dict[str, Any]]:
        """Returns the rows as dictionaries of built-in Python values; needs no other package.

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
    """Imports an optional package."""
    try:
        return __import__(name)
    except ImportError:
        raise ImportError(f"{method}() needs {name}: pip install {name}") from None
