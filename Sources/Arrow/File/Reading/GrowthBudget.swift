import Diagnostics
import Interchange
import Scheduling

/// A limit on the memory and work of reading a file: compressed bytes, rows without buffers and
/// shared texts can expand enormously.
///
/// Uncompressed files with buffers and texts of ordinary lengths stay far below the limits.
final class GrowthBudget {
  /// The decompressed bytes of all batches and dictionaries.
  private let bytes: UnpackingBudget
  /// The rows of all batches and dictionaries.
  private let rows: UnpackingBudget
  /// The bytes of the texts that rows refer to, counting repeated references.
  private let text: UnpackingBudget

  /// The limits of decompressed bytes, rows and bytes of shared texts: a minimum, and a number per
  /// byte of the file.
  ///
  /// Daily events of many patients are so repetitive that 200,000 rows compress to 7,000 bytes. A
  /// row costs about 200 bytes, and a byte of text as much time as one of a text file.
  static let growth = (
    bytes: (least: 16 << 20, perByte: 128), rows: (least: 500_000, perByte: 4),
    text: (least: 32 << 20, perByte: 128)
  )
  private static let cure = "write it without compression, or in several files"

  /// Creates the budget of a file of a given size.
  init(fileSize: Int) {
    (bytes, rows, text) = (
      UnpackingBudget(GrowthBudget.growth.bytes), UnpackingBudget(GrowthBudget.growth.rows),
      UnpackingBudget(GrowthBudget.growth.text)
    )
    for budget in [bytes, rows, text] { budget.add(packed: fileSize) }
  }

  /// Consumes decompressed bytes.
  func take(bytes count: Int) throws(InputError) {
    try take(count, of: bytes, "bytes for its size when it is decompressed")
  }

  /// Consumes rows.
  func take(rows count: Int) throws(InputError) {
    try take(count, of: rows, "rows for its size")
  }

  /// Consumes bytes of shared texts.
  func take(text count: Int) throws(InputError) {
    try take(count, of: text, "bytes of text in its rows for its size")
  }

  private func take(
    _ count: Int, of budget: UnpackingBudget, _ what: String
  ) throws(InputError) {
    guard budget.take(count) else {
      throw InputError(.tooLarge(what: what, limit: budget.limit, cure: GrowthBudget.cure))
    }
  }
}
