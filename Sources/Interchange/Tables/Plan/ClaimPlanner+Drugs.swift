import Diagnostics
import Scheduling

// The drug and its class.
extension ClaimPlanner {
  /// Finds the columns of the drug and its class.
  mutating func findDrugs() {
    if columns.drugClass == nil {
      let named = candidates(.drugClass) { !$0.hasMoreDistinct && !$0.isMoment }
      columns.drugClass = take(
        ifAny: named.first ?? candidates(.drug).first(where: hasATCClasses), as: "class")
    }
    if columns.drug == nil, let place = candidates(.drug, where: { !$0.isMoment }).first {
      columns.drug = take(place, as: "drug")
      warnOfPackageCodes(place)
      noteStrengths(place)
    }
  }

  /// Notes names of drugs that differ only in strength, because each counts as a drug.
  private mutating func noteStrengths(_ place: Int) {
    guard columns.drugClass == nil else { return }
    let names = Dictionary(
      grouping: profile.columns[place].distinct.keys.sorted(), by: \.withoutStrength)
    let alike = names.filter { name, texts in
      !name.isEmpty && Set(texts.map(EventCleaning.folded)).count > 1
    }
    guard let example = alike.min(by: { $0.key < $1.key })?.value else { return }
    plan.assumptions.append(
      "'\(example[0])' and '\(example[1])' in '\(index.name(of: place))' count as drugs of their own, although they may be"
        + " strengths of one, between which early refills are not carried forward (--drug names a column of ingredients)."
    )
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

extension String {
  /// The words of a drug's name in lower case without strengths such as `500 mg`; the whole name if
  /// it has none.
  fileprivate var withoutStrength: String {
    let strength = /[0-9]+([.,\/][0-9]+)*[ -]*(mg|mcg|ug|µg|g|ml|iu|ie|units?|%)(?![a-z])/
    return lowercased().replacing(strength, with: " ").split { !$0.isLetter && !$0.isNumber }
      .joined(separator: " ")
  }
}
