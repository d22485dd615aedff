import Scheduling

// Columns of timing and coverage.

extension MeasureColumn {
  static let timing: [MeasureColumn] =
    lateness + [
      number(
        "onTimeOfExpected", .timing, "share",
        "doses within `--on-time-minutes` of their time, over all due"
      ) { $0.timing?.onTimeOfExpected },
      number("onTimeOfTaken", .timing, "share", "the same over those taken") {
        $0.timing?.onTimeOfTaken
      },
    ] + interdose + regularity

  private static let lateness: [MeasureColumn] = [
    number(
      "latenessMean", .timing, "minutes",
      "the mean of the time of the outcome minus the planned one"
    ) { $0.timing?.lateness.map(\.mean) },
    number("latenessSd", .timing, "minutes", "its standard deviation") {
      $0.timing?.lateness.flatMap(\.deviation)
    },
    number("latenessQ25", .timing, "minutes", "its lower quartile") {
      $0.timing?.lateness.map(\.lowerQuartile)
    },
    number("latenessMedian", .timing, "minutes", "its median") {
      $0.timing?.lateness.map(\.median)
    },
    number("latenessQ75", .timing, "minutes", "its upper quartile") {
      $0.timing?.lateness.map(\.upperQuartile)
    },
    number("latenessMeanAbs", .timing, "minutes", "the mean distance, early or late") {
      $0.timing?.lateness.map(\.meanDistance)
    },
    number("latenessMad", .timing, "minutes", "a spread that a few odd days hardly move") {
      $0.timing?.lateness.map(\.medianDeviation)
    },
  ]

  private static let interdose: [MeasureColumn] = [
    count("interdoseCount", .timing, "intervals", "the intervals from one dose to the next") {
      $0.timing.map { .value($0.interdose.count) }
    },
    number("interdoseMeanHours", .timing, "hours", "the mean interval between doses") {
      $0.timing?.interdose.mean
    },
    number("interdoseSdHours", .timing, "hours", "the standard deviation of the intervals") {
      $0.timing?.interdose.deviation
    },
    number("interdoseCv", .timing, "ratio", "the coefficient of variation of the intervals") {
      $0.timing?.interdose.variation
    },
    number("interdoseMaxHours", .timing, "hours", "the longest interval between doses") {
      $0.timing?.interdose.longest
    },
    number(
      "interdoseNearOfIntervals", .timing, "share",
      "the intervals near their planned one, over those that have one"
    ) { $0.timing?.interdose.nearOfIntervals },
    number(
      "interdoseNearOfExpected", .timing, "share",
      "the intervals near their planned one, over the doses due"
    ) {
      $0.timing?.nearOfExpected
    },
    count("interdoseTooShort", .timing, "intervals", "the intervals shorter than planned") {
      $0.timing.map { .value($0.interdose.tooShort) }
    },
    count(
      "interdoseTooLong", .timing, "intervals",
      "the intervals longer than planned, or over a missed dose"
    ) {
      $0.timing.map { .value($0.interdose.tooLong) }
    },
  ]

  /// Lists with one value per time of day, in order.
  private static let regularity: [MeasureColumn] = [
    list(
      "circularMeanHour", .timing, "hours",
      "the mean direction of the clock times of each time of day"
    ) { $0.timing?.slots { $0.flatMap(\.meanHour) } },
    list("circularR", .timing, "share", "their mean resultant length: 1 where all are the same") {
      $0.timing?.slots { $0.map(\.resultant) }
    },
    list("circularSdHours", .timing, "hours", "their circular standard deviation") {
      $0.timing?.slots { $0.flatMap(\.deviationHours) }
    },
  ]

  static let coverage: [MeasureColumn] = [
    number("forgivenessCoverage", .coverage, "share", "the time within the forgiveness of a dose") {
      $0.coverage?.forgiveness.map(\.share)
    },
    number(
      "longestUncoveredHours", .coverage, "hours",
      "the longest time outside the forgiveness of every dose"
    ) {
      measures in
      measures.coverage?.forgiveness.map { Double($0.longestUncovered) / 3600 }
    },
    number(
      "timeAboveThreshold", .coverage, "share",
      "the time in which the modelled level is above the threshold"
    ) { $0.coverage?.timeAbove },
  ]
}

extension DoseTiming {
  /// Returns the values of all times of day; an empty text for a missing one.
  fileprivate func slots(
    _ read: (Estimate<CircularTime>) -> Estimate<Double>
  ) -> String {
    regularity.listed { read($0).value?.description ?? "" }
  }
}
