import CPostgreSQL

/// What a server, or libpq in its place, says when something fails.
struct ServerError: Error, Sendable {
  /// The SQLSTATE; `nil` where no server has said it.
  var state: String?
  /// What failed, in one line.
  var message: String
  /// The particulars, such as the key that was there twice.
  var detail: String?
  /// The table that a broken constraint is of.
  var table: String?
  /// The constraint that was broken.
  var constraint: String?

  /// An error that libpq or the system has found.
  init(_ message: String) { self.message = ServerError.line(message) }

  /// The error of a result.
  init(result: OpaquePointer) {
    func field(_ code: Character) -> String? {
      code.asciiValue.flatMap { PQresultErrorField(result, Int32($0)) }.map {
        ServerError.line(String(cString: $0))
      }
    }
    // The letters of the protocol, which libpq's macros stand for.
    state = field("C")
    detail = field("D")
    table = field("t")
    constraint = field("n")
    message = field("M") ?? ServerError.line(String(cString: PQresultErrorMessage(result)))
  }

  /// The error of a connection that did not come about.
  ///
  /// libpq has it as one text only. With verbose errors the server's part is `FATAL:  28P01: …`, and
  /// a line at the end names a place in its source.
  init(opening text: String) {
    let lines = text.split(separator: "\n").filter { $0.firstMatch(of: /\.c:\d+$/) == nil }
    let text = lines.joined(separator: "\n")
    let states = text.matches(of: #/:  ([0-9A-Z]{5}): /#)
    state = states.last.map { String($0.output.1) }
    message = ServerError.line(
      text.replacing(#/(:  )[0-9A-Z]{5}: /#) { $0.output.1 }
        .replacing(#/\s*Is the server running[^?]*\?/#, with: ""))
  }

  /// A text of several lines as one.
  static func line(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
