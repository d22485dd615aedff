import Scheduling

// Columns of timing and coverage.

extension MeasureColumn {
  static let timing: [MeasureColumn] =
    lateness + [
      number(
        "nearPlannedOfDue", .timing, "share",
        "doses taken within `--near-planned-minutes` of their planned time / doses due"
      ) { $0.timing?.nearPlannedOfDue },
      number(
        "nearPlannedOfDone", .timing, "share",
        "doses taken within `--near-planned-minutes` of their planned time / doses taken"
      ) {
        $0.timing?.nearPlannedOfDone
      },
    ] + interdose + regularity

  private static let lateness: [MeasureColumn] = [
    number(
      "latenessMean", .timing, "minutes",
      "the mean lateness: the time of the outcome minus the planned time"
    ) { $0.timing?.lateness.map(\.mean) },
    number("latenessSd", .timing, "minutes", "the standard deviation of the lateness") {
      $0.timing?.lateness.flatMap(\.deviation)
    },
    number("latenessQ25", .timing, "minutes", "the lower quartile of the lateness") {
      $0.timing?.lateness.map(\.lowerQuartile)
    },
    number("latenessMedian", .timing, "minutes", "the median of the lateness") {
      $0.timing?.lateness.map(\.median)
    },
    number("latenessQ75", .timing, "minutes", "the upper quartile of the lateness") {
      $0.timing?.lateness.map(\.upperQuartile)
    },
    number(
      "latenessMeanAbs", .timing, "minutes",
      "the mean distance from the planned time, early or late"
    ) {
      $0.timing?.lateness.map(\.meanDistance)
    },
    number(
      "latenessMedianAbsDeviation", .timing, "minutes",
      "the median absolute deviation of the lateness from its median, times 1.4826"
    ) {
      $0.timing?.lateness.map(\.medianDeviation)
    },
  ]

  private static let interdose: [MeasureColumn] = [
    count(
      "interdoseCount", .timing, "intervals", "the number of intervals between consecutive doses"
    ) {
      $0.timing.map { .value($0.interdose.count) }
    },
    number("interdoseMeanHours", .timing, "hours", "the mean interval between consecutive doses") {
      $0.timing?.interdose.mean
    },
    number(
      "interdoseSdHours", .timing, "hours", "the standard deviation of the intervals between doses"
    ) {
      $0.timing?.interdose.deviation
    },
    number(
      "interdoseCv", .timing, "ratio", "the coefficient of variation of the intervals between doses"
    ) {
      $0.timing?.interdose.variation
    },
    number("interdoseMaxHours", .timing, "hours", "the longest interval between consecutive doses")
    {
      $0.timing?.interdose.longest
    },
    number(
      "interdoseNearOfIntervals", .timing, "share",
      "the intervals between doses near their planned interval / the intervals that have one"
    ) { $0.timing?.interdose.nearOfIntervals },
    number(
      "interdoseNearOfDue", .timing, "share",
      "the intervals between doses near their planned interval / doses due"
    ) {
      $0.timing?.nearOfExpected
    },
    count(
      "interdoseTooShort", .timing, "intervals",
      "the intervals between doses that are shorter than planned by more than the tolerance"
    ) {
      $0.timing.map { .value($0.interdose.tooShort) }
    },
    count(
      "interdoseTooLong", .timing, "intervals",
      "the intervals between doses that are longer than planned by more than the tolerance, or span a missed dose"
    ) {
      $0.timing.map { .value($0.interdose.tooLong) }
    },
  ]

  /// Lists with one value per time of day, in order.
  private static let regularity: [MeasureColumn] = [
    list(
      "clockMeanHour", .timing, "hours",
      "the circular mean of the clock times at which doses were taken, for each planned time of day"
    ) { $0.timing?.slots { $0.flatMap(\.meanHour) } },
    list(
      "clockConcentration", .timing, "share",
      "the mean resultant length of the clock times at which doses were taken, for each planned time of day: 1 where all are the same"
    ) {
      $0.timing?.slots { $0.map(\.resultant) }
    },
    list(
      "clockSdHours", .timing, "hours",
      "the circular standard deviation of the clock times at which doses were taken, for each planned time of day"
    ) {
      $0.timing?.slots { $0.flatMap(\.deviationHours) }
    },
  ]

  static let coverage: [MeasureColumn] = [
    number(
      "forgivenessCoverage", .coverage, "share",
      "the share of the time within the forgiveness of a dose"
    ) {
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
      "the share of the time in which the modelled level is above the threshold"
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
