import AdherenceAnalytics
import Interchange
import Scheduling

/// What the columns of a table of events say, and the plan that they are held against.
struct TableQuestion: Sendable {
  private(set) var columns = EventColumns(patient: "patient", time: "time")
  private var schedules: [String?: String] = [:]
  private var zone = Zone.utc
  private var start: CivilDate?
  private var matching = Matching.window

  /// Reads the options of tables.
  ///
  /// Safe: the text is read here and not kept.
  ///
  /// - Throws: `InputError` that names the option that is wrong.
  init(_ text: UnsafePointer<CChar>?) throws(InputError) {
    try Option.read(text, TableQuestion.options, into: &self)
  }

  /// What patients were asked to do; `nil` where no option says it, so that the tables are those of a dataset.
  var plan: EventPlan? {
    if schedules.isEmpty { return nil }
    var plan = EventPlan(schedules)
    (plan.zone, plan.start, plan.matching) = (zone, start, matching)
    return plan
  }

  private static let options: [Option<TableQuestion>] = [
    Option("schedule", .schedules, \.schedules),
    Option("zone", .zone, \.zone),
    Option("start", .text(.date), \.start),
    Option("patient", .text, \.columns.patient),
    Option("time", .text, \.columns.time),
    Option("task", .text, \.columns.task),
    Option("value", .text, \.columns.value),
    Option("units", .text, \.columns.units),
    Option("kind", .text, \.columns.kind),
    Option("status", .text, \.columns.status),
    Option("zoneColumn", .text, \.columns.zone),
    Option("startColumn", .text, \.columns.start),
    Option("groupColumn", .text, \.columns.group),
    Option("matching", .choice, \.matching),
    Option(
      "timeFormat", .text("be auto, dmy, mdy, seconds, milliseconds or a pattern"),
      \.columns.form.times),
  ]
}

extension OptionReading<Zone> {
  static let zone = OptionReading(.zone) { $0.text.flatMap(Zone.init) }
}

extension OptionReading<String> {
  /// A plan: words, a recurrence rule, or an object or list of JSON.
  static let plan = OptionReading(.text) { node in
    switch node.kind {
    case .text: node.text
    case .object, .array: node.json
    case .number, .boolean, .null: nil
    }
  }
}

extension OptionReading<[String?: String]> {
  /// A plan of all tasks, or an object of plans by the tasks' ids; one with `elements` is a plan itself.
  fileprivate static let schedules = OptionReading { node throws(InputError) in
    guard node.kind == .object, node["elements"] == nil else {
      return [nil: try OptionReading<String>.plan.read(node)]
    }
    var schedules: [String?: String] = [:]
    for (task, plan) in node.members {
      schedules[task] = try OptionReading<String>.plan.read(plan)
    }
    return schedules
  }
}
