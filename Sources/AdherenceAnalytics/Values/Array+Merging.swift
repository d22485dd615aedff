extension Array {
  /// Returns the merge of two sorted arrays; equal elements of the first array come first.
  ///
  /// - Complexity: O(*n*) for *n* elements in total.
  func merged(with other: Self, by precedes: (Element, Element) -> Bool) -> Self {
    if isEmpty || other.isEmpty { return isEmpty ? other : self }
    var merged: Self = []
    merged.reserveCapacity(count + other.count)
    var (own, their) = (0, 0)
    while own < count || their < other.count {
      if their == other.count || own < count && !precedes(other[their], self[own]) {
        merged.append(self[own])
        own += 1
      } else {
        merged.append(other[their])
        their += 1
      }
    }
    return merged
  }
}
