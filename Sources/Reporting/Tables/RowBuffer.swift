import Formats
import Scheduling

/// A buffer of encoded cells, until they are taken.
///
/// It has no header and no footer: it may hold a part of a table. Callers give the column index of
/// each cell; ``RowWriter`` does so.
///
/// For column formats it has no bytes, and passes the values on.
///
/// Safe: one thread has it, and no access goes on while another begins.
final class RowBuffer {
  let encoding: RowEncoding
  /// The prefix of each column's cells.
  private let heads: [[UInt8]]
  // Checked at run time, accesses would cost more than the work they guard: every cell makes
  // several.
  @exclusivity(unchecked) private var bytes: ByteWriter
  /// The number of rows, including those taken.
  @exclusivity(unchecked) private(set) var rowCount = 0
  /// The values, for column formats.
  let columns: ColumnRows?

  /// Creates an empty buffer.
  init(_ columns: [TableColumn], _ encoding: RowEncoding) {
    self.encoding = encoding
    heads = columns.enumerated().map { encoding.head(of: $1, at: $0) }
    self.columns = encoding == .columns ? ColumnRows(columns) : nil
    bytes = ByteWriter(capacity: encoding == .columns ? 0 : 1 << 16)
  }

  /// Ends the row.
  func endRow() {
    rowCount += 1
    switch encoding {
    case .csv: bytes.put(byte: 0x0A)
    case .ndjson: bytes.put("}\n")
    case .json: bytes.put(byte: 0x7D)
    case .binary, .columns: break
    }
  }

  /// Appends raw bytes.
  func append(_ more: [UInt8]) { bytes.put(more.span) }

  /// The number of bytes written and not yet taken.
  var count: Int { bytes.count }

  /// Returns a copy of the bytes from an offset.
  func bytes(from start: Int = 0) -> [UInt8] { bytes.bytes(from: start) }

  /// Removes all bytes.
  func removeAll() { bytes.removeAll() }

  /// The approximate number of bytes not yet taken.
  var size: Int { columns?.size ?? count }

  /// Takes the bytes written since the last call.
  func take() -> [UInt8] {
    defer { removeAll() }
    return bytes()
  }

  /// Takes the rows written since the last call.
  func takeRows() -> TableRows { columns.map { .columns($0.take()) } ?? .bytes(take()) }
}

// Stored numbers.
// Safe: a row is lent for the call, and the numbers are columns of its table.
extension RowBuffer {
  /// Writes the numbers of consecutive columns.
  ///
  /// - Parameters:
  ///   - numbers: Their offsets in the row.
  ///   - column: The index of the first column.
  ///   - row: The row.
  func write(_ numbers: [StoredNumber], at column: Int, of row: UnsafeRawPointer) {
    switch encoding {
    case .csv:
      for (place, number) in numbers.enumerated() {
        if column + place > 0 { bytes.put(byte: 0x2C) }
        _ = number.put(of: row, to: &bytes)
      }
    case .ndjson, .json:
      for (place, number) in numbers.enumerated() {
        begin(column + place)
        if !number.put(of: row, to: &bytes) { bytes.put("null") }
      }
    case .binary: for number in numbers { write(number.cell(of: row)) }
    case .columns: columns?.append(numbers, at: column, of: row)
    }
  }
}

// Cells.
extension RowBuffer {
  /// Writes the prefix of a cell.
  private func begin(_ column: Int) {
    if encoding == .csv {
      if column > 0 { bytes.put(byte: 0x2C) }
    } else if encoding != .binary {
      bytes.put(heads[column])
    }
  }

  /// Writes a cell.
  func write(_ cell: Cell, at column: Int) {
    if let columns { return columns.append(cell, at: column) }
    if encoding == .binary { return write(cell) }
    begin(column)
    switch cell.written {
    case .text(let text): put(text)
    case .date, .instant, .localTime, .list: if let text = cell.text { put(text) }
    case .json(let json): if encoding == .csv { put(json) } else { bytes.put(json.utf8.span) }
    case .integer(let number): bytes.put(number)
    case .decimal(let number): bytes.put(decimal: number)
    case .number(let number): bytes.put(exact: number)
    case .boolean(let truth): truth ? bytes.put("true") : bytes.put("false")
    case .empty: if encoding != .csv { bytes.put("null") }
    }
  }

  private func put(_ text: String) {
    if encoding == .csv { bytes.put(csv: text) } else { bytes.put(json: text) }
  }
}

// Cells for a database, each with its type.
extension RowBuffer {
  private func write(_ cell: Cell) {
    switch cell.written {
    case .text(let text), .json(let text): write(text)
    case .date, .instant, .localTime, .list: if let text = cell.text { write(text) }
    case .integer(let number): put(.integer, UInt64(bitPattern: Int64(number)))
    case .boolean(let truth): put(.integer, truth ? 1 : 0)
    case .decimal(let number), .number(let number): put(.number, number.bitPattern)
    case .empty: bytes.put(byte: BinaryCell.empty.rawValue)
    }
  }

  private func write(_ text: String) {
    bytes.put(byte: BinaryCell.text.rawValue)
    bytes.put(littleEndian: UInt32(text.utf8.count))
    bytes.put(text.utf8.span)
  }

  private func put(_ cell: BinaryCell, _ bits: UInt64) {
    bytes.put(byte: cell.rawValue)
    bytes.put(littleEndian: bits)
  }
}
