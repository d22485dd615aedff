"""Functions agree with the C header, and options with those of the engine."""

from __future__ import annotations

import ctypes
import inspect
import os
import re
import subprocess
import sys
import tomllib

import pytest

import regimen
from conftest import ROOT
from regimen import _calling, _input, _keywords, _library, _options, _records
from regimen._arrow import ArrowArrayStream, Pointer
from regimen._library import library

HEADER = (ROOT / "Sources/CRegimen/include/regimen.h").read_text()
TYPES = {
    "void": None,
    "int32_t": ctypes.c_int32,
    "int64_t": ctypes.c_int64,
    "size_t": ctypes.c_size_t,
    "const char *": ctypes.c_char_p,
    "const uint8_t *": Pointer,
    "struct ArrowArrayStream *": ctypes.POINTER(ArrowArrayStream),
    "const struct regimen_table *": ctypes.POINTER(_library.InputTable),
    "const struct regimen_span *": ctypes.POINTER(_library.Span),
}


def declared() -> dict[str, tuple[object, list[object]]]:
    """Parses the functions in the header, with their types in ctypes."""
    code = re.sub(r"//.*", "", HEADER)
    code = re.sub(r"struct \w+ \{.*?\};", "", code, flags=re.DOTALL)
    found = re.findall(r"^([\w ]+[ *])(regimen_\w+)\(([^)]*)\);", code, re.MULTILINE)
    return {
        name: (kind(answer), [kind(each) for each in split(parameters)])
        for answer, name, parameters in found
    }


def split(parameters: str) -> list[str]:
    return [] if parameters.strip() == "void" else parameters.split(",")


def kind(words: str) -> object:
    """Parses the type of a parameter or result, without its name."""
    words = re.sub(r"(\*|\s)\w+$", r"\1", " ".join(words.split())) if "*" in words else words
    words = re.sub(r"^(size_t|int64_t) \w+$", r"\1", " ".join(words.split()))
    if re.fullmatch(r"(const )?regimen_\w+ \*", words):
        return Pointer
    if re.fullmatch(r"regimen_\w+ \*\*", words):
        return ctypes.POINTER(Pointer)
    return TYPES[words]


def test_functions_are_those_of_the_header() -> None:
    own = {name: (answer, list(args)) for name, (answer, args) in _library.FUNCTIONS.items()}
    assert own == declared()
    code = re.sub(r"//.*", "", HEADER)
    assert set(own) == set(re.findall(r"\b(regimen_\w+)\(", code))


def test_statuses_and_version_are_those_of_the_header() -> None:
    found = dict(re.findall(r"#define REGIMEN_(\w+) (\d+)", HEADER))
    own = {name: str(getattr(_library, name)) for name in found}
    assert own == found


def test_version_is_the_engines() -> None:
    frame = (ROOT / "Sources/Reporting/Definitions/ReportHeader.swift").read_text()
    assert f'version = "{regimen.__version__}"' in frame


def known(function: object) -> set[str]:
    """Returns the known options listed in the error for an unknown one."""
    with pytest.raises(regimen.InputError) as caught:
        function()
    return set(re.search(r"\(known: (.*)\)", str(caught.value))[1].split(", "))


EVENTS = {"patient": ["A"], "time": ["2025-01-06T08:00:00Z"]}
FILLS = {"patient": ["A"], "date": ["2025-01-06"], "days": [30]}


def names(*kinds: object) -> set[str]:
    return {_options.engine_name(name) for name in _options.names(*kinds)}


KINDS = (
    _keywords.AdherenceOptions,
    _keywords.EventOptions,
    _keywords.ChartOptions,
    _keywords.ExpandOptions,
    _keywords.RefillOptions,
)

NONSENSE = b'{"nonsense": 1}'
MONITORING = ROOT / "Datasets/monitoring"


def of_records(function: object) -> None:
    """Calls a function on the cohort with an unknown option."""
    opened = regimen.open(MONITORING)
    _calling.made(library.regimen_report_free, function, opened.pointer, NONSENSE, None)


def of_rows(function: object, frame: object) -> None:
    rows = _input.rows("rows", frame)
    _calling.stream(function, rows.struct, NONSENSE, None)


def of_events() -> None:
    opened = regimen.open(MONITORING)
    _calling.stream(library.regimen_events, opened.pointer, NONSENSE, None)


def of_fills() -> None:
    opened = _records.of_tables({"fills": FILLS}, {})
    _calling.made(
        library.regimen_report_free, library.regimen_refills, opened.pointer, NONSENSE, None
    )


#: Calls of the engine with an unknown option, and the options that it must know.
QUESTIONS = {
    "adherence": (
        lambda: of_records(library.regimen_adherence),
        names(_keywords.Measuring, _keywords.Work, _keywords.Parameters)
        | set(
            "start end by asOf tables columns emptyPeriods noTotals measures rolling breakdown grid mainTask"
            " previous numerator weekStart".split()
        ),
    ),
    "plans": (
        lambda: _records.of_tables({"outcomes": EVENTS}, {"nonsense": 1}),
        names(_keywords.TableOptions) | {"schedule", "patients"},
    ),
    "claims": (
        lambda: _records.of_tables({"claims": FILLS}, {"nonsense": 1}),
        names(_keywords.ClaimOptions),
    ),
    "charts": (
        lambda: regimen.adherence(MONITORING)._text("chart", NONSENSE),
        names(_keywords.ChartOptions) | {"chart", "format"},
    ),
    "events": (of_events, names(_keywords.Measuring) | set("start end asOf only onlyTask".split())),
    "refills": (of_fills, names(_keywords.Refilling) | {"start", "end", "measure"}),
    "expand": (
        lambda: of_rows(library.regimen_expand, {"schedule": ["daily at 08:00"]}),
        names(_keywords.ExpandOptions) | {"start", "end", "zone", "schedule"},
    ),
}


@pytest.mark.parametrize("name", QUESTIONS)
def test_options_are_those_of_the_engine(name: str) -> None:
    ask, own = QUESTIONS[name]
    assert own == known(ask)


@pytest.mark.parametrize("name", _options.names(*KINDS))
def test_names_come_back(name: str) -> None:
    asked = _options.encoded({name: 1})
    assert _options.python_name(_options.engine_name(name), [asked]) == name


def test_docstrings_list_the_options() -> None:
    functions = {
        regimen.adherence: "gap_days",
        regimen.refills: "drug_class",
        regimen.merge: "jobs",
    }
    for function, name in functions.items():
        assert f":param {name}: The " in inspect.getdoc(function)


def test_missing_library_is_said() -> None:
    run = subprocess.run(
        [sys.executable, "-c", "import regimen; regimen.__version__"],
        env={**os.environ, "REGIMEN_LIBRARY": "/nowhere/libregimen.so"},
        capture_output=True,
        check=False,
        text=True,
    )
    assert "There is no library of the engine at /nowhere/libregimen.so" in run.stderr
    assert "make wheel" in run.stderr


def test_package_names_its_authors_and_extras() -> None:
    project = tomllib.loads((ROOT / "Sources/Python/pyproject.toml").read_text())["project"]
    assert project["authors"] == [{"name": "The Regimen authors"}]
    assert set(project["optional-dependencies"]) == {"arrow", "pandas", "polars", "altair", "spark"}
