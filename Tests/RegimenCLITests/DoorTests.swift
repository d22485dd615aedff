import Foundation
import TestSampling
import Testing

/// Tables in common layouts: the command proposed by `check` prints the right ratio, or asks a
/// question.
@Suite struct DoorTests {
  struct Case: Decodable, CustomTestStringConvertible {
    var file: String
    var plan: String?
    /// The expected percentage; `nil` if only a person can decide it, or the file is not text.
    var truth: Double?
    var options: [String]?
    var what: String

    var testDescription: String { "\(file): \(what)" }
  }

  private static let folder = Tool.repository.appending(path: "Datasets/golden/doors")

  static let cases: [Case] = {
    let data = FileManager.default.contents(atPath: folder.appending(path: "tables.json").path())
    return (try? JSONDecoder().decode([Case].self, from: data ?? Data())) ?? []
  }()

  @Test func everyCaseIsThere() { #expect(DoorTests.cases.count == 36) }

  @Test(arguments: cases.sampled(5))
  func `the proposed command is right or asks`(_ example: Case) throws {
    let check = try Tool.run(["check", example.file], in: DoorTests.folder)
    guard let proposal = check.lines.last(where: { $0.hasPrefix("regimen ") }) else {
      // The file has another format, and the error contains a command that converts it.
      #expect(check.status == 2 && check.errors.contains("python3 -c"))
      #expect(example.truth == nil)
      return
    }
    var arguments = DoorTests.words(String(proposal)).dropFirst() + (example.options ?? [])
    if let plan = example.plan, let option = arguments.firstIndex(of: "--schedule") {
      arguments[option + 1] = plan
    }
    let result = try Tool.run(Array(arguments), in: DoorTests.folder)
    if let truth = example.truth {
      let printed = try #require(DoorTests.percentage(result.output), "\(result)")
      #expect(abs(printed - truth) < 0.06, "\(proposal)\n\(result.output)\(result.errors)")
      #expect(result.status < 2)
    } else {
      #expect(result.status > 0 && result.errors.contains("--"))
    }
  }

  /// The first percentage in the line of the whole cohort, or of days covered.
  private static func percentage(_ output: String) -> Double? {
    let line = output.split(separator: "\n").first { $0.hasPrefix("(all)") || $0.hasPrefix("pdc") }
    return line?.firstMatch(of: #/([0-9.]+) %/#).flatMap { Double($0.1) }
  }

  /// Splits a command into words as a shell does.
  private static func words(_ command: String) -> [String] {
    var (words, word): ([String], String?) = ([], nil)
    var quote: Character?
    for character in command {
      switch (character, quote) {
      case (quote, .some): quote = nil
      case ("'", nil), ("\"", nil): (quote, word) = (character, word ?? "")
      case (" ", nil):
        if let word { words.append(word) }
        word = nil
      default: word = (word ?? "") + String(character)
      }
    }
    return words + [word].compactMap(\.self)
  }
}
