import PostgreSQLStore
import Scheduling

/// The addresses of servers among the arguments, which may have passwords.
enum AddressArguments {
  /// Refuses arguments that are meant as addresses and are none, before anything repeats them.
  ///
  /// - Throws: `InputError` without any password.
  static func check(_ arguments: [String]) throws(InputError) {
    for text in arguments.flatMap(values) {
      if StoreAddress.isAddress(text) {
        _ = try StoreAddress(text)
      } else if ServerAddressText(text).isAddress {
        try InputError.refuseAddress(text)
      }
    }
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
