import Diagnostics
import Scheduling

@testable import Interchange

extension ByteSource {
  /// Returns a stream of bytes in blocks of one size.
  static func blocks(of size: Int, _ bytes: [UInt8]) -> ByteSource {
    var position = 0
    return ByteSource(name: "log") { result throws(InputError) in
      let block = bytes[position..<min(position + size, bytes.count)]
      position += block.count
      result.append(contentsOf: block)
      return !block.isEmpty
    }
  }

  /// Returns a stream of one repeated block between a beginning and an end.
  static func repeated(
    _ block: [UInt8], times: Int, after beginning: String, before end: String
  ) -> ByteSource {
    var position = -1
    return ByteSource(name: "log") { result throws(InputError) in
      defer { position += 1 }
      switch position {
      case -1: result.append(contentsOf: beginning.utf8)
      case 0..<times: result.append(contentsOf: block)
      case times: result.append(contentsOf: end.utf8)
      default: return false
      }
      return true
    }
  }

  /// Returns a stream that fails after its first block.
  static func failing(after beginning: String) -> ByteSource {
    var isFirst = true
    return ByteSource(name: "log") { result throws(InputError) in
      if !isFirst { throw InputError(.unreadable(reason: "Input/output error")) }
      isFirst = false
      result.append(contentsOf: beginning.utf8)
      return true
    }
  }
}

/// The block sizes with which every example is read.
let blockSizes = [1, 2, 3, 7, 65_536]

/// Returns the bytes of a text, in which ÿ represents a byte that is invalid in UTF-8.
func bytes(_ text: String) -> [UInt8] {
  text.unicodeScalars.flatMap { $0 == "ÿ" ? [0xFF] : Array(String($0).utf8) }
}

/// A seeded random number generator (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}
