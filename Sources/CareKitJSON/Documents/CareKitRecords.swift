public import AdherenceAnalytics
import Interchange
public import Scheduling

/// Documents that CareKit or ParseCareKit wrote, in any of their codings since 2.0, as records.
///
///     let source = try CareKitRecords(["Datasets/golden/carekit-json/files/v4-versions.json"])
///     print(source.patientIDs, source.problems.count)  // ["patient"] 0
///
/// A document is a revision record, a list of entities, one alone, one a line, or the results of
/// Parse. The documents are read together: versions are told apart by their UUIDs, so that the
/// revisions of several devices make one record. Entities come one by one, however long a document
/// is; what they say is held in memory.
///
/// What is wrong is set aside with an error that names the file, the line on which the entity
/// begins, and the entity's place and field, as `3.schedule.elements.0.interval`.
public struct CareKitRecords: CohortSource {
  /// Reads the records.
  public typealias Reader = RecordList.Reader

  private let list: RecordList
  /// How often keys were passed over that CareKit's entities have not, at most a thousand of them.
  public let unknownKeys: [String: Int]

  /// What documents do not say.
  public struct Options: Hashable, Sendable {
    /// The id of the patient of documents without one.
    public var patient: String
    /// The zone of that patient; `nil` takes that of the first task.
    public var zone: Zone?

    /// Creates options.
    public init(patient: String = "patient", zone: Zone? = nil) {
      (self.patient, self.zone) = (patient, zone)
    }
  }

  /// Reads files; `-` is standard input.
  ///
  /// - Throws: `InputError` where a file cannot be read.
  /// - Complexity: O(*n* log *n*) for *n* bytes at most, and for each task that has outcomes the
  ///   events up to the last one with an outcome: a million of a task at most, and a hundred million
  ///   in all.
  public init(_ paths: [String], _ options: Options = Options()) throws(InputError) {
    var reader = DocumentReader()
    for path in paths {
      let name = path == "-" ? "standard input" : path
      try reader.read(
        try JSONElements(path: path, source: name, streaming: DocumentReader.lists), source: name)
    }
    self.init(reader, options)
  }

  /// Reads a document in memory; errors name it as `source`.
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

  /// The patients' ids in order.
  public var patientIDs: [String] { list.patientIDs }
  /// What is wrong with entities of which nobody can say whose they are.
  public var problems: [InputError] { list.problems }
  /// How many of those there are.
  public var counts: RecordCounts { list.counts }

  /// Makes a reader; each worker needs its own.
  public func makeReader() -> RecordList.Reader { list.makeReader() }
}
