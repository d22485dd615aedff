import Formats
import Scheduling

extension ChartData {
  /// Returns the chart as a JSON figure of Plotly: `Plotly.newPlot(element, figure)`, or
  /// `plotly.io.from_json(text)`.
  ///
  /// The theme is a `template`. Days are dates in UTC, categories are numbers with tick labels, cells and spans are horizontal
  /// bars, and a clock consists of polar bars. Names are escaped so that Plotly does not interpret
  /// them as markup. `layout.meta.regimen` contains the header of ``json()``, and the `customdata`
  /// of a trace the ``fields`` of its points. ``panels`` are not supported; each is a figure of its
  /// own.
  ///
  /// - Parameter look: Theme and size; without a size the figure fills its container.
  /// - Returns: The figure, with a trailing line break.
  /// - Complexity: O(*n*) for *n* points.
  public func plotly(_ look: ChartLook = ChartLook()) -> String {
    PlotlyFigure(self, look).tree.documentText
  }
}

/// Converts a chart to a Plotly figure: traces and a layout.
struct PlotlyFigure {
  let chart: ChartData
  let look: ChartLook
  let x: PlotlyAxis
  let y: PlotlyAxis
  private let labelRows: LabelRows
  /// The lines below the title.
  private let lines: [String]

  init(_ chart: ChartData, _ look: ChartLook) {
    (self.chart, self.look) = (chart, look)
    x = PlotlyAxis(chart.x, chart.xRange, length: (look.width ?? 700) - 160)
    y = PlotlyAxis(chart.y, chart.yRange, length: (look.height ?? 450) - 160)
    labelRows = LabelRows(chart, width: (look.width ?? 700) - 160)
    lines = chart.lines(within: look.width)
  }

  var tree: JSONValue {
    [
      "data": .list(chart.kind.traits.isCircular ? [slices] : chart.series.flatMap(traces)),
      "layout": layout,
    ]
  }

  /// Escapes a text so that no part of it is markup; quotes remain, because Plotly has no entities
  /// for them.
  static func plain(_ text: String) -> String {
    var plain = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": plain += "&amp;"
      case "<": plain += "&lt;"
      case ">": plain += "&gt;"
      default: plain.unicodeScalars.append(scalar)
      }
    }
    return plain
  }

  static func text(_ text: String) -> JSONValue { .text(plain(text)) }
}

// The layout.
extension PlotlyFigure {
  private var layout: JSONValue {
    let axes: [(String, JSONValue?)] =
      chart.kind.traits.isCircular
      ? [("polar", polar)]
      : [
        ("xaxis", x.layout(isDrawn: hasAxes, isDown: false)),
        ("yaxis", y.layout(isDrawn: hasAxes, isDown: chart.y.scale == .category)),
      ]
    return .properties(
      [
        ("title", hasAxes ? title : nil), ("meta", ["regimen": ChartHeader(chart).tree]),
        ("template", ["layout": template]),
        ("width", look.width.map(JSONValue.number)), ("height", look.height.map(JSONValue.number)),
        ("barmode", "overlay"),
        ("showlegend", .bool(chart.hasLegend)), ("hovermode", "closest"),
        (
          "margin",
          [
            "t": .number(
              PlotlyFigure.titleLine * Double(1 + lines.count) + 32 + labelRows.height),
            "b": .number(60 + tableHeight),
          ]
        ),
        ("separators", ".,"),
      ] + axes + [
        ("shapes", .list(chart.bands.map(shape) + chart.references.map(shape))),
        (
          "annotations",
          .list(
            labelRows.labels.map(label) + chart.references.filter { $0.axis == .y }.map(label)
              + chart.annotations.compactMap(words) + table + emptyReason)
        ),
      ])
  }

  /// The theme as a template, which another template of Plotly can replace.
  private var template: JSONValue {
    let theme = look.theme
    let (background, grid) = (JSONValue.text(theme.background), JSONValue.text(theme.line))
    let axis: JSONValue = [
      "gridcolor": grid, "linecolor": .text(theme.soft), "zeroline": false, "automargin": true,
      "ticks": "outside", "ticklen": 5, "tickcolor": grid,
    ]
    return [
      "paper_bgcolor": background, "plot_bgcolor": background,
      "font": ["color": .text(theme.soft)], "title": ["font": ["color": .text(theme.ink)]],
      "xaxis": axis, "yaxis": axis,
      "polar": [
        "bgcolor": background, "angularaxis": ["gridcolor": grid],
        "radialaxis": ["gridcolor": grid],
      ],
    ]
  }

  private var hasAxes: Bool { chart.kind.traits.hasAxes }

  /// The height of a line of the title in pixels.
  private static let titleLine = 22.0

  private var title: JSONValue {
    let below = lines.map { "<br><sub>\(PlotlyFigure.plain($0))</sub>" }.joined()
    return [
      "text": .text(PlotlyFigure.plain(chart.title) + below), "x": 0.02, "xanchor": "left",
      "yref": "container", "y": 1, "yanchor": "top", "pad": ["t": 14],
    ]
  }

  /// Returns a band in the background; the label of one across the plot is inside if there are few.
  private func shape(_ band: ChartBand) -> JSONValue {
    let axis = band.axis == .x ? x : y
    let label: JSONValue? =
      chart.bands.count > 4 || band.axis == .x
      ? nil : label(band.label, look.theme.soft, at: "top left")
    return span(band.axis, axis.edge(band.from), axis.edge(band.to))
      + .properties([
        ("type", "rect"), ("fillcolor", .text(band.role.color)), ("opacity", 0.16),
        ("line", ["width": 0]), ("layer", "below"), ("label", label),
      ])
  }

  private func shape(_ line: ReferenceLine) -> JSONValue {
    let at = line.axis == .x ? x.edge(line.at) : y.place(line.at)
    return span(line.axis, at, at)
      + ["type": "line", "line": ["color": .text(line.role.color), "dash": "dash", "width": 1.5]]
  }

  /// Returns a label above the plot.
  ///
  /// Labels are annotations, because older versions of Plotly have no labels of shapes.
  private func label(_ label: LabelRows.Label) -> JSONValue {
    [
      "x": x.edge(label.at), "xanchor": label.isEnd ? "right" : "left", "yref": "y domain", "y": 1,
      "yanchor": "bottom", "yshift": .number(label.shift),
    ] + words(label.text)
  }

  /// Returns the label of a level line: at its right end above it, on the background.
  private func label(_ line: ReferenceLine) -> JSONValue {
    [
      "xref": "x domain", "x": 1, "xanchor": "right", "y": y.place(line.at), "yanchor": "bottom",
      "bgcolor": .text(look.theme.background),
    ] + words(line.label)
  }

  private func label(_ text: String, _ color: String, at place: JSONValue) -> JSONValue {
    [
      "text": PlotlyFigure.text(text), "textposition": place, "textangle": 0,
      "font": ["size": 10, "color": .text(color)],
    ]
  }

  /// Returns the coordinates of an interval on one axis across the other.
  private func span(_ axis: ChartDirection, _ from: JSONValue, _ to: JSONValue) -> JSONValue {
    axis == .x
      ? ["xref": "x", "x0": from, "x1": to, "yref": "y domain", "y0": 0, "y1": 1]
      : ["yref": "y", "y0": from, "y1": to, "xref": "x domain", "x0": 0, "x1": 1]
  }

  /// Returns the text of an annotation in the plot.
  private func words(_ note: ChartAnnotation) -> JSONValue? {
    note.y.map { height in
      ["x": x.place(note.x), "yanchor": "bottom", "xanchor": "left", "y": y.place(height)]
        + words(note.text)
    }
  }

  private func words(_ text: String) -> JSONValue {
    [
      "text": PlotlyFigure.text(text), "showarrow": false,
      "font": ["size": 10, "color": .text(look.theme.soft)],
    ]
  }

  /// The numbers below the horizontal axis.
  private var table: [JSONValue] {
    guard let table = chart.table else { return [] }
    return table.rows.enumerated().flatMap { place, row in
      let below: JSONValue = [
        "yref": "y domain", "y": 0, "yshift": .number(-68 - 16 * Double(place)),
      ]
      let name: JSONValue = ["xref": "x domain", "x": 0, "xanchor": "right", "xshift": -12]
      return [name + below + words(row.name)]
        + zip(table.columns, row.counts).map { column, count in
          ["x": x.edge(column)] + below + words(count.grouped)
        }
    }
  }

  private var tableHeight: Double { chart.table.map { 16 * Double($0.rows.count) + 36 } ?? 0 }

  /// The reason for an empty chart.
  private var emptyReason: [JSONValue] {
    let lines = hasAxes ? chart.emptyLines().map(PlotlyFigure.plain) : []
    guard !lines.isEmpty else { return [] }
    return [
      [
        "xref": "paper", "yref": "paper", "x": 0.5, "y": 0.5, "showarrow": false,
        "text": .text(lines.joined(separator: "<br>")),
      ]
    ]
  }
}

/// A Plotly axis: of dates, or of numbers with optional tick labels.
struct PlotlyAxis {
  let axis: ChartAxis
  private let range: ClosedRange<Double>
  /// The tick labels; `nil` leaves them to Plotly.
  private let ticks: [ChartTick]?

  /// Creates an axis with an approximate length in pixels.
  init(_ axis: ChartAxis, _ range: ClosedRange<Double>, length: Double) {
    (self.axis, self.range) = (axis, range)
    let isNamed =
      [.category, .clock, .count].contains(axis.scale) || !axis.ticks.isEmpty
    ticks =
      isNamed
      ? AxisTicks.ticks(
        of: axis, range, length: max(40, length), room: axis.scale == .clock ? 40 : 18) : nil
  }

  /// Returns the position of a limit.
  func edge(_ value: Double) -> JSONValue {
    switch axis.scale {
    case .day: DayMoment(value).map { .text($0.description) } ?? .null
    case .clock: .number(ChartAxis.hours(value))
    case .number, .count, .share, .category: .number(value)
    }
  }

  /// Returns the position of a point: the middle of its category, or the start of its day.
  func place(_ value: Double) -> JSONValue { edge(axis.scale == .category ? value + 0.5 : value) }

  /// Returns the end of an interval; without one, a day or category is one wide.
  func end(_ value: Double, _ end: Double?) -> Double {
    end ?? (axis.scale.isDiscrete ? value + 1 : value)
  }

  /// Returns the length of an interval in axis units: milliseconds for dates.
  func length(_ value: Double) -> Double {
    switch axis.scale {
    case .day: value * 86_400_000
    case .clock: ChartAxis.hours(value)
    case .number, .count, .share, .category: value
    }
  }

  /// The distance of ticks over a few days, between which Plotly would write times of day.
  private var leastStep: JSONValue? {
    let isShort = axis.scale == .day && range.upperBound - range.lowerBound < 8
    return isShort ? .number(length(1)) : nil
  }

  /// Returns the layout of the axis.
  func layout(isDrawn: Bool, isDown: Bool) -> JSONValue {
    let limits = [edge(range.lowerBound), edge(range.upperBound)]
    return .properties([
      ("type", axis.scale == .day ? "date" : "linear"), ("visible", .bool(isDrawn)),
      ("range", .list(isDown ? limits.reversed() : limits)),
      ("title", ["text": PlotlyFigure.text(axis.scale == .day ? "" : axis.fullTitle)]),
      ("tickvals", ticks.map { .list($0.map { place($0.at) }) }),
      ("ticktext", ticks.map { .list($0.map { PlotlyFigure.text($0.label) }) }),
      ("tickformat", axis.scale == .share ? ".0%" : nil), ("dtick", leastStep),
      ("showgrid", .bool(axis.scale != .category)),
    ])
  }
}
