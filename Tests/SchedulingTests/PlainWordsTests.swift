import Foundation
import PlainWords
import Scheduling
import Testing

/// The phrases that the article on plain words lists.
@Suite struct PlainWordsTests {
  private static let start = date("2025-01-06")

  /// The phrases in the first column of the article's tables.
  private static let phrases: [String] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
      .appending(path: "Sources/PlainWords/PlainWords.docc/PlainWords.md")
    guard let text = try? String(contentsOf: file, encoding: .utf8) else {
      preconditionFailure("no \(file.path())")
    }
    let cells = text.split(separator: "\n").filter { $0.hasPrefix("| `") }
      .map { $0.split(separator: "|")[0] }
    return cells.flatMap { cell in
      cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
    }
  }()

  /// A context that completes a phrase which is not a schedule on its own.
  private static let contexts = [
    "%", "every day %", "every day, %", "as needed, %", "every hour %",
    "every day at 08:00, within 1 hour, %",
    "the 13th of every month, %", "every month on the 31st %", "the 1st of every January, %",
  ]

  private func schedule(_ phrase: String) -> Schedule? {
    let own = phrase.trimmingPrefix("…, ").replacing("…", with: "1 March 2025")
    return PlainWordsTests.contexts.lazy.compactMap { context in
      try? Schedule(words: context.replacing("%", with: own), from: Self.start)
    }.first
  }

  @Test func `the article lists phrases`() { #expect(Self.phrases.count > 100) }

  @Test(arguments: phrases) func isReadAndReadBack(_ phrase: String) throws {
    let plan = try #require(schedule(phrase), "\(phrase)")
    let again = try Schedule(words: plan.summary, from: Self.start)
    #expect(again.summary == plan.summary)
  }
}
