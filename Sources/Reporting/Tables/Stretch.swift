/// Neighbouring columns of a table whose cells are written in one way.
class Stretch {
  /// The place of the first of them in the table.
  let first: Int

  init(at first: Int) { self.first = first }

  /// Writes the cells of the row at an address.
  func write(_ row: UnsafeRawPointer, to buffer: RowBuffer) {}

  /// The stretches of some columns, of which the first has a place in the table.
  static func stretches<Row>(of columns: [Column<Row>], from first: Int = 0) -> [Stretch] {
    var stretches: [Stretch] = []
    var rest = columns[...]
    while let next = rest.first {
      let place = first + rest.startIndex
      if let part = next.part {
        let own = rest.prefix { $0.part === part }
        stretches.append(SharedCells(Array(own), of: part, at: place))
        rest = rest.dropFirst(own.count)
      } else if case .made(let make) = next.source {
        stretches.append(MadeCell(make, at: place))
        rest = rest.dropFirst()
      } else {
        let numbers = storedNumbers(rest)
        stretches.append(StoredNumbers(numbers, at: place))
        rest = rest.dropFirst(numbers.count)
      }
    }
    return stretches
  }

  /// The numbers with which columns begin.
  private static func storedNumbers<Row>(_ columns: ArraySlice<Column<Row>>) -> [StoredNumber] {
    var numbers: [StoredNumber] = []
    for column in columns {
      guard case .stored(let number) = column.source, column.part == nil else { break }
      numbers.append(number)
    }
    return numbers
  }
}

/// A column whose cells are made.
private final class MadeCell: Stretch {
  private let make: @Sendable (UnsafeRawPointer) -> Cell

  init(_ make: @escaping @Sendable (UnsafeRawPointer) -> Cell, at column: Int) {
    self.make = make
    super.init(at: column)
  }

  override func write(_ row: UnsafeRawPointer, to buffer: RowBuffer) {
    buffer.write(make(row), at: first)
  }
}

/// Columns whose numbers are stored in the row.
private final class StoredNumbers: Stretch {
  private let numbers: [StoredNumber]

  init(_ numbers: [StoredNumber], at column: Int) {
    self.numbers = numbers
    super.init(at: column)
  }

  override func write(_ row: UnsafeRawPointer, to buffer: RowBuffer) {
    buffer.write(numbers, at: first, of: row)
  }
}
