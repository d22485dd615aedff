// The size of text that several rows can share, by which a small file can represent a huge amount
// of text.
//
// Safe: `BatchReader` has seen that every buffer is as long as the rows take, and that places lie
// within.
extension ArrayContent {
  /// Returns the number of bytes of text to which rows refer through dictionaries, views or lists,
  /// counting repeated references; text stored per row is not counted.
  func sharedTextBytes(_ column: FileColumn) -> Int {
    switch column.layout {
    case .views: sum { viewLength($0) }
    case .listView(let width):
      column.children.first.map { listedTextBytes($0, width) } ?? 0
    case .fixed(let width):
      column.entries.first.map { entryTextBytes($0, width) } ?? 0
    default: 0
    }
  }

  /// Returns the number of values in list views, which may overlap.
  func sharedValueCount(_ column: FileColumn) -> Int {
    guard case .listView(let width) = column.layout, let counts = buffers[2] else { return 0 }
    let numbers = SignedNumbers(counts, width)
    return sum { numbers[$0] }
  }

  private func listedTextBytes(_ child: FileColumn, _ width: Int) -> Int {
    guard let values = children.first, let starts = buffers[1], let counts = buffers[2] else {
      return 0
    }
    let (first, count) = (SignedNumbers(starts, width), SignedNumbers(counts, width))
    return sum { row in
      (first[row]..<first[row] + count[row]).reduce(0) { $0 + values.textLength($1, child.layout) }
    }
  }

  private func entryTextBytes(_ entry: FileColumn, _ width: Int) -> Int {
    guard entry.layout.hasTexts, let values = dictionary.first, let places = buffers[1] else {
      return 0
    }
    func place(_ row: Int) -> Int {
      switch width {
      case 1: Int(places.load(fromByteOffset: row, as: UInt8.self))
      case 2: Int(places.load(fromByteOffset: 2 * row, as: UInt16.self))
      default: SignedNumbers(places, width)[row]
      }
    }
    return sum { values.textLength(place($0), entry.layout) }
  }

  private func textLength(_ row: Int, _ layout: FileColumn.Layout) -> Int {
    switch layout {
    case .bytes(let width):
      guard let ends = buffers[1].map({ Ends($0, width) }) else { return 0 }
      return ends.end(of: row + 1) - ends.end(of: row)
    case .views: return isNull(row) ? 0 : viewLength(row)
    default: return 0
    }
  }

  /// Returns the length of a view's text.
  private func viewLength(_ row: Int) -> Int {
    Int(buffers[1]?.load(fromByteOffset: 16 * row, as: Int32.self) ?? 0)
  }

  private func sum(_ length: (Int) -> Int) -> Int {
    (0..<self.length).reduce(0) { $0 + (isNull($1) ? 0 : length($1)) }
  }
}

extension FileColumn.Layout {
  fileprivate var hasTexts: Bool {
    switch self {
    case .bytes, .views: true
    default: false
    }
  }
}
