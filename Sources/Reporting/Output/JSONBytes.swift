import Scheduling

/// JSON on its way out: its bytes go on stretch by stretch, so that they never are in memory all together.
struct JSONBytes {
  private(set) var bytes: [UInt8] = []
  /// Takes a stretch; `nil` where all are kept.
  private let put: (([UInt8]) throws(InputError) -> Void)?
  private var failure: InputError?

  /// The bytes that make a stretch.
  private static let stretch = 1 << 16

  init(_ put: (([UInt8]) throws(InputError) -> Void)? = nil) { self.put = put }

  static func += (bytes: inout JSONBytes, text: String) { bytes.bytes += text.utf8 }

  /// Begins a line, so many levels deep.
  mutating func beginLine(_ depth: Int) {
    bytes.append(0x0A)
    bytes += repeatElement(0x20, count: 2 * depth)
  }

  /// Hands on what there is, where that is enough; after a failure nothing goes on.
  mutating func pass() {
    if put != nil, bytes.count >= JSONBytes.stretch { handOn() }
  }

  /// Hands on the rest.
  ///
  /// - Throws: What went wrong first.
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
