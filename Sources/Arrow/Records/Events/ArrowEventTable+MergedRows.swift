import Diagnostics
import Interchange
import ScheduleFormats
import Scheduling

// Safe: the bytes of a row are borrowed while the batch is held.
extension ArrowEventTable {
  /// Finds cells that contain rows of the file from which the columns were parsed.
  ///
  /// An unbalanced quote makes the following text, including line breaks, part of one cell.
  ///
  /// - Returns: A problem for the first such cell of each column.
  /// - Complexity: O(*n*) for *n* bytes of text.
  func mergedRows() -> [InputError] {
    table.columns.indices.compactMap { place in
      let cells = table.batches.lazy.compactMap {
        ArrowEventTable.mergedText(in: $0.columns[place])
      }
      return cells.first.map { text in
        InputError(
          .against(.mergedRows, text: text), field: table.columns[place].name, source: source)
      }
    }
  }

  private static func mergedText(in column: ArrowColumn) -> String? {
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

  /// Returns whether a line after the first looks like a record: several fields, one of which is a
  /// date or time.
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
  fileprivate static let mergedRows = Self(
    "unpairedQuotes",
    "has cells with lines like rows of a table, because of an unbalanced quote (read the"
      + " file by its path, which splits them)", keepsRecord: true)
}
