import Scheduling

/// Where a value lies in a row.
typealias RowPath<Row, Value> = any KeyPath<Row, Value> & Sendable

/// A column of a table of rows of one type: what it is, and its cell of a row.
///
///     let due = Column<Adherence>.integer("due", "occurrences", "in the denominator", at: \.due)
///
/// A table is a list of these and nothing else: its header, its cells in every format, its types in a
/// database and its documentation all follow from the list.
///
/// Safe: rows are read at the address of a `Row`, which `RowWriter` and the types of the paths see to.
struct Column<Row>: Sendable {
  /// What it is called, holds and means.
  let about: TableColumn
  /// Where its cells come from.
  let source: Source
  /// The part of the row that decides its cells, where many rows share one; `nil` else.
  var part: SharedPart?

  /// Where cells come from.
  enum Source: Sendable {
    /// A number that is stored in the row.
    case stored(StoredNumber)
    /// One of the cells that the row has as a list.
    case listed(ListedCell)
    /// Anything else, made of the row at an address.
    case made(@Sendable (UnsafeRawPointer) -> Cell)
  }

  /// The cell of a row.
  func cell(of row: UnsafePointer<Row>) -> Cell {
    switch source {
    case .stored(let number): number.cell(of: row).written
    case .listed(let cell): cell.cell(of: row).written
    case .made(let make): make(row).written
    }
  }
}

// Numbers that are stored in a row.
extension Column {
  /// A column of whole numbers.
  static func integer(
    _ name: String, _ unit: String, _ meaning: String, at path: RowPath<Row, Int>
  ) -> Column { stored(name, .integer, unit, meaning, path, .integer) }

  /// A column of numbers with six decimals.
  static func decimal(
    _ name: String, _ unit: String, _ meaning: String, at path: RowPath<Row, Double>
  ) -> Column { stored(name, .decimal, unit, meaning, path, .decimal) }

  /// A column of numbers with all their digits.
  static func number(
    _ name: String, _ unit: String, _ meaning: String, at path: RowPath<Row, Double>
  ) -> Column { stored(name, .number, unit, meaning, path, .number) }

  private static func stored(
    _ name: String, _ type: ColumnType, _ unit: String, _ meaning: String,
    _ path: PartialKeyPath<Row>, _ kind: StoredNumber.Kind
  ) -> Column {
    // What a row computes is given by a closure: to follow such a path takes longer than all the rest.
    guard let place = MemoryLayout<Row>.offset(of: path) else {
      preconditionFailure("\(name) is not stored in its row")
    }
    let about = TableColumn(name: name, type: type, unit: unit, meaning: meaning)
    return Column(about: about, source: .stored(StoredNumber(kind: kind, place: place)))
  }
}

// Safe: the row is lent while its cell is made.
extension Column where Row: Sendable {
  /// The same column, empty in some rows.
  func empty(where isEmpty: @escaping @Sendable (Row) -> Bool) -> Column {
    let column = self
    return Column(about) { row in
      isEmpty(row) ? .empty : withUnsafePointer(to: row) { column.cell(of: $0) }
    }
  }
}

// What is computed, or may be nothing.
// Safe: as above: the cell is made for rows of this type.
extension Column {
  /// A column of anything.
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

  /// A column of texts.
  static func text(
    _ name: String, _ meaning: String, _ value: @escaping @Sendable (Row) -> String?
  ) -> Column { made(name, .text, nil, meaning, value) { .text($0) } }

  /// A column of texts that mostly differ from row to row.
  static func key(
    _ name: String, _ meaning: String, _ value: @escaping @Sendable (Row) -> String?
  ) -> Column { made(name, .key, nil, meaning, value) { .text($0) } }

  /// A column of lists of texts, which are empty where they have no entry.
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

  /// A column of moments.
  static func instant(
    _ name: String, _ meaning: String, _ value: @escaping @Sendable (Row) -> Instant?
  ) -> Column { made(name, .instant, nil, meaning, value) { .instant($0) } }

  /// A column of times as clocks show them.
  static func localTime(
    _ name: String, _ meaning: String, _ value: @escaping @Sendable (Row) -> CivilDateTime?
  ) -> Column { made(name, .localTime, nil, meaning, value) { .localTime($0) } }

  /// A column of truths.
  static func boolean(
    _ name: String, _ meaning: String, _ value: @escaping @Sendable (Row) -> Bool?
  ) -> Column { made(name, .boolean, nil, meaning, value) { .boolean($0) } }

  /// A column of whole numbers.
  static func integer(
    _ name: String, _ unit: String, _ meaning: String,
    _ value: @escaping @Sendable (Row) -> Int?
  ) -> Column { made(name, .integer, unit, meaning, value) { .integer($0) } }

  /// A column of numbers with six decimals.
  static func decimal(
    _ name: String, _ unit: String, _ meaning: String,
    _ value: @escaping @Sendable (Row) -> Double?
  ) -> Column { made(name, .decimal, unit, meaning, value) { .decimal($0) } }

  /// A column of numbers with all their digits.
  static func number(
    _ name: String, _ unit: String, _ meaning: String,
    _ value: @escaping @Sendable (Row) -> Double?
  ) -> Column { made(name, .number, unit, meaning, value) { .number($0) } }
}

extension Column {
  /// The columns of the cells that a row has as a list, in its order.
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
  /// The columns of a table, one group after the other.
  static func list(_ groups: [Column]...) -> [Column] { Array(groups.joined()) }

  /// The same column of rows that have such a row as a part.
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

  /// The same column of rows that may have such a row as a part; empty in those that have none.
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
        // What an optional holds lies where it lies itself.
        return column.cell(of: part.assumingMemoryBound(to: Row.self))
      })
  }
}

extension Array {
  /// The same columns of rows that have such rows as a part.
  func of<Whole, Row>(_ path: RowPath<Whole, Row>) -> [Column<Whole>]
  where Element == Column<Row> { map { $0.of(path) } }

  /// The same columns of rows that may have such rows as a part.
  func of<Whole, Row>(_ path: RowPath<Whole, Row?>) -> [Column<Whole>]
  where Element == Column<Row> { map { $0.of(path) } }

  /// The same columns of rows that share such rows as a part: its cells are made once, and copied into
  /// the rows whose part is equal to the one before.
  func shared<Whole, Row: Equatable & Sendable>(by path: RowPath<Whole, Row>) -> [Column<Whole>]
  where Element == Column<Row> { of(path).sharing(SharedPart(path, slot: nil)) }

  /// The same, of parts that take turns.
  ///
  /// - Parameters:
  ///   - path: The part, which is stored in the row.
  ///   - slot: What tells parts apart that take turns, from 0.
  /// - Returns: The columns of the rows.
  func shared<Whole, Row: Equatable & Sendable>(
    by path: RowPath<Whole, Row>, slot: RowPath<Whole, Int>
  ) -> [Column<Whole>] where Element == Column<Row> {
    of(path).sharing(SharedPart(path, slot: slot))
  }

  private func sharing<Row>(_ part: SharedPart?) -> [Column<Row>]
  where Element == Column<Row> {
    map { column in
      var column = column
      column.part = part
      return column
    }
  }
}
