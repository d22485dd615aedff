public import AdherenceAnalytics
public import Scheduling

/// Tables of events that other programs made, with one plan for all patients or one a task.
///
///     let source = try EventFiles(
///       ["Datasets/tables/caps.csv"], EventColumns(patient: "participant", time: "opened_at"),
///       EventPlan("every day at 08:00 and 20:00"))
///     print(source.patientIDs.count, source.problems.count)  // 12 0
///
/// A row is something that one patient did at one time, or a statement that it was not done. Columns that
/// are not named are found; what was decided so is among the ``assumptions``, and what the data leave open
/// is an error that asks. The zone, group and first day of a patient are those of the first row that has
/// them; a patient without a row is known where the plan names the patients.
///
/// Memory holds a million rows, some fifty bytes each, and of every patient a few hundred bytes; the other rows
/// go to a temporary file.
public struct EventFiles: CohortSource {
  /// The patients' ids in order.
  public let patientIDs: [String]
  /// The errors of rows that name no patient, and what the data contradict.
  public let problems: [InputError]
  /// The number of rows that name no patient.
  public let counts: RecordCounts
  /// The dialect of each file, for people.
  public let forms: [String]
  /// What was decided where neither the columns nor the plan say it, a sentence each.
  public let assumptions: [String]
  /// Those that say how schedules are read, which come first.
  let readings: [String]
  /// `true`: a table says nothing of the days after its last row.
  public let endsWithItsData = true
  /// Two: a total or footer below a small table, a date that was mistyped.
  public let tolerance = 2

  let events: SortedEvents
  let patients: [EventPatient]
  let tasks: [String]
  let words: [String]
  let sources: [String]
  let plan: EventPlan
  /// The day of the first event of all.
  let firstDay: CivilDate
  /// Whether no event has a time of day.
  let isDateOnly: Bool

  /// Reads files; `-` is standard input.
  ///
  /// - Throws: `InputError` where a file cannot be read or has not the columns, a plan cannot be read, or the
  ///   data leave open how they are meant.
  /// - Complexity: O(*n* log *n*) for *n* bytes of the files at most.
  public init(
    _ paths: [String], _ columns: EventColumns, _ plan: EventPlan
  ) throws(InputError) {
    var inputs: [TableInput] = []
    for path in paths { inputs.append(try TableInput(path: path)) }
    try self.init(inputs, columns, plan)
  }

  /// Reads tables one after the other, of whose events memory holds a number; the profile of the first may be
  /// known.
  init(
    _ inputs: [TableInput], _ columns: EventColumns, _ plan: EventPlan,
    known: TableProfile? = nil, capacity: Int = EventTableReader.capacity
  ) throws(InputError) {
    try plan.validate()
    var (plan, begun) = (plan, EventTableReader?.none)
    var (forms, assumptions, problems): ([String], [String], [InputError]) = ([], [], [])
    var known = known
    for input in inputs {
      let profile =
        if let first = known.take() { first } else { try TableProfile(input, columns.form) }
      let reading = try ReadingPlan(profile, columns, isZoned: plan.zone != nil)
      try reading.requireAnswers(input.name)
      if begun == nil { plan.chooseIDs(among: profile, reading.events.patient) }
      var reader = begun.take() ?? EventTableReader(plan, capacity: capacity)
      try reader.read(try ForeignTable(input, reading.events.form), reading.events)
      begun = reader
      forms.append("\(profile.source): \(profile.form)")
      assumptions += reading.assumptions.filter { !assumptions.contains($0) }
      problems += profile.problems + reading.problems.map { $0.at(source: input.name) }
    }
    try self.init(
      begun ?? EventTableReader(plan, capacity: capacity), columns, plan, forms: forms,
      assumptions: assumptions, problems: problems)
  }

  /// Takes events that were read, with plans that can be.
  ///
  /// - Throws: `InputError` where the rows leave open how they are meant.
  package init(
    _ reader: EventTableReader, _ columns: EventColumns, _ plan: EventPlan, forms: [String] = [],
    assumptions: [String] = [], problems: [InputError] = [],
    areSame: ((Int, Int) -> Bool)? = nil
  ) throws(InputError) {
    var (reader, cleaning) = (reader, EventCleaning(columns.rules, areSame))
    try reader.events.endRun()
    reader.join(cleaning.foldIDs(reader.names.names))
    reader.disownUnread()
    let order = SortedNames(reader.names) {
      reader.patients[$0].isKnown || reader.patients[$0].setAside > 0
    }
    let far = FarDates(reader.events.days)
    reader.tellFarStarts()
    var (events, counts) = (SortedEvents(capacity: reader.capacity), EventCleaning.Counts())
    for number in order.numbers {
      try events.append(cleaning.clean(try reader.takeEvents(of: number, far), &counts))
    }
    try cleaning.tell(counts)
    cleaning.tell(tasks: reader.tasks.names)
    (patientIDs, self.events) = (order.names, events)
    patients = order.numbers.map { reader.patients[$0] }
    (tasks, words, sources) = (reader.tasks.names, reader.words.names, reader.sources)
    (self.plan, self.forms, self.counts) = (plan, forms, reader.findings.counts)
    let zone = plan.zone ?? .utc
    firstDay = zone.civil(at: Instant(seconds: reader.firstTime ?? 0)).date
    isDateOnly = !reader.hasTimesOfDay
    if reader.hasSingleDays { cleaning.tell(ofRows: try plan.dosesADay(from: firstDay)) }
    self.problems =
      reader.findings.problems.problems + problems + cleaning.problems + reader.doubts
    readings = plan.readings(from: firstDay, isDateOnly: isDateOnly)
    self.assumptions =
      readings + assumptions + cleaning.assumptions + EventFiles.assumed(reader, plan)
  }

  /// What is assumed of every table of events whose plan leaves it open.
  private static func assumed(_ reader: EventTableReader, _ plan: EventPlan) -> [String] {
    var sentences: [String] = []
    let areStarted = reader.patients.allSatisfy { !$0.isKnown || $0.start != nil }
    if plan.start == nil, !areStarted, reader.firstTime != nil {
      sentences.append(
        "Each plan begins on the day of its patient's first row, so patients who started late or never"
          + " are not seen (--plan-start, --patients).")
    }
    if reader.baselineRows > 0 {
      sentences.append(
        "\(reader.baselineRows.counting("row")) without a time only for facts of the patient.")
    }
    if reader.tasks.names.count > 1, plan.schedules.count == 1, plan.schedules[nil] != nil {
      sentences.append(
        "The one schedule is that of each of \(reader.tasks.names.count) tasks:"
          + " \(InputError.list(reader.tasks.names.sorted())) (--schedule 'TASK=…' gives one its own)."
      )
    }
    return sentences
  }

  /// Makes a reader; each worker needs its own.
  public func makeReader() -> EventFilesReader { EventFilesReader(self) }
}

// Rows that are put right before they become records.
extension EventTableReader {
  /// Gives the events of some patients to others.
  mutating func join(_ numbers: [Int32]) {
    for (number, target) in numbers.enumerated() where Int32(number) != target {
      patients[Int(target)].merge(patients[number])
      patients[number] = EventPatient()
      others[Int(target), default: []].append(Int32(number))
    }
  }

  /// The events of a patient, without those whose dates are years away from the others, which are rejected.
  mutating func takeEvents(of number: Int, _ far: FarDates) throws(InputError) -> [EventRow] {
    var rows = try events.events(of: [Int32(number)] + (others[number] ?? []))
    if !far.hasNone {
      for row in rows where far.isApart(row.day) { tell(row, of: number) }
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

  /// Whether each day of a patient and task has one row at most, without a time of day.
  var hasSingleDays: Bool {
    firstTime != nil && !hasTimesOfDay && !hasSeveralRowsADay && columns.layout != .counts
  }

  /// Finds whether a day has several rows of a task.
  private mutating func countDays(_ rows: [EventRow]) {
    guard !hasSeveralRowsADay else { return }
    var days: Set<Int64> = []
    for row in rows where !hasSeveralRowsADay {
      let isNew = days.insert(Int64(row.task) << 32 | Int64(row.day)).inserted
      if !isNew { hasSeveralRowsADay = true }
    }
  }

  /// Tells of plans that begin years away from almost all other dates, such as on a placeholder: the days of a report
  /// begin with them.
  mutating func tellFarStarts() {
    var days = events.days
    for case let start? in patients.lazy.map(\.start) { days.add(Int32(clamping: start.dayNumber)) }
    let far = FarDates(days)
    if far.isEmpty { return }
    for number in patients.indices {
      guard let start = patients[number].start, far.contains(Int32(clamping: start.dayNumber))
      else { continue }
      let error = InputError(.against(.farStart, text: "\(start)"), field: columns.start ?? "start")
      tell(error.at(source: "patient \(names.names[number])"), of: number)
    }
  }

  private mutating func reject(_ row: EventRow, of number: Int32) {
    reject(error(.farDate, row), of: number)
  }

  /// Tells of an event whose date is months away from the others.
  private mutating func tell(_ row: EventRow, of number: Int) {
    tell(error(.dateApart, row), of: number)
  }

  private func error(_ rule: InputError.Rule, _ row: EventRow) -> InputError {
    let day = CivilDate(dayNumber: Int(row.day))
    let error = InputError(.against(rule, text: "\(day)"), field: columns.time)
    return error.at(source: sources[Int(row.file)], line: Int(row.line))
  }

  /// What days without contents, sites and lists of patients leave open.
  var doubts: [InputError] {
    let edges =
      edgeCells == 0 ? nil : InputError(.against(.edgeCells(edgeCells), text: ""))
    return [edges, problemOfSites(), problemOfList()].compactMap(\.self)
  }

  /// Takes names with a single row that was rejected, such as those of totals and footers, for no patients.
  mutating func disownUnread() {
    for number in patients.indices where !patients[number].isKnown && patients[number].setAside == 1
    {
      disown(number)
    }
  }
}

extension TableProfile {
  /// What the form of the rows contradicts.
  var problems: [InputError] {
    guard repairedQuotes > 0 else { return [] }
    return [
      InputError(.against(.unpairedQuotes(repairedQuotes), text: ""), source: source)
    ]
  }
}
