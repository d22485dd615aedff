import Synchronization

/// The bytes of memory that readings of files take, so that a test can compare their peak with a limit.
final class ByteCounter: Sendable {
  /// The counter of a task; without one nothing is counted.
  @TaskLocal static var current: ByteCounter?

  private let bytes = Mutex((current: 0, peak: 0))

  /// The most bytes that were taken at one time.
  var peak: Int { bytes.withLock { $0.peak } }

  func add(_ count: Int) {
    bytes.withLock { bytes in
      bytes.current += count
      bytes.peak = max(bytes.peak, bytes.current)
    }
  }

  func remove(_ count: Int) { bytes.withLock { $0.current -= count } }
}
