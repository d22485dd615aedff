public import AdherenceAnalytics
public import Diagnostics
import Interchange
public import Scheduling

/// Patient records from CareKit or ParseCareKit JSON documents, in any of their formats since 2.0.
///
///     let source = try CareKitRecords(["Datasets/golden/carekit-json/files/v4-versions.json"])
///     print(source.patientIDs, source.problems.count)  // ["patient"] 0
///
/// A document is a revision record, a list of entities, a single entity, NDJSON, or a Parse query
/// result. All documents are merged: versions are identified by their UUIDs, so that the revisions
/// of several devices form one record. Entities are parsed as a stream, whatever the size of the
/// document; the parsed entities are held in memory.
///
/// An invalid entity is rejected with an error that gives the file, the line on which the entity
/// starts, and its index and key path, such as `3.schedule.elements.0.interval`.
public struct CareKitRecords: CohortSource {
  public typealias Reader = RecordList.Reader

  private let list: RecordList
  /// The number of occurrences of each unknown key, for at most a thousand keys.
  public let unknownKeys: [String: Int]

  /// Defaults for information that documents lack.
  public struct Options: Hashable, Sendable {
    /// The patient id for documents without a patient.
    public var patient: String
    /// The time zone of that patient; `nil` uses that of the first task.
    public var zone: Zone?

    public init(patient: String = "patient", zone: Zone? = nil) {
      (self.patient, self.zone) = (patient, zone)
    }
  }

  /// Reads files; `-` is standard input.
  ///
  /// - Throws: `InputError` if a file cannot be read.
  /// - Complexity: O(*n* log *n*) for *n* bytes, plus the enumeration of each task's events up to
  ///   the last one with an outcome, limited to a million per task and a hundred million in total.
  public init(_ paths: [String], _ options: Options = Options()) throws(InputError) {
    var reader = DocumentReader()
    for path in paths {
      let name = path == "-" ? "standard input" : path
      try reader.read(
        try JSONElements(path: path, source: name, streaming: DocumentReader.lists), source: name)
    }
    self.init(reader, options)
  }

  /// Reads a document in memory; `source` is its name in errors.
  public init(_ bytes: [UInt8], source: String = "document", _ options: Options = Options())
    throws(InputError)
  {
    var reader = DocumentReader()
    try reader.read(
      try JSONElements(bytes, source: source, streaming: DocumentReader.lists), source: source)
    self.init(reader, options)
  }

  private init(_ reader: DocumentReader, _ options: Options) {
    list = reader.records(options)
    unknownKeys = reader.unknownKeys
  }

  /// The sorted patient ids.
  public var patientIDs: [String] { list.patientIDs }
  /// The problems of entities without a known patient.
  public var problems: [InputError] { list.problems }
  /// The counts of entities without a known patient.
  public var counts: RecordCounts { list.counts }

  /// Creates a reader; each worker needs its own.
  public func makeReader() -> RecordList.Reader { list.makeReader() }
}
