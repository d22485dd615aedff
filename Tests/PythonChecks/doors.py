"""The golden cases of tables from other programs, read as files and as data frames."""

from __future__ import annotations

import json
import re
import warnings
from pathlib import Path
from typing import Any, Callable

import pandas as pd
import polars as pl

import regimen
from conftest import ROOT

FOLDER = ROOT / "Datasets/golden/doors"
CASES: list[dict[str, Any]] = json.loads((FOLDER / "tables.json").read_text())
EVENTS = [case for case in CASES if "plan" in case]
CLAIMS = [case for case in CASES if "plan" not in case]


def sniffed(path: Path, **options: Any) -> pd.DataFrame:
    """Reads a file with pandas, which detects the delimiter."""
    return pd.read_csv(path, sep=None, engine="python", **options)


#: Readers of files as data frames.
READERS: dict[str, Callable[[Path], Any]] = {
    "pandas": pd.read_csv,
    "pandas, delimiter found": sniffed,
    "pandas, texts": lambda path: sniffed(path, dtype=str),
    "pandas, Arrow types": lambda path: pd.read_csv(path, dtype_backend="pyarrow"),
    "pandas, objects": lambda path: sniffed(path).astype(object),
    "pandas, dates": lambda path: dated(sniffed(path)),
    "polars": pl.read_csv,
    "polars, texts": lambda path: pl.read_csv(path, infer_schema=False),
    "polars, dates": lambda path: pl.read_csv(path, try_parse_dates=True),
    "dictionary": lambda path: sniffed(path, dtype=str).to_dict("list"),
    "records": lambda path: sniffed(path, dtype=str, keep_default_na=False).to_dict("records"),
}


def dated(frame: pd.DataFrame) -> pd.DataFrame:
    """Converts columns of texts that pandas can parse to dates and times."""
    for column in frame.columns:
        if pd.api.types.is_string_dtype(frame[column]):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                times = pd.to_datetime(frame[column], errors="coerce")
            if times.notna().sum() == frame[column].notna().sum() > 0:
                frame[column] = times
    return frame


def frame(name: str, file: str) -> Any:
    """Reads a file as a data frame; returns None if the library cannot read it."""
    try:
        return READERS[name](FOLDER / file)
    except (pd.errors.ParserError, pl.exceptions.PolarsError, UnicodeDecodeError, ValueError):
        return None


def ratio(report: regimen.Report | regimen.RefillReport) -> float | None:
    """Returns the percentage in a report for all patients, or None if there is none."""
    for line in str(report).splitlines():
        found = re.match(r"(?:\(all\)|pdc).*?([0-9.]+) %", line)
        if found:
            return float(found[1])
    return None


def answer(ask: Callable[[], Any]) -> tuple[float | None, list[str]]:
    """Returns the percentage and the problems of a report, or no percentage and the error."""
    try:
        report = ask()
    except regimen.InputError as error:
        return None, [str(error)]
    return ratio(report), [row["problem"] for row in report.problems.to_dicts()]


def is_false(truth: float | None, found: float | None, told: list[str]) -> bool:
    """Returns whether a number is wrong or missing without a message."""
    is_right = truth is not None and found is not None and abs(found - truth) < 0.06
    return not is_right and not told
