extension [Occurrence] {
  /// Of the rows that start together and share a name, keeps the first, in place.
  ///
  /// - Parameters:
  ///   - first: The place from which rows are looked at; they are in order.
  ///   - name: What says which rows are the same; one that starts alone is not asked for it.
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
