// What was taken, of what was asked for, and for how long.

extension MeasureColumn {
  static let taking: [MeasureColumn] = [
    count("events", .taking) { .value($0.taking.events) },
    count("extra", .taking) { .value($0.taking.extra) },
    count("strayEvents", .taking) { .value($0.taking.strayEvents) },
    number("takingUncapped", .taking) { $0.taking.uncapped },
    number("overuse", .taking) { $0.taking.overuse },
    number("correctDosing", .taking) { $0.taking.correctDosing },
    number("wilsonLower", .taking) { $0.intervals?.wilson.map(\.lower) },
    number("wilsonUpper", .taking) { $0.intervals?.wilson.map(\.upper) },
    number("clopperPearsonLower", .taking) { $0.intervals?.clopperPearson.map(\.lower) },
    number("clopperPearsonUpper", .taking) { $0.intervals?.clopperPearson.map(\.upper) },
    number("jeffreysLower", .taking) { $0.intervals?.jeffreys.map(\.lower) },
    number("jeffreysUpper", .taking) { $0.intervals?.jeffreys.map(\.upper) },
  ]

  static let targets: [MeasureColumn] = [
    number("outcomeExists", .targets) { $0.targets?.outcomeExists },
    number("targetMet", .targets) { $0.targets?.targetMet },
    number("linearMean", .targets) { $0.targets?.linearMean },
    number("cappedSum", .targets) { $0.targets?.cappedSum },
    number("uncappedSum", .targets) { $0.targets?.uncappedSum },
  ]

  static let phases: [MeasureColumn] = [
    truth("initiated", .phases) { $0.phases.map { .value($0.isInitiated) } },
    number("initiationDelayHours", .phases) { $0.phases?.initiationDelay },
    date("firstDate", .phases) { $0.phases?.first },
    date("lastDate", .phases) { $0.phases?.last },
    count("daysAfterLast", .phases) { $0.phases?.course.map(\.daysAfterLast) },
    truth("discontinued", .phases) { $0.phases?.course.map(\.isDiscontinued) },
    date("persistenceEnd", .phases) { $0.phases?.course.value?.end },
    count("persistenceDays", .phases) { $0.phases?.course.map(\.persistenceDays) },
    count("implExpected", .phases) { $0.phases.map { .value($0.course.value?.expected ?? 0) } },
    count("implTaken", .phases) { $0.phases.map { .value($0.course.value?.taken ?? 0) } },
    number("implementation", .phases) { $0.phases?.course.flatMap(\.implementation) },
    count("drugHolidays", .phases) { $0.holidays.map { .value($0.count) } },
    count("drugHolidayDays", .phases) { $0.holidays.map { .value($0.days) } },
    count("longestDrugHoliday", .phases) { $0.holidays.map { .value($0.longest) } },
  ]
}
