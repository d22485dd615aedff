import Arrow
import Scheduling

/// Rows on the way out of a writer: bytes of a format, or columns.
enum TableRows: Sendable {
  case bytes([UInt8])
  case columns(ColumnBatch)

  var isEmpty: Bool {
    switch self {
    case .bytes(let bytes): bytes.isEmpty
    case .columns(let batch): batch.rowCount == 0
    }
  }
}

/// The values of rows by columns, until they are taken.
///
/// Safe: one thread has it, and no access to it goes on while another begins; a number lies in the row where
/// `MemoryLayout` says.
final class ColumnRows {
  @exclusivity(unchecked) private var batch: ColumnBatch
  @exclusivity(unchecked) private var columns: [ColumnBuffer]
  private let fields: [ColumnField]
  private let types: [ColumnType]
  /// How often rows were taken.
  @exclusivity(unchecked) private var takings = 0

  /// A row that has not been taken.
  struct Place {
    var row: Int
    var takings: Int
  }

  /// Begins a part of a table.
  init(_ columns: [TableColumn]) {
    fields = columns.map(ColumnField.init)
    types = columns.map(\.type)
    batch = ColumnBatch(fields)
    self.columns = batch.columns
  }

  /// About how many bytes the rows take.
  var size: Int { batch.byteCount }

  /// Takes the rows.
  func take() -> ColumnBatch {
    defer {
      batch = ColumnBatch(fields)
      columns = batch.columns
      takings += 1
    }
    return batch
  }

  /// The row that a column gets next.
  func place(of column: Int) -> Place {
    Place(row: columns[column].count, takings: takings)
  }

  /// Appends the numbers of neighbouring columns.
  func append(_ numbers: [StoredNumber], at column: Int, of row: UnsafeRawPointer) {
    for (place, number) in numbers.enumerated() {
      number.append(of: row, to: columns[column + place])
    }
  }

  /// Appends a cell.
  func append(_ cell: Cell, at column: Int) {
    columns[column].append(cell, types[column])
  }

  /// Appends the cells of an earlier row once more.
  ///
  /// - Returns: Whether they are still there.
  func repeatCells(_ places: Range<Int>, of row: Place) -> Bool {
    guard row.takings == takings else { return false }
    for column in places { columns[column].repeatRow(row.row) }
    return true
  }
}

// Safe: the column is of rows of this type, and so is the place.
extension StoredNumber {
  /// Appends the number; nothing for what is not finite.
  @inline(__always)
  fileprivate func append(of row: UnsafeRawPointer, to column: ColumnBuffer) {
    if kind == .integer {
      return column.append(Int64(row.load(fromByteOffset: place, as: Int.self)))
    }
    let number = row.load(fromByteOffset: place, as: Double.self)
    number.isFinite ? column.append(number) : column.appendNull()
  }
}

extension ColumnField {
  /// The column of values; what it means stands in its metadata.
  init(_ column: TableColumn) {
    var metadata = [Note("type", column.type.rawValue), Note("meaning", column.meaning)]
    if let unit = column.unit { metadata.append(Note("unit", unit)) }
    self.init(name: column.name, kind: ColumnKind(column.type), metadata: metadata)
  }
}

extension ColumnKind {
  /// How the cells of a type are kept.
  fileprivate init(_ type: ColumnType) {
    self =
      switch type {
      case .text: .name
      case .key, .json: .text
      case .list: .list
      case .date: .date
      case .instant: .instant
      case .localTime: .localTime
      case .integer: .integer
      case .decimal, .number: .number
      case .boolean: .boolean
      }
  }
}

extension ColumnBuffer {
  /// Appends a cell of a column of a type.
  fileprivate func append(_ cell: Cell, _ type: ColumnType) {
    switch cell.written {
    case .integer(let number):
      type == .integer ? append(Int64(number)) : append(Double(number))
    case .decimal(let number), .number(let number): append(number)
    case .boolean(let truth): append(truth)
    case .date(let date): append(days: Int32(clamping: date.dayNumber))
    case .instant(let instant): append(seconds: instant.seconds)
    case .localTime(let time): append(seconds: time.localSeconds)
    case .list(let entries): append(list: entries)
    case .json(let json): append(json)
    case .text(let text): append(text, type)
    case .empty: appendNull()
    }
  }

  /// Appends a text, or what it says of a column that holds no texts.
  private func append(_ text: String, _ type: ColumnType) {
    switch type {
    case .date:
      guard let date = CivilDate(text) else { return appendNull() }
      append(days: Int32(clamping: date.dayNumber))
    case .list:
      append(list: text.split(separator: ";", omittingEmptySubsequences: false).map(String.init))
    default: append(text)
    }
  }
}
