import Formats
import Foundation
import Testing

@testable import Interchange

/// A checksum depends on the bytes only.
@Suite struct Checksum64Tests {
  private func sum(_ parts: [UInt8]...) -> String {
    var sum = Checksum64()
    for part in parts { sum.add(part) }
    return sum.text
  }

  private func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: 1 + $0 * 37) }
  }

  /// Checksums stored in files must stay valid.
  @Test func checksumsNeverChange() {
    #expect(sum([]) == Checksum64Tests.empty)
    #expect(sum(Array("patient,task\n".utf8)) == Checksum64Tests.header)
  }

  private static let empty = "aa84242ff6c2fbcf"
  private static let header = "0f1a788e8dc34f18"

  @Test(arguments: [0, 1, 7, 8, 9, 31, 64, 100]) func checksumIsIndependentOfParts(_ count: Int) {
    let all = bytes(count)
    for first in 0...count {
      for second in first...count {
        let parts = sum(Array(all[..<first]), Array(all[first..<second]), Array(all[second...]))
        #expect(parts == sum(all))
      }
    }
  }

  @Test func everyChangeIsDetected() {
    let sound = bytes(41)
    var sums: Set<String> = [sum(sound)]
    for place in sound.indices {
      for bit in 0..<8 {
        var damaged = sound
        damaged[place] ^= 1 << UInt8(bit)
        #expect(sums.insert(sum(damaged)).inserted)
      }
      #expect(sums.insert(sum(Array(sound[..<place]))).inserted)
    }
    for count in 1...20 {
      let zeros = [UInt8](repeating: 0, count: count)
      #expect(sums.insert(sum(sound + zeros)).inserted && sums.insert(sum(zeros)).inserted)
    }
    // Changes of the highest bits of two words do not cancel each other.
    var twice = sound
    (twice[7], twice[15]) = (twice[7] ^ 0x80, twice[15] ^ 0x80)
    #expect(sums.insert(sum(twice)).inserted)
  }
}
