import AdherenceAnalytics
import Interchange

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
