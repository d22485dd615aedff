extension Array where Element: OccurrenceRow {
  /// Merges adjacent sorted runs in place.
  ///
  /// Rows with the same start keep the order of their runs, which is that of their elements.
  ///
  /// - Parameter boundaries: The starts of the runs, ascending, followed by the end of the last.
  /// - Complexity: O(*n* log *k*) for *n* rows in *k* runs.
  mutating func mergeRuns(at boundaries: [Int]) {
    var boundaries = boundaries
    var scratch: [Element] = []
    while boundaries.count > 2 {
      for index in stride(from: 0, to: boundaries.count - 2, by: 2) {
        merge(
          boundaries[index]..<boundaries[index + 1],
          boundaries[index + 1]..<boundaries[index + 2], &scratch)
      }
      boundaries = boundaries.enumerated().filter { index, _ in
        index.isMultiple(of: 2) || index == boundaries.count - 1
      }.map(\.element)
    }
  }

  private mutating func merge(
    _ left: Range<Int>, _ right: Range<Int>, _ scratch: inout [Element]
  ) {
    guard !left.isEmpty, !right.isEmpty, self[right.lowerBound] < self[left.upperBound - 1] else {
      return
    }
    scratch.removeAll(keepingCapacity: true)
    scratch.append(contentsOf: self[left])
    var rows = mutableSpan
    let moved = scratch.span
    var (a, b, target) = (0, right.lowerBound, left.lowerBound)
    while a < moved.count {
      let row = moved[a]
      while b < right.upperBound, rows[b].seconds < row.seconds {
        rows[target] = rows[b]
        target += 1
        b += 1
      }
      rows[target] = row
      target += 1
      a += 1
    }
  }

  /// Sorts rows with equal starts, in rows that are sorted by start: a moved occurrence may have to precede
  /// those that were there.
  mutating func sortTwins(from first: Int) {
    for index in indices.dropFirst(first + 1) where self[index] < self[index - 1] {
      var position = index
      while position > first, self[position] < self[position - 1] {
        swapAt(position, position - 1)
        position -= 1
      }
    }
  }
}
