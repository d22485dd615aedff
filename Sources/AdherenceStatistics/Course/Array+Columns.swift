/// Rows chosen and read off column by column, in memory that is used again.
///
/// Loops of their own for each column, without a branch on what a row holds: whether a dose was missed is
/// what no processor foresees.
///
/// Safe: positions come from `takePlaces(of:)` of the same rows, and there is room for as many as are
/// written.
extension Array where Element: BitwiseCopyable {
  /// Takes the place of its elements by what the rows at some positions hold.
  ///
  /// - Precondition: The positions are those of rows.
  @inline(__always)
  mutating func take<Row>(
    _ rows: [Row], at places: [Int32], _ value: (borrowing Row) -> Element
  ) {
    guard let first = places.first else { return removeAll(keepingCapacity: true) }
    refill(places.count, value(rows[Int(first)])) { column in
      rows.withUnsafeBufferPointer { rows in
        for index in places.indices { column[index] = value(rows[Int(places[index])]) }
      }
      return places.count
    }
  }

  /// Lets a function write up to so many elements and say how many there are.
  @inline(__always)
  fileprivate mutating func refill(
    _ most: Int, _ filler: Element, _ fill: (UnsafeMutableBufferPointer<Element>) -> Int
  ) {
    if count < most { self += repeatElement(filler, count: most - count) }
    let kept = withUnsafeMutableBufferPointer { fill($0) }
    removeLast(count - kept)
  }
}

// Safe: there is room for a number more than there are rows, and no row adds more than one. A task lists no
// more than some million occurrences.
extension [Int32] {
  /// Takes the positions of the rows of which something holds, in order; it is told as 1, and else as 0.
  @inline(__always)
  mutating func takePlaces<Row>(of rows: [Row], where holds: (borrowing Row) -> Int) {
    refill(rows.count + 1, 0) { places in
      rows.withUnsafeBufferPointer { rows in
        var count = 0
        for place in rows.indices {
          places[count] = Int32(truncatingIfNeeded: place)
          count &+= holds(rows[place])
        }
        return count
      }
    }
  }

  /// Takes of each row what those before it come to, and at the end what all do.
  @inline(__always)
  mutating func takeSums<Row>(of rows: [Row], _ value: (borrowing Row) -> Int32) {
    refill(rows.count + 1, 0) { sums in
      rows.withUnsafeBufferPointer { rows in
        var sum: Int32 = 0
        for place in rows.indices {
          sums[place] = sum
          sum &+= value(rows[place])
        }
        sums[rows.count] = sum
      }
      return rows.count + 1
    }
  }
}
