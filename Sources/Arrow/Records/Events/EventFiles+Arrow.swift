public import Diagnostics
public import Interchange
import Scheduling

extension EventFiles {
  /// Reads a stream of events, one per row, with one plan for all patients or one per task.
  ///
  ///     let events = try ArrowStream(file: "Datasets/columns/events.arrow")
  ///     let columns = EventColumns(patient: "participant", time: "opened_at")
  ///     var plan = EventPlan("every day at 08:00 and 20:00")
  ///     plan.zone = .utc
  ///     let source = try EventFiles(events, columns, plan)
  ///     print(source.patientIDs)  // ["a", "b"]
  ///
  /// Columns are named and interpreted as in files; columns that are not named are detected in the
  /// same way. Besides text they may have the types that an ``ArrowDataset`` accepts; the zone of a
  /// time column is that of the patients' clocks. The stream is released after reading; each event
  /// is kept in about fifty bytes.
  ///
  /// - Throws: `InputError` if a column is missing or of a wrong type, the plan cannot be parsed,
  ///   the producer fails, or the interpretation of the data is ambiguous.
  /// - Complexity: O(*n* log *n*) for *n* rows.
  public init(
    _ events: ArrowStream, _ columns: EventColumns, _ plan: EventPlan
  ) throws(InputError) {
    try plan.validate()
    var (plan, assumptions) = (plan, [String]())
    var table = try ArrowEventTable(events, name: "events")
    if plan.zone == nil, let zone = table.zone(ofTime: columns.time) {
      plan.zone = zone
      assumptions.append(
        "The time zone of the times is that of the patients' clocks: \(zone.id)"
          + " (--zone names another).")
    }
    let profile = table.profile
    let reading = try ReadingPlan(profile, columns, isZoned: plan.zone != nil)
    try reading.requireAnswers(table.source)
    plan.chooseIDs(among: profile, reading.events.patient)
    table.form = reading.events.form
    // All events are kept in memory, like the table itself.
    var reader = EventTableReader(plan, capacity: Int(Int32.max))
    let places = try reader.places(in: table, reading.events)
    try table.check(reading.events, places)
    try EventBlocks(table, places, reading.events).read(into: &reader)
    let problems = reading.problems.map { $0.at(source: table.source) } + table.mergedRows()
    try self.init(
      reader, columns, plan, assumptions: assumptions + reading.assumptions, problems: problems,
      areSame: { table.areSame($0 - 1, $1 - 1) })
  }
}

extension PlannedPatient {
  /// Reads a stream of patients, whose columns are detected as in files.
  ///
  /// - Throws: `InputError` if the producer fails, or a row has no id or cannot be parsed.
  package static func list(_ patients: ArrowStream) throws(InputError) -> [PlannedPatient] {
    let table = try ArrowEventTable(patients, name: "patients")
    return try list(0..<table.table.count, of: table, table.profile)
  }
}
