import AdherenceAnalytics

/// Rows of nonnegative integers, each column in as many bytes as its maximum requires.
///
/// Most columns take one or two bytes: days of a year, doses of a course. A larger number widens
/// its column in every row. Rows are stored in blocks, so that growing does not copy them.
struct CountRows: Sendable, Codable {
  /// The width of each column in bytes.
  private var widths: [Int]
  /// The rows, with numbers in little-endian order.
  private var blocks: [[UInt8]] = []
  /// The number of rows.
  private(set) var count = 0

  /// The number of rows per block.
  private static let blockSize = 2048

  /// Creates an empty table with a number of columns.
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

  /// Starts a block; the first one grows with its rows, because there may be few.
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

  /// Returns whether decoded content is valid and has the number of columns.
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
  /// Returns the numbers of a row.
  subscript(row: Int) -> Row {
    Row(
      widths: widths, bytes: blocks[row / CountRows.blockSize],
      place: row % CountRows.blockSize * rowWidth)
  }

  /// The numbers of a row.
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
