import AdherenceAnalytics
import Foundation
import Scheduling
import Scheduling

/// Reads a source's patients block by block with several workers, and hands on what they make of each
/// block in order of the patients.
///
/// Memory follows what is on its way, whose blocks and bytes are bounded, and not the patients or their
/// rows.
struct CohortPipeline: Sendable {
  /// How many workers there are.
  var jobs: Int
  /// How many patients a block has.
  var blockSize: Int
  /// How much may be read and not handed on.
  var limits: BlockLimits
  var isCancelled: @Sendable () -> Bool = { false }
  /// Told several times a second how many patients are done.
  var progress: @Sendable (Int) -> Void = { _ in }

  /// The blocks of a number of patients.
  func blocks(of count: Int) -> [Range<Int>] {
    stride(from: 0, to: count, by: blockSize).map { $0..<min($0 + blockSize, count) }
  }

  /// Does the work.
  ///
  /// - Parameters:
  ///   - source: The patients.
  ///   - makeWorker: Makes what one thread works with.
  ///   - deliver: Takes each block's result, in order and one at a time, on the thread of some worker.
  /// - Returns: The workers, with what they have kept.
  /// - Throws: What a reader or `deliver` throws for the first block that fails, or
  ///   `CancellationError`.
  func run<Worker: BlockWorker>(
    _ source: some CohortSource, _ makeWorker: @escaping @Sendable () -> Worker,
    _ deliver: @escaping @Sendable (Worker.Output) throws -> Void
  ) throws -> [Worker] {
    let blocks = blocks(of: source.patientIDs.count)
    let line = BlockLine(blocks, limits: limits, deliver)
    let workers = WorkerList<Worker>()
    for _ in 0..<max(1, min(jobs, blocks.count)) {
      line.enter()
      let thread = Thread {
        workers.append(work(on: line, source, makeWorker(), part: limits.part))
        line.leave()
      }
      thread.stackSize = 8 << 20
      thread.start()
    }
    try line.wait(isCancelled, progress)
    return workers.all
  }
}

/// Works on blocks until there are no more, and gives back the worker.
private func work<Worker: BlockWorker>(
  on line: BlockLine<Worker.Output>, _ source: some CohortSource, _ worker: Worker, part: Int
) -> Worker {
  do {
    var reader = try source.makeReader()
    while let block = line.claim() {
      do {
        try reader.read(block.places) { (entry) throws(InputError) in
          // What is thrown is not told: that somebody cancelled comes before it.
          if line.isCancelled { throw InputError(.unreadable(reason: "it was cancelled")) }
          worker.add(entry)
          let size = worker.size
          if size >= part {
            line.add(worker.take(), size: size, to: block.number, isLast: false)
          }
        }
        let size = worker.size
        line.add(worker.take(), size: size, to: block.number, isLast: true)
      } catch {
        line.fail(at: block.number, error)
      }
    }
  } catch {
    line.fail(at: -1, error)
  }
  return worker
}

/// What one thread works with.
///
/// It is a class, as what it keeps from block to block is never to be copied; one thread has it at a time.
protocol BlockWorker: AnyObject, Sendable {
  /// What it makes of some of a block's patients.
  associatedtype Output: Sendable

  /// Adds a patient to the block.
  func add(_ entry: CohortEntry)

  /// The bytes that it has made and not given.
  var size: Int { get }

  /// Gives what it has made since it was last asked.
  func take() -> Output
}

/// The workers that have come to their end.
private final class WorkerList<Worker: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var workers: [Worker] = []

  func append(_ worker: Worker) { lock.withLock { workers.append(worker) } }

  var all: [Worker] { lock.withLock { workers } }
}
