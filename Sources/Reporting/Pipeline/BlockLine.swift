import AdherenceAnalytics
import Scheduling

/// How much may be on its way through a pipeline.
struct BlockLimits: Sendable {
  /// The most blocks that are read and not handed on.
  var blocks: Int
  /// So many bytes of results may wait for those before them; beyond, only the block that everybody waits
  /// for goes on.
  var bytes = 64 << 20
  /// A block hands on what it has at so many bytes, so that a block of patients with many rows takes no
  /// more than one of patients with few.
  var part = 1 << 20
}

/// Blocks of patients on their way through the workers, and their results on the way out, in order.
///
/// A worker claims the next block unless too many are on their way: it waits until the one that
/// everybody waits for is delivered. That one was claimed before all others, by a worker that waits for
/// nobody, so that it always comes. A block's result comes in one or several parts; while more bytes wait
/// for their turn than may, only that block goes on. Results are delivered by the workers themselves, one
/// at a time.
final class BlockLine<Block: Collection & Sendable, Worker: BlockWorker>: Sendable {
  private let limits: BlockLimits
  private let deliver: @Sendable (Worker.Output) throws -> Void
  private let state = ConditionState(State())

  /// A part of a block's result, with its bytes.
  fileprivate typealias Part = (output: Worker.Output, size: Int)

  fileprivate struct State {
    /// The blocks by number; `nil` where one is claimed.
    var blocks: [Block?] = []
    /// How many patients are in each.
    var counts: [Int] = []
    /// Whether no more blocks come.
    var isClosed = false
    var claimed = 0
    var delivered = 0
    /// The patients of the blocks that are delivered.
    var done = 0
    var isDelivering = false
    /// Results that came before their turn.
    var waiting: [Int: Waiting] = [:]
    /// The bytes of those.
    var waitingSize = 0
    var failure: (block: Int, error: any Error)?
    /// How many workers have not come to their end.
    var workers = 0
    /// Those that have.
    var finished: [Worker] = []
  }

  /// What has come of a block and is not delivered.
  fileprivate struct Waiting {
    var parts: [Part] = []
    /// Whether nothing more comes.
    var isWhole = false
  }

  /// By this number a failure comes before that of any block.
  private static var first: Int { -1 }

  init(
    limits: BlockLimits, _ deliver: @escaping @Sendable (Worker.Output) throws -> Void
  ) {
    self.limits = limits
    self.deliver = deliver
  }

  /// Whether nobody wants the results any more.
  var isCancelled: Bool { state.read { $0.failure?.block == Self.first } }

  /// Registers a worker, before it starts.
  func enter() { state.withLock { $0.workers += 1 } }

  /// Takes back a worker that has come to its end, which its thread does not touch again.
  func leave(_ worker: sending Worker) {
    state.withLock {
      $0.workers -= 1
      $0.finished.append(worker)
    }
  }

  /// Ends the work; of several failures that of the first block counts, whoever was faster.
  ///
  /// - Parameters:
  ///   - block: The number of the block; `nil` where the failure comes before all of them.
  ///   - error: What went wrong.
  func fail(at block: Int? = nil, _ error: any Error) {
    state.withLock { $0.fail(block ?? Self.first, error) }
  }
}

// Blocks on their way in.
extension BlockLine {
  /// Adds the blocks behind those that there are.
  func add(_ blocks: some Sequence<Block>) {
    state.withLock { state in
      for block in blocks {
        state.blocks.append(block)
        state.counts.append(block.count)
      }
    }
  }

  /// Says that no more blocks come, and why where something went wrong behind the last.
  func close(_ error: (any Error)? = nil) {
    state.withLock { state in
      state.isClosed = true
      if let error { state.fail(state.blocks.count, error) }
    }
  }

  /// Lets a task wait until somebody may claim the next block that it brings.
  func room() async {
    await state.suspend { $0.failure != nil || $0.claimed == $0.blocks.count }
  }

  /// Takes the next block, and waits while there is none or too many are on their way; `nil` after the
  /// last and after a failure.
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

// Results on their way out.
extension BlockLine {
  /// Takes a part of a block's result, the last one or not, and waits while too many bytes wait for their
  /// turn.
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

  /// Waits until every worker has come to its end.
  ///
  /// - Parameters:
  ///   - isCancelled: Asked several times a second.
  ///   - tick: Told several times a second how many patients are done.
  /// - Returns: The workers.
  /// - Throws: What went wrong first.
  func wait(_ isCancelled: () -> Bool, _ tick: (Int) -> Void) throws -> [Worker] {
    while !isOver(isCancelled, tick) { state.waitForChange(atMost: 0.1) }
    return try result()
  }

  /// Lets a task wait for the same.
  func wait(_ isCancelled: () -> Bool, _ tick: (Int) -> Void) async throws -> [Worker] {
    while !isOver(isCancelled, tick) {
      let done = state.read(\.done)
      await state.suspend { $0.workers == 0 || $0.done > done }
    }
    return try result()
  }

  /// Says how far the work has come, and whether it is at its end; tells it where it is cancelled.
  func isOver(_ isCancelled: () -> Bool, _ tick: (Int) -> Void) -> Bool {
    if isCancelled() { fail(CancellationError()) }
    let (workers, done) = state.read { ($0.workers, $0.done) }
    tick(done)
    return workers == 0
  }

  private func result() throws -> [Worker] {
    // They are handed over once, to whoever waits for them.
    let (failure, workers) = state.withLock { state in
      defer { state.finished = [] }
      return (state.failure?.error, state.finished)
    }
    if let failure { throw failure }
    return workers
  }
}

extension BlockLine.State {
  /// Whether nobody is to claim a block any more.
  fileprivate var isOver: Bool { failure != nil || isClosed && claimed == blocks.count }

  fileprivate func canClaim(within limit: Int) -> Bool {
    claimed < blocks.count && claimed < delivered + limit
  }

  /// Whether a block waits for another one, or for whoever delivers.
  fileprivate func isBehind(_ block: Int) -> Bool {
    block > delivered || block == delivered && waiting[block]?.parts.isEmpty == false
  }

  fileprivate mutating func fail(_ block: Int, _ error: any Error) {
    if failure.map({ block < $0.block }) ?? true { failure = (block, error) }
  }

  /// The next part to deliver, if it has come; whoever gets one delivers, and nobody else does.
  fileprivate mutating func takeNext() -> BlockLine.Part? {
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

  /// The part behind one that was delivered.
  fileprivate mutating func takeNext(
    after part: BlockLine.Part, _ error: (any Error)?
  ) -> BlockLine.Part? {
    waitingSize -= part.size
    if let error { fail(delivered, error) }
    return takeNext()
  }
}
