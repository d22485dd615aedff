/// One value of a table's row.
public enum Cell: Hashable, Sendable {
  case text(String)
  case integer(Int)
  /// A number, printed with six decimals; one that is not finite is empty.
  case decimal(Double)
  /// A number, printed with as many digits as it needs to read back the same; one that is not finite is
  /// empty.
  case number(Double)
  case boolean(Bool)
  case empty

  /// A number, or nothing.
  public init(_ value: Double?) { self = value.map(Cell.decimal) ?? .empty }

  /// A number with all its digits, or nothing.
  static func exact(_ value: Double?) -> Cell { value.map(Cell.number) ?? .empty }

  /// A text, or nothing.
  public init(_ value: String?) { self = value.map(Cell.text) ?? .empty }

  /// The cell as it is written: no format has a form for what is not finite.
  fileprivate var written: Cell {
    switch self {
    case .decimal(let number), .number(let number): number.isFinite ? self : .empty
    case .text, .integer, .boolean, .empty: self
    }
  }
}

/// How tables are written: the same columns in every format.
public enum TableFormat: String, CaseIterable, Sendable {
  /// RFC 4180 with a header.
  case csv
  /// One JSON object a line.
  case ndjson
  /// One JSON array of objects.
  case json
}

/// Writes a small table as text, from rows that are lists of cells.
///
/// Rows go into a buffer that the caller empties; nothing of a row is kept. Long tables go through a
/// ``RowWriter``, which makes no lists.
public struct TableWriter {
  private let columns: [String]
  private let format: TableFormat
  private let keys: [[UInt8]]
  private var isFirst = true
  /// What was written and not taken yet.
  public private(set) var buffer: [UInt8]

  /// Begins a table.
  public init(columns: [String], format: TableFormat) {
    self.columns = columns
    self.format = format
    keys = columns.map { Array(JSONText.quoted($0).utf8) + Array(":".utf8) }
    buffer = RowEncoding(format).header(columns)
  }

  /// Writes a row.
  ///
  /// - Precondition: It has as many cells as the table has columns.
  public mutating func write(_ row: [Cell]) {
    precondition(row.count == columns.count, "\(row.count) cells for \(columns.count) columns")
    switch format {
    case .csv: writeCSV(row)
    case .ndjson: writeObject(row, before: [], after: "\n")
    case .json: writeObject(row, before: Array((isFirst ? "\n" : ",\n").utf8), after: "")
    }
    isFirst = false
  }

  /// Ends the table; nothing may be written after it.
  public mutating func finish() {
    buffer += RowEncoding(format).footer(isEmpty: isFirst)
  }

  /// Takes what was written so far.
  public mutating func take() -> [UInt8] {
    defer { buffer.removeAll(keepingCapacity: true) }
    return buffer
  }

  private mutating func writeCSV(_ row: [Cell]) {
    for (index, cell) in row.enumerated() {
      if index > 0 { buffer.append(UInt8(ascii: ",")) }
      switch cell.written {
      case .text(let text): buffer += TableWriter.csvField(text).utf8
      case .integer(let number): buffer += String(number).utf8
      case .decimal(let number): buffer += Decimal6.text(number).utf8
      case .number(let number): buffer += ExactNumber.text(number).utf8
      case .boolean(let truth): buffer += String(truth).utf8
      case .empty: break
      }
    }
    buffer.append(UInt8(ascii: "\n"))
  }

  private mutating func writeObject(_ row: [Cell], before: [UInt8], after: String) {
    buffer += before
    buffer.append(UInt8(ascii: "{"))
    for (index, cell) in row.enumerated() {
      if index > 0 { buffer.append(UInt8(ascii: ",")) }
      buffer += keys[index]
      switch cell.written {
      case .text(let text): buffer += JSONText.quoted(text).utf8
      case .integer(let number): buffer += String(number).utf8
      case .decimal(let number): buffer += Decimal6.text(number).utf8
      case .number(let number): buffer += ExactNumber.text(number).utf8
      case .boolean(let truth): buffer += String(truth).utf8
      case .empty: buffer += "null".utf8
      }
    }
    buffer += ("}" + after).utf8
  }

  /// Whether a byte makes a field need quotes.
  private static func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "\n"), UInt8(ascii: "\r"): true
    default: false
    }
  }

  /// The field as RFC 4180 has it: quoted only where it must be.
  private static func csvField(_ text: String) -> String {
    guard text.utf8.contains(where: isSpecial) else { return text }
    return "\""
      + text.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\"\"") + "\""
  }
}

/// Numbers with six decimals, ties to even.
enum Decimal6 {
  static func text(_ number: Double) -> String {
    let scaled = (number.magnitude * 1e6).rounded(.toNearestOrEven)
    guard scaled < 1e15 else { return "\(number)" }
    let (whole, fraction) = Int(scaled).quotientAndRemainder(dividingBy: 1_000_000)
    let digits = String(fraction)
    let zeros = String(repeating: "0", count: 6 - digits.count)
    return (number < 0 && scaled > 0 ? "-" : "") + "\(whole).\(zeros)\(digits)"
  }
}

/// Numbers with the digits they need, whole ones without a point.
enum ExactNumber {
  static func text(_ number: Double) -> String {
    if let whole = Int(exactly: number) { return String(whole) }
    return "\(number)"
  }
}
