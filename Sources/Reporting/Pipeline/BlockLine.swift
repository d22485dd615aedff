import Foundation
import Scheduling

/// Blocks of places on their way through the workers, and their results on the way out, in order.
///
/// A worker claims the next block unless too many are on their way: it waits until the one that
/// everybody waits for is delivered. That one was claimed before all others, by a worker that waits for
/// nobody, so that it always comes. Results are delivered by the workers themselves, one at a time.
final class BlockLine<Output: Sendable>: @unchecked Sendable {
  private let condition = NSCondition()
  private let blocks: [Range<Int>]
  /// The most blocks that may be claimed and not delivered.
  private let bound: Int
  private let deliver: @Sendable (Output) throws -> Void
  private var claimed = 0
  private var delivered = 0
  private var isDelivering = false
  /// Results that came before their turn.
  private var waiting: [Int: Output] = [:]
  private var failure: (block: Int, error: any Error)?
  private var workers = 0

  init(
    _ blocks: [Range<Int>], bound: Int, _ deliver: @escaping @Sendable (Output) throws -> Void
  ) {
    self.blocks = blocks
    self.bound = bound
    self.deliver = deliver
  }

  /// Registers a worker, before it starts.
  func enter() { locked { workers += 1 } }

  /// Says that a worker has come to its end.
  func leave() { locked { workers -= 1 } }

  /// Takes the next block, and waits while too many are on their way; `nil` after the last and after a
  /// failure.
  func claim() -> (number: Int, places: Range<Int>)? {
    condition.lock()
    defer { condition.unlock() }
    while failure == nil, claimed < blocks.count, claimed >= delivered + bound { condition.wait() }
    guard failure == nil, claimed < blocks.count else { return nil }
    claimed += 1
    return (claimed - 1, blocks[claimed - 1])
  }

  /// Takes a block's result, and delivers those whose turn has come.
  func finish(_ block: Int, _ output: Output) {
    condition.lock()
    waiting[block] = output
    guard !isDelivering else { return condition.unlock() }
    isDelivering = true
    while failure == nil, let next = waiting.removeValue(forKey: delivered) {
      condition.unlock()
      let error = failing { try deliver(next) }
      condition.lock()
      if let error { fail(delivered, error) } else { delivered += 1 }
      condition.broadcast()
    }
    isDelivering = false
    condition.unlock()
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
      if isCancelled, failure == nil { fail(-1, CancellationError()) }
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
