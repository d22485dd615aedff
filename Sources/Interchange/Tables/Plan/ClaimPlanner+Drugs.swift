// The drug and its class.
extension ClaimPlanner {
  /// Finds the columns of the drug and its class.
  mutating func findDrugs() {
    if columns.drugClass == nil {
      let named = candidates(.drugClass) { !$0.hasMoreDistinct && !$0.isMoment }
      columns.drugClass = take(
        ifAny: named.first ?? candidates(.drug).first(where: hasATCClasses), as: "class")
    }
    guard columns.drug == nil, let place = candidates(.drug, where: { !$0.isMoment }).first else {
      return
    }
    columns.drug = take(place, as: "drug")
    warnOfPackageCodes(place)
  }

  /// Returns whether a column has ATC codes of groups (at most 5 characters) rather than substances
  /// (7).
  private func hasATCClasses(_ place: Int) -> Bool {
    let column = profile.columns[place]
    return names[place].folded.hasPrefix("atc") && !column.hasMoreDistinct
      && column.distinct.keys.allSatisfy { $0.count <= 5 }
  }

  /// Warns that codes of packages or strengths are used as drugs.
  private mutating func warnOfPackageCodes(_ place: Int) {
    let column = profile.columns[place]
    guard ClaimPlanner.packageNames.contains(names[place].folded),
      column.hasMoreDistinct || column.distinct.count > 1
    else { return }
    plan.assumptions.append(
      "Each code in '\(index.name(of: place))' counts as a drug of its own, although it may be one of several packages or"
        + " strengths of a drug, between which early refills are not carried forward (--drug names a column of ingredients)."
    )
  }

  /// The names of columns whose codes distinguish packages, strengths or brands.
  private static let packageNames: Set<String> = [
    "rxcui", "rxnorm", "gpi", "drugconceptid", "productname", "product", "ndc", "ndccode", "ndc11",
    "ndcnumber", "pzn",
  ]
}
