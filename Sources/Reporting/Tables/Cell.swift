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
  case empty

  /// The cell as it is written: no format has a form for what is not finite.
  var written: Cell {
    switch self {
    case .decimal(let number), .number(let number): number.isFinite ? self : .empty
    case .text, .json, .integer, .boolean, .empty: self
    }
  }
}
