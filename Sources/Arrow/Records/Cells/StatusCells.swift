import AdherenceAnalytics
import Interchange

/// A reader of the status column.
///
/// Safe: a text is lent while it is looked at, and marks have eight bits.
struct StatusCells {
  private var dictionaries = DictionaryCache()

  /// Reads the status of a block's rows.
  mutating func read(
    _ column: ArrowColumn, _ block: RowBlock, _ cells: RowBlock.Cells<UInt8>
  ) {
    let (validity, rows, marks) = (column.validity, block.rows.start, cells.start)
    for place in 0..<block.count {
      marks[place] = validity[rows[place]] ? RowBlock.closeMark : 0
    }
    if let values = column.dictionary, let indices = column.integers {
      dictionaries.withNumbers(of: values) { numbers in
        for place in 0..<block.count where marks[place] != 0 {
          let index = indices[rows[place]]
          guard index >= 0, index < numbers.count else { continue }
          if numbers[Int(index)] == DictionaryCache.unknown {
            let text = (try? values.text(Int(index)) ?? "") ?? "?"
            numbers[Int(index)] = Int32(StatusCells.mark(text))
          }
          marks[place] = UInt8(truncatingIfNeeded: numbers[Int(index)])
        }
      }
    } else if let texts = column.texts {
      for place in 0..<block.count where marks[place] != 0 {
        marks[place] = StatusCells.mark(texts[rows[place]])
      }
    }
  }

  private static func mark(_ text: String) -> UInt8 {
    var text = text
    return text.withUTF8 { mark($0) }
  }

  private static func mark(_ text: UnsafeBufferPointer<UInt8>) -> UInt8 {
    guard let start = text.baseAddress, text.count > 0 else { return 0 }
    var cursor = RowCursor(next: start, end: start + text.count)
    var marks = OutcomeTable.Marks(rawValue: 0)
    return cursor.readStatus(&marks) && cursor.isAtEnd ? marks.rawValue : RowBlock.closeMark
  }
}

/// A block of rows of one batch, whose columns are read one by one.
final class RowBlock {
  /// The indices of the rows within the batch, of which the first ``count`` are valid.
  let rows = Cells<Int>(0)
  /// The number of rows.
  var count = 0

  /// The number of rows that fit into the L1 cache with all their columns.
  static let capacity = 512

  /// Sentinels of names, times and marks: no name, and values that must be read as text or are
  /// invalid.
  static let none: Int32 = -1
  static let close: Int32 = -2
  static let closeTime = Int64.min + 1
  static let closeMark = UInt8.max

  /// The values of one column.
  ///
  /// Safe: places are below `RowBlock.capacity`, by which blocks are filled.
  final class Cells<Value: BitwiseCopyable> {
    let start: UnsafeMutablePointer<Value>

    init(_ value: Value) {
      start = .allocate(capacity: RowBlock.capacity)
      start.initialize(repeating: value, count: RowBlock.capacity)
    }

    deinit { start.deallocate() }

    /// Sets the first `count` values.
    func fill(_ value: Value, _ count: Int) {
      for place in 0..<count { start[place] = value }
    }
  }

  /// Sets the rows to a range.
  func fill(_ neighbours: Range<Int>) {
    for (place, row) in neighbours.enumerated() { rows.start[place] = row }
    count = neighbours.count
  }
}

/// A reader of columns that compact rows cannot store: rows with such a value are read as text.
enum NondefaultCells {
  /// Marks the rows with a value other than a default Boolean.
  static func read(_ column: ArrowColumn, _ block: RowBlock, _ cells: RowBlock.Cells<Bool>) {
    let (validity, rows, rare) = (column.validity, block.rows.start, cells.start)
    if column.field.type == .null { return }
    let texts = column.texts
    let isTruth = column.field.type == .boolean
    for place in 0..<block.count where validity[rows[place]] {
      let isNothing =
        texts.map { $0[rows[place]].isEmpty } ?? (isTruth && !column.boolean(rows[place]))
      if !isNothing { rare[place] = true }
    }
  }
}

/// A reader of recorded numbers and Booleans.
struct ValueCells {
  let amounts = RowBlock.Cells<Double>(0)
  /// Whether there is a number or a Boolean.
  let marks = RowBlock.Cells<UInt8>(0)

  /// Reads the values of a block's rows.
  func read(_ column: ArrowColumn, _ block: RowBlock) {
    let validity = column.validity
    switch (column.field.type, column.dictionary == nil) {
    case (.float(8), true):
      fill(validity, block) { [values = column] in values.double($0) }
    case (.float, true):
      fill(validity, block) { [values = column] in values.number($0) ?? -1 }
    case (.integer, true):
      guard let integers = column.integers else { return }
      fill(validity, block) { Double(integers[$0]) }
    case (.boolean, true): readTruths(column, block)
    case (.text, true): readTexts(column, block)
    case (.null, true): for place in 0..<block.count { marks.start[place] = 0 }
    default:
      for place in 0..<block.count {
        marks.start[place] =
          validity[block.rows.start[place]] ? RowBlock.closeMark : 0
      }
    }
  }

  /// Reads finite, non-negative numbers; others must be read as text.
  @inline(__always)
  private func fill(
    _ validity: Validity, _ block: RowBlock, _ number: (Int) -> Double
  ) {
    let (rows, marks, amounts) = (block.rows.start, self.marks.start, self.amounts.start)
    for place in 0..<block.count {
      guard validity[rows[place]] else {
        marks[place] = 0
        continue
      }
      let amount = number(rows[place])
      let isPlain = amount >= 0 && amount < .infinity && amount.sign == .plus
      amounts[place] = amount
      marks[place] = isPlain ? OutcomeTable.Marks.number.rawValue : RowBlock.closeMark
    }
  }

  private func readTruths(_ column: ArrowColumn, _ block: RowBlock) {
    let (validity, rows) = (column.validity, block.rows.start)
    for place in 0..<block.count {
      let isThere = validity[rows[place]]
      marks.start[place] = isThere ? OutcomeTable.Marks.boolean.rawValue : 0
      amounts.start[place] = isThere && column.boolean(rows[place]) ? 1 : 0
    }
  }

  private func readTexts(_ column: ArrowColumn, _ block: RowBlock) {
    guard let texts = column.texts else { return }
    let (validity, rows) = (column.validity, block.rows.start)
    var row = OutcomeTable.Row(task: 0)
    for place in 0..<block.count {
      marks.start[place] = 0
      guard validity[rows[place]] else { continue }
      let text = texts[rows[place]]
      guard let start = text.baseAddress, text.count > 0 else { continue }
      var cursor = RowCursor(next: start, end: start + text.count)
      row.marks.rawValue = 0
      let isRead = cursor.readValue(&row) && cursor.isAtEnd
      amounts.start[place] = row.amount
      marks.start[place] = isRead ? row.marks.rawValue : RowBlock.closeMark
    }
  }
}
