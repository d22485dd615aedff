"""Validates every chart that the tool writes with its renderer.

    python charts.py FOLDER... [--shots DIR] [--chromium PATH] [--chart-js FILE]

The folders are the output of `regimen chart --all --out FOLDER`, in each format. A chart fails if its Vega-Lite
specification

- violates the schema of Vega-Lite 6, or causes a warning of Vega-Lite or Vega,
- has no description, or draws the same picture with its rows as without them,
- does not have the rows of the CSV beside it, or draws another picture from the CSV,

and if its Chart.js configuration, its Plotly figure (which is first read by Plotly's Python package), its
ECharts option or its SVG makes Chromium log anything or draws nothing. In each of the five, marks must have tooltips,
and no text may be cut, overlap another one or have too little contrast, as measured by the browser. `--shots` keeps the
pictures.
"""

import argparse
import csv
import datetime
import io
import json
import pathlib
import sys
from xml.etree import ElementTree

import altair
import jsonschema
import plotly
import plotly.graph_objects
import vl_convert
from PIL import Image, ImageChops
from playwright.sync_api import sync_playwright

SCHEMA = pathlib.Path(altair.__file__).parent / "vegalite/v6/schema/vega-lite-schema.json"
# The columns of all rows; those with a type may be fields of the chart.
COLUMNS = {
    "part": None, "statistic": None, "role": None, "task": "text", "group": "text", "patient": "text",
    "periodStart": "date", "periodEnd": "date", "value": None, "lower": "number", "upper": "number",
    "n": "number", "missing": None, "panel": None, "series": None, "label": None, "x": None, "xEnd": None,
    "y": None, "yEnd": None,
}
# Fewer pixels than a small dot count as an empty picture.
LEAST = 12

JSON_SCHEMA = pathlib.Path(__file__).parents[2] / "Sources/Charts/Charts.docc/Resources/chart.schema.json"
SITE = pathlib.Path(plotly.__file__).parents[1]
PLOTLY = pathlib.Path(plotly.__file__).parent / "package_data/plotly.min.js"
ECHARTS = next(SITE.glob("panel/dist/bundled/echarts/echarts@*/dist/echarts.min.js"))

LABELS = pathlib.Path(__file__).with_name("labels.js").read_text()
# The box in which charts are drawn, and the faults of the texts in it.
BOX = """document.body.innerHTML = "<div style='width:700px;height:400px'></div>";
  const box = document.querySelector("div");"""
MEASURE = "labels.faults(labels.drawn(box), box.getBoundingClientRect())"

# Draw a chart, and return the faults of its texts, whether it has tooltips, and for a canvas how many pixels differ from
# those without data. Problems are logged to the console.
RUN_VEGA = """async (spec) => {
  document.body.innerHTML = "<div></div>";
  const { view } = await vegaEmbed(document.querySelector("div"), spec, { renderer: "svg", actions: false });
  const box = document.querySelector("svg");
  const hasTips = (item) => Object.keys(item.tooltip ?? {}).length > 1 || (item.items ?? []).some(hasTips);
  const tips = hasTips(view.scenegraph().root);
  view.finalize();
  return [%s, tips];
}""" % MEASURE
RUN_PLOTLY = """async (figure) => {
  %s
  await Plotly.newPlot(box, figure);
  const faults = %s;
  const shows = (trace, curveNumber) => {
    const pointNumber = (trace.y ?? trace.r).findIndex((value) => value !== null);
    if (trace.hoverinfo === "skip" || pointNumber < 0) return true;
    // Plotly cannot be asked to hover over a polar plot.
    if (trace.subplot) return Boolean(trace.hovertext[pointNumber]);
    Plotly.Fx.hover(box, [{ curveNumber, pointNumber }]);
    return Boolean(box.querySelector(".hoverlayer .hovertext")?.textContent);
  };
  const tips = box._fullData.length > 0 && box._fullData.every(shows);
  Plotly.Fx.unhover(box);
  return [faults, tips];
}""" % (BOX, MEASURE)
RUN_ECHARTS = """async (option) => {
  %s
  const chart = echarts.init(box, null, { renderer: "svg" });
  await new Promise((done) => { chart.on("finished", done); chart.setOption(option); });
  const faults = %s;
  const shows = (series, seriesIndex) => {
    const dataIndex = series.data.findIndex((item) => item.coords || item.value?.[1] !== null && item.value !== null);
    if (series.silent || dataIndex < 0) return true;
    chart.dispatchAction({ type: "hideTip" });
    chart.dispatchAction({ type: "showTip", seriesIndex, dataIndex });
    // The browser collapses spaces.
    const words = (text) => text.split(/\\s+/).join(" ");
    return [...box.children].some((each) => words(each.innerText ?? "").includes(words(series.data[dataIndex].name)));
  };
  const tips = option.series.length > 0 && option.series.every(shows);
  [...box.children].slice(1).forEach((tooltip) => tooltip.remove());
  return [faults, tips];
}""" % (BOX, MEASURE)
# The callback of the tooltip is that of the documentation.
RUN_CHART_JS = """(text) => {
  const draw = (config) => {
    %s
    box.innerHTML = "<canvas></canvas>";
    const chart = new Chart(box.firstChild, config);
    chart.update("none");
    const { canvas, ctx } = chart;
    return [chart, ctx.getImageData(0, 0, canvas.width, canvas.height).data];
  };
  const [empty, full] = [JSON.parse(text), JSON.parse(text)];
  for (const dataset of empty.data.datasets) dataset.data = [];
  const [, without] = draw(empty);
  full.options.plugins.tooltip = {
    callbacks: { title: () => "", label: (item) => item.raw.text ?? item.dataset.text?.[item.dataIndex] },
  };
  const [chart, drawn] = draw(full);
  let count = 0;
  for (let place = 0; place < drawn.length; place += 4)
    if ([0, 1, 2, 3].some((part) => drawn[place + part] !== without[place + part])) count += 1;
  const faults = labels.faults(labels.written(() => chart.draw()), chart.canvas.getBoundingClientRect());
  const shows = (dataset, datasetIndex) => {
    const index = dataset.data.findIndex((item) => (item?.text ? item.y : item) !== null);
    if (index < 0 || !(dataset.text ?? dataset.data[index].text)) return false;
    chart.tooltip.setActiveElements([{ datasetIndex, index }], { x: 0, y: 0 });
    return chart.tooltip.body?.some(({ lines }) => lines.flat().join("")) ?? false;
  };
  const tips = full.data.datasets.some(shows);
  chart.tooltip.setActiveElements([], { x: 0, y: 0 });
  chart.draw();
  return [faults, tips, count];
}""" % BOX
RUN_SVG = """() => {
  const box = document.querySelector("svg");
  return [%s, Boolean(box.querySelector(":scope > g title"))];
}""" % MEASURE


def shortened(spec):
    """The specification with its first rows only: all have one shape, and the schema accepts any object."""
    return spec | {"data": spec["data"] | {"values": spec["data"]["values"][:3]}}


def broken_rules(validator, spec):
    """The innermost paths at which the schema is violated."""
    errors = []
    for error in validator.iter_errors(shortened(spec)):
        while error.context:
            error = max(error.context, key=lambda each: len(each.absolute_path))
        place = ".".join(map(str, error.absolute_path))
        errors.append(f"breaks the schema at '{place}': {error.message[:200]}")
    return errors


def picture(spec, background="white"):
    config = spec["config"] | {"background": background}
    png = vl_convert.vegalite_to_png(json.dumps(spec | {"config": config}), vl_version="6.4")
    return Image.open(io.BytesIO(png)).convert("RGB")


def difference(one, other):
    """The number of differing pixels; pictures of different sizes differ in all."""
    if one.size != other.size:
        return one.size[0] * one.size[1]
    changed = ImageChops.difference(one, other).convert("L").point(lambda value: value and 255)
    return changed.histogram()[255]


def is_empty(spec):
    """Whether the chart is empty, with a reason: drawn in a style of its own, or of a sparkline, which has no room
    for it, in the description."""
    if spec["usermeta"]["regimen"]["kind"] == "sparkline" and spec["data"]["values"]:
        return bool(spec.get("description")) and all(row.get("y") is None for row in spec["data"]["values"])
    return '"style": "note"' in json.dumps({name: part for name, part in spec.items() if name != "data"})


def agree(cell, value):
    """Whether a cell of CSV equals a property of JSON."""
    if value is None:
        return cell == ""
    return cell == value if isinstance(value, str) else float(cell) == float(value)


def typed(value, kind):
    """Whether a value has the type of its field."""
    if kind == "number":
        return isinstance(value, (int, float))
    read = {"date": datetime.date.fromisoformat, "instant": datetime.datetime.fromisoformat, "text": str}
    try:
        return isinstance(value, str) and read[kind](value) is not None
    except ValueError:
        return False


def broken_fields(header, values):
    """The rows with fields that are not in the header, and the fields that no row has."""
    kinds = {field["name"]: field["type"] for field in header.get("fields", [])}
    for number, row in enumerate(values):
        for name, value in row.items():
            kind = COLUMNS.get(name, kinds.get(name)) if name in COLUMNS or name in kinds else "none"
            if kind == "none" or kind and not typed(value, kind):
                return [f"has in row {number} no such field: {name} is {value!r}"]
    points = [row for row in values if row["part"] == "point"]
    if points and kinds and not any(name in row for row in points for name in kinds):
        return ["has fields in its header and none in its rows"]
    return []


def differing_rows(text, values, fields):
    """The differences between the rows of the CSV and those of the specification."""
    lines = list(csv.DictReader(io.StringIO(text, newline="")))
    if not lines and not values:
        return []
    columns = list(COLUMNS) + [name for name in fields if name not in COLUMNS]
    if list(lines[0]) != columns:
        return [f"has other columns in its CSV: {list(lines[0])}"]
    if len(lines) != len(values):
        return [f"has {len(lines)} rows in its CSV and {len(values)} of its own"]
    for number, (line, value) in enumerate(zip(lines, values)):
        for column in columns:
            if not agree(line[column], value.get(column)):
                return [f"differs from its CSV in row {number}: {column} is '{line[column]}'"]
    return []


def check_vega_lite(path, validator, page, shots):
    """The problems of a specification and its CSV."""
    spec = json.loads(path.read_text())
    problems = broken_rules(validator, spec)
    if problems:
        return problems
    problems += measured(page, RUN_VEGA, spec, is_empty(spec))[0]
    if not spec.get("description"):
        problems.append("has no description")
    drawn = picture(spec)
    rows = spec["data"]["values"]
    empty = picture(spec | {"data": spec["data"] | {"values": [], "format": spec["data"]["format"]}})
    marks = [row for row in rows if row["part"] == "point" and row.get("y") is not None]
    if marks and difference(drawn, empty) < LEAST and not is_empty(spec):
        problems.append("draws nothing of its rows")
    rows_file = path.with_name(path.name.removesuffix(".vl.json") + ".csv")
    if rows_file.exists():
        text = rows_file.read_bytes().decode()
        header = spec["usermeta"]["regimen"]
        fields = [field["name"] for field in header.get("fields", [])]
        problems += differing_rows(text, rows, fields)
        problems += broken_fields(header, rows)
        data = {"values": text, "format": spec["data"]["format"] | {"type": "csv"}}
        if difference(drawn, picture(spec | {"data": data})) > 0:
            problems.append("draws another picture from its CSV")
    if shots:
        drawn.save(shots / f"{path.parent.name}-{path.name}.png")
        picture(spec, "#1E1E1E").save(shots / f"{path.parent.name}-{path.name}-dark.png")
    return problems


def heard(page, run):
    """The console messages of the page while something runs, or the error."""
    said = []
    listener = lambda message: said.append(f"says: {getattr(message, 'text', message)}")
    page.on("console", listener)
    page.on("pageerror", listener)
    try:
        run()
    except Exception as error:
        said.append(f"fails: {str(error).splitlines()[0]}")
    page.remove_listener("console", listener)
    page.remove_listener("pageerror", listener)
    return said


def measured(page, run, chart, is_empty):
    """The problems of a chart that a page draws, which has tooltips unless it is empty, and what else was returned."""
    answers = []
    problems = heard(page, lambda: answers.append(page.evaluate(run, chart)))
    for faults, has_tooltips, *_ in answers:
        problems += faults + ([] if has_tooltips or is_empty else ["has marks without tooltips"])
    return problems, answers[0][2:] if answers else []


def check_chart_js(path, page, shots):
    """The problems of a configuration."""
    problems, pixels = measured(page, RUN_CHART_JS, path.read_text(), says_why(path))
    if pixels and pixels[0] < LEAST and not says_why(path):
        problems.append("draws nothing of its data")
    if shots:
        page.screenshot(path=shots / f"{path.parent.name}-{path.name}.png")
    return problems


def says_why(path):
    """Whether the Vega-Lite specification of the chart has a reason for being empty."""
    name = path.name
    for suffix in [".json", ".plotly", ".echarts", ".chartjs", ".svg"]:
        name = name.removesuffix(suffix)
    rows = path.with_name(name + ".vl.json")
    return rows.exists() and is_empty(json.loads(rows.read_text()))


def shot(page):
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB")


def check_drawn(path, page, shots, run, drawn, empty):
    """The problems of a chart that a page draws with its data and without."""
    problems, _ = measured(page, run, drawn, says_why(path))
    with_data = shot(page)
    page.evaluate(run, empty)
    if difference(with_data, shot(page)) < LEAST and not says_why(path):
        problems.append("draws nothing of its data")
    if shots:
        with_data.save(shots / f"{path.parent.name}-{path.name}.png")
    return problems


def check_plotly(path, page, shots):
    """The problems of a figure."""
    figure = json.loads(path.read_text())
    try:
        plotly.graph_objects.Figure(figure)
    except ValueError as error:
        return [f"is no figure: {' '.join(str(error).split())[:300]}"]
    return check_drawn(path, page, shots, RUN_PLOTLY, figure, figure | {"data": []})


def check_echarts(path, page, shots):
    """The problems of an option."""
    option = json.loads(path.read_text())
    empty = option | {"series": [series | {"data": []} for series in option["series"]]}
    return check_drawn(path, page, shots, RUN_ECHARTS, option, empty)


def check_json(path, page, shots):
    """The violations of a chart's JSON against the schema beside the articles."""
    validator = jsonschema.Draft202012Validator(json.loads(JSON_SCHEMA.read_text()))
    chart = json.loads(path.read_text())
    errors = list(validator.iter_errors(chart | {"rows": chart["rows"][:500] + chart["rows"][-20:]}))
    broken = [f"breaks the schema at '{error.json_path}': {error.message[:200]}" for error in errors[:3]]
    return broken + broken_fields(chart, chart["rows"])


def check_svg(path, page, shots):
    """The problems of a picture: it is drawn as by a browser, and must be opaque."""
    problems = heard(page, lambda: page.goto(path.absolute().as_uri()))
    page.evaluate(LABELS)
    drawn = shot(page)
    if len(drawn.getcolors(1 << 20) or [0, 0]) < 2:
        problems.append("draws nothing")
    problems += measured(page, RUN_SVG, None, says_why(path))[0]
    root = ElementTree.parse(path).getroot()
    if root[3].tag.rpartition("}")[2] != "rect":
        problems.append("has no background")
    if shots:
        drawn.save(shots / f"{path.parent.name}-{path.name}.png")
    return problems


def check(arguments, browser):
    """The problems by file."""
    specs = [path for folder in arguments.folders for path in sorted(folder.rglob("*.vl.json"))]
    configs = [path for folder in arguments.folders for path in sorted(folder.rglob("*.chartjs.json"))]
    if not specs or not configs:
        sys.exit(f"{len(specs)} specifications and {len(configs)} configurations: too few to check")
    schema = json.loads(SCHEMA.read_text())
    validator = jsonschema.validators.validator_for(schema)(schema)
    page = browser.new_page(viewport={"width": 720, "height": 420})
    page.add_script_tag(content=vl_convert.javascript_bundle(vl_version="6.4"))
    page.evaluate(LABELS)
    found = {path: check_vega_lite(path, validator, page, arguments.shots) for path in specs}
    page.goto("about:blank")
    page.add_script_tag(content=arguments.chart_js.read_text())
    page.evaluate(LABELS)
    found |= {path: check_chart_js(path, page, arguments.shots) for path in configs}
    for suffix, library, holds in FORMS:
        page.goto("about:blank")
        if library:
            page.add_script_tag(content=library.read_text())
            page.evaluate(LABELS)
        paths = [
            path for folder in arguments.folders for path in sorted(folder.rglob("*" + suffix))
            if suffix != ".json" or path.name.count(".") < 3 and path.suffixes[-2:-1] not in OTHERS]
        if not paths:
            sys.exit(f"no chart ends in {suffix}")
        found |= {path: holds(path, page, arguments.shots) for path in paths}
    return found


OTHERS = [[".vl"], [".chartjs"], [".plotly"], [".echarts"], [".carekit"], [".meta"]]
FORMS = [
    (".plotly.json", PLOTLY, check_plotly), (".echarts.json", ECHARTS, check_echarts),
    (".svg", None, check_svg), (".json", None, check_json),
]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="+", type=pathlib.Path)
    parser.add_argument("--shots", type=pathlib.Path, help="where to put pictures")
    parser.add_argument("--chromium", default="/usr/bin/chromium")
    parser.add_argument(
        "--chart-js", type=pathlib.Path, default="/usr/share/javascript/chart.js/chart.min.js")
    arguments = parser.parse_args()
    if arguments.shots:
        arguments.shots.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=arguments.chromium, args=["--no-sandbox"])
        found = check(arguments, browser)
        browser.close()
    problems = [f"{path} {words}" for path, all_words in found.items() for words in all_words]
    for problem in problems:
        print(problem)
    kinds = {path.name.split(".")[0] for path in found}
    print(f"{len(found)} charts of {len(kinds)} kinds, {len(problems)} problems")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
