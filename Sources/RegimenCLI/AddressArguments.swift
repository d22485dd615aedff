import ArgumentParser
import Diagnostics
import PostgreSQLStore
import Scheduling

/// Validates server addresses in arguments, which may contain passwords.
enum AddressArguments {
  /// Rejects arguments that look like invalid addresses, before any message repeats them.
  ///
  /// - Throws: `InputError` without the password.
  static func check(_ arguments: [String]) throws(InputError) {
    for (option, text) in optionValues(arguments)
    where ServerAddressText(text).isAddress && takesValue(option, of: arguments.first) {
      try InputError.refuseAddress(text)
    }
    for text in arguments.flatMap(values) {
      if StoreAddress.isAddress(text) {
        _ = try StoreAddress(text)
      } else if ServerAddressText(text).isAddress {
        try InputError.refuseAddress(text)
      }
    }
  }

  /// Returns options with their possible values.
  ///
  /// No option takes a server address: an error about its value would quote it, including a
  /// password.
  private static func optionValues(_ arguments: [String]) -> [(option: String, text: String)] {
    let apart = zip(arguments, arguments.dropFirst()).map { (option: $0, text: $1) }
    let joined = arguments.compactMap { argument in
      argument.firstIndex(of: "=").map { mark in
        (option: String(argument[..<mark]), text: String(argument[argument.index(after: mark)...]))
      }
    }
    return (apart + joined).filter { $0.option.hasPrefix("-") }
  }

  /// Returns whether a command has an option with a value of that name, according to its help.
  private static func takesValue(_ option: String, of command: String?) -> Bool {
    guard
      let type = Regimen.configuration.subcommands.first(where: {
        $0.configuration.commandName == command
      })
    else { return false }
    return Regimen.helpMessage(for: type, columns: 10_000).contains("\(option) <")
  }

  /// Returns a parser message, which repeats arguments, with possible passwords removed.
  static func hiding(_ arguments: [String], in message: String) -> String {
    arguments.flatMap(values).filter { ServerAddressText($0).isLikeAddress }
      .reduce(message) { $0.replacing($1, with: "…") }
  }

  /// Returns the argument, and the value in `--option=value`.
  private static func values(_ argument: String) -> [String] {
    guard argument.hasPrefix("-"), let mark = argument.firstIndex(of: "=") else {
      return [argument]
    }
    return [String(argument[argument.index(after: mark)...]), argument]
  }
}
