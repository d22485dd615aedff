extension [Occurrence] {
  /// Removes, in place, rows with the same start and name as an earlier row.
  ///
  /// - Parameters:
  ///   - first: The index from which rows are considered; they are sorted.
  ///   - name: Returns the identity of a row; not called for a row with a unique start.
  /// - Complexity: O(*n*) for *n* rows, with at most one call of `name` for each.
  mutating func keepFirst<Name: Hashable>(from first: Int, ofEach name: (Occurrence) -> Name) {
    var (position, target) = (first, first)
    while position < count {
      var end = position + 1
      while end < count, self[end].start == self[position].start { end += 1 }
      let isAlone = end == position + 1
      var known: Set<Name> = []
      for index in position..<end where isAlone || known.insert(name(self[index])).inserted {
        self[target] = self[index]
        target += 1
      }
      position = end
    }
    removeLast(count - target)
  }
}
