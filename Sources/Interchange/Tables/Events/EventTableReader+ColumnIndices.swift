import AdherenceAnalytics
package import Diagnostics
import ScheduleFormats
package import Scheduling

// Columns and patients.
extension EventTableReader {
  /// Returns the indices of the columns.
  ///
  /// - Throws: `InputError` if a column is missing.
  package func places(
    in table: some EventTable, _ columns: EventColumns
  ) throws(InputError) -> ColumnIndices {
    let index = ColumnIndex(source: table.source, names: table.columns, hasNumbers: true)
    func place(_ column: String?, _ parameter: String) throws(InputError) -> Int? {
      guard let column else { return nil }
      return try index.place(of: column, as: parameter)
    }
    func optionalIndex(_ column: String?) -> Int? {
      column.flatMap { table.columns.firstIndex(of: $0) }
    }
    var places = ColumnIndices()
    places.patient = try place(columns.patient, "patient")
    if let time = columns.time { places.time = try index.places(of: time, as: "time") }
    if let planned = columns.planned {
      places.planned = try index.places(of: planned, as: "planned")
    }
    places.task = optionalIndex(columns.task)
    places.value = try place(columns.value, "value")
    (places.units, places.kind) = (optionalIndex(columns.units), optionalIndex(columns.kind))
    places.status = try place(columns.status, "status")
    places.event = try place(columns.event, "event")
    places.zone = try place(columns.zone, "zone-column")
    places.start = try place(columns.start, "plan-start-column")
    places.group = try place(columns.group, "group")
    places.observedFrom = try place(columns.observedFrom, "observed-from")
    places.observedTo = try place(columns.observedTo, "observed-to")
    places.endCause = try place(columns.endCause, "end-cause")
    places.cells = try cells(index, columns)
    try places.requireTimesOfEvents(columns)
    places.findSite(in: table.columns)
    let single = [places.patient, places.status, places.value].compactMap(\.self)
    places.last = (single + places.time + places.cells.map(\.place)).max() ?? 0
    return places
  }

  /// Validates the id of a patient.
  ///
  /// - Parameter id: The id.
  /// - Returns: The problem; `nil` for a valid id.
  package static func problem(ofID id: String) -> InputError.Problem? {
    if id.utf8.contains(where: { $0 < 32 || $0 == 127 }) {
      return .outOfRange(text: id, rule: "have no control characters")
    }
    if id.utf8.count > 200 { return .tooLarge(what: "bytes in an id", limit: 200) }
    // A date instead of an id is a field in a wrong column.
    let isDate = id.utf8.count >= 10 && CivilDate(String(id.prefix(10))) != nil
    if isDate { return .outOfRange(text: id, rule: "not be a date") }
    return isTotal(id) ? .outOfRange(text: id, rule: "not be a label of totals") : nil
  }

  /// Returns whether an id is a label of totals, such as `Total`, `Grand total:` or `Sum`.
  ///
  /// A single `N` is accepted, because single letters are used as ids.
  private static func isTotal(_ id: String) -> Bool {
    // Avoids splitting most ids, which do not start with the letter of such a word.
    guard let first = id.utf8.first, "agmnst".utf8.contains(first | 0x20), id.utf8.count <= 40
    else {
      return false
    }
    let words = id.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: " ")
    return totals.contains(words) || words.hasPrefix("total ") || words.hasPrefix("grand total ")
  }

  private static let totals: Set<String> = [
    "total", "totals", "grand total", "subtotal", "sub total", "sum", "summe", "gesamt",
    "n taken", "n total", "gesamtsumme", "mean", "average", "mittelwert", "all", "somme", "moyenne",
    "suma",
  ]

  func id<Table: EventTable>(
    _ record: Table.Row, _ table: Table, _ places: ColumnIndices
  ) throws(InputError) -> String {
    guard let place = places.patient else { return columns.patientID ?? "" }
    guard let id = try table.text(record, place) else {
      throw InputError(.missing, field: table.columns[place])
    }
    if names.known(id) == nil, let problem = EventTableReader.problem(ofID: id) {
      throw InputError(problem, field: table.columns[place])
    }
    return id
  }

  /// Returns whether a row has a value in any of some columns.
  func hasAny<Table: EventTable>(
    _ places: [Int], _ record: Table.Row, _ table: Table
  ) throws(InputError) -> Bool {
    for place in places where try table.text(record, place) != nil { return true }
    return false
  }

  /// Returns whether a row without a time states the start, zone or group of its patient.
  func describesPatient<Table: EventTable>(
    _ record: Table.Row, _ table: Table, _ places: ColumnIndices
  ) throws(InputError) -> Bool {
    let described = [
      places.start, places.zone, places.group, places.observedFrom, places.observedTo,
      places.endCause,
    ]
    return try hasAny(described.compactMap(\.self), record, table)
  }

  /// Reads the facts about a row's patient, of which the first ones count, and returns the zone of
  /// the row.
  mutating func readPatient<Table: EventTable>(
    _ number: Int, _ record: Table.Row, _ table: Table, _ places: ColumnIndices
  ) throws(InputError) -> Zone? {
    let zone = try zone(record, table, places)
    if patients[number].zone == nil { patients[number].zone = zone }
    if patients[number].group == nil {
      patients[number].group = try table.text(record, places.group)
    }
    // An unreadable site does not reject the row.
    if let place = places.site, let site = (try? table.text(record, place)) ?? nil {
      note(site: site, ofPatient: number)
    }
    if patients[number].start == nil, let place = places.start {
      // The date as written; a time of day is ignored.
      patients[number].start = try table.written(record, place)?.local.date
    }
    try readObservation(number, record, table, places)
    return zone ?? patients[number].zone ?? plan.zone
  }

  /// Reads when the patient of a row is observed, and warns where the rows of a patient differ.
  private mutating func readObservation<Table: EventTable>(
    _ number: Int, _ record: Table.Row, _ table: Table, _ places: ColumnIndices
  ) throws(InputError) {
    if places.observedFrom == nil, places.observedTo == nil, places.endCause == nil { return }
    var period = ObservationPeriod()
    if let place = places.observedFrom {
      period.from = try table.written(record, place)?.local.date
    }
    if let place = places.observedTo { period.to = try table.written(record, place)?.local.date }
    period.endCause = try table.text(record, places.endCause).flatMap(EndCause.init)
    let names = [columns.observedFrom, columns.observedTo, columns.endCause].map { $0 ?? "" }
    guard let conflict = try patients[number].observation.add(period, names) else { return }
    report(conflict.at(source: table.source, line: table.line(of: record)), of: number)
  }

  /// Returns the zone of a patient as stated so far; `nil` keeps each time as written.
  package func zone(ofPatient patient: Int32) -> Zone? {
    patients[Int(patient)].zone ?? plan.zone
  }

  mutating func zone<Table: EventTable>(
    _ record: Table.Row, _ table: Table, _ places: ColumnIndices
  ) throws(InputError) -> Zone? {
    guard let name = try table.text(record, places.zone) else { return nil }
    if let zone = zones[name] { return zone }
    guard let zone = Zone(name) else {
      throw InputError(.malformed(text: name, .zone), field: columns.zone)
    }
    zones[name] = zone
    return zone
  }
}

/// The sites in a table of events, such as study centres, which may number their patients
/// independently.
struct EventSites: Sendable {
  /// The column of sites; `nil` if no table has one.
  private(set) var column: String?
  private var names = NumberedNames()
  /// The number of each name, equal for similar names.
  private var numbers: [Int32] = []
  private var known: [String: Int32] = [:]

  /// The names of site columns, smallest units first, in letters and digits only.
  private static let columns =
    "household practice clinic hospital siteid sitenumber siteno site centerid centreid center centre study country"
    .split(separator: " ").map(String.init)

  /// Returns the column of sites among those without another role; the column of groups may be one
  /// of sites.
  static func place(in columns: [String], beside roles: Set<Int>) -> Int? {
    let names = columns.map { ColumnName($0).folded }
    return EventSites.columns.lazy.compactMap { site in
      names.indices.first { names[$0] == site && !roles.contains($0) }
    }.first
  }

  /// Starts a table, whose site column may differ.
  mutating func begin(_ column: String?) { self.column = column ?? self.column }

  /// Returns the number of a site; names that differ only in case, spaces and leading zeros are one
  /// site.
  mutating func number(of name: String) -> Int32 {
    let number = Int(names.number(of: name))
    if number == numbers.count {
      let folded = EventCleaning.folded(name)
      let first = known[folded] ?? Int32(number)
      known[folded] = first
      numbers.append(first)
    }
    return numbers[number]
  }
}

extension EventTableReader {
  /// Records the site of a row; a patient is expected to have one site.
  mutating func note(site name: String, ofPatient number: Int) {
    let site = sites.number(of: name)
    if patients[number].site < 0 { patients[number].site = site }
    if patients[number].site != site { patients[number].hasSeveralSites = true }
  }

  /// Returns the warning about ids that occur at several sites, which may be different patients.
  func problemOfSites() -> InputError? {
    let several = patients.indices.filter { patients[$0].hasSeveralSites }
    guard let column = sites.column, !several.isEmpty else { return nil }
    let examples = several.prefix(3).map { names.names[$0] }.joined(separator: ", ")
    return InputError(.against(.severalSites(several.count), text: examples), field: column)
  }
}

extension InputError.Rule {
  fileprivate static func severalSites(_ count: Int) -> Self {
    Self(
      "severalSites",
      "has several values for \(count.counting("id")), each of which counts as one patient (combine the two columns"
        + " if they are different people)", keepsRecord: true)
  }
}
