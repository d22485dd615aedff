import Interchange
import Scheduling

/// What a reading of a file may still take: compressed bytes, rows without buffers and texts that rows share can
/// stand for very many.
///
/// Files that are not compressed, and whose columns have buffers and texts of ordinary lengths, never come near
/// the limits.
final class GrowthBudget {
  /// The decompressed bytes of all batches and dictionaries.
  private let bytes: UnpackingBudget
  /// The rows of all batches and dictionaries.
  private let rows: UnpackingBudget
  /// The bytes of the texts that rows refer to, each as often as a row does.
  private let text: UnpackingBudget

  /// The decompressed bytes, the rows and the bytes of shared texts that any file may have, and those for each
  /// byte of it.
  ///
  /// Days of many patients repeat so evenly that 200,000 rows take 7,000 bytes. A row costs some 200
  /// bytes, and a byte of text as much time as one of a text file.
  static let growth = (
    bytes: (least: 16 << 20, perByte: 128), rows: (least: 500_000, perByte: 4),
    text: (least: 32 << 20, perByte: 128)
  )
  private static let cure = "write it without compression, or in several files"

  /// Creates the budget of a file of so many bytes.
  init(fileSize: Int) {
    (bytes, rows, text) = (
      UnpackingBudget(GrowthBudget.growth.bytes), UnpackingBudget(GrowthBudget.growth.rows),
      UnpackingBudget(GrowthBudget.growth.text)
    )
    for budget in [bytes, rows, text] { budget.add(packed: fileSize) }
  }

  /// Takes decompressed bytes.
  func take(bytes count: Int) throws(InputError) {
    try take(count, of: bytes, "bytes for its size when it is decompressed")
  }

  /// Takes rows.
  func take(rows count: Int) throws(InputError) {
    try take(count, of: rows, "rows for its size")
  }

  /// Takes bytes of texts that several rows can share.
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
