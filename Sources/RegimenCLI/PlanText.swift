import AdherenceAnalytics
import Diagnostics
import Formats
import Foundation
import Interchange
import PlainWords
import Scheduling

/// A plan given as an argument: its text, or the name of a file that contains it.
struct PlanText {
  let text: String
  /// The file that contains the plan, if any.
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

  var isJSON: Bool { text.hasPrefix("{") || text.hasPrefix("[") }

  /// Parses the schedule; `start` applies unless the text contains a date.
  func schedule(from start: CivilDate) throws(InputError) -> Schedule {
    guard let file else { return try EventPlan.schedule(text, from: start) }
    do throws(InputError) {
      return isJSON ? try Schedule(file: file) : try Schedule(plan: text, from: start)
    } catch {
      throw error.at(source: file)
    }
  }

  /// Returns whether an argument is a file name, even if the file does not exist.
  static func namesFile(_ argument: String) -> Bool {
    if FileManager.default.fileExists(atPath: argument) { return true }
    if argument.contains(where: \.isWhitespace) { return false }
    let ending = argument.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last
    let isPath = ["/", "./", "../", "~"].contains(where: argument.hasPrefix)
    return isPath || ending.map { endings.contains($0.lowercased()) } ?? false
  }

  /// The extensions of files that may contain plans.
  private static let endings: Set<String> = [
    "json", "ndjson", "jsonl", "ics", "ical", "txt", "csv", "tsv", "xml", "yaml", "yml", "md", "gz",
  ]
}
