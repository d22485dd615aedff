public import AdherenceAnalytics
public import Diagnostics
import Scheduling

/// A reader that creates the records of ``EventFiles`` patient by patient.
public struct EventFilesReader: CohortReader {
  private let files: EventFiles
  private let outcomes = OutcomeRows()
  /// The parsed plans by text and first day.
  private var schedules: [Beginning: Schedule] = [:]
  /// The matching by the text of the schedule.
  private var matchings: [String: Matching] = [:]

  private struct Beginning: Hashable {
    var text: String
    var day: CivilDate
  }

  init(_ files: EventFiles) { self.files = files }

  /// Creates the records of the patients at consecutive indices.
  public mutating func read(
    _ places: Range<Int>, _ body: (CohortEntry) throws(InputError) -> Void
  ) throws(InputError) {
    for place in places { try body(try entry(at: place)) }
  }

  private mutating func entry(at place: Int) throws(InputError) -> CohortEntry {
    let (patient, rows) = (files.patients[place], try files.events.events(at: place))
    let zone = patient.zone ?? files.plan.zone ?? .utc
    var person = Patient(id: files.patientIDs[place], zone: zone, group: patient.group)
    person.observation = patient.observation
    var builder = RecordBuilder(person, outcomes: outcomes)
    var tasks: [Int32: CareTask] = [:]
    let numbers = patient.tasks.sorted { files.tasks[Int($0)] < files.tasks[Int($1)] }
    for number in numbers {
      let task = try task(files.tasks[Int(number)], number, of: patient, in: zone, rows)
      tasks[number] = task
      try builder.add(task)
    }
    if numbers.isEmpty {
      for id in plannedTasks { try builder.add(try task(id, -1, of: patient, in: zone, rows)) }
    }
    var (counts, problems) = (RecordCounts(), patient.problems)
    add(patient.namedEvents, to: &builder, &counts, &problems)
    if !builder.record.namedEvents.isEmpty { tasks.date(by: builder.record) }
    var planned = PlannedKeys(tasks, zone)
    for row in rows { outcomes.rows.append(try outcome(row, &planned)) }
    _ = builder.finish()
    problems += planned.problems(builder.record.patient.id)
    (counts.patients.read, counts.tasks.read) = (1, builder.record.tasks.count)
    counts.outcomes = ReadCount(read: rows.count + patient.rejected, rejected: patient.rejected)
    return CohortEntry(
      unexamined: builder.record, problems: problems, counts: counts
    ) { [sources = files.sources] warning in
      let row = rows[warning.position]
      return warning.error.at(source: sources[Int(row.file)], line: Int(row.line))
    }
  }

  /// Adds events that plans can follow, or their errors.
  private func add(
    _ events: [NamedEventRow], to builder: inout RecordBuilder, _ counts: inout RecordCounts,
    _ problems: inout [InputError]
  ) {
    counts.namedEvents.read = events.count
    var rejected: [(row: NamedEventRow, error: InputError)] = []
    for (place, row) in events.enumerated() {
      do throws(InputError) { try builder.add(row.event, at: place) } catch {
        rejected.append((row, error))
      }
    }
    rejected += builder.settleEvents().map { (events[$0.place], $0.error) }
    counts.namedEvents.rejected += rejected.count
    problems += rejected.map { $1.at(source: files.sources[Int($0.file)], line: $0.line) }
  }

  /// The tasks of patients without a row: the tasks with a plan of their own, or the only task.
  private var plannedTasks: [String] {
    let own = files.plan.schedules.keys.compactMap(\.self).sorted()
    if !own.isEmpty { return own }
    return files.tasks.isEmpty ? ["task"] : files.tasks.sorted()
  }

  private mutating func task(
    _ id: String, _ number: Int32, of patient: EventPatient, in zone: Zone,
    _ rows: [EventRow]
  ) throws(InputError) -> CareTask {
    let first = rows.lazy.filter { $0.task == number }.map { min($0.time, $0.plannedTime) }.min()
    let firstDay = first.map { zone.civil(at: Instant(seconds: $0)).date }
    let day = patient.start ?? files.plan.start ?? firstDay ?? files.firstDay
    let text = files.plan.text(of: id) ?? ""
    var task = CareTask(id: id, schedule: try schedule(text, from: day))
    task.matching = try matching(text, from: day)
    return task
  }

  private mutating func matching(
    _ text: String, from day: CivilDate
  ) throws(InputError) -> Matching {
    if let known = matchings[text] { return known }
    let matching = try files.plan.matching(of: text, from: day, isDateOnly: files.isDateOnly)
    matchings[text] = matching
    return matching
  }

  private mutating func schedule(_ text: String, from day: CivilDate) throws(InputError) -> Schedule
  {
    let key = Beginning(text: text, day: day)
    if let known = schedules[key] { return known }
    let schedule = try EventPlan.schedule(text, from: day)
    // The number of days in a century.
    if schedules.count < 40_000 { schedules[key] = schedule }
    return schedule
  }

  private func outcome(
    _ row: EventRow, _ planned: inout PlannedKeys
  ) throws(InputError) -> OutcomeTable.Row {
    var outcome = OutcomeTable.Row(task: outcomes.number(of: files.tasks[Int(row.task)]))
    (outcome.time, outcome.amount, outcome.marks) = (row.time, row.amount, row.marks)
    outcome.units = number(row.units)
    outcome.kind = number(row.kind)
    if let key = try planned.key(of: row) {
      outcome.element = outcomes.number(of: key.element)
      outcome.nominal = key.nominal.localSeconds
      if key.isSecondPass { outcome.marks.insert(.secondPass) }
    }
    return outcome
  }

  /// Translates a word's number among those of the files to its number among the outcomes' names.
  private func number(_ word: Int16) -> Int16 {
    word < 0 ? -1 : Int16(clamping: outcomes.number(of: files.words[Int(word)]))
  }
}

extension [Int32: CareTask] {
  /// Dates the schedules that follow events.
  fileprivate mutating func date(by record: CareRecord) {
    for task in record.dated().tasks {
      for (number, own) in self where own.id == task.id { self[number] = task }
    }
  }
}

/// The occurrences to which the planned times of one patient's rows refer.
private struct PlannedKeys {
  private let tasks: [Int32: CareTask]
  private let zone: Zone
  private var finders: [Int32: PlannedTimeFinder] = [:]
  /// The number of rows whose planned time is not in the schedule.
  private var unplanned = 0

  init(_ tasks: [Int32: CareTask], _ zone: Zone) { (self.tasks, self.zone) = (tasks, zone) }

  /// Returns the key of the occurrence at a row's planned time; `nil` if there is none.
  mutating func key(of row: EventRow) throws(InputError) -> OccurrenceKey? {
    guard row.planned != OutcomeTable.Row.none, let task = tasks[row.task] else { return nil }
    if finders[row.task] == nil {
      finders[row.task] = PlannedTimeFinder(try Occurrences(of: task.schedule, in: zone))
    }
    let key = finders[row.task]?.key(at: CivilDateTime(localSeconds: row.planned))
    if key == nil { unplanned += 1 }
    return key
  }

  func problems(_ patient: String) -> [InputError] {
    if unplanned == 0 { return [] }
    return [
      InputError(.against(.unplannedTimes(unplanned), text: ""), source: "patient \(patient)")
    ]
  }
}

extension EventRow {
  /// The planned time, or the largest time if there is none.
  fileprivate var plannedTime: Int64 { planned == OutcomeTable.Row.none ? .max : planned }
}
