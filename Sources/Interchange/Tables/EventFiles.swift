public import AdherenceAnalytics
public import Scheduling

/// Tables of events that other programs made, with one plan for all patients or one a task.
///
///     let source = try EventFiles(
///       ["Datasets/tables/caps.csv"], EventColumns(patient: "participant", time: "opened_at"),
///       EventPlan("every day at 08:00 and 20:00"))
///     print(source.patientIDs.count, source.problems.count)  // 12 0
///
/// A row is something that one patient did at one time. A row without a time names a patient to whom
/// nothing has happened; a patient of whom there is no row is not known. The zone, group and first day of
/// a patient are those of the first row that says them.
///
/// All rows are held in memory, each in some forty bytes.
public struct EventFiles: CohortSource {
  /// The patients' ids in order.
  public let patientIDs: [String]
  /// What is wrong with rows that name no patient.
  public let problems: [InputError]
  /// How many rows name no patient.
  public let counts: RecordCounts
  /// How each file is written, as it was found out, for people.
  public let forms: [String]

  let rows: PatientRows<EventRow>
  let patients: [EventPatient]
  let tasks: [String]
  let words: [String]
  let sources: [String]
  let plan: EventPlan
  /// The day of the first event of all.
  let firstDay: CivilDate

  /// Reads files; `-` is standard input.
  ///
  /// - Throws: `InputError` where a file cannot be read or has not the columns, or a plan cannot be read.
  /// - Complexity: O(*n* log *n*) for *n* bytes of the files at most.
  public init(_ paths: [String], _ columns: EventColumns, _ plan: EventPlan) throws(InputError) {
    try self.init(paths, columns, plan) { path throws(InputError) in
      try ForeignTable(path: path, columns.form)
    }
  }

  /// Reads tables one after the other, so that no more than one is open.
  init<Place>(
    _ places: [Place], _ columns: EventColumns, _ plan: EventPlan,
    open: (Place) throws(InputError) -> ForeignTable
  ) throws(InputError) {
    try plan.validate()
    var reader = EventTableReader(columns, plan)
    var forms: [String] = []
    for place in places {
      let table = try open(place)
      forms.append("\(table.source): \(try reader.read(table))")
    }
    self.init(reader, plan, forms: forms)
  }

  /// Takes events that were read, with plans that can be.
  package init(_ reader: EventTableReader, _ plan: EventPlan, forms: [String] = []) {
    let order = SortedNames(reader.names)
    var patients = [EventPatient](repeating: EventPatient(), count: order.names.count)
    for (number, patient) in reader.patients.enumerated() {
      patients[Int(order.places[number])] = patient
    }
    (patientIDs, self.patients, rows) = (order.names, patients, PatientRows(reader.rows, order))
    (tasks, words, sources) = (reader.tasks.names, reader.words.names, reader.sources)
    (problems, counts) = (reader.findings.problems.problems, reader.findings.counts)
    (self.plan, self.forms) = (plan, forms)
    let first = Instant(seconds: reader.rows.map(\.time).min() ?? 0)
    firstDay = plan.zone.civil(at: first).date
  }

  /// Makes a reader; each worker needs its own.
  public func makeReader() -> EventFilesReader { EventFilesReader(self) }
}

/// Makes the records of ``EventFiles`` patient by patient.
public struct EventFilesReader: CohortReader {
  private let files: EventFiles
  private let outcomes = OutcomeRows()
  /// The plans that were read, by their text and first day.
  private var schedules: [Beginning: Schedule] = [:]

  private struct Beginning: Hashable {
    var text: String
    var day: CivilDate
  }

  init(_ files: EventFiles) { self.files = files }

  /// Makes the records of the patients at neighbouring places.
  public mutating func read(
    _ places: Range<Int>, _ body: (CohortEntry) throws(InputError) -> Void
  ) throws(InputError) {
    for place in places { try body(try entry(at: place)) }
  }

  private mutating func entry(at place: Int) throws(InputError) -> CohortEntry {
    let (patient, rows) = (files.patients[place], files.rows[place])
    let zone = patient.zone ?? files.plan.zone
    var builder = RecordBuilder(
      Patient(id: files.patientIDs[place], zone: zone, group: patient.group), outcomes: outcomes)
    for number in patient.tasks.sorted(by: { files.tasks[Int($0)] < files.tasks[Int($1)] }) {
      try builder.add(try task(number, of: patient, in: zone, rows))
    }
    for row in rows { outcomes.rows.append(outcome(row)) }
    builder.finish()
    var counts = RecordCounts()
    (counts.patients.read, counts.tasks.read) = (1, patient.tasks.count)
    counts.outcomes = ReadCount(read: rows.count + patient.setAside, setAside: patient.setAside)
    return CohortEntry(
      unexamined: builder.record, problems: patient.problems, counts: counts
    ) { [sources = files.sources] doubt in
      let row = rows[rows.startIndex + doubt.position]
      return doubt.error.at(source: sources[Int(row.file)], line: Int(row.line))
    }
  }

  private mutating func task(
    _ number: Int32, of patient: EventPatient, in zone: Zone, _ rows: ArraySlice<EventRow>
  ) throws(InputError) -> CareTask {
    let id = files.tasks[Int(number)]
    let first = rows.lazy.filter { $0.task == number }.map(\.time).min()
    let firstDay = first.map { zone.civil(at: Instant(seconds: $0)).date }
    let day = patient.start ?? files.plan.start ?? firstDay ?? files.firstDay
    var task = CareTask(id: id, schedule: try schedule(files.plan.text(of: id) ?? "", from: day))
    task.matching = files.plan.matching
    return task
  }

  private mutating func schedule(_ text: String, from day: CivilDate) throws(InputError) -> Schedule
  {
    let key = Beginning(text: text, day: day)
    if let known = schedules[key] { return known }
    let schedule = try EventPlan.schedule(text, from: day)
    // So many days are those of a century.
    if schedules.count < 40_000 { schedules[key] = schedule }
    return schedule
  }

  private func outcome(_ row: EventRow) -> OutcomeTable.Row {
    var outcome = OutcomeTable.Row(task: outcomes.number(of: files.tasks[Int(row.task)]))
    (outcome.time, outcome.amount, outcome.marks) = (row.time, row.amount, row.marks)
    outcome.units = number(row.units)
    outcome.kind = number(row.kind)
    return outcome
  }

  /// The number here of a word there; the few that are in use at a time have room in sixteen bits.
  private func number(_ word: Int16) -> Int16 {
    word < 0 ? -1 : Int16(clamping: outcomes.number(of: files.words[Int(word)]))
  }
}
