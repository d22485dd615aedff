/// The output of a query for each member: an ``Occurrence``, or its start alone.
protocol OccurrenceRow: Comparable {
  init(start: Int64, packed: UInt64)
  /// The start, in seconds.
  var seconds: Int64 { get }
  /// Returns the first rows at an even distance as a SIMD block, and the increment to the following block.
  static func block(from start: Int64, every period: Int64, packed: UInt64) -> RowBlock
}

/// The rows that a kernel stores with one SIMD operation.
struct RowBlock {
  var numbers: SIMD4<Int64>
  var step: SIMD4<Int64>
}

// Safe: only the step behind the last rows could wrap, which are never stored.
extension Occurrence: OccurrenceRow {
  init(start: Int64, packed: UInt64) { self.init(start: Instant(seconds: start), packed: packed) }

  var seconds: Int64 { start.seconds }

  static func block(from start: Int64, every period: Int64, packed: UInt64) -> RowBlock {
    let packed = Int64(bitPattern: packed)
    return RowBlock(
      numbers: SIMD4(start, packed, start &+ period, packed &+ 1),
      step: SIMD4(period &* 2, 2, period &* 2, 2))
  }
}

// Safe: only the step behind the last rows could wrap, which are never stored.
extension Int64: OccurrenceRow {
  init(start: Int64, packed: UInt64) { self = start }

  var seconds: Int64 { self }

  static func block(from start: Int64, every period: Int64, packed: UInt64) -> RowBlock {
    RowBlock(
      numbers: SIMD4(0, 1, 2, 3) &* period &+ start, step: SIMD4(repeating: period &* 4))
  }
}

// Safe: room for all rows is looked for before the first is written, and `filled` counts each; starts lie
// within `OffsetTable.bounds`.
extension OutputSpan where Element: OccurrenceRow {
  /// Appends rows at an even distance; the capacity must suffice.
  ///
  /// Storing whole blocks halves the time of benchmark W1.
  mutating func append(_ count: Int, from start: Int64, every period: Int64, packed: UInt64) {
    let rows = MemoryLayout<SIMD4<Int64>>.size / MemoryLayout<Element>.stride
    let whole = count / rows * rows
    append(
      blocks: whole / rows, of: rows, Element.block(from: start, every: period, packed: packed))
    for index in whole..<count {
      append(
        Element(start: start &+ Int64(index) &* period, packed: packed &+ UInt64(index)))
    }
  }

  /// Appends rows at the same offsets in each of a number of periods; the capacity must suffice.
  mutating func append(
    _ turns: Int, of offsets: [Int64], from start: Int64, every period: Int64, packed: UInt64
  ) {
    precondition(turns * offsets.count <= freeCapacity, "no room for \(turns) periods")
    withUnsafeMutableBufferPointer { buffer, filled in
      guard var target = buffer.baseAddress?.advanced(by: filled) else { return }
      var (start, packed) = (start, packed)
      for _ in 0..<turns {
        for offset in offsets {
          target.initialize(to: Element(start: start &+ offset, packed: packed))
          target += 1
          packed &+= 1
        }
        start &+= period
      }
      filled += turns * offsets.count
    }
  }

  /// Appends rows at the entries of a range that are less than `end`, and returns their number.
  mutating func append(
    _ entries: Span<Int32>, _ range: Range<Int>, below end: Int64, from start: Int64, packed: UInt64
  ) -> Int {
    var (index, packed) = (range.lowerBound, packed)
    while index < range.upperBound, case let entry = Int64(entries[index]), entry < end {
      append(Element(start: start &+ entry, packed: packed))
      index &+= 1
      packed &+= 1
    }
    return index &- range.lowerBound
  }

  @inline(__always)
  private mutating func append(blocks: Int, of rows: Int, _ first: RowBlock) {
    precondition(blocks * rows <= freeCapacity, "no room for \(blocks) blocks")
    withUnsafeMutableBufferPointer { buffer, filled in
      guard let start = buffer.baseAddress?.advanced(by: filled) else { return }
      var target = UnsafeMutableRawPointer(start)
      var numbers = first.numbers
      for _ in 0..<blocks {
        target.storeBytes(of: numbers, as: SIMD4<Int64>.self)
        target += MemoryLayout<SIMD4<Int64>>.size
        numbers &+= first.step
      }
      filled += blocks * rows
    }
  }
}
