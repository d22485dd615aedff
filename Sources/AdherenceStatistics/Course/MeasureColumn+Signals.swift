import Scheduling

// How things have gone, which days go well, and what follows a miss.

extension MeasureColumn {
  static let signals: [MeasureColumn] = [
    number("rollingLeast", .signals, "share", "the least ratio of the last `--rolling-days`") {
      $0.signals?.rolling.least
    },
    number("rollingLast", .signals, "share", "the last one") { $0.signals?.rolling.last },
    number("ewmaLast", .signals, "share", "the exponentially weighted mean of the days, at the end")
    { $0.signals?.ewma },
    number("ewmaMean", .signals, "share", "the mean of the first `--baseline-days`") {
      $0.signals?.baseline.map(\.mean)
    },
    number("ewmaSd", .signals, "share", "their standard deviation") {
      $0.signals?.baseline.map(\.deviation)
    },
    signal(
      "ewmaFirstLowSignal", .signals,
      "the first day after them on which the weighted mean is below its limit"
    ) { measures in
      measures.signals.map { signals in signals.chart.map { _ in signals.firstLowDay } }
    },
    number("habitScore", .signals, "share", "how strong a habit has become, 0 to 1") {
      $0.signals?.habit
    },
    date(
      "cusumFirstAlarm", .signals, "the day on which the evidence of fewer doses reached its limit"
    ) { $0.signals?.firstAlarm?.day },
    number("cusumMax", .signals, "log odds", "the greatest sum of that evidence") {
      $0.signals.map { .value($0.cusum.highest) }
    },
    number("cusumLast", .signals, "log odds", "the last sum of it") {
      $0.signals.map { .value($0.cusum.last) }
    },
    date("changePointDate", .signals, "the day of the most likely single change") {
      $0.signals?.changeDay
    },
    number("changePointLR", .signals, "log odds", "twice the gain in log-likelihood by it") {
      $0.signals?.change.map(\.likelihoodRatio)
    },
    number("changePointBefore", .signals, "share", "what was taken before it") {
      $0.signals?.change.map(\.before)
    },
    number("changePointAfter", .signals, "share", "what was taken after it") {
      $0.signals?.change.map(\.after)
    },
    list("segments", .signals, nil, "the days on which a new level began") {
      $0.signals?.segments.value?.listed { $0.description }
    },
  ]

  static let trend: [MeasureColumn] = [
    number(
      "olsSlopePerWeek", .trend, "share a week", "the slope of the straight line through the weeks"
    ) { $0.trend?.map(\.slope) },
    number("olsIntercept", .trend, "share", "where that line begins") {
      $0.trend?.map(\.intercept)
    },
    number("olsP", .trend, "probability", "of so steep a slope without a trend") {
      $0.trend?.flatMap(\.p)
    },
    number("theilSen", .trend, "share a week", "the median slope between all pairs of weeks") {
      $0.trend?.map(\.theilSen)
    },
    count("mannKendallS", .trend, "pairs", "rising minus falling pairs of weeks") {
      $0.trend?.map(\.mannKendall.s)
    },
    number("mannKendallZ", .trend, "deviations", "the same as a normal deviate") {
      $0.trend?.flatMap(\.mannKendall.z)
    },
    number("mannKendallP", .trend, "probability", "of so great a one without a trend") {
      $0.trend?.flatMap(\.mannKendall.p)
    },
    number("kendallTauB", .trend, "correlation", "of the ranks with time, -1 to 1") {
      $0.trend?.flatMap(\.tauB)
    },
  ]

  static let thorough: [MeasureColumn] = [
    number(
      "robustSlope", .thorough, "share a week", "the slope of a line that odd weeks hardly move"
    ) { $0.thorough?.robust.map(\.slope) },
    number("robustSlopeSe", .thorough, "share a week", "its standard error") {
      $0.thorough?.robust.map(\.slopeError)
    },
    number("robustIntercept", .thorough, "share", "where that line begins") {
      $0.thorough?.robust.map(\.intercept)
    },
    number("logisticSlope", .thorough, "log odds a week", "the change by logistic regression") {
      $0.thorough?.logistic.map(\.slope)
    },
    number("logisticP", .thorough, "probability", "of so great a one without a trend") {
      $0.thorough?.logistic.map(\.p)
    },
    number(
      "changePointP", .thorough, "probability",
      "of so likely a change point without any change, by permutation"
    ) { $0.thorough?.changeP },
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
    number("weekdayChi2", .patterns, "χ²", "whether weekdays differ") {
      $0.patterns?.weekdayTest.map(\.statistic)
    },
    count("weekdayDf", .patterns, "degrees of freedom", "those of that test") {
      $0.patterns?.weekdayTest.map(\.degreesOfFreedom)
    },
    number("weekdayP", .patterns, "probability", "of so great a difference by chance") {
      $0.patterns?.weekdayTest.map(\.p)
    },
    number(
      "weekendEffect", .patterns, "share",
      "the ratio of Saturdays and Sundays minus that of other days"
    ) { $0.patterns?.weekend.difference },
    number("weekendP", .patterns, "probability", "of so great a difference by chance") {
      $0.patterns?.weekend.test.map(\.p)
    },
  ]

  private static let times: [MeasureColumn] = [
    list("slots", .patterns, nil, "the planned times of day") {
      $0.patterns?.slotTimes.listed(clock)
    },
    list("slotAdherence", .patterns, "share", "the ratio of each") {
      $0.patterns?.slots.listed(text)
    },
    number("slotChi2", .patterns, "χ²", "whether times of day differ") {
      $0.patterns?.slotTest.map(\.statistic)
    },
    number("slotP", .patterns, "probability", "of so great a difference by chance") {
      $0.patterns?.slotTest.map(\.p)
    },
    number(
      "slotMcNemarP", .patterns, "probability",
      "that one of two times is missed more often by chance"
    ) { $0.patterns.map { $0.pairs?.p ?? .missing(.tooFew) } },
  ]

  private static func text(_ tally: ClassTally) -> String {
    tally.share.value?.description ?? ""
  }

  private static func clock(_ second: Int) -> String {
    second < 0 ? "all-day" : CivilTime(secondOfDay: second).description
  }
}

extension TaskMeasures {
  // Closures, as paths are followed at run time.
  fileprivate func transitions(_ count: (Transitions) -> Int) -> Estimate<Int>? {
    patterns.map { .value(count($0.transitions)) }
  }
}
