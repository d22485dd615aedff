import Formats
import Foundation
import Interchange
import TestSupport
import Testing

/// Text appended to a writer and to an array, compared with plain restatements.
@Suite struct ByteOutputStreamTests {
  /// Returns what a closure appends, which is the same for both.
  private func text(
    _ toWriter: (inout ByteWriter) -> Void, _ toArray: (inout [UInt8]) -> Void
  ) -> String {
    var writer = ByteWriter()
    var array: [UInt8] = []
    toWriter(&writer)
    toArray(&array)
    #expect(writer.bytes() == array)
    return writer.text
  }

  @Test func digits() {
    var random = Seeded(state: 52)
    var numbers = RowWriterTests.numbers
    for _ in 0..<20_000 {
      numbers.append(Double(bitPattern: UInt64.random(in: 0...UInt64.max, using: &random)))
      numbers.append(Double(Int.random(in: -3_000_000...3_000_000, using: &random)) / 1000)
      numbers.append(Double(Int.random(in: 0...1 << 53, using: &random)) / 100)
    }
    for number in numbers {
      #expect(
        text({ $0.put(decimal: number) }, { $0.put(decimal: number) }) == NaiveTable.decimal(number)
      )
      let exact = text({ $0.put(exact: number) }, { $0.put(exact: number) })
      #expect(exact == NaiveTable.exact(number))
      #expect(ByteDigits.exactText(number) == exact)
      let json = text({ $0.put(json: number) }, { $0.put(json: number) })
      #expect(json == (number.isFinite ? exact : "null"))
    }
    for number in [0, 9, 10, 99, 100, -1, .max, .min] {
      #expect(text({ $0.put(number) }, { $0.put(number) }) == "\(number)")
    }
    #expect(text({ $0.put(7, width: 3) }, { $0.put(7, width: 3) }) == "007")
    #expect(text({ $0.put(1_234, width: 2) }, { $0.put(1_234, width: 2) }) == "34")
  }

  @Test func texts() throws {
    var random = Seeded(state: 53)
    let characters = Array("ab,;\"'\\=+-@\n\r\t\u{1}\u{1f} ßé😀")
    for _ in 0..<5_000 {
      let drawn = (0..<Int.random(in: 0...6, using: &random)).map { _ in
        characters.randomElement(using: &random) ?? "a"
      }
      let plain = String(drawn)
      let csv = text({ $0.put(csv: plain) }, { $0.put(csv: plain) })
      #expect(csv == Self.field(plain))
      let json = text({ $0.put(json: plain) }, { $0.put(json: plain) })
      let read = try JSONSerialization.jsonObject(
        with: Data(json.utf8), options: .fragmentsAllowed)
      #expect(read as? String == plain)
      #expect(!json.utf8.contains { $0 < 0x20 })
    }
  }

  /// A field of CSV, with an apostrophe before what a spreadsheet would evaluate.
  private static func field(_ text: String) -> String {
    let first = text.unicodeScalars.first { $0 != "'" }
    let isFormula = first.map { "=+-@\t\n\r".unicodeScalars.contains($0) } ?? false
    let isQuoted = text.unicodeScalars.contains { ",\"\n\r".unicodeScalars.contains($0) }
    guard isFormula || isQuoted else { return text }
    let doubled = text.replacing("\"", with: "\"\"")
    return "\"\(isFormula ? "'" : "")\(doubled)\""
  }

  @Test func bytes() {
    var writer = ByteWriter()
    for place in 0..<1000 { writer.put(byte: UInt8(truncatingIfNeeded: place)) }
    #expect(writer.count == 1000 && writer.bytes(from: 998) == [230, 231])
    writer.removeAll()
    writer.put(littleEndian: UInt32(0x0403_0201))
    #expect(writer.bytes() == [1, 2, 3, 4])
  }
}
