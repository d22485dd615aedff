/// Maps the positions of an axis to image coordinates.
struct ChartScale {
  /// The visible range.
  let range: ClosedRange<Double>
  /// The coordinate of the start of the range.
  let from: Double
  /// The coordinate of the end, less than ``from`` if the axis points up.
  let to: Double
  /// Half the width of a day or category, in whose middle points lie; otherwise 0.
  private let half: Double
  private let factor: Double

  init(_ axis: ChartAxis, _ range: ClosedRange<Double>, from: Double, to: Double) {
    self.range = range
    self.from = from
    self.to = to
    half = axis.scale.isDiscrete ? 0.5 : 0
    let length = range.upperBound - range.lowerBound
    factor = length > 0 ? (to - from) / length : 0
  }

  /// Returns the coordinate of a limit, such as the start of a day.
  func edge(_ value: Double) -> Double { from + (value - range.lowerBound) * factor }

  /// Returns the coordinate of a point, in the middle of its day or category.
  func point(_ value: Double) -> Double { edge(value + half) }

  /// Returns the length of an interval in the image.
  func length(_ value: Double) -> Double { abs(value * factor) }

  /// Returns whether a point is visible.
  func contains(_ value: Double) -> Bool {
    value + half >= range.lowerBound && value + half <= range.upperBound
  }
}

extension ChartAxis.Scale {
  /// Whether each position is one unit wide, as days and categories are.
  var isDiscrete: Bool { self == .day || self == .category }

  /// Whether positions are plain numbers.
  var isNumeric: Bool { self == .number || self == .count }
}

extension ChartData {
  /// The visible range of the horizontal axis.
  var xRange: ClosedRange<Double> {
    var limits = RangeLimits(place: x.scale.isDiscrete ? 1 : 0)
    for series in series {
      for point in series.points { limits.add(point.x, point.xEnd) }
    }
    return seen(x, limits, isPadded: false)
  }

  /// The visible range of the vertical axis; it includes 0 if there are bars.
  var yRange: ClosedRange<Double> {
    var limits = RangeLimits(place: y.scale.isDiscrete ? 1 : 0)
    for series in series {
      for point in series.points {
        if let y = point.y { limits.add(y, point.yEnd) }
      }
    }
    if series.contains(where: { $0.mark == .bar }) { limits.add(0) }
    for line in references where line.axis == .y { limits.add(line.at) }
    return seen(y, limits, isPadded: true)
  }

  private func seen(
    _ axis: ChartAxis, _ limits: RangeLimits, isPadded: Bool
  ) -> ClosedRange<Double> {
    if axis.scale == .category, !axis.categories.isEmpty {
      return 0...Double(axis.categories.count)
    }
    if let range = axis.range { return range }
    let range = limits.range
    guard isPadded, axis.scale.isNumeric || axis.scale == .share else { return range }
    let step = AxisTicks.niceStep(range.upperBound - range.lowerBound, atMost: 5)
    return (range.lowerBound / step).rounded(.down) * step...(range.upperBound / step).rounded(.up)
      * step
  }
}

/// The minimum and maximum of positions.
private struct RangeLimits {
  /// The width of a position without an end.
  let place: Double
  private var lower = Double.infinity
  private var upper = -Double.infinity

  init(place: Double) { self.place = place }

  mutating func add(_ from: Double, _ end: Double? = nil) {
    let end = end ?? from + place
    lower = min(lower, from, end)
    upper = max(upper, from, end)
  }

  /// The range, one unit wide for a single position, and 0 to 1 if empty.
  var range: ClosedRange<Double> {
    guard lower.isFinite, upper.isFinite, lower <= upper else { return 0...1 }
    return lower...(lower == upper ? lower + 1 : upper)
  }
}
