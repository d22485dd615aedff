import AdherenceAnalytics
import Scheduling

/// Limits on the memory of a pipeline.
struct BlockLimits: Sendable {
  /// The maximum number of blocks that are read and not yet delivered.
  var blocks: Int
  /// The maximum size of waiting results in bytes; beyond it, only the block to be delivered next
  /// makes progress.
  var bytes = 64 << 20
  /// The size in bytes at which a block's results are passed on, so that a block of patients with
  /// many rows takes no more memory than one of patients with few.
  var part = 1 << 20
}

/// An ordered queue of blocks of patients and their results.
///
/// Workers claim blocks in order. A claim waits while too many blocks are undelivered; the block to
/// be delivered next was claimed before all others, and its worker never waits, so there is always
/// progress. A block's result consists of one or more parts; while too many bytes are waiting, only
/// the block to be delivered next makes progress. Results are delivered by the workers themselves,
/// one at a time.
final class OrderedBlockQueue<Block: Collection & Sendable, Worker: BlockWorker>: Sendable {
  private let limits: BlockLimits
  private let deliver: @Sendable (Worker.Output) throws -> Void
  private let state = ConditionState(State())

  /// A part of a block's result, with its size in bytes.
  fileprivate typealias Part = (output: Worker.Output, size: Int)

  fileprivate struct State {
    /// The blocks by number; `nil` once claimed.
    var blocks: [Block?] = []
    /// The number of patients in each block.
    var counts: [Int] = []
    /// Whether no more blocks will be added.
    var isClosed = false
    var claimed = 0
    var delivered = 0
    /// The number of patients in delivered blocks.
    var done = 0
    var isDelivering = false
    /// Results that cannot be delivered yet.
    var waiting: [Int: Waiting] = [:]
    /// The size of those results in bytes.
    var waitingSize = 0
    var failure: (block: Int, error: any Error)?
    /// The number of running workers.
    var workers = 0
    /// The workers that have ended.
    var finished: [Worker] = []
  }

  /// The undelivered parts of a block.
  fileprivate struct Waiting {
    var parts: [Part] = []
    /// Whether the block is complete.
    var isWhole = false
  }

  /// The block number of a failure that precedes every block.
  private static var first: Int { -1 }

  init(
    limits: BlockLimits, _ deliver: @escaping @Sendable (Worker.Output) throws -> Void
  ) {
    self.limits = limits
    self.deliver = deliver
  }

  /// Whether the work was cancelled.
  var isCancelled: Bool { state.read { $0.failure?.block == Self.first } }

  /// Registers a worker, before it starts.
  func enter() { state.withLock { $0.workers += 1 } }

  /// Unregisters a worker that has ended, and takes ownership of it.
  func leave(_ worker: sending Worker) {
    state.withLock {
      $0.workers -= 1
      $0.finished.append(worker)
    }
  }

  /// Stops the work with an error; of several errors the one of the first block is kept.
  ///
  /// - Parameters:
  ///   - block: The number of the block; `nil` if the error precedes every block.
  ///   - error: The error.
  func fail(at block: Int? = nil, _ error: any Error) {
    state.withLock { $0.fail(block ?? Self.first, error) }
  }
}

// Input.
extension OrderedBlockQueue {
  /// Appends blocks.
  func add(_ blocks: some Sequence<Block>) {
    state.withLock { state in
      for block in blocks {
        state.blocks.append(block)
        state.counts.append(block.count)
      }
    }
  }

  /// Marks the end of the blocks, with an error if reading them failed.
  func close(_ error: (any Error)? = nil) {
    state.withLock { state in
      state.isClosed = true
      if let error { state.fail(state.blocks.count, error) }
    }
  }

  /// Suspends the task until the last added block is claimed.
  func room() async {
    await state.suspend { $0.failure != nil || $0.claimed == $0.blocks.count }
  }

  /// Claims the next block, waiting while there is none or too many are undelivered; `nil` at the
  /// end and after a failure.
  func claim() -> (number: Int, block: Block)? {
    let limit = limits.blocks
    return state.wait(until: { $0.isOver || $0.canClaim(within: limit) }) { state in
      guard !state.isOver, let block = state.blocks[state.claimed] else { return nil }
      state.blocks[state.claimed] = nil
      state.claimed += 1
      return (state.claimed - 1, block)
    }
  }
}

// Output.
extension OrderedBlockQueue {
  /// Adds a part of a block's result, waiting while too many bytes are waiting for delivery.
  func add(_ output: Worker.Output, size: Int, to block: Int, isLast: Bool) {
    var next = state.withLock { state in
      state.waiting[block, default: Waiting()].parts.append((output, size))
      if isLast { state.waiting[block]?.isWhole = true }
      state.waitingSize += size
      return state.isDelivering ? nil : state.takeNext()
    }
    while let part = next {
      let error = failing { try deliver(part.output) }
      next = state.withLock { $0.takeNext(after: part, error) }
    }
    let bytes = limits.bytes
    state.wait(until: { $0.failure != nil || $0.waitingSize <= bytes || !$0.isBehind(block) })
  }

  private func failing(_ body: () throws -> Void) -> (any Error)? {
    do {
      try body()
      return nil
    } catch {
      return error
    }
  }

  /// Blocks until every worker has ended.
  ///
  /// - Parameters:
  ///   - isCancelled: Called several times a second.
  ///   - tick: Called several times a second with the number of delivered patients.
  /// - Returns: The workers.
  /// - Throws: The first error.
  func wait(_ isCancelled: () -> Bool, _ tick: (Int) -> Void) throws -> [Worker] {
    while !isOver(isCancelled, tick) { state.waitForChange(atMost: 0.1) }
    return try result()
  }

  /// Suspends the task until every worker has ended.
  func wait(_ isCancelled: () -> Bool, _ tick: (Int) -> Void) async throws -> [Worker] {
    while !isOver(isCancelled, tick) {
      let done = state.read(\.done)
      await state.suspend { $0.workers == 0 || $0.done > done }
    }
    return try result()
  }

  /// Reports the progress, checks for cancellation, and returns whether the work has ended.
  func isOver(_ isCancelled: () -> Bool, _ tick: (Int) -> Void) -> Bool {
    if isCancelled() { fail(CancellationError()) }
    let (workers, done) = state.read { ($0.workers, $0.done) }
    tick(done)
    return workers == 0
  }

  private func result() throws -> [Worker] {
    // The workers are transferred once, to the caller that waits for them.
    let (failure, workers) = state.withLock { state in
      defer { state.finished = [] }
      return (state.failure?.error, state.finished)
    }
    if let failure { throw failure }
    return workers
  }
}

extension OrderedBlockQueue.State {
  /// Whether no block remains to be claimed.
  fileprivate var isOver: Bool { failure != nil || isClosed && claimed == blocks.count }

  fileprivate func canClaim(within limit: Int) -> Bool {
    claimed < blocks.count && claimed < delivered + limit
  }

  /// Returns whether a block must wait for an earlier one, or for a delivery in progress.
  fileprivate func isBehind(_ block: Int) -> Bool {
    block > delivered || block == delivered && waiting[block]?.parts.isEmpty == false
  }

  fileprivate mutating func fail(_ block: Int, _ error: any Error) {
    if failure.map({ block < $0.block }) ?? true { failure = (block, error) }
  }

  /// Takes the next part to deliver, if it is complete; the caller that gets it is the only one
  /// delivering.
  fileprivate mutating func takeNext() -> OrderedBlockQueue.Part? {
    isDelivering = false
    while failure == nil, let block = waiting[delivered] {
      if !block.parts.isEmpty {
        isDelivering = true
        return waiting[delivered]?.parts.removeFirst()
      }
      guard block.isWhole else { return nil }
      waiting[delivered] = nil
      done += counts[delivered]
      delivered += 1
    }
    return nil
  }

  /// Takes the part after one that was delivered.
  fileprivate mutating func takeNext(
    after part: OrderedBlockQueue.Part, _ error: (any Error)?
  ) -> OrderedBlockQueue.Part? {
    waitingSize -= part.size
    if let error { fail(delivered, error) }
    return takeNext()
  }
}
