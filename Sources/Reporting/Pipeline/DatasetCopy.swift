package import AdherenceAnalytics
package import Interchange
import Scheduling

/// What went from a source into a dataset folder.
package struct DatasetCopy: Sendable {
  /// What the source had, and how much of it was set aside.
  package internal(set) var counts = RecordCounts()
  /// What is wrong or doubtful in it.
  package internal(set) var problems = ProblemLog()
}

extension DatasetWriter {
  /// Writes the records of a source, and puts the finished files in their places.
  ///
  /// Several threads make the lines, which are written in order of the patients: the bytes are the same
  /// however many there are.
  ///
  /// - Parameters:
  ///   - source: The records.
  ///   - options: How many threads there are, what cancels them and whom they tell how far they are.
  /// - Returns: What was written.
  /// - Throws: `InputError` where the source cannot be read, a record has what a folder cannot say, or a
  ///   file cannot be written, or `CancellationError`; the folder stays as it was then.
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

/// The lines of neighbouring patients, or why there are none.
private struct LineBlock: Sendable {
  var lines: DatasetLines
  var failure: InputError?
}

/// Takes blocks in order, one at a time.
///
/// Safe: the line delivers one block after the other, and whoever has asked for it does not touch the writer
/// until all workers have ended.
private struct LineOutput: @unchecked Sendable {
  let writer: DatasetWriter

  func write(_ block: LineBlock) throws {
    if let failure = block.failure { throw failure }
    try writer.write(block.lines)
  }
}

/// Makes the lines of records.
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
