public import AdherenceAnalytics
public import Diagnostics
import Interchange

/// Writes medication intake as Open mHealth data points, one per line.
///
///     let writer = try OpenMHealthWriter(path, AdherenceQuery(january, by: .week))
///     let problems = try writer.write(record)  // what Open mHealth cannot represent
///     try writer.finish()
///
/// The output contains a `medication-adherence-percent` (2.0) for each medication and period with
/// anything due, and a `single-medication-dose-taken` (1.0) or
/// `reason-single-medication-dose-not-taken` (1.0) for each outcome. The output is deterministic
/// for the same records in the same order.
public final class OpenMHealthWriter {
  private let query: AdherenceQuery
  private var evaluator: AdherenceEvaluator
  private let file: OutputFile

  /// Creates a writer for a file.
  ///
  /// - Throws: `InputError` if it cannot be written.
  public init(_ path: String, _ query: AdherenceQuery) throws(InputError) {
    self.query = query
    evaluator = AdherenceEvaluator(query)
    file = try OutputFile(path: path)
  }

  /// Writes a record.
  ///
  /// - Returns: What Open mHealth cannot represent and was omitted.
  /// - Throws: `InputError` if the disk is full.
  public func write(_ record: CareRecord) throws(InputError) -> [InputError] {
    let compiled = CompiledRecord(record, query)
    var points = DataPoints(compiled, evaluator.adherence(of: compiled), query)
    points.write()
    try file.write(points.bytes)
    return points.problems
  }

  /// Renames the finished file to its final name.
  ///
  /// - Throws: `InputError` if the file cannot be written or renamed.
  public func finish() throws(InputError) { try file.finish() }
}
