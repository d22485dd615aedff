import CArrow
import Scheduling

/// The dictionaries of a table, each looked at once: batches mostly share theirs.
///
/// They are told by where they lie, which is right as long as all batches that have rows are kept.
final class DictionaryPool {
  private var columns: [Key: ArrowColumn] = [:]

  /// Where the values of a dictionary lie.
  ///
  /// Safe: addresses are compared and never followed.
  private struct Key: Hashable {
    var type: ArrowType
    var buffers: [UnsafeRawPointer?]
    var offset, count, nullCount: Int64
  }

  /// The values of a dictionary.
  ///
  /// - Throws: `InputError` where its array is not what its schema says.
  func column(_ array: ArrowArray, _ field: ArrowField) throws(InputError) -> ArrowColumn {
    // A dictionary within a dictionary, or one of lists, is told apart by nothing here.
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
