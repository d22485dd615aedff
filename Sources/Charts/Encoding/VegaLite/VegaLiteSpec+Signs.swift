import Formats
import Scheduling

// Side-by-side bars, and signs in cells.
extension VegaLiteSpec {
  /// Returns whether the bars of a series are grouped with others: sums of several tasks.
  func isSideBySide(_ series: ChartSeries) -> Bool {
    series.mark == .bar && series.role != .due && besides.count > 1
  }

  /// Returns whether grouped bars would be narrower than a pixel; they are drawn as lines instead.
  func isCrowded(_ traits: SeriesTraits) -> Bool { traits.places * besides.count > 500 }

  private var besides: [ChartSeries] {
    guard chart.kind.traits.hasBarsSideBySide else { return [] }
    return chart.series.filter { $0.mark == .bar && $0.role != .due }
  }

  /// Returns the part of its interval that a grouped bar occupies, as fields `from` and `until`.
  func sideBySide(_ series: ChartSeries) -> [JSONValue] {
    let count = besides.count
    let place = besides.firstIndex { $0.name == series.name } ?? 0
    // An interval without an end is one day.
    let end = "(isValid(datum.xEnd)?+datum.xEnd:+datum.x+86400000)"
    func at(_ part: Double) -> JSONValue { .text("+datum.x+(\(end)-datum.x)*\(part)") }
    let (first, width) = (0.08, 0.84 / Double(count))
    return [
      ["calculate": at(first + width * Double(place)), "as": "from"],
      ["calculate": at(first + width * Double(place + 1)), "as": "until"],
    ]
  }

  /// Returns a sign in each cell, if only colours would distinguish day states.
  func signs(of series: ChartSeries, _ traits: SeriesTraits) -> JSONValue? {
    guard series.mark == .cell, chart.color == nil, let sign = series.role.cellSign,
      traits.places <= 80
    else { return nil }
    var encoding: JSONValue = [
      "x": traits.hasXEnd
        ? x.channel("middle") : x.channel("x", isBand: true),
      "y": y.channel("y", isBand: true),
    ]
    if chart.x.scale == .day, !traits.hasXEnd { encoding = encoding + ["xOffset": ["value": 0]] }
    return layer(
      of: series,
      mark: [
        "type": "point", "shape": sign, "filled": false, "style": "sign", "opacity": 1,
        "size": 30, "strokeWidth": 1.5, "aria": false,
      ], encoding: encoding,
      further: traits.hasXEnd
        ? [["calculate": "(+datum.x+ +datum.xEnd)/2", "as": "middle"]] : [])
  }
}

extension ChartRole {
  /// Returns the colour with its opacity.
  func shade(_ opacity: Double? = nil) -> String {
    let opacity = opacity ?? self.opacity
    if opacity == 1 { return color }
    let digits = Array(color.utf8.dropFirst())
    let parts = stride(from: 0, to: 6, by: 2).map { place in
      Int(String(decoding: digits[place...place + 1], as: UTF8.self), radix: 16) ?? 0
    }
    return "rgba(\(parts[0]),\(parts[1]),\(parts[2]),\(opacity))"
  }

  /// The sign of a state; done and nothing due have none.
  fileprivate var cellSign: JSONValue? {
    switch self {
    case .missed: .text(VegaLiteSpec.cross)
    case .partial: "M-1,1L1,-1"
    case .late: "M-0.5,-1L0.5,0L-0.5,1"
    case .early: "M0.5,-1L-0.5,0L0.5,1"
    case .declined: "M-1,0L1,0"
    case .primary, .secondary, .due, .interval, .outerInterval, .done, .onHold, .pending,
      .unscheduled, .nothingDue, .signal, .reference, .first, .second, .third, .fourth, .fifth,
      .sixth, .seventh, .eighth:
      nil
    }
  }
}
