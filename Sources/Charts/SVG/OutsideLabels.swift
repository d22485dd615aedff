/// The labels beside the plot, where they cover no mark: those of upright lines and of the upper
/// edge in rows above it, and those of level lines at its right.
struct OutsideLabels {
  /// A label above the plot.
  struct UpperLabel {
    var text: String
    /// The position of its start, or of its end if it ends there.
    var x: Double
    var isEnd: Bool
    /// The index of its row, counted from the plot.
    var row: Int
    /// The class of its colour.
    var name: String

    /// Returns its box above a plot.
    func box(above top: Double) -> MarkBox {
      let (width, base) = (ChartLayout.width(of: text), OutsideLabels.base(row, above: top))
      return MarkBox(
        left: isEnd ? x - width : x, top: base - 9, right: isEnd ? x : x + width, bottom: base + 3)
    }
  }

  /// The labels above the plot.
  private(set) var upper: [UpperLabel] = []
  /// The lines of the labels at the right, with their vertical positions.
  let level: [(at: Double, lines: [String])]
  /// The ends of the labels of each row above the plot.
  private var ends: [Double] = []

  /// The height of a row.
  static let row = 12.0
  private static let mostRows = 3

  init(_ chart: ChartData) {
    level = chart.references.filter { $0.axis == .y && chart.yRange.contains($0.at) }
      .map { ($0.at, $0.label.wrapped(to: 10)) }
  }

  /// The width needed at the right of the plot.
  var room: Double {
    let widest = level.lazy.flatMap(\.lines).map(ChartLayout.width).max()
    return widest.map { $0 + 2 } ?? 0
  }

  /// The height needed above the plot.
  var height: Double { Double(ends.count) * OutsideLabels.row }

  /// Returns the baseline of a row above a plot.
  static func base(_ row: Int, above top: Double) -> Double {
    top - 4 - Double(row) * OutsideLabels.row
  }

  /// Places the labels above the plot, from left to right in the first row with room; those without
  /// room are omitted.
  mutating func place(_ chart: ChartData, on x: ChartScale, width: Double) {
    let lines = chart.references.filter { $0.axis == .x }.map {
      (at: x.edge($0.at), text: $0.label, name: "n")
    }
    let notes = chart.annotations.filter { $0.y == nil && x.contains($0.x) }.map {
      (at: x.point($0.x), text: $0.text, name: "n " + $0.role.rawValue)
    }
    let sides = min(x.from, x.to)...max(x.from, x.to)
    for item in (lines + notes).sorted(by: { $0.at < $1.at }) where sides.contains(item.at) {
      place(item.text, at: item.at, item.name, width: width)
    }
  }

  private mutating func place(_ text: String, at x: Double, _ name: String, width: Double) {
    guard !text.isEmpty else { return }
    let own = ChartLayout.width(of: text)
    let isEnd = x + own > width
    let start = isEnd ? x - own : x
    var row = ends.firstIndex { $0 <= start }
    if row == nil, ends.count < OutsideLabels.mostRows {
      ends.append(0)
      row = ends.count - 1
    }
    guard let row else { return }
    ends[row] = start + own + 6
    upper.append(UpperLabel(text: text, x: x, isEnd: isEnd, row: row, name: name))
  }
}

extension ChartDrawing {
  /// Draws the labels above and at the right of the plot.
  mutating func drawOutsideLabels() {
    for own in layout.labels.upper {
      label(
        own.text, own.x, OutsideLabels.base(own.row, above: layout.top),
        anchor: own.isEnd ? "end" : nil, as: own.name)
    }
    var last = -Double.infinity
    for own in layout.labels.level.sorted(by: { y.point($0.at) < y.point($1.at) }) {
      let middle = y.point(own.at) + 4 - Double(own.lines.count - 1) * OutsideLabels.row / 2
      last = max(middle, last + OutsideLabels.row)
      for (place, line) in own.lines.enumerated() {
        if place > 0 { last += OutsideLabels.row }
        label(line, layout.right + 5, last, anchor: nil, as: "n")
      }
    }
  }
}
