extension ChartDrawing {
  /// Draws the grid lines, the labels of both axes and their titles.
  mutating func drawGrid() {
    drawVerticalAxis()
    drawHorizontalAxis()
  }

  private mutating func drawVerticalAxis() {
    let length = abs(y.to - y.from)
    let ticks = AxisTicks.ticks(of: chart.y, y.range, length: length, room: yRoom)
    let isLined = chart.y.scale != .category
    if isLined {
      var path = PathData()
      for tick in ticks where y.contains(tick.at) {
        path.move(layout.left, y.point(tick.at))
        path.line(layout.right, y.point(tick.at))
      }
      svg.empty("path", ["class": "grid", "d": .path(path)])
    }
    if chart.showsYLabels {
      for tick in ticks {
        label(
          tick.label, layout.left - 6, y.point(tick.at) + 4, anchor: "end",
          limit: max(24, chart.kind.traits.nameLimit))
      }
    }
    label(chart.y.heading, 2, layout.top - 11 - layout.labels.height, anchor: nil)
  }

  /// The length needed by a label of the vertical axis.
  private var yRoom: Double { chart.y.scale == .category ? 11 : 38 }

  private mutating func drawHorizontalAxis() {
    let ticks = AxisTicks.ticks(
      of: chart.x, x.range, length: layout.right - layout.left, room: xRoom)
    var path = PathData()
    path.move(layout.left, layout.bottom)
    path.line(layout.right, layout.bottom)
    for tick in ticks where !isWithin {
      path.move(x.edge(tick.at), layout.bottom)
      path.line(x.edge(tick.at), layout.bottom + 4)
    }
    svg.empty("path", ["class": "axis", "d": .path(path)])
    drawUprights(ticks)
    drawLabels(below: ticks)
    if chart.showsXTitle {
      label(chart.x.heading, layout.right, layout.bottom + 34, anchor: "end")
    }
  }

  /// Draws vertical lines to guide the eye along rows; cells need none.
  private mutating func drawUprights(_ ticks: [ChartTick]) {
    let hasCells = chart.series.contains { $0.mark == .cell }
    guard chart.y.scale == .category, chart.x.scale != .category, !hasCells else { return }
    var path = PathData()
    for tick in ticks {
      path.move(x.edge(tick.at), layout.top)
      path.line(x.edge(tick.at), layout.bottom)
    }
    svg.empty("path", ["class": "grid", "d": .path(path)])
  }

  /// Draws the labels of ticks, within the image; those that would overlap the one before are left out.
  private mutating func drawLabels(below ticks: [ChartTick]) {
    var free = -Double.infinity
    for tick in ticks {
      let middle = isWithin ? x.point(tick.at) : x.edge(tick.at)
      let width = ChartLayout.width(of: ChartLayout.shortened(tick.label))
      let isLast = middle + width / 2 > layout.width
      let end = isLast ? layout.width - 2 : middle + width / 2
      guard end - width >= free else { continue }
      free = end
      label(
        tick.label, isLast ? end : middle, layout.bottom + 16, anchor: isLast ? "end" : "middle")
    }
  }

  /// Whether labels are centered below their day or category, if these are wide enough.
  private var isWithin: Bool { chart.x.scale.isDiscrete && x.length(1) >= 10 }

  /// The length needed by a label of the horizontal axis.
  private var xRoom: Double {
    switch chart.x.scale {
    case _ where !chart.x.ticks.isEmpty: 12 + widest(chart.x.ticks.map(\.label))
    case .day: 62
    case .category: 10 + widest(chart.x.categories)
    case .number, .count, .share, .clock: 52
    }
  }

  private func widest(_ texts: [String]) -> Double {
    texts.lazy.map(ChartLayout.width).max() ?? 0
  }

  /// Draws text.
  mutating func label(
    _ text: String, _ x: Double, _ y: Double, anchor: String?, as name: String? = nil,
    limit: Int = 40
  ) {
    guard !text.isEmpty else { return }
    let text = ChartLayout.shortened(text, to: limit)
    for name in isFile && name != nil ? ["halo", name] : [name] {
      svg.element(
        "text",
        [
          "class": name.map { .text($0) } ?? .absent, "x": .number(x), "y": .number(y),
          "text-anchor": anchor.map { .text($0) } ?? .absent,
        ], text: text)
    }
  }
}

extension ChartLayout {
  /// Returns the approximate width of a text.
  static func width(of text: String) -> Double { Double(text.count) * character }

  /// Returns a text truncated to a number of characters.
  static func shortened(_ text: String, to limit: Int = 40) -> String {
    text.count <= limit ? text : text.prefix(limit - 1) + "…"
  }
}
