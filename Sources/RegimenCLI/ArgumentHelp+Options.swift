import ArgumentParser
import Reporting

extension ArgumentHelp {
  /// Returns the help of an option in the specification.
  ///
  /// - Parameters:
  ///   - name: The words of its name, as in the specification.
  ///   - question: The question that takes it.
  ///   - note: A sentence about its form on the command line.
  ///   - discussion: The paragraph in the detailed help.
  ///   - valueName: The name of the value.
  /// - Returns: The help; empty for an unknown option.
  static func option(
    _ name: String, of question: OptionQuestion = .report, _ note: String? = nil,
    discussion: String = "", valueName: String? = nil
  ) -> ArgumentHelp {
    guard let option = question[name: name] else { return "" }
    let isList = if case .list = option.type { true } else { false }
    let parts = [
      option.meaning, note ?? (isList ? "Several by repeating." : nil),
      option.otherwise.map { "(default: \($0))" },
    ]
    return ArgumentHelp(
      parts.compactMap(\.self).joined(separator: " "), discussion: discussion, valueName: valueName,
      visibility: everyday.contains(name) ? .default : .hidden)
  }

  /// The options that `--help` lists; `--help-all` lists the others too.
  private static let everyday: Set<String> = [
    "as-of", "by", "chart", "chart-patient", "chart-task", "class", "date", "day-boundary", "days",
    "drug", "end", "facet", "format", "group", "group-by", "limit",
    "measure", "observe", "only", "only-task", "overlap", "patient", "plan-start", "previous",
    "smallest-group", "start",
    "status", "tables", "task", "threshold", "time", "zone",
  ]

  /// The sentence below the help of a command with further options.
  static func furtherOptions(_ command: String) -> String {
    "All options: regimen \(command) --help-all"
  }
}
