/// Numbers for the entries of the dictionaries of one column, each looked up once.
///
/// Safe: the numbers are lent for the body, as many as there are entries.
struct DictionaryMemo {
  /// By the number of the dictionary.
  private var tables: [[Int32]] = []

  /// The number of an entry that was not looked up yet.
  static let unknown = Int32.min

  /// Lets somebody read and fill in the numbers of a dictionary.
  mutating func withNumbers<Answer>(
    of values: ArrowColumn, _ body: (UnsafeMutableBufferPointer<Int32>) -> Answer
  ) -> Answer {
    while tables.count <= values.number { tables.append([]) }
    if tables[values.number].count != values.count {
      tables[values.number] = [Int32](repeating: DictionaryMemo.unknown, count: values.count)
    }
    return tables[values.number].withUnsafeMutableBufferPointer { body($0) }
  }
}
