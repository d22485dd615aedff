import Diagnostics
import Scheduling

// The status of a claim.
extension ClaimPlanner {
  /// Finds the column whose words mark rows that are not fills.
  mutating func findStatus() {
    if ignoresStatus { return }
    if columns.type == nil {
      let ranks = possibleStatuses.compactMap { place in rank(ofStatus: place).map { ($0, place) } }
      columns.type = take(ifAny: ranks.min { $0 < $1 }?.1, as: "status")
    }
    decideEmptyStatus()
  }

  /// Asks for the meaning of other columns that may have a status.
  ///
  /// Nothing is asked if the status column was named, because the user then knows the columns.
  mutating func askForStatus() {
    if ignoresStatus || isStatusNamed { return }
    askForNegatives()
    askForUncollected()
    for place in possibleStatuses where isOpen(place) {
      let name = index.name(of: place)
      let words = profile.columns[place].distinct.keys.sorted()
      plan.questions.append(
        "Does '\(name)' (\(InputError.list(words))) say whether a row is a fill? --type \(name.quoted) uses it, with"
          + " --status-words \("\(words.first ?? "")=ignore".quoted) for words that are unknown;"
          + (columns.type.map { " --type \($0.quoted) uses that column alone." }
            ?? " --type none reads every row as a fill."))
    }
  }

  /// Asks whether negative sums mark reversals, unless the supply or a status does.
  private mutating func askForNegatives() {
    let supply = [columns.days, columns.quantity].compactMap { name in
      name.flatMap { index.names.firstIndex(of: $0) }
    }
    guard columns.type == nil, supply.allSatisfy({ profile.columns[$0].numbers.negative == 0 }),
      let place = free.first(where: { names[$0].isOfSums && profile.columns[$0].hasFewNegatives })
    else { return }
    plan.questions.append(
      "'\(index.name(of: place))' is negative in \(profile.columns[place].numbers.negative.counting("row")): are they reversals?"
        + " Give them a status in a column that --type names; --type none reads every row as a fill."
    )
  }

  /// Asks about rows without the date on which a supply reached the patient.
  private mutating func askForUncollected() {
    guard
      let place = free.first(where: { place in
        let column = profile.columns[place]
        return names[place].isOfHandover && column.isMoment && 0 < column.absent
          && column.absent < column.present
      })
    else { return }
    let name = index.name(of: place)
    plan.questions.append(
      "'\(name)' is empty in \(profile.columns[place].absent.counting("row")): were these supplies not handed over?"
        + " --date \(name.quoted) rejects them, --type none reads every row as a fill.")
  }

  /// Returns whether a column has several values, some of which may mark rows that are not fills.
  private func isOpen(_ place: Int) -> Bool {
    let (column, isVoidMark) = (profile.columns[place], names[place].isVoidMark)
    let kinds = column.distinct.count + (column.absent > 0 ? 1 : 0)
    guard kinds > 1, kinds <= 12 || (isVoidMark && column.absent > 0) else { return false }
    let words = ClaimWords(columns.statusWords, column: column.name)
    let areFills = column.distinct.keys.allSatisfy { words.meaning(of: $0) == .fill }
    return !areFills || (column.absent > 0 && !isVoidMark)
  }

  /// The columns without a role that may be the status of a claim, by name or by all their words.
  private var possibleStatuses: [Int] {
    free.filter { place in
      let (column, name) = (profile.columns[place], names[place])
      guard !column.hasMoreDistinct else { return false }
      // The date or number of a reversal, present only in some rows, marks those as void.
      if name.isVoidMark, column.absent > 0 { return true }
      if column.isMoment { return false }
      if name.speaksOfClaimStatus { return !isOfAmounts(column) }
      let isFlag = name.claimFlag != nil && column.distinct.keys.allSatisfy(ClaimWords.isFlag)
      return isFlag || hasClaimWords(column)
    }
  }

  /// Returns whether all values of a column are words of claims, at least one of which is not a
  /// fill.
  private func hasClaimWords(_ column: ColumnProfile) -> Bool {
    let words = ClaimWords(column: "")
    let meanings = Set(column.distinct.keys.map { words.meaning(of: $0) })
    return !meanings.contains(nil) && meanings != [.fill]
  }

  /// Returns whether a column has numbers that are not codes.
  private func isOfAmounts(_ column: ColumnProfile) -> Bool {
    let greatest = column.distinct.keys.compactMap { Double($0) }.max() ?? 0
    return column.isNumeric && (greatest > 99 || column.numbers.decimalPoints > 0)
  }

  /// Returns the rank of a column as the status, best first, by its words and then its name; `nil`
  /// if no word marks a row that is not a fill.
  private func rank(ofStatus place: Int) -> Int? {
    let column = profile.columns[place]
    let words = ClaimWords(columns.statusWords, column: column.name)
    let meanings = column.distinct.keys.map { words.meaning(of: $0) }
    let unknown = meanings.count { $0 == nil }
    let nameRank = names[place].rank(as: .claimType)
    if meanings.contains(where: { $0 != nil && $0 != .fill }) {
      return (unknown == 0 ? 0 : 1000) + (nameRank ?? 500)
    }
    // Unknown words beside those of fills are a question.
    return unknown > 0 && unknown < meanings.count ? nameRank.map { 2000 + $0 } : nil
  }

  /// Interprets an empty field as a fill in a column that only marks void rows.
  private mutating func decideEmptyStatus() {
    guard let name = columns.type, let place = try? index.place(of: name, as: "type"),
      columns.statusWords[""] == nil
    else { return }
    let column = profile.columns[place]
    guard names[place].isVoidMark, column.absent > 0, !column.hasMoreDistinct else { return }
    let words = ClaimWords(columns.statusWords, column: column.name)
    let meanings = column.distinct.keys.map { words.meaning(of: $0) }
    guard meanings.allSatisfy({ $0 != nil && $0 != .fill }) else { return }
    columns.statusWords[""] = .fill
    plan.assumptions.append(
      column.absent.counting("row", "is a fill", "are fills")
        + ", as '\(name)' is empty there (--status-words '=ignore' decides otherwise).")
  }
}

extension ColumnProfile {
  /// Whether a few of the numbers are negative.
  fileprivate var hasFewNegatives: Bool {
    isNumeric && numbers.negative > 0 && numbers.negative * 3 < present
  }
}
