package import Scheduling

extension PlannedPatient {
  /// Reads a table of patients: their ids, and where they are given their zones, groups and first days.
  ///
  /// The columns are found as those of tables of events are; without one that is named as ids are, the first
  /// column has them.
  ///
  /// - Throws: `InputError` where the file cannot be read, or a row has no id or cannot be read: a patient who
  ///   is left out would raise every ratio.
  package static func list(path: String) throws(InputError) -> [PlannedPatient] {
    let input = try TableInput(path: path)
    let profile = try TableProfile(input, TableForm())
    let columns = PatientColumns(profile)
    var plan = ReadingPlan()
    var form = TableForm()
    if let start = columns.start { plan.decideFormat(of: profile.columns[start], &form) }
    try plan.requireAnswers(input.name)
    let table = try ForeignTable(input, form)
    var (patients, known): ([PlannedPatient], Set<String>) = ([], [])
    while let next = table.next() {
      let record = try next.get()
      do throws(InputError) {
        let patient = try PlannedPatient(record, table, columns)
        if known.insert(patient.id).inserted { patients.append(patient) }
      } catch {
        throw error.at(source: input.name, line: record.line)
      }
    }
    return patients
  }

  /// Reads patients from a table that is in memory.
  package static func list<Table: EventTable>(
    _ rows: some Sequence<Table.Row>, of table: Table, _ profile: TableProfile
  ) throws(InputError) -> [PlannedPatient] {
    let columns = PatientColumns(profile)
    var (patients, known): ([PlannedPatient], Set<String>) = ([], [])
    for row in rows {
      do throws(InputError) {
        let patient = try PlannedPatient(row, table, columns)
        if known.insert(patient.id).inserted { patients.append(patient) }
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
    group = try table.text(row, columns.group)
    if let start = columns.start { self.start = try table.written(row, start)?.local.date }
    guard let name = try table.text(row, columns.zone) else { return }
    guard let zone = Zone(name) else {
      throw InputError(.malformed(text: name, .zone), field: table.columns[columns.zone ?? 0])
    }
    self.zone = zone
  }
}

/// The columns of a table of patients.
private struct PatientColumns {
  let id: Int
  let zone, group, start: Int?

  init(_ profile: TableProfile) {
    let names = profile.columns.map { ColumnName($0.name) }
    func place(_ role: ColumnRole, where fits: (ColumnProfile) -> Bool) -> Int? {
      names.indices.filter { names[$0].rank(as: role) != nil && fits(profile.columns[$0]) }
        .min { (names[$0].rank(as: role) ?? 0) < (names[$1].rank(as: role) ?? 0) }
    }
    id = place(.patient) { !$0.isMoment } ?? 0
    zone = place(.zone) { $0.present > 0 }
    group = place(.group) { !$0.hasMoreDistinct }
    start = place(.planStart, where: \.isMoment)
  }
}
