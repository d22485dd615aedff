// What was taken, of what was asked for, and for how long.

extension MeasureColumn {
  static let taking: [MeasureColumn] = [
    MeasureColumn("events", .taking) { .count($0.taking.events) },
    MeasureColumn("extra", .taking) { .count($0.taking.extra) },
    MeasureColumn("strayEvents", .taking) { .count($0.taking.strayEvents) },
    MeasureColumn("takingUncapped", .taking) { Value($0.taking.uncapped) },
    MeasureColumn("overuse", .taking) { Value($0.taking.overuse) },
    MeasureColumn("correctDosing", .taking) { Value($0.taking.correctDosing) },
  ]

  static let targets: [MeasureColumn] = [
    MeasureColumn("outcomeExists", .targets) { Value($0.targets?.outcomeExists) },
    MeasureColumn("targetMet", .targets) { Value($0.targets?.targetMet) },
    MeasureColumn("linearMean", .targets) { Value($0.targets?.linearMean) },
    MeasureColumn("cappedSum", .targets) { Value($0.targets?.cappedSum) },
    MeasureColumn("uncappedSum", .targets) { Value($0.targets?.uncappedSum) },
  ]

  static let phases: [MeasureColumn] = [
    MeasureColumn("initiated", .phases) { Value($0.phases?.isInitiated) },
    MeasureColumn("initiationDelayHours", .phases) { Value($0.phases?.initiationDelay) },
    MeasureColumn("firstDate", .phases) { Value($0.phases?.first) },
    MeasureColumn("lastDate", .phases) { Value($0.phases?.last) },
    course("daysAfterLast") { .count($0.daysAfterLast) },
    course("discontinued") { .truth($0.isDiscontinued) },
    course("endDate") { .date($0.end) },
    course("persistenceDays") { .count($0.persistenceDays) },
    course("implExpected") { .count($0.expected) },
    course("implTaken") { .count($0.taken) },
    course("implementation") { Value($0.implementation) },
  ]

  static let rolling: [MeasureColumn] = [
    MeasureColumn("rollingLeast", .signals) { Value($0.rolling?.least) },
    MeasureColumn("rollingLast", .signals) { Value($0.rolling?.last) },
  ]

  private static func course(
    _ name: String, _ read: @escaping @Sendable (TreatmentPhases.Course) -> Value
  ) -> MeasureColumn {
    MeasureColumn(name, .phases) { Value($0.phases?.course, read) }
  }
}
