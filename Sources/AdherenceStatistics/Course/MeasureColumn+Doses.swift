// Columns of taking, targets and phases.

extension MeasureColumn {
  static let taking: [MeasureColumn] = [
    count("events", .taking, "doses", "the doses taken that belong to an occurrence") {
      .value($0.taking.events)
    },
    count("extra", .taking, "doses", "the doses taken beyond the first of an occurrence") {
      .value($0.taking.extra)
    },
    count("strayEvents", .taking, "doses", "the doses taken on days without an occurrence") {
      .value($0.taking.strayEvents)
    },
    number(
      "takingAdherence", .taking, "share",
      "doses taken / doses due, in which extra doses count, so that it may exceed 1"
    ) { $0.taking.takingAdherence },
    number(
      "excessDosing", .taking, "share",
      "the amount by which `takingAdherence` exceeds 1, at least 0"
    ) { $0.taking.excessDosing },
    number(
      "correctDosing", .taking, "share",
      "the share of the evaluable days whose occurrences own exactly as many doses as were due"
    ) {
      $0.taking.correctDosing
    },
    number(
      "ratioLower", .taking, "share",
      "the lower confidence limit of `ratio`, which allows for dependent doses by blocks of weeks"
    ) { $0.interval?.map(\.lower) },
    number(
      "ratioUpper", .taking, "share",
      "the upper confidence limit of `ratio`, which allows for dependent doses by blocks of weeks"
    ) {
      $0.interval?.map(\.upper)
    },
  ]

  static let targets: [MeasureColumn] = [
    number(
      "outcomeExists", .targets, "share",
      "the share of the occurrences due with an outcome that is no refusal"
    ) { $0.targets?.outcomeExists },
    number("targetMet", .targets, "share", "the share of the occurrences due whose targets are met")
    {
      $0.targets?.targetMet
    },
    number(
      "linearMean", .targets, "share",
      "the mean over the occurrences due of the share of the target that was reached"
    ) {
      $0.targets?.linearMean
    },
    number(
      "cappedSum", .targets, "share",
      "Σ credited / Σ target, in which no occurrence makes up for another"
    ) { $0.targets?.cappedSum },
    number(
      "uncappedSum", .targets, "share",
      "Σ value / Σ target, in which one occurrence may make up for another"
    ) {
      $0.targets?.uncappedSum
    },
  ]

  static let phases: [MeasureColumn] = [
    truth("initiated", .phases, "whether any event of the plan was kept: treatment was initiated") {
      $0.phases.map { .value($0.isInitiated) }
    },
    number(
      "initiationDelayHours", .phases, "hours",
      "the time from the first planned occurrence, or period of a quota, to the first kept event"
    ) { $0.phases?.initiationDelay },
    date("firstDate", .phases, "the day of the first kept event") { $0.phases?.first },
    date("lastDate", .phases, "the day of the last kept event") { $0.phases?.last },
    count(
      "daysAfterLast", .phases, "days",
      "the days after the last kept event, up to the last day that can be judged"
    ) { $0.phases?.course.map(\.daysAfterLast) },
    truth(
      "discontinued", .phases,
      "whether treatment was discontinued: `daysAfterLast` is a gap; empty where that cannot be judged yet"
    ) { $0.phases?.course.flatMap(\.discontinued) },
    date(
      "persistenceEnd", .phases,
      "the last day of persistence, or the last day up to which it is known (inclusive)"
    ) { $0.phases?.course.value?.end },
    count(
      "persistenceDays", .phases, "days",
      "the days from `firstDate` to `persistenceEnd`, both included"
    ) {
      $0.phases?.course.map(\.persistenceDays)
    },
    number(
      "implementationDue", .phases, "occurrences",
      "the occurrences due from `firstDate` to `persistenceEnd`, with what quotas ask for"
    ) { $0.phases.map { .value($0.course.value?.due ?? 0) } },
    number(
      "implementationDone", .phases, "occurrences",
      "the occurrences of `implementationDue` that were done, with what was done for quotas"
    ) {
      $0.phases.map { .value($0.course.value?.done ?? 0) }
    },
    number(
      "implementation", .phases, "share",
      "`implementationDone` / `implementationDue`: the ratio during persistence"
    ) {
      $0.phases?.course.flatMap(\.implementation)
    },
    count(
      "drugHolidays", .phases, "runs",
      "the runs of `--holiday-days` or more days due without an event during persistence; of a quota, of "
        + "periods in which nothing was done"
    ) { $0.holidays.map { .value($0.count) } },
    count("drugHolidayDays", .phases, "days", "the days of all drug holidays") {
      $0.holidays.map { .value($0.days) }
    },
    count("longestDrugHoliday", .phases, "days", "the days of the longest drug holiday") {
      $0.holidays.map { .value($0.longest) }
    },
  ]
}
