import AdherenceAnalytics
import AdherenceStatistics
import Interchange
import Scheduling
import TestSupport
import Testing

@testable import Reporting

@Suite struct ByteDigitsTests {
  /// Numbers and their expected texts.
  @Test func digits() {
    var random = Seeded(state: 52)
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: 64)
    defer { bytes.deallocate() }
    func text(_ count: Int) -> String {
      String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }
    var numbers = RowWriterTests.numbers
    for _ in 0..<20_000 {
      numbers.append(Double(bitPattern: UInt64.random(in: 0...UInt64.max, using: &random)))
      numbers.append(Double(Int.random(in: -3_000_000...3_000_000, using: &random)) / 1000)
      numbers.append(Double(Int.random(in: 0...1 << 53, using: &random)) / 100)
    }
    for number in numbers {
      #expect(text(ByteDigits.putDecimal(number, at: bytes)) == NaiveTable.decimal(number))
      #expect(text(ByteDigits.putExact(number, at: bytes)) == NaiveTable.exact(number))
      #expect(ByteDigits.exactText(number) == NaiveTable.exact(number))
    }
    for number in [0, 9, 10, 99, 100, -1, .max, .min] {
      #expect(text(ByteDigits.put(number, at: bytes)) == "\(number)")
    }
  }
}
