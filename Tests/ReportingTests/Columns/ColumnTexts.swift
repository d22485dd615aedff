import CArrow
import Scheduling

@testable import Arrow
@testable import Reporting

extension ColumnTable {
  /// The cells as a receiver of the stream reads them, as texts.
  func texts() throws -> [[String?]] {
    var stream = ArrowArrayStream()
    export(to: &stream)
    let table = try ArrowTable(ArrowStream(taking: &stream), name: "table") { _ in true }
    return try table.batches.flatMap { batch in
      try (0..<batch.count).map { row in try batch.columns.map { try $0.text(row) } }
    }
  }
}

extension ColumnField {
  /// Returns the cell of a text file for a text of the column.
  func written(_ text: String?) -> String {
    guard let text else { return "" }
    guard kind == .number, let number = Double(text) else { return text }
    return metadata.contains(Note("type", "decimal"))
      ? NaiveTable.decimal(number) : NaiveTable.exact(number)
  }
}
