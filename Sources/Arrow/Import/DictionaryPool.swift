import CArrow
import Diagnostics
import Scheduling

/// A cache of a table's dictionaries, each validated once, because batches usually share them.
///
/// Dictionaries are identified by address, which is valid as long as all non-empty batches are
/// retained.
final class DictionaryPool {
  private var columns: [Key: ArrowColumn] = [:]

  /// The addresses of a dictionary's values.
  ///
  /// Safe: addresses are compared and never followed.
  private struct Key: Hashable {
    var type: ArrowType
    var buffers: [UnsafeRawPointer?]
    var offset, count, nullCount: Int64
  }

  /// Returns the values of a dictionary.
  ///
  /// - Throws: `InputError` if its array does not match its schema.
  func column(_ array: ArrowArray, _ field: ArrowField) throws(InputError) -> ArrowColumn {
    // Nested dictionaries and dictionaries of lists are not identified by their buffers alone.
    guard array.n_children == 0, array.dictionary == nil, 0...16 ~= array.n_buffers,
      let buffers = array.buffers
    else { return try ArrowColumn(array, field, self, number: next()) }
    let key = Key(
      type: field.type, buffers: (0..<Int(array.n_buffers)).map { buffers[$0] },
      offset: array.offset, count: array.length, nullCount: array.null_count)
    if let known = columns[key] { return known }
    let column = try ArrowColumn(array, field, self, number: next())
    columns[key] = column
    return column
  }

  private var count = 0

  private func next() -> Int {
    count += 1
    return count - 1
  }
}
