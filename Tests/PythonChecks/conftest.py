"""What tests share: the repository, the tool, the monitoring cohort and its columns."""

from __future__ import annotations

import csv
import json
import os
import subprocess
from pathlib import Path

import pyarrow as pa
import pytest
from hypothesis import settings

ROOT = Path(__file__).resolve().parents[2]
MONITORING = ROOT / "Datasets/monitoring"
TOOL = Path(os.environ.get("REGIMEN_TOOL", ROOT / ".build/checked/release/regimen"))

# The same examples every time, and no folder of earlier ones.
settings.register_profile("checks", deadline=None, derandomize=True, database=None)
settings.load_profile("checks")

#: The days of the cohort, as the tool and the package say them.
DAYS = {"start": "2025-01-13", "end": "2026-01-01", "day_boundary": "03:00"}
MOMENT = "2025-12-31T22:00:00Z"


@pytest.fixture(scope="session", autouse=True)
def at_root() -> None:
    """Examples name files from the root of the repository."""
    os.chdir(ROOT)


def rows(name: str) -> list[dict[str, str | None]]:
    """The rows of a file of the cohort, empty fields as None."""
    with open(MONITORING / name, newline="") as file:
        return [{key: text or None for key, text in row.items()} for row in csv.DictReader(file)]


def tasks() -> list[dict[str, str]]:
    """The tasks of the cohort, with their schedules as JSON."""
    lines = (MONITORING / "tasks.ndjson").read_text().splitlines()
    return [{**task, "schedule": json.dumps(task["schedule"])} for task in map(json.loads, lines)]


@pytest.fixture(scope="session")
def texts() -> dict[str, pa.Table]:
    """The cohort's tables, all columns texts."""
    tables = {name: rows(f"{name}.csv") for name in ("patients", "outcomes", "holds")}
    tables["tasks"] = tasks()
    return {name: texts_of(records) for name, records in tables.items()}


def texts_of(records: list[dict[str, str | None]]) -> pa.Table:
    names = list(dict.fromkeys(name for record in records for name in record))
    columns = {name: [record.get(name) for record in records] for name in names}
    return pa.table({name: pa.array(column, pa.string()) for name, column in columns.items()})


@pytest.fixture(scope="session")
def cohort(texts: dict[str, pa.Table]) -> dict[str, pa.Table]:
    """The cohort's tables as data frames have them: ids as dictionaries, times and numbers."""
    outcomes = texts["outcomes"]
    instants = outcomes["time"].cast(pa.timestamp("us", tz="UTC"))
    columns = {
        "patient": outcomes["patient"].dictionary_encode(),
        "task": outcomes["task"].dictionary_encode(),
        "time": instants,
        "value": outcomes["value"].cast(pa.float64()),
        "nominal": outcomes["nominal"].cast(pa.timestamp("us")),
    }
    typed = pa.table({name: columns.get(name, outcomes[name]) for name in outcomes.column_names})
    return {**texts, "outcomes": typed}


def tool(*arguments: object) -> bytes:
    """What the tool prints; problems with records, status 1, are none here."""
    done = subprocess.run([TOOL, *map(str, arguments)], capture_output=True, check=False)
    assert done.returncode < 2, done.stderr.decode()
    return done.stdout
