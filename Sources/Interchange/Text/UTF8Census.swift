/// Counts that tell UTF-8 from other encodings, of a text in blocks of any size.
package struct UTF8Census: Hashable, Sendable {
  /// The encoding that the counts speak for.
  package enum Verdict: Hashable, Sendable {
    /// The text is well-formed UTF-8; pure ASCII is.
    case utf8
    /// The text is not UTF-8 in any part, and Windows-1252 defines all of its bytes.
    case windows1252
    /// Neither encoding explains all bytes.
    case mixed
  }

  package private(set) var byteCount = 0
  /// The well-formed sequences of two to four bytes.
  package private(set) var multiByteSequences = 0
  /// The bytes of complete text that belong to no well-formed sequence.
  private var rejectedBytes = 0
  package private(set) var nulBytes = 0
  /// Whether one of the five bytes occurs that Windows-1252 does not define.
  private var hasUndefinedByte = false

  /// The bytes read of a sequence that is not complete, how many are missing, and the range of the next.
  private var pending = 0
  private var missing = 0
  private var next: ClosedRange<UInt8> = 0x80...0xBF

  package init() {}

  /// The bytes that belong to no well-formed sequence, including those of one cut off at the end.
  package var invalidBytes: Int { rejectedBytes + pending }

  /// The encoding that the text up to here speaks for.
  package var verdict: Verdict {
    if invalidBytes == 0 { return .utf8 }
    return multiByteSequences == 0 && !hasUndefinedByte ? .windows1252 : .mixed
  }

  /// Counts the next block.
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

  /// The first position at or after `start` that is not followed by eight bytes in 0x01...0x7F.
  ///
  /// Safe: the bounds are compared before each load, and any bytes are a valid word. The subtraction
  /// wraps for a zero byte alone, which sets the high bit that is tested.
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

  /// Starts a sequence by table 3-7 of the Unicode Standard.
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
