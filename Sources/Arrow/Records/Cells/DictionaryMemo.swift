import Scheduling

/// Numbers for the entries of dictionaries, each looked up once.
///
/// Batches mostly share one dictionary; it is told by where it lies, which does not change as long as the table
/// keeps its batches.
struct DictionaryMemo {
  private var tables: [[Int32]] = []
  private var places: [Key: Int] = [:]

  /// The number of an entry that was not looked up yet.
  static let unknown = Int32.min

  /// Where the values of a dictionary lie.
  private struct Key: Hashable {
    var start: UnsafeRawPointer?
    var bytes: UnsafeRawPointer?
    var offset: Int
    var count: Int
  }

  /// The place of the numbers of a dictionary's entries.
  mutating func place(of values: ArrowColumn) -> Int {
    let key = Key(
      start: values.buffers?[0], bytes: values.bufferCount > 1 ? values.buffers?[1] : nil,
      offset: values.offset, count: values.count)
    if let known = places[key] { return known }
    places[key] = tables.count
    tables.append([Int32](repeating: DictionaryMemo.unknown, count: values.count))
    return tables.count - 1
  }

  /// Lets somebody read and fill in the numbers of a dictionary.
  mutating func withNumbers<Answer>(
    _ place: Int, _ body: (UnsafeMutableBufferPointer<Int32>) -> Answer
  ) -> Answer {
    tables[place].withUnsafeMutableBufferPointer { body($0) }
  }
}
