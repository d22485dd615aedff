import AdherenceAnalytics
import Foundation
import Interchange
import PlainWords
import Scheduling

/// A plan as an argument says it: itself, or the name of a file that has it.
struct PlanText {
  let text: String
  /// The file, where the plan stands in one.
  let file: String?

  init(_ argument: String) throws(InputError) {
    let isFile = PlanText.namesFile(argument)
    file = isFile ? argument : nil
    guard isFile else {
      text = argument
      return
    }
    guard let data = try Data.contents(ofFile: argument) else {
      throw InputError(.unreadable(reason: "there is no such file"), source: argument)
    }
    guard let content = String(data: data, encoding: .utf8) else {
      throw InputError(.broken(.invalidUTF8), source: argument)
    }
    text = content.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Whether it is JSON.
  var isJSON: Bool { text.hasPrefix("{") || text.hasPrefix("[") }

  /// The schedule, which begins on a day unless the text says another.
  func schedule(from start: CivilDate) throws(InputError) -> Schedule {
    guard let file else { return try EventPlan.schedule(text, from: start) }
    do throws(InputError) {
      return isJSON ? try Schedule(file: file) : try Schedule(plan: text, from: start)
    } catch {
      throw error.at(source: file)
    }
  }

  /// Whether an argument is the name of a file, also of one that is not there.
  static func namesFile(_ argument: String) -> Bool {
    if FileManager.default.fileExists(atPath: argument) { return true }
    if argument.contains(where: \.isWhitespace) { return false }
    let ending = argument.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last
    let isPath = ["/", "./", "../", "~"].contains(where: argument.hasPrefix)
    return isPath || ending.map { endings.contains($0.lowercased()) } ?? false
  }

  /// The endings of files that plans are kept in.
  private static let endings: Set<String> = [
    "json", "ndjson", "jsonl", "ics", "ical", "txt", "csv", "tsv", "xml", "yaml", "yml", "md", "gz",
  ]
}
