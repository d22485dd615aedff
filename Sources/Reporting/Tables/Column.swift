import Scheduling

/// A key path to a column's value in its row.
typealias RowPath<Row, Value> = any KeyPath<Row, Value> & Sendable

/// A column of a table with rows of one type: its description, and the source of its cells.
///
///     let due = Column<Adherence>.integer("due", "occurrences", "in the denominator", at: \.due)
///
/// A table is a list of columns: the header, the encoding of cells in every format, the database
/// types and the documentation are all derived from it.
///
/// Safe: rows are read at the address of a `Row`, which `RowWriter` and the types of the paths see
/// to.
struct Column<Row>: Sendable {
  /// The name, type and meaning.
  let about: TableColumn
  let source: Source
  /// The part of the row that determines the cells, if consecutive rows share it; otherwise `nil`.
  var part: CachedPrefix?

  /// The source of cells.
  enum Source: Sendable {
    /// A number stored in the row.
    case stored(StoredNumber)
    /// An element of a list of cells stored in the row.
    case listed(ListedCell)
    /// A cell computed from the row at an address.
    case made(@Sendable (UnsafeRawPointer) -> Cell)
  }

  /// Returns the cell of a row.
  func cell(of row: UnsafePointer<Row>) -> Cell {
    switch source {
    case .stored(let number): number.cell(of: row).written
    case .listed(let cell): cell.cell(of: row).written
    case .made(let make): make(row).written
    }
  }
}

// Columns of stored numbers.
extension Column {
  /// A column of integers.
  static func integer(
    _ name: String, _ unit: String, _ meaning: String, at path: RowPath<Row, Int>
  ) -> Column { stored(name, .integer, unit, meaning, path, .integer) }

  /// A column of numbers with six decimals.
  static func decimal(
    _ name: String, _ unit: String, _ meaning: String, at path: RowPath<Row, Double>
  ) -> Column { stored(name, .decimal, unit, meaning, path, .decimal) }

  /// A column of numbers with the shortest digits that round-trip.
  static func number(
    _ name: String, _ unit: String, _ meaning: String, at path: RowPath<Row, Double>
  ) -> Column { stored(name, .number, unit, meaning, path, .number) }

  private static func stored(
    _ name: String, _ type: ColumnType, _ unit: String, _ meaning: String,
    _ path: PartialKeyPath<Row>, _ kind: StoredNumber.Kind
  ) -> Column {
    // Computed properties must use a closure: evaluating such a key path is slower than all
    // other work.
    guard let place = MemoryLayout<Row>.offset(of: path) else {
      preconditionFailure("\(name) is not stored in its row")
    }
    let about = TableColumn(name: name, type: type, unit: unit, meaning: meaning)
    return Column(about: about, source: .stored(StoredNumber(kind: kind, place: place)))
  }
}

// Safe: the row is lent while its cell is made.
extension Column where Row: Sendable {
  /// Returns the column with empty cells in some rows.
  func empty(where isEmpty: @escaping @Sendable (Row) -> Bool) -> Column {
    let column = self
    return Column(about) { row in
      isEmpty(row) ? .empty : withUnsafePointer(to: row) { column.cell(of: $0) }
    }
  }
}

// Columns of computed or optional values.
// Safe: as above: the cell is made for rows of this
// type.
extension Column {
  /// Creates a column of computed cells.
  init(_ about: TableColumn, _ cell: @escaping @Sendable (Row) -> Cell) {
    self.about = about
    source = .made { cell($0.assumingMemoryBound(to: Row.self).pointee) }
  }

  private static func made<Value>(
    _ name: String, _ type: ColumnType, _ unit: String?, _ meaning: String,
    _ value: @escaping @Sendable (Row) -> Value?, _ cell: @escaping @Sendable (Value) -> Cell
  ) -> Column {
    Column(TableColumn(name: name, type: type, unit: unit, meaning: meaning)) { row in
      value(row).map(cell) ?? .empty
    }
  }

  /// A column of texts, dictionary-encoded in Arrow.
  static func text(
    _ name: String, _ meaning: String, _ value: @escaping @Sendable (Row) -> String?
  ) -> Column { made(name, .text, nil, meaning, value) { .text($0) } }

  /// A column of texts with few repetitions.
  static func key(
    _ name: String, _ meaning: String, _ value: @escaping @Sendable (Row) -> String?
  ) -> Column { made(name, .key, nil, meaning, value) { .text($0) } }

  /// A column of lists of texts; empty without entries.
  static func list(
    _ name: String, _ meaning: String, _ value: @escaping @Sendable (Row) -> [String]?
  ) -> Column {
    made(name, .list, nil, meaning, value) {
      $0.isEmpty ? .empty : .list($0)
    }
  }

  /// A column of JSON.
  static func json(
    _ name: String, _ meaning: String, _ value: @escaping @Sendable (Row) -> String?
  ) -> Column { made(name, .json, nil, meaning, value) { .json($0) } }

  /// A column of dates.
  static func date(
    _ name: String, _ meaning: String, _ value: @escaping @Sendable (Row) -> CivilDate?
  ) -> Column { made(name, .date, nil, meaning, value) { .date($0) } }

  /// A column of instants.
  static func instant(
    _ name: String, _ meaning: String, _ value: @escaping @Sendable (Row) -> Instant?
  ) -> Column { made(name, .instant, nil, meaning, value) { .instant($0) } }

  /// A column of local times.
  static func localTime(
    _ name: String, _ meaning: String, _ value: @escaping @Sendable (Row) -> CivilDateTime?
  ) -> Column { made(name, .localTime, nil, meaning, value) { .localTime($0) } }

  /// A column of Booleans.
  static func boolean(
    _ name: String, _ meaning: String, _ value: @escaping @Sendable (Row) -> Bool?
  ) -> Column { made(name, .boolean, nil, meaning, value) { .boolean($0) } }

  /// A column of integers.
  static func integer(
    _ name: String, _ unit: String, _ meaning: String,
    _ value: @escaping @Sendable (Row) -> Int?
  ) -> Column { made(name, .integer, unit, meaning, value) { .integer($0) } }

  /// A column of numbers with six decimals.
  static func decimal(
    _ name: String, _ unit: String, _ meaning: String,
    _ value: @escaping @Sendable (Row) -> Double?
  ) -> Column { made(name, .decimal, unit, meaning, value) { .decimal($0) } }

  /// A column of numbers with the shortest digits that round-trip.
  static func number(
    _ name: String, _ unit: String, _ meaning: String,
    _ value: @escaping @Sendable (Row) -> Double?
  ) -> Column { made(name, .number, unit, meaning, value) { .number($0) } }
}

extension Column {
  /// Returns the columns of a list of cells stored in the row, in its order.
  static func listed(_ columns: [TableColumn], at path: RowPath<Row, [Cell]>) -> [Column] {
    guard let list = MemoryLayout<Row>.offset(of: path) else {
      preconditionFailure("the list is not stored in its row")
    }
    return columns.enumerated().map { place, about in
      Column(about: about, source: .listed(ListedCell(list: list, place: place)))
    }
  }
}

// Columns of a part of a row.
// Safe: the part lies in the row where `MemoryLayout` says.
extension Column {
  /// Concatenates groups of columns.
  static func list(_ groups: [Column]...) -> [Column] { Array(groups.joined()) }

  /// Returns the column for rows that contain its row type.
  func of<Whole>(_ path: RowPath<Whole, Row>) -> Column<Whole> {
    guard let start = MemoryLayout<Whole>.offset(of: path) else {
      let source = self
      return Column<Whole>(about) { whole in
        withUnsafePointer(to: whole[keyPath: path], source.cell)
      }
    }
    switch source {
    case .stored(let number):
      let number = StoredNumber(kind: number.kind, place: start + number.place)
      return Column<Whole>(about: about, source: .stored(number))
    case .listed(var cell):
      cell.list += start
      return Column<Whole>(about: about, source: .listed(cell))
    case .made(let make):
      return Column<Whole>(about: about, source: .made { make($0 + start) })
    }
  }

  /// Returns the column for rows that optionally contain its row type; empty if they do not.
  func of<Whole>(_ path: RowPath<Whole, Row?>) -> Column<Whole> {
    guard let start = MemoryLayout<Whole>.offset(of: path) else {
      preconditionFailure("\(about.name) is of a part that is not stored in its row")
    }
    let column = self
    return Column<Whole>(
      about: about,
      source: .made { whole in
        let part = whole + start
        guard part.assumingMemoryBound(to: Row?.self).pointee != nil else { return .empty }
        // The payload of an optional is at the address of the optional.
        return column.cell(of: part.assumingMemoryBound(to: Row.self))
      })
  }
}

extension Array {
  /// Returns the columns for rows that contain their row type.
  func of<Whole, Row>(_ path: RowPath<Whole, Row>) -> [Column<Whole>]
  where Element == Column<Row> { map { $0.of(path) } }

  /// Returns the columns for rows that optionally contain their row type.
  func of<Whole, Row>(_ path: RowPath<Whole, Row?>) -> [Column<Whole>]
  where Element == Column<Row> { map { $0.of(path) } }

  /// Returns the columns for rows that share their row type as a part; encoded cells are reused
  /// while the part is equal to that of the row before.
  func shared<Whole, Row: Equatable & Sendable>(by path: RowPath<Whole, Row>) -> [Column<Whole>]
  where Element == Column<Row> { of(path).sharing(CachedPrefix(path, slot: nil)) }

  /// Returns the columns for rows that share several alternating parts.
  ///
  /// - Parameters:
  ///   - path: The part, stored in the row.
  ///   - slot: The index that distinguishes alternating parts, from 0.
  /// - Returns: The columns of the rows.
  func shared<Whole, Row: Equatable & Sendable>(
    by path: RowPath<Whole, Row>, slot: RowPath<Whole, Int>
  ) -> [Column<Whole>] where Element == Column<Row> {
    of(path).sharing(CachedPrefix(path, slot: slot))
  }

  private func sharing<Row>(_ part: CachedPrefix?) -> [Column<Row>]
  where Element == Column<Row> {
    map { column in
      var column = column
      column.part = part
      return column
    }
  }
}
