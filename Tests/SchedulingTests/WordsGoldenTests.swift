import Diagnostics
import Foundation
import PlainWords
import Scheduling
import Testing

/// Schedules in people's own words, `Datasets/golden/words/words.json`.
@Suite struct WordsGoldenTests {
  struct Case: Decodable, CustomTestStringConvertible {
    var words: String
    /// A schedule with the same meaning.
    var same: String?
    /// The number of occurrences from 2025-01-06 on, up to a date (exclusive).
    var count: Int?
    var to: String?
    /// Some days, with the targets of their occurrences.
    var first: [[DayOrAmount]]?
    /// Why the words are an error.
    var refused: String?

    var testDescription: String { words }
  }

  enum DayOrAmount: Decodable, Equatable {
    case day(String), amount(Double)

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      self =
        try (try? value.decode(Double.self)).map(Self.amount) ?? .day(value.decode(String.self))
    }
  }

  private static let start = date("2025-01-06")

  private static let cases: [Case] = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let file = folder.appending(path: "Datasets/golden/words/words.json")
    do { return try JSONDecoder().decode([Case].self, from: Data(contentsOf: file)) } catch {
      preconditionFailure("\(file.path()): \(error)")
    }
  }()

  private func occurrences(_ words: String, to end: String? = nil) throws -> [Occurrence] {
    let schedule = try Schedule(words: words, from: Self.start)
    let range = at("2025-01-06T00:00:00Z")..<at("\(end ?? "2026-01-06")T00:00:00Z")
    return compiled(schedule, in: .utc).starting(in: range)
  }

  @Test(arguments: cases) func golden(_ example: Case) throws {
    if let same = example.same {
      let (own, other) = (try occurrences(example.words), try occurrences(same))
      #expect(own.map(\.start) == other.map(\.start))
      #expect(try targets(example.words) == targets(same))
      #expect(try recurrences(example.words) == recurrences(same))
    }
    if let count = example.count {
      #expect(try occurrences(example.words, to: example.to).count == count)
    }
    for pair in example.first ?? [] {
      let schedule = try Schedule(words: example.words, from: Self.start)
      let days = try occurrences(example.words).filter {
        pair[0] == .day(String("\($0.start)".prefix(10)))
      }
      let amounts = days.flatMap { schedule.elements[$0.element].targets }.map(\.condition)
      guard case .amount(let amount) = pair[1] else { throw InputError(.missing, field: "first") }
      #expect(amounts == [.atLeast(.number(amount))])
    }
    if example.refused != nil {
      #expect(throws: InputError.self) { try Schedule(words: example.words, from: Self.start) }
    }
  }

  private func targets(_ words: String) throws -> [[ScheduleElement.Target]] {
    try Schedule(words: words, from: Self.start).elements.map(\.targets)
  }

  private func recurrences(_ words: String) throws -> [Recurrence] {
    try Schedule(words: words, from: Self.start).elements.map(\.recurrence)
  }
}
