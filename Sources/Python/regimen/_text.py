"""Tables formatted as text and HTML."""

from __future__ import annotations

from datetime import datetime
from html import escape
from typing import Any, List, Sequence

#: The maximum width of a text table, in characters.
WIDTH = 120
#: The maximum width of a column, in characters.
CELL = 28


def grid(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    """Formats rows as a text table, with as many columns as fit.

    >>> print(grid(["id", "ratio"], [["A", 0.5], ["B", None]]))
    id  ratio
    A     0.5
    B
    """
    lines = [list(columns)] + [[cell(value) for value in row] for row in rows]
    widths = [max(len(line[place]) for line in lines) for place in range(len(columns))]
    room, shown = WIDTH, 0
    while shown < len(widths) and room >= widths[shown]:
        room, shown = room - widths[shown] - 2, shown + 1
    are_numbers = [
        any(isinstance(row[place], (int, float)) for row in rows) for place in range(shown)
    ]
    return "\n".join(_line(line, widths, are_numbers, shown < len(columns)) for line in lines)


def html(columns: Sequence[str], rows: Sequence[Sequence[Any]], caption: str) -> str:
    """Formats rows as an HTML table."""
    head = "".join(f"<th>{escape(name)}</th>" for name in columns)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(cell(value))}</td>" for value in row) + "</tr>"
        for row in rows
    )
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    return f"<div>{table}<p>{escape(caption)}</p></div>"


def cell(value: Any) -> str:
    """Formats a value as a short text; None becomes an empty text."""
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, datetime):
        return value.isoformat().replace("+00:00", "Z")
    text = str(value).replace("\n", " ")
    return text if len(text) <= CELL else text[: CELL - 1] + "…"


def _line(line: List[str], widths: List[int], are_numbers: List[bool], goes_on: bool) -> str:
    """Formats a line with numbers aligned right."""
    cells = [
        text.rjust(width) if is_number else text.ljust(width)
        for text, width, is_number in zip(line, widths, are_numbers)
    ]
    return "  ".join(cells + ["…"] * goes_on).rstrip()
