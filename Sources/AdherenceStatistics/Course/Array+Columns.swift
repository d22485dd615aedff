/// Rows chosen and read off column by column.
///
/// Loops of their own for each column, without a branch on what a row holds: whether a dose was missed is
/// what no processor foresees.
extension Array {
  /// The positions of the rows of which something holds, in order.
  @inline(__always)
  func places(where holds: (borrowing Element) -> Bool) -> [Int32] {
    withUnsafeBufferPointer { rows in
      [Int32](unsafeUninitializedCapacity: rows.count + 1) { places, count in
        for place in rows.indices {
          places[count] = Int32(truncatingIfNeeded: place)
          count &+= holds(rows[place]) ? 1 : 0
        }
      }
    }
  }

  /// What the rows at some positions hold.
  ///
  /// - Precondition: The positions are those of rows.
  @inline(__always)
  func column<Value>(
    at places: [Int32], _ value: (borrowing Element) -> Value
  ) -> [Value] {
    withUnsafeBufferPointer { rows in
      [Value](unsafeUninitializedCapacity: places.count) { column, count in
        for place in places {
          column.initializeElement(at: count, to: value(rows[Int(place)]))
          count &+= 1
        }
      }
    }
  }

  /// Of each row what those before it come to, and at the end what all do.
  @inline(__always)
  func sums(of value: (borrowing Element) -> Int32) -> [Int32] {
    withUnsafeBufferPointer { rows in
      [Int32](unsafeUninitializedCapacity: rows.count + 1) { sums, count in
        var sum: Int32 = 0
        for place in rows.indices {
          sums[place] = sum
          sum &+= value(rows[place])
        }
        sums[rows.count] = sum
        count = rows.count + 1
      }
    }
  }
}
