public import Scheduling

/// One value of a table's row.
public enum Cell: Hashable, Sendable {
  case text(String)
  /// JSON, which stands as it is in JSON and as a text elsewhere.
  case json(String)
  case integer(Int)
  /// A number, printed with six decimals; one that is not finite is empty.
  case decimal(Double)
  /// A number, printed with as many digits as it needs to read back the same; one that is not finite is
  /// empty.
  case number(Double)
  case boolean(Bool)
  case date(CivilDate)
  case instant(Instant)
  case localTime(CivilDateTime)
  /// Texts, which are one with `;` between them where there are no lists.
  case list([String])
  case empty

  /// The cell as it is written: no format has a form for what is not finite.
  var written: Cell {
    switch self {
    case .decimal(let number), .number(let number): number.isFinite ? self : .empty
    case .text, .json, .integer, .boolean, .date, .instant, .localTime, .list, .empty: self
    }
  }

  /// The text of a cell that is one where there is no form of its own for it; `nil` for any other.
  var text: String? {
    switch self {
    case .text(let text): text
    case .date(let date): date.description
    case .instant(let instant): instant.description
    case .localTime(let time): time.description
    case .list(let entries): entries.joined(separator: ";")
    case .json, .integer, .decimal, .number, .boolean, .empty: nil
    }
  }
}
