import CPostgreSQL

/// An error reported by a server or by libpq.
struct ServerError: Error, Sendable {
  /// The SQLSTATE; `nil` for an error of libpq.
  var state: String?
  /// The message on one line.
  var message: String
  /// The detail, such as the duplicate key.
  var detail: String?
  /// The table of a violated constraint.
  var table: String?
  /// The violated constraint.
  var constraint: String?

  /// Creates an error of libpq or the system.
  init(_ message: String) { self.message = ServerError.line(message) }

  /// Creates the error of a result.
  init(result: OpaquePointer) {
    func field(_ code: Character) -> String? {
      code.asciiValue.flatMap { PQresultErrorField(result, Int32($0)) }.map {
        ServerError.line(String(cString: $0))
      }
    }
    // The field codes of the protocol, which libpq defines as macros.
    state = field("C")
    detail = field("D")
    table = field("t")
    constraint = field("n")
    message = field("M") ?? ServerError.line(String(cString: PQresultErrorMessage(result)))
  }

  /// Creates the error of a connection that failed to open.
  ///
  /// libpq only provides one text. With verbose errors the server's part is `FATAL:  28P01: …`, and
  /// a final line refers to its source code.
  init(opening text: String) {
    let lines = text.split(separator: "\n").filter { $0.firstMatch(of: /\.c:\d+$/) == nil }
    let text = lines.joined(separator: "\n")
    let states = text.matches(of: #/:  ([0-9A-Z]{5}): /#)
    state = states.last.map { String($0.output.1) }
    message = ServerError.line(
      text.replacing(#/(:  )[0-9A-Z]{5}: /#) { $0.output.1 }
        .replacing(#/\s*Is the server running[^?]*\?/#, with: ""))
  }

  /// Joins lines of text with spaces.
  static func line(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
