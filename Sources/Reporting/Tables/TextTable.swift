import Diagnostics
import Scheduling

/// A plain-text table for people.
enum TextTable {
  /// Returns the lines of a table with aligned columns: the first two are texts, the others
  /// numbers.
  static func lines(_ rows: [[String]]) -> [String] {
    let rows = rows.map { $0.map { InputError.shortened(TerminalText.line($0), to: 200) } }
    let columns = rows.first?.indices ?? 0..<0
    let widths = columns.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      var line = columns.map { aligned(row[$0], width: widths[$0], isText: $0 < 2) }
        .joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  private static func aligned(_ text: String, width: Int, isText: Bool) -> String {
    let space = String(repeating: " ", count: width - text.count)
    return isText ? text + space : space + text
  }

  /// Formats a share in per cent with one decimal; a dash if there is none.
  static func percent(_ share: Double?) -> String {
    guard let share, abs(share) < 1e9 else { return "–" }
    let tenths = Int((abs(share) * 1000).rounded())
    return "\(share < 0 && tenths > 0 ? "-" : "")\(tenths / 10).\(tenths % 10) %"
  }
}
