public import AdherenceAnalytics
public import Diagnostics
import Formats
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
  /// The reader of the records in memory.
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

    /// Creates options for documents without a patient.
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

/// Parses documents entity by entity.
struct DocumentReader {
  /// The lists that contain entities, in revision records and in Parse query results.
  static let lists: [StaticString] = ["entities", "results"]

  private var pool = EntityPool()
  private var sources: [String] = []
  private var findings: [Finding] = []
  /// The number of entities rejected or kept with warnings, by document.
  private var counts: [RecordCounts] = []
  /// The number of occurrences of each unknown key.
  private(set) var unknownKeys: [String: Int] = [:]
  private let document = JSONDocument()

  /// An error or warning about an entity.
  private struct Finding {
    var error: InputError
    var document: Int32
  }

  /// Reads a document to its end.
  ///
  /// - Throws: `InputError` if the file cannot be read.
  mutating func read(_ elements: JSONElements, source: String) throws(InputError) {
    var reader = EntityReader()
    reader.location.document = Int32(sources.count)
    sources.append(source)
    counts.append(RecordCounts())
    while let next = elements.next(into: document) {
      switch next {
      case .success(let position):
        reader.location.number = Int32(clamping: position.number)
        reader.location.line = Int32(clamping: position.line)
        readEntity(&reader)
      case .failure(let error):
        if case .unreadable = error.problem { throw error }
        note(Finding(error: error, document: reader.location.document))
      }
    }
  }

  private mutating func readEntity(_ reader: inout EntityReader) {
    let location = reader.location
    var count: WritableKeyPath<RecordCounts, ReadCount>?
    do throws(InputError) {
      let (kind, node) = try EntityKind.of(document.root)
      count = kind.count
      countUnknown(node, kind)
      pool.add(try reader.read(kind, node))
      for report in reader.reports { note(report, location) }
      let isDoubtful = !reader.reports.isEmpty
      counts[Int(location.document)][keyPath: kind.count].withWarnings += isDoubtful ? 1 : 0
    } catch {
      note(error, location)
      let rejected = ReadCount(read: 1, rejected: 1)
      if let count { counts[Int(location.document)][keyPath: count].merge(rejected) }
    }
  }

  private mutating func note(_ error: InputError, _ location: EntityLocation) {
    note(Finding(error: error.at(location, of: sources), document: location.document))
  }

  private mutating func note(_ finding: Finding) {
    if findings.count <= ProblemList.limit { findings.append(finding) }
  }

  private mutating func countUnknown(_ node: JSONNode, _ kind: EntityKind) {
    for name in node.names(besides: kind.names)
    where unknownKeys[name] != nil || unknownKeys.count < 1_000 {
      unknownKeys[name, default: 0] += 1
    }
  }
}

// Assembly of records.
extension DocumentReader {
  /// Assembles the records of all documents.
  ///
  /// - Parameters:
  ///   - options: Defaults for information that documents lack.
  ///   - budget: The maximum number of events to enumerate in order to resolve outcomes.
  /// - Returns: The records, and the problems of the documents.
  func records(
    _ options: CareKitRecords.Options, budget: Int = OutcomeKeys.budget
  ) -> RecordList {
    let ownership = Ownership(pool, stranger: options.patient)
    let sorting = EntitySorting(pool, ownership)
    var (patients, strays) = (sorting.drafts, PatientDrafts())
    func change(ownerOf document: Int32, _ body: (inout PatientDrafts) -> Void) {
      let owner = ownership.owner(inDocument: document)
      let isOpen = ownership.isOpen(inDocument: document)
      let index = isOpen ? nil : patients.index(forKey: owner)
      if let index { body(&patients.values[index]) } else { body(&strays) }
    }
    for finding in findings + unassigned(sorting) {
      change(ownerOf: finding.document) { $0.problems.append(finding.error) }
    }
    for (document, counts) in counts.enumerated() {
      change(ownerOf: Int32(document)) { $0.counts.merge(counts) }
    }
    var budget = budget
    let entries = patients.sorted { $0.key < $1.key }.map { id, drafts in
      var assembly = RecordAssembly(
        drafts, Patient(id: id, zone: drafts.zone(options)), pool, sources, budget: budget)
      defer { budget = assembly.budget }
      return assembly.entry()
    }
    return RecordList(
      entries: entries, problems: strays.problems.problems, counts: strays.counts)
  }

  /// Returns the problems of entities that belong to none of their documents' patients.
  private func unassigned(_ sorting: EntitySorting) -> [Finding] {
    sorting.unassigned.prefix(ProblemList.limit).map { location in
      let error = InputError(.against(.unassigned, text: "")).at(location, of: sources)
      return Finding(error: error, document: location.document)
    }
  }
}

extension PatientDrafts {
  /// Returns the time zone of a patient without a Patient entity.
  fileprivate func zone(_ options: CareKitRecords.Options) -> Zone {
    options.zone ?? tasks.first?.facts.zone ?? carePlans.first?.facts.zone
      ?? contacts.first?.facts.zone ?? outcomes.first?.facts.zone ?? .utc
  }
}
