/// A cache of the numbers of dictionary entries of one column.
///
/// Safe: the numbers are lent for the body, as many as there are entries.
struct DictionaryCache {
  /// The numbers of entries, indexed by the number of the dictionary.
  private var tables: [[Int32]] = []

  /// The placeholder of an entry that was not looked up yet.
  static let unknown = Int32.min

  /// Calls a body with the mutable numbers of a dictionary's entries.
  mutating func withNumbers<Answer>(
    of values: ArrowColumn, _ body: (UnsafeMutableBufferPointer<Int32>) -> Answer
  ) -> Answer {
    while tables.count <= values.number { tables.append([]) }
    if tables[values.number].count != values.count {
      tables[values.number] = [Int32](repeating: DictionaryCache.unknown, count: values.count)
    }
    return tables[values.number].withUnsafeMutableBufferPointer { body($0) }
  }
}
