"""Encodes keyword arguments as the JSON options of the engine.

The engine's options are the keyword arguments in camelCase.
"""

from __future__ import annotations

import difflib
import inspect
import json
import re
from datetime import date, datetime, time, timedelta, timezone
from pathlib import PurePath
from typing import Any, Callable, Dict, Iterable, Mapping, Tuple, TypeVar

from ._keywords import DAY_COUNTS, DAYS, ENGINE_NAMES, INSTANTS
from .errors import InputError

#: Options that are ids, which may be integers.
_OF_IDS = {"only", "only_task", "chart_patient", "chart_task", "main_task", "patient_id"}
_BACK = {engine: name for name, engine in ENGINE_NAMES.items()}
Function = TypeVar("Function", bound=Callable[..., Any])


def engine_name(name: str) -> str:
    """Returns the engine's name of an option.

    >>> engine_name("gap_days"), engine_name("fold_ids")
    ('gapDays', 'foldIDs')
    """
    first, *rest = name.split("_")
    return ENGINE_NAMES.get(name) or first + "".join(part.capitalize() for part in rest)


def names(*kinds: Any) -> Tuple[str, ...]:
    """Returns the names of the options in some option classes.

    >>> from ._keywords import ExpandOptions
    >>> names(ExpandOptions)
    ('plan_start', 'overlap', 'limit')
    """
    return tuple(name for kind in kinds for name in kind.__annotations__)


def documented(*kinds: Any) -> Callable[[Function], Function]:
    """Appends the parameters of option classes to the docstring of a function."""

    def document(function: Function) -> Function:
        texts = [inspect.getdoc(kind) or "" for kind in kinds]
        parameters = [text.partition("\n\n")[2] for text in texts]
        own = inspect.cleandoc(function.__doc__ or "")
        function.__doc__ = "\n".join([own, "", *filter(None, parameters)]) + "\n"
        return function

    return document


class Asked(bytes):
    """Encoded options, with the Python names of the engine's options."""

    names: Dict[str, str]


def python_name(name: str, asked: Iterable[object] = ()) -> str:
    """Returns the Python name of an engine option.

    >>> python_name("gapDays"), python_name("foldIDs"), python_name("nominal", [])
    ('gap_days', 'fold_ids', 'nominal')

    :param asked: The arguments of the call, including the encoded options.
    """
    for options in asked:
        if isinstance(options, Asked) and name in options.names:
            return options.names[name]
    return _BACK.get(name) or re.sub("[A-Z]", lambda letter: "_" + letter[0].lower(), name)


def known(function: str, given: Mapping[str, Any], names: Iterable[str]) -> None:
    """Validates the names of keyword arguments.

    :raises InputError: For an unknown name, with the most similar known one.
    """
    names = list(names)
    for name in given:
        if name not in names:
            near = difflib.get_close_matches(name, names, 1)
            hint = f". Did you mean '{near[0]}'?" if near else ""
            text = f"{function}() got an unexpected keyword argument '{name}'{hint}"
            raise InputError(text, field=name)


def require_flags(options: Mapping[str, Any]) -> None:
    """Raises an InputError for options of flags where no table of flags is computed."""
    tables = options.get("tables")
    computed = tables.split(",") if isinstance(tables, str) else tables
    if computed is None or {"flags", "page"} & set(computed) or options.get("previous") is None:
        return
    text = "'previous' is of the table of flags, which is not computed (add 'flags' to tables=)"
    raise InputError(text, field="previous")


def encoded(options: Mapping[str, Any], days: Iterable[str] = DAYS) -> Asked:
    """Encodes the options that are not None as JSON.

    >>> encoded({"start": date(2025, 1, 13), "as_of": None, "rolling": [7]})
    b'{"start": "2025-01-13", "rolling": ["7d"]}'

    :param days: The options that are days, for which a time of day is an error.
    """
    given = {name: value for name, value in options.items() if value is not None}
    values = {engine_name(name): _value(name, given[name], name in days) for name in given}
    asked = Asked(json.dumps(values, ensure_ascii=False).encode())
    asked.names = {engine_name(name): name for name in given}
    return asked


def _value(name: str, value: Any, is_day: bool) -> Any:
    """Converts a value to JSON."""
    if isinstance(value, (list, tuple, set, frozenset)):
        values = sorted(value) if isinstance(value, (set, frozenset)) else value
        return [_value(name, each, is_day) for each in values]
    if isinstance(value, Mapping):
        return {str(key): _value(name, each, is_day) for key, each in value.items()}
    if hasattr(value, "item"):  # a number or a time of NumPy
        return _value(name, value.item(), is_day)
    if name in DAY_COUNTS:
        return _day_count(value)
    if name in _OF_IDS and isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    for kind, words in _WORDS.items():
        if isinstance(value, kind):
            return words(name, value, is_day)
    if hasattr(value, "key"):  # a zone of zoneinfo
        return value.key
    return None if value is None else str(value)


def _day_count(value: Any) -> Any:
    """Converts a number of days to a text such as 365d."""
    days = value.days if isinstance(value, timedelta) else value
    return f"{days}d" if isinstance(days, int) else days


def _moment(name: str, value: datetime, is_day: bool) -> str:
    """Formats a datetime: an instant in UTC if it has a time zone, else a local time."""
    if is_day:
        if value.time() != time():
            raise _wrong(name, "a day", value, "leave out the time of day")
        return value.date().isoformat()
    if value.tzinfo is not None:
        value = value.astimezone(timezone.utc)
        return value.replace(tzinfo=None, microsecond=0).isoformat() + "Z"
    if name in INSTANTS:
        cure = "give it a zone, as in datetime(2025, 12, 31, 22, tzinfo=timezone.utc)"
        raise _wrong(name, "an instant", value, cure)
    return value.replace(microsecond=0).isoformat()


def _day(name: str, value: date, _: bool) -> str:
    if name in INSTANTS:
        cure = "say the time and its zone, as in datetime(2025, 12, 31, 22, tzinfo=timezone.utc)"
        raise _wrong(name, "an instant", value, cure)
    return value.isoformat()


def _wrong(name: str, expected: str, value: object, cure: str) -> InputError:
    return InputError(f"'{name}' is not {expected}: '{value}' ({cure})", field=name)


#: Conversions of values to JSON, by type; the first matching type is used.
_WORDS: Dict[type, Any] = {
    str: lambda name, value, is_day: str(value),
    bool: lambda name, value, is_day: value,
    int: lambda name, value, is_day: value,
    float: lambda name, value, is_day: value,
    datetime: _moment,
    date: _day,
    time: lambda name, value, is_day: value.strftime("%H:%M"),
    timedelta: lambda name, value, is_day: f"{value.total_seconds():.0f}s",
    PurePath: lambda name, value, is_day: str(value),
}
