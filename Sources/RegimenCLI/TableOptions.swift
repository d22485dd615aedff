import AdherenceAnalytics
import Arrow
import ArgumentParser
import Foundation
import Interchange
import Reporting
import Scheduling

/// How tables of other programs are written, whatever they are of.
struct TableFormOptions: ParsableArguments {
  @Option(
    help: """
      How dates and times are written: auto, dmy, mdy, seconds or milliseconds since 1970, or a \
      pattern as %d.%m.%Y %H:%M.
      """)
  var timeFormat = MomentFormat.automatic
  @Option(help: "What parts fields: comma, semicolon, tab or pipe. (default: found out)")
  var delimiter: TableDelimiter?
  @Option(help: "What stands in front of decimals: point or comma. (default: found out)")
  var decimal: DecimalMark?
  @Flag(
    inversion: .prefixedNo,
    help: "The first row names the columns, or columns go by number. (default: found out)")
  var header: Bool?

  /// The form that was said.
  var form: TableForm {
    var form = TableForm()
    form.times = timeFormat
    form.delimiter = delimiter
    form.hasDecimalComma = decimal.map { $0 == .comma }
    form.hasHeader = header
    return form
  }
}

/// The marks in front of decimals.
enum DecimalMark: String, CaseIterable, ExpressibleByArgument {
  case point, comma
}

/// The columns of a table of events, and the plan that it is held against.
struct TableOptions: ParsableArguments {
  @Option(help: "The column of the patient's id, by name or number; it makes files tables.")
  var patient: String?
  @Option(help: "The column of when it happened.")
  var time: String?
  @Option(
    help: """
      The plan: words as "every day at 08:00 and 20:00", a rule as "FREQ=WEEKLY;BYDAY=MO", or a JSON file. \
      Several tasks by repeating, as med="twice daily".
      """)
  var schedule: [String] = []
  @Option(help: "The column of the task, or the name of the one task.")
  var task = "task"
  @Option(help: "The column of a value.")
  var value: String?
  @Option(help: "The column of its units, or the units of all.")
  var units: String?
  @Option(help: "The column of its kind, or the kind of all.")
  var kind: String?
  @Option(help: "The column that says completed, skipped or declined.")
  var status: String?
  @Option(help: "The column of each patient's zone.")
  var zoneColumn: String?
  @Option(help: "The first day of the plans. (default: of each patient's first event of the task)")
  var start: CivilDate?
  @Option(help: "The column of the first day of each patient's plan.")
  var startColumn: String?
  @Option(help: "The column of each patient's group.")
  var groupColumn: String?
  @Option(help: "How events find what was planned: window or nearest.")
  var matching = Matching.window

  func validate() throws {
    let isTable = patient != nil
    guard isTable == (time != nil), isTable == !schedule.isEmpty else {
      throw ValidationError(
        "A table takes --patient, --time and --schedule, all three: `regimen check FILE` proposes them."
      )
    }
  }

  /// Refuses several paths that are no tables, and a table without what it takes.
  func requireOne(_ paths: [String]) throws {
    if areTables { return }
    if paths.count > 1 {
      throw ValidationError("'\(paths[1])' is one too many: several files are tables by --patient.")
    }
  }

  /// The error of a table whose columns nobody has named.
  static func unexplained(_ path: String) -> InputError {
    InputError(
      .unreadable(
        reason: "it is a table: say by --patient, --time and --schedule what it holds"
          + " (`regimen check \(path)` proposes how)"),
      source: path)
  }

  /// Whether files are tables.
  var areTables: Bool { patient != nil }

  /// Opens tables, and says how they are written.
  func open(_ paths: [String], _ form: TableForm, in zone: Zone) throws -> EventFiles {
    if let path = paths.first, paths.count == 1, TableOptions.areColumns(path) {
      return try EventFiles(ArrowStream(file: path), columns(form), try plan(in: zone))
    }
    let files = try EventFiles(paths, columns(form), try plan(in: zone))
    for form in files.forms { Console.error(form) }
    return files
  }

  /// Whether a file is named as Arrow files are.
  private static func areColumns(_ path: String) -> Bool {
    [".arrow", ".arrows", ".feather"].contains(where: path.lowercased().hasSuffix)
  }

  private func columns(_ form: TableForm) -> EventColumns {
    var columns = EventColumns(patient: patient ?? "", time: time ?? "")
    columns.task = task
    (columns.value, columns.units, columns.kind) = (value, units, kind)
    (columns.status, columns.group) = (status, groupColumn)
    (columns.zone, columns.start) = (zoneColumn, startColumn)
    columns.form = form
    return columns
  }

  private func plan(in zone: Zone) throws -> EventPlan {
    var schedules: [String?: String] = [:]
    for argument in schedule {
      let (task, text) = TableOptions.parts(of: argument)
      let plan = try PlanText(text)
      // Whatever day it begins on; of a file the error names it.
      _ = try plan.schedule(from: start ?? CivilDate(dayNumber: 0))
      if schedules.updateValue(plan.text, forKey: task) != nil {
        throw ValidationError("--schedule '\(argument)' names a task a second time.")
      }
    }
    var plan = EventPlan(schedules)
    (plan.zone, plan.start, plan.matching) = (zone, start, matching)
    return plan
  }

  /// The task in front of `=`, which a recurrence rule begins otherwise, and the plan behind it.
  private static func parts(of argument: String) -> (task: String?, plan: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let isRule = parts[0].allSatisfy { $0.isUppercase || $0 == ":" || $0 == "-" }
    guard parts.count == 2, !isRule, !argument.hasPrefix("{") else { return (nil, argument) }
    return (String(parts[0]), String(parts[1]))
  }
}

/// A plan as an argument says it: itself, or the name of a file that has it.
struct PlanText {
  let text: String
  /// The file, where the plan stands in one.
  private let file: String?

  init(_ argument: String) throws(InputError) {
    let isFile = argument.hasSuffix(".json") || FileManager.default.fileExists(atPath: argument)
    file = isFile ? argument : nil
    guard isFile else {
      text = argument
      return
    }
    do {
      text = try String(contentsOfFile: argument, encoding: .utf8)
    } catch {
      throw InputError(.unreadable(reason: "there is no such file"), source: argument)
    }
  }

  /// The schedule, which begins on a day unless the text says another.
  func schedule(from start: CivilDate) throws(InputError) -> Schedule {
    if let file { return try Schedule(file: file) }
    return try EventPlan.schedule(text, from: start)
  }
}
