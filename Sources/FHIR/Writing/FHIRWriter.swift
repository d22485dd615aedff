public import AdherenceAnalytics
public import Diagnostics
import Interchange
import Scheduling

/// Writes records and their adherence as FHIR resources, to a Bulk Data folder of NDJSON files or a
/// Bundle.
///
///     let writer = try FHIRWriter(folder: path, FHIRContent(AdherenceQuery(january, by: .week)))
///     let problems = try writer.write(record)  // what FHIR cannot represent
///     try writer.finish()
///
/// The output is deterministic for the same records in the same order. Files are renamed to their
/// final names by ``finish()``. Memory use is bounded by one record. Records that came from FHIR
/// keep their ids; other ids are derived from the record's own, so that repeated exports replace
/// each other.
///
/// Omitted because requests cannot represent them: past holds, contacts, tags, and targets of a
/// task other than a dose.
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
