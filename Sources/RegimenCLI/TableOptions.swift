import AdherenceAnalytics
import Arrow
import ArgumentParser
import Diagnostics
import Foundation
import Interchange
import Reporting
import ScheduleFormats
import Scheduling

/// The format of tables of other programs, of events and claims alike.
struct TableFormOptions: ParsableArguments {
  @Option(help: .option("time-format", of: .table))
  var timeFormat = MomentFormat.automatic
  @Option(help: "The delimiter: comma, semicolon, tab or pipe. (default: detected)")
  var delimiter: TableDelimiter?
  @Option(help: .option("decimal", of: .table))
  var decimal: DecimalMark?
  @Flag(
    inversion: .prefixedNo,
    help: """
      Whether the first row names the columns; without names they go by number. (default: detected)
      """)
  var header: Bool?

  /// The form that the options give.
  var form: TableForm {
    var form = TableForm()
    form.times = timeFormat
    form.delimiter = delimiter
    form.hasDecimalComma = decimal.map { $0 == .comma }
    form.hasHeader = header
    return form
  }
}

/// The columns of a table of events, and the schedule that it is compared with.
struct TableOptions: ParsableArguments {
  @Option(
    help: """
      The schedule: words such as "every day at 08:00 and 20:00", a rule such as "FREQ=WEEKLY;BYDAY=MO", or a \
      JSON file; required for tables. Several tasks by repeating: med="twice daily".
      """)
  var schedule: [String] = []
  @Option(help: .option("patient", of: .table, "By name or number."))
  var patient: String?
  @Option(help: .option("time", of: .table))
  var time: String?
  @Option(help: .option("planned", of: .table))
  var planned: String?
  @Option(help: .option("task", of: .table))
  var task: String?
  @Option(help: .option("value", of: .table))
  var value: String?
  @Option(help: .option("units", of: .table))
  var units: String?
  @Option(help: .option("kind", of: .table))
  var kind: String?
  @Option(help: .option("status", of: .table))
  var status: String?
  @Option(help: .option("status-words", of: .table, "Such as forgot=missed,nap=ignored."))
  var statusWords: [StatusWords] = []
  @Option(help: .option("event", of: .table))
  var event: String?
  @Option(help: .option("zone-column", of: .table))
  var zoneColumn: String?
  @Option(help: .option("group", of: .table))
  var group: String?
  @Option(help: .option("plan-start", of: .table))
  var planStart: CivilDate?
  @Option(help: .option("plan-start-column", of: .table))
  var planStartColumn: String?
  @Option(help: .option("observed-from", of: .table))
  var observedFrom: String?
  @Option(help: .option("observed-to", of: .table))
  var observedTo: String?
  @Option(help: .option("end-cause", of: .table))
  var endCause: String?
  @Option(help: .option("patients", of: .table))
  var patients: String?
  @Option(help: .option("layout", of: .table))
  var layout: TableLayout?
  @Option(help: .option("slots", of: .table, "Such as morning=08:00,evening=20:00."))
  var slots: SlotList?
  @Option(help: .option("min-gap", of: .table))
  var minGap: ShortDuration?
  @Option(help: .option("duplicates", of: .table))
  var duplicates: DuplicateRows?
  @Flag(
    name: .customLong("fold-ids"), inversion: .prefixedNo, help: .option("fold-ids", of: .table))
  var foldIDs: Bool?
  @Option(help: .option("zeros", of: .table))
  var zeros: ZeroMeaning?
  @Option(help: .option("matching", of: .table))
  var matching: Matching?

  func validate() throws {
    let isTable = !schedule.isEmpty
    let named: [(String, Any?)] = [
      ("--patient", patient), ("--time", time), ("--planned", planned),
      ("--status", status), ("--layout", layout), ("--slots", slots), ("--patients", patients),
      ("--task", task), ("--group", group), ("--kind", kind), ("--value", value),
      ("--units", units), ("--event", event),
      ("--zone-column", zoneColumn), ("--plan-start", planStart), ("--zeros", zeros),
      ("--min-gap", minGap), ("--duplicates", duplicates), ("--matching", matching),
    ]
    if !isTable, let (option, _) = named.first(where: { $0.1 != nil }) {
      throw ValidationError(
        "\(option) requires a table with --schedule: `regimen check FILE` proposes a command.")
    }
    if layout != nil, slots != nil {
      throw ValidationError("--slots implies a layout: remove --layout.")
    }
  }

  /// Rejects several paths that are not tables.
  func requireOne(_ paths: [String]) throws {
    if areTables { return }
    if paths.count > 1 {
      throw ValidationError(
        "'\(paths[1])' is unexpected: several files require --schedule.")
    }
  }

  /// Returns the error of a table without a schedule.
  static func unexplained(_ path: String) -> InputError {
    if path != "-", !FileManager.default.fileExists(atPath: path) {
      return InputError(.unreadable(reason: "there is no such file"), source: path)
    }
    return InputError(
      .unreadable(
        reason: "it is a table: add the plan with --schedule"
          + " (`regimen check \(path)` proposes the command)"),
      source: path)
  }

  var areTables: Bool { !schedule.isEmpty }

  /// Opens tables, and prints their format and assumptions.
  func open(
    _ paths: [String], _ form: TableForm, _ exchange: ExchangeOptions
  ) throws -> EventFiles {
    let plan = try plan(in: exchange.zone)
    var columns = columns(form)
    columns.patientID = exchange.patientID
    if columns.patient != nil, columns.patientID != nil {
      throw ValidationError(
        "--patient names a column and --patient-id the only patient: keep one of them.")
    }
    if let path = paths.first, paths.count == 1, TableOptions.areColumns(path) {
      return try EventFiles(ArrowStream(file: path), columns, plan)
    }
    let files = try EventFiles(paths, columns, plan)
    for form in files.forms { Console.error(form) }
    return files
  }

  /// Returns whether a file is in Arrow format, by its content.
  private static func areColumns(_ path: String) -> Bool {
    FileKind(path: path) == .arrow
  }

  private func columns(_ form: TableForm) -> EventColumns {
    var columns = EventColumns()
    (columns.patient, columns.time, columns.planned, columns.task) = (
      patient, time, planned, task
    )
    (columns.value, columns.units, columns.kind) = (value, units, kind)
    (columns.status, columns.event, columns.group) = (status, event, group)
    for words in statusWords { columns.statusWords.merge(words) }
    (columns.zone, columns.start) = (zoneColumn, planStartColumn)
    (columns.observedFrom, columns.observedTo, columns.endCause) = (
      observedFrom, observedTo, endCause
    )
    columns.layout = slots.map { .slots($0.slots) } ?? layout?.layout
    columns.rules.minGap = minGap?.seconds
    columns.rules.keepsDuplicates = duplicates.map { $0 == .keep }
    columns.rules.foldsIDs = foldIDs
    columns.rules.countsZeros = zeros.map { $0 == .done }
    columns.form = form
    return columns
  }

  private func plan(in zone: Zone?) throws -> EventPlan {
    var schedules: [String?: String] = [:]
    for argument in schedule {
      let (task, text) = TableOptions.parts(of: argument)
      let plan = try PlanText(text)
      // Validates the plan, independent of its start date; for a file the error contains its name.
      _ = try plan.schedule(from: planStart ?? CivilDate(dayNumber: 0))
      if schedules.updateValue(plan.text, forKey: task) != nil {
        throw ValidationError("--schedule '\(argument)' repeats a task.")
      }
    }
    var plan = EventPlan(schedules)
    (plan.zone, plan.start, plan.matching) = (zone, planStart, matching)
    plan.patients = try patients.map { path throws(InputError) in
      try PlannedPatient.list(path: path)
    }
    return plan
  }

  /// Splits an argument at `=` into a task and a plan; a recurrence rule also contains `=`.
  private static func parts(of argument: String) -> (task: String?, plan: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let isRule = RecurrenceRule.partNames.contains {
      parts[0] == $0 || parts[0].hasSuffix(":" + $0)
    }
    guard parts.count == 2, !isRule, !argument.hasPrefix("{") else { return (nil, argument) }
    return (String(parts[0]), String(parts[1]))
  }
}

/// Columns for times of day, such as `morning=08:00,evening=20:00`.
struct SlotList: ExpressibleByArgument {
  var slots: [EventLayout.Slot] = []

  init?(argument: String) {
    for part in argument.split(separator: ",") {
      guard let mark = part.lastIndex(of: "="),
        let time = CivilTime(String(part[part.index(after: mark)...]))
      else { return nil }
      slots.append(EventLayout.Slot(String(part[..<mark]), at: time))
    }
    if slots.isEmpty { return nil }
  }
}
