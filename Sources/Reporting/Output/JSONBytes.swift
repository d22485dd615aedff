import Scheduling

/// A JSON output buffer that is flushed in chunks, so that a long text is never in memory as a
/// whole.
struct JSONBytes {
  private(set) var bytes: [UInt8] = []
  /// Writes a chunk; `nil` to keep all bytes.
  private let put: (([UInt8]) throws(InputError) -> Void)?
  private var failure: InputError?

  /// The minimum size of a chunk in bytes.
  private static let stretch = 1 << 16

  init(_ put: (([UInt8]) throws(InputError) -> Void)? = nil) { self.put = put }

  static func += (bytes: inout JSONBytes, text: String) { bytes.bytes += text.utf8 }

  /// Starts a line at an indentation depth.
  mutating func beginLine(_ depth: Int) {
    bytes.append(0x0A)
    bytes += repeatElement(0x20, count: 2 * depth)
  }

  /// Flushes the buffer if it is large enough; does nothing after a failure.
  mutating func pass() {
    if put != nil, bytes.count >= JSONBytes.stretch { handOn() }
  }

  /// Flushes the rest.
  ///
  /// - Throws: The first error of the output.
  mutating func end() throws(InputError) {
    handOn()
    if let failure { throw failure }
  }

  private mutating func handOn() {
    defer { bytes.removeAll(keepingCapacity: true) }
    if failure != nil { return }
    do throws(InputError) { try put?(bytes) } catch { failure = error }
  }
}
