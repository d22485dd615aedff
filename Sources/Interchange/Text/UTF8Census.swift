/// Statistics that distinguish UTF-8 from other encodings, collected in blocks of any size.
package struct UTF8Census: Hashable, Sendable {
  /// The detected encoding.
  package enum Verdict: Hashable, Sendable {
    /// The text is well-formed UTF-8, including pure ASCII.
    case utf8
    /// No part of the text is multi-byte UTF-8, and Windows-1252 defines all of its bytes.
    case windows1252
    /// Neither encoding explains all bytes.
    case mixed
  }

  package private(set) var byteCount = 0
  /// The number of well-formed sequences of two to four bytes.
  package private(set) var multiByteSequences = 0
  /// The number of bytes in completed text that belong to no well-formed sequence.
  private var rejectedBytes = 0
  package private(set) var nulBytes = 0
  /// Whether one of the five bytes occurs that Windows-1252 does not define.
  private var hasUndefinedByte = false

  /// The number of bytes read of an incomplete sequence, the number of missing ones, and the valid
  /// range of the next.
  private var pending = 0
  private var missing = 0
  private var next: ClosedRange<UInt8> = 0x80...0xBF

  package init() {}

  /// The number of bytes that belong to no well-formed sequence, including one truncated at the
  /// end.
  package var invalidBytes: Int { rejectedBytes + pending }

  /// The encoding detected so far.
  package var verdict: Verdict {
    if invalidBytes == 0 { return .utf8 }
    return multiByteSequences == 0 && !hasUndefinedByte ? .windows1252 : .mixed
  }

  /// Adds a block.
  package mutating func add(_ block: Span<UInt8>) {
    byteCount += block.count
    var position = 0
    while position < block.count {
      if pending == 0 { position = UTF8Census.endOfASCII(block.bytes, from: position) }
      guard position < block.count else { return }
      add(block[position])
      position += 1
    }
  }

  /// Returns the first position at or after `start` that is not followed by eight bytes in
  /// 0x01...0x7F.
  ///
  /// Safe: the bounds are compared before each load, and any bytes are a valid word. The
  /// subtraction wraps for a zero byte alone, which sets the high bit that is tested.
  private static func endOfASCII(_ bytes: RawSpan, from start: Int) -> Int {
    var position = start
    while position + 8 <= bytes.byteCount {
      let word = bytes.unsafeLoadUnaligned(fromByteOffset: position, as: UInt64.self)
      if (word | (word &- 0x0101_0101_0101_0101)) & 0x8080_8080_8080_8080 != 0 { break }
      position += 8
    }
    return position
  }

  private mutating func add(_ byte: UInt8) {
    switch byte {
    case 0: nulBytes += 1
    case 0x81, 0x8D, 0x8F, 0x90, 0x9D: hasUndefinedByte = true
    default: break
    }
    if pending > 0 {
      if next.contains(byte) { return addContinuation() }
      rejectedBytes += pending
      pending = 0
    }
    if byte >= 0x80 { beginSequence(byte) }
  }

  private mutating func addContinuation() {
    (pending, missing, next) = (pending + 1, missing - 1, 0x80...0xBF)
    guard missing == 0 else { return }
    multiByteSequences += 1
    pending = 0
  }

  /// Starts a sequence according to table 3-7 of the Unicode Standard.
  private mutating func beginSequence(_ byte: UInt8) {
    pending = 1
    switch byte {
    case 0xC2...0xDF: (missing, next) = (1, 0x80...0xBF)
    case 0xE0: (missing, next) = (2, 0xA0...0xBF)
    case 0xED: (missing, next) = (2, 0x80...0x9F)
    case 0xE1...0xEF: (missing, next) = (2, 0x80...0xBF)
    case 0xF0: (missing, next) = (3, 0x90...0xBF)
    case 0xF1...0xF3: (missing, next) = (3, 0x80...0xBF)
    case 0xF4: (missing, next) = (3, 0x80...0x8F)
    default: (pending, rejectedBytes) = (0, rejectedBytes + 1)
    }
  }
}
