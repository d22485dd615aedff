import AdherenceAnalytics
import Interchange

/// What was recorded, where it is a number or a truth value.
enum ValueCells {
  /// Reads the values of some rows.
  static func read(_ column: ArrowColumn, _ block: OutcomeBlock) {
    let validity = column.validity
    switch (column.field.type, column.dictionary.isEmpty) {
    case (.float(8), true):
      fill(validity, block) { [values = column] in values.double($0) }
    case (.float, true):
      fill(validity, block) { [values = column] in values.number($0) ?? -1 }
    case (.integer, true):
      guard let integers = IntegerValues(column) else { return }
      fill(validity, block) { Double(integers[$0]) }
    case (.boolean, true): readTruths(column, block)
    case (.text, true): readTexts(column, block)
    case (.null, true): for place in 0..<block.count { block.values.start[place] = 0 }
    default:
      for place in 0..<block.count {
        block.values.start[place] =
          validity[block.rows.start[place]] ? OutcomeBlock.closeMark : 0
      }
    }
  }

  /// Takes finite numbers of 0 or more; others are to be told as texts.
  @inline(__always)
  private static func fill(
    _ validity: Validity, _ block: OutcomeBlock, _ number: (Int) -> Double
  ) {
    let (rows, marks) = (block.rows.start, block.values.start)
    for place in 0..<block.count {
      guard validity[rows[place]] else {
        marks[place] = 0
        continue
      }
      let amount = number(rows[place])
      let isPlain = amount >= 0 && amount < .infinity && amount.sign == .plus
      block.amounts.start[place] = amount
      marks[place] = isPlain ? OutcomeTable.Marks.number.rawValue : OutcomeBlock.closeMark
    }
  }

  private static func readTruths(_ column: ArrowColumn, _ block: OutcomeBlock) {
    let (validity, rows) = (column.validity, block.rows.start)
    for place in 0..<block.count {
      let isThere = validity[rows[place]]
      block.values.start[place] = isThere ? OutcomeTable.Marks.boolean.rawValue : 0
      block.amounts.start[place] = isThere && column.boolean(rows[place]) ? 1 : 0
    }
  }

  private static func readTexts(_ column: ArrowColumn, _ block: OutcomeBlock) {
    guard let texts = TextValues(column) else { return }
    let (validity, rows) = (column.validity, block.rows.start)
    var row = OutcomeTable.Row(task: 0)
    for place in 0..<block.count {
      block.values.start[place] = 0
      guard validity[rows[place]] else { continue }
      let text = texts[rows[place]]
      guard let start = text.baseAddress, text.count > 0 else { continue }
      var cursor = RowCursor(next: start, end: start + text.count)
      row.marks.rawValue = 0
      let isRead = cursor.readValue(&row) && cursor.isAtEnd
      block.amounts.start[place] = row.amount
      block.values.start[place] = isRead ? row.marks.rawValue : OutcomeBlock.closeMark
    }
  }
}

/// Whether the planned thing was done.
struct StatusCells {
  private var dictionaries = DictionaryMemo()

  /// Reads the states of some rows.
  mutating func read(_ column: ArrowColumn, _ block: OutcomeBlock) {
    let (validity, rows, marks) = (column.validity, block.rows.start, block.statuses.start)
    for place in 0..<block.count {
      marks[place] = validity[rows[place]] ? OutcomeBlock.closeMark : 0
    }
    if let values = column.dictionary.first, let indices = IntegerValues(column) {
      dictionaries.withNumbers(dictionaries.place(of: values)) { numbers in
        for place in 0..<block.count where marks[place] != 0 {
          let index = indices[rows[place]]
          guard index >= 0, index < numbers.count else { continue }
          if numbers[Int(index)] == DictionaryMemo.unknown {
            let text = (try? values.text(Int(index)) ?? "") ?? "?"
            numbers[Int(index)] = Int32(StatusCells.mark(text))
          }
          marks[place] = UInt8(truncatingIfNeeded: numbers[Int(index)])
        }
      }
    } else if let texts = TextValues(column) {
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
    return cursor.readStatus(&marks) && cursor.isAtEnd ? marks.rawValue : OutcomeBlock.closeMark
  }
}
