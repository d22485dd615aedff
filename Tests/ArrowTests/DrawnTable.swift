import Arrow
import Foundation
import TestSupport

/// A random table with its cells as texts, which must be preserved by any conversion.
struct DrawnTable {
  let fields: [ColumnField]
  let rows: [[Cell]]

  /// A cell before it is appended to a column.
  enum Cell {
    case null, boolean(Bool), integer(Int64), number(Double), days(Int32), seconds(Int64)
    case text(String)
    case list([String])

    /// The cell as a consumer reads it.
    var text: String? {
      switch self {
      case .null: nil
      case .boolean(let truth): "\(truth)"
      case .integer(let number): "\(number)"
      case .number(let number): "\(number)"
      case .days(let days): "\(days)"
      case .seconds(let seconds): "\(seconds * 1_000_000)"
      case .text(let text): text
      case .list(let texts): "[\(texts.joined(separator: ";"))]"
      }
    }

    /// Appends the cell to a column.
    func append(to column: ColumnBuffer) {
      switch self {
      case .null: column.appendNull()
      case .boolean(let truth): column.append(truth)
      case .integer(let number): column.append(number)
      case .number(let number): column.append(number)
      case .days(let days): column.append(days: days)
      case .seconds(let seconds): column.append(seconds: seconds)
      case .text(let text): column.append(text)
      case .list(let texts): column.append(list: texts)
      }
    }
  }

  /// Draws columns of any kind and rows.
  init(seed: UInt64, rows count: Int? = nil) {
    var random = Seeded(state: seed)
    let columnCount = Int.random(in: 1...6, using: &random)
    fields = (0..<columnCount).map { place in
      ColumnField(
        name: "c\(place)", kind: ColumnKind.allCases.randomElement(using: &random) ?? .integer)
    }
    // A column without nulls has no validity bitmap.
    let shares = fields.map { _ -> Double in [0, 0.1, 0.9].randomElement(using: &random) ?? 0 }
    let count = count ?? [0, 1, 7, 8, 9, 64, 65, 200].randomElement(using: &random) ?? 0
    rows = (0..<count).map { [fields] _ in
      zip(fields, shares).map { field, share in
        Double.random(in: 0..<1, using: &random) < share
          ? .null : DrawnTable.cell(field.kind, &random)
      }
    }
  }

  private static func cell(_ kind: ColumnKind, _ random: inout Seeded) -> Cell {
    switch kind {
    case .integer: .integer(.random(in: .min ... .max, using: &random))
    case .number: .number(Double.random(in: -1e9...1e9, using: &random))
    case .boolean: .boolean(.random(using: &random))
    case .text: .text(text(&random))
    case .name:
      .text(
        "name \(Int.random(in: 0..<9, using: &random))"
          + (Bool.random(using: &random) ? "" : ", a longer one"))
    case .date: .days(.random(in: .min ... .max, using: &random))
    case .instant, .localTime:
      .seconds(.random(in: -1_000_000_000_000...1_000_000_000_000, using: &random))
    case .list: .list((0..<Int.random(in: 0...3, using: &random)).map { _ in text(&random) })
    }
  }

  private static func text(_ random: inout Seeded) -> String {
    let count = [0, 1, 3, 4, 7, 8, 9, 16, 17, 40].randomElement(using: &random) ?? 0
    return String((0..<count).map { _ in "abcdé✓ ".randomElement(using: &random) ?? "a" })
  }

  /// The cells as texts.
  var texts: [[String?]] { rows.map { $0.map(\.text) } }

  /// Returns a batch of some rows.
  func batch(_ range: Range<Int>? = nil) -> ColumnBatch {
    let batch = ColumnBatch(fields)
    for row in rows[range ?? 0..<rows.count] {
      for (cell, column) in zip(row, batch.columns) { cell.append(to: column) }
    }
    return batch
  }

  /// Returns a table with the given batch size, built from parts of other sizes.
  func table(rowsPerBatch: Int, seed: UInt64 = 0) -> ColumnTable {
    var builder = ColumnTableBuilder(fields, rowsPerBatch: rowsPerBatch)
    for part in parts(seed: seed) { builder.append(batch(part)) }
    return builder.finish()
  }

  /// Returns consecutive ranges that cover all rows.
  func parts(seed: UInt64) -> [Range<Int>] {
    var random = Seeded(state: seed)
    var parts: [Range<Int>] = []
    while let start = parts.isEmpty ? 0 : parts.last?.upperBound, start < rows.count {
      parts.append(start..<min(rows.count, start + Int.random(in: 1...40, using: &random)))
    }
    return parts
  }
}

/// Reads a table like a consumer.
func walked(_ table: ColumnTable) throws -> WalkedStream {
  try WalkedStream { table.export(to: $0) }
}

/// Reads the bytes of a file like a consumer.
func walked(_ bytes: [UInt8]) throws -> WalkedStream {
  let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).arrow").path
  try Data(bytes).write(to: URL(filePath: path))
  defer { try? FileManager.default.removeItem(atPath: path) }
  return try WalkedStream { try ArrowFile("file", path: path).export(to: $0) }
}
