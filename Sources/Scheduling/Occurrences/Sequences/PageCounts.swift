/// The numbers of entries on the pages of a rule.
enum PageCounts {
  /// The same number on each page.
  case even(Int64)
  /// The cumulative numbers before each page of one cycle, and after all of it.
  ///
  /// If the pages are not cyclic, pages after the last one listed are irrelevant.
  case listed([Int64], isCyclic: Bool)

  /// Returns the number of entries on all pages before a page.
  func entries(beforePage page: Int) -> Int64 {
    switch self {
    case .even(let each): return Int64(max(0, page)) * each
    case .listed(let before, let isCyclic):
      if page < before.count { return before[max(0, page)] }
      let cycle = before.count - 1
      guard isCyclic else { return before[cycle] }
      let (turn, rest) = page.quotientAndRemainder(dividingBy: cycle)
      return Int64(turn) * before[cycle] + before[rest]
    }
  }

  /// Returns the page of an entry and its index on that page; there must be at least one entry.
  func position(ofEntry entry: Int64) -> (page: Int, position: Int) {
    switch self {
    case .even(let each):
      let (page, position) = entry.quotientAndRemainder(dividingBy: each)
      return (Int(page), Int(position))
    case .listed(let before, _):
      let cycle = before.count - 1
      let (turn, rest) = entry.quotientAndRemainder(dividingBy: before[cycle])
      // Pages have similar numbers of entries, so the first guess is usually right.
      var index = Int(rest * Int64(cycle) / before[cycle])
      while before[index] > rest { index -= 1 }
      while before[index + 1] <= rest { index += 1 }
      return (Int(turn) * cycle + index, Int(rest - before[index]))
    }
  }

  /// Whether any page has entries.
  var areAny: Bool {
    switch self {
    case .even(let each): each > 0
    case .listed(let before, _): before[before.count - 1] > 0
    }
  }

  /// Returns whether a page may have entries.
  func reach(page: Int) -> Bool {
    guard case .listed(let before, false) = self else { return true }
    return page < before.count - 1
  }
}
