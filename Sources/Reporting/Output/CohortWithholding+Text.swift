import AdherenceAnalytics
import AdherenceStatistics

extension CohortWithholding {
  /// The amount withheld, as a sentence.
  var words: String {
    let smallest = rows.smallestGroup
    if tally.isEmpty {
      return "Withheld: nothing, as nothing is about fewer than \(smallest) patients."
    }
    return [rowWords, curveWords].compactMap { $0 }.joined(separator: " ")
  }

  private var rowWords: String? {
    if tally.hasNoRows { return nil }
    let groups = PageWords.count(tally.groups, "group")
    let first =
      "Withheld: \(tally.primary.words) of \(groups) (fewer than \(rows.smallestGroup) patients)"
    if tally.complementary.rows + tally.complementary.counts == 0 { return first + "." }
    return first + ", and \(tally.complementary.words) more so that they cannot be computed."
  }

  private var curveWords: String? {
    tally.curveCounts == 0
      ? nil : "Curves since the start of treatment in cohort.json are without counts at some times."
  }
}

extension WithheldTally.Amount {
  fileprivate var words: String {
    "\(PageWords.count(rows, "row")) and \(PageWords.count(counts, "count"))"
  }
}
