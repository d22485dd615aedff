import Foundation
import Scheduling

/// Blocks of places on their way through the workers, and their results on the way out, in order.
///
/// A worker claims the next block unless too many are on their way: it waits until the one that
/// everybody waits for is delivered. That one was claimed before all others, by a worker that waits for
/// nobody, so that it always comes. A block's result comes in one or several parts; while more bytes wait
/// for their turn than may, only that block goes on. Results are delivered by the workers themselves, one
/// at a time.
final class BlockLine<Output: Sendable>: @unchecked Sendable {
  private let condition = NSCondition()
  private let blocks: [Range<Int>]
  private let limits: BlockLimits
  private let deliver: @Sendable (Output) throws -> Void
  private var claimed = 0
  private var delivered = 0
  private var isDelivering = false
  /// Results that came before their turn.
  private var waiting: [Int: Waiting] = [:]
  /// The bytes of those.
  private var waitingSize = 0
  private var failure: (block: Int, error: any Error)?
  private var workers = 0

  /// What has come of a block and is not delivered.
  private struct Waiting {
    var parts: [(output: Output, size: Int)] = []
    /// Whether nothing more comes.
    var isWhole = false
  }

  /// By this number a failure comes before that of any block.
  private static var cancelled: Int { -1 }

  init(
    _ blocks: [Range<Int>], limits: BlockLimits,
    _ deliver: @escaping @Sendable (Output) throws -> Void
  ) {
    self.blocks = blocks
    self.limits = limits
    self.deliver = deliver
  }

  /// Registers a worker, before it starts.
  func enter() { locked { workers += 1 } }

  /// Says that a worker has come to its end.
  func leave() { locked { workers -= 1 } }

  /// Whether nobody wants the results any more.
  var isCancelled: Bool {
    condition.lock()
    defer { condition.unlock() }
    return failure?.block == BlockLine.cancelled
  }

  /// Takes the next block, and waits while too many are on their way; `nil` after the last and after a
  /// failure.
  func claim() -> (number: Int, places: Range<Int>)? {
    condition.lock()
    defer { condition.unlock() }
    while failure == nil, claimed < blocks.count, claimed >= delivered + limits.blocks {
      condition.wait()
    }
    guard failure == nil, claimed < blocks.count else { return nil }
    claimed += 1
    return (claimed - 1, blocks[claimed - 1])
  }

  /// Takes a part of a block's result, the last one or not, and waits while too many bytes wait for their
  /// turn.
  func add(_ output: Output, size: Int, to block: Int, isLast: Bool) {
    condition.lock()
    defer { condition.unlock() }
    if isLast { waiting[block, default: Waiting()].isWhole = true }
    put(output, size: size, block)
    while failure == nil, waitingSize > limits.bytes, isBehind(block) { condition.wait() }
  }

  /// Whether a block waits for another one, or for whoever delivers.
  private func isBehind(_ block: Int) -> Bool {
    block > delivered || block == delivered && waiting[block]?.parts.isEmpty == false
  }

  /// Takes a part, and delivers those whose turn has come.
  private func put(_ output: Output, size: Int, _ block: Int) {
    waiting[block, default: Waiting()].parts.append((output, size))
    waitingSize += size
    guard !isDelivering else { return }
    isDelivering = true
    while failure == nil, let next = takeNext() {
      condition.unlock()
      let error = failing { try deliver(next.output) }
      condition.lock()
      waitingSize -= next.size
      if let error { fail(delivered, error) }
      condition.broadcast()
    }
    isDelivering = false
  }

  /// The next part to deliver, if it has come.
  private func takeNext() -> (output: Output, size: Int)? {
    while let block = waiting[delivered] {
      if !block.parts.isEmpty { return waiting[delivered]?.parts.removeFirst() }
      guard block.isWhole else { return nil }
      waiting[delivered] = nil
      delivered += 1
      condition.broadcast()
    }
    return nil
  }

  private func failing(_ body: () throws -> Void) -> (any Error)? {
    do {
      try body()
      return nil
    } catch {
      return error
    }
  }

  /// Ends the work; of several failures that of the first block counts, whoever was faster.
  func fail(at block: Int, _ error: any Error) { locked { fail(block, error) } }

  private func fail(_ block: Int, _ error: any Error) {
    if failure.map({ block < $0.block }) ?? true { failure = (block, error) }
  }

  /// Waits until every worker has come to its end.
  ///
  /// - Parameters:
  ///   - isCancelled: Asked several times a second.
  ///   - tick: Told several times a second how many places are done.
  /// - Throws: What went wrong first.
  func wait(_ isCancelled: () -> Bool, _ tick: (Int) -> Void) throws {
    var isOver = false
    while !isOver {
      let isCancelled = isCancelled()
      condition.lock()
      if isCancelled { fail(BlockLine.cancelled, CancellationError()) }
      condition.broadcast()
      if workers > 0 { _ = condition.wait(until: Date(timeIntervalSinceNow: 0.1)) }
      isOver = workers == 0
      let done = delivered == 0 ? 0 : blocks[delivered - 1].upperBound
      condition.unlock()
      tick(done)
    }
    if let failure { throw failure.error }
  }

  private func locked(_ body: () -> Void) {
    condition.lock()
    body()
    condition.broadcast()
    condition.unlock()
  }
}
