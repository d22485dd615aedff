import AdherenceAnalytics
import Diagnostics
import Foundation
import Scheduling

/// Processes a source's patients in blocks with several workers, and delivers the results in order
/// of the patients.
///
/// Memory is bounded by the limits on blocks and bytes, and does not depend on the number of
/// patients or rows.
struct CohortPipeline: Sendable {
  /// The number of workers.
  var jobs: Int
  /// The number of patients per block.
  var blockSize: Int
  /// The limits on undelivered blocks and bytes.
  var limits: BlockLimits
  var isCancelled: @Sendable () -> Bool = { false }
  /// Called several times a second with the number of delivered patients.
  var progress: @Sendable (Int) -> Void = { _ in }

  /// Returns the blocks for a number of patients.
  func blocks(of count: Int) -> [Range<Int>] {
    stride(from: 0, to: count, by: blockSize).map { $0..<min($0 + blockSize, count) }
  }

  /// Processes a source.
  ///
  /// - Parameters:
  ///   - source: The patients.
  ///   - makeWorker: Creates a worker on its thread.
  ///   - deliver: Called with each result in order, one at a time, on the thread of a worker.
  /// - Returns: The workers.
  /// - Throws: The error of a reader or of `deliver` for the first block that fails, or
  ///   `CancellationError`.
  func run<Worker: BlockWorker>(
    _ source: some CohortSource, _ makeWorker: @escaping @Sendable () -> sending Worker,
    _ deliver: @escaping @Sendable (Worker.Output) throws -> Void
  ) throws -> [Worker] {
    let blocks = blocks(of: source.patientIDs.count)
    let line = OrderedBlockQueue<Range<Int>, Worker>(limits: limits, deliver)
    line.add(blocks)
    line.close()
    start(min(jobs, blocks.count), on: line, makeWorker) {
      var reader = try source.makeReader()
      return { places, body in try reader.read(places, body) }
    }
    return try line.wait(isCancelled, progress)
  }

  /// Processes records from an asynchronous sequence, such as a store.
  ///
  /// The sequence is not iterated while a block waits for a worker, so that memory is bounded.
  ///
  /// - Parameters:
  ///   - records: The records, in order of the patients' ids.
  ///   - makeWorker: Creates a worker on its thread.
  ///   - deliver: Called with each result in order, one at a time, on the thread of a worker.
  /// - Returns: The workers.
  /// - Throws: The error of the sequence or of `deliver`, or `CancellationError`.
  func run<Worker: BlockWorker, Records: AsyncSequence>(
    _ records: Records, _ makeWorker: @escaping @Sendable () -> sending Worker,
    _ deliver: @escaping @Sendable (Worker.Output) throws -> Void
  ) async throws -> [Worker] where Records.Element == CareRecord {
    let line = OrderedBlockQueue<[CareRecord], Worker>(limits: limits, deliver)
    start(jobs, on: line, makeWorker) {
      return { records, body in
        for record in records { try body(CohortEntry(unexamined: record)) }
      }
    }
    return try await withTaskCancellationHandler {
      do {
        var block: [CareRecord] = []
        for try await record in records {
          block.append(record)
          guard block.count == blockSize else { continue }
          await line.room()
          // The workers may have failed.
          if line.isOver(isCancelled, progress) { break }
          line.add([block])
          block = []
        }
        if !block.isEmpty { line.add([block]) }
        line.close()
      } catch {
        line.close(error)
      }
      return try await line.wait(isCancelled, progress)
    } onCancel: {
      line.fail(CancellationError())
    }
  }

  /// Starts threads that process blocks until there are no more.
  private func start<Block, Worker: BlockWorker>(
    _ count: Int, on line: OrderedBlockQueue<Block, Worker>,
    _ makeWorker: @escaping @Sendable () -> sending Worker,
    _ makeReader: @escaping @Sendable () throws -> BlockReading<Block>
  ) {
    for _ in 0..<max(1, count) {
      line.enter()
      WorkerThread.start { [part = limits.part] in
        let worker = makeWorker()
        work(on: line, worker, part: part, makeReader)
        line.leave(worker)
      }
    }
  }
}

/// Reads the entries of a block one by one.
private typealias BlockReading<Block> =
  (_ block: Block, _ body: (CohortEntry) throws(InputError) -> Void) throws -> Void

/// Processes blocks until there are no more.
private func work<Block, Worker: BlockWorker>(
  on line: OrderedBlockQueue<Block, Worker>, _ worker: Worker, part: Int,
  _ makeReader: () throws -> BlockReading<Block>
) {
  do {
    let read = try makeReader()
    while let (number, block) = line.claim() {
      do {
        try read(block) { (entry) throws(InputError) in
          // This error is discarded: cancellation precedes it.
          if line.isCancelled { throw InputError(.unreadable(reason: "it was cancelled")) }
          worker.add(entry)
          let size = worker.size
          if size >= part { line.add(worker.take(), size: size, to: number, isLast: false) }
        }
        let size = worker.size
        line.add(worker.take(), size: size, to: number, isLast: true)
      } catch {
        line.fail(at: number, error)
      }
    }
  } catch {
    line.fail(error)
  }
}

/// A worker that processes patients on one thread.
///
/// It is a class, as its state is never to be copied. It is created on its thread and transferred
/// when that has ended, so that only one thread has it at a time.
protocol BlockWorker: AnyObject, SendableMetatype {
  /// The result of some of a block's patients.
  associatedtype Output: Sendable

  /// Adds a patient to the block.
  func add(_ entry: CohortEntry)

  /// The size in bytes of the results not yet taken.
  var size: Int { get }

  /// Takes the results since the last call.
  func take() -> Output
}

extension ReportOptions {
  /// Returns the pipeline for pages, with few blocks at a time: each page has half a megabyte.
  func pagePipeline(for patients: Int?) -> CohortPipeline {
    var pipeline = pipeline(for: patients, .pages)
    pipeline.blockSize = min(pipeline.blockSize, 4)
    return pipeline
  }

  /// Returns the pipeline for a number of patients; `nil` if it is unknown.
  func pipeline(for patients: Int?, _ stage: ReportProgress.Stage = .reading) -> CohortPipeline {
    let jobs = max(1, jobs)
    let fair = patients.map { max(1, $0 / (8 * jobs)) } ?? 64
    let started = Date()
    let report = progress
    return CohortPipeline(
      jobs: jobs, blockSize: max(1, blockSize ?? min(64, fair)),
      limits: BlockLimits(blocks: 4 * jobs),
      isCancelled: { [cancellation] in cancellation.isCancelled },
      progress: { done in
        report?(
          ReportProgress(
            stage, done: done, total: patients, seconds: Date().timeIntervalSince(started)))
      })
  }
}
