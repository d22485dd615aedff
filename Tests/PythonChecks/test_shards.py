"""Groups and shards of whole patients: no rows are lost, no patient is split, and the merged report
is that of all patients."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from pathlib import Path
from typing import Any, Iterator

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

import regimen
from conftest import DAYS, MOMENT
from regimen import groups, shards

QUESTION = {**DAYS, "as_of": MOMENT}


def rows(keys: list[int]) -> pa.Table:
    """Creates rows of outcomes by key; every fifth row is one of tasks instead."""
    count = len(keys)
    is_task = [place % 5 == 4 for place in range(count)]
    tasks = [{"id": f"t{place}"} if task else None for place, task in enumerate(is_task)]
    return pa.table(
        {
            groups.KEY: pa.array(keys, pa.int64()),
            groups.ORDER: pa.array(
                [None if task else place for place, task in enumerate(is_task)], pa.int64()
            ),
            "time": pa.array([None if task else place for place, task in enumerate(is_task)]),
            "@tasks": pa.array(tasks, pa.struct([("id", pa.string())])),
        }
    )


KEYS = some.lists(some.integers(0, 12), min_size=1, max_size=200).map(sorted)


@given(KEYS, some.integers(1, 40), some.integers(0, 3_000))
def test_groups_have_whole_patients_and_every_row(keys: list[int], size: int, limit: int) -> None:
    table = rows(keys)
    found = list(groups.cut(table.to_batches(max_chunksize=size), limit))
    assert pa.concat_tables(found).equals(table)
    owners = [set(group[groups.KEY].to_pylist()) for group in found]
    assert sum(map(len, owners)) == len(set(keys))


def test_groups_are_as_small_as_asked_for() -> None:
    """With a limit of one byte, a group has one batch or one patient, whichever is larger."""
    table = rows([number // 10 for number in range(1_000)])
    sizes = [len(group) for group in groups.cut(table.to_batches(max_chunksize=5), 1)]
    assert sizes == [10] * 100
    assert len(list(groups.cut(table.to_batches(), 1 << 20))) == 1


@given(KEYS)
def test_a_group_parts_into_its_tables(keys: list[int]) -> None:
    found = groups.tables(rows(keys))
    places = range(len(keys))
    assert found["tasks"]["id"].to_pylist() == [f"t{place}" for place in places if place % 5 == 4]
    assert found["outcomes"]["time"].to_pylist() == [place for place in places if place % 5 != 4]
    assert found["outcomes"].column_names == ["time"]
    listed = rows(keys)
    lists = pa.array([row and [row] for row in listed["@tasks"].to_pylist()])
    if lists.type != pa.null():
        assert groups.tables(listed.set_column(3, "@tasks", lists)) == found


def test_rows_of_a_patient_come_back_in_their_order() -> None:
    table = rows([1, 1, 1, 2, 2, 2, 2])
    mixed = table.take([2, 0, 1, 6, 5, 4, 3])
    assert groups.tables(mixed)["outcomes"]["time"].to_pylist() == [0, 1, 2, 3, 5, 6]


@pytest.fixture(scope="module")
def tables(cohort: dict[str, pa.Table], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The cohort in five shards, one folder each."""
    root = tmp_path_factory.mktemp("shards")
    ids = cohort["patients"]["id"].to_pylist()
    for number in range(5):
        own = pa.array(ids[number::5])
        (root / f"{number}").mkdir()
        for name, table in cohort.items():
            patient = table["id" if name == "patients" else "patient"].cast(pa.string())
            part = table.filter(pa.compute.is_in(patient, value_set=own))
            pq.write_table(part, root / f"{number}" / f"{name}.parquet")
    return root


def ordered(table: Any) -> pa.Table:
    """Returns the rows in sorted order, with dictionaries decoded to texts."""
    plain = [
        (f.name, f.type.value_type) if pa.types.is_dictionary(f.type) else f
        for f in pa.table(table).schema
    ]
    keys = [(name, "ascending") for name in ("patient", "task", "taskGroup", "carePlan", "periodStart")]
    return pa.table(table).cast(pa.schema(plain)).sort_by(keys)


@pytest.mark.parametrize("per_task", [1, 2, 9])
def test_shards_are_the_whole(
    cohort: dict[str, pa.Table], tables: Path, tmp_path: Path, per_task: int
) -> None:
    whole = regimen.adherence(**cohort, **QUESTION)
    out = tmp_path / "rows"
    with ThreadPoolExecutor(2) as pool:
        report = shards.adherence(
            shards.find(tables), out, map=pool.map, per_task=per_task, **QUESTION
        )
    assert ordered(pq.read_table(out)).equals(ordered(whole.adherence))
    assert pa.table(report.cohort).equals(pa.table(whole.cohort))
    assert report.statistics == whole.statistics
    assert {path.name for path in out.iterdir()} == {
        "_SUCCESS",
        *(f"part-{n:05}.parquet" for n in range(5)),
    }


def test_parts_merge_in_any_grouping(tables: Path) -> None:
    question = shards.asking(QUESTION, "cohort", "statistics")
    parts = [shards.shard(shards.read(place), question).part for place in shards.find(tables)]
    once = regimen.merge(parts)
    twice = regimen.merge([regimen.merge(parts[3:]).part(), regimen.merge(parts[:3]).part()])
    assert pa.table(twice.cohort).equals(pa.table(once.cohort))
    assert twice.statistics == once.statistics


def test_both_layouts_are_found(tmp_path: Path) -> None:
    for name in (
        "a/2/outcomes.parquet",
        "a/2/_tasks.parquet",
        "a/10/outcomes.parquet",
        "a/10/notes.parquet",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    for name in ("b/outcomes/shard=0", "b/outcomes/shard=1", "b/tasks/shard=0", "b/tasks/_SUCCESS"):
        (tmp_path / name).mkdir(parents=True)
    folders, hive = shards.find(tmp_path / "a"), shards.find(tmp_path / "b")
    assert folders == [{"outcomes": str(tmp_path / f"a/{n}/outcomes.parquet")} for n in (10, 2)]
    assert [sorted(place) for place in hive] == [["outcomes", "tasks"], ["outcomes"]]


def test_days_must_be_said(tables: Path) -> None:
    with pytest.raises(regimen.InputError, match="'end' is missing"):
        shards.adherence(shards.find(tables), start="2025-01-13")


def test_nothing_is_left_of_what_fails(tables: Path, tmp_path: Path) -> None:
    def failing(work: Any, items: Any) -> Iterator[bytes]:
        yield work(items[0])
        raise OSError("no more machines")

    out = tmp_path / "rows"
    with pytest.raises(OSError, match="no more machines"):
        shards.adherence(shards.find(tables), out, map=failing, **QUESTION)
    assert list(out.iterdir()) == []


def test_rows_of_others_stay(tables: Path, tmp_path: Path) -> None:
    (tmp_path / "mine.parquet").touch()
    with pytest.raises(FileExistsError):
        shards.adherence(shards.find(tables), tmp_path, **QUESTION)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.parquet"]


def test_finds_shards_for_workers_in_other_folders(tmp_path, monkeypatch):
    (tmp_path / "shards" / "7").mkdir(parents=True)
    (tmp_path / "shards" / "7" / "outcomes.parquet").touch()
    monkeypatch.chdir(tmp_path)
    assert shards.find("shards") == [{"outcomes": str(tmp_path / "shards/7/outcomes.parquet")}]


def of_days(patients: list[str], **options: Any) -> bytes:
    """Returns the part of patients with a dose on each of some days."""
    times = {"patient": patients * 2, "time": ["2025-01-06T08:05:00"] * len(patients)}
    times["time"] += ["2025-01-07T08:05:00"] * len(patients)
    days = {"start": "2025-01-06", "end": "2025-01-08"}
    return regimen.adherence(times, schedule="every day at 08:00", **days, **options).part()


@given(
    sizes=some.lists(some.integers(1, 3), min_size=1, max_size=5),
    again=some.integers(0, 4),
    tables=some.sampled_from([None, ["cohort"]]),
)
@settings(max_examples=25)
def test_a_part_counts_once(sizes: list[int], again: int, tables: list[str] | None) -> None:
    parts = [of_days([f"P{n}-{k}" for k in range(size)], tables=tables) for n, size in enumerate(sizes)]
    assert regimen.merge(parts, totals=True).cohort[0]["patients"] == sum(sizes)
    with pytest.raises(regimen.InputError, match=f"Part {len(parts) + 1} is the same as part"):
        regimen.merge([*parts, parts[again % len(parts)]])


def test_parts_without_patients_may_be_equal(cohort: dict[str, pa.Table]) -> None:
    question = shards.asking(QUESTION, "cohort")
    part = shards.shard({name: table.slice(0, 0) for name, table in cohort.items()}, question).part
    assert len(regimen.merge([part, part]).cohort) == 0


@pytest.mark.parametrize("name", ["lasagna", "survival", "covered", "swimmer", "calendar"])
def test_merged_reports_draw_the_cohort_alone(name: str) -> None:
    report = regimen.merge([of_days(["A"]), of_days(["B"])])
    if name in ("swimmer", "calendar"):
        with pytest.raises(regimen.InputError, match=f"A merged report has no chart '{name}'"):
            report.chart(name)
    else:
        assert report.chart(name).to_text("svg").startswith("<svg")


@pytest.mark.parametrize("name", ["adherence", "patients", "rolling", "breakdown", "values"])
def test_merged_reports_have_no_rows_of_patients(name: str) -> None:
    with pytest.raises(regimen.InputError, match="a merged report has no records of patients"):
        getattr(regimen.merge([of_days(["A"])]), name)


def test_merged_reports_have_a_page(tmp_path: Path) -> None:
    page = regimen.merge([of_days(["A"]), of_days(["B"])]).page(tmp_path / "report.html")
    assert page.read_text().rstrip().endswith("</html>")


def test_parts_without_a_page_tell_what_they_need(tmp_path: Path) -> None:
    report = regimen.merge([of_days(["A"], tables=["cohort", "statistics"])])
    for name, draw in (
        ("chart", lambda: report.chart("survival")),
        ("page", lambda: report.page(tmp_path / "report.html")),
    ):
        with pytest.raises(regimen.InputError, match=f"no {name} .add 'page' to tables="):
            draw()
    assert "<pre>" in report._repr_html_()


#: Invalid options of shards, which the driver refuses.
WRONG = [{"treshold": 1}, {"as_of": date(2025, 1, 6)}, {"previous": "x", "tables": "cohort"}]


@pytest.mark.parametrize("options", WRONG, ids=lambda options: next(iter(options)))
def test_invalid_options_are_told_before_any_shard(options: dict[str, Any]) -> None:
    with pytest.raises(regimen.InputError) as caught:
        shards.adherence([], **{**QUESTION, **options})
    assert caught.value.field == next(iter(options))


def test_modules_for_clusters_are_imported_on_first_use() -> None:
    code = """
import sys, regimen
assert not {"pyarrow", "numpy", "pyspark"} & set(sys.modules)
assert {"shards", "spark", "groups"} <= set(dir(regimen))
regimen.shards.find
assert "pyarrow" in sys.modules and "pyspark" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", code], check=True)
