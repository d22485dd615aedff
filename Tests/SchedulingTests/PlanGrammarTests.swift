import Diagnostics
import Foundation
import Scheduling
import Testing

@testable import PlainWords
import TestSampling

/// The table of rules by which plans in words are read.
@Suite struct PlanGrammarTests {
  /// Plans in which a clause can stand.
  private static let contexts = [
    "%", "every day, %", "every month, %", "every year, %", "1 tablet %", "every day at 08:00, %",
    "as needed, %", "every hour, %", "every 2 weeks, %", "every month on the 31st %", "% daily",
  ]

  private static let examples = PlanGrammar.rules.compactMap(\.example)

  private static let article: String = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let file = folder.appending(path: "Sources/PlainWords/PlainWords.docc/PlainWords.md")
    do { return try String(contentsOf: file, encoding: .utf8) } catch {
      preconditionFailure("\(file.path()): \(error)")
    }
  }()

  @Test("An example of a rule is read by its pattern", arguments: examples)
  func matches(_ example: String) throws {
    let rule = try #require(PlanGrammar.rules.first { $0.example == example })
    let reader = PlanReader(example)
    let places = reader.tokens.indices.filter { place in
      var ahead = reader
      ahead.place = place
      return ahead.sees(rule.pattern)
    }
    #expect(!places.isEmpty, "\(rule.text)")
  }

  @Test("An example of a rule is a plan, or a clause of one", arguments: examples)
  func isAccepted(_ example: String) {
    let plans = Self.contexts.map { $0.replacing("%", with: example) }
    #expect(
      plans.contains { (try? Schedule(words: $0, from: date("2024-01-04"))) != nil }, "\(example)")
  }

  @Test("The article names an example of each rule", arguments: examples)
  func isDocumented(_ example: String) {
    let words = Self.article.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains(example))
  }

  @Test("A rule that reports how words go on says what it expects")
  func expects() {
    #expect(PlanGrammar.rules.allSatisfy { ($0.expected != nil) == $0.text.contains("~") })
    #expect(Set(Self.examples).count == Self.examples.count)
  }

  @Test(
    "Words behind `nothing` and `stop` are an error",
    arguments: ["nothing 1 tablet daily", "10 mg daily for 1 week then stop 20 mg daily"])
  func ignoresNoWords(_ words: String) {
    #expect(throws: InputError.self) { try Schedule(words: words, from: date("2024-01-04")) }
  }

  @Test(
    "Twice the words take about twice the tries",
    arguments: [
      "1 tablet in the morning", "every day at 08:00", "take", "the 1st and 2nd and 3rd",
      "every Monday and Tuesday", "except 3 February 2024", "10 mL and 2 g and 1 tablet",
      "metformin", "at 08:00 and 09:00", "2 to 3 of 4 days", "if a Friday or the 1st", "(once",
    ], [" ", ", ", "; ", " and ", " then "].sampled(1))
  func triesAreLinear(_ clause: String, _ separator: String) {
    let (some, twice) = (tries(clause, separator, 100), tries(clause, separator, 200))
    #expect(twice <= 2 * some + 1000)
    #expect(some <= 3000 * 100)
  }

  private func tries(_ clause: String, _ separator: String, _ count: Int) -> Int {
    let words = Array(repeating: clause, count: count).joined(separator: separator)
    var parser = PlanParser(words)
    _ = try? parser.plan()
    return parser.tries
  }
}
