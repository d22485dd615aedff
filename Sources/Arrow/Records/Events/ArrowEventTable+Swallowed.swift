import Interchange
import Scheduling

// Safe: the bytes of a row are borrowed while the batch is held.
extension ArrowEventTable {
  /// Finds cells that hold rows of the file that the columns were read from.
  ///
  /// A quote without a partner makes whatever follows, line breaks too, the content of one cell.
  ///
  /// - Returns: A problem for each column with such a cell, with the first one.
  /// - Complexity: O(*n*) for *n* bytes of text.
  func swallowedRows() -> [InputError] {
    table.columns.indices.compactMap { place in
      let cells = table.batches.lazy.compactMap { ArrowEventTable.swallowed(in: $0.columns[place]) }
      return cells.first.map { text in
        InputError(
          .against(.swallowedRows, text: text), field: table.columns[place].name, source: source)
      }
    }
  }

  private static func swallowed(in column: ArrowColumn) -> String? {
    let values = column.dictionary ?? column
    guard let texts = values.texts else { return nil }
    for row in 0..<values.count where values.validity[row] {
      let bytes = texts[row]
      guard bytes.contains(where: { $0 == 10 || $0 == 13 }) else { continue }
      let text = String(decoding: bytes, as: UTF8.self)
      if hasRecords(text) { return text }
    }
    return nil
  }

  /// Whether a line of a text behind its first is like a record: fields, of which one is a date or time.
  private static func hasRecords(_ text: String) -> Bool {
    text.split(whereSeparator: \.isNewline).dropFirst().contains { line in
      let fields = line.split { ",;\t|".contains($0) }
      return fields.count > 1
        && fields.contains {
          $0.utf8.count >= 8 && !MomentFormat.candidates(for: String($0)).isEmpty
        }
    }
  }
}

extension InputError.Rule {
  fileprivate static let swallowedRows = Self(
    "unpairedQuotes",
    "has cells with lines like rows of a table, which a quote without a partner swallows (read the"
      + " file by its path, which splits them)", keepsRecord: true)
}
