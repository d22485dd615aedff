"""What goes wrong, and for whom."""

from __future__ import annotations

from typing import Optional


class InputError(ValueError):
    """Something in the input or in the options is wrong; the text says where and what helps.

    >>> import regimen
    >>> try:
    ...     regimen.expand("evry day at 08:00", start="2025-01-06", end="2025-01-08")
    ... except regimen.InputError as error:
    ...     print("did you mean" in str(error))
    True
    """

    #: The table or file; None where the error is of no single one.
    source: Optional[str]
    #: The line of a file, or the row of a table counted from 1.
    line: Optional[int]
    #: The column, or the option by its name in Python.
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
    """Somebody has cancelled the run; Ctrl-C raises KeyboardInterrupt instead."""


class EngineError(OSError):
    """A file or the system has failed."""


class LibraryError(ImportError):
    """The engine's library is missing, or is not the one that belongs to this package."""
