public import Scheduling

/// A value in a row of a table.
public enum Cell: Hashable, Sendable {
  case text(String)
  /// JSON, embedded as is in JSON and as a text in other formats.
  case json(String)
  case integer(Int)
  /// A number with six decimals; empty if it is not finite.
  case decimal(Double)
  /// A number with the shortest digits that round-trip; empty if it is not finite.
  case number(Double)
  case boolean(Bool)
  case date(CivilDate)
  case instant(Instant)
  case localTime(CivilDateTime)
  /// Texts, joined with `;` in formats without lists.
  case list([String])
  case empty

  /// The cell as it is encoded: empty if it is not finite.
  var written: Cell {
    switch self {
    case .decimal(let number), .number(let number): number.isFinite ? self : .empty
    case .text, .json, .integer, .boolean, .date, .instant, .localTime, .list, .empty: self
    }
  }

  /// The text of a cell without an encoding of its own; `nil` for any other.
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
