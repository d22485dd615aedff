import Reporting

/// A table joined from the texts of its cells: the reference for the row writers.
struct NaiveTable {
  var columns: [String]
  var rows: [[Cell]]

  func text(_ format: TableFormat) -> String {
    switch format {
    case .csv:
      ([columns.joined(separator: ",")] + rows.map { $0.map(csv).joined(separator: ",") })
        .map { $0 + "\n" }.joined()
    case .ndjson: rows.map { object($0) + "\n" }.joined()
    case .json:
      rows.isEmpty ? "[]\n" : "[\n" + rows.map(object).joined(separator: ",\n") + "\n]\n"
    }
  }

  private func object(_ row: [Cell]) -> String {
    let members = zip(columns, row).map { name, cell in
      if let text = text(cell) { return "\(JSONText.quoted(name)):\(JSONText.quoted(text))" }
      return "\(JSONText.quoted(name)):\(plain(cell) ?? "null")"
    }
    return "{\(members.joined(separator: ","))}"
  }

  /// The field as RFC 4180 has it: quoted only where it must be.
  private func csv(_ cell: Cell) -> String {
    guard let text = text(cell) ?? json(cell) else { return plain(cell) ?? "" }
    // By scalars: a return before a line feed is a character of its own.
    let special = text.unicodeScalars.contains { ",\"\n\r".unicodeScalars.contains($0) }
    return special ? "\"\(text.replacing("\"", with: "\"\""))\"" : text
  }

  /// No format can represent numbers that are not finite.
  private func plain(_ cell: Cell) -> String? {
    switch cell {
    case .integer(let number): "\(number)"
    case .decimal(let number): number.isFinite ? NaiveTable.decimal(number) : nil
    case .number(let number): number.isFinite ? NaiveTable.exact(number) : nil
    case .boolean(let truth): "\(truth)"
    case .json(let json): json
    case .text, .date, .instant, .localTime, .list, .empty: nil
    }
  }

  private func text(_ cell: Cell) -> String? {
    switch cell {
    case .text(let text): text
    case .date(let date): "\(date)"
    case .instant(let instant): "\(instant)"
    case .localTime(let time): "\(time)"
    case .list(let entries): entries.joined(separator: ";")
    case .json, .integer, .decimal, .number, .boolean, .empty: nil
    }
  }

  private func json(_ cell: Cell) -> String? {
    if case .json(let json) = cell { json } else { nil }
  }

  /// A number with six decimals, ties to even.
  static func decimal(_ number: Double) -> String {
    let scaled = (number.magnitude * 1e6).rounded(.toNearestOrEven)
    guard scaled < 1e15 else { return "\(number)" }
    let (whole, fraction) = Int(scaled).quotientAndRemainder(dividingBy: 1_000_000)
    let digits = String(fraction)
    let zeros = String(repeating: "0", count: 6 - digits.count)
    return (number < 0 && scaled > 0 ? "-" : "") + "\(whole).\(zeros)\(digits)"
  }

  /// A number with the digits it needs, a whole one without a point.
  static func exact(_ number: Double) -> String {
    Int(exactly: number).map { "\($0)" } ?? "\(number)"
  }
}
