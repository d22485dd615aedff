import Scheduling

// Whether a row is a fill.
extension ClaimPlanner {
  /// Finds the column whose words say that rows are no fills.
  mutating func findStatus() {
    if ignoresStatus { return }
    if columns.type == nil {
      let ranks = possibleStatuses.compactMap { place in rank(ofStatus: place).map { ($0, place) } }
      columns.type = take(ifAny: ranks.min { $0 < $1 }?.1, as: "status")
    }
    decideEmptyStatus()
  }

  /// Asks what columns are that speak of a status and were not taken for one.
  ///
  /// Whoever names the column of the status knows the others.
  mutating func askForStatus() {
    if ignoresStatus || isStatusNamed { return }
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

  /// Whether a column has several contents, some of which may say that a row is no fill.
  private func isOpen(_ place: Int) -> Bool {
    let (column, isVoidMark) = (profile.columns[place], names[place].isVoidMark)
    let kinds = column.distinct.count + (column.absent > 0 ? 1 : 0)
    guard kinds > 1, kinds <= 12 || (isVoidMark && column.absent > 0) else { return false }
    let words = ClaimWords(columns.statusWords, column: column.name)
    let areFills = column.distinct.keys.allSatisfy { words.meaning(of: $0) == .fill }
    return !areFills || (column.absent > 0 && !isVoidMark)
  }

  /// The columns without a role that can have the status of a claim, by their names or by all their words.
  private var possibleStatuses: [Int] {
    free.filter { place in
      let (column, name) = (profile.columns[place], names[place])
      guard !column.hasMoreDistinct else { return false }
      // The date or number of a reversal, in the rows alone that have one, says which rows are void.
      if name.isVoidMark, column.absent > 0 { return true }
      if column.isMoment { return false }
      if name.speaksOfClaimStatus { return !isOfAmounts(column) }
      let isFlag = name.claimFlag != nil && column.distinct.keys.allSatisfy(ClaimWords.isFlag)
      return isFlag || hasClaimWords(column)
    }
  }

  /// Whether all contents of a column are words of claims, one of which is no fill.
  private func hasClaimWords(_ column: ColumnProfile) -> Bool {
    let words = ClaimWords(column: "")
    let meanings = Set(column.distinct.keys.map { words.meaning(of: $0) })
    return !meanings.contains(nil) && meanings != [.fill]
  }

  /// Whether a column has numbers that are no codes.
  private func isOfAmounts(_ column: ColumnProfile) -> Bool {
    let greatest = column.distinct.keys.compactMap { Double($0) }.max() ?? 0
    return column.isNumeric && (greatest > 99 || column.numbers.decimalPoints > 0)
  }

  /// How surely a column is the status, the least first: by its words and then by its name; `nil` where no word says
  /// that a row is no fill.
  private func rank(ofStatus place: Int) -> Int? {
    let column = profile.columns[place]
    let words = ClaimWords(columns.statusWords, column: column.name)
    let meanings = column.distinct.keys.map { words.meaning(of: $0) }
    let unknown = meanings.count { $0 == nil }
    let nameRank = names[place].rank(as: .claimType)
    if meanings.contains(where: { $0 != nil && $0 != .fill }) {
      return (unknown == 0 ? 0 : 1000) + (nameRank ?? 500)
    }
    // The words beside those of fills are asked for.
    return unknown > 0 && unknown < meanings.count ? nameRank.map { 2000 + $0 } : nil
  }

  /// Takes an empty field for a fill, in a column that marks void rows alone.
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
