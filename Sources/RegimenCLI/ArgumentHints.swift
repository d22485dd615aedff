import ArgumentParser
import Diagnostics
import Foundation
import Scheduling

/// Hints for invalid arguments.
enum ArgumentHints {
  /// Returns the error for an unknown command; `nil` if the first argument is a command or an
  /// option.
  static func unknownCommand(_ arguments: [String]) -> String? {
    let names =
      Regimen.configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
    guard let name = arguments.first, !name.hasPrefix("-"), !names.contains(name) else {
      return nil
    }
    let nearest = Spelling.nearest(to: name, in: names).map { "did you mean '\($0)'? " } ?? ""
    return "regimen: '\(name)' is not a command (\(nearest)`regimen --help` lists all)"
  }

  /// Returns the parser's message with a hint on the format of an invalid value, or the nearest option
  /// to an unknown one.
  static func completing(_ message: String, of arguments: [String]) -> String {
    var lines = message.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if let line = unknownOption(in: lines[0], arguments) {
      lines[0] = line
    } else if let hint = format(in: message) {
      lines[0] += hint
    }
    return lines.joined(separator: "\n")
  }

  /// Returns a message about an unknown option with the nearest option of the command: the parser itself knows
  /// only those that the short help lists.
  private static func unknownOption(in line: String, _ arguments: [String]) -> String? {
    guard let start = line.range(of: "Unknown option '--"),
      let end = line[start.upperBound...].firstIndex(of: "'"),
      let command = Regimen.configuration.subcommands.first(where: {
        $0.configuration.commandName == arguments.first
      })
    else { return nil }
    let name = line[start.upperBound..<end]
    let help = Regimen.helpMessage(for: command, includeHidden: true)
    let lines = help.split(separator: "\n").filter { $0.hasPrefix("  -") }
    let options = lines.flatMap { $0.matches(of: /--([a-z0-9-]+)/).map { String($0.1) } }
    return Spelling.nearest(to: String(name), in: options)
      .map { "\(line[...end]). Did you mean '--\($0)'?" }
  }

  private static func format(in message: String) -> String? {
    guard let (value, option) = refusal(in: message) else { return nil }
    return hint(value, of: option).map { " (\($0))" }
  }

  /// Parses the value and the option in `The value 'x' is invalid for '--from <from>'`.
  private static func refusal(in message: String) -> (value: String, option: String)? {
    let line = message.prefix { $0 != "\n" }
    guard let start = line.range(of: "The value '"),
      let middle = line.range(of: "' is invalid for '--", options: .backwards)
    else { return nil }
    let option = line[middle.upperBound...].prefix { $0.isLetter || $0 == "-" }
    return (String(line[start.upperBound..<middle.lowerBound]), String(option))
  }

  private static func hint(_ value: String, of option: String) -> String? {
    switch option {
    case "from", "to", "plan-start": "a date is year-month-day, as 2025-02-01"
    case "as-of", "knowledge-cutoff": "a time ends with Z or an offset, as 2025-12-31T22:00:00Z"
    case "day-boundary": "a time of day has 24 hours, as 03:00"
    case "zone": zone(value)
    case "threshold", "confidence", "max-rejected": share(value)
    case "min-gap": "a length of time has a unit, as 15m"
    case "jobs", "limit", "batch", "patients", "days": "a whole number"
    case "time-format":
      "auto, dmy, mdy, seconds, milliseconds, excel, or a pattern of year, month and day as %d.%m.%Y %H:%M"
    default: nil
    }
  }

  private static func zone(_ name: String) -> String {
    let nearest = Spelling.nearest(to: name, in: Zone.knownIDs)
    return nearest.map { "did you mean \($0)?" } ?? "an IANA name, as America/New_York"
  }

  private static func share(_ value: String) -> String {
    let number = Double(value.trimmingCharacters(in: ["%", " "]))
    let share = number.map { $0 / 100 }.flatMap { 0...1 ~= $0 ? $0 : nil }
    return "a share is 0 to 1" + (share.map { ": \(value) percent is \($0)" } ?? "")
  }
}
