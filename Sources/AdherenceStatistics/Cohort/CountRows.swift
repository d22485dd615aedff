import AdherenceAnalytics

/// Rows of whole numbers from 0 on, each in as many bytes as the greatest of its column takes.
///
/// Of most columns that is one or two: days of a year, doses of a course. A greater number than those before
/// gives its column another byte in every row. Rows stand in blocks, so that none are copied as more come.
struct CountRows: Sendable, Codable {
  /// The bytes that a number takes, by column.
  private var widths: [Int]
  /// The rows one after the other, the lowest byte of a number first.
  private var blocks: [[UInt8]] = []
  /// How many rows there are.
  private(set) var count = 0

  /// How many rows a block has.
  private static let blockSize = 2048

  /// Creates no rows, of so many columns.
  init(columns: Int) { widths = Array(repeating: 1, count: columns) }

  private var rowWidth: Int { widths.reduce(0, +) }

  /// Appends a row; of each number no more than 32 bits are kept.
  ///
  /// Safe: a byte of the number is meant; `widths` were widened to all of them.
  mutating func append(_ row: some Collection<Int>) {
    for (column, number) in row.enumerated() {
      let bits = UInt32.bitWidth - UInt32(clamping: number).leadingZeroBitCount
      if bits > 8 * widths[column] { widen(column, to: (bits + 7) / 8) }
    }
    if count.isMultiple(of: CountRows.blockSize) { addBlock() }
    let last = blocks.count - 1
    for (width, number) in zip(widths, row) {
      let number = UInt32(clamping: number)
      for order in 0..<width {
        blocks[last].append(UInt8(truncatingIfNeeded: number >> (8 * order)))
      }
    }
    count += 1
  }

  /// Begins a block; the first one grows with its rows, of which there may be few.
  private mutating func addBlock() {
    var block: [UInt8] = []
    if count > 0 { block.reserveCapacity(CountRows.blockSize * rowWidth) }
    blocks.append(block)
  }

  private mutating func widen(_ column: Int, to width: Int) {
    var wide = CountRows(columns: widths.count)
    wide.widths = widths
    wide.widths[column] = width
    for row in 0..<count { wide.append(Array(self[row])) }
    self = wide
  }

  /// Whether it has so many columns, and its lists fit to each other, wherever it was read.
  func isSound(columns: Int) -> Bool {
    guard widths.count == columns, widths.allSatisfy({ 1...4 ~= $0 }), count.isCount,
      blocks.count == count / CountRows.blockSize + (count % CountRows.blockSize > 0 ? 1 : 0)
    else { return false }
    return blocks.enumerated().allSatisfy { index, block in
      let rows = min(CountRows.blockSize, count - index * CountRows.blockSize)
      return block.count == rows * rowWidth
    }
  }
}

extension CountRows {
  /// The numbers of a row.
  subscript(row: Int) -> Row {
    Row(
      widths: widths, bytes: blocks[row / CountRows.blockSize],
      place: row % CountRows.blockSize * rowWidth)
  }

  /// Takes the numbers of a row one by one.
  struct Row: Sequence, IteratorProtocol {
    fileprivate let widths: [Int]
    fileprivate let bytes: [UInt8]
    fileprivate var place: Int
    private var column = 0

    fileprivate init(widths: [Int], bytes: [UInt8], place: Int) {
      (self.widths, self.bytes, self.place) = (widths, bytes, place)
    }

    mutating func next() -> Int? {
      guard column < widths.count else { return nil }
      let width = widths[column]
      var number = 0
      for order in 0..<width { number |= Int(bytes[place + order]) << (8 * order) }
      column += 1
      place += width
      return number
    }
  }
}
