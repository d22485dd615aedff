"""Fixtures shared by the tests: the repository, the tool and the monitoring cohort."""

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

# Examples are the same in every run, and are not stored in a folder.
settings.register_profile("checks", deadline=None, derandomize=True, database=None)
settings.load_profile("checks")

#: The range of the cohort, as options of the tool and of the package.
DAYS = {"start": "2025-01-13", "end": "2026-01-01", "day_boundary": "03:00"}
MOMENT = "2025-12-31T22:00:00Z"


@pytest.fixture(scope="session", autouse=True)
def at_root() -> None:
    """Changes to the root of the repository, to which the paths in examples are relative."""
    os.chdir(ROOT)


def rows(name: str) -> list[dict[str, str | None]]:
    """Reads a file of the cohort, with None for empty fields."""
    with open(MONITORING / name, newline="") as file:
        return [{key: text or None for key, text in row.items()} for row in csv.DictReader(file)]


def tasks() -> list[dict[str, str]]:
    """Reads the tasks of the cohort, with their schedules as JSON."""
    lines = (MONITORING / "tasks.ndjson").read_text().splitlines()
    return [{**task, "schedule": json.dumps(task["schedule"])} for task in map(json.loads, lines)]


@pytest.fixture(scope="session")
def texts() -> dict[str, pa.Table]:
    """The tables of the cohort, with all columns as texts."""
    tables = {name: rows(f"{name}.csv") for name in ("patients", "outcomes", "holds")}
    tables["tasks"] = tasks()
    return {name: texts_of(records) for name, records in tables.items()}


def texts_of(records: list[dict[str, str | None]]) -> pa.Table:
    names = list(dict.fromkeys(name for record in records for name in record))
    columns = {name: [record.get(name) for record in records] for name in names}
    return pa.table({name: pa.array(column, pa.string()) for name, column in columns.items()})


@pytest.fixture(scope="session")
def cohort(texts: dict[str, pa.Table]) -> dict[str, pa.Table]:
    """The tables of the cohort with types: ids as dictionaries, times and numbers."""
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
    """Returns the output of the tool; exit status 1 (problems with records) is accepted."""
    done = subprocess.run([TOOL, *map(str, arguments)], capture_output=True, check=False)
    assert done.returncode < 2, done.stderr.decode()
    return done.stdout
