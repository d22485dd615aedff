// The texts that several rows of a column can share, so that a small file stands for very many bytes of text.
// Safe: `BatchReader` has seen that every buffer is as long as the rows take, and that places lie within.
extension ArrayContent {
  /// The bytes of the texts that the rows refer to through a dictionary, views or lists, each as often as it is
  /// referred to; texts in a row of their own are not counted.
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

  /// The lists that rows refer to by their starts and lengths may overlap: how many values they have in all.
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

  /// The length of the text of a view.
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
