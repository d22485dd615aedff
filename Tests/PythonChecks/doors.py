"""Tables as people have them, from the golden cases: what is read of each, as a file and as frames."""

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
    """A frame of pandas, which finds the delimiter out."""
    return pd.read_csv(path, sep=None, engine="python", **options)


#: What makes a frame of a file.
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
    """A frame whose texts are dates and times where pandas can read them as such."""
    for column in frame.columns:
        if pd.api.types.is_string_dtype(frame[column]):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                times = pd.to_datetime(frame[column], errors="coerce")
            if times.notna().sum() == frame[column].notna().sum() > 0:
                frame[column] = times
    return frame


def frame(name: str, file: str) -> Any:
    """A frame of a file; None where its library cannot read the file."""
    try:
        return READERS[name](FOLDER / file)
    except (pd.errors.ParserError, pl.exceptions.PolarsError, UnicodeDecodeError, ValueError):
        return None


def ratio(report: regimen.Report | regimen.RefillReport) -> float | None:
    """The percentage that a report shows for all patients; None where it shows none."""
    for line in str(report).splitlines():
        found = re.match(r"(?:\(all\)|pdc).*?([0-9.]+) %", line)
        if found:
            return float(found[1])
    return None


def answer(ask: Callable[[], Any]) -> tuple[float | None, list[str]]:
    """The percentage of a report, and its problems or what is asked instead."""
    try:
        report = ask()
    except regimen.InputError as error:
        return None, [str(error)]
    return ratio(report), [row["problem"] for row in report.problems.to_dicts()]


def is_false(truth: float | None, found: float | None, told: list[str]) -> bool:
    """Whether a number is wrong, or not to be had, and nothing tells of it."""
    is_right = truth is not None and found is not None and abs(found - truth) < 0.06
    return not is_right and not told
