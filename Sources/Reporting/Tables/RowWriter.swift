/// Writes rows cell by cell as bytes, without making a text of each.
///
///     let rows = RowWriter(columns: ["patient", "due"], format: .csv)
///     rows.text("ann")
///     rows.integer(14)
///     rows.endRow()
///
/// It has no header and no end: those belong to the whole table, of which it may write a part. The
/// bytes stay in one buffer until they are taken. ``TableWriter`` writes small tables from lists of
/// cells, and gives the same bytes.
public final class RowWriter {
  let encoding: RowEncoding
  let columnCount: Int
  /// What stands before each cell, one after the other, and where each begins.
  private let heads: [UInt8]
  private let headStarts: [Int]
  /// Room for a row of numbers; texts make their own.
  private let rowLimit: Int
  // Checked at run time, accesses would cost more than what they guard: every cell makes several.
  @exclusivity(unchecked) private(set) var bytes: UnsafeMutablePointer<UInt8>
  @exclusivity(unchecked) private var capacity: Int
  /// The bytes written and not taken yet.
  @exclusivity(unchecked) public private(set) var count = 0
  /// How many rows there have been, those taken included.
  @exclusivity(unchecked) private(set) var rowCount = 0
  /// The cells of the row so far.
  @exclusivity(unchecked) private(set) var column = 0

  /// The most bytes that a number takes.
  private static let numberLimit = 32

  /// Begins a part of a table.
  public convenience init(columns: [String], format: TableFormat) {
    self.init(columns: columns, RowEncoding(format))
  }

  init(columns: [String], _ encoding: RowEncoding) {
    self.encoding = encoding
    columnCount = columns.count
    var (heads, starts) = ([UInt8](), [0])
    for (index, column) in columns.enumerated() {
      heads += encoding.head(of: column, at: index)
      starts.append(heads.count)
    }
    (self.heads, headStarts) = (heads, starts)
    rowLimit = heads.count + columns.count * RowWriter.numberLimit + 64
    capacity = 1 << 16
    bytes = .allocate(capacity: capacity)
  }

  deinit { bytes.deallocate() }

  /// Makes room for a number of bytes beside those of a row of numbers.
  private func reserve(_ more: Int) {
    let needed = count + more + rowLimit
    guard needed > capacity else { return }
    capacity = max(needed, 2 * capacity)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    larger.update(from: bytes, count: count)
    bytes.deallocate()
    bytes = larger
  }

  /// Begins a cell: what stands before it.
  ///
  /// - Precondition: The row has not got all its cells: the room for a row is that of its columns.
  private func begin() {
    precondition(column < columnCount, "a row has \(columnCount) columns, and not one more")
    if column == 0 { reserve(0) }
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
    column += 1
  }

  /// Ends the row.
  ///
  /// - Precondition: It has as many cells as the table has columns.
  public func endRow() {
    precondition(column == columnCount, "\(column) cells for \(columnCount) columns")
    column = 0
    rowCount += 1
    switch encoding {
    case .csv: put(0x0A)
    case .ndjson:
      put(0x7D)
      put(0x0A)
    case .json: put(0x7D)
    case .binary: break
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

  /// Adds bytes as they are.
  func append(_ more: UnsafeBufferPointer<UInt8>) {
    guard let start = more.baseAddress else { return }
    reserve(more.count)
    bytes.advanced(by: count).update(from: start, count: more.count)
    count += more.count
  }

  /// Forgets what was written.
  func removeAll() { count = 0 }

  /// Takes what was written so far.
  public func take() -> [UInt8] {
    defer { count = 0 }
    return Array(UnsafeBufferPointer(start: bytes, count: count))
  }
}

// Cells.
extension RowWriter {
  /// Writes a whole number.
  public func integer(_ number: Int) {
    begin()
    if encoding == .binary {
      putBinary(.integer, UInt64(bitPattern: Int64(number)))
    } else if 0..<10 ~= number {
      put(0x30 + UInt8(truncatingIfNeeded: number))
    } else {
      count += ByteDigits.put(number, at: bytes + count)
    }
  }

  /// Writes whole numbers, of which most have one digit.
  func integers<let count: Int>(_ numbers: InlineArray<count, Int>) {
    precondition(column + count <= columnCount, "a row has \(columnCount) columns, and no more")
    guard encoding == .csv, column > 0 else {
      for index in numbers.indices { integer(numbers[index]) }
      return
    }
    var end = bytes + self.count
    for index in numbers.indices {
      let number = numbers[index]
      end[0] = 0x2C
      if 0..<10 ~= number {
        end[1] = 0x30 + UInt8(truncatingIfNeeded: number)
        end += 2
      } else {
        end += 1 + ByteDigits.put(number, at: end + 1)
      }
    }
    self.count = end - bytes
    column += count
  }

  /// Writes a number with six decimals; nothing where it is not finite, as no format has a form for that.
  public func decimal(_ number: Double) {
    guard number.isFinite else { return empty() }
    begin()
    if encoding == .binary {
      putBinary(.number, number.bitPattern)
    } else {
      count += ByteDigits.putDecimal(number, at: bytes + count)
    }
  }

  /// Writes a number with as many digits as it needs to read back the same; nothing where it is not
  /// finite.
  public func number(_ number: Double) {
    guard number.isFinite else { return empty() }
    begin()
    if encoding == .binary {
      putBinary(.number, number.bitPattern)
    } else {
      count += ByteDigits.putExact(number, at: bytes + count)
    }
  }

  /// Writes a number with six decimals, or nothing.
  public func decimal(_ number: Double?) {
    if let number { decimal(number) } else { empty() }
  }

  /// Writes a number with all its digits, or nothing.
  public func number(_ number: Double?) {
    if let number { self.number(number) } else { empty() }
  }

  /// Writes a truth value.
  public func boolean(_ truth: Bool) {
    begin()
    if encoding == .binary {
      putBinary(.integer, truth ? 1 : 0)
    } else if truth {
      put("true")
    } else {
      put("false")
    }
  }

  /// Writes nothing.
  public func empty() {
    begin()
    switch encoding {
    case .csv: break
    case .ndjson, .json: put("null")
    case .binary: put(BinaryCell.empty.rawValue)
    }
  }

  /// Writes a text, or nothing.
  public func text(_ text: String?) {
    if let text { self.text(text) } else { empty() }
  }

  /// Writes a text.
  public func text(_ text: String) {
    begin()
    var text = text
    text.withUTF8 { utf8 in
      // Quotes double at most; a control character of JSON takes six bytes.
      reserve(6 * utf8.count + 8)
      switch encoding {
      case .csv: putCSV(utf8)
      case .ndjson, .json: putJSON(utf8)
      case .binary:
        put(BinaryCell.text.rawValue)
        putBytes(of: UInt32(truncatingIfNeeded: utf8.count).littleEndian)
        append(utf8)
      }
    }
  }

  private func putCSV(_ text: UnsafeBufferPointer<UInt8>) {
    guard text.contains(where: { $0 == 0x22 || $0 == 0x2C || $0 == 0x0A || $0 == 0x0D }) else {
      return append(text)
    }
    put(0x22)
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

  private func putBinary(_ cell: BinaryCell, _ bits: UInt64) {
    put(cell.rawValue)
    putBytes(of: bits.littleEndian)
  }

  private func putBytes<Number: FixedWidthInteger>(of number: Number) {
    withUnsafeBytes(of: number) { raw in
      for byte in raw { put(byte) }
    }
  }
}

/// Cells that many rows begin with or share, as the bytes that stand for them at their columns.
struct PreparedCells: Sendable {
  /// Stretch after stretch.
  private(set) var bytes: [UInt8] = []
  /// Where each stretch ends.
  private(set) var ends: [Int] = []
  /// The columns that they take.
  let columns: Range<Int>

  /// Prepares nothing yet.
  init(columns: Range<Int>) { self.columns = columns }

  /// Where the bytes of a stretch stand.
  fileprivate func place(of index: Int) -> Range<Int> {
    (index == 0 ? 0 : ends[index - 1])..<ends[index]
  }

  fileprivate mutating func append(_ more: UnsafeBufferPointer<UInt8>) {
    bytes += more
    ends.append(bytes.count)
  }
}

extension RowWriter {
  /// Prepares stretches of cells.
  ///
  /// - Precondition: No row is begun.
  func prepared<Thing>(
    _ columns: Range<Int>, of things: some Sequence<Thing>, _ write: (Thing) -> Void
  ) -> PreparedCells {
    var cells = PreparedCells(columns: columns)
    for thing in things {
      let first = count
      reserve(0)
      column = columns.lowerBound
      write(thing)
      precondition(column == columns.upperBound, "cells up to \(column), not \(columns)")
      cells.append(UnsafeBufferPointer(start: bytes + first, count: count - first))
      column = 0
      count = first
    }
    return cells
  }

  /// Prepares one stretch of cells.
  func prepared(_ columns: Range<Int>, _ write: () -> Void) -> PreparedCells {
    prepared(columns, of: CollectionOfOne(())) { write() }
  }

  /// Writes a prepared stretch.
  ///
  /// - Precondition: It was prepared for this column, by a writer of the same columns and format, and the
  ///   row has not got all its cells.
  func cells(_ cells: borrowing PreparedCells, at index: Int = 0) {
    precondition(
      cells.columns.lowerBound == column && cells.columns.upperBound <= columnCount,
      "\(cells.columns) cannot stand at \(column)")
    let place = cells.place(of: index)
    cells.bytes.withUnsafeBufferPointer { bytes in
      append(UnsafeBufferPointer(rebasing: bytes[place]))
    }
    column = cells.columns.upperBound
  }
}
