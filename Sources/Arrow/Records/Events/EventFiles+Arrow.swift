public import Interchange
public import Scheduling

extension EventFiles {
  /// Reads a stream of events, a row each, with one plan for all patients or one a task.
  ///
  ///     let events = try ArrowStream(file: "Datasets/columns/events.arrow")
  ///     let columns = EventColumns(patient: "participant", time: "opened_at")
  ///     let source = try EventFiles(events, columns, EventPlan("every day at 08:00 and 20:00"))
  ///     print(source.patientIDs)  // ["a", "b"]
  ///
  /// Columns go by their names and mean what they mean in files; beside text they may have the types of what
  /// they mean, as those of an ``ArrowDataset``. A time in whole numbers needs `columns.form.times` to say what it
  /// counts. The stream is released when it is read: the events are kept, in some forty bytes each.
  ///
  /// - Throws: `InputError` where a column is missing or of a wrong type, the plan cannot be read, or the producer
  ///   fails.
  /// - Complexity: O(*n*) for *n* rows.
  public init(
    _ events: ArrowStream, _ columns: EventColumns, _ plan: EventPlan
  ) throws(InputError) {
    try plan.validate()
    let table = try ArrowEventTable(events, columns)
    var reader = EventTableReader(columns, plan)
    let blocks = EventBlocks(table, try reader.places(in: table), columns)
    try blocks.read(into: &reader)
    self.init(reader, plan)
  }
}
