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
