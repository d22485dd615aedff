import Foundation
import Interchange
import Scheduling
import Testing

@testable import Reporting

/// Answers of batches, which leave part by part.
@Suite struct BatchAnswerTests {
  private struct Line: Decodable {
    struct Row: Decodable { var ordinal: Int }
    var id: Int?
    var occurrences: [Row]
    var error: String?
  }

  private func answer(
    _ schedule: String, limit: Int? = nil
  ) throws -> (line: Line, parts: [Int], failed: Bool) {
    let more = limit.map { ",\"limit\":\($0)" } ?? ""
    let question =
      #"{"id":7,"schedule":{"elements":[\#(schedule)]},"from":"2024-01-01","to":"2025-01-01"\#(more)}"#
    var (bytes, parts) = ([UInt8](), [Int]())
    let failed = OccurrenceTable.answer(line: .success(question), number: 3, source: "batch") {
      bytes += $0
      parts.append($0.count)
    }
    #expect(bytes.last == 10)
    #expect(bytes.count { $0 == 10 } == 1)
    return (try JSONDecoder().decode(Line.self, from: Data(bytes)), parts, failed)
  }

  @Test(arguments: [0, 1, 2, 20_000])
  func `an answer of any length is one line that leaves in short parts`(_ limit: Int) throws {
    let (line, parts, failed) = try answer(
      #"{"start":"2024-01-01T00:00:00","every":"PT1S"}"#, limit: limit)
    #expect(line.id == 7)
    #expect(line.occurrences.map(\.ordinal) == Array(0..<limit))
    #expect(line.error == nil && !failed)
    #expect(parts.max() ?? 0 < 1_200_000)
  }

  @Test func `an error is reported after an empty list`() throws {
    let (line, _, failed) = try answer(#"{"start":"2024-01-01T00:00:00","every":"P"}"#)
    #expect(line.occurrences.isEmpty && failed)
    #expect(line.error?.hasPrefix("batch:3: 'schedule.elements.0.every'") == true)
  }
}
