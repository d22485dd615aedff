// Safe: of a column without rows nothing is read but one end, which `zeros` has.
extension ArrayContent {
  /// Creates a column without rows, for example for the dictionary of a column in which every row
  /// is null.
  init(withoutRows column: FileColumn) {
    let bufferCount =
      switch column.layout {
      case .null, .runs: 0
      case .fixedList, .structure, .sparseUnion: 1
      case .bits, .fixed, .list, .denseUnion: 2
      case .bytes, .listView, .views: 3
      }
    var buffers = [UnsafeRawPointer?](repeating: BatchMemory.zeros, count: bufferCount)
    if column.hasValidity { buffers[0] = nil }
    self.init(
      length: 0, nullCount: 0, buffers: buffers,
      children: column.children.map(ArrayContent.init(withoutRows:)), owner: BatchMemory())
    dictionary = column.entries.map(ArrayContent.init(withoutRows:))
  }
}
