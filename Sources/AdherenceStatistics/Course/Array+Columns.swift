/// Extraction of columns from rows into reused memory.
///
/// Each column has its own loop without data-dependent branches, because whether a dose was missed
/// is unpredictable.
///
/// Safe: positions come from `takePlaces(of:)` of the same rows, and there is room for as many as are
/// written.
extension Array where Element: BitwiseCopyable {
  /// Replaces the elements by a value of the rows at some indices.
  ///
  /// - Precondition: The positions are those of rows.
  @inline(__always)
  mutating func take<Row>(
    _ rows: [Row], at places: [Int32], _ value: (borrowing Row) -> Element
  ) {
    refill(places.count) { column in
      rows.withUnsafeBufferPointer { rows in
        for index in places.indices { column[index] = value(rows[Int(places[index])]) }
      }
      return places.count
    }
  }

  /// Lets a closure write up to a number of elements and return their number.
  @inline(__always)
  fileprivate mutating func refill(
    _ most: Int, _ fill: (UnsafeMutableBufferPointer<Element>) -> Int
  ) {
    removeAll(keepingCapacity: true)
    append(addingCapacity: most) { elements in
      elements.withUnsafeMutableBufferPointer { buffer, count in count = fill(buffer) }
    }
  }
}

// Safe: there is room for a number more than there are rows, and no row adds more than one. A task lists no
// more than some million occurrences.
extension [Int32] {
  /// Stores the indices of the rows that meet a condition, given as 1 or 0.
  @inline(__always)
  mutating func takePlaces<Row>(of rows: [Row], where holds: (borrowing Row) -> Int) {
    refill(rows.count + 1) { places in
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

  /// Stores the exclusive prefix sums of the rows, followed by the total.
  @inline(__always)
  mutating func takeSums<Row>(of rows: [Row], _ value: (borrowing Row) -> Int32) {
    refill(rows.count + 1) { sums in
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
