import Foundation

/// Files in gzip format.
package enum Gzip {
  /// Returns a member with uncompressed blocks.
  package static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var member: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]
    var start = 0
    repeat {
      let end = min(start + 65_535, bytes.count)
      let count = UInt16(end - start)
      member.append(end == bytes.count ? 1 : 0)
      for number in [count, ~count] { member += [UInt8(number & 255), UInt8(number >> 8)] }
      member += bytes[start..<end]
      start = end
    } while start < bytes.count
    for number in [checksum(bytes), UInt32(bytes.count)] {
      member += (0..<4).map { UInt8(number >> (8 * $0) & 255) }
    }
    return member
  }

  /// Returns the CRC-32, computed bit by bit.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in
        sum & 1 == 1 ? sum >> 1 ^ 0xedb8_8320 : sum >> 1
      }
    }
  }

  /// The length of the content of ``zeros()``.
  package static let zeroCount = 400_000

  /// Returns a member of zeros as compressed by the gzip program, to a thousandth of its size.
  package static func zeros() throws -> [UInt8] {
    guard let data = Data(base64Encoded: zerosInBase64) else {
      throw CocoaError(.coderInvalidValue)
    }
    return Array(data)
  }

  private static let zerosInBase64 =
    "H4sIAAAAAAACA+3BMQEAAADCoPVPbQo/oAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
    + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
    + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
    + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
    + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
    + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
    + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAOBvcT1ZXoAaBgA="
}
