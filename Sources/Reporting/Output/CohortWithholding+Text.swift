import AdherenceAnalytics
import AdherenceStatistics

extension CohortWithholding {
  /// How much is withheld, as a sentence.
  var words: String {
    let smallest = rows.smallestGroup
    if tally.isEmpty {
      return "Withheld: nothing, as nothing is about fewer than \(smallest) patients."
    }
    let groups = PageWords.count(tally.groups, "group")
    let first =
      "Withheld: \(tally.primary.words) of \(groups) (fewer than \(smallest) patients)"
    if tally.complementary.rows + tally.complementary.counts == 0 { return first + "." }
    return first + ", and \(tally.complementary.words) more so that they cannot be computed."
  }
}

extension WithheldTally.Amount {
  fileprivate var words: String {
    "\(PageWords.count(rows, "row")) and \(PageWords.count(counts, "count"))"
  }
}
