import Foundation
import TestSupport
import Testing

@testable import AdherenceStatistics

@Suite struct CountRowsTests {
  /// Rows round-trip across several blocks with different column widths.
  @Test func rowsAreThoseAppended() throws {
    var random = Seeded(state: 7)
    var (rows, expected) = (CountRows(columns: 3), [[Int]]())
    for place in 0..<5000 {
      let greatest = [3, 200, 300, 70_000, Int(UInt32.max)][min(4, place / 1100)]
      expected.append([place, .random(in: 0...greatest, using: &random), place % 7])
      rows.append(expected[place])
    }
    let read = try JSONDecoder().decode(CountRows.self, from: JSONEncoder().encode(rows))
    for rows in [rows, read] {
      #expect(rows.isSound(columns: 3) && !rows.isSound(columns: 2) && rows.count == 5000)
      #expect((0..<5000).allSatisfy { Array(rows[$0]) == expected[$0] })
    }
  }

  /// Numbers that do not fit into 32 bits are clamped.
  @Test func numbersBeyondAreClamped() {
    var rows = CountRows(columns: 2)
    rows.append([-1, .max])
    #expect(Array(rows[0]) == [0, Int(UInt32.max)])
  }

  @Test(arguments: [
    #"{"widths":[1],"blocks":[[1,2]],"count":1}"#, #"{"widths":[1],"blocks":[],"count":1}"#,
    #"{"widths":[0],"blocks":[[1]],"count":1}"#, #"{"widths":[5],"blocks":[[1]],"count":1}"#,
    #"{"widths":[],"blocks":[[1]],"count":1}"#, #"{"widths":[1],"blocks":[[1]],"count":-1}"#,
    #"{"widths":[1],"blocks":[[1],[1]],"count":2}"#,
    #"{"widths":[1],"blocks":[[1]],"count":9223372036854775807}"#,
  ])
  func forgedRowsAreNotSound(_ text: String) throws {
    #expect(
      try !JSONDecoder().decode(CountRows.self, from: Data(text.utf8)).isSound(columns: 1))
  }
}
