"""Exceptions, and the translation of option names in error messages to keyword arguments."""

from __future__ import annotations

import json
import re
from typing import Match, Optional


class InputError(ValueError):
    """Raised for invalid or ambiguous input, and for invalid options.

    The message gives table, row, column and value with a suggested fix. For ambiguous input it
    names the keyword argument that resolves the ambiguity.

    >>> import regimen
    >>> try:
    ...     regimen.expand("evry day at 08:00", start="2025-01-06", end="2025-01-08")
    ... except regimen.InputError as error:
    ...     print("did you mean" in str(error))
    True
    """

    #: The table or file; None where the error does not concern a single one.
    source: Optional[str]
    #: The line of the file, or the row of the table (1-based).
    line: Optional[int]
    #: The column, or the name of the option in Python.
    field: Optional[str]

    def __init__(
        self,
        text: str,
        *,
        source: Optional[str] = None,
        line: Optional[int] = None,
        field: Optional[str] = None,
    ) -> None:
        super().__init__(text)
        self.source = source
        self.line = line
        self.field = field


class Cancelled(Exception):
    """Raised when the run was cancelled; Ctrl-C raises KeyboardInterrupt instead."""


class EngineError(OSError):
    """Raised for input/output errors and failures of the operating system."""


class LibraryError(ImportError):
    """Raised when the engine's shared library is missing or incompatible with this package."""


#: Command-line options whose keyword argument is not the same name in snake_case.
_NAMES = {"from": "start", "to": "end", "class": "drug_class"}
#: Command-line flags, with the keyword argument and value that replace them.
_FLAGS = {
    "fold-ids": "fold_ids=True",
    "no-fold-ids": "fold_ids=False",
    "excuse-declined": "excuse_declined=True",
}
#: Words that are the value of the preceding option, not the next word of the sentence.
_WORDS = {
    "time-format": {"auto", "dmy", "mdy", "excel", "seconds", "milliseconds"},
    "duplicates": {"drop", "keep"},
    "zeros": {"missed", "done"},
    "decimal": {"point", "comma"},
    "layout": {"rows", "counts", "days"},
    "matching": {"nearest", "window"},
    "status": {"none"},
    "zone": {"UTC"},
}
#: An option at the start of a message, as its subject; messages about data start with the table.
_PARAMETER = re.compile(r"^'(from|to)'(?= )")
#: Quoted data, which is left unchanged, or a command-line option with the word after it.
_OPTION = re.compile(
    r"(?<!\w)'[^'\n]*'(?!\w)"
    r"|(?<![\w-])--(?P<name>[a-z]+(?:-[a-z]+)*)(?![\w-])"
    r"(?: (?P<value>'(?:[^']|'\\'')*'|(?!--)[^\s'][^\s,;:)?]*))?"
)


def in_python(text: str) -> str:
    r"""Replaces command-line options in a text by keyword arguments.

    >>> print(in_python("--time-format dmy or --time-format mdy decides."))
    time_format="dmy" or time_format="mdy" decides.
    >>> print(in_python("--status-words 'nap=missed,=done' gives each word a meaning."))
    status_words={"nap": "missed", "": "done"} gives each word a meaning.
    >>> print(in_python("(--fold-ids merges them, --no-fold-ids confirms that they differ)"))
    (fold_ids=True merges them, fold_ids=False confirms that they differ)
    >>> print(in_python("--zone names it, such as --zone America/New_York or --zone UTC."))
    zone= names it, such as zone="America/New_York" or zone="UTC".
    >>> print(in_python("--status 'Took it' uses it, --status none reads every row as a dose."))
    status="Took it" uses it, status="none" reads every row as a dose.
    >>> print(in_python("rows were dropped (--duplicates keep counts them): '--zone UTC'"))
    rows were dropped (duplicates="keep" counts them): '--zone UTC'
    >>> print(in_python("name the days by --from and --to, each fill's by --days 30"))
    name the days by start= and end=, each fill's by days=30
    >>> print(in_python("(--schedule 'TASK=…' gives one its own)"))
    (schedule={"TASK": "…"} gives one its own)
    >>> print(in_python("'to' lies beyond the data (--as-of counts later days)"))
    'end' lies beyond the data (as_of= counts later days)
    """
    text = _PARAMETER.sub(lambda found: f"'{_NAMES[found[1]]}'", text)
    return _OPTION.sub(_keyword, text)


def _keyword(found: Match[str]) -> str:
    """Returns the keyword argument for a matched option; quoted data is returned unchanged."""
    name, value = found["name"], found["value"] or ""
    if name is None:
        return found[0]
    if name in _FLAGS:
        return found[0].replace(f"--{name}", _FLAGS[name], 1)
    keyword = _NAMES.get(name, name.replace("-", "_"))
    end = re.search(r"\.*$", value)
    word, rest = (value[: end.start()], end[0]) if end else (value, "")
    if not _is_value(name, word):
        return f"{keyword}=" + (f" {value}" if value else "")
    return f"{keyword}={_literal(name, word)}{rest}"


def _is_value(name: str, word: str) -> bool:
    """Returns whether a word is the value of an option, not the next word of the sentence."""
    return (
        word[:1] in ("'", "%")
        or word in _WORDS.get(name, ())
        or re.search(r"\d|\w/\w", word) is not None
    )


def _literal(name: str, word: str) -> str:
    """Returns a command-line value as a Python literal."""
    if word.isdigit():
        return word
    text = word[1:-1].replace(r"'\''", "'") if word[0] == "'" else word
    if name == "status-words":
        pairs = re.findall(
            r"(.*?)=(done|missed|skipped|declined|ignored|fill|reversal|ignore)(?:,|$)", text
        )
        return json.dumps(dict(pairs), ensure_ascii=False)
    if name == "slots" or name == "schedule" and text.endswith("=…"):
        return json.dumps(dict(pair.split("=", 1) for pair in text.split(",")), ensure_ascii=False)
    return json.dumps(text, ensure_ascii=False)
