import Scheduling

// Columns of rolling figures, trend and patterns.

extension MeasureColumn {
  static let signals: [MeasureColumn] = [
    number("rollingLeast", .signals, "share", "the least ratio of the last `--rolling-days`") {
      $0.rolling?.least
    },
    number(
      "rollingLast", .signals, "share", "the ratio of the last `--rolling-days` before the end"
    ) { $0.rolling?.last },
  ]

  static let trend: [MeasureColumn] = [
    number("theilSen", .trend, "share a week", "the median slope between all pairs of weeks") {
      $0.trend?.map(\.theilSen)
    },
    number(
      "theilSenLower", .trend, "share a week", "the lower limit of the median slope (Sen 1968)"
    ) { $0.trend?.flatMap(\.interval).map(\.lower) },
    number(
      "theilSenUpper", .trend, "share a week", "the upper limit of the median slope (Sen 1968)"
    ) { $0.trend?.flatMap(\.interval).map(\.upper) },
    count("mannKendallS", .trend, "pairs", "rising minus falling pairs of weeks") {
      $0.trend?.map(\.mannKendall.s)
    },
    number(
      "mannKendallZ", .trend, "deviations",
      "the Mann-Kendall statistic as a normal deviate, corrected for ties and autocorrelation"
    ) { $0.trend?.flatMap(\.mannKendall.z) },
    number(
      "mannKendallP", .trend, "probability",
      "the probability of so great a Mann-Kendall statistic without a trend, corrected likewise"
    ) { $0.trend?.flatMap(\.mannKendall.p) },
    number("kendallTauB", .trend, "correlation", "of the ranks with time, -1 to 1") {
      $0.trend?.flatMap(\.tauB)
    },
  ]

  static let patterns: [MeasureColumn] =
    weekdays + times + [
      count("missMiss", .patterns, "pairs", "neighbouring occurrences both missed") {
        $0.transitions { $0.missToMiss }
      },
      count("missTake", .patterns, "pairs", "a miss before a dose taken") {
        $0.transitions { $0.missToTaken }
      },
      count("takeMiss", .patterns, "pairs", "a dose taken before a miss") {
        $0.transitions { $0.takenToMiss }
      },
      count("takeTake", .patterns, "pairs", "neighbouring occurrences both taken") {
        $0.transitions { $0.takenToTaken }
      },
      number("pMissGivenMiss", .patterns, "probability", "of a miss after a miss") {
        $0.patterns?.transitions.missAfterMiss
      },
      number("pMissGivenTaken", .patterns, "probability", "of a miss after a dose taken") {
        $0.patterns?.transitions.missAfterTaken
      },
      count(
        "catchUpDoubleDoses", .patterns, "occurrences", "those with two or more events after a miss"
      ) { $0.transitions { $0.catchUps } },
      list("missedRuns", .patterns, "runs", "how many runs of 1, 2, 3, … misses there are") {
        $0.patterns?.runs.missed.listed { $0.description }
      },
      list("takenRuns", .patterns, "runs", "how many runs of 1, 2, 3, … doses taken there are") {
        $0.patterns?.runs.taken.listed { $0.description }
      },
    ]

  private static let weekdays: [MeasureColumn] = [
    list("weekdayAdherence", .patterns, "share", "the ratios of Monday to Sunday") {
      $0.patterns?.weekdays.listed(text)
    },
    number(
      "weekendEffect", .patterns, "share",
      "the ratio of Saturdays and Sundays minus that of other days"
    ) { $0.patterns?.weekendEffect },
  ]

  private static let times: [MeasureColumn] = [
    list("slots", .patterns, nil, "the planned times of day") {
      $0.patterns?.slotTimes.listed(clock)
    },
    list("slotAdherence", .patterns, "share", "the ratio of each") {
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
