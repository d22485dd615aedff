import Scheduling

// Columns of rolling figures, trend and patterns.

extension MeasureColumn {
  static let signals: [MeasureColumn] = [
    number(
      "rollingMin", .signals, "share", "the least of the ratios of windows of `--rolling-days`"
    ) {
      $0.rolling?.min
    },
    number(
      "rollingLast", .signals, "share", "the ratio of the last window of `--rolling-days`"
    ) { $0.rolling?.last },
  ]

  static let trend: [MeasureColumn] = [
    number(
      "theilSenSlopePerWeek", .trend, "share a week",
      "the Theil-Sen slope: the median slope of the weekly ratios between all pairs of weeks"
    ) {
      $0.trend?.map(\.theilSen)
    },
    number(
      "theilSenSlopeLower", .trend, "share a week",
      "the lower confidence limit of the Theil-Sen slope (Sen 1968)"
    ) { $0.trend?.flatMap(\.interval).map(\.lower) },
    number(
      "theilSenSlopeUpper", .trend, "share a week",
      "the upper confidence limit of the Theil-Sen slope (Sen 1968)"
    ) { $0.trend?.flatMap(\.interval).map(\.upper) },
    count(
      "mannKendallS", .trend, "pairs",
      "the Mann-Kendall statistic: rising minus falling pairs of weeks"
    ) {
      $0.trend?.map(\.mannKendall.s)
    },
    number(
      "mannKendallZ", .trend, "deviations",
      "`mannKendallS` as a normal deviate, corrected for ties and autocorrelation"
    ) { $0.trend?.flatMap(\.mannKendall.z) },
    number(
      "mannKendallP", .trend, "probability",
      "the p value of `mannKendallZ`, two-sided"
    ) { $0.trend?.flatMap(\.mannKendall.p) },
    number(
      "kendallTauB", .trend, "correlation",
      "Kendall's tau-b of the weekly ratios with time, -1 to 1"
    ) {
      $0.trend?.flatMap(\.tauB)
    },
  ]

  static let patterns: [MeasureColumn] =
    weekdays + times + [
      count(
        "missMiss", .patterns, "pairs",
        "the pairs of neighbouring occurrences of which both were missed"
      ) {
        $0.transitions { $0.missToMiss }
      },
      count(
        "missTake", .patterns, "pairs",
        "the pairs of neighbouring occurrences of which the first was missed and the second done"
      ) {
        $0.transitions { $0.missToTaken }
      },
      count(
        "takeMiss", .patterns, "pairs",
        "the pairs of neighbouring occurrences of which the first was done and the second missed"
      ) {
        $0.transitions { $0.takenToMiss }
      },
      count(
        "takeTake", .patterns, "pairs",
        "the pairs of neighbouring occurrences of which both were done"
      ) {
        $0.transitions { $0.takenToTaken }
      },
      number(
        "pMissGivenMiss", .patterns, "probability",
        "the probability of a miss after a miss: `missMiss` / (`missMiss` + `missTake`)"
      ) {
        $0.patterns?.transitions.missAfterMiss
      },
      number(
        "pMissGivenTaken", .patterns, "probability",
        "the probability of a miss after a dose: `takeMiss` / (`takeMiss` + `takeTake`)"
      ) {
        $0.patterns?.transitions.missAfterTaken
      },
      count(
        "catchUpDoubleDoses", .patterns, "occurrences",
        "the occurrences after a miss with two or more events"
      ) { $0.transitions { $0.catchUps } },
      list("missedRuns", .patterns, "runs", "the numbers of runs of 1, 2, 3, … misses") {
        $0.patterns?.runs.missed.listed { $0.description }
      },
      list("takenRuns", .patterns, "runs", "the numbers of runs of 1, 2, 3, … occurrences done") {
        $0.patterns?.runs.taken.listed { $0.description }
      },
    ]

  private static let weekdays: [MeasureColumn] = [
    list("weekdayAdherence", .patterns, "share", "the ratios of the weekdays, Monday to Sunday") {
      $0.patterns?.weekdays.listed(text)
    },
    number(
      "weekendEffect", .patterns, "share",
      "the ratio of Saturdays and Sundays minus the ratio of the other days"
    ) { $0.patterns?.weekendEffect },
  ]

  private static let times: [MeasureColumn] = [
    list("slots", .patterns, nil, "the planned times of day") {
      $0.patterns?.slotTimes.listed(clock)
    },
    list("slotAdherence", .patterns, "share", "the ratio of each time of day in `slots`") {
      $0.patterns?.slots.listed(text)
    },
  ]

  private static func text(_ tally: ClassTally) -> String {
    tally.share.value?.description ?? ""
  }

  private static func clock(_ second: Int) -> String {
    second < 0 ? "all-day" : CivilTime(secondOfDay: second).description
  }
}

extension TaskMeasures {
  // Closures, because key paths are evaluated dynamically.
  fileprivate func transitions(_ count: (Transitions) -> Int) -> Estimate<Int>? {
    patterns.map { .value(count($0.transitions)) }
  }
}
