public import AdherenceAnalytics
public import Diagnostics
import Formats
import Interchange
import Scheduling

/// Writes records and their adherence as FHIR resources, to a Bulk Data folder of NDJSON files or a
/// Bundle.
///
///     let writer = try FHIRWriter(folder: path, FHIRContent(AdherenceQuery(january, by: .week)))
///     let problems = try writer.write(record)  // properties that FHIR cannot represent
///     try writer.finish()
///
/// The output is deterministic for the same records in the same order. Files are renamed to their
/// final names by ``finish()``. Memory use is bounded by one record. Records that came from FHIR
/// keep their ids; other ids are derived from the record's own, so that repeated exports replace
/// each other.
///
/// Omitted because requests cannot represent them: past holds, contacts, tags, and targets of a task
/// other than a dose. A plan that follows events is written with its dates; a task without an event
/// that it follows is refused. Named events are written as Procedures, withdrawn ones with the status
/// `not-done`.
public final class FHIRWriter {
  private var writing: RecordWriting
  private var lines = ResourceLines()
  private let output: FHIROutput

  /// The buffer size at which lines are flushed.
  private static let blockSize = 1 << 20

  /// Creates a writer for a folder, which is created if necessary, with a file for each resource
  /// type.
  ///
  /// - Throws: `InputError` if the folder cannot be written, or another program is writing to it.
  public init(folder path: String, _ content: FHIRContent) throws(InputError) {
    writing = RecordWriting(content)
    output = .folder(try FHIRFolder(path))
  }

  /// Creates a writer for a transaction Bundle that updates each resource on a server by id.
  ///
  /// - Throws: `InputError` if the file cannot be written.
  public init(bundle path: String, _ content: FHIRContent) throws(InputError) {
    writing = RecordWriting(content)
    output = .bundle(try FHIRBundle(path))
  }

  /// Writes a record.
  ///
  /// - Returns: What FHIR cannot represent and was omitted, and the tasks that cannot be evaluated.
  /// - Throws: `InputError` if the disk is full.
  public func write(_ record: CareRecord) throws(InputError) -> [InputError] {
    let problems = writing.append(record, to: &lines)
    if lines.size >= FHIRWriter.blockSize { try flush() }
    return problems
  }

  /// Writes the summaries of all records and renames the finished files to their final names.
  ///
  /// - Throws: `InputError` if a file cannot be written or renamed.
  public func finish() throws(InputError) {
    writing.appendSummaries(to: &lines)
    try flush()
    switch output {
    case .folder(let folder): try folder.finish()
    case .bundle(let bundle): try bundle.finish()
    }
  }

  private func flush() throws(InputError) {
    switch output {
    case .folder(let folder): try folder.write(lines)
    case .bundle(let bundle): try bundle.write(lines)
    }
    lines.removeAll()
  }
}

/// Converts records to resources one at a time, reusing its buffers.
package struct RecordWriting: Sendable {
  private let content: FHIRContent
  private var evaluator: AdherenceEvaluator
  private var summaries: SummaryReports

  package init(_ content: FHIRContent) {
    self.content = content
    evaluator = AdherenceEvaluator(content.query)
    summaries = SummaryReports(content)
  }

  /// Appends the resources of a record.
  ///
  /// - Returns: What was omitted, and why.
  package mutating func append(
    _ record: CareRecord, to lines: inout ResourceLines
  ) -> [InputError] {
    let compiled = CompiledRecord(record, content.query)
    let answer = evaluator.adherence(of: compiled)
    let own = lines
    // Avoids a copy-on-write of the lines, which would otherwise have two owners.
    lines = ResourceLines()
    var resources = PatientResources(compiled, answer, content, into: consume own)
    resources.write()
    if content.measure != nil { summaries.add(resources) }
    lines = resources.lines
    return answer.problems + resources.problems
  }

  /// Appends the summaries of all records.
  package func appendSummaries(to lines: inout ResourceLines) {
    if let measure = content.measure { summaries.write(of: measure, to: &lines) }
  }
}

/// The destination of the resources.
enum FHIROutput {
  case folder(FHIRFolder)
  case bundle(FHIRBundle)
}

/// A folder with an NDJSON file for each resource type present.
final class FHIRFolder {
  private let folder: OutputFolder
  private var files: [WrittenType: OutputFile] = [:]

  init(_ path: String) throws(InputError) { folder = try OutputFolder(path) }

  func write(_ lines: ResourceLines) throws(InputError) {
    var bytes: [UInt8] = []
    for type in WrittenType.allCases {
      lines.append(type, to: &bytes)
      if bytes.isEmpty { continue }
      try file(of: type).write(bytes)
      bytes.removeAll(keepingCapacity: true)
    }
  }

  /// Finishes the files and removes stale files of other types, so that the folder is one
  /// consistent export.
  func finish() throws(InputError) {
    for file in files.values { try file.finish() }
    let missing = WrittenType.allCases.filter { files[$0] == nil }
    try folder.commit(removing: missing.map(\.file))
  }

  private func file(of type: WrittenType) throws(InputError) -> OutputFile {
    if let file = files[type] { return file }
    let file = try folder.file(type.file)
    files[type] = file
    return file
  }
}

extension WrittenType {
  fileprivate var file: String { "\(rawValue).ndjson" }
}

/// A file with one Bundle, whose entries are written as a stream.
final class FHIRBundle {
  private let file: OutputFile
  private var isEmpty = true

  init(_ path: String) throws(InputError) {
    file = try OutputFile(path: path)
    try file.write(Array(#"{"resourceType":"Bundle","type":"transaction""#.utf8))
  }

  func write(_ lines: ResourceLines) throws(InputError) {
    if lines.lines.isEmpty { return }
    var bytes = isEmpty ? Array(#","entry":["#.utf8) : []
    lines.appendEntries(isFirst: isEmpty, to: &bytes)
    isEmpty = false
    try file.write(bytes)
  }

  func finish() throws(InputError) {
    try file.write(Array((isEmpty ? "}\n" : "\n]}\n").utf8))
    try file.finish()
  }
}

/// Resources as concatenated JSON.
package struct ResourceLines: Sendable {
  /// A resource and the range of its JSON.
  package struct Line: Sendable {
    /// The resource type.
    package let type: WrittenType
    let id: ResourceID
    let range: Range<Int>
  }

  /// The resources in order of writing.
  package private(set) var lines: [Line] = []
  private var json = JSONBytes()

  /// Creates an empty list.
  package init() {}

  /// The number of bytes of all resources.
  package var size: Int { json.bytes.count }

  /// Returns the JSON of a resource.
  package func json(of line: Line) -> ArraySlice<UInt8> { json.bytes[line.range] }

  /// Removes all resources, keeping the capacity.
  package mutating func removeAll() {
    json.removeAll()
    lines.removeAll(keepingCapacity: true)
  }

  /// Writes a resource: its type and id, then the content written by a closure.
  mutating func append(_ name: ResourceName, _ write: (inout JSONBytes) -> Void) {
    let start = json.bytes.count
    json.begin()
    json.object { json in
      json.property("resourceType", name.type.rawValue)
      json.property("id", name.id.text)
      write(&json)
    }
    lines.append(Line(type: name.type, id: name.id, range: start..<json.bytes.count))
  }

  /// Appends the resources of a type as NDJSON.
  package func append(_ type: WrittenType, to bytes: inout [UInt8]) {
    for line in lines where line.type == type {
      bytes += json(of: line)
      bytes.append(UInt8(ascii: "\n"))
    }
  }

  /// Appends the resources as entries of a transaction, comma-separated.
  package func appendEntries(isFirst: Bool, to bytes: inout [UInt8]) {
    for (index, line) in lines.enumerated() {
      bytes += (isFirst && index == 0 ? "\n" : ",\n").utf8
      bytes += #"{"resource":"#.utf8
      bytes += json(of: line)
      bytes += #","request":{"method":"PUT","url":""#.utf8
      bytes += "\(line.type.rawValue)/\(line.id.text)\"}}".utf8
    }
  }
}
