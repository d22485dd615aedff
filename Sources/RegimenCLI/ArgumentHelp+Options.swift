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
    "by", "chart", "chart-patient", "chart-task", "date", "days", "end", "format", "group-by",
    "limit",
    "measure", "only", "only-task", "overlap", "patient", "plan-start", "start", "task",
    "time", "zone",
  ]

  /// Returns commands as they can be pasted into a shell in the repository's folder: long ones continue on
  /// the next lines, before an option.
  static func examples(_ commands: String...) -> String {
    "Examples:\n" + commands.map { "  " + folded($0) }.joined(separator: "\n")
  }

  private static func folded(_ command: String) -> String {
    var (lines, line) = ([String](), "")
    for word in command.replacing(" --", with: "\u{0}--").replacing(" && ", with: " &&\u{0}")
      .split(separator: "\u{0}")
    {
      let isNew = line.hasSuffix("&&")
      if line.isEmpty {
        line = String(word)
      } else if !isNew, line.count + word.count < folds {
        line += " \(word)"
      } else {
        lines.append(isNew ? line : "\(line) \\")
        line = "  \(isNew ? "" : "  ")\(word)"
      }
    }
    return (lines + [line]).joined(separator: "\n")
  }

  /// The width from which a command continues on the next line.
  private static let folds = 72

  /// The sentence below the help of a command with further options.
  static func furtherOptions(_ command: String) -> String {
    "All options: regimen \(command) --help-all"
  }
}
