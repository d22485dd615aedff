import TestSampling
import Testing

@testable import Interchange

@Suite struct UTF8CensusTests {
  /// The counts by definition: from each position, the longest well-formed sequence or one byte.
  private struct Naive: Equatable {
    var (all, sequences, invalid, nul) = (0, 0, 0, 0)

    init(_ bytes: [UInt8]) {
      all = bytes.count
      nul = bytes.filter { $0 == 0 }.count
      var rest = bytes[...]
      while let byte = rest.first {
        let length = (2...4).first { length in
          rest.count >= length
            && String(validating: rest.prefix(length), as: UTF8.self)?.unicodeScalars.count == 1
        }
        if length != nil { sequences += 1 } else if byte >= 0x80 { invalid += 1 }
        rest = rest.dropFirst(length ?? 1)
      }
    }

    init(_ census: UTF8Census) {
      (all, sequences) = (census.byteCount, census.multiByteSequences)
      (invalid, nul) = (census.invalidBytes, census.nulBytes)
    }
  }

  private func census(_ bytes: [UInt8]) -> UTF8Census {
    var census = UTF8Census()
    census.add(bytes.span)
    return census
  }

  private func drawn(_ generator: inout SeededGenerator) -> [UInt8] {
    let parts: [[UInt8]] = [
      Array("plain text, 8 a.m.\n".utf8), [0], Array("é".utf8), Array("漢".utf8), Array("🙂".utf8),
      Array("\u{10FFFF}".utf8), [0xF0, 0x9F, 0x99], [0xE2, 0x82], [0xC3], [0xED, 0xA0, 0x80],
      [0xF4, 0x90, 0x80, 0x80], [0xC0, 0xAF], [0xE0, 0x80, 0x80], [0x80],
    ]
    return (0..<Int.random(in: 0...12, using: &generator)).flatMap { _ in
      let part = parts.randomElement(using: &generator) ?? []
      let random = [UInt8.random(in: 0...255, using: &generator)]
      return Bool.random(using: &generator) ? part : random
    }
  }

  @Test func `counts like the definition, in blocks of random sizes`() {
    var generator = SeededGenerator(state: 42)
    for _ in (0..<3_000).sampled(500) {
      let bytes = drawn(&generator)
      var census = UTF8Census()
      var position = 0
      while position < bytes.count {
        let end = min(position + Int.random(in: 0...9, using: &generator), bytes.count)
        census.add(Array(bytes[position..<end]).span)
        position = end
        #expect(Naive(census) == Naive(Array(bytes[..<end])), "\(bytes) to \(end)")
      }
      #expect(census.verdict == self.census(bytes).verdict)
    }
  }

  @Test(arguments: [
    ("", [], UTF8Census.Verdict.utf8),
    ("ASCII", Array("a,b\n".utf8), .utf8),
    ("NUL", [0x61, 0], .utf8),
    ("UTF-8", Array("Müller, 5 µg\n".utf8), .utf8),
    ("a byte order mark", [0xEF, 0xBB, 0xBF, 0x61], .utf8),
    ("Windows-1252", [0x4D, 0xFC, 0x6C, 0x6C, 0x65, 0x72], .windows1252),
    ("the euro sign of Windows-1252 at the end", [0x35, 0x80], .windows1252),
    ("the beginning of a character at the end", [0x61, 0xE2, 0x82], .windows1252),
    ("both encodings", [0xC3, 0xBC, 0x61, 0xFC, 0x61], .mixed),
    ("a byte that Windows-1252 leaves undefined", [0x61, 0x81, 0x61], .mixed),
    ("such a byte in a broken sequence", [0xE2, 0x81, 0x61], .mixed),
  ])
  func `detects the encoding`(_ name: String, bytes: [UInt8], verdict: UTF8Census.Verdict) {
    #expect(census(bytes).verdict == verdict)
    var single = UTF8Census()
    for byte in bytes { single.add([byte].span) }
    #expect(single == census(bytes))
  }
}
