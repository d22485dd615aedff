import Scheduling

// How things have gone, which days go well, and what follows a miss.

extension MeasureColumn {
  static let signals: [MeasureColumn] = [
    number("rollingLeast", .signals) { $0.signals?.rolling.least },
    number("rollingLast", .signals) { $0.signals?.rolling.last },
    number("ewmaLast", .signals) { $0.signals?.ewma },
    number("ewmaMean", .signals) { $0.signals?.baseline.map(\.mean) },
    number("ewmaSd", .signals) { $0.signals?.baseline.map(\.deviation) },
    signal("ewmaFirstLowSignal", .signals) { measures in
      measures.signals.map { signals in signals.chart.map { _ in signals.firstLowDay } }
    },
    number("habitScore", .signals) { $0.signals?.habit },
    date("cusumFirstAlarm", .signals) { $0.signals?.firstAlarm?.day },
    number("cusumMax", .signals) { $0.signals.map { .value($0.cusum.highest) } },
    number("cusumLast", .signals) { $0.signals.map { .value($0.cusum.last) } },
    date("changePointDate", .signals) { $0.signals?.changeDay },
    number("changePointLR", .signals) { $0.signals?.change.map(\.likelihoodRatio) },
    number("changePointBefore", .signals) { $0.signals?.change.map(\.before) },
    number("changePointAfter", .signals) { $0.signals?.change.map(\.after) },
    list("segments", .signals) { $0.signals?.segments.value?.map(\.description) },
  ]

  static let trend: [MeasureColumn] = [
    number("olsSlopePerWeek", .trend) { $0.trend?.map(\.slope) },
    number("olsIntercept", .trend) { $0.trend?.map(\.intercept) },
    number("olsP", .trend) { $0.trend?.flatMap(\.p) },
    number("theilSen", .trend) { $0.trend?.map(\.theilSen) },
    count("mannKendallS", .trend) { $0.trend?.map(\.mannKendall.s) },
    number("mannKendallZ", .trend) { $0.trend?.flatMap(\.mannKendall.z) },
    number("mannKendallP", .trend) { $0.trend?.flatMap(\.mannKendall.p) },
    number("kendallTauB", .trend) { $0.trend?.flatMap(\.tauB) },
  ]

  static let thorough: [MeasureColumn] = [
    number("robustSlope", .thorough) { $0.thorough?.robust.map(\.slope) },
    number("robustSlopeSe", .thorough) { $0.thorough?.robust.map(\.slopeError) },
    number("robustIntercept", .thorough) { $0.thorough?.robust.map(\.intercept) },
    number("logisticSlope", .thorough) { $0.thorough?.logistic.map(\.slope) },
    number("logisticP", .thorough) { $0.thorough?.logistic.map(\.p) },
    number("changePointP", .thorough) { $0.thorough?.changeP },
  ]

  static let patterns: [MeasureColumn] =
    weekdays + times + [
      count("missMiss", .patterns) { $0.transitions(\.missToMiss) },
      count("missTake", .patterns) { $0.transitions(\.missToTaken) },
      count("takeMiss", .patterns) { $0.transitions(\.takenToMiss) },
      count("takeTake", .patterns) { $0.transitions(\.takenToTaken) },
      number("pMissGivenMiss", .patterns) { $0.patterns?.transitions.missAfterMiss },
      number("pMissGivenTaken", .patterns) { $0.patterns?.transitions.missAfterTaken },
      count("catchUpDoubleDoses", .patterns) { $0.transitions(\.catchUps) },
      list("missedRuns", .patterns) { $0.patterns?.runs.missed.map(String.init) },
      list("takenRuns", .patterns) { $0.patterns?.runs.taken.map(String.init) },
    ]

  private static let weekdays: [MeasureColumn] = [
    list("weekdayAdherence", .patterns) { $0.patterns?.weekdays.map(text) },
    number("weekdayChi2", .patterns) { $0.patterns?.weekdayTest.map(\.statistic) },
    count("weekdayDf", .patterns) { $0.patterns?.weekdayTest.map(\.degreesOfFreedom) },
    number("weekdayP", .patterns) { $0.patterns?.weekdayTest.map(\.p) },
    number("weekendEffect", .patterns) { $0.patterns?.weekend.difference },
    number("weekendP", .patterns) { $0.patterns?.weekend.test.map(\.p) },
  ]

  private static let times: [MeasureColumn] = [
    list("slots", .patterns) { $0.patterns?.slotTimes.map(clock) },
    list("slotAdherence", .patterns) { $0.patterns?.slots.map(text) },
    number("slotChi2", .patterns) { $0.patterns?.slotTest.map(\.statistic) },
    number("slotP", .patterns) { $0.patterns?.slotTest.map(\.p) },
    number("slotMcNemarP", .patterns) { $0.patterns.map { $0.pairs?.p ?? .missing(.tooFew) } },
  ]

  private static func text(_ tally: ClassTally) -> String {
    tally.share.value.map { "\($0)" } ?? ""
  }

  private static func clock(_ second: Int) -> String {
    second < 0 ? "all-day" : CivilTime(secondOfDay: second).description
  }
}

extension TaskMeasures {
  fileprivate func transitions(_ count: KeyPath<Transitions, Int>) -> Estimate<Int>? {
    patterns.map { .value($0.transitions[keyPath: count]) }
  }
}
