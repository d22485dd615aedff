public import AdherenceAnalytics
public import Diagnostics
import Scheduling

/// The cohort of tables of events from other programs, with one plan for all patients or one per
/// task.
///
///     let source = try EventFiles(
///       ["Datasets/tables/caps.csv"], EventColumns(patient: "participant", time: "opened_at"),
///       EventPlan("every day at 08:00 and 20:00"))
///     print(source.patientIDs.count, source.problems.count)  // 12 0
///
/// A row is an event of a patient, or a statement that a dose was not taken. Columns that are not
/// named are detected; detected choices are listed in ``assumptions``, and ambiguous data are an
/// error that asks for the missing option. The zone, group and first day of a patient are those of
/// the first row that has them; patients without a row are known if the plan lists the patients.
///
/// Memory holds a million rows of about fifty bytes, and a few hundred bytes per patient; further
/// rows are written to a temporary file.
public struct EventFiles: CohortSource {
  /// The patients' ids in ascending order.
  public let patientIDs: [String]
  /// The errors of rows without a patient, and the contradictions of the data.
  public let problems: [InputError]
  /// The counts of rows without a patient.
  public let counts: RecordCounts
  /// The dialect of each file, for display.
  public let forms: [String]
  /// The assumptions made where neither the columns nor the plan specify the interpretation, one
  /// sentence each.
  public let assumptions: [String]
  /// The first of the assumptions: the interpretation of the schedules.
  let readings: [String]
  /// Always `true`: a table has no information about days after its last row.
  public let endsWithItsData = true
  /// The tolerated number of rejected rows: two, for a total or footer below a small table or a
  /// mistyped date.
  public let tolerance = 2

  let events: SortedEvents
  let patients: [EventPatient]
  let tasks: [String]
  let words: [String]
  let sources: [String]
  let plan: EventPlan
  /// The day of the first event.
  let firstDay: CivilDate
  /// Whether no event has a time of day.
  let isDateOnly: Bool

  /// Reads files; `-` is standard input.
  ///
  /// - Throws: `InputError` if a file cannot be read or lacks a column, a plan cannot be parsed, or
  ///   the interpretation of the data is ambiguous.
  /// - Complexity: O(*n* log *n*) for *n* bytes of the files at most.
  public init(
    _ paths: [String], _ columns: EventColumns, _ plan: EventPlan
  ) throws(InputError) {
    var inputs: [TableInput] = []
    for path in paths { inputs.append(try TableInput(path: path)) }
    try self.init(inputs, columns, plan)
  }

  /// Reads tables in order, with at most `capacity` events in memory; the profile of the first may
  /// be known.
  init(
    _ inputs: [TableInput], _ columns: EventColumns, _ plan: EventPlan,
    known: TableProfile? = nil, capacity: Int = EventTableReader.capacity
  ) throws(InputError) {
    let followed = try plan.validate()
    var (plan, begun) = (plan, EventTableReader?.none)
    var (forms, assumptions, problems): ([String], [String], [InputError]) = ([], [], [])
    var (known, hasEvents) = (known, false)
    for (number, input) in inputs.enumerated() {
      let profile =
        if let first = known.take() { first } else { try TableProfile(input, columns.form) }
      var own = columns
      // Of several files only some need the column of events.
      if number < inputs.count - 1 || hasEvents, !profile.has(columns.event) { own.event = nil }
      let reading = try ReadingPlan(profile, own, isZoned: plan.zone != nil)
      hasEvents = hasEvents || (columns.event == nil ? reading.events.event : own.event) != nil
      try reading.requireAnswers(input.name)
      if begun == nil { plan.chooseIDs(among: profile, reading.events.patient) }
      var reader = begun.take() ?? EventTableReader(plan, capacity: capacity)
      try reader.read(try ForeignTable(input, reading.events.form), reading.events)
      begun = reader
      forms.append("\(profile.source): \(profile.form)")
      assumptions += reading.assumptions.filter { !assumptions.contains($0) }
      problems += profile.problems + reading.problems.map { $0.at(source: input.name) }
    }
    if let followed, !hasEvents { throw EventPlan.noEventColumn(of: followed) }
    try self.init(
      begun ?? EventTableReader(plan, capacity: capacity), columns, plan, forms: forms,
      assumptions: assumptions, problems: problems)
  }

  /// Creates the cohort from events that were read and validated plans.
  ///
  /// - Throws: `InputError` if the interpretation of the rows is ambiguous.
  package init(
    _ reader: EventTableReader, _ columns: EventColumns, _ plan: EventPlan, forms: [String] = [],
    assumptions: [String] = [], problems: [InputError] = [],
    areSame: ((Int, Int) -> Bool)? = nil
  ) throws(InputError) {
    var (reader, cleaning) = (reader, EventCleaning(columns.rules, areSame))
    try reader.events.endRun()
    reader.join(cleaning.foldIDs(reader.names.names))
    reader.dropUnreadPatients()
    let order = SortedNames(reader.names) {
      reader.patients[$0].isKnown || reader.patients[$0].rejected > 0
    }
    let far = OutlyingDates(reader.events.days)
    reader.reportOutlyingStarts()
    reader.reportOutlyingEvents()
    var (events, counts) = (SortedEvents(capacity: reader.capacity), EventCleaning.Counts())
    for number in order.numbers {
      try events.append(cleaning.clean(try reader.takeEvents(of: number, far), &counts))
    }
    try cleaning.report(counts)
    cleaning.report(tasks: reader.tasks.names)
    (patientIDs, self.events) = (order.names, events)
    patients = order.numbers.map { reader.patients[$0] }
    (tasks, words, sources) = (reader.tasks.names, reader.words.names, reader.sources)
    (self.plan, self.forms, self.counts) = (plan, forms, reader.findings.counts)
    let zone = plan.zone ?? .utc
    firstDay = zone.civil(at: Instant(seconds: reader.firstTime ?? 0)).date
    isDateOnly = !reader.hasTimesOfDay
    if let hours = reader.hoursBeforeNoon {
      cleaning.report(hours, planned: try plan.hours(from: firstDay))
    }
    cleaning.report(missingDays: try plan.count(ofDaysWithDoses: reader.daysWithoutColumn))
    if reader.hasSingleDays { cleaning.report(ofRows: try plan.dosesADay(from: firstDay)) }
    self.problems =
      reader.findings.problems.problems + problems + cleaning.problems + reader.warnings
    readings = plan.readings(from: firstDay, isDateOnly: isDateOnly)
    self.assumptions =
      readings + assumptions + cleaning.assumptions + EventFiles.assumed(reader, plan)
  }

  /// Returns the assumptions about tables of events whose plan does not specify them.
  private static func assumed(_ reader: EventTableReader, _ plan: EventPlan) -> [String] {
    var sentences: [String] = []
    let areStarted = reader.patients.allSatisfy { !$0.isKnown || $0.start != nil }
    if plan.start == nil, !areStarted, reader.firstTime != nil, plan.hasDates {
      sentences.append(
        "Each plan begins on the day of its patient's first row, so patients who started late or never"
          + " are not seen (--plan-start, --patients).")
    }
    if reader.baselineRows > 0 {
      sentences.append(
        "\(reader.baselineRows.counting("row")) without a time used only for facts about the patient."
      )
    }
    if reader.tasks.names.count > 1, plan.schedules.count == 1, plan.schedules[nil] != nil {
      sentences.append(
        "The schedule applies to each of \(reader.tasks.names.count) tasks:"
          + " \(InputError.list(reader.tasks.names.sorted())) (--schedule 'TASK=…' gives one its own)."
      )
    }
    return sentences
  }

  /// Makes a reader; each thread needs its own.
  public func makeReader() -> EventFilesReader { EventFilesReader(self) }
}

// Corrections of rows before they become records.
extension EventTableReader {
  /// Reassigns the events of patients with merged ids.
  mutating func join(_ numbers: [Int32]) {
    for (number, target) in numbers.enumerated() where Int32(number) != target {
      patients[Int(target)].merge(patients[number])
      patients[number] = EventPatient()
      others[Int(target), default: []].append(Int32(number))
    }
  }

  /// Returns the events of a patient without those whose dates are years away from the others,
  /// which are rejected.
  mutating func takeEvents(of number: Int, _ far: OutlyingDates) throws(InputError) -> [EventRow] {
    var rows = try events.events(of: [Int32(number)] + (others[number] ?? []))
    if !far.hasNone {
      for row in rows where far.isApart(row.day) { report(row, of: number) }
      for row in rows where far.contains(row.day) { reject(row, of: Int32(number)) }
      rows.removeAll { far.contains($0.day) }
    }
    if !hasTimesOfDay { countDays(rows) }
    for row in rows {
      firstTime = min(firstTime ?? row.time, row.time)
      if !row.isDateOnly { hasTimesOfDay = true }
    }
    return rows
  }

  /// Whether each day of a patient and task has at most one row, without a time of day.
  var hasSingleDays: Bool {
    firstTime != nil && !hasTimesOfDay && !hasSeveralRowsADay && columns.layout != .counts
  }

  /// The hours of the rows if there are ten or more, some of one digit, and all may be of a clock of
  /// 12 hours.
  var hoursBeforeNoon: Set<Int>? {
    let hours = Set((0..<24).filter { times.hours >> UInt32($0) & 1 == 1 })
    let areShort = !times.areComplete && !hours.isDisjoint(with: 1...9)
    return times.count >= 10 && areShort && hours.isSubset(of: 1...12) ? hours : nil
  }

  /// The days without a column between those with one; none if they are as many as the columns, which
  /// then are those of weeks or visits.
  var daysWithoutColumn: [CivilDate] {
    guard let first = dayColumns.min(), let last = dayColumns.max() else { return [] }
    let missing = (first...last).filter { !dayColumns.contains($0) }
    return missing.count < dayColumns.count ? missing.map(CivilDate.init(dayNumber:)) : []
  }

  /// Detects days with several rows of a task.
  private mutating func countDays(_ rows: [EventRow]) {
    guard !hasSeveralRowsADay else { return }
    var days: Set<Int64> = []
    for row in rows where !hasSeveralRowsADay {
      let isNew = days.insert(Int64(row.task) << 32 | Int64(row.day)).inserted
      if !isNew { hasSeveralRowsADay = true }
    }
  }

  /// Reports plans that begin years before or after almost all other dates, as with a placeholder
  /// date: the report starts with the earliest plan.
  mutating func reportOutlyingStarts() {
    var days = events.days
    for case let start? in patients.lazy.map(\.start) { days.add(Int32(clamping: start.dayNumber)) }
    let far = OutlyingDates(days)
    if far.isEmpty { return }
    for number in patients.indices {
      guard let start = patients[number].start, far.contains(Int32(clamping: start.dayNumber))
      else { continue }
      let error = InputError(.against(.farStart, text: "\(start)"), field: columns.start ?? "start")
      report(error.at(source: "patient \(names.names[number])"), of: number)
    }
  }

  private mutating func reject(_ row: EventRow, of number: Int32) {
    reject(error(.farDate, row), of: number)
  }

  /// Reports an event whose date is months away from the others.
  private mutating func report(_ row: EventRow, of number: Int) {
    report(error(.dateApart, row), of: number)
  }

  private func error(_ rule: InputError.Rule, _ row: EventRow) -> InputError {
    let day = CivilDate(dayNumber: Int(row.day))
    let error = InputError(.against(rule, text: "\(day)"), field: columns.time)
    return error.at(source: sources[Int(row.file)], line: Int(row.line))
  }

  /// The warnings about empty days, missing times of day, sites and the list of patients.
  var warnings: [InputError] {
    let edges =
      edgeCells == 0 ? nil : InputError(.against(.edgeCells(edgeCells), text: ""))
    let untimed =
      untimedRows == 0
      ? nil : InputError(.against(.missingTimes(untimedRows), text: ""), field: columns.time)
    return [edges, untimed, problemOfSites(), problemOfList()].compactMap(\.self)
  }

  /// Removes patients whose only row was rejected, such as totals and footers.
  mutating func dropUnreadPatients() {
    for number in patients.indices where !patients[number].isKnown && patients[number].rejected == 1
    {
      dropPatient(number)
    }
  }
}

extension TableProfile {
  /// The warnings about the format of the rows.
  var problems: [InputError] {
    guard repairedQuotes > 0 else { return [] }
    return [
      InputError(.against(.unpairedQuotes(repairedQuotes), text: ""), source: source)
    ]
  }
}
