package import AdherenceAnalytics
import Diagnostics
package import Interchange
import Scheduling

/// The result of copying a source to a dataset folder.
package struct DatasetCopy: Sendable {
  /// The numbers of records read and rejected.
  package internal(set) var counts = RecordCounts()
  /// The problems found in the source.
  package internal(set) var problems = ProblemLog()
}

extension DatasetWriter {
  /// Writes the records of a source, and renames the finished files into place.
  ///
  /// Lines are encoded in parallel and written in order of the patients: the output does not depend
  /// on the number of threads.
  ///
  /// - Parameters:
  ///   - source: The records.
  ///   - options: The number of threads, cancellation and progress.
  /// - Returns: The counts and problems.
  /// - Throws: `InputError` if the source cannot be read, a record cannot be represented in a
  ///   folder, or a file cannot be written, or `CancellationError`; the folder is unchanged then.
  package func write(contentsOf source: some CohortSource, _ options: ReportOptions) throws
    -> DatasetCopy
  {
    let workers: [LineWorker]
    do {
      let pipeline = options.pipeline(for: source.patientIDs.count, .writing)
      workers = try pipeline.run(source, { LineWorker() }, LineOutput(writer: self).write)
      if options.cancellation.isCancelled { throw CancellationError() }
      try finish()
    } catch {
      abandon()
      throw error
    }
    var copy = DatasetCopy(counts: source.counts)
    copy.problems.add(source.problems)
    for worker in workers {
      copy.counts.merge(worker.copy.counts)
      copy.problems.merge(worker.copy.problems)
    }
    return copy
  }
}

/// The lines of consecutive patients, or the error of encoding them.
private struct LineBlock: Sendable {
  var lines: DatasetLines
  var failure: InputError?
}

/// Takes blocks in order, one at a time.
///
/// Safe: the line delivers one block after the other, and the caller does not access the writer until all workers
/// have ended.
private struct LineOutput: @unchecked Sendable {
  let writer: DatasetWriter

  func write(_ block: LineBlock) throws {
    if let failure = block.failure { throw failure }
    try writer.write(block.lines)
  }
}

/// Encodes records as lines.
private final class LineWorker: BlockWorker {
  private(set) var copy = DatasetCopy()
  private var block = LineBlock(lines: DatasetLines())

  func add(_ unexamined: CohortEntry) {
    let entry = unexamined.examined()
    copy.counts.merge(entry.counts)
    copy.problems.add(entry.problems)
    do throws(InputError) {
      try block.lines.append(entry.record)
    } catch {
      block.failure = block.failure ?? error
    }
  }

  var size: Int { block.lines.size }

  func take() -> LineBlock { LineBlock(lines: block.lines.take(), failure: block.failure) }
}
