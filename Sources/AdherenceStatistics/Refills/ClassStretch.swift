/// A stretch of time in which a class is available to a certain degree; outside its stretches it is
/// not available.
struct ClassStretch {
  var start: Double
  var end: Double
  var value: Estimate<Double>
}

/// The stretches of a class in order, and the days in which the class counts at all.
struct ClassTimeline {
  var window: Range<Double>
  var stretches: [ClassStretch]
  /// The first stretch that may still matter.
  private var next = 0

  init(window: Range<Double>, stretches: [ClassStretch]) {
    self.window = window
    self.stretches = stretches
  }

  /// How available the class is between two days that no stretch starts or ends between.
  ///
  /// `nil` where it does not count, or where how available it is cannot be said. The days of each call come after those of the call before.
  mutating func value(from start: Double, to end: Double) -> Double? {
    guard !stretches.isEmpty, end > window.lowerBound, start < window.upperBound else { return nil }
    while next < stretches.count, stretches[next].end <= start { next += 1 }
    guard next < stretches.count, stretches[next].start < end else { return 0 }
    return stretches[next].value.value
  }
}
