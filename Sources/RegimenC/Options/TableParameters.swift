import AdherenceAnalytics
import Diagnostics
import Formats
import Interchange
import Scheduling

/// The columns of a table of events, and the schedule that it is compared with.
struct TableParameters: Sendable {
  private(set) var columns = EventColumns()
  private var schedules: [String?: String] = [:]
  private var zone: Zone?
  private var planStart: CivilDate?
  private var matching: Matching?
  /// The path of the list of all patients.
  private var patients: String?

  /// Parses the options of a table of events.
  ///
  /// Safe: the text is read here and not kept.
  ///
  /// - Throws: `InputError` that names the invalid option.
  init(_ text: UnsafePointer<CChar>?) throws(InputError) {
    try Option.read(text, TableParameters.options, into: &self)
  }

  /// Returns whether the options have a schedule, ignoring all other options.
  ///
  /// Safe: the text is read here and not kept.
  static func hasSchedule(_ text: UnsafePointer<CChar>?) throws(InputError) -> Bool {
    let node = try JSONDocument(options: text)?.root["schedule"]
    return node.map { $0.kind != .null } ?? false
  }

  /// Returns the plan of the events; `nil` without a schedule, which means the tables are those of
  /// a dataset.
  ///
  /// - Throws: `InputError` if the file of patients cannot be read.
  func plan() throws(InputError) -> EventPlan? {
    if schedules.isEmpty { return nil }
    var plan = EventPlan(schedules)
    (plan.zone, plan.start, plan.matching) = (zone, planStart, matching)
    if let patients { plan.patients = try PlannedPatient.list(path: patients) }
    return plan
  }

  private static let options =
    columnOptions + Option<TableForm>.ofForms.map { $0.of(\TableParameters.columns.form) }

  private static let columnOptions: [Option<TableParameters>] = [
    Option("schedule", .schedules, \.schedules),
    Option("zone", .zone, \.zone),
    Option("planStart", .text(.date), \.planStart),
    Option("patients", .text, \.patients),
    Option("patient", .text, \.columns.patient),
    Option("patientID", .text, \.columns.patientID),
    Option("time", .text, \.columns.time),
    Option("planned", .text, \.columns.planned),
    Option("task", .text, \.columns.task),
    Option("value", .text, \.columns.value),
    Option("units", .text, \.columns.units),
    Option("kind", .text, \.columns.kind),
    Option("status", .text, \.columns.status),
    Option("statusWords", .statusWords, \.columns.statusWords),
    Option("zoneColumn", .text, \.columns.zone),
    Option("planStartColumn", .text, \.columns.start),
    Option("group", .text, \.columns.group),
    Option("observedFrom", .text, \.columns.observedFrom),
    Option("observedTo", .text, \.columns.observedTo),
    Option("endCause", .text, \.columns.endCause),
    Option("layout", OptionReading<TableLayout>.choice) { parameters, layout in
      parameters.columns.layout = layout.layout
    },
    Option("slots", .slots) { parameters, slots in parameters.columns.layout = .slots(slots) },
    Option("minGap", .whole(0...86_400, "be 0 to 86400 seconds"), \.columns.rules.minGap),
    Option("duplicates", OptionReading<DuplicateRows>.choice) { parameters, rows in
      parameters.columns.rules.keepsDuplicates = rows == .keep
    },
    Option("foldIDs", .flag, \.columns.rules.foldsIDs),
    Option("zeros", OptionReading<ZeroMeaning>.choice) { parameters, zeros in
      parameters.columns.rules.countsZeros = zeros == .done
    },
    Option("matching", .choice, \.matching),
  ]
}

extension Option<TableForm> {
  /// The options that tables of events and claims share.
  static let ofForms: [Option] = [
    Option(
      "timeFormat", .text("be auto, dmy, mdy, excel, seconds, milliseconds or a pattern"), \.times),
    Option("decimal", OptionReading<DecimalMark>.choice) { form, mark in
      form.hasDecimalComma = mark == .comma
    },
  ]
}

extension OptionReading<StatusWords> {
  /// An object that maps meanings to status words, or text such as `forgot=missed`.
  fileprivate static let statusWords = OptionReading { node throws(InputError) in
    var words = StatusWords()
    if let text = node.text, let read = StatusWords(text) { return read }
    for (word, meaning) in node.members {
      guard let status = meaning.text.flatMap(RowStatus.init) else {
        throw InputError(
          .notOneOf(text: meaning.source, allowed: RowStatus.allCases.map(\.rawValue)))
      }
      words.set(word, status)
    }
    if words.isEmpty { throw InputError(.malformed(text: node.source, .object)) }
    return words
  }
}

extension OptionReading<[EventLayout.Slot]> {
  /// An object that maps column names to clock times.
  fileprivate static let slots = OptionReading { node throws(InputError) in
    var slots: [EventLayout.Slot] = []
    for (column, time) in node.members {
      guard let time = time.text.flatMap({ CivilTime($0) }) else {
        throw InputError(.malformed(text: time.source, .time))
      }
      slots.append(EventLayout.Slot(column, at: time))
    }
    return slots
  }
}

extension OptionReading<Zone> {
  static let zone = OptionReading(.zone) { $0.text.flatMap(Zone.init) }
}

extension OptionReading<String> {
  /// A plan: plain words, a recurrence rule, or a JSON object or array.
  static let plan = OptionReading(.text) { node in
    switch node.kind {
    case .text: node.text
    case .object, .array: node.json
    case .number, .boolean, .null: nil
    }
  }
}

extension OptionReading<[String?: String]> {
  /// A plan of all tasks, or an object that maps task ids to plans; an object with `elements` is
  /// itself a plan.
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
