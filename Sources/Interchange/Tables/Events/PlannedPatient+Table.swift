import AdherenceAnalytics
package import Diagnostics
import ScheduleFormats
import Scheduling

extension PlannedPatient {
  /// Reads a table of patients: their ids and optionally zones, groups, first days and observation
  /// periods.
  ///
  /// The columns are detected like those of tables of events; without a column named like ids, the
  /// first column has the ids. If the name is ambiguous, the values of other candidates are kept,
  /// so that the events can decide.
  ///
  /// - Throws: `InputError` if the file cannot be read, or a row has no id or is invalid: omitting
  ///   a patient would bias every ratio upwards.
  package static func list(path: String) throws(InputError) -> [PlannedPatient] {
    let input = try TableInput(path: path)
    let profile = try TableProfile(input, TableForm())
    let columns = PatientColumns(profile)
    var plan = ReadingPlan()
    var form = TableForm()
    for place in columns.dates { plan.decideFormat(of: profile.columns[place], &form) }
    try plan.requireAnswers(input.name)
    let table = try ForeignTable(input, form)
    var (patients, known): ([PlannedPatient], Set<[String]>) = ([], [])
    while let next = table.next() {
      let record = try next.get()
      do throws(InputError) {
        let patient = try PlannedPatient(record, table, columns)
        if known.insert(patient.ids).inserted { patients.append(patient) }
      } catch {
        throw error.at(source: input.name, line: record.line)
      }
    }
    return patients
  }

  /// Reads patients from a table in memory.
  package static func list<Table: EventTable>(
    _ rows: some Sequence<Table.Row>, of table: Table, _ profile: TableProfile
  ) throws(InputError) -> [PlannedPatient] {
    let columns = PatientColumns(profile)
    var (patients, known): ([PlannedPatient], Set<[String]>) = ([], [])
    for row in rows {
      do throws(InputError) {
        let patient = try PlannedPatient(row, table, columns)
        if known.insert(patient.ids).inserted { patients.append(patient) }
      } catch {
        throw error.at(source: table.source, line: table.line(of: row))
      }
    }
    return patients
  }

  private init<Table: EventTable>(
    _ row: Table.Row, _ table: Table, _ columns: PatientColumns
  ) throws(InputError) {
    guard let id = try table.text(row, columns.id) else {
      throw InputError(.missing, field: table.columns[columns.id])
    }
    self.init(id: id)
    for place in columns.otherIDs { otherIDs.append(try table.text(row, place) ?? "") }
    group = try table.text(row, columns.group)
    if let start = columns.start { self.start = try table.written(row, start)?.local.date }
    observation = try PlannedPatient.observation(row, table, columns)
    guard let name = try table.text(row, columns.zone) else { return }
    guard let zone = Zone(name) else {
      throw InputError(.malformed(text: name, .zone), field: table.columns[columns.zone ?? 0])
    }
    self.zone = zone
  }

  private static func observation<Table: EventTable>(
    _ row: Table.Row, _ table: Table, _ columns: PatientColumns
  ) throws(InputError) -> ObservationPeriod {
    var period = ObservationPeriod()
    if let from = columns.observedFrom { period.from = try table.written(row, from)?.local.date }
    if let to = columns.observedTo { period.to = try table.written(row, to)?.local.date }
    period.endCause = try table.text(row, columns.endCause).flatMap(EndCause.init)
    let names = [columns.observedTo, columns.observedFrom].map {
      $0.map { table.columns[$0] } ?? ""
    }
    try period.check(at: names[0], from: names[1])
    return period
  }
}

extension PlannedPatient {
  /// The values of all columns that may contain the id, most likely first.
  fileprivate var ids: [String] { [id] + otherIDs }
}

extension EventPlan {
  /// Selects the column of the list whose values match most ids in a table of events.
  ///
  /// - Parameters:
  ///   - profile: The profile of the table; for a table of many patients it lacks their ids, and
  ///     the column names decide.
  ///   - column: The patient column of the table.
  package mutating func chooseIDs(among profile: TableProfile, _ column: String?) {
    let index = ColumnIndex(
      source: profile.source, names: profile.columns.map(\.name), hasNumbers: true)
    guard let column, let place = try? index.place(of: column, as: "patient"),
      let listed = patients, let count = listed.first?.ids.count
    else { return }
    let known = profile.columns[place].distinct
    let hits = (0..<count).map { column in listed.count { known[$0.ids[column]] != nil } }
    guard let most = hits.max(), most > hits[0], let best = hits.firstIndex(of: most) else {
      return
    }
    for place in listed.indices { patients?[place].id = listed[place].ids[best] }
  }
}

extension EventTableReader {
  /// Returns the warning about a list of patients that has fewer than half of the events' ids,
  /// usually because they are in another column or spelled differently.
  func problemOfList() -> InputError? {
    guard let listed = listedCount else { return nil }
    let recorded = patients.indices.filter { !patients[$0].tasks.isEmpty }
    let strangers = recorded.filter { $0 >= listed }
    let count = recorded.count - strangers.count
    guard let first = strangers.first, count == 0 || count < strangers.count else { return nil }
    let example = listed == 0 ? "" : " and in the list \(names.names[0])"
    let rule = InputError.Rule.unlisted(count, of: recorded.count, among: listed)
    return InputError(
      .against(rule, text: "in the data \(names.names[first])\(example)"), parameter: "patients")
  }
}

extension InputError.Rule {
  fileprivate static func unlisted(_ count: Int, of all: Int, among listed: Int) -> Self {
    Self(
      "unlistedPatients",
      "has \(count) of the \(all.counting("id")) of the data among its \(listed.counting("patient")), and all of them"
        + " count (name its id column 'id' and spell the ids as in the data)", keepsRecord: true)
  }
}

/// The columns of a table of patients.
private struct PatientColumns {
  let id: Int
  /// Other columns that may contain the ids, if the name of the first is ambiguous.
  let otherIDs: [Int]
  let zone, group, start, observedFrom, observedTo, endCause: Int?

  /// The columns of dates.
  var dates: [Int] { [start, observedFrom, observedTo].compactMap(\.self) }

  /// The number of rows above which other columns are not kept.
  private static let limit = 20_000

  init(_ profile: TableProfile) {
    let names = profile.columns.map { ColumnName($0.name) }
    func place(_ role: ColumnRole, where fits: (ColumnProfile) -> Bool) -> Int? {
      names.indices.filter { names[$0].rank(as: role) != nil && fits(profile.columns[$0]) }
        .min { PatientColumns.rank(names[$0], role) < PatientColumns.rank(names[$1], role) }
    }
    let id = place(.patient) { !$0.isMoment } ?? 0
    self.id = id
    let isSure = names[id].isSurelyPatient && !PatientColumns.isOfPeople(names[id])
    otherIDs =
      isSure || profile.rows > PatientColumns.limit
      ? [] : profile.columns.indices.filter { $0 != id && profile.columns[$0].isLikeKeys }
    zone = place(.zone) { $0.present > 0 }
    group = place(.group) { !$0.hasMoreDistinct }
    start = place(.planStart, where: \.isMoment)
    observedFrom = place(.observedFrom, where: \.isMoment)
    observedTo = place(.observedTo, where: \.isMoment)
    endCause = place(.endCause) { $0.present > 0 }
  }

  /// Returns the rank of a column for a role; names of persons are ids only if nothing else is.
  private static func rank(_ name: ColumnName, _ role: ColumnRole) -> Int {
    (name.rank(as: role) ?? 0) + (role == .patient && isOfPeople(name) ? 1_000 : 0)
  }

  private static func isOfPeople(_ name: ColumnName) -> Bool {
    name.folded.contains("name") || name.folded.contains("initials") || name.folded == "who"
  }
}

extension ColumnProfile {
  /// Whether all values are present and distinct, and no dates.
  fileprivate var isLikeKeys: Bool {
    !isMoment && present > 0 && absent == 0 && (isUnique || distinct.count == present)
  }
}
