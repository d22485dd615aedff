import AdherenceAnalytics
import Foundation
package import Scheduling

/// What a table of another program seems to hold, and the command that would read it.
///
/// Columns are guessed from their names and from what stands in the first rows; nothing is read by a guess:
/// the command says every column.
package struct TableGuess: Sendable {
  /// What was found, line by line, for people.
  package private(set) var lines: [String] = []
  private let path: String
  private var columns: [Column] = []

  /// A column with what stands in its first rows.
  private struct Column {
    var name: String
    var values: [String]
    var role: Role?
    var times: MomentFormat?

    var distinct: Int { Set(values).count }
  }

  /// What a column may be.
  private enum Role: String, CaseIterable {
    case patient, time, date, days, task, value, units, status, zone

    /// The names by which such columns mostly go, without marks between their words.
    var names: [String] {
      switch self {
      case .patient:
        [
          "patient", "patientid", "pid", "subject", "subjectid", "usubjid", "person",
          "personid",
          "member", "memberid", "participant", "participantid", "user", "userid", "caseid", "mrn",
          "id",
        ]
      case .time:
        [
          "time", "timestamp", "datetime", "when", "takenat", "openedat", "opened", "recordedat",
          "eventtime", "zeitpunkt", "zeit", "ts", "eventdate", "adtm", "dtc",
        ]
      case .date:
        ["date", "filldate", "filled", "dispensed", "dispensedate", "servicedate", "datum"]
      case .days: ["days", "dayssupply", "daysupply", "supply", "duration", "dayssup", "daysupp"]
      case .task:
        ["task", "taskid", "drug", "medication", "medicine", "activity", "category", "atc"]
      case .value: ["value", "amount", "dose", "count", "result", "menge", "wert", "aval"]
      case .units: ["unit", "units", "uom", "einheit"]
      case .status: ["status", "taken", "state"]
      case .zone: ["zone", "timezone", "tz"]
      }
    }
  }

  /// So many rows are looked at.
  private static let sampleRows = 1_000

  /// Looks at the first rows of a file.
  ///
  /// - Throws: `InputError` where it cannot be read, or has no row.
  package init(path: String) throws(InputError) {
    let table = try ForeignTable(path: path, TableForm())
    self.path = path
    columns = table.columns.map { Column(name: $0, values: []) }
    var rows = 0
    while rows < TableGuess.sampleRows, let next = table.next() {
      guard let record = try? next.get() else { continue }
      rows += 1
      for place in columns.indices {
        if let text = table.text(record, place) { columns[place].values.append(text) }
      }
    }
    lines.append("\(path): \(table.dialect); \(rows) rows looked at")
    findRoles()
    describe()
  }

  private mutating func findRoles() {
    for place in columns.indices { columns[place].times = TableGuess.times(columns[place].values) }
    for role in Role.allCases where role != .date || place(of: .time) == nil {
      // The surest name first.
      let named = role.names.compactMap { name in
        columns.indices.first { isNamed($0, name) && isFit($0, role) }
      }
      if let place = named.first { columns[place].role = role }
    }
    if place(of: .time) == nil, place(of: .date) == nil,
      let place = columns.indices.first(where: { isFit($0, .time) })
    {
      columns[place].role = .time
    }
    if place(of: .patient) == nil,
      let place = columns.indices.first(where: { isFit($0, .patient) && isRepeated($0) })
    {
      columns[place].role = .patient
    }
  }

  private func place(of role: Role) -> Int? { columns.firstIndex { $0.role == role } }

  private func isNamed(_ place: Int, _ name: String) -> Bool {
    columns[place].role == nil && columns[place].name.lowercased().filter(\.isLetter) == name
  }

  private func isFit(_ place: Int, _ role: Role) -> Bool {
    let column = columns[place]
    if column.role != nil || column.values.isEmpty { return false }
    switch role {
    case .time, .date: return column.times != nil
    case .days, .value:
      return column.values.allSatisfy {
        Double($0.replacing(",", with: ".", maxReplacements: 1)) != nil
      }
    case .zone: return column.values.allSatisfy { Zone.isKnown($0) }
    case .patient: return column.times == nil
    case .task, .units, .status: return true
    }
  }

  /// Whether its values come again, as those of somebody who did something several times.
  private func isRepeated(_ place: Int) -> Bool {
    columns[place].distinct > 1 && columns[place].distinct * 2 <= columns[place].values.count
  }

  /// The one form in which all values are moments; days first where both are and the table leaves it open.
  private static func times(_ values: [String]) -> MomentFormat? {
    guard !values.isEmpty else { return nil }
    func fits(_ format: MomentFormat) -> Bool {
      values.allSatisfy { (try? format.read($0)) != nil }
    }
    if let format = [.automatic, .dayFirst, .monthFirst].first(where: fits) { return format }
    let isLong = values.allSatisfy { $0.utf8.count >= 9 && $0.utf8.allSatisfy { 46...57 ~= $0 } }
    guard isLong else { return nil }
    return values.allSatisfy { $0.prefix { $0 != "." }.count >= 12 } ? .milliseconds : .seconds
  }

  private func isOpen(_ column: Column) -> Bool {
    column.times == .dayFirst
      && column.values.allSatisfy { (try? MomentFormat.monthFirst.read($0)) != nil }
  }
}

// In words.
extension TableGuess {
  private mutating func describe() {
    for column in columns {
      let example = column.values.first.map { ", as '\($0)'" } ?? ", which is empty"
      let role = column.role.map { ": the \($0.rawValue)?" } ?? ""
      let times = column.times.map { " (a moment, --time-format \($0))" } ?? ""
      let name = column.name.isEmpty ? "(no name)" : column.name
      lines.append("  \(name)\(example)\(role)\(column.role == nil ? "" : times)")
    }
    lines += missing
    lines += ["", command]
  }

  private var time: Int? { place(of: .time) ?? place(of: .date) }
  private var isOfClaims: Bool { place(of: .days) != nil }

  /// What the table does not say.
  private var missing: [String] {
    var lines: [String] = []
    if place(of: .patient) == nil {
      lines.append("No column looks like patients: name it by --patient.")
    }
    if time == nil { lines.append("No column looks like moments: name it, and say --time-format.") }
    if let time, isOpen(columns[time]) {
      lines.append(
        "Its dates can be read with days or months first: --time-format dmy or mdy decides.")
    }
    if !isOfClaims {
      lines.append("What was planned no table of events says: write it behind --schedule.")
    }
    if !isOfClaims, place(of: .zone) == nil {
      lines.append(
        "Times without a zone are read as the clock of --zone shows them; without it UTC.")
    }
    return lines
  }

  private var command: String {
    func column(_ role: Role, _ option: String) -> String {
      place(of: role).map { " \(option) \(quoted(columns[$0].name))" } ?? ""
    }
    let patient = " --patient \(place(of: .patient).map { quoted(columns[$0].name) } ?? "COLUMN")"
    let moment = time.map { quoted(columns[$0].name) } ?? "COLUMN"
    let format = time.flatMap { columns[$0].times }.map {
      $0 == .automatic ? "" : " --time-format \($0)"
    }
    if isOfClaims {
      return "regimen refills \(quoted(path))\(patient) --date \(moment)\(format ?? "")"
        + column(.days, "--days-column") + column(.task, "--class-column")
    }
    return "regimen report \(quoted(path))\(patient) --time \(moment)\(format ?? "")"
      + column(.task, "--task") + column(.value, "--value") + column(.units, "--units")
      + (hasStatus ? column(.status, "--status") : "") + column(.zone, "--zone-column")
      + " --schedule \"every day at 08:00 and 20:00\""
  }

  /// Whether the column of a status has the words of one.
  private var hasStatus: Bool {
    place(of: .status).map { place in
      columns[place].values.allSatisfy { Outcome.Status(rawValue: $0.lowercased()) != nil }
    } ?? false
  }

  private func quoted(_ text: String) -> String {
    let isPlain = text.allSatisfy { $0.isLetter || $0.isNumber || "_-./".contains($0) }
    return isPlain && !text.isEmpty ? text : "'" + text.replacing("'", with: "'\\''") + "'"
  }
}
