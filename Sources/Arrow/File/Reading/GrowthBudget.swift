import Interchange
import Scheduling

/// What a reading of a file may still take: compressed bytes and rows without buffers can stand for very many.
///
/// Files that are not compressed, and whose columns have buffers, never come near the limits.
final class GrowthBudget {
  /// The decompressed bytes of all batches and dictionaries.
  private let bytes: UnpackingBudget
  /// The rows of all batches and dictionaries.
  private let rows: UnpackingBudget

  /// The decompressed bytes and the rows that any file may have, and those for each byte of it.
  static let growth = (
    bytes: (least: 16 << 20, perByte: 128), rows: (least: 100_000, perByte: 4)
  )
  private static let cure = "write it without compression, or in several files"

  /// Creates the budget of a file of so many bytes.
  init(fileSize: Int) {
    (bytes, rows) = (
      UnpackingBudget(GrowthBudget.growth.bytes), UnpackingBudget(GrowthBudget.growth.rows)
    )
    for budget in [bytes, rows] { budget.add(packed: fileSize) }
  }

  /// Takes decompressed bytes.
  func take(bytes count: Int) throws(InputError) {
    try take(count, of: bytes, "bytes for its size when it is decompressed")
  }

  /// Takes rows.
  func take(rows count: Int) throws(InputError) {
    try take(count, of: rows, "rows for its size")
  }

  private func take(
    _ count: Int, of budget: UnpackingBudget, _ what: String
  ) throws(InputError) {
    guard budget.take(count) else {
      throw InputError(.tooLarge(what: what, limit: budget.limit, cure: GrowthBudget.cure))
    }
  }
}
