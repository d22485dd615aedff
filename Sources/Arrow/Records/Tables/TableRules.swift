import AdherenceAnalytics
import Diagnostics
import Interchange
import Scheduling

/// The known and required columns of a table and their meanings, as in the files of a dataset
/// folder.
struct TableRules: Sendable {
  let name: String
  let known: [String]
  let required: [String]
  private let meanings: [String: ColumnMeaning]
  /// Whether user-defined columns such as `userInfo.arm` are accepted.
  private let hasUserInfo: Bool

  /// Creates the rules of columns in the order in which errors list them.
  init(
    _ name: String, _ columns: [(name: String, meaning: ColumnMeaning)], required: [String],
    hasUserInfo: Bool = true
  ) {
    self.name = name
    known = columns.map(\.name)
    meanings = Dictionary(columns.map { ($0.name, $0.meaning) }) { first, _ in first }
    self.required = required
    self.hasUserInfo = hasUserInfo
  }

  /// Returns the meaning of a column; `nil` if the table has no such column.
  func meaning(of column: String) -> ColumnMeaning? {
    meanings[column] ?? (hasUserInfo && TableHeader.isUserInfo(column) ? .any : nil)
  }

  /// Reads a table to its end.
  ///
  /// - Returns: The table, and errors for unknown columns.
  /// - Throws: `InputError` if a column is missing, duplicate or of a wrong type, or the producer
  ///   fails.
  func read(_ stream: ArrowStream) throws(InputError) -> (table: ArrowTable, unknown: [InputError])
  {
    var table = try ArrowTable(stream, name: name) { meaning(of: $0) != nil }
    do throws(InputError) {
      let errors = InputError.ofColumns(table.allNames, known: known, required: required)
      if let fatal = errors.first(where: { $0.problem.hidesColumn }) { throw fatal }
      for (place, column) in table.columns.enumerated() {
        try meaning(of: column.name)?.check(column)
        if meaning(of: column.name) == .date { table.midnights.append(place) }
      }
      return (table, errors.map { $0.at(source: name) })
    } catch {
      throw error.at(source: name)
    }
  }
}

extension TableRules {
  /// The tables of a cohort in the order of reading.
  static let cohort: [TableRules] = [
    patients, plans, contacts, tasks, outcomes, holds, namedEvents,
  ]

  static let patients = records(
    "patients", of: Patient.self, first: [("zone", .text)], required: ["id", "zone"])
  static let plans = records(
    "plans", of: CarePlan.self, first: [patient], required: ["patient", "id"])
  static let contacts = records(
    "contacts", of: Contact.self, first: [patient],
    last: PostalAddress.columns.map { ($0, .word) }, required: ["patient", "id"])
  static let holds = records(
    "holds", of: Hold.self, first: [patient], required: ["patient", "from"])
  static let namedEvents = records(
    "namedEvents", of: NamedEvent.self, first: [patient], required: ["patient", "event", "time"])
  static let tasks = records(
    "tasks", of: CareTask.self, first: [patient, ("schedule", .text), ("start", .date)],
    last: DrugParameters.columns.map { ($0, .number) }, required: ["patient", "id", "schedule"],
    hasMore: false)
  static let outcomes = records(
    "outcomes", of: Outcome.self,
    first: [
      patient, ("task", .word), ("element", .word), ("nominal", .local), ("time", .moment),
      ("value", .value), ("units", .word), ("kind", .word), ("type", .text), ("status", .text),
    ], required: ["patient", "task"])

  private static let patient = ("patient", ColumnMeaning.word)

  /// Returns the columns of a kind of record, without fields that only nested JSON can represent.
  private static func records<Record: FieldedRecord>(
    _ name: String, of kind: Record.Type, first: [(String, ColumnMeaning)],
    last: [(String, ColumnMeaning)] = [], required: [String], hasMore: Bool = true
  ) -> TableRules {
    let fields = Record.fields.flatMap { field -> [(String, ColumnMeaning)] in
      switch field.access {
      case .notes: [("note", .text)]
      case .userInfo, .address, .drug: []
      default: first.contains { $0.0 == field.name } ? [] : [(field.name, .init(field.access))]
      }
    }
    let more: [(String, ColumnMeaning)] = hasMore ? [("more", .text)] : []
    return TableRules(name, first + fields + last + more, required: required)
  }
}
