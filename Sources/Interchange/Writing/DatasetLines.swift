package import AdherenceAnalytics
package import Scheduling

/// The lines of some records, file by file, as a ``DatasetWriter`` writes them.
///
/// Workers make lines of blocks of records at once; the writer then takes the blocks in order.
package struct DatasetLines: Sendable {
  var patients = RowBytes()
  var plans = RowBytes()
  var contacts = RowBytes()
  var tasks: [UInt8] = []
  var outcomes = RowBytes()
  var holds = RowBytes()
  private var taskBytes = TaskBytes()
  private var outcomeBytes = OutcomeBytes()

  /// Begins without lines.
  package init() {}

  /// The size of all lines in bytes.
  package var size: Int {
    DatasetLines.tables.reduce(tasks.count) { $0 + self[keyPath: $1].bytes.count }
  }

  private static var tables: [WritableKeyPath<DatasetLines, RowBytes>] {
    [\.patients, \.plans, \.contacts, \.outcomes, \.holds]
  }

  /// Adds the lines of a record.
  ///
  /// - Throws: `InputError` where the record has what a folder cannot say: a patient without an id, a
  ///   time outside the years 1 to 9999, a scoring of the program's own, a number below 0 or none.
  ///   Nothing of it is added then.
  /// - Complexity: O(*n*) for *n* outcomes.
  package mutating func append(_ record: CareRecord) throws(InputError) {
    let id = record.patient.id
    let sizes = DatasetLines.tables.map { self[keyPath: $0].bytes.count } + [tasks.count]
    do throws(InputError) {
      try record.requireWritable()
      for patient in record.patients { patients.append(patient) }
      for plan in record.carePlans { plans.append(plan, of: id) }
      for contact in record.contacts { contacts.append(contact, of: id) }
      for task in record.tasks { try taskBytes.append(task, of: id, to: &tasks) }
      try outcomeBytes.append(record, to: &outcomes)
      for hold in record.holds { holds.append(hold, of: id) }
    } catch {
      truncate(to: sizes)
      throw error.at(source: "the record of '\(id)'")
    }
  }

  /// Takes back what was added of a record that cannot be written.
  private mutating func truncate(to sizes: [Int]) {
    for (table, size) in zip(DatasetLines.tables, sizes) {
      self[keyPath: table].removeLast(self[keyPath: table].bytes.count - size)
    }
    tasks.removeLast(tasks.count - sizes[sizes.count - 1])
  }

  /// Gives the lines away with their memory, which another thread may read while this one goes on.
  package mutating func take() -> DatasetLines {
    var taken = DatasetLines()
    for table in DatasetLines.tables { swap(&taken[keyPath: table], &self[keyPath: table]) }
    swap(&taken.tasks, &tasks)
    return taken
  }

  /// Forgets the lines and keeps their memory.
  package mutating func removeAll() {
    for table in DatasetLines.tables {
      self[keyPath: table].removeLast(self[keyPath: table].bytes.count)
    }
    tasks.removeAll(keepingCapacity: true)
  }
}
