/// Where the positions of an axis lie in a picture.
struct ChartScale {
  /// What is seen of the axis.
  let range: ClosedRange<Double>
  /// Where the range begins in the picture.
  let from: Double
  /// Where it ends; below ``from`` where the axis goes up.
  let to: Double
  /// What half a place is: days and categories have a width, and points lie in their middle.
  private let half: Double
  private let factor: Double

  /// Creates the scale of an axis.
  init(_ axis: ChartAxis, _ range: ClosedRange<Double>, from: Double, to: Double) {
    self.range = range
    self.from = from
    self.to = to
    half = axis.scale.hasPlaces ? 0.5 : 0
    let length = range.upperBound - range.lowerBound
    factor = length > 0 ? (to - from) / length : 0
  }

  /// Where a limit lies, such as the first moment of a day.
  func edge(_ value: Double) -> Double { from + (value - range.lowerBound) * factor }

  /// Where a point lies: in the middle of its day or category.
  func point(_ value: Double) -> Double { edge(value + half) }

  /// How long a stretch is in the picture.
  func length(_ value: Double) -> Double { abs(value * factor) }

  /// Whether a point is in sight.
  func contains(_ value: Double) -> Bool {
    value + half >= range.lowerBound && value + half <= range.upperBound
  }
}

extension ChartAxis.Scale {
  /// Whether each position has a width of one, as days and categories do.
  var hasPlaces: Bool { self == .day || self == .category }
}

extension ChartData {
  /// What is to be seen of the horizontal axis.
  var xRange: ClosedRange<Double> {
    var limits = RangeLimits(place: x.scale.hasPlaces ? 1 : 0)
    for series in series {
      for point in series.points { limits.add(point.x, point.xEnd) }
    }
    return seen(x, limits, isPadded: false)
  }

  /// What is to be seen of the vertical axis; bars stand on 0.
  var yRange: ClosedRange<Double> {
    var limits = RangeLimits(place: y.scale.hasPlaces ? 1 : 0)
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
    guard isPadded, axis.scale == .number || axis.scale == .share else { return range }
    let step = AxisTicks.niceStep(range.upperBound - range.lowerBound, atMost: 5)
    return (range.lowerBound / step).rounded(.down) * step...(range.upperBound / step).rounded(.up)
      * step
  }
}

/// The least and the greatest of some positions.
private struct RangeLimits {
  /// How wide a position without an end is.
  let place: Double
  private var lower = Double.infinity
  private var upper = -Double.infinity

  init(place: Double) { self.place = place }

  mutating func add(_ from: Double, _ end: Double? = nil) {
    let end = end ?? from + place
    lower = min(lower, from, end)
    upper = max(upper, from, end)
  }

  /// From the least to the greatest; one wide where there is only one, and 0 to 1 where there is none.
  var range: ClosedRange<Double> {
    guard lower.isFinite, upper.isFinite, lower <= upper else { return 0...1 }
    return lower...(lower == upper ? lower + 1 : upper)
  }
}
