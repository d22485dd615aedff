public import AdherenceAnalytics
import Interchange
public import Scheduling

/// Writes records and their adherence as resources of FHIR: a folder of NDJSON, as Bulk Data has it, or a
/// Bundle.
///
///     let writer = try FHIRWriter(folder: path, FHIRContent(AdherenceQuery(january, by: .week)))
///     let problems = try writer.write(record)  // what FHIR cannot say
///     try writer.finish()
///
/// The same records in the same order give the same bytes. Files get their names by ``finish()``. Memory
/// follows one record. Ids are those of FHIR where the record came from there, and made from the record's
/// own else, so that what is written again replaces what was written before.
///
/// What requests cannot say stays out: holds that are over, contacts, tags, and what a task asks for beside a
/// dose.
public final class FHIRWriter {
  private var writing: RecordWriting
  private var lines = ResourceLines()
  private let output: FHIROutput

  /// Lines are kept until there are so many bytes of them.
  private static let blockSize = 1 << 20

  /// Begins a folder, which is made where it is missing, with a file for each type of resource.
  ///
  /// - Throws: `InputError` where the folder cannot be written, or another program writes to it.
  public init(folder path: String, _ content: FHIRContent) throws(InputError) {
    writing = RecordWriting(content)
    output = .folder(try FHIRFolder(path))
  }

  /// Begins a Bundle: a transaction that puts each resource in its place on a server.
  ///
  /// - Throws: `InputError` where the file cannot be written.
  public init(bundle path: String, _ content: FHIRContent) throws(InputError) {
    writing = RecordWriting(content)
    output = .bundle(try FHIRBundle(path))
  }

  /// Adds a record.
  ///
  /// - Returns: What FHIR cannot say of it, which is left out, and the tasks that cannot be evaluated.
  /// - Throws: `InputError` where the disk is full.
  public func write(_ record: CareRecord) throws(InputError) -> [InputError] {
    let problems = writing.append(record, to: &lines)
    if lines.size >= FHIRWriter.blockSize { try flush() }
    return problems
  }

  /// Adds what sums up all records, and puts the finished files in their places.
  ///
  /// - Throws: `InputError` where a file cannot be written or renamed.
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

/// Turns record after record into resources, in memory that is used again.
package struct RecordWriting: Sendable {
  private let content: FHIRContent
  private var evaluator: AdherenceEvaluator
  private var summaries: SummaryReports

  /// Creates a writing without records.
  package init(_ content: FHIRContent) {
    self.content = content
    evaluator = AdherenceEvaluator(content.query)
    summaries = SummaryReports(content)
  }

  /// Appends the resources of a record.
  ///
  /// - Returns: What is left out, and why.
  package mutating func append(
    _ record: CareRecord, to lines: inout ResourceLines
  ) -> [InputError] {
    let compiled = CompiledRecord(record, content.query)
    let answer = evaluator.adherence(of: compiled)
    let own = lines
    // Two owners would make a copy of all lines.
    lines = ResourceLines()
    var resources = PatientResources(compiled, answer, content, into: consume own)
    resources.write()
    if content.measure != nil { summaries.add(resources) }
    lines = resources.lines
    return answer.problems + resources.problems
  }

  /// Appends what sums up all records.
  package func appendSummaries(to lines: inout ResourceLines) {
    if let measure = content.measure { summaries.write(of: measure, to: &lines) }
  }
}
