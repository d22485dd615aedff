import Formats

/// A run of consecutive columns written in the same way.
///
/// Safe: the address is that of a row of the table, which is lent for the call.
class ColumnRun {
  /// The index of the first column in the table.
  let first: Int

  init(at first: Int) { self.first = first }

  /// Writes the cells of the row at an address.
  func write(_ row: UnsafeRawPointer, to buffer: RowBuffer) {}

  /// Groups columns into runs, given the index of the first column.
  static func runs<Row>(of columns: [Column<Row>], from first: Int = 0) -> [ColumnRun] {
    var runs: [ColumnRun] = []
    var rest = columns[...]
    while let next = rest.first {
      let place = first + rest.startIndex
      if let part = next.part {
        let own = rest.prefix { $0.part === part }
        runs.append(SharedCells(Array(own), of: part, at: place))
        rest = rest.dropFirst(own.count)
      } else {
        let numbers = storedNumbers(rest)
        runs.append(
          numbers.isEmpty ? single(next, at: place) : StoredNumbers(numbers, at: place))
        rest = rest.dropFirst(max(1, numbers.count))
      }
    }
    return runs
  }

  private static func single<Row>(_ column: Column<Row>, at place: Int) -> ColumnRun {
    switch column.source {
    case .stored(let number): StoredNumbers([number], at: place)
    case .listed(let cell): OneListedCell(cell, at: place)
    case .made(let make): MadeCell(make, at: place)
    }
  }

  /// Returns the stored numbers at the start of some columns.
  private static func storedNumbers<Row>(_ columns: ArraySlice<Column<Row>>) -> [StoredNumber] {
    var numbers: [StoredNumber] = []
    for column in columns {
      guard case .stored(let number) = column.source, column.part == nil else { break }
      numbers.append(number)
    }
    return numbers
  }
}

/// A column of computed cells.
///
/// Safe: as its columns, it is of rows of the table.
private final class MadeCell: ColumnRun {
  private let make: @Sendable (UnsafeRawPointer) -> Cell

  init(_ make: @escaping @Sendable (UnsafeRawPointer) -> Cell, at column: Int) {
    self.make = make
    super.init(at: column)
  }

  override func write(_ row: UnsafeRawPointer, to buffer: RowBuffer) {
    buffer.write(make(row), at: first)
  }
}

/// A column of a stored list.
///
/// Safe: as its columns, it is of rows of the table.
private final class OneListedCell: ColumnRun {
  private let cell: ListedCell

  init(_ cell: ListedCell, at column: Int) {
    self.cell = cell
    super.init(at: column)
  }

  override func write(_ row: UnsafeRawPointer, to buffer: RowBuffer) {
    buffer.write(cell.cell(of: row), at: first)
  }
}

/// Columns of stored numbers.
///
/// Safe: as its columns, it is of rows of the table.
private final class StoredNumbers: ColumnRun {
  private let numbers: [StoredNumber]

  init(_ numbers: [StoredNumber], at column: Int) {
    self.numbers = numbers
    super.init(at: column)
  }

  override func write(_ row: UnsafeRawPointer, to buffer: RowBuffer) {
    buffer.write(numbers, at: first, of: row)
  }
}

/// An element of a list of cells stored in a row; empty if the list is shorter.
///
/// Safe: the list lies in the row where `MemoryLayout` says.
struct ListedCell: Sendable {
  /// The offset of the list in the row in bytes.
  var list: Int
  /// The index in the list.
  let place: Int

  /// Returns the cell.
  func cell(of row: UnsafeRawPointer) -> Cell {
    let cells = (row + list).assumingMemoryBound(to: [Cell].self).pointee
    return cells.indices.contains(place) ? cells[place] : .empty
  }
}

/// A number stored in a row, with its offset and format.
///
/// Most cells of a report are such numbers; they are read and written without a call per cell.
///
/// Safe: the number lies in the row where `MemoryLayout` says.
struct StoredNumber: Sendable {
  /// The type and format.
  enum Kind: Sendable { case integer, decimal, number }

  let kind: Kind
  /// The offset in the row in bytes.
  let place: Int

  /// Writes the digits.
  ///
  /// - Returns: Whether the number is finite; otherwise nothing is written.
  @inline(__always)
  func put(of row: UnsafeRawPointer, to bytes: inout ByteWriter) -> Bool {
    if kind == .integer {
      bytes.put(row.load(fromByteOffset: place, as: Int.self))
      return true
    }
    let number = row.load(fromByteOffset: place, as: Double.self)
    guard number.isFinite else { return false }
    if kind == .decimal { bytes.put(decimal: number) } else { bytes.put(exact: number) }
    return true
  }

  /// Returns the cell.
  func cell(of row: UnsafeRawPointer) -> Cell {
    switch kind {
    case .integer: .integer(row.load(fromByteOffset: place, as: Int.self))
    case .decimal: .decimal(row.load(fromByteOffset: place, as: Double.self))
    case .number: .number(row.load(fromByteOffset: place, as: Double.self))
    }
  }
}
