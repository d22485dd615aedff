public import AdherenceAnalytics
public import CArrow
public import Scheduling

/// The records of a cohort in the columns of a program: `patients`, `tasks`, `outcomes` and, if they are there,
/// `holds`, `plans` and `contacts`.
///
///     let data = try ArrowDataset(["patients": patients, "tasks": tasks, "outcomes": outcomes])
///     var reader = data.makeReader()
///     try reader.read(data.patientIDs.indices) { entry in print(entry.record.outcomes.count) }
public struct ArrowDataset: CohortSource {
  /// The patients' ids in order.
  public let patientIDs: [String]
  /// What is wrong and belongs to no patient, table by table.
  public let problems: [InputError]
  /// What was set aside because it belongs to no patient.
  public let counts: RecordCounts

  /// Reads streams that are taken over.
  public init(_ tables: [String: ArrowStream]) throws(InputError) {
    throw InputError(.unsupported(part: "tables"))
  }

  /// Takes over streams and reads them.
  public init(
    taking tables: [(name: String, stream: UnsafeMutablePointer<ArrowArrayStream>)]
  ) throws(InputError) {
    try self.init(ArrowStream.tables(taking: tables))
  }

  /// Makes a reader; each worker needs its own.
  public func makeReader() -> ArrowDatasetReader { ArrowDatasetReader() }
}

/// Reads the records of an ``ArrowDataset``.
public struct ArrowDatasetReader: CohortReader {
  /// Reads the patients at neighbouring places, in order.
  public mutating func read(
    _ places: Range<Int>, _ body: (CohortEntry) throws(InputError) -> Void
  ) throws(InputError) {}
}
