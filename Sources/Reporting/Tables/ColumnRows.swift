import Arrow
import Scheduling

/// Rows taken from a writer: encoded bytes, or columns.
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

/// The values of rows by column, until they are taken as a batch.
///
/// Safe: one thread has it, and no access to it goes on while another begins; a number lies in the
/// row where `MemoryLayout` says.
final class ColumnRows {
  @exclusivity(unchecked) private var batch: ColumnBatch
  @exclusivity(unchecked) private var columns: [ColumnBuffer]
  private let fields: [ColumnField]
  private let types: [ColumnType]
  /// The number of batches taken.
  @exclusivity(unchecked) private var takings = 0

  /// A row index, valid until the next batch is taken.
  struct Place {
    var row: Int
    var takings: Int
  }

  init(_ columns: [TableColumn]) {
    fields = columns.map(ColumnField.init)
    types = columns.map(\.type)
    batch = ColumnBatch(fields)
    self.columns = batch.columns
  }

  /// The approximate size of the pending rows in bytes.
  var size: Int { batch.byteCount }

  /// Returns the pending rows and starts a new batch.
  func take() -> ColumnBatch {
    defer {
      batch = ColumnBatch(fields)
      columns = batch.columns
      takings += 1
    }
    return batch
  }

  /// Returns the position of the next value of a column.
  func place(of column: Int) -> Place {
    Place(row: columns[column].count, takings: takings)
  }

  /// Appends the stored numbers of consecutive columns.
  func append(_ numbers: [StoredNumber], at column: Int, of row: UnsafeRawPointer) {
    for (place, number) in numbers.enumerated() {
      number.append(of: row, to: columns[column + place])
    }
  }

  func append(_ cell: Cell, at column: Int) {
    columns[column].append(cell, types[column])
  }

  /// Appends a copy of an earlier row's cells.
  ///
  /// - Returns: `false` if that row was already taken.
  func repeatCells(_ places: Range<Int>, of row: Place) -> Bool {
    guard row.takings == takings else { return false }
    for column in places { columns[column].repeatRow(row.row) }
    return true
  }
}

// Safe: the column is of rows of this type, and so is the place.
extension StoredNumber {
  /// Appends the number; null if it is not finite.
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
  /// Creates the field of a column, with its meaning as metadata.
  init(_ column: TableColumn) {
    var metadata = [Note("type", column.type.rawValue), Note("meaning", column.meaning)]
    if let unit = column.unit { metadata.append(Note("unit", unit)) }
    self.init(name: column.name, kind: ColumnKind(column.type), metadata: metadata)
  }
}

extension ColumnKind {
  /// Returns the Arrow type for a column type.
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
  /// Appends a cell to a column of a type.
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

  /// Appends a text, parsed if the column is not of texts.
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
