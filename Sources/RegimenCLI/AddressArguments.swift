import ArgumentParser
import PostgreSQLStore
import Scheduling

/// The addresses of servers among the arguments, which may have passwords.
enum AddressArguments {
  /// Refuses arguments that are meant as addresses and are none, before anything repeats them.
  ///
  /// - Throws: `InputError` without any password.
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

  /// Options and what may be their values.
  ///
  /// No option takes the address of a server: an error about one may quote
  /// a part of it, in which nothing tells that it is a password.
  private static func optionValues(_ arguments: [String]) -> [(option: String, text: String)] {
    let apart = zip(arguments, arguments.dropFirst()).map { (option: $0, text: $1) }
    let joined = arguments.compactMap { argument in
      argument.firstIndex(of: "=").map { mark in
        (option: String(argument[..<mark]), text: String(argument[argument.index(after: mark)...]))
      }
    }
    return (apart + joined).filter { $0.option.hasPrefix("-") }
  }

  /// Whether a command has an option of that name, and no flag, by its help.
  private static func takesValue(_ option: String, of command: String?) -> Bool {
    guard
      let type = Regimen.configuration.subcommands.first(where: {
        $0.configuration.commandName == command
      })
    else { return false }
    return Regimen.helpMessage(for: type, columns: 10_000).contains("\(option) <")
  }

  /// A message of the parser, which repeats arguments, without those that may have passwords.
  static func hiding(_ arguments: [String], in message: String) -> String {
    arguments.flatMap(values).filter { ServerAddressText($0).isLikeAddress }
      .reduce(message) { $0.replacing($1, with: "…") }
  }

  /// The argument, and the value in `--option=value`.
  private static func values(_ argument: String) -> [String] {
    guard argument.hasPrefix("-"), let mark = argument.firstIndex(of: "=") else {
      return [argument]
    }
    return [String(argument[argument.index(after: mark)...]), argument]
  }
}
