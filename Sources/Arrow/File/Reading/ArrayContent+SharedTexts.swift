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

/// The offsets of texts or lists, starting with that of the first.
///
/// Safe: there is one more end than rows, which the creator has checked.
struct Ends {
  private let numbers: SignedNumbers

  init(_ start: UnsafeRawPointer, _ width: Int) { numbers = SignedNumbers(start, width) }

  /// Returns the end of the last of `rows` rows.
  func end(of rows: Int) -> Int { numbers[rows] }

  /// Returns the last offset; `nil` if offsets are not ascending.
  func last(_ rows: Int) -> Int? {
    let isSound =
      numbers.width == 4 ? isRising(rows, Int32.self) : isRising(rows, Int64.self)
    return isSound ? end(of: rows) : nil
  }

  private func isRising<Number: FixedWidthInteger>(_ rows: Int, _: Number.Type) -> Bool {
    let ends = numbers.start.assumingMemoryBound(to: Number.self)
    // A loop without early exit can be vectorized.
    var isSound = ends[0] >= 0
    for row in 0..<rows { isSound = isSound && ends[row] <= ends[row + 1] }
    return isSound
  }
}

/// Signed integers of two, four or eight bytes.
///
/// Safe: the buffer starts at a multiple of eight and contains the numbers, which the creator has
/// checked.
struct SignedNumbers {
  let start: UnsafeRawPointer
  let width: Int

  init(_ start: UnsafeRawPointer, _ width: Int) { (self.start, self.width) = (start, width) }

  subscript(place: Int) -> Int {
    switch width {
    case 2: Int(start.load(fromByteOffset: 2 * place, as: Int16.self))
    case 4: Int(start.load(fromByteOffset: 4 * place, as: Int32.self))
    default: Int(start.load(fromByteOffset: 8 * place, as: Int64.self))
    }
  }
}
