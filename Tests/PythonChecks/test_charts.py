"""Charts: every documented kind is rendered, and Altair charts obey changes of size and style."""

from __future__ import annotations

import inspect
import json
import re
from pathlib import Path

import pytest
import vl_convert
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

import regimen
from conftest import MONITORING

DAYS = {"start": "2025-02-03", "end": "2025-04-03"}


@pytest.fixture(scope="module")
def report() -> regimen.Report:
    return regimen.adherence(MONITORING, **DAYS)


@pytest.fixture(scope="module")
def refills() -> regimen.RefillReport:
    return regimen.refills("Datasets/refills", measure="pdc")


def kinds(of: type, head: str) -> list[str]:
    """Returns the kinds of charts that the documentation of a class lists after some words."""
    text = " ".join(inspect.getdoc(of.chart).split())
    return re.search(rf"{head}: ([\w, ]+)\.", text)[1].split(", ")


COHORT = kinds(regimen.Report, "Kinds for a cohort")
PATIENT = kinds(regimen.Report, "Kinds for a patient")
REFILLS = kinds(regimen.RefillReport, "kinds")
FACETS = ["bars", "sparkline", "ribbon", "distribution", "survival", "covered"]


def of_cohort(kind: str) -> dict[str, str]:
    return {"chart_task": "walk"} if kind in ("values", "swimmer") else {}


def is_rendered(chart: regimen.Chart) -> bool:
    """Renders a chart by the engine and its specification by Vega; returns whether both draw."""
    drawn = vl_convert.vegalite_to_svg(json.dumps(chart.to_dict()))
    return all("<path" in text or "<rect" in text for text in (drawn, chart.to_text("svg")))


def test_rows_are_drawn_by_pandas(
    report: regimen.Report, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lines of the article make a picture of the rows, whose metadata are beside them."""
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("matplotlib").use("Agg")
    article = Path(__file__).parents[2] / "Sources/Charts/Charts.docc/Charts.md"
    lines = re.search(r"```python\n(.*?)```", article.read_text(), re.S)[1]
    monkeypatch.chdir(tmp_path)
    report.chart("ribbon").save("ribbon.csv")
    assert json.loads(Path("ribbon.meta.json").read_text())["kind"] == "ribbon"
    exec(lines, {"pandas": pandas})  # pylint: disable=exec-used
    assert Path("ribbon.png").stat().st_size > 1000


@pytest.mark.parametrize("kind", COHORT)
def test_charts_of_a_cohort_are_rendered(report: regimen.Report, kind: str) -> None:
    assert is_rendered(report.chart(kind, **of_cohort(kind)))


@pytest.mark.parametrize("kind", PATIENT)
def test_charts_of_a_patient_are_rendered(report: regimen.Report, kind: str) -> None:
    one, task = {"chart_patient": "P000"}, "med"
    if kind == "dailySums":  # needs values that are summed
        report, task = regimen.adherence(MONITORING, **DAYS, scoring="summed"), "walk"
    assert is_rendered(report.chart(kind, chart_task=task, **one))


@pytest.mark.parametrize("kind", REFILLS)
def test_charts_of_refills_are_rendered(refills: regimen.RefillReport, kind: str) -> None:
    assert is_rendered(refills.chart(kind))


def panels(chart: dict) -> list[dict]:
    """Returns the charts in a specification that have no panels."""
    inner = next((chart[name] for name in ("vconcat", "hconcat", "concat") if name in chart), None)
    return [chart] if inner is None else [each for panel in inner for each in panels(panel)]


CHARTS = st.sampled_from([(kind, False) for kind in COHORT] + [(kind, True) for kind in FACETS])
SIZES = st.fixed_dictionaries({}, optional=dict.fromkeys(("width", "height"), st.integers(40, 900)))


@settings(max_examples=30, phases=[Phase.generate])
@given(drawn=CHARTS, size=SIZES, font=st.integers(5, 30))
def test_altair_charts_obey_size_and_style(
    report: regimen.Report, drawn: tuple[str, bool], size: dict[str, int], font: int
) -> None:
    kind, is_facet = drawn
    chart = report.chart(kind, facet=is_facet, **of_cohort(kind)).to_altair()
    before = chart.to_dict()
    changed = chart.properties(**size, title="mine").configure_axis(labelFontSize=font)
    found = changed.properties(background="white").to_dict()
    assert (found["title"], found["background"]) == ("mine", "white")
    assert found["config"]["axis"] == {"labelFontSize": font}
    for panel, old in zip(panels(found), panels(before)):
        for name in ("width", "height"):
            is_fixed = isinstance(old[name], dict) and old is not before
            assert panel[name] == (old[name] if is_fixed else size.get(name, old[name]))
    assert chart.to_dict() == before


def test_size_of_altair_reaches_the_picture(report: regimen.Report) -> None:
    def width(points: int) -> int:
        chart = report.chart("survival").to_altair().properties(width=points)
        return int(re.search(r'width="(\d+)', vl_convert.vegalite_to_svg(chart.to_json()))[1])

    assert 350 < width(900) - width(500) < 450
