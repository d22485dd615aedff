import Formats
import Scheduling

/// A buffer of encoded cells, until they are taken.
///
/// It has no header and no footer: it may hold a part of a table. Callers give the column index of
/// each cell; ``RowWriter`` does so.
///
/// For column formats it has no bytes, and passes the values on.
///
/// Safe: one thread has it, and no access goes on while another begins. `reserve` leaves room for a
/// row of numbers behind what it is asked for.
final class RowBuffer {
  let encoding: RowEncoding
  /// The concatenated prefixes of cells, and the start of each.
  private let heads: [UInt8]
  private let headStarts: [Int]
  /// The capacity reserved for a row of numbers; texts reserve their own.
  private let rowLimit: Int
  // Checked at run time, accesses would cost more than the work they guard: every cell makes
  // several.
  @exclusivity(unchecked) private(set) var bytes: UnsafeMutablePointer<UInt8>
  @exclusivity(unchecked) private var capacity: Int
  /// The number of bytes written and not yet taken.
  @exclusivity(unchecked) private(set) var count = 0
  /// The number of rows, including those taken.
  @exclusivity(unchecked) private(set) var rowCount = 0
  /// The values, for column formats.
  let columns: ColumnRows?

  /// The maximum number of bytes of a number.
  private static let numberLimit = 32

  /// Creates an empty buffer.
  init(_ columns: [TableColumn], _ encoding: RowEncoding) {
    self.encoding = encoding
    var (heads, starts) = ([UInt8](), [0])
    for (index, column) in columns.enumerated() {
      heads += encoding.head(of: column, at: index)
      starts.append(heads.count)
    }
    (self.heads, headStarts) = (heads, starts)
    rowLimit = heads.count + columns.count * RowBuffer.numberLimit + 64
    self.columns = encoding == .columns ? ColumnRows(columns) : nil
    capacity = encoding == .columns ? 0 : 1 << 16
    bytes = .allocate(capacity: capacity)
  }

  deinit { bytes.deallocate() }

  /// Reserves capacity for a number of bytes in addition to a row of numbers.
  private func reserve(_ more: Int) {
    let needed = count + more + rowLimit
    guard needed > capacity else { return }
    capacity = max(needed, 2 * capacity)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    larger.update(from: bytes, count: count)
    bytes.deallocate()
    bytes = larger
  }

  /// Starts a row, which gets one cell for each column.
  func beginRow() { if encoding != .columns { reserve(0) } }

  /// Ends the row.
  func endRow() {
    rowCount += 1
    switch encoding {
    case .csv: put(0x0A)
    case .ndjson:
      put(0x7D)
      put(0x0A)
    case .json: put(0x7D)
    case .binary, .columns: break
    }
  }

  private func put(_ byte: UInt8) {
    bytes[count] = byte
    count += 1
  }

  private func put(_ text: StaticString) {
    bytes.advanced(by: count).update(from: text.utf8Start, count: text.utf8CodeUnitCount)
    count += text.utf8CodeUnitCount
  }

  /// Appends raw bytes.
  func append(_ more: UnsafeBufferPointer<UInt8>) {
    guard let start = more.baseAddress else { return }
    reserve(more.count)
    bytes.advanced(by: count).update(from: start, count: more.count)
    count += more.count
  }

  /// Returns a copy of the bytes from an offset.
  func bytes(from start: Int) -> [UInt8] {
    Array(UnsafeBufferPointer(start: bytes + start, count: count - start))
  }

  /// Removes all bytes.
  func removeAll() { count = 0 }

  /// The approximate number of bytes not yet taken.
  var size: Int { columns?.size ?? count }

  /// Takes the bytes written since the last call.
  func take() -> [UInt8] {
    defer { count = 0 }
    return bytes(from: 0)
  }

  /// Takes the rows written since the last call.
  func takeRows() -> TableRows { columns.map { .columns($0.take()) } ?? .bytes(take()) }
}

// Stored numbers.
// Safe: `beginRow` has made room for the numbers of a row.
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
      var end = bytes + count
      // The first column has no comma: the next byte overwrites it.
      var comma = column == 0 ? 0 : 1
      for number in numbers {
        end[0] = 0x2C
        end += comma
        end += number.put(of: row, at: end)
        comma = 1
      }
      count = end - bytes
    case .ndjson, .json:
      for (place, number) in numbers.enumerated() {
        begin(column + place)
        let length = number.put(of: row, at: bytes + count)
        count += length
        if length == 0 { put("null") }
      }
    case .binary: for number in numbers { write(number.cell(of: row)) }
    case .columns: columns?.append(numbers, at: column, of: row)
    }
  }
}

// Cells.
// Safe: texts make room for themselves, and leave that of a row's numbers.
extension RowBuffer {
  /// Writes the prefix of a cell.
  private func begin(_ column: Int) {
    if encoding == .csv {
      bytes[count] = 0x2C
      count += column == 0 ? 0 : 1
    } else if encoding != .binary {
      let (start, end) = (headStarts[column], headStarts[column + 1])
      heads.withUnsafeBufferPointer { heads in
        guard let heads = heads.baseAddress else { return }
        bytes.advanced(by: count).update(from: heads + start, count: end - start)
      }
      count += end - start
    }
  }

  /// Writes a cell.
  func write(_ cell: Cell, at column: Int) {
    if let columns { return columns.append(cell, at: column) }
    if encoding == .binary { return write(cell) }
    begin(column)
    switch cell.written {
    case .text(var text): text.withUTF8(putText)
    case .date, .instant, .localTime, .list:
      if var text = cell.text { text.withUTF8(putText) }
    case .json(var json): json.withUTF8 { encoding == .csv ? putText($0) : append($0) }
    case .integer(let number): count += ByteDigits.put(number, at: bytes + count)
    case .decimal(let number): count += ByteDigits.putDecimal(number, at: bytes + count)
    case .number(let number): count += ByteDigits.putExact(number, at: bytes + count)
    case .boolean(let truth): truth ? put("true") : put("false")
    case .empty: if encoding != .csv { put("null") }
    }
  }

  private func putText(_ text: UnsafeBufferPointer<UInt8>) {
    // Quotes at most double the length; a control character of JSON takes six bytes.
    reserve(6 * text.count + 8)
    if encoding == .csv { putCSV(text) } else { putJSON(text) }
  }

  private func putCSV(_ text: UnsafeBufferPointer<UInt8>) {
    let isGuarded = SpreadsheetText.isGuarded(text)
    guard
      isGuarded || text.contains(where: { $0 == 0x22 || $0 == 0x2C || $0 == 0x0A || $0 == 0x0D })
    else { return append(text) }
    put(0x22)
    if isGuarded { put(0x27) }
    for byte in text {
      put(byte)
      if byte == 0x22 { put(byte) }
    }
    put(0x22)
  }

  private func putJSON(_ text: UnsafeBufferPointer<UInt8>) {
    put(0x22)
    if text.contains(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C }) {
      let quoted = Array(JSONText.quoted(String(decoding: text, as: UTF8.self)).utf8)
      quoted.dropFirst().dropLast().withUnsafeBufferPointer(append)
    } else {
      append(text)
    }
    put(0x22)
  }
}

// Cells for a database, each with its type.
// Safe: a text makes room for itself, and its
// length and kind have that of a number.
extension RowBuffer {
  private func write(_ cell: Cell) {
    switch cell.written {
    case .text(let text), .json(let text): write(text)
    case .date, .instant, .localTime, .list: if let text = cell.text { write(text) }
    case .integer(let number): put(.integer, UInt64(bitPattern: Int64(number)))
    case .boolean(let truth): put(.integer, truth ? 1 : 0)
    case .decimal(let number), .number(let number): put(.number, number.bitPattern)
    case .empty: put(BinaryCell.empty.rawValue)
    }
  }

  private func write(_ text: String) {
    var text = text
    text.withUTF8 { utf8 in
      reserve(utf8.count)
      put(BinaryCell.text.rawValue)
      putBytes(of: UInt32(utf8.count).littleEndian)
      append(utf8)
    }
  }

  private func put(_ cell: BinaryCell, _ bits: UInt64) {
    put(cell.rawValue)
    putBytes(of: bits.littleEndian)
  }

  private func putBytes<Number: FixedWidthInteger>(of number: Number) {
    UnsafeMutableRawPointer(bytes + count).storeBytes(of: number, as: Number.self)
    count += MemoryLayout<Number>.size
  }
}
