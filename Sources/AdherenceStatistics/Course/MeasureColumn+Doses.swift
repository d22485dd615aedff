// Columns of taking, targets and phases.

extension MeasureColumn {
  static let taking: [MeasureColumn] = [
    count("events", .taking, "doses", "the doses that belong to an occurrence") {
      .value($0.taking.events)
    },
    count("extra", .taking, "doses", "the doses beyond the first of an occurrence") {
      .value($0.taking.extra)
    },
    count("strayEvents", .taking, "doses", "the doses on days without an occurrence") {
      .value($0.taking.strayEvents)
    },
    number(
      "takingUncapped", .taking, "share", "doses taken over doses due, in which extra doses count"
    ) { $0.taking.uncapped },
    number("overuse", .taking, "share", "what takingUncapped exceeds 1 by") { $0.taking.overuse },
    number("correctDosing", .taking, "share", "the days with exactly as many doses as were due") {
      $0.taking.correctDosing
    },
    number(
      "ratioLower", .taking, "share",
      "the lower limit of the ratio, with the dependence of doses on each other, by blocks of weeks"
    ) { $0.interval?.map(\.lower) },
    number("ratioUpper", .taking, "share", "the upper limit of the ratio, likewise") {
      $0.interval?.map(\.upper)
    },
  ]

  static let targets: [MeasureColumn] = [
    number("outcomeExists", .targets, "share", "the occurrences with an outcome that is no refusal")
    { $0.targets?.outcomeExists },
    number("targetMet", .targets, "share", "the occurrences whose targets are met") {
      $0.targets?.targetMet
    },
    number("linearMean", .targets, "share", "the mean share of the target that was done") {
      $0.targets?.linearMean
    },
    number(
      "cappedSum", .targets, "share",
      "all that was asked for that was done, none making up for another"
    ) { $0.targets?.cappedSum },
    number("uncappedSum", .targets, "share", "the same where one makes up for another") {
      $0.targets?.uncappedSum
    },
  ]

  static let phases: [MeasureColumn] = [
    truth("initiated", .phases, "whether any event of the plan was kept") {
      $0.phases.map { .value($0.isInitiated) }
    },
    number(
      "initiationDelayHours", .phases, "hours",
      "from the first planned occurrence, or period of a quota, to the first kept event"
    ) { $0.phases?.initiationDelay },
    date("firstDate", .phases, "the day of the first kept event") { $0.phases?.first },
    date("lastDate", .phases, "the day of the last kept event") { $0.phases?.last },
    count(
      "daysAfterLast", .phases, "days",
      "those after the last event, up to the last that can be judged"
    ) { $0.phases?.course.map(\.daysAfterLast) },
    truth(
      "discontinued", .phases,
      "whether these are a gap; empty where they are fewer than a gap and something was due on them"
    ) { $0.phases?.course.flatMap(\.discontinued) },
    date(
      "persistenceEnd", .phases, "the day on which persistence ended, or up to which it is known"
    ) { $0.phases?.course.value?.end },
    count("persistenceDays", .phases, "days", "those from the first event to it, both included") {
      $0.phases?.course.map(\.persistenceDays)
    },
    number(
      "implExpected", .phases, "occurrences", "those due between the two, with what quotas ask for"
    ) { $0.phases.map { .value($0.course.value?.due ?? 0) } },
    number("implTaken", .phases, "occurrences", "those of them taken, with what quotas got") {
      $0.phases.map { .value($0.course.value?.done ?? 0) }
    },
    number("implementation", .phases, "share", "those taken over those due") {
      $0.phases?.course.flatMap(\.implementation)
    },
    count(
      "drugHolidays", .phases, "runs",
      "runs of days without an event on which something was due; of a quota those of periods in which "
        + "nothing was done"
    ) { $0.holidays.map { .value($0.count) } },
    count("drugHolidayDays", .phases, "days", "those of all such runs") {
      $0.holidays.map { .value($0.days) }
    },
    count("longestDrugHoliday", .phases, "days", "those of the longest such run") {
      $0.holidays.map { .value($0.longest) }
    },
  ]
}
