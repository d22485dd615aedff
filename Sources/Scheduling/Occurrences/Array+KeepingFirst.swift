extension [Occurrence] {
  /// Removes, in place, rows with the same start and name as an earlier row.
  ///
  /// - Parameters:
  ///   - first: The index from which rows are considered; they are sorted.
  ///   - name: Returns the identity of a row; not called for a row with a unique start.
  /// - Complexity: O(*n*) for *n* rows, with at most one call of `name` for each.
  mutating func keepFirst<Name: Hashable>(from first: Int, ofEach name: (Occurrence) -> Name) {
    var (place, target) = (first, first)
    while place < count {
      var end = place + 1
      while end < count, self[end].start == self[place].start { end += 1 }
      let isAlone = end == place + 1
      var known: Set<Name> = []
      for index in place..<end where isAlone || known.insert(name(self[index])).inserted {
        self[target] = self[index]
        target += 1
      }
      place = end
    }
    removeLast(count - target)
  }
}
