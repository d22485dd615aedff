import AdherenceAnalytics
import Scheduling

extension CohortPipeline {
  /// Does the work on records that come one by one, such as those of a store.
  ///
  /// What is on its way is bounded: the sequence is not asked for more until the first of the blocks is
  /// handed on.
  ///
  /// - Parameters:
  ///   - records: The records, in order of the patients' ids.
  ///   - makeWorker: Makes what one task works with.
  ///   - deliver: Takes each block's result, in order and one at a time.
  /// - Returns: The workers, with what they have kept.
  /// - Throws: What the sequence or `deliver` throws, or `CancellationError`.
  func run<Worker: BlockWorker, Records: AsyncSequence>(
    _ records: Records, _ makeWorker: @escaping @Sendable () -> Worker,
    _ deliver: @escaping @Sendable (Worker.Output) throws -> Void
  ) async throws -> [Worker] where Records.Element == CareRecord {
    try await withThrowingTaskGroup(of: WorkedBlock<Worker>.self) { group in
      var line = BlockTasks<Worker>()
      var block: [CareRecord] = []
      for try await record in records {
        block.append(record)
        guard block.count == blockSize else { continue }
        while line.isFull(limits) || line.idle.isEmpty && line.workers >= jobs {
          try await takeNext(from: &group, &line, deliver)
        }
        line.start(block, makeWorker, in: &group)
        block = []
      }
      if !block.isEmpty {
        while line.idle.isEmpty && line.workers >= jobs {
          try await takeNext(from: &group, &line, deliver)
        }
        line.start(block, makeWorker, in: &group)
      }
      while line.inFlight > 0 { try await takeNext(from: &group, &line, deliver) }
      return line.idle
    }
  }

  private func takeNext<Worker: BlockWorker>(
    from group: inout ThrowingTaskGroup<WorkedBlock<Worker>, any Error>,
    _ line: inout BlockTasks<Worker>, _ deliver: (Worker.Output) throws -> Void
  ) async throws {
    if isCancelled() { throw CancellationError() }
    try Task.checkCancellation()
    guard let worked = try await group.next() else { return }
    for output in line.finish(worked) { try deliver(output) }
    progress(line.delivered * blockSize)
  }
}

/// A block's result and the worker that made it.
private struct WorkedBlock<Worker: BlockWorker>: Sendable {
  var number: Int
  var worker: Worker
  var output: Worker.Output
  /// The bytes of the output.
  var size: Int
}

/// Blocks on their way through tasks.
private struct BlockTasks<Worker: BlockWorker> {
  /// The workers that wait for a block.
  private(set) var idle: [Worker] = []
  private(set) var workers = 0
  private(set) var delivered = 0
  private var started = 0
  private var waiting: [Int: WorkedBlock<Worker>] = [:]
  private var waitingSize = 0

  var inFlight: Int { started - delivered }

  /// Whether no block may be started until the first of those on their way is handed on.
  func isFull(_ limits: BlockLimits) -> Bool {
    inFlight >= limits.blocks || waitingSize > limits.bytes
  }

  mutating func start(
    _ block: [CareRecord], _ makeWorker: () -> Worker,
    in group: inout ThrowingTaskGroup<WorkedBlock<Worker>, any Error>
  ) {
    let worker = idle.popLast() ?? makeWorker()
    workers += 1
    let number = started
    started += 1
    group.addTask {
      for record in block { worker.add(CohortEntry(unexamined: record)) }
      let size = worker.size
      return WorkedBlock(number: number, worker: worker, output: worker.take(), size: size)
    }
  }

  /// Takes a block's result; returns those whose turn has come.
  mutating func finish(_ block: WorkedBlock<Worker>) -> [Worker.Output] {
    workers -= 1
    idle.append(block.worker)
    waiting[block.number] = block
    waitingSize += block.size
    var outputs: [Worker.Output] = []
    while let next = waiting.removeValue(forKey: delivered) {
      outputs.append(next.output)
      waitingSize -= next.size
      delivered += 1
    }
    return outputs
  }
}
