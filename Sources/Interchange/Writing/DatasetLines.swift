package import AdherenceAnalytics
package import Diagnostics
import Scheduling

/// The encoded lines of some records by file.
///
/// Threads encode blocks of records concurrently; a ``DatasetWriter`` then writes the blocks in
/// order.
package struct DatasetLines: Sendable {
  var patients = RowBytes()
  var plans = RowBytes()
  var contacts = RowBytes()
  var tasks: [UInt8] = []
  var outcomes = RowBytes()
  var holds = RowBytes()
  private var taskBytes = TaskBytes()
  private var outcomeBytes = OutcomeBytes()

  package init() {}

  /// The size of all lines in bytes.
  package var size: Int {
    DatasetLines.tables.reduce(tasks.count) { $0 + self[keyPath: $1].bytes.count }
  }

  private static var tables: [WritableKeyPath<DatasetLines, RowBytes>] {
    [\.patients, \.plans, \.contacts, \.outcomes, \.holds]
  }

  /// Appends the lines of a record.
  ///
  /// - Throws: `InputError` if a folder cannot represent the record: a patient without an id, a
  ///   time outside the years 1 to 9999, a custom scoring function, a negative number or NaN.
  ///   Nothing of the record is appended then.
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

  /// Removes the lines of a record that cannot be written.
  private mutating func truncate(to sizes: [Int]) {
    for (table, size) in zip(DatasetLines.tables, sizes) {
      self[keyPath: table].removeLast(self[keyPath: table].bytes.count - size)
    }
    tasks.removeLast(tasks.count - sizes[sizes.count - 1])
  }

  /// Moves the lines with their memory to a new block, which another thread may read.
  package mutating func take() -> DatasetLines {
    var taken = DatasetLines()
    for table in DatasetLines.tables { swap(&taken[keyPath: table], &self[keyPath: table]) }
    swap(&taken.tasks, &tasks)
    return taken
  }

  /// Removes the lines and keeps the capacity.
  package mutating func removeAll() {
    for table in DatasetLines.tables {
      self[keyPath: table].removeLast(self[keyPath: table].bytes.count)
    }
    tasks.removeAll(keepingCapacity: true)
  }
}
