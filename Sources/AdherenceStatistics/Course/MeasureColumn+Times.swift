import Scheduling

// When doses were taken, and for how long they worked.

extension MeasureColumn {
  static let timing: [MeasureColumn] =
    lateness + [
      number("onTimeOfExpected", .timing) { $0.timing?.onTimeOfExpected },
      number("onTimeOfTaken", .timing) { $0.timing?.onTimeOfTaken },
    ] + interdose + regularity

  private static let lateness: [MeasureColumn] = [
    number("latenessMean", .timing) { $0.timing?.lateness.map(\.mean) },
    number("latenessSd", .timing) { $0.timing?.lateness.flatMap(\.deviation) },
    number("latenessQ25", .timing) { $0.timing?.lateness.map(\.lowerQuartile) },
    number("latenessMedian", .timing) { $0.timing?.lateness.map(\.median) },
    number("latenessQ75", .timing) { $0.timing?.lateness.map(\.upperQuartile) },
    number("latenessMeanAbs", .timing) { $0.timing?.lateness.map(\.meanDistance) },
    number("latenessMad", .timing) { $0.timing?.lateness.map(\.medianDeviation) },
  ]

  private static let interdose: [MeasureColumn] = [
    count("interdoseCount", .timing) { $0.timing.map { .value($0.interdose.count) } },
    number("interdoseMeanHours", .timing) { $0.timing?.interdose.mean },
    number("interdoseSdHours", .timing) { $0.timing?.interdose.deviation },
    number("interdoseCv", .timing) { $0.timing?.interdose.variation },
    number("interdoseMaxHours", .timing) { $0.timing?.interdose.longest },
    number("interdoseNearOfIntervals", .timing) { $0.timing?.interdose.nearOfIntervals },
    number("interdoseNearOfExpected", .timing) { $0.timing?.nearOfExpected },
    count("interdoseTooShort", .timing) { $0.timing.map { .value($0.interdose.tooShort) } },
    count("interdoseTooLong", .timing) { $0.timing.map { .value($0.interdose.tooLong) } },
  ]

  /// One value for each time of day, in their order.
  private static let regularity: [MeasureColumn] = [
    list("circularMeanHour", .timing) { $0.timing?.slots { $0.flatMap(\.meanHour) } },
    list("circularR", .timing) { $0.timing?.slots { $0.map(\.resultant) } },
    list("circularSdHours", .timing) { $0.timing?.slots { $0.flatMap(\.deviationHours) } },
  ]

  static let coverage: [MeasureColumn] = [
    number("forgivenessCoverage", .coverage) { $0.coverage?.forgiveness.map(\.share) },
    number("longestUncoveredHours", .coverage) { measures in
      measures.coverage?.forgiveness.map { Double($0.longestUncovered) / 3600 }
    },
    number("timeAboveThreshold", .coverage) { $0.coverage?.timeAbove },
  ]
}

extension DoseTiming {
  /// The values of all times of day; an empty text where one is missing.
  fileprivate func slots(
    _ read: (Estimate<CircularTime>) -> Estimate<Double>
  ) -> [String] {
    regularity.map { read($0).value.map { "\($0)" } ?? "" }
  }
}
