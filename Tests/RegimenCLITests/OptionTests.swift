import Foundation
import Reporting
import TestSampling
import Testing

/// The command line options agree with the specification of options, which C and Python share.
struct OptionTests {
  /// A command of the tool, as it describes itself.
  private struct Command: Decodable {
    var commandName: String
    var subcommands: [Command]?
    var arguments: [Argument]?
  }

  private struct Argument: Decodable {
    struct Name: Decodable { var name: String }
    var kind: String
    var names: [Name]?
    var abstract: String?
    var defaultValue: String?
    var allValues: [String]?
    var isRepeating: Bool
  }

  private struct Tools: Decodable { var command: Command }

  /// The options of a command by name.
  private func options(of command: String) throws -> [String: Argument] {
    let text = try Tool.run("--experimental-dump-help").output
    let tool = try JSONDecoder().decode(Tools.self, from: Data(text.utf8))
    let own = try #require(tool.command.subcommands?.first { $0.commandName == command })
    let named = (own.arguments ?? []).flatMap { argument in
      (argument.names ?? []).map { ($0.name, argument) }
    }
    return Dictionary(named) { first, _ in first }
  }

  static let commands: [(OptionQuestion, String)] = [
    (.report, "report"), (.table, "report"), (.table, "import"), (.events, "events"),
    (.expand, "expand"), (.refills, "refills"), (.claims, "refills"), (.chart, "chart"),
  ]

  /// Options that the tool has as arguments, with more choices, or for data of other systems too.
  static let others: Set<String> = ["schedule", "chart", "format", "zone", "patient-id"]

  @Test(arguments: commands)
  func optionsAreThoseOfTheSpecification(_ question: OptionQuestion, _ command: String) throws {
    let options = try options(of: command)
    for option in question.options where !Self.others.contains(option.name) {
      let argument = try #require(options[option.argument], "--\(option.argument)")
      let help = try #require(argument.abstract, "--\(option.argument)")
      #expect(help.hasPrefix(option.meaning), "--\(option.argument)")
      #expect(option.otherwise.map { help.hasSuffix("(default: \($0))") } != false)
      #expect(argument.defaultValue == option.initial, "--\(option.argument)")
      #expect((argument.kind == "flag") == (option.type == .flag), "--\(option.argument)")
      if let choices = option.choices {
        #expect(argument.allValues == choices, "--\(option.argument)")
      }
    }
  }

  @Test(
    arguments: Set(commands.map(\.1) + ["export", "due", "check", "merge", "generate"]).sorted()
      .sampled(4))
  func helpFitsOnAScreen(_ command: String) throws {
    let help = try Tool.run(command, "--help").output
    let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 60)
    #expect(lines.filter { $0.hasPrefix("USAGE") }.map { $0.count <= 80 } == [true])
    let all = try Tool.run(command, "--help-all").output
    for option in try options(of: command).keys where option.count > 1 && option != "help-hidden" {
      #expect(all.contains("--\(option)"), "\(option)")
    }
    let hasMore = all.count > help.count
    #expect(help.contains("All options: regimen \(command) --help-all") == hasMore)
  }

  /// Options that name columns, and nothing else.
  @Test func columnsHaveTheirNamesToThemselves() throws {
    let columns = Set(["patient", "time", "date", "class", "kind", "task", "units", "status"])
    for command in ["events", "due", "chart", "export", "erase", "expand", "merge"] {
      #expect(columns.isDisjoint(with: try options(of: command).keys), "\(command)")
    }
  }
}

extension OptionSpecification {
  /// The names that the tool lists.
  fileprivate var choices: [String]? {
    switch type {
    case .choice(let names), .list(.choice(let names)): name == "measure" ? nil : names
    default: nil
    }
  }
}
