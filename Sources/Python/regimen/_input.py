"""Converts tables of other libraries and built-in Python values to Arrow streams."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal
from typing import Any, Callable, Iterable, Iterator, Mapping, Protocol, Sequence, Set, Union

from ._arrow import ArrowArray, ArrowArrayStream, ArrowSchema, Owned
from . import _capsules, _export, _ids, _reading
from ._building import as_texts, built, clocks, columns_of, written
from .errors import InputError


class StreamExporter(Protocol):
    """An object that exports its rows as a stream of the Arrow PyCapsule interface."""

    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...


class ArrayExporter(Protocol):
    """An object that exports one batch through the Arrow PyCapsule interface."""

    def __arrow_c_array__(self, requested_schema: object = None) -> "tuple[object, object]": ...


#: A table: a data frame of pyarrow, polars, pandas, DuckDB or nanoarrow, a mapping of columns, or a
#: list of records.
Frame = Union[
    StreamExporter,
    ArrayExporter,
    Mapping[str, Sequence[Any]],
    Iterable[Mapping[str, Any]],
]


#: Returns the columns that are used, so that they must have one type.
Needs = Callable[[Iterable[str]], Set[str]]


def rows(name: str, frame: Frame, options: Mapping[str, Any] = {}) -> Owned[ArrowArrayStream]:
    """Returns the rows of a table as a stream.

    A column that cannot be converted is left out, and its error is added to the stream, unless it
    has the ids of patients or is named by an option.

    :param name: The name of the table in error messages.
    :param options: The options for reading the table.
    :raises InputError: If the object is not a table.
    """

    def needs(columns: Iterable[str]) -> Set[str]:
        named = {part for value in options.values() for part in _names(value)}
        return {*named, str(_ids.column(columns, name, options))}

    for holds, stream in _KINDS:
        if holds(frame):
            return stream(name, frame, needs)
    kind = type(frame).__name__
    cure = "give a data frame, columns by name, or a list of records"
    raise InputError(f"{name}: is no table: {kind} ({cure})", source=name)


def _names(value: Any) -> Iterable[str]:
    """Returns the columns that the value of an option may name."""
    if isinstance(value, Mapping):
        return map(str, value)
    return {value, *value.split("+")} if isinstance(value, str) else ()


def can_be_read_again(frame: Any) -> bool:
    """Returns whether the rows can be read repeatedly; those of readers can be read only once."""
    return hasattr(frame, "__len__")


def _comes_from(library: str, frame: Any) -> bool:
    return library in type(frame).__module__.partition(".")[0]


def _is_pandas(frame: Any) -> bool:
    return _comes_from("pandas", frame) and hasattr(frame, "columns")


def _is_duckdb(frame: Any) -> bool:
    return _comes_from("duckdb", frame) and hasattr(frame, "__arrow_c_stream__")


def _of_pandas(name: str, frame: Any, needs: Needs) -> Owned[ArrowArrayStream]:
    """Converts a pandas data frame; an index without a name is dropped."""
    if all(level is None for level in frame.index.names):
        frame = frame.reset_index(drop=True)
    twice = frame.columns[frame.columns.duplicated()]
    if len(twice):
        text = f"{name}: names a column a second time: '{twice[0]}' (rename one of them)"
        raise InputError(text, source=name, field=str(twice[0]))
    frame = frame.copy(deep=False)
    frame.columns = [str(column) for column in frame.columns]
    needed, unread = needs(frame.columns), []
    for column in frame.columns:
        try:
            frame[column] = _of_series(name, column, frame[column], column in needed)
        except InputError as error:
            if column in needed:
                raise
            unread.append(error)
            del frame[column]
    stream = _of_converted(name, frame)
    stream.unread.extend(unread)
    return stream


def _of_converted(name: str, frame: Any) -> Owned[ArrowArrayStream]:
    """Converts a pandas data frame of columns that can be converted."""
    try:
        import pyarrow  # pylint: disable=import-outside-toplevel
    except ImportError:
        frame = frame.reset_index() if frame.index.name else frame
        values = frame.astype(object).where(frame.notna(), None)
        return built(name, {column: values[column].tolist() for column in frame.columns})
    return _capsules.taken(
        ArrowArrayStream, pyarrow.Table.from_pandas(frame).__arrow_c_stream__(), _capsules.STREAM
    )


def _of_series(table: str, name: str, values: Any, is_needed: bool) -> Any:
    """Converts a pandas column to which Arrow would assign an unintended type.

    :raises InputError: If the column cannot be converted.
    """
    kind = values.dtype
    if kind == object:
        values = _of_objects(table, name, values, is_needed)
    elif str(kind).startswith("period["):
        values = values.astype(str).where(values.notna())
    elif str(kind) == "float64" and values.isna().any():
        # pandas stores integers with missing values as floats.
        whole = values.dropna()
        if len(whole) and (whole.abs() < 2**53).all() and (whole % 1 == 0).all():
            values = values.astype("Int64")
    _try(table, name, values)
    return values


def _try(table: str, name: str, values: Any) -> None:
    """Raises an InputError if pyarrow cannot convert a column of objects or of an own type."""
    if str(values.dtype).startswith(
        ("int", "uint", "float", "bool", "datetime64", "category", "str")
    ):
        return
    try:
        import pyarrow  # pylint: disable=import-outside-toplevel

        pyarrow.Array.from_pandas(values)
    except ImportError:
        return
    except (pyarrow.ArrowException, OverflowError, TypeError, ValueError) as error:
        reason = error.args[0] if error.args else error
        raise _wrong(table, name, reason) from None


def _of_objects(table: str, name: str, values: Any, is_needed: bool) -> Any:
    """Validates a column of objects of one type; times with several offsets become texts."""
    present = values[values.notna()].tolist()
    types = {type(value) for value in present}
    are_times = any(issubclass(kind, datetime) for kind in types)
    texts = None if types == {Decimal} else as_texts(present, is_needed)
    if texts is not None:
        values = values.copy()
        values[values.notna()] = texts
        return values
    try:
        if len(types) > 1 and (str in types or are_times and not all(map(_is_time, types))):
            kinds = ", ".join(sorted(kind.__name__ for kind in types))
            raise TypeError(f"it has values of {kinds} (let all be of one type)")
        if not are_times or clocks(present) is not None:
            return values
    except TypeError as error:
        raise _wrong(table, name, error) from None
    return values.map(written, na_action="ignore")


def _wrong(table: str, name: str, reason: object) -> InputError:
    text = f"{table}: '{name}' cannot be a column: {reason}"
    return InputError(text, source=table, field=name)


def _is_time(kind: type) -> bool:
    return issubclass(kind, datetime)


def _of_stream(_: str, frame: Any, __: Needs) -> Owned[ArrowArrayStream]:
    return _capsules.taken(ArrowArrayStream, frame.__arrow_c_stream__(), _capsules.STREAM)


def _of_query(name: str, frame: Any, needs: Needs) -> Owned[ArrowArrayStream]:
    """Reads the complete result of a DuckDB query.

    A DuckDB connection has one open result at a time, and other tables may use the same connection.
    """
    stream = _of_stream(name, frame, needs)
    batches = list(_reading.batches(stream))
    return _export.served(lambda: _given(_reading.schema(stream)), map(_given, batches))


def _of_array(_: str, frame: Any, __: Needs) -> Owned[ArrowArrayStream]:
    """Returns a stream of one batch; each request exports the schema again."""

    def describe() -> ArrowSchema:
        capsule, _ = frame.__arrow_c_array__()
        described: ArrowSchema = _given(_capsules.taken(ArrowSchema, capsule, _capsules.SCHEMA))
        return described

    def batches() -> Iterator[ArrowArray]:
        _, capsule = frame.__arrow_c_array__()
        yield _given(_capsules.taken(ArrowArray, capsule, _capsules.ARRAY))

    return _export.served(describe, batches())


def _given(owned: Owned[Any]) -> Any:
    """Returns a copy of a struct and transfers its ownership to the caller."""
    copy = type(owned.struct).from_buffer_copy(owned.struct)
    owned.struct.release = None
    return copy


def _of_records(
    name: str, frame: Iterable[Mapping[str, Any]], needs: Needs
) -> Owned[ArrowArrayStream]:
    return built(name, columns_of(frame), needs=needs)


def _of_columns(
    name: str, frame: Mapping[str, Sequence[Any]], needs: Needs
) -> Owned[ArrowArrayStream]:
    return built(name, frame, needs=needs)


def _are_records(frame: Any) -> bool:
    return isinstance(frame, (list, tuple)) and all(isinstance(each, Mapping) for each in frame)


#: Predicates for kinds of tables, with their converters; the first match is used.
_KINDS: (
    "list[tuple[Callable[[Any], bool], Callable[[str, Any, Needs], Owned[ArrowArrayStream]]]]"
) = [
    (_is_pandas, _of_pandas),
    (_is_duckdb, _of_query),
    (lambda frame: hasattr(frame, "__arrow_c_stream__"), _of_stream),
    (lambda frame: hasattr(frame, "__arrow_c_array__"), _of_array),
    (lambda frame: isinstance(frame, Mapping), _of_columns),
    (_are_records, _of_records),
]
