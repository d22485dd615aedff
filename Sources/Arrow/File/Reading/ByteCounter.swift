import Synchronization

/// A counter of allocated memory, so that tests can check its peak.
final class ByteCounter: Sendable {
  /// The counter of the current task; `nil` disables counting.
  @TaskLocal static var current: ByteCounter?

  private let bytes = Mutex((current: 0, peak: 0))

  /// The peak number of allocated bytes.
  var peak: Int { bytes.withLock { $0.peak } }

  func add(_ count: Int) {
    bytes.withLock { bytes in
      bytes.current += count
      bytes.peak = max(bytes.peak, bytes.current)
    }
  }

  func remove(_ count: Int) { bytes.withLock { $0.current -= count } }
}
