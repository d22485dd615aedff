public import AdherenceAnalytics
import Interchange
public import Scheduling

/// Writes how medicines were taken as data points of Open mHealth, one on each line.
///
///     let writer = try OpenMHealthWriter(path, AdherenceQuery(january, by: .week))
///     let problems = try writer.write(record)  // what Open mHealth cannot say
///     try writer.finish()
///
/// There is a `medication-adherence-percent` (2.0) for each medicine and period in which something was due,
/// and for what was recorded a `single-medication-dose-taken` (1.0) or a
/// `reason-single-medication-dose-not-taken` (1.0). The same records in the same order give the same bytes.
public final class OpenMHealthWriter {
  private let query: AdherenceQuery
  private var evaluator: AdherenceEvaluator
  private let file: OutputFile

  /// Begins a file.
  ///
  /// - Throws: `InputError` where it cannot be written.
  public init(_ path: String, _ query: AdherenceQuery) throws(InputError) {
    self.query = query
    evaluator = AdherenceEvaluator(query)
    file = try OutputFile(path: path)
  }

  /// Adds a record.
  ///
  /// - Returns: What Open mHealth cannot say of it, which is left out.
  /// - Throws: `InputError` where the disk is full.
  public func write(_ record: CareRecord) throws(InputError) -> [InputError] {
    let compiled = CompiledRecord(record, query)
    var points = DataPoints(compiled, evaluator.adherence(of: compiled), query)
    points.write()
    try file.write(points.bytes)
    return points.problems
  }

  /// Puts the finished file in its place.
  ///
  /// - Throws: `InputError` where the disk does not take it or it cannot be renamed.
  public func finish() throws(InputError) { try file.finish() }
}
