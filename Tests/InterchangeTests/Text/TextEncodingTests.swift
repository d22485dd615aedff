import Diagnostics
import Foundation
import Scheduling
import Testing

@testable import Interchange

@Suite struct TextEncodingTests {
  private func decoded(
    _ bytes: [UInt8], _ encoding: TextEncoding, inBlocksOf size: Int
  ) throws -> [UInt8] {
    let source = try ByteSource.blocks(of: size, bytes).decoded(from: encoding)
    var text: [UInt8] = []
    while try source.appendBlock(&text) {}
    return text
  }

  private func encoded(_ text: String, _ encoding: TextEncoding) -> [UInt8] {
    switch encoding {
    case .utf8: Array(text.utf8)
    case .utf16LittleEndian: text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    case .utf16BigEndian: text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
    case .windows1252: Array(text.data(using: .windowsCP1252) ?? Data())
    }
  }

  private func drawn(_ encoding: TextEncoding, _ generator: inout SeededGenerator) -> String {
    let ranges: [ClosedRange<UInt32>] =
      encoding == .windows1252
      ? [0x00...0x7F, 0xA0...0xFF, 0x20AC...0x20AC, 0x2018...0x201A]
      : [0x00...0x7F, 0x80...0x7FF, 0xE000...0xFFFF, 0x800...0xD7FF, 0x10000...0x10FFFF]
    let scalars = (0..<Int.random(in: 0...40, using: &generator)).compactMap { _ in
      ranges.randomElement(using: &generator).flatMap {
        Unicode.Scalar(UInt32.random(in: $0, using: &generator))
      }
    }
    return String(String.UnicodeScalarView(["a"] + scalars))
  }

  @Test(arguments: TextEncoding.allCases)
  func `decodes random text in blocks of random sizes`(_ encoding: TextEncoding) throws {
    var generator = SeededGenerator(state: 7)
    for _ in 0..<400 {
      let text = drawn(encoding, &generator)
      let bytes = encoded(text, encoding)
      let size = Int.random(in: 1...9, using: &generator)
      #expect(try decoded(bytes, encoding, inBlocksOf: size) == Array(text.utf8))
      let marked = encoding.byteOrderMark + bytes
      #expect(try decoded(marked, encoding, inBlocksOf: size) == Array(text.utf8))
    }
  }

  @Test func `maps the bytes of Windows-1252 as WHATWG does`() throws {
    let all = [UInt8](0x80...0xFF)
    let text = String(decoding: try decoded(all, .windows1252, inBlocksOf: 5), as: UTF8.self)
    let expected: [UInt32] = [
      8364, 129, 8218, 402, 8222, 8230, 8224, 8225, 710, 8240, 352, 8249, 338, 141, 381, 143, 144,
      8216, 8217, 8220, 8221, 8226, 8211, 8212, 732, 8482, 353, 8250, 339, 157, 382, 376,
    ]
    #expect(text.unicodeScalars.map(\.value) == expected + (0xA0...0xFF))
  }

  @Test(arguments: [
    (
      "a lone high surrogate", [0x61, 0, 0x3D, 0xD8, 0x61, 0],
      "has a lone UTF-16 surrogate at byte 2"
    ),
    (
      "two high surrogates", [0x3D, 0xD8, 0x3D, 0xD8, 0, 0xDC],
      "has a lone UTF-16 surrogate at byte 0"
    ),
    ("a lone low surrogate", [0x61, 0, 0x00, 0xDC], "has a lone UTF-16 surrogate at byte 2"),
    (
      "a high surrogate at the end", [0x61, 0, 0x3D, 0xD8], "has a lone UTF-16 surrogate at byte 2"
    ),
    ("half a code unit", [0x61, 0, 0x62], "ends within a UTF-16 code unit at byte 2"),
  ])
  func `rejects invalid UTF-16`(_ name: String, bytes: [UInt8], reason: String) throws {
    let swapped = stride(from: 0, to: bytes.count, by: 2).flatMap {
      bytes[$0...].prefix(2).reversed()
    }
    for size in blockSizes {
      for (bytes, encoding) in [
        (bytes, TextEncoding.utf16LittleEndian), (swapped, .utf16BigEndian),
      ] {
        let error = #expect(throws: InputError.self) {
          try decoded(bytes, encoding, inBlocksOf: size)
        }
        #expect(error?.description.hasPrefix("log: \(reason) (") == true)
      }
    }
  }

  @Test func `leaves the stream as it was after reading its first bytes`() throws {
    for size in blockSizes {
      let (head, source) = try ByteSource.blocks(of: size, bytes("patient,time\n")).peeking(4)
      #expect(head.count >= 4 && bytes("patient,time\n").starts(with: head))
      let reader = try LineReader(source)
      #expect(try reader.map { try $0.get().text } == ["patient,time"])
    }
    let (head, source) = try ByteSource.empty("log").peeking(4)
    var rest: [UInt8] = []
    #expect(try head.isEmpty && !source.appendBlock(&rest))
  }

  @Test(arguments: [
    "a,b\n", "patient,time\nann,2025-03-03T08:00\n", "Größe;Wert\n1,5;µg\n",
    "患者,日期,剂量\n甲,2025-03-03 08:05,1\n乙,2025-03-04 08:15,2\n",
    "пациент;время\nанна;2025-03-03 08:05\nборис;2025-03-04 21:10\n",
  ])
  func `detects UTF-16 with and without a byte order mark`(_ text: String) {
    for encoding in [TextEncoding.utf16LittleEndian, .utf16BigEndian] {
      let bytes = encoded(text, encoding)
      #expect(TextEncoding(firstBytes: bytes) == encoding)
      #expect(TextEncoding(firstBytes: encoding.byteOrderMark + bytes) == encoding)
    }
    #expect(TextEncoding(firstBytes: Array(text.utf8)) == nil)
    #expect(TextEncoding(firstBytes: Array("\u{FEFF}\(text)".utf8)) == .utf8)
  }

  @Test(arguments: [
    "", "a", "\0", "a,b\n\0", "ann,1\0\nbob,2\ncarl,3\n", "\0\0\0\0\0\0\0\0\0\0",
    "ann,1\n\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0",
    "a\0,b\nann,\0" + "1,2025-03-03\nbob,\0" + "2,2025-03-04\ncarl\0,3,2025-03-05\n",
  ])
  func `does not take text with stray NUL bytes for UTF-16`(_ text: String) {
    #expect(TextEncoding(firstBytes: Array(text.utf8)) == nil)
  }
}
